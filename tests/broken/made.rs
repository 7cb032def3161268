//! Faults that are too large for files, or are not about a file's text.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use undoku::lang::{Code, codes as fragment};
use undoku::rules::{SourceFile, codes};

use crate::cases::{Case, Spot, below, found};

/// A directory of its own for each case, made anew.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("broken")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn spot(file: impl Into<String>, code: Code, (line, column): (usize, usize), text: &str) -> Spot {
    Spot {
        file: file.into(),
        code,
        line,
        column,
        text: text.to_owned(),
    }
}

/// A file in memory with one fault.
fn file(name: &str, text: String, expected: Spot) -> Case {
    let mut layers = below();
    layers.files([SourceFile {
        name: expected.file.clone(),
        text,
    }]);
    Case {
        name: name.to_owned(),
        expected: vec![expected],
        found: found(&layers),
    }
}

/// A directory with one fault.
fn directory(name: &str, path: &Path, expected: Spot) -> Case {
    let mut layers = below();
    layers.directory(path);
    Case {
        name: name.to_owned(),
        expected: vec![expected],
        found: found(&layers),
    }
}

fn technique(id: &str, score: &str) -> String {
    format!(
        "technique: {id}\ntitle: Made\npattern: |\n  for c in open\n  check count(cand(c)) == 1\n  place only(cand(c)) at c\nassertions: 1\nscore: {score}\nexplain: found\n"
    )
}

fn system(id: &str, metrics: &str) -> String {
    format!(
        "system: {id}\nversion: 1\ntitle: Made\nladder: [naked_single]\nmetrics:\n  scoring:\n{metrics}"
    )
}

/// The cases.
pub(crate) fn all() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(make)
}

fn make() -> Vec<Case> {
    let mut cases = vec![too_long(), too_large(), too_many_values(), many_formulas()];
    cases.push(directory(
        "missing_directory",
        Path::new("no/such/directory"),
        spot("no/such/directory", codes::UNREADABLE, (1, 1), ""),
    ));
    let empty = scratch("empty");
    let at = spot(empty.to_str().unwrap(), codes::NO_RULE_FILES, (1, 1), "");
    cases.push(directory("empty_directory", &empty, at));
    cases.push(deep_directories());
    #[cfg(unix)]
    cases.push(loop_of_links());
    cases
}

/// The limit of a fragment, 16 KiB, is passed in the middle of a line: 7 + 16,384 + 1.
fn too_long() -> Case {
    let score = format!("1.0{}", " ".repeat(16 * 1024)) + "+ 1";
    file(
        "too_long",
        technique("too_long", &format!("\"{score}\"")),
        spot("made.yaml", fragment::TOO_LONG, (8, 9 + 16 * 1024), ""),
    )
}

fn too_large() -> Case {
    let text = technique("too_large", "1.0") + &"# and so on\n".repeat(100_000);
    file(
        "too_large",
        text,
        spot("made.yaml", codes::FILE_TOO_LARGE, (1, 1), ""),
    )
}

/// One value and one key for the file, one key for the list, and 99,997 elements; the next is one too many.
fn too_many_values() -> Case {
    let list = "1, ".repeat(100_010);
    file(
        "too_many_values",
        format!("technique: too_many_values\nsummary: [{list}1]\n"),
        spot("made.yaml", codes::YAML_TOO_MANY, (2, 11 + 3 * 99_997), "1"),
    )
}

/// More formulas than there are registers, which hold a value each.
fn many_formulas() -> Case {
    let metrics: String = (0..300)
        .map(|n| format!("    m{n}: sum(score) * {n}.5 + {n}\n"))
        .collect();
    file(
        "many_formulas",
        system("many_formulas", &metrics),
        spot("made.yaml", fragment::TOO_LARGE, (7, 5), "m0"),
    )
}

/// 32 directories within each other are read, with the one that is named; the next is not.
fn deep_directories() -> Case {
    let top = scratch("deep");
    let mut path = top.clone();
    for _ in 0..32 {
        path.push("d");
    }
    fs::create_dir_all(&path).unwrap();
    let at = spot(path.to_str().unwrap(), codes::TOO_MANY_FILES, (1, 1), "");
    directory("deep_directories", &top, at)
}

#[cfg(unix)]
fn loop_of_links() -> Case {
    let top = scratch("loop");
    std::os::unix::fs::symlink("..", top.join("up")).unwrap();
    let up = top.join("up");
    // The link leads to the directory above, in which all these directories are.
    let inner = scratch("loop/inner");
    let _ = fs::remove_file(&up);
    std::os::unix::fs::symlink("..", inner.join("up")).unwrap();
    let at = inner.join("up");
    let at = spot(at.to_str().unwrap(), codes::SYMLINK_LOOP, (1, 1), "");
    directory("loop_of_links", &top, at)
}
