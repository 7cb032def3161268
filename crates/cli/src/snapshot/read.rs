//! Reading a baseline, line after line.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use undoku::rules::Outline;

use super::entry::{self, Entry, Rating};
use super::flow::{self, Flow, shortened};
use super::head::{self, FORMAT, Head, KINDS};

/// The most bytes of a line.
const MOST_BYTES: u64 = 1 << 20;

/// What is wrong with a baseline.
#[derive(Debug)]
pub(super) struct Fault {
    file: String,
    /// None where it cannot be read at all.
    line: Option<usize>,
    message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, message) = (&self.file, &self.message);
        match self.line {
            Some(line) => write!(
                f,
                "{file}:{line}: {message}; restore the baseline from where you keep it, or write it anew with \
                 `undoku snapshot record --force`"
            ),
            None => write!(f, "{file} cannot be read: {message}"),
        }
    }
}

impl std::error::Error for Fault {}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> Self {
        Self::other(fault)
    }
}

/// A baseline whose head was read. Its entries are read one by one.
pub(super) struct Baseline {
    pub(super) head: Head,
    lines: Lines,
}

struct Lines {
    file: String,
    reader: Box<dyn BufRead>,
    /// The line that was read and not used.
    next: Option<(usize, String)>,
    number: usize,
}

impl Baseline {
    /// Opens a baseline and reads its head; `Ok(None)` if there is no such file.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, Fault> {
        let file = crate::console::printable(&path.display().to_string());
        let reader = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(Fault {
                    file,
                    line: None,
                    message: error.to_string(),
                });
            }
            Ok(open) => BufReader::with_capacity(1 << 16, open),
        };
        Self::read(file, Box::new(reader)).map(Some)
    }

    pub(super) fn read(file: String, reader: Box<dyn BufRead>) -> Result<Self, Fault> {
        let mut lines = Lines {
            file,
            reader,
            next: None,
            number: 0,
        };
        let head = read_head(&mut lines)?;
        Ok(Self { head, lines })
    }

    /// The next entry.
    pub(super) fn entry(&mut self) -> Result<Option<Entry>, Fault> {
        let lines = &mut self.lines;
        let Some((line, text)) = lines.take()? else {
            return Ok(None);
        };
        let Some(puzzle) = text.strip_prefix("- puzzle:") else {
            return Err(lines.fault(
                line,
                format!(
                    "`- puzzle: \"…\"` is expected and not `{}`",
                    shortened(&text)
                ),
            ));
        };
        let puzzle = flow::quoted(puzzle).map_err(|message| lines.fault(line, message))?;
        let Some(puzzle) = entry::puzzle(&puzzle) else {
            let message = format!(
                "a puzzle is 81 characters, digits and dots, and not `{}`",
                shortened(&puzzle)
            );
            return Err(lines.fault(line, message));
        };
        let mut label = None;
        let mut rating: Option<Rating> = None;
        let mut has_steps = false;
        while let Some((at, key, text)) = lines.field("  ")? {
            let fault = |message| lines.fault(at, message);
            match (key.as_str(), &mut rating) {
                ("label", None) if label.is_none() => {
                    label = Some(flow::quoted(&text).map_err(fault)?);
                }
                ("rating", None) => {
                    let pairs = pairs(&text).map_err(fault)?;
                    rating = Some(Rating::read(&pairs, &self.head.metrics).map_err(fault)?);
                }
                ("steps", Some(rating)) if !has_steps => {
                    has_steps = true;
                    let pairs = pairs(&text).map_err(fault)?;
                    rating.read_steps(&pairs).map_err(fault)?;
                }
                _ => {
                    return Err(fault(format!(
                        "`{key}` is not expected here; an entry has `puzzle`, `label`, `rating` and `steps`"
                    )));
                }
            }
        }
        let Some(rating) = rating else {
            return Err(lines.fault(line, "the puzzle has no `rating`".to_owned()));
        };
        Ok(Some(Entry {
            puzzle,
            label,
            rating,
            line,
        }))
    }
}

