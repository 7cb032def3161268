//! `undoku new`: a rule file to start from.

use std::fmt;
use std::path::Path;

use undoku::Loader;
use undoku::rules::{Loaded, SourceFile, as_name, is_name};

use crate::args::{NewArgs, NewFile};
use crate::console;
use crate::exit::Exit;
use crate::rule_files::{schemas, write};

/// What a template calls itself, and the folder of the files made of it.
struct Template {
    text: &'static str,
    id: &'static str,
    title: &'static str,
    folder: &'static str,
}

const TECHNIQUE: Template = Template {
    text: include_str!("../templates/technique.yaml"),
    id: "my_technique",
    title: "My technique",
    folder: "techniques",
};

const SYSTEM: Template = Template {
    text: include_str!("../templates/system.yaml"),
    id: "my_system",
    title: "My system",
    folder: "systems",
};

impl Template {
    /// The file of this name, by its path in a directory of rules.
    fn file(&self, name: &str) -> SourceFile {
        let text = self.text.replace(self.id, name);
        SourceFile {
            name: format!("{}/{name}.yaml", self.folder),
            text: text.replace(self.title, &title(name)),
        }
    }
}

/// `my_wing` as a title: `My wing`.
fn title(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let words = words.collect::<Vec<_>>().join(" ");
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// The most letters of a name: it is to be that of a file, too.
const LONGEST: usize = 64;

/// Writes a technique or a system.
pub(crate) fn run(args: &NewArgs) -> Exit {
    match new(args) {
        Ok(()) => Exit::Fine,
        Err(exit) => exit,
    }
}

fn new(args: &NewArgs) -> Result<(), Exit> {
    let name = checked(&args.name)?;
    let template = match args.what {
        NewFile::Technique => &TECHNIQUE,
        NewFile::System => &SYSTEM,
    };
    let mut loader = Loader::new().map_err(|problem| {
        console::error(problem);
        Exit::Findings
    })?;
    if args.dir.exists() {
        loader.directory(&args.dir);
    }
    if let Some(taken) = taken(&loader.read(), name) {
        return Err(refused(
            format_args!("the name `{name}` is taken: {taken}"),
            "choose another name; to change what is there, edit its file (`undoku init DIR` writes those that are built in)",
        ));
    }
    let file = template.file(name);
    let path = args.dir.join(&file.name);
    if path.symlink_metadata().is_ok() {
        return Err(refused(
            format_args!("{} is there already", path.display()),
            "choose another name, or move that file away first",
        ));
    }
    for schema in schemas() {
        put(&args.dir.join(&schema.name), &schema.text)?;
    }
    put(&path, &file.text)?;
    let (shown, dir) = (path.display(), args.dir.display());
    console::say(format_args!("{shown} written. Edit it, then"));
    match args.what {
        NewFile::Technique => console::say(format_args!(
            "  undoku check {dir}                    to see what is wrong with it\n  \
             undoku test --filter {name} {dir}    to try its examples\n\
             A system looks for it when its ladder names it."
        )),
        NewFile::System => console::say(format_args!(
            "  undoku check {dir}                              to see what is wrong with it\n  \
             undoku rate --rules {dir} --system {name} FILE  to rate by it"
        )),
    }
    Ok(())
}

/// A name that files can have.
fn checked(name: &str) -> Result<&str, Exit> {
    if is_name(name) {
        if name.len() <= LONGEST {
            return Ok(name);
        }
        return Err(refused(
            format_args!("a name of {} letters is too long for a file", name.len()),
            &format!("choose one of at most {LONGEST}"),
        ));
    }
    let shown = console::printable(name);
    let help = match as_name(name) {
        Some(better) => format!("write `{better}`"),
        None => "write something like `my_wing`".to_owned(),
    };
    Err(refused(
        format_args!(
            "`{shown}` is not a name: names are lower-case letters, digits and `_`, and start with a letter"
        ),
        &help,
    ))
}

/// Who has this name already.
fn taken(rules: &Loaded, name: &str) -> Option<String> {
    if let Some(id) = rules.ids.iter().find(|id| id.value == name) {
        return Some(format!("it is the id of {}", id.place.file()));
    }
    // A ladder that names the kind would mean the new technique.
    let technique = rules.techniques.iter().find(|technique| {
        let mut kinds = technique.kinds();
        kinds.any(|kind| kind.value == name)
    })?;
    let (id, file) = (&technique.id.value, technique.id.place.file());
    Some(format!("it is a kind of step of `{id}`, in {file}"))
}

fn refused(message: impl fmt::Display, help: &str) -> Exit {
    console::error(message);
    console::say(help);
    Exit::Usage
}

fn put(path: &Path, text: &str) -> Result<(), Exit> {
    write(path, text).map_err(|error| {
        console::error(format_args!(
            "{} cannot be written: {error}",
            path.display()
        ));
        Exit::Usage
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_names() {
        let titles = ["my_wing", "a", "x__2_", "own"].map(title);
        assert_eq!(titles, ["My wing", "A", "X 2", "Own"]);
    }

    #[test]
    fn a_template_is_renamed_throughout() {
        for template in [TECHNIQUE, SYSTEM] {
            let before = template.text.matches(template.id).count();
            assert!(before >= 2 && template.text.contains(template.title));
            let file = template.file("other_name");
            assert_eq!(file.text.matches("other_name").count(), before);
            assert!(!file.text.contains(template.id) && !file.text.contains(template.title));
            assert!(file.text.contains("title: Other name "), "{}", file.text);
        }
    }
}
