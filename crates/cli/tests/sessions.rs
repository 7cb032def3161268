//! What the documents show of the command is what it says.
//!
//! A block marked `console` is a session: a line that starts with `$ ` is run by the shell, and what follows
//! up to the next one is what it writes, errors included. `…` stands for any text within a line, and for
//! any lines where it is alone in one.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command and what it should write.
struct Exchange {
    document: String,
    line: usize,
    command: String,
    expected: Vec<String>,
}

#[test]
fn sessions_in_documents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap();
    let mut count = 0;
    let mut wrong = String::new();
    for document in documents(&root) {
        let text = fs::read_to_string(&document).unwrap();
        let name = document.strip_prefix(&root).unwrap().display().to_string();
        let place = scratch(&root, &name.replace('/', "-"));
        for exchange in exchanges(&name, &text) {
            count += 1;
            let written = run(&exchange.command, &place);
            if !matches(&lines(&exchange.expected), &lines(&written)) {
                let Exchange {
                    document,
                    line,
                    command,
                    expected,
                } = exchange;
                let (expected, written) = (expected.join("\n"), written.join("\n"));
                wrong += &format!(
                    "{document}:{line}: {command}\n--- shown\n{expected}\n--- written\n{written}\n\n"
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 10, "only {count} commands found");
}

#[test]
fn what_a_session_may_leave_out() {
    let is = |pattern: &str, text: &str| {
        let split = |text: &str| text.split('\n').map(str::to_owned).collect::<Vec<_>>();
        matches(&lines(&split(pattern)), &lines(&split(text)))
    };
    assert!(is("a\n…\nd", "a\nb\nc\nd") && is("…\nd", "d") && is("a\n…", "a"));
    assert!(!is("a\n…\nd", "a\nb\nc") && !is("a", "a\nb") && !is("a\nb", "a"));
    assert!(is("3 in … s", "3 in 0.01 s") && is("… s", "3 s") && is("3 …", "3 s"));
    assert!(!is("3 in … s", "4 in 0.01 s") && !is("… s", "3 m") && !is("a…a", "a"));
}

/// The README and everything in `docs`.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// An empty directory from which the repository's files can be read under their names.
fn scratch(root: &Path, name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("sessions")
        .join(name);
    if place.exists() {
        fs::remove_dir_all(&place).unwrap();
    }
    fs::create_dir_all(&place).unwrap();
    for shared in ["docs", "techniques", "tests"] {
        symlink(root.join(shared), place.join(shared)).unwrap();
    }
    place
}

fn exchanges(document: &str, text: &str) -> Vec<Exchange> {
    let mut all: Vec<Exchange> = Vec::new();
    let mut inside = false;
    for (line, text) in (1..).zip(text.lines()) {
        match text.strip_prefix("$ ") {
            _ if text.starts_with("```") => inside = text == "```console",
            Some(command) if inside => all.push(Exchange {
                document: document.to_owned(),
                line,
                command: command.to_owned(),
                expected: Vec::new(),
            }),
            None if inside => all.last_mut().unwrap().expected.push(text.to_owned()),
            _ => {}
        }
    }
    all
}

fn run(command: &str, place: &Path) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_undoku"));
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(place)
        .env(
            "PATH",
            format!("{}:{path}", program.parent().unwrap().display()),
        )
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Lines as they are compared: blanks at their ends, and empty lines at the end of all, do not count.
fn lines(all: &[String]) -> Vec<&str> {
    let mut all: Vec<&str> = all.iter().map(|line| line.trim_end()).collect();
    while all.last().is_some_and(|line| line.is_empty()) {
        all.pop();
    }
    all
}

fn matches(expected: &[&str], written: &[&str]) -> bool {
    match (expected, written) {
        ([], []) => true,
        (["…", rest @ ..], _) => {
            (0..=written.len()).any(|skipped| matches(rest, &written[skipped..]))
        }
        ([expected, rest @ ..], [line, others @ ..]) => {
            line_matches(expected, line) && matches(rest, others)
        }
        _ => false,
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    let Some((start, rest)) = expected.split_once('…') else {
        return expected == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.into_iter().any(|at| line_matches(rest, &line[at..]))
}
