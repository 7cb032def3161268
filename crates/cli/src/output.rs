//! Where results go: standard output, or a file that appears all at once.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The file that an interrupted run must not leave behind.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// How a run that was interrupted from the keyboard ends.
const INTERRUPTED: i32 = 130;

/// Where results go.
#[derive(Debug)]
pub(crate) enum Output {
    /// Standard output.
    Stdout(io::Stdout),
    /// Something that can only be written to, such as a pipe.
    Direct(File),
    /// A new file, which takes the target's place when it is complete.
    Replace {
        /// The new file, in the directory of the target.
        new: NamedTempFile,
        /// What it becomes.
        target: PathBuf,
    },
}

impl Output {
    /// Standard output, or a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        match path {
            Some(path) if path != Path::new("-") => Self::file(path),
            _ => Ok(Self::Stdout(io::stdout())),
        }
    }

    /// Whether people see what is written as it comes.
    pub(crate) fn is_terminal(&self) -> bool {
        match self {
            Self::Stdout(stdout) => stdout.is_terminal(),
            Self::Direct(file) => file.is_terminal(),
            Self::Replace { .. } => false,
        }
    }

    fn file(path: &Path) -> io::Result<Self> {
        // What a symbolic link leads to is replaced, and not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        match &old {
            Some(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Some(metadata) if !metadata.is_file() => {
                return OpenOptions::new()
                    .write(true)
                    .open(&target)
                    .map(Self::Direct);
            }
            // A file that may not be written to is not to be replaced either.
            Some(_) => drop(OpenOptions::new().append(true).open(&target)?),
            None => {}
        }
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if !directory.is_dir() {
            let message = format!("there is no directory {}", directory.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let mut prefix = OsString::from(".");
        prefix.push(target.file_name().unwrap_or_default());
        prefix.push(".");
        sweep(directory, &prefix);
        clean_up_when_interrupted();
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let new = unfinished_file(directory, &prefix)?;
        *unfinished = Some(new.path().to_owned());
        if let Some(metadata) = old {
            fs::set_permissions(new.path(), metadata.permissions())?;
        }
        Ok(Self::Replace { new, target })
    }

    /// Makes what was written visible.
    ///
    /// # Errors
    ///
    /// When not all of it can be written; the target is then as it was.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Stdout(mut stdout) => stdout.flush(),
            Self::Direct(mut file) => file.flush(),
            Self::Replace { new, target } => {
                new.as_file().sync_all()?;
                let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
                new.persist(target)?;
                *unfinished = None;
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Direct(file) => file.write(bytes),
            Self::Replace { new, .. } => new.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Direct(file) => file.flush(),
            Self::Replace { new, .. } => new.flush(),
        }
    }
}

/// How the names of unfinished files end.
const SUFFIX: &str = ".tmp";

/// A new file, locked for as long as it is being written.
fn unfinished_file(directory: &Path, prefix: &OsStr) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let new = builder.tempfile_in(directory)?;
        match new.as_file().try_lock() {
            // Another run has swept it away before it was locked.
            Ok(()) if !new.path().exists() => {}
            Err(TryLockError::WouldBlock) => {}
            // Without locks nothing is swept away.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(new),
        }
    }
}

/// Removes the unfinished files of runs that were killed: those that nobody has locked any more.
fn sweep(directory: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(prefix.as_encoded_bytes())
            && name.ends_with(SUFFIX.as_bytes())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            // What cannot be removed is not in the way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn clean_up_when_interrupted() {
    // Without the handler an interrupted run leaves its unfinished file, and does no other harm.
    let _ = ctrlc::set_handler(|| {
        let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &*unfinished {
            let _ = fs::remove_file(path);
        }
        std::process::exit(INTERRUPTED);
    });
}
