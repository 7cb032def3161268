//! Rule files that are made to exhaust time or memory are refused, soon and with a message that says why.
//!
//! The limit of time here is generous, for tests run without optimisation on busy machines; `--nocapture` shows
//! what each took.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "broken/cases.rs"]
#[expect(dead_code, reason = "not all helpers of the cases are needed here")]
mod cases;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cases::{below, found};
use undoku::lang::{Severity, codes as fragment};
use undoku::rules::{Layers, RenderOptions, SourceFile, codes};

const SOON: Duration = Duration::from_secs(5);
/// How deep things are nested.
const DEEP: usize = 10_000;

/// Asserts that layers are refused soon, the first problem having this code, and that the message is short.
fn refused(name: &str, layers: &Layers, code: undoku::lang::Code) {
    let start = Instant::now();
    let problems = found(layers);
    let json: usize = problems.iter().map(|d| d.to_json().to_string().len()).sum();
    let text: String = problems
        .iter()
        .map(|d| d.render(RenderOptions::default()))
        .collect();
    let took = start.elapsed();
    println!("{name}: {took:?}, {} problems", problems.len());
    let first = problems
        .iter()
        .find(|d| d.severity == Severity::Error)
        .unwrap_or_else(|| panic!("{name}: not refused"));
    assert_eq!(first.code, code, "{name}: {}", first.message);
    assert!(first.help.is_some(), "{name}: {}", first.message);
    assert!(took < SOON, "{name} took {took:?}");
    assert!(
        text.len() < 1 << 20 && json < 1 << 20,
        "{name}: {} bytes of text, {json} of JSON",
        text.len()
    );
}

fn file(name: &str, text: String, code: undoku::lang::Code) {
    let mut layers = below();
    layers.files([SourceFile {
        name: format!("{name}.yaml"),
        text,
    }]);
    refused(name, &layers, code);
}

/// A technique whose score is this formula, written as a block so that nothing in it means something to YAML.
fn formula(name: &str, score: &str, code: undoku::lang::Code) {
    let text = format!(
        "technique: {name}\ntitle: Bound\npattern: |\n  for c in open\n  check count(cand(c)) == 1\n  place only(cand(c)) at c\nassertions: 1\nscore: |\n  {score}\nexplain: found\n"
    );
    file(name, text, code);
}

#[test]
fn ten_megabytes() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounds");
    fs::create_dir_all(&directory).unwrap();
    let line = "# this is no rule file, but something that got into the directory\n";
    let text = line.repeat(10 * (1 << 20) / line.len() + 1);
    assert!(text.len() >= 10 << 20);
    fs::write(directory.join("large.yaml"), &text).unwrap();
    let mut layers = below();
    layers.directory(&directory);
    refused("ten megabytes", &layers, codes::FILE_TOO_LARGE);
    file("in_memory", text, codes::FILE_TOO_LARGE);
}

#[test]
fn aliases_of_aliases() {
    let mut text = String::from("technique: bomb\ntitle: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (name, before) in ('b'..='j').zip('a'..) {
        let ten = vec![format!("*{before}"); 10].join(", ");
        text += &format!("{name}{name}: &{name} [{ten}]\n");
    }
    file("bomb", text, codes::YAML_ANCHOR);
}

#[test]
fn deep_yaml() {
    let head = "technique: deep\ntitle: Deep\nsummary: ";
    let deep =
        |open: &str, close: &str| format!("{head}{}1{}\n", open.repeat(DEEP), close.repeat(DEEP));
    file("lists", deep("[", "]"), codes::YAML_TOO_DEEP);
    file("lists_that_stay_open", deep("[", ""), codes::YAML_TOO_DEEP);
    file("mappings", deep("{a: ", "}"), codes::YAML_TOO_DEEP);
    let dashes = format!("technique: deep\nsummary:\n  {}1\n", "- ".repeat(DEEP));
    file("dashes", dashes, codes::YAML_TOO_DEEP);
    let mut steps = String::from("technique: deep\nsummary:\n");
    // As deep as a mebibyte lets them be.
    for depth in 1..1_400 {
        steps += &format!("{}a:\n", " ".repeat(depth));
    }
    file("indented", steps, codes::YAML_TOO_DEEP);
}

