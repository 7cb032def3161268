//! The catalogue of techniques: what each kind of step looks like, costs and scores, and where systems look for it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;

use undoku::grid::{Deduction, Situation};
use undoku::rules::model::{Constant, Formula, Number, OrderedMap, TechniqueFile};
use undoku::rules::{KindId, RuleSet, TechniqueInfo};
use undoku::{Finder, Loader, Step};

use crate::blocks::root;
use crate::tables::{cell, table};

/// The built-in technique files by their folders, each with its path and its place in the rules.
fn by_folder(rules: &RuleSet) -> BTreeMap<String, Vec<(String, TechniqueFile, usize)>> {
    let mut folders: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for file in undoku::built_in_files() {
        if !file.text.lines().any(|line| line.starts_with("technique:")) {
            continue;
        }
        let model: TechniqueFile = serde_yaml::from_str(&file.text).unwrap();
        let mut infos = rules.techniques.iter();
        let place = infos.position(|info| info.id == model.technique).unwrap();
        let (folder, _) = file.name.split_once('/').unwrap();
        let list = folders.entry(folder.to_owned()).or_default();
        list.push((file.name.clone(), model, place));
    }
    folders
}

/// The folders in the order in which the system with the longest ladder comes to them, then those it leaves out.
fn order(
    rules: &RuleSet,
    folders: &BTreeMap<String, Vec<(String, TechniqueFile, usize)>>,
) -> Vec<String> {
    let longest = rules.systems.iter().max_by_key(|system| system.kinds.len());
    let kinds = &longest.unwrap().kinds;
    let first = |folder: &&String| {
        let techniques = &folders[*folder];
        let mut rungs = kinds.iter().enumerate();
        let found = rungs.find(|(_, kind)| {
            techniques
                .iter()
                .any(|(_, t, _)| t.technique == kind.technique)
        });
        found.map_or(usize::MAX, |(at, _)| at)
    };
    let mut names: Vec<&String> = folders.keys().collect();
    names.sort_by_key(first);
    names.into_iter().cloned().collect()
}

fn formula(formula: &Formula) -> String {
    match formula {
        Formula::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Formula::Number(number) => number.to_string(),
        Formula::Bool(value) => value.to_string(),
    }
}

