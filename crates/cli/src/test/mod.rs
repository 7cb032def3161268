//! `undoku test`: whether techniques find what they should.

mod examples;
mod library;

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};
use undoku::grid::{Deduction, Situation};
use undoku::rules::RuleSet;
use undoku::{Findings, Verdict};

use crate::args::TestArgs;
use crate::console::{self, counted, printable};
use crate::describe;
use crate::exit::Exit;
use crate::rules;

/// The most conclusions that are shown where none was the expected one.
const SHOWN: usize = 4;

/// Runs examples, or the cases of a technique library.
pub(crate) fn run(args: &TestArgs) -> Exit {
    let rules = match load(args) {
        Ok(rules) => Arc::new(rules),
        Err(exit) => return exit,
    };
    match &args.library {
        Some(file) => library::run(args, file, &rules),
        None => examples::run(args, &rules),
    }
}

fn load(args: &TestArgs) -> Result<RuleSet, Exit> {
    let directories: Vec<_> = args
        .directories
        .iter()
        .chain(&args.rules)
        .cloned()
        .collect();
    rules::load(&directories, &args.set)?.map_err(|problems| {
        rules::show_errors(&problems);
        console::error("the rules cannot be used as they are; nothing was tested");
        Exit::Findings
    })
}

/// Whether a text is one that `--filter` wants.
fn is_wanted<'a>(filter: Option<&str>, texts: impl IntoIterator<Item = &'a str>) -> bool {
    filter.is_none_or(|filter| texts.into_iter().any(|text| text.contains(filter)))
}

/// The lines that say what was tried, what was expected and what was found.
fn failure(
    rules: &RuleSet,
    situation: &Situation,
    expected: Option<&Deduction>,
    verdict: &Verdict,
) -> String {
    let mut out = String::new();
    let mut line = |name: &str, text: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "    {name:<8} {text}");
    };
    for (name, text) in describe::setup(situation) {
        line(name, &text);
    }
    match expected {
        Some(expected) => line("expected", &expected.to_string()),
        None => line("expected", "nothing"),
    }
    let Some(findings) = verdict.findings() else {
        return out;
    };
    for (at, finding) in findings.listed.iter().take(SHOWN).enumerate() {
        let kind = rules.kind(finding.kind).map_or("", |kind| &kind.name);
        let text = printable(&finding.text);
        let name = if at == 0 { "found" } else { "" };
        line(name, &format!("{}  {kind}: {text}", finding.deduction));
    }
    let left = findings.listed.len().saturating_sub(SHOWN);
    match (findings.listed.len(), left) {
        (0, _) => line("found", "nothing"),
        (_, 0) => {}
        // No more are listed than this.
        (undoku::MOST_LISTED, _) => line("", "and others"),
        (_, left) => line("", &format!("and {}", counted(left, "other"))),
    }
    if findings.cut_short {
        line("", "the search stopped at a limit; there may be more");
    }
    out
}

/// What was found, for programs.
fn found(rules: &RuleSet, findings: Option<&Findings>) -> Value {
    let Some(findings) = findings else {
        return Value::Null;
    };
    let one = |finding: &undoku::Finding| {
        json!({
            "kind": rules.kind(finding.kind).map(|kind| &kind.name),
            "finds": finding.deduction.to_string(),
            "text": finding.text,
        })
    };
    let listed: Vec<Value> = findings.listed.iter().map(one).collect();
    json!({
        "matches": findings.matches,
        "listed": listed,
        "cut_short": findings.cut_short,
    })
}
