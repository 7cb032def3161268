//! `undoku init`: the built-in rules as files to edit.

use std::path::{Path, PathBuf};

use undoku::rules::SourceFile;

use crate::args::InitArgs;
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::rule_files::{schemas, write};

/// Writes the built-in rules to a directory.
pub(crate) fn run(args: &InitArgs) -> Exit {
    let files: Vec<(PathBuf, SourceFile)> = undoku::built_in_files()
        .into_iter()
        .chain(schemas())
        .map(|file| (args.directory.join(&file.name), file))
        .collect();
    let taken: Vec<&Path> = files
        .iter()
        .map(|(path, _)| path.as_path())
        .filter(|path| path.symlink_metadata().is_ok())
        .collect();
    if !args.force && !taken.is_empty() {
        for path in &taken {
            console::error(format_args!("{} is there already", path.display()));
        }
        console::say(
            "nothing was written; name another directory, or overwrite the files with --force",
        );
        return Exit::Usage;
    }
    for (path, file) in &files {
        if let Err(error) = write(path, &file.text) {
            console::error(format_args!(
                "{} cannot be written: {error}",
                path.display()
            ));
            return Exit::Usage;
        }
    }
    let directory = args.directory.display();
    let count = counted(files.len(), "file");
    console::say(format_args!(
        "{count} written to {directory}. Edit them, then\n  \
         undoku check {directory}                 to see what is wrong with them\n  \
         undoku rate --rules {directory} FILE     to rate by them\n\
         A file that you leave as it is can be deleted: the built-in one is used in its place."
    ));
    Exit::Fine
}
