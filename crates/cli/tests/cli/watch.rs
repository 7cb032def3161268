//! `undoku watch`, driven as people drive it: by saving files.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{SOLVABLE, below, command, directory, run, shown};

/// How long something that must come is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command as it runs, with the lines that it writes.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in out.lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { child, lines }
    }

    /// The lines up to the first that holds a text.
    fn until(&self, text: &str) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("{error} before {text:?}; written was {seen:#?}"),
            }
            if seen.last().is_some_and(|line| line.contains(text)) {
                return seen;
            }
        }
    }

    /// Ends it as Ctrl-C does; gives the exit code.
    fn interrupt(mut self) -> i32 {
        let id = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-INT", &id])
                .status()
                .unwrap()
                .success()
        );
        self.child.wait().unwrap().code().unwrap()
    }
}

/// A directory with one technique of the built-in ones.
fn rules() -> TempDir {
    let files = undoku::built_in_files();
    let file = files
        .iter()
        .find(|file| file.name.ends_with("/naked_single.yaml"));
    directory(&[("singles/naked_single.yaml", &file.unwrap().text)])
}

/// Replaces a text of the file.
fn edit(directory: &TempDir, from: &str, to: &str) {
    let path = directory.path().join("singles/naked_single.yaml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).unwrap();
}

/// The metrics of the puzzle by the rules of a directory, as `rate` gives them.
fn metrics(directory: &Path) -> Value {
    let rate = [
        "rate",
        "--quiet",
        "--format",
        "jsonl",
        "--rules",
        &shown(directory),
        SOLVABLE,
    ];
    let report = run(&rate).json().remove(0);
    report["metrics"].clone()
}

#[test]
fn a_change_is_rated_a_fault_shown_and_its_mending_seen() {
    let files = rules();
    let before = metrics(files.path());
    let watch = Watch::start(&["watch", &shown(files.path()), "--puzzle", SOLVABLE]);
    let first = watch.until("puzzle 1: solved in");
    assert!(
        first[0].ends_with("the rules are fit for use"),
        "{first:#?}"
    );

    // A naked single in a unit with one open cell takes 2 assertions; now 4.
    edit(&files, "by_open: [2,", "by_open: [4,");
    let changed = watch.until("  step ");
    let after = metrics(files.path());
    let naked = below(&files, "singles/naked_single.yaml");
    assert!(
        changed.contains(&format!("{naked} changed")),
        "{changed:#?}"
    );
    for name in ["score_total", "complexity_total_assertions"] {
        let (old, new) = (&before[name], &after[name]);
        assert_ne!(old, new);
        let line = changed
            .iter()
            .find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name}: {changed:#?}"));
        assert!(line.ends_with(&format!("{old} → {new}")), "{line}");
    }
    let step = changed.last().unwrap();
    assert!(
        step.contains("naked_single") && step.contains("assertions 2 → 4"),
        "{step}"
    );

    edit(&files, "check count", "check cuont");
    let broken = watch.until("the rules are refused");
    let text = broken.join("\n");
    assert!(
        text.contains("error[U0201]: unknown function `cuont`"),
        "{text}"
    );
    assert!(text.contains(&format!("{naked}:")), "{text}");
    assert!(text.contains("did you mean `count`?"), "{text}");

    // Mended, and as it was at the beginning: compared is with the last rules that could be used.
    edit(&files, "check cuont", "check count");
    let mended = watch.until("no rating changes");
    assert!(
        mended
            .iter()
            .any(|line| line == "the rules are fit for use again"),
        "{mended:#?}"
    );

    // Half a file, then the whole of it; and by a rename, as many editors save.
    let path = files.path().join("singles/naked_single.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("by_open: [4,", "by_open: [2,");
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    let new = files.path().join("singles/.naked_single.tmp");
    fs::write(&new, &text).unwrap();
    fs::rename(&new, &path).unwrap();
    let restored = watch.until("  score_total");
    assert!(!restored.join("\n").contains("refused"), "{restored:#?}");
    let (old, new) = (&after["score_total"], &before["score_total"]);
    assert!(
        restored
            .last()
            .unwrap()
            .ends_with(&format!("{old} → {new}")),
        "{restored:#?}"
    );

    assert_eq!(watch.interrupt(), 0);
}

#[test]
fn a_new_ladder_parts_the_paths() {
    let files = directory(&[]);
    let dir = shown(files.path());
    assert_eq!(run(&["new", "system", "mine", "--dir", &dir]).code, 0);
    let watch = Watch::start(&["watch", &dir, "--puzzle", SOLVABLE, "--system", "mine"]);
    watch.until("puzzle 1: solved in");
    let path = files.path().join("systems/mine.yaml");
    let text = fs::read_to_string(&path).unwrap();
    let swapped = text.replace(
        "  - naked_single\n  - hidden_single_box\n",
        "  - hidden_single_box\n  - naked_single\n",
    );
    assert_ne!(text, swapped);
    fs::write(&path, swapped).unwrap();
    let parted = watch.until("the paths part at step");
    let line = parted.last().unwrap();
    let (_, kinds) = line.split_once(": ").unwrap();
    let (old, new) = kinds.split_once(" → ").unwrap();
    assert!(
        old.starts_with("naked_single r") && new.starts_with("hidden_single_box r"),
        "{line}"
    );

    // The system goes: that is said, and comes back.
    fs::remove_file(&path).unwrap();
    watch.until("there is no system `mine`");
    fs::write(&path, text).unwrap();
    watch.until("the rules are fit for use again");
    assert_eq!(watch.interrupt(), 0);
}

#[test]
fn a_reader_that_goes_ends_it_at_the_next_change() {
    let files = rules();
    let mut child = command(&["watch", &shown(files.path())])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.ends_with("the rules are fit for use\n"), "{first}");
    drop(out);
    edit(&files, "by_open: [2,", "by_open: [4,");
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    // Does nothing to one that has ended.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn wrong_usage() {
    let files = directory(&[("puzzles.txt", "not a puzzle\n"), ("empty.txt", "")]);
    let dir = shown(files.path());
    let cases: [(&[&str], &str); 6] = [
        (&["watch", "nowhere"], "there is no directory nowhere"),
        (
            &["watch", &dir, "--puzzle", "nowhere.txt"],
            "nowhere.txt cannot be read",
        ),
        (
            &["watch", &dir, "--puzzle", &below(&files, "puzzles.txt")],
            "puzzles.txt:1: ",
        ),
        (
            &["watch", &dir, "--puzzle", &below(&files, "empty.txt")],
            "no puzzles found",
        ),
        (&["watch", &dir, "--puzzle", "-"], "not from pipes"),
        (
            &["watch", &dir, "--system", "undokuu"],
            "did you mean `undoku`?",
        ),
    ];
    for (arguments, said) in cases {
        let run = run(arguments);
        assert_eq!(
            (run.code, run.out.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            run.err
        );
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
}
