//! Where puzzles come from.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use undoku::InputPlace;
use undoku::grid::format::{Entry, ReadErrorKind, ReadOptions, read_puzzles};

use crate::args::InputArgs;
use crate::console;
use crate::exit::Exit;

/// How standard input is named, among the arguments as well as in places.
const STDIN: &str = "-";

/// The shortest text that is taken for a puzzle with a mistake in it and not for a file's name.
const ALMOST_A_PUZZLE: usize = 60;

/// One source of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A puzzle among the arguments.
    Text(String),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl Input {
    /// What an argument means.
    pub(crate) fn of(argument: &OsStr) -> Self {
        if argument == STDIN {
            return Self::Stdin;
        }
        match argument.to_str() {
            Some(text) if is_puzzle(text) => Self::Text(text.to_owned()),
            Some(text) if looks_like_puzzle(text) && fs::metadata(argument).is_err() => {
                Self::Text(text.to_owned())
            }
            _ => Self::File(argument.into()),
        }
    }

    /// The file as it was named, `-` for standard input; none for a puzzle given directly.
    pub(crate) fn file(&self) -> Option<String> {
        match self {
            Self::Text(_) => None,
            Self::File(path) => Some(path.display().to_string()),
            Self::Stdin => Some(STDIN.to_owned()),
        }
    }

    /// What to call it in a message.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Text(_) => "the arguments".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "standard input".to_owned(),
        }
    }

    /// How many bytes it has, if that can be known.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::Text(text) => Some(text.len() as u64),
            Self::File(path) => fs::metadata(path)
                .ok()
                .filter(fs::Metadata::is_file)
                .map(|file| file.len()),
            Self::Stdin => None,
        }
    }

    /// Its bytes; or why there are none and what to do.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + Send>, String> {
        match self {
            Self::Text(text) => Ok(Box::new(io::Cursor::new(text.clone().into_bytes()))),
            Self::File(path) => {
                let shown = path.display();
                match fs::metadata(path) {
                    Ok(metadata) if metadata.is_dir() => Err(format!(
                        "{shown} is a directory; name the files in it, such as {}",
                        path.join("*.txt").display()
                    )),
                    _ => match File::open(path) {
                        Ok(file) => Ok(Box::new(file)),
                        Err(error) => Err(format!("{shown} cannot be read: {error}")),
                    },
                }
            }
            Self::Stdin => Ok(Box::new(io::stdin())),
        }
    }

    /// How to read it. A puzzle given directly is no table.
    pub(crate) fn options(&self, column: Option<&str>) -> ReadOptions {
        let is_text = matches!(self, Self::Text(_));
        ReadOptions {
            column: column.filter(|_| !is_text).map(str::to_owned),
        }
    }
}

/// The sources that the arguments name.
pub(crate) fn inputs(args: &InputArgs) -> Result<Vec<Input>, Exit> {
    if !args.inputs.is_empty() {
        return Ok(args
            .inputs
            .iter()
            .map(OsString::as_os_str)
            .map(Input::of)
            .collect());
    }
    if io::stdin().is_terminal() {
        console::error(
            "there is nothing to read; name a puzzle or a file, or - to type puzzles in (see --help)",
        );
        return Err(Exit::Usage);
    }
    Ok(vec![Input::Stdin])
}

fn is_puzzle(text: &str) -> bool {
    let mut entries = read_puzzles(text.as_bytes(), ReadOptions::default());
    entries.any(|entry| entry.is_ok_and(|entry| entry.puzzle.is_ok()))
}

/// Whether a text is a puzzle with a mistake in it rather than the name of a file that does not exist.
fn looks_like_puzzle(text: &str) -> bool {
    let length = text.chars().count();
    let is_cell = |c: &char| c.is_ascii_digit() || ".*_-xX".contains(*c);
    let cells = text.chars().filter(is_cell).count();
    text.contains('\n') || (length >= ALMOST_A_PUZZLE && cells * 10 >= length * 9)
}

/// What keeps an input from being read, where an entry says so rather than being about a puzzle.
pub(crate) fn trouble_of(entry: &Entry, input: &Input) -> Option<String> {
    match &entry.puzzle {
        Err(error) if matches!(error.kind, ReadErrorKind::NoSuchColumn { .. }) => {
            Some(format!("{}: {}", input.name(), error.message()))
        }
        _ => None,
    }
}

/// `file:2:17`, or `line 2, column 17` where there is no file's name.
pub(crate) fn shown_place(place: &InputPlace) -> String {
    let (line, column) = (place.line, place.column);
    match &place.file {
        Some(file) if file != STDIN => format!("{}:{line}:{column}", console::printable(file)),
        _ => format!("line {line}, column {column}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arguments_mean() {
        let of = |text: &str| Input::of(OsStr::new(text));
        let blank = ".".repeat(81);
        assert_eq!(of("-"), Input::Stdin);
        assert_eq!(of(&blank), Input::Text(blank.clone()));
        assert_eq!(of(&blank[1..]), Input::Text(blank[1..].to_owned()));
        let labelled = format!("{blank} a label");
        assert_eq!(of(&labelled), Input::Text(labelled.clone()));
        for file in ["puzzles.txt", "/bs/puzzles.txt", "2024-11-30", "a/b/c"] {
            assert_eq!(of(file), Input::File(file.into()));
        }
        let long = format!("/somewhere/{}/puzzles.txt", "directory".repeat(10));
        assert_eq!(of(&long), Input::File(long.clone().into()));
    }
}
