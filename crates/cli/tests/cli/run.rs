//! Running the command and looking at what it says.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A puzzle that the three singles solve.
pub(crate) const SOLVABLE: &str =
    "...823..1..3...4...7.....523..96..1....1.2....1..38..683.....4...2...9..6..789...";
/// A puzzle in which the three singles find one step and no more.
pub(crate) const STUCK: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

/// What a run of the command left.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The JSON lines of the output.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The output's lines.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}

/// The command, without anything to read and without the tester's settings of colours.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undoku"));
    command.args(args).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the command.
pub(crate) fn run(args: &[&str]) -> Run {
    finish(&mut command(args))
}

/// Runs the command.
pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the command with something to read.
pub(crate) fn run_with(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input.as_ref()).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    finish(command(args).stdin(file))
}

/// A directory that holds these files.
pub(crate) fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

/// A path below a directory, as an argument.
pub(crate) fn below(directory: &TempDir, name: &str) -> String {
    shown(&directory.path().join(name))
}

/// A path as an argument.
pub(crate) fn shown(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// A file of the test data.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(name)
}

/// The text of a file of the test data.
pub(crate) fn data_text(name: &str) -> String {
    fs::read_to_string(data(name)).unwrap()
}
