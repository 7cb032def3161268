//! Rules are data: what changes of constants, added files and plugins do to ratings.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::collections::BTreeSet;

use support::naive::{Single, singles};
use support::{clues, engine, kind, listing, number, puzzle, puzzles, rules, rules_of, text};
use undoku::grid::{Solutions, solve};
use undoku::lang::{Field, Look, Outcome, Record, Records, Severity, Source, Type, Value};
use undoku::rules::SourceFile;
use undoku::{Bundle, Loader, Status, built_in_files, bundles};

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

/// A built-in file, with one text replaced by another.
fn edited(name: &str, from: &str, to: &str) -> SourceFile {
    let mut files = built_in_files().into_iter();
    let mut file = files.find(|file| file.name.ends_with(name)).unwrap();
    assert_eq!(file.text.matches(from).count(), 1, "{from} in {name}");
    file.text = file.text.replace(from, to);
    file
}

fn with(files: impl IntoIterator<Item = SourceFile>, changes: &[&str]) -> Loader {
    let mut loader = Loader::new().unwrap();
    loader.files(files);
    for change in changes {
        loader.set(*change);
    }
    loader
}

#[test]
fn a_weight_changes_the_assertions_of_its_technique_and_nothing_else() {
    let before = engine(&[]);
    let after = engine(&["hidden_single_box.peer_weight=0.5"]);
    let (mut changed, mut same) = (0, 0);
    for start in puzzles("mixed-500.txt")
        .iter()
        .chain(&puzzles("tiers-48.txt"))
        .chain(&puzzles("puzzles/17clue-12.txt"))
    {
        let (before, after) = (before.rate(&puzzle(start)), after.rate(&puzzle(start)));
        assert_eq!(before.steps().len(), after.steps().len());
        let mut grid = clues(start);
        for (old, new) in before.steps().iter().zip(after.steps()) {
            assert_eq!((old.kind, old.placement()), (new.kind, new.placement()));
            let (cell, digit) = new.placement().unwrap();
            if kind(&after, new) == "hidden_single_box" {
                let all = singles(&grid);
                let of_box = |s: &&Single| s.kind == "hidden_single_box" && s.cell == cell.index();
                let seen = all.iter().find(of_box).unwrap();
                let reasons = seen.filled.iter().sum::<usize>() as f64;
                let raw = 8.0 + 0.5 * seen.conflicts as f64 + 0.30 * reasons;
                let assertions = raw.round().clamp(10.0, 24.0);
                assert_eq!(new.assertions, assertions, "{start} step {}", new.index);
                assert!((new.score - (1.40 + assertions / 24.0 * 0.45)).abs() < 1e-12);
                changed += usize::from(new.assertions != old.assertions);
            } else {
                assert_eq!((old.assertions, old.score), (new.assertions, new.score));
                same += 1;
            }
            grid[cell.index()] = digit.number();
        }
    }
    assert!(changed > 100 && same > 100, "{changed} changed, {same} not");
}

#[test]
fn a_tier_bound_moves_the_puzzles_between_the_old_and_the_new_one() {
    let before = engine(&[]);
    let after = engine(&[
        "undoku.tiers.table.2.below=52",
        "undoku.tiers.table.3.from=52",
    ]);
    let mut moved = 0;
    for start in puzzles("puzzles/exchange-easy.txt")
        .iter()
        .chain(&puzzles("tiers-48.txt"))
    {
        let (before, after) = (before.rate(&puzzle(start)), after.rate(&puzzle(start)));
        if before.status != Status::Solved {
            continue;
        }
        let tier = |report| text(report, "granular_tier").to_owned();
        let total = number(&before, "score_total");
        if (50.0..52.0).contains(&total) {
            assert_eq!(tier(&before), "Medium (Tier 1 - Moderate)", "{start}");
            assert_eq!(tier(&after), "Easy (Tier 2 - Novice)", "{start}");
            assert_eq!(text(&after, "difficulty_rating"), "Easy");
            moved += 1;
        } else {
            assert_eq!(tier(&before), tier(&after), "{start} of {total}");
        }
        assert_eq!(total, number(&after, "score_total"));
    }
    assert!(moved > 0);
}

