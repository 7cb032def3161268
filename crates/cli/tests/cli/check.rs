//! `undoku check`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{below, command, directory, finish, run, shown};

/// Where the class that no path reaches stands in the built-in system.
fn unreachable_class() -> (usize, usize) {
    let files = undoku::built_in_files();
    let system = files
        .iter()
        .find(|file| file.name == "systems/undoku.yaml")
        .unwrap();
    let found = system
        .text
        .lines()
        .enumerate()
        .find(|(_, line)| line.contains("name: Volatile"));
    let (line, text) = found.unwrap();
    (line + 1, text.find("trajectory_suddenness").unwrap() + 1)
}

#[test]
fn the_built_in_rules_can_be_used() {
    let run = run(&["check"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let (line, column) = unreachable_class();
    assert!(
        run.out
            .contains(&format!("systems/undoku.yaml:{line}:{column}\n")),
        "{}",
        run.out
    );
    assert!(run.out.contains("Volatile"), "{}", run.out);
    assert!(run.out.contains("1 warning in 1 file"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'));
}

#[test]
fn warnings_can_be_denied() {
    assert_eq!(run(&["check", "--deny-warnings"]).code, 1);
    // With a bound that a path can reach there is nothing left to warn about.
    let reached = run(&[
        "check",
        "--deny-warnings",
        "--set",
        "undoku.volatile_from=1.0",
    ]);
    assert_eq!(reached.code, 0, "{}", reached.out);
    assert!(reached.out.contains("no problems"), "{}", reached.out);
}

#[test]
fn problems_of_all_files_are_listed_at_their_places() {
    let names = "\
technique: names
title: Names
pattern: |
  for c in open
  let unit = rows
  check count(cnad(c)) == 1
  place only(cand(c)) at c
assertions: 2
score: 1.0
explain: \"{target}\"
";
    let keys = "\
technique: keys
title: Keys
constnats: {base: 2}
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 2
score: 1.0
explain: \"{target}\"
rnage: [1.0, 1.0]
";
    let rules = directory(&[("names.yaml", names), ("sub/keys.yaml", keys)]);
    let path = shown(rules.path());
    let (names, keys) = (below(&rules, "names.yaml"), below(&rules, "sub/keys.yaml"));
    let text = run(&["check", &path]);
    assert_eq!(text.code, 1);
    for place in [
        format!("{names}:6:15"),
        format!("{keys}:3:1"),
        format!("{keys}:11:1"),
    ] {
        assert!(text.out.contains(&place), "{place}\n{}", text.out);
    }
    for words in [
        "did you mean `cand`?",
        "did you mean `constants`?",
        "did you mean `range`?",
    ] {
        assert!(text.out.contains(words), "{words}\n{}", text.out);
    }
    let json = run(&["check", "--format", "json", &path]);
    assert_eq!(json.code, 1);
    let found: Vec<(String, u64, u64)> = json
        .json()
        .iter()
        .filter(|problem| problem["severity"] == "error")
        .map(|problem| {
            let number = |key: &str| problem[key].as_u64().unwrap();
            (
                problem["file"].as_str().unwrap().to_owned(),
                number("line"),
                number("column"),
            )
        })
        .collect();
    for place in [(names, 6, 15), (keys.clone(), 3, 1), (keys, 11, 1)] {
        assert!(found.contains(&place), "{place:?} in {found:?}");
    }
    assert!(
        json.json()
            .iter()
            .all(|problem: &Value| problem["code"].as_str().is_some())
    );
}

#[test]
fn colours_are_for_terminals_and_those_who_force_them() {
    let forced = finish(command(&["check"]).env("CLICOLOR_FORCE", "1"));
    assert!(forced.out.contains('\u{1b}'));
}

/// All files of the corpus that has a fault each, in one run.
#[test]
fn a_directory_full_of_faults_as_json() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken");
    let run = run(&["check", "--format", "json", &shown(&corpus)]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let found = run.json();
    let has = |file: &str, code: &str, line: u64, column: u64| {
        found.iter().any(|problem| {
            problem["file"]
                .as_str()
                .unwrap()
                .ends_with(&format!("/{file}"))
                && problem["code"] == code
                && problem["line"] == line
                && problem["column"] == column
        })
    };
    // Beside files that cannot be read at all, names in ladders and tables that mean nothing are not reported, for
    // what defines them may be there; and formulas of systems are judged by their ladders.
    const HUSHED: [&str; 3] = ["U0803", "U0809", "U0811"];
    let mut silent = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(&corpus).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let file = path.file_name().unwrap().to_str().unwrap();
        for line in text.lines().map_while(|l| l.strip_prefix("# expect: ")) {
            let mut words = line.split(' ');
            let code = words.next().unwrap();
            let (line, column) = words.next().unwrap().split_once(':').unwrap();
            count += 1;
            if !HUSHED.contains(&code)
                && !has(file, code, line.parse().unwrap(), column.parse().unwrap())
            {
                silent.push(format!("{file}: {code}"));
            }
        }
    }
    assert_eq!(silent, Vec::<String>::new());
    assert!(count >= 140, "only {count} faults");
}