fn constants(of: &OrderedMap<Constant>) -> String {
    let numbers = |list: &[Number]| {
        let all: Vec<String> = list.iter().map(Number::to_string).collect();
        format!("[{}]", all.join(", "))
    };
    let one = |(name, value): &(String, Constant)| {
        let value = match value {
            Constant::Bool(value) => value.to_string(),
            Constant::Number(number) => number.to_string(),
            Constant::List(list) => numbers(list),
            Constant::Expression(text) => text.clone(),
        };
        format!("`{name}` {}", cell(&value))
    };
    of.entries.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What this kind finds in its examples, on the narrowest board that shows one; of several the first.
fn narrowest(finder: &mut Finder, info: &TechniqueInfo, id: KindId) -> Option<(String, Step)> {
    let name = &info.kinds[id.kind].name;
    let mut found: Vec<(String, Step)> = Vec::new();
    for example in &info.examples {
        let Some(expected) = &example.finds else {
            continue;
        };
        if example.kind.as_ref().is_some_and(|kind| kind != name) {
            continue;
        }
        let situation = &example.situation;
        let Some(step) = step(finder, id, situation, expected) else {
            continue;
        };
        let clues = situation.puzzle().clues();
        let board = undoku_cli::board::step(situation.position(), clues, &step);
        found.push((anstream::adapter::strip_str(&board).to_string(), step));
    }
    let width = |(board, _): &(String, Step)| board.lines().next().unwrap().chars().count();
    found.into_iter().min_by_key(width)
}

fn step(
    finder: &mut Finder,
    id: KindId,
    situation: &Situation,
    expected: &Deduction,
) -> Option<Step> {
    finder.each(id, situation, |mut found| {
        if found.deduction() == expected {
            ControlFlow::Break(found.step())
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// A whole number, rounded to two digits, with its thousands set apart.
fn about(number: f64) -> String {
    let mut whole = number.max(1.0).round();
    let scale = 10f64.powi((whole.log10().floor() as i32 - 1).max(0));
    whole = (whole / scale).round() * scale;
    let digits = format!("{whole}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Where systems look for a kind: `undoku 1 of 3`.
fn places(rules: &RuleSet, name: &str) -> String {
    let systems = rules.systems.iter().filter_map(|system| {
        let kind = system.kinds.iter().find(|kind| kind.name == name)?;
        Some(format!(
            "`{}` {} of {}",
            system.id,
            kind.rung + 1,
            system.rungs.len()
        ))
    });
    let all: Vec<String> = systems.collect();
    if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    }
}

fn kind(out: &mut String, rules: &RuleSet, finder: &mut Finder, file: &TechniqueFile, id: KindId) {
    let info = &rules.techniques[id.technique];
    let compiled = &info.kinds[id.kind];
    let variant = file.variants.get(&compiled.name);
    if let Some(variant) = variant {
        let title = variant.title.as_ref().unwrap_or(&file.title);
        let own = constants(&variant.constants);
        writeln!(out, "#### {title}: `{}`\n", compiled.name).unwrap();
        if !own.is_empty() {
            writeln!(out, "With {own}.\n").unwrap();
        }
    }
    let (score, assertions) = (
        compiled.program.score_range(),
        compiled.program.assertions_range(),
    );
    let declared = variant.and_then(|variant| variant.range).or(file.range);
    let [low, high] = declared.unwrap_or([score.lo, score.hi]);
    writeln!(
        out,
        "| score | assertions | bindings | rung |\n|---|---|---|---|\n| {low:.2} – {high:.2} | {} – {} | {} | {} |\n",
        tidy(assertions.lo),
        tidy(assertions.hi),
        about(compiled.program.cost()),
        places(rules, &compiled.name)
    )
    .unwrap();
    let Some((board, step)) = narrowest(finder, info, id) else {
        writeln!(out, "No example.\n").unwrap();
        return;
    };
    writeln!(
        out,
        "```text\n{}\n```\n\n{}\n",
        board.trim_end(),
        sentence(&step.text)
    )
    .unwrap();
}

/// An explanation as a paragraph that Markdown takes for nothing else.
fn sentence(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(
            c,
            '*' | '_' | '[' | ']' | '<' | '>' | '`' | '|' | '\\' | '#'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn tidy(number: f64) -> String {
    format!("{}", undoku::tidy(number))
}

fn catalogue() -> String {
    let rules = Arc::new(Loader::new().unwrap().load().unwrap());
    let mut finder = Finder::new(Arc::clone(&rules));
    let folders = by_folder(&rules);
    let mut out = String::new();
    for folder in order(&rules, &folders) {
        writeln!(out, "## {}\n", heading(&folder)).unwrap();
        for (path, file, technique) in &folders[&folder] {
            writeln!(out, "### {}: `{}`\n", file.title, file.technique).unwrap();
            if let Some(summary) = &file.summary {
                writeln!(out, "{summary}\n").unwrap();
            }
            writeln!(out, "| | |\n|---|---|").unwrap();
            writeln!(out, "| file | [{path}](../techniques/{path}) |").unwrap();
            writeln!(
                out,
                "| assertions | `{}` |",
                cell(&formula(&file.assertions))
            )
            .unwrap();
            writeln!(out, "| score | `{}` |", cell(&formula(&file.score))).unwrap();
            for (name, formula_of) in &file.evidence.entries {
                writeln!(out, "| `{name}` | `{}` |", cell(&formula(formula_of))).unwrap();
            }
            if !file.constants.is_empty() {
                writeln!(out, "| constants | {} |", constants(&file.constants)).unwrap();
            }
            out.push('\n');
            for at in 0..rules.techniques[*technique].kinds.len() {
                let id = KindId {
                    technique: *technique,
                    kind: at,
                };
                kind(&mut out, &rules, &mut finder, file, id);
            }
        }
    }
    out
}

/// `single_digit` as a heading: `Single digit`.
fn heading(folder: &str) -> String {
    let mut chars = folder.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first
        .into_iter()
        .chain(chars)
        .map(|c| if c == '_' { ' ' } else { c })
        .collect()
}

#[test]
fn the_catalogue_of_techniques() {
    table("docs/techniques.md", "catalogue", &catalogue());
}

#[test]
fn the_catalogue_has_every_kind_with_a_board_that_shows_what_it_concludes() {
    let text = fs::read_to_string(root().join("docs/techniques.md")).unwrap();
    let rules = Loader::new().unwrap().load().unwrap();
    let kinds: Vec<&str> = rules.kinds().map(|(_, kind)| kind.name.as_str()).collect();
    assert!(kinds.len() > 80, "{}", kinds.len());
    for name in &kinds {
        let heading = format!(": `{name}`\n");
        let sections = text.split("\n#").filter(|section| {
            let title = section.lines().next().unwrap_or_default();
            format!("{title}\n").ends_with(&heading)
        });
        let section = sections
            .last()
            .unwrap_or_else(|| panic!("{name} is missing"));
        let board = section
            .split("```")
            .nth(1)
            .unwrap_or_else(|| panic!("{name} has no board"));
        let lines: Vec<&str> = board.lines().skip(1).collect();
        assert_eq!(lines.len(), 13, "{name}: {board}");
        assert!(
            board.contains('(') || board.contains('*'),
            "{name}: {board}"
        );
    }
    // The fourth example says that r2c3 is 9; row 2 has 6, 8, 4 and 7 then. The others have more candidates.
    let section = text.split("### Naked single").nth(1).unwrap();
    let row = section.lines().filter(|line| line.starts_with('│')).nth(1);
    let cells: Vec<&str> = row
        .unwrap()
        .split_whitespace()
        .filter(|cell| *cell != "│")
        .collect();
    assert_eq!(
        [1, 2, 4, 5, 7].map(|at| cells[at]),
        ["6", "*9", "8", "4", "7"]
    );
    assert!(section.contains("\nr2c3 has one candidate left: 9\n"));
    assert!(section.contains("| 1.06 – 1.75 | 2 – 22 |"));
    assert!(section.contains("`undoku` 1 of 3"));
}