#[test]
fn the_built_in_rules_have_one_warning() {
    let rules = rules(&[]);
    assert_eq!(rules.warnings.len(), 1);
    let warning = rules.warnings.iter().next().unwrap();
    assert_eq!(warning.severity, Severity::Warning);
    assert!(warning.message.contains("Volatile"), "{}", warning.message);
    assert!(warning.place.file().ends_with("systems/undoku.yaml"));
    let text = warning.place.source().text();
    let line = text.lines().nth(warning.place.start().line - 1).unwrap();
    assert!(line.contains("name: Volatile"), "{line}");
}

#[test]
fn a_lower_threshold_makes_volatile_reachable() {
    let changes = ["undoku.volatile_from=0.5"];
    assert!(rules(&changes).warnings.is_empty());
    let (before, after) = (engine(&[]), engine(&changes));
    let (mut volatile, mut calm) = (0, 0);
    for start in puzzles("mixed-500.txt") {
        let (before, after) = (before.rate(&puzzle(&start)), after.rate(&puzzle(&start)));
        let pacing = |report| text(report, "trajectory_difficulty_pacing").to_owned();
        if number(&after, "trajectory_suddenness") >= 0.5 {
            assert_eq!(pacing(&after), "Volatile", "{start}");
            volatile += 1;
        } else {
            assert_eq!(pacing(&after), pacing(&before), "{start}");
            calm += 1;
        }
        assert_ne!(pacing(&before), "Volatile", "{start}");
    }
    assert!(volatile > 0 && calm > 0, "{volatile} and {calm}");
}

const POINTING: &str = "\
technique: my_pointing
title: Pointing
pattern: |
  for b in boxes
  for d in missing(b)
  for l in units(cells(b)) & lines
  check spots(d, b) in cells(l)
  eliminate d from spots(d, l) - cells(b)
assertions: 26
score: 2.3
explain: \"{d} of {b} lies in {l}\"
";

#[test]
fn a_fourth_technique_is_used_where_the_three_are_stuck() {
    let ladder = "undoku.ladder=[naked_single, hidden_single_box, hidden_single_line, my_pointing]";
    let three = engine(&[]);
    let four = listing(rules_of(&with(
        [file("my_pointing.yaml", POINTING)],
        &[ladder],
    )));
    let (mut further, mut solved) = (0, 0);
    for start in puzzles("puzzles/qqwing-intermediate.txt") {
        let puzzle = puzzle(&start);
        let Solutions::One(solution) = solve(&puzzle) else {
            panic!("{start}")
        };
        let (before, after) = (three.rate(&puzzle), four.rate(&puzzle));
        if before.status == Status::Solved {
            // The ladder gets to the fourth only where the three find nothing.
            assert_eq!(before.steps(), after.steps(), "{start}");
            continue;
        }
        let mut eliminated = 0;
        for step in after.steps() {
            match step.placement() {
                Some((cell, digit)) => assert_eq!(digit, solution.digit(cell), "{start}"),
                None => {
                    assert_eq!(kind(&after, step), "my_pointing");
                    assert_eq!((step.assertions, step.score), (26.0, 2.3));
                    assert!(!step.eliminations.is_empty(), "{start}");
                    for &(cell, digit) in &step.eliminations {
                        assert_ne!(digit, solution.digit(cell), "{start}");
                    }
                    eliminated += 1;
                }
            }
        }
        further += usize::from(after.remaining < before.remaining);
        if after.status == Status::Solved {
            let blanks = start.bytes().filter(|&byte| byte == b'.').count();
            assert!(eliminated > 0 && after.step_count == blanks + eliminated);
            assert_eq!(number(&after, "complexity_max_step_assertions"), 26.0);
            solved += 1;
        }
    }
    assert!(
        further > 0 && solved > 0,
        "{further} further, {solved} solved"
    );
}

#[test]
fn a_technique_replaces_the_built_in_one_of_its_id() {
    let other = edited(
        "naked_single.yaml",
        "score: 1.00 + assertions / 22 * 0.75",
        "score: 1.5",
    );
    let rules = rules_of(&with([other], &[]));
    let ids: Vec<&str> = rules.techniques.iter().map(|t| t.id.as_str()).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    let report = listing(rules).rate(&puzzle(&puzzles("mixed-500.txt")[0]));
    let naked = |step: &&undoku::Step| kind(&report, step) == "naked_single";
    assert!(report.steps().iter().any(|step| naked(&step)));
    assert!(
        report
            .steps()
            .iter()
            .filter(naked)
            .all(|step| step.score == 1.5)
    );
}

