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
    let mut walk = Walk {
        sources: Vec::new(),
        problems: Vec::new(),
        directories: 0,
        ancestors: Vec::new(),
        full: false,
    };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            walk.directory(path);
            if walk.sources.is_empty() && walk.problems.is_empty() {
                walk.problems.push(
                    Diagnostic::warning(
                        codes::NO_RULE_FILES,
                        whole(path),
                        "the directory holds no rule file",
                    )
                    .help("rule files end in .yaml or .yml"),
                );
            }
        }
        Ok(_) => walk.file(path),
        Err(error) => walk.unreadable(path, "the directory", &error),
    }
    (walk.sources, walk.problems)
}

struct Walk {
    sources: Vec<Arc<Source>>,
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
            Err(error) => return self.unreadable(path, "the directory", &error),
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
            let is_rule_file = path.extension().is_some_and(|end| {
                end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml")
            });
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => self.directory(&path),
                Ok(_) if is_rule_file => self.file(&path),
                Err(error) if is_rule_file => self.unreadable(&path, "the file", &error),
                _ => {}
            }
        }
        self.ancestors.pop();
    }

    fn file(&mut self, path: &Path) {
        if self.sources.len() >= MAX_FILES {
            return self.too_many(path, format!("there are more than {MAX_FILES} rule files"));
        }
        match bytes(path) {
            Ok(bytes) if bytes.len() > MAX_BYTES => {
                self.problems.push(too_large(&Source::unread(name(path))))
            }
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => self.sources.push(Source::new(name(path), text)),
                Err(error) => self.not_utf8(path, &error),
            },
            Err(error) => self.unreadable(path, "the file", &error),
        }
    }

    fn not_utf8(&mut self, path: &Path, error: &std::string::FromUtf8Error) {
        let at = error.utf8_error().valid_up_to();
        let byte = error.as_bytes().get(at).copied().unwrap_or_default();
        // What precedes the bad byte is the same in the readable version.
        let source = Source::new(name(path), String::from_utf8_lossy(error.as_bytes()));
        self.problems.push(
            Diagnostic::error(
                codes::NOT_UTF8,
                Place::new(&source, at..at + 1),
                "the file is not UTF-8 text",
            )
            .label(format!("the byte 0x{byte:02x} belongs to no character"))
            .help("save the file as UTF-8"),
        );
    }

    fn unreadable(&mut self, path: &Path, what: &str, error: &io::Error) {
        let help = match error.kind() {
            io::ErrorKind::NotFound => "is its name right? nothing is there",
            io::ErrorKind::PermissionDenied => "let yourself read it, or take it out",
            _ => "take it out, or name another",
        };
        self.problems.push(
            Diagnostic::error(
                codes::UNREADABLE,
                whole(path),
                format!("{what} cannot be read: {error}"),
            )
            .help(help),
        );
    }

    fn too_many(&mut self, path: &Path, message: String) {
        self.full = true;
        self.problems.push(
            Diagnostic::error(codes::TOO_MANY_FILES, whole(path), message)
                .help("is this the directory that is meant?"),
        );
    }
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
