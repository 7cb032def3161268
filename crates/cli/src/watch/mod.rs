//! `undoku watch`: what a change of the rules does, as soon as it is saved.

mod change;
mod changes;
mod look;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use undoku::grid::Puzzle;
use undoku::grid::format::read_puzzles;

use crate::args::WatchArgs;
use crate::console::{self, counted, printable};
use crate::exit::Exit;
use crate::input::Input;

use changes::{Changes, Event};
use look::{Look, Verdict};

/// The most puzzles that are rated after each change.
const MOST_PUZZLES: usize = 1_000;

/// How long rules that cannot be used are waited for: half of a file may not be written yet.
const PATIENCE: Duration = Duration::from_millis(300);

/// A puzzle and what to call it.
#[derive(Clone, Debug)]
struct Subject {
    name: String,
    puzzle: Puzzle,
}

/// Watches a directory until it is interrupted.
pub(crate) fn run(args: &WatchArgs) -> Exit {
    match watch(args) {
        Ok(()) => Exit::Fine,
        Err(exit) => exit,
    }
}

fn watch(args: &WatchArgs) -> Result<(), Exit> {
    let subjects = subjects(&args.puzzles)?;
    let directory = args.directory.as_path();
    if !directory.is_dir() {
        console::error(format_args!(
            "there is no directory {}; `undoku init DIR` makes one with the built-in rules",
            directory.display()
        ));
        return Err(Exit::Usage);
    }
    // Whoever saves while the first look is taken is seen, too.
    let mut changes = Changes::of(directory);
    let mut out = anstream::stdout();
    let written = |result: io::Result<()>| {
        result.map_err(|error| console::not_written("what is seen", &error))
    };
    let mut seen = Look::first(args, &subjects)?;
    console::say(format_args!(
        "watching {}; Ctrl-C ends it",
        directory.display()
    ));
    written(seen.show(&mut out))?;
    loop {
        let mut files = match changes.next() {
            Event::Interrupted => return Ok(()),
            Event::Changed(files) => files,
        };
        let mut now = seen.again(args, &subjects);
        while matches!(now.verdict, Verdict::Refused(_)) {
            match changes.within(PATIENCE) {
                None => break,
                Some(Event::Interrupted) => return Ok(()),
                Some(Event::Changed(more)) => files.extend(more),
            }
            now = seen.again(args, &subjects);
        }
        if !directory.is_dir() {
            console::error(format_args!("{} is gone", directory.display()));
            return Err(Exit::Usage);
        }
        let title = title(&files.iter().map(|path| path.as_path()).collect::<Vec<_>>());
        written(writeln!(out, "\n{title}").and_then(|()| now.show_after(&seen, &mut out)))?;
        seen = now;
    }
}

/// `a.yaml and 2 others changed`
fn title(files: &[&Path]) -> String {
    let shown = |path: &&Path| printable(&path.display().to_string());
    match files {
        [] => "the rules changed".to_owned(),
        [only] => format!("{} changed", shown(only)),
        [first, others @ ..] => {
            format!(
                "{} and {} changed",
                shown(first),
                counted(others.len(), "other file")
            )
        }
    }
}

/// The puzzles that the arguments name.
fn subjects(arguments: &[std::ffi::OsString]) -> Result<Vec<Subject>, Exit> {
    let mut all = Vec::new();
    for argument in arguments {
        read(argument, &mut all).map_err(|message| {
            console::error(message);
            Exit::Usage
        })?;
    }
    Ok(all)
}

fn read(argument: &OsStr, all: &mut Vec<Subject>) -> Result<(), String> {
    let input = Input::of(argument);
    if input == Input::Stdin
        || fs::metadata(argument).is_ok_and(|file| !file.is_file() && !file.is_dir())
    {
        return Err("puzzles to watch come from arguments and files, not from pipes".to_owned());
    }
    let bytes = input.open()?;
    let before = all.len();
    for entry in read_puzzles(BufReader::new(bytes), input.options(None)) {
        let entry = entry.map_err(|error| format!("{} cannot be read: {error}", input.name()))?;
        let place = match input.file() {
            Some(file) => format!("{}:{}", printable(&file), entry.place.line),
            None => format!("puzzle {}", all.len() + 1),
        };
        let puzzle = entry
            .puzzle
            .map_err(|error| format!("{place}: {}", printable(&error.message())))?;
        if all.len() == MOST_PUZZLES {
            return Err(format!(
                "there are more than {} puzzles; name fewer, for all of them are rated after each change",
                console::grouped(MOST_PUZZLES as u64)
            ));
        }
        let name = entry.label.as_deref().map_or(place, printable);
        all.push(Subject { name, puzzle });
    }
    if all.len() == before {
        return Err(format!("no puzzles found in {}", input.name()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_one_file() {
        let paths = ["a.yaml", "b.yaml", "c.yaml"].map(Path::new);
        assert_eq!(title(&[]), "the rules changed");
        assert_eq!(title(&paths[..1]), "a.yaml changed");
        assert_eq!(title(&paths[..2]), "a.yaml and 1 other file changed");
        assert_eq!(title(&paths), "a.yaml and 2 other files changed");
    }
}