#[test]
fn a_file_with_errors_leaves_nothing_usable_and_all_of_them_are_listed() {
    let broken = "\
technique: broken
title: Broken
colour: red
pattern: |
  for c in opem
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: count(opn)
score: 1 + wieght
explain: \"{targett}\"
";
    let problems = with([file("broken.yaml", broken)], &[]).load().unwrap_err();
    let found: Vec<(usize, usize)> = problems
        .iter()
        .filter(|problem| problem.place.file() == "broken.yaml")
        .map(|problem| (problem.place.start().line, problem.place.start().column))
        .collect();
    // The misspelt words, where they stand.
    for place in [(3, 1), (5, 12), (8, 19), (9, 12), (10, 12)] {
        assert!(found.contains(&place), "{place:?} is not among {found:?}");
    }
    assert!(problems.errors() >= 5 && problems.has_errors());
    // A change that names nothing is an error, too.
    let problems = with([], &["hidden_single_box.peer_wieght=1"]).load();
    let message = problems.unwrap_err().render(Default::default());
    assert!(message.contains("peer_weight"), "{message}");
}

/// A system of its own: two techniques that find the same single and score what is the same but for rounding.
const TIE: [&str; 3] = [
    "\
technique: a_first
title: First
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 1
score: 6.7
explain: \"{target}\"
",
    "\
technique: b_second
title: Second
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 1
score: 6.6 + 0.1
explain: \"{target}\"
",
    "\
system: tie
version: 1
title: Tie
ladder: [a_first, b_second]
path: {pick: easiest}
metrics:
  scoring: {least: 6.6 + 0.1 + 0 * sum(score)}
tiers:
  domain: scoring
  by: least
  names: [tier]
  profile: {value: least}
  table:
    - {tier: Only, profile: {value: [6.7, 7]}}
",
];

#[test]
fn what_differs_by_rounding_alone_is_equal() {
    let files = TIE.iter().zip(["a.yaml", "b.yaml", "c.yaml"]);
    let loader = with(files.map(|(text, name)| file(name, text)), &[]);
    let engine = undoku::Engine::with_system(loader.load().unwrap(), "tie").unwrap();
    let engine = engine.options(undoku::Options {
        steps: true,
        ..Default::default()
    });
    let report = engine.rate(&puzzle(
        "123456789456789123789123456214365897365897214897214365531642978642978531978531.42",
    ));
    // 6.6 + 0.1 is a little less than 6.7 in binary: the tie goes to the ladder's order all the same.
    assert_eq!(report.steps().len(), 1);
    assert_eq!(kind(&report, &report.steps()[0]), "a_first");
    assert_eq!(report.profile, [undoku::Fit::Inside]);
}

#[test]
fn rules_that_would_run_long_are_refused_wherever_the_loop_stands() {
    let technique = |pattern: &str, score: &str| {
        format!(
            "technique: slow\ntitle: Slow\npattern: |\n{pattern}\nassertions: 1\nscore: \"{score}\"\nexplain: \"{{target}}\"\n"
        )
    };
    let single = "  for c in open\n  check count(cand(c)) == 1\n  place only(cand(c)) at c";
    let check = single.replace(
        "count(cand(c)) == 1",
        "any(s in choose(9, cells) : count(cand(s)) == 1)",
    );
    let nested = "sum(w in cells : sum(x in cells : sum(y in cells : sum(z in cells : count(cand(w) & cand(x) & cand(y) & cand(z))))))";
    for (text, line) in [
        (technique(&check, "1"), 5),
        (technique(single, nested), 8),
        (
            technique(single, "count(s in choose(8, cells) : s in open)"),
            8,
        ),
    ] {
        let problems = with([file("slow.yaml", &text)], &[]).load().unwrap_err();
        let found: Vec<(String, usize)> = problems
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
            .map(|problem| (problem.code.to_string(), problem.place.start().line))
            .collect();
        assert_eq!(found, [("U0403".to_owned(), line)], "{text}");
    }
    // As deep, but no inner loop depends on those between: each runs 81 times for every `w` and no more.
    let fine = nested.replace(" & cand(x) & cand(y)", "");
    let fine = technique(single, &fine);
    assert!(with([file("fine.yaml", &fine)], &[]).load().is_ok());
}

fn hash(loader: &Loader) -> String {
    rules_of(loader).default_system().unwrap().hash.clone()
}

