//! What an outline names is what the rules' hash is made from, neither more nor less.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use undoku::Loader;
use undoku::rules::{Outline, System};

fn system(id: &str, change: Option<&str>) -> System {
    let mut loader = Loader::new().unwrap();
    if let Some(change) = change {
        loader.set(change);
    }
    let rules = loader
        .load()
        .map_err(|problems| problems.summary())
        .unwrap();
    System::clone(rules.system(id).unwrap())
}

/// The paths of the pieces that are not the same in both.
fn different(old: &[Outline], new: &[Outline]) -> Vec<String> {
    let mut all = Vec::new();
    for (from, to) in [(old, new), (new, old)] {
        for file in from {
            let other = to.iter().find(|other| other.id == file.id);
            for part in &file.parts {
                let path = format!("{}.{}", file.id, part.path);
                let same = other.is_some_and(|other| other.parts.contains(part));
                if !same && !all.contains(&path) {
                    all.push(path);
                }
            }
        }
    }
    all
}

#[test]
fn every_change_that_counts_is_named() {
    let mut old: Vec<System> = Vec::new();
    for (id, change, paths) in [
        (
            "undoku",
            "naked_single.beyond=17",
            "naked_single.constants.beyond",
        ),
        (
            "undoku",
            "naked_single.by_open=[2, 4, 6, 9, 12, 14]",
            "naked_single.constants.by_open",
        ),
        (
            "undoku",
            "hidden_single_line.variants.hidden_single_row.lines_of=boxes",
            "hidden_single_line.variants.hidden_single_row.lines_of",
        ),
        (
            "undoku",
            "naked_single.pattern=for c in open check 1 == count(cand(c)) place only(cand(c)) at c",
            "naked_single.pattern",
        ),
        (
            "undoku",
            "naked_single.evidence.open_min=count(open(row(target)))",
            "naked_single.evidence.open_min",
        ),
        (
            "undoku",
            "naked_single.assertions=12",
            "naked_single.assertions",
        ),
        ("undoku", "naked_single.score=1.5", "naked_single.score"),
        ("undoku", "naked_single.title=Other", ""),
        ("undoku", "naked_single.summary=Other", ""),
        ("undoku", "naked_single.explain=Other", ""),
        ("undoku", "naked_single.range=[1.05, 1.75]", ""),
        ("undoku", "naked_single.possible=count(open)", ""),
        ("undoku", "undoku_plus.volatile_from=3", ""),
        (
            "undoku",
            "undoku.volatile_from=3",
            "undoku.constants.volatile_from",
        ),
        (
            "undoku",
            "undoku.step.reasons_row=count(filled(row(only(placed))))",
            "undoku.step.reasons_row",
        ),
        (
            "undoku",
            "undoku.metrics.scoring.score_total=sum(score) + 1",
            "undoku.metrics.scoring.score_total",
        ),
        (
            "undoku",
            "undoku.extras.search_avg_candidates_measured=1.5",
            "undoku.extras.search_avg_candidates_measured",
        ),
        (
            "undoku",
            "undoku.classes.trajectory_difficulty_pacing.choose.5.name=Even",
            "undoku.classes.trajectory_difficulty_pacing",
        ),
        (
            "undoku",
            "undoku.tiers.by=score_composite",
            "undoku.tiers.by",
        ),
        (
            "undoku",
            "undoku.tiers.table.1.granular_tier=Casual",
            "undoku.tiers.names",
        ),
        (
            "undoku",
            "undoku.tiers.table.1.profile.blanks=[1, 2]",
            "undoku.tiers.profile",
        ),
        ("undoku", "undoku.path.pick=easiest", "undoku.path.pick"),
        (
            "undoku",
            "undoku.ladder=[naked_single, hidden_single_line, hidden_single_box]",
            "undoku.ladder",
        ),
        ("undoku", "undoku.title=Other", ""),
        ("undoku", "undoku.version=2", ""),
        ("hsolve", "hsolve.path.runs=10", "hsolve.path.runs"),
        ("hsolve", "hsolve.path.seed=10", "hsolve.path.seed"),
        ("hsolve", "hsolve.cost=p * check_time", "hsolve.cost"),
        ("hsolve", "hsolve.ladder.1.name=ones", "hsolve.ladder"),
        (
            "hsolve",
            "locked_segment.possible=count(open)",
            "locked_segment.possible",
        ),
    ] {
        if old.iter().all(|system| system.id != id) {
            old.push(system(id, None));
        }
        let old = old.iter().find(|system| system.id == id).unwrap();
        let new = system(id, Some(change));
        let expected: Vec<&str> = paths.split_whitespace().collect();
        assert_eq!(different(&old.outline, &new.outline), expected, "{change}");
        assert_eq!(old.hash != new.hash, !expected.is_empty(), "{change}");
    }
}

#[test]
fn bounds_of_tiers_are_values() {
    let old = system("undoku", None);
    let mut loader = Loader::new().unwrap();
    loader.set("undoku.tiers.table.1.below=45");
    loader.set("undoku.tiers.table.2.from=45");
    let new = System::clone(loader.load().unwrap().system("undoku").unwrap());
    let expected = ["undoku.tiers.table.1.below", "undoku.tiers.table.2.from"];
    assert_eq!(different(&old.outline, &new.outline), expected);
    assert_ne!(old.hash, new.hash);
}

#[test]
fn the_system_comes_first_and_techniques_say_their_kinds() {
    let system = system("undoku", None);
    let files: Vec<(&str, Vec<&str>)> = system
        .outline
        .iter()
        .map(|file| {
            (
                file.id.as_str(),
                file.kinds.iter().map(String::as_str).collect(),
            )
        })
        .collect();
    let expected = [
        ("undoku", vec![]),
        ("naked_single", vec!["naked_single"]),
        ("hidden_single_box", vec!["hidden_single_box"]),
        (
            "hidden_single_line",
            vec!["hidden_single_row", "hidden_single_column"],
        ),
    ];
    assert_eq!(files, expected);
}
