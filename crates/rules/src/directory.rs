//! Rule files of a directory.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::source::{Place, Source};
use crate::yaml::{MAX_BYTES, too_large};

/// The most rule files of a directory, and the most directories in it.
const MAX_FILES: usize = 10_000;
/// The deepest nesting of directories.
const MAX_DEPTH: usize = 32;

/// The rule files of a directory and of those in it, sorted by path, and what cannot be read.
///
/// Names that start with a dot are passed over. A path to a file gives that file.
pub(crate) fn read(path: &Path) -> (Vec<Arc<Source>>, Vec<Diagnostic>) {
    let (files, mut problems) = walk(path);
    if files.is_empty() && problems.is_empty() {
        problems.push(
            Diagnostic::warning(
                codes::NO_RULE_FILES,
                whole(path),
                "the directory holds no rule file",
            )
            .help("rule files end in .yaml or .yml"),
        );
    }
    let mut sources = Vec::new();
    for file in files {
        match source(&file) {
            Ok(source) => sources.push(source),
            Err(problem) => problems.push(*problem),
        }
    }
    (sources, problems)
}

/// The paths of the rule files that [`Layers::directory`](crate::Layers::directory) reads, sorted; those of what
/// cannot be read are among them where they have the name of a rule file.
#[must_use]
pub fn rule_files(path: &Path) -> Vec<PathBuf> {
    walk(path).0
}

/// Whether a file is one of rules by the end of its name, `.yaml` or `.yml`.
#[must_use]
pub fn is_rule_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"))
}

/// The rule files of a directory, and what keeps others from being found.
fn walk(path: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut walk = Walk::default();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => walk.directory(path),
        Ok(_) => walk.file(path.to_owned()),
        Err(error) => walk
            .problems
            .push(unreadable(path, "the directory", &error)),
    }
    (walk.files, walk.problems)
}

#[derive(Default)]
struct Walk {
    files: Vec<PathBuf>,
    problems: Vec<Diagnostic>,
    directories: usize,
    /// The real paths of the directories that are open.
    ancestors: Vec<PathBuf>,
    full: bool,
}

impl Walk {
    fn directory(&mut self, path: &Path) {
        let (real, mut names) = match open(path) {
            Ok(opened) => opened,
            Err(error) => {
                return self
                    .problems
                    .push(unreadable(path, "the directory", &error));
            }
        };
        if self.ancestors.contains(&real) {
            self.problems.push(
                Diagnostic::error(
                    codes::SYMLINK_LOOP,
                    whole(path),
                    "a symbolic link leads back to a directory that it stands in",
                )
                .help("remove the link"),
            );
            return;
        }
        if self.ancestors.len() >= MAX_DEPTH {
            return self.too_many(
                path,
                format!("directories are nested more than {MAX_DEPTH} deep"),
            );
        }
        self.directories += 1;
        if self.directories > MAX_FILES {
            return self.too_many(path, format!("there are more than {MAX_FILES} directories"));
        }
        self.ancestors.push(real);
        names.sort();
        for name in names {
            if self.full {
                break;
            }
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = path.join(name);
            if fs::metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
                self.directory(&path);
            } else if is_rule_file(&path) {
                self.file(path);
            }
        }
        self.ancestors.pop();
    }

    fn file(&mut self, path: PathBuf) {
        if self.files.len() >= MAX_FILES {
            return self.too_many(&path, format!("there are more than {MAX_FILES} rule files"));
        }
        self.files.push(path);
    }

    fn too_many(&mut self, path: &Path, message: String) {
        self.full = true;
        self.problems.push(
            Diagnostic::error(codes::TOO_MANY_FILES, whole(path), message)
                .help("is this the directory that is meant?"),
        );
    }
}

/// The text of a file.
fn source(path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    let bytes = bytes(path).map_err(|error| unreadable(path, "the file", &error))?;
    if bytes.len() > MAX_BYTES {
        return Err(too_large(&Source::unread(name(path))).into());
    }
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))?;
    Ok(Source::new(name(path), text))
}

fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Diagnostic {
    let at = error.utf8_error().valid_up_to();
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    // What precedes the bad byte is the same in the readable version.
    let source = Source::new(name(path), String::from_utf8_lossy(error.as_bytes()));
    Diagnostic::error(
        codes::NOT_UTF8,
        Place::new(&source, at..at + 1),
        "the file is not UTF-8 text",
    )
    .label(format!("the byte 0x{byte:02x} belongs to no character"))
    .help("save the file as UTF-8")
}

fn unreadable(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "is its name right? nothing is there",
        io::ErrorKind::PermissionDenied => "let yourself read it, or take it out",
        _ => "take it out, or name another",
    };
    Diagnostic::error(
        codes::UNREADABLE,
        whole(path),
        format!("{what} cannot be read: {error}"),
    )
    .help(help)
}

/// The real path of a directory and the names in it.
fn open(path: &Path) -> io::Result<(PathBuf, Vec<std::ffi::OsString>)> {
    let real = fs::canonicalize(path)?;
    let names = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.file_name()))
        .collect::<io::Result<_>>()?;
    Ok((real, names))
}

/// The bytes of a file, one more than may be read if there are more.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    // Opening a pipe would wait for someone to write to it.
    if !metadata.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn whole(path: &Path) -> Place {
    Place::whole(&Source::unread(name(path)))
}