#[test]
fn the_hash_is_of_what_ratings_depend_on() {
    let built_in = hash(&with([], &[]));
    assert_eq!(built_in.len(), 16);
    assert_eq!(built_in, hash(&with([], &[])));
    for change in [
        "hidden_single_box.peer_weight=0.5",
        "naked_single.by_open.3=7",
        "undoku.volatile_from=1.1",
        "undoku.path.pick=easiest",
        "undoku.tiers.table.1.profile.blanks=[40, 43]",
    ] {
        assert_ne!(built_in, hash(&with([], &[change])), "{change}");
    }
    let name = "naked_single.yaml";
    for other in [
        edited(name, "title: Naked single", "title: Sole candidate"),
        edited(
            name,
            "summary: A cell with one",
            "summary: A cell that has one",
        ),
        edited(name, "# assertions while", "# so many while"),
        edited(name, "has one candidate left", "can only be this"),
        edited(name, "finds: r1c1=1", "finds: [r1c1=1]"),
    ] {
        assert_eq!(built_in, hash(&with([other], &[])));
    }
    let other = edited(name, "count(cand(c)) == 1", "count(cand(c)) <= 1");
    assert_ne!(built_in, hash(&with([other], &[])));
}

/// The cells with one candidate, found by Rust code: a plugin's source.
fn lonely(look: &Look<'_>, records: &mut Records) {
    for cell in look.position.open() {
        let mut digits = look.position.cand(cell).iter();
        if let (Some(digit), None) = (digits.next(), digits.next()) {
            records.push(Record {
                values: vec![Value::Cell(Some(cell)), Value::Digit(Some(digit))],
                outcome: Some(Outcome::Place(cell, digit)),
                ..Record::default()
            });
        }
    }
}

static LONELY: [Source; 1] = [Source {
    name: "lonely",
    summary: "The cells with one candidate.",
    params: &[],
    fields: &[
        Field::new("cell", Type::Cell),
        Field::new("digit", Type::Digit),
    ],
    most: 81,
    concludes: true,
    make: lonely,
    show: Some(|_| "the only one".to_owned()),
}];

const LAST_CANDIDATE: &str = "\
technique: last_candidate
title: Last candidate
pattern: |
  for s in lonely()
  check s.cell in open
  conclude s
assertions: 3
score: 1.25
explain: \"{s.cell}: {s}\"
";

const PLUGIN_SYSTEM: &str = "\
system: plugged
version: 1
title: Plugged
ladder: [last_candidate]
metrics:
  scoring:
    total: sum(score)
";

static PLUGIN: Bundle = Bundle {
    name: "plugin",
    files: || {
        vec![
            file("plugin/last_candidate.yaml", LAST_CANDIDATE),
            file("plugin/plugged.yaml", PLUGIN_SYSTEM),
        ]
    },
    sources: &LONELY,
    functions: &[],
};

#[test]
fn a_plugin_brings_a_source_and_rules_that_use_it() {
    let engine = listing(rules_of(&Loader::with_bundles(&[&PLUGIN]).unwrap()));
    assert_eq!(engine.system().id, "plugged");
    let built_in = support::engine(&[]);
    let mut solved = 0;
    for start in puzzles("tiers-48.txt") {
        let (found, reference) = (engine.rate(&puzzle(&start)), built_in.rate(&puzzle(&start)));
        // As far as the built-in path is one of naked singles, the plugin's is the same.
        let naked = reference
            .steps()
            .iter()
            .take_while(|step| kind(&reference, step) == "naked_single");
        let naked: Vec<_> = naked.map(|step| step.placement()).collect();
        let path: Vec<_> = found.steps().iter().map(|step| step.placement()).collect();
        assert_eq!(path, naked, "{start}");
        if found.status == Status::Solved {
            assert!((number(&found, "total") - 1.25 * path.len() as f64).abs() < 1e-9);
            solved += 1;
        }
    }
    assert!(solved > 0);

    // Beside the built-in bundle its system is one of two; without its source its technique is an error.
    let mut all = bundles();
    all.push(&PLUGIN);
    let rules = rules_of(&Loader::with_bundles(&all).unwrap());
    assert!(rules.system("plugged").is_some() && rules.system("undoku").is_some());
    let problems = with([file("last_candidate.yaml", LAST_CANDIDATE)], &[]).load();
    let message = problems.unwrap_err().render(Default::default());
    assert!(message.contains("lonely"), "{message}");
}
