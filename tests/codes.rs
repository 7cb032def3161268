//! The pages about codes, `docs/codes/`: each code has one, its wrong example raises the code and no other, and
//! the right one nothing.
//!
//! An example is one file or several, each behind a comment with its name; or the keys that it is about, which
//! then stand in a small technique or system in place of that one's; or a command line with `--set`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "broken/cases.rs"]
#[expect(dead_code, reason = "not all helpers of the cases are needed here")]
mod cases;

use std::collections::BTreeSet;

use cases::{below, found, names_in};
use undoku::lang::{Code, Severity};
use undoku::rules::{SourceFile, codes};

/// What no short example can show; `tests/broken.rs` raises all of these.
const NOT_SHOWN: [u16; 10] = [103, 404, 601, 602, 603, 606, 620, 621, 622, 623];

const TECHNIQUE: [(&str, &str); 7] = [
    ("technique", "technique: shown"),
    ("title", "title: Shown"),
    (
        "pattern",
        "pattern: |\n  for b in boxes\n  for d in missing(b)\n  let s = spots(d, b)\n  check count(s) == 1\n  place d at only(s)",
    ),
    (
        "evidence",
        "evidence: {reasons: count(filled(row(target)))}",
    ),
    ("assertions", "assertions: 12 + reasons"),
    ("score", "score: 1.0 + assertions / 20"),
    ("explain", "explain: \"{d} fits in {b} only at {target}\""),
];
const SYSTEM: [(&str, &str); 5] = [
    ("system", "system: shown"),
    ("version", "version: 1"),
    ("title", "title: Shown"),
    (
        "ladder",
        "ladder: [naked_single, hidden_single_box, hidden_single_line]",
    ),
    ("metrics", "metrics: {scoring: {total: sum(score)}}"),
];
/// Keys that only systems have.
const OF_SYSTEMS: [&str; 9] = [
    "graph", "ladder", "metrics", "path", "tiers", "classes", "extras", "version", "cost",
];

fn page(code: Code) -> &'static str {
    codes::page(code).unwrap_or_else(|| panic!("{code} has no page"))
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<&str> {
    let inside = page.split("\n```").skip(1).step_by(2);
    inside
        .map(|block| block.split_once('\n').unwrap().1)
        .collect()
}

/// The keys at the left edge of a text.
fn keys(text: &str) -> Vec<&str> {
    let key = |line: &'_ str| {
        let (key, _) = line.split_once(':')?;
        let is_key = key.starts_with(|c: char| c.is_ascii_lowercase())
            && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_key.then_some(key.len())
    };
    text.lines()
        .filter_map(|line| key(line).map(|length| &line[..length]))
        .collect()
}

/// The files that an example is made of.
fn files(example: &str) -> Vec<SourceFile> {
    if example.starts_with("# ") {
        let parts = example.split("# ").skip(1);
        return parts
            .map(|part| {
                let (name, text) = part.split_once('\n').unwrap();
                SourceFile {
                    name: name.to_owned(),
                    text: text.to_owned(),
                }
            })
            .collect();
    }
    let given = keys(example);
    let says_what_it_is = ["technique", "system", "library", "tehcnique"];
    let mut text = String::new();
    if !given.iter().any(|key| says_what_it_is.contains(key)) {
        let of_system = given.iter().any(|key| OF_SYSTEMS.contains(key));
        let base: &[(&str, &str)] = if of_system { &SYSTEM } else { &TECHNIQUE };
        for (_, lines) in base.iter().filter(|(key, _)| !given.contains(key)) {
            text += lines;
            text.push('\n');
        }
    }
    text += example;
    text.push('\n');
    vec![SourceFile {
        name: "example.yaml".to_owned(),
        text,
    }]
}

/// The codes that an example raises, and the messages.
fn raised(example: &str) -> (Vec<Code>, String) {
    let mut layers = below();
    match example.strip_prefix("$ undoku check --set ") {
        Some(change) => drop(layers.set(change.trim())),
        None => drop(layers.files(files(example))),
    }
    let found = found(&layers);
    let words = found
        .iter()
        .map(|d| d.render(undoku::rules::RenderOptions::default()) + "\n")
        .collect();
    (found.iter().map(|d| d.code).collect(), words)
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let known: BTreeSet<String> = codes::all().map(|(code, _)| format!("{code}.md")).collect();
    let pages: BTreeSet<String> = names_in("docs/codes").collect();
    assert_eq!(known, pages);
    for (code, meaning) in codes::all() {
        let heading = format!("# {code}: {}\n", meaning.trim_end_matches('.'));
        assert!(page(code).starts_with(&heading), "{code}: not {heading:?}");
    }
}

#[test]
fn examples_are_right_or_wrong_as_they_say() {
    let mut wrong = String::new();
    let mut without = Vec::new();
    for (code, _) in codes::all() {
        let page = page(code);
        let [bad, good] = blocks(page)[..] else {
            without.push(code.0);
            continue;
        };
        assert!(
            page.contains("\nWrong:\n") && page.contains("\nRight:\n"),
            "{code}: which is which?"
        );
        let (codes, words) = raised(bad);
        if codes != [code] {
            wrong += &format!("{code}, the wrong one: {codes:?}\n{words}\n");
        }
        let (codes, words) = raised(good);
        if !codes.is_empty() {
            wrong += &format!("{code}, the right one: {codes:?}\n{words}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(without, NOT_SHOWN);
}

#[test]
fn pages_say_which_codes_are_warnings() {
    // What the cases of broken files raise as warnings alone.
    let mut severities = std::collections::BTreeMap::<Code, BTreeSet<Severity>>::new();
    for case in cases::all() {
        for diagnostic in &case.found {
            let seen = severities.entry(diagnostic.code).or_default();
            seen.insert(diagnostic.severity);
        }
    }
    for (code, seen) in severities {
        let told = page(code).contains("warning");
        assert_eq!(told, seen.contains(&Severity::Warning), "{code}: {seen:?}");
    }
}