#[test]
fn deep_formulas() {
    let half = 8_000;
    let brackets = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    formula(
        "brackets",
        &brackets("(", "1", ")", half),
        fragment::TOO_DEEP,
    );
    formula("brackets_open", &"(".repeat(DEEP), fragment::SYNTAX);
    formula("lists", &brackets("[", "1", "]", half), fragment::TOO_DEEP);
    formula("minus", &brackets("-", "1", "", DEEP), fragment::TOO_DEEP);
    formula(
        "not",
        &brackets("not ", "true", "", 4_000),
        fragment::TOO_DEEP,
    );
    formula(
        "calls",
        &brackets("abs(", "1", ")", 3_000),
        fragment::TOO_DEEP,
    );
    formula(
        "filters",
        &brackets("{x in ", "open", " : true}", 1_000),
        fragment::TOO_DEEP,
    );
    formula(
        "choices",
        &brackets("if true then ", "1", " else 2", 700),
        fragment::TOO_DEEP,
    );
    formula(
        "sums",
        &format!("1{}", " + 1".repeat(4_000)),
        fragment::TOO_DEEP,
    );
    formula(
        "fields",
        &format!("x{}", ".y".repeat(8_000)),
        fragment::TOO_DEEP,
    );
    formula(
        "filters_of_ten_thousand",
        &brackets("{x in ", "open", " : true}", DEEP),
        fragment::TOO_LONG,
    );
    formula(
        "nots_of_ten_thousand",
        &brackets("not ", "true", "", DEEP),
        fragment::TOO_LONG,
    );
}

#[test]
fn deep_patterns_and_texts() {
    let technique = |pattern: &str, explain: &str| {
        format!(
            "technique: deep\ntitle: Deep\npattern: |\n  for c in open\n  check {pattern}\n  place only(cand(c)) at c\nassertions: 1\nscore: 1.0\nexplain: |\n  {explain}\n"
        )
    };
    let fine = "count(cand(c)) == 1";
    let deep = format!("{}{fine}{}", "(".repeat(8_000), ")".repeat(8_000));
    file("pattern", technique(&deep, "found"), fragment::TOO_DEEP);
    let braces = format!("{{{}c{}}}", "(".repeat(8_000), ")".repeat(8_000));
    file("explanation", technique(fine, &braces), fragment::TOO_DEEP);
    file(
        "braces",
        technique(fine, &"{ ".repeat(8_000)),
        fragment::BAD_TEMPLATE,
    );
}

#[test]
fn many_of_everything() {
    let system = |metrics: &str| {
        format!(
            "system: many\nversion: 1\ntitle: Many\nladder: [naked_single]\nmetrics:\n  scoring:\n    total: sum(score)\n{metrics}"
        )
    };
    let many = |of: &dyn Fn(usize) -> String| (0..30_000).map(of).collect::<String>();
    file(
        "metrics",
        system(&many(&|n| format!("    m{n}: sum(score) + {n}\n"))),
        codes::YAML_TOO_MANY,
    );
    file(
        "unknown_names",
        system(&many(&|n| format!("    m{n}: scor{n}\n"))),
        codes::YAML_TOO_MANY,
    );
    file(
        "constants",
        format!(
            "{}constants:\n{}",
            system(""),
            many(&|n| format!("  c{n}: {n}\n"))
        ),
        codes::YAML_TOO_MANY,
    );
    let ladder = many(&|n| format!("x{n}, "));
    file(
        "ladder",
        system("").replace("[naked_single]", &format!("[naked_single, {ladder}x]")),
        codes::YAML_TOO_MANY,
    );
}