fn read_head(lines: &mut Lines) -> Result<Head, Fault> {
    let (line, text) = lines.field_of("baseline")?;
    match text.parse::<u32>() {
        Ok(FORMAT) => {}
        Ok(other) if other > FORMAT => {
            return Err(Fault {
                file: lines.file.clone(),
                line: None,
                message: format!(
                    "it has format {other}, and this program knows format {FORMAT}; use a newer one"
                ),
            });
        }
        _ => {
            let message = format!("`baseline: {FORMAT}` is expected");
            return Err(lines.fault(line, message));
        }
    }
    let (line, text) = lines.field_of("program")?;
    let program = flow::quoted(&text).map_err(|message| lines.fault(line, message))?;
    let (line, text) = lines.field_of("system")?;
    let pairs = pairs(&text).map_err(|message| lines.fault(line, message))?;
    let (system, version, rules) = match &pairs[..] {
        [
            ("id", Flow::Word(id)),
            ("version", Flow::Word(version)),
            ("rules", Flow::Text(rules)),
        ] if version.parse::<u32>().is_ok() => (id.clone(), version.parse(), rules.clone()),
        _ => {
            let message = "`{id: …, version: …, rules: \"…\"}` is expected".to_owned();
            return Err(lines.fault(line, message));
        }
    };
    let (line, text) = lines.field_of("metrics")?;
    let metrics = flow::words(&text).map_err(|message| lines.fault(line, message))?;
    let (line, text) = lines.field_of("rules")?;
    if !text.is_empty() {
        return Err(lines.fault(line, "`rules:` has its files in the lines below".to_owned()));
    }
    let mut files = Vec::new();
    while let Some((line, id, text)) = lines.field("  ")? {
        if !text.is_empty() {
            let message = format!("`{id}:` has its parts in the lines below");
            return Err(lines.fault(line, message));
        }
        let mut file = Outline {
            id,
            kinds: Vec::new(),
            parts: Vec::new(),
        };
        while let Some((line, group, text)) = lines.field("    ")? {
            let fault = |message| lines.fault(line, message);
            if group == KINDS {
                file.kinds = flow::words(&text).map_err(fault)?;
            } else {
                let pairs = flow::mapping(&text).map_err(fault)?;
                file.parts.extend(head::parts(&group, pairs));
            }
        }
        if file.kinds.is_empty() && file.id != system {
            file.kinds.push(file.id.clone());
        }
        files.push(file);
    }
    lines.field_of("puzzles")?;
    Ok(Head {
        program,
        system,
        version: version.unwrap_or_default(),
        rules,
        metrics,
        files,
    })
}

fn pairs(text: &str) -> Result<Vec<(&str, Flow)>, String> {
    flow::mapping(text)
}

impl Lines {
    fn fault(&self, line: usize, message: String) -> Fault {
        Fault {
            file: self.file.clone(),
            line: Some(line),
            message,
        }
    }

    /// The next line that says something, with its number and without blanks at its end.
    fn take(&mut self) -> Result<Option<(usize, String)>, Fault> {
        if let Some(next) = self.next.take() {
            return Ok(Some(next));
        }
        loop {
            let mut bytes = Vec::new();
            let mut limited = (&mut self.reader).take(MOST_BYTES);
            let read = limited.read_until(b'\n', &mut bytes);
            let count = read.map_err(|error| Fault {
                file: self.file.clone(),
                line: None,
                message: error.to_string(),
            })?;
            if count == 0 {
                return Ok(None);
            }
            self.number += 1;
            if count as u64 == MOST_BYTES {
                return Err(self.fault(self.number, "the line has more than 1 MiB".to_owned()));
            }
            let Ok(text) = String::from_utf8(bytes) else {
                return Err(self.fault(self.number, "the line is no UTF-8 text".to_owned()));
            };
            let text = text.trim_end();
            let text = if self.number == 1 {
                text.trim_start_matches('\u{FEFF}')
            } else {
                text
            };
            if ["<<<<<<<", "=======", ">>>>>>>"]
                .iter()
                .any(|mark| text.starts_with(mark))
            {
                let message = "there is a conflict of a merge here".to_owned();
                return Err(self.fault(self.number, message));
            }
            if !text.is_empty() && !text.trim_start().starts_with('#') {
                return Ok(Some((self.number, text.to_owned())));
            }
        }
    }

    /// The next line, if it is `key: text` after exactly this indent: its number, its key and its text.
    fn field(&mut self, indent: &str) -> Result<Option<(usize, String, String)>, Fault> {
        let Some((line, text)) = self.take()? else {
            return Ok(None);
        };
        let inner = text
            .strip_prefix(indent)
            .filter(|inner| !inner.starts_with([' ', '-']));
        let Some(inner) = inner else {
            self.next = Some((line, text));
            return Ok(None);
        };
        let Some((key, value)) = inner.split_once(':') else {
            let message = format!("`name: …` is expected and not `{}`", shortened(inner));
            return Err(self.fault(line, message));
        };
        let field = (line, key.trim().to_owned(), value.trim().to_owned());
        Ok(Some(field))
    }

    /// The line of a key of the head.
    fn field_of(&mut self, key: &str) -> Result<(usize, String), Fault> {
        match self.field("")? {
            Some((line, found, text)) if found == key => Ok((line, text)),
            Some((line, found, _)) => {
                let message = format!("`{key}:` is expected and not `{}:`", shortened(&found));
                Err(self.fault(line, message))
            }
            None => {
                let line = self
                    .next
                    .as_ref()
                    .map_or(self.number + 1, |(line, _)| *line);
                Err(self.fault(line, format!("`{key}:` is expected")))
            }
        }
    }
}
