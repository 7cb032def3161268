//! Baselines: what is said to have moved and why, and what is taken over.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, SOLVABLE, STUCK, below, data_text, directory, run};

/// A change of the built-in rules, as `--set` takes it.
pub(crate) const PEERS: &str = "hidden_single_box.peer_weight=0.5";
/// Another one; by the file the fifth of these is 12.
const OPEN: &str = "naked_single.by_open=[2, 4, 6, 9, 13, 15]";

/// A directory with 48 puzzles, `bank.txt`.
pub(crate) fn bank() -> TempDir {
    directory(&[("bank.txt", &data_text("tiers-48.txt"))])
}

pub(crate) fn snapshot(args: &[&str]) -> Run {
    let all: Vec<&str> = ["snapshot"].iter().chain(args).copied().collect();
    run(&all)
}

pub(crate) fn recorded() -> (TempDir, String) {
    let files = bank();
    let bank = below(&files, "bank.txt");
    let run = snapshot(&["record", "--quiet", &bank]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    (files, bank)
}

/// The reports of `undoku rate` by label, or else by puzzle.
pub(crate) fn rated(bank: &str, more: &[&str]) -> BTreeMap<String, Value> {
    let mut args = vec!["rate", "--quiet", "--format", "jsonl", "--steps", bank];
    args.extend(more);
    let reports = run(&args).json().into_iter();
    let name = |report: &Value| {
        let label = report["label"].as_str().or(report["puzzle"].as_str());
        label.unwrap().to_owned()
    };
    reports.map(|report| (name(&report), report)).collect()
}

/// What of a report a baseline holds, as a text that is the same exactly where that is.
fn kept(report: &Value) -> String {
    let metrics = ["granular_tier", "score_total", "score_composite"]
        .map(|name| report["metrics"][name].to_string());
    format!("{} {metrics:?} {:?}", report["status"], kinds(report))
}

pub(crate) fn kinds(report: &Value) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for step in report["steps"].as_array().unwrap() {
        *counts
            .entry(step["kind"].as_str().unwrap().to_owned())
            .or_default() += 1;
    }
    counts
}

/// The names of those that are kept otherwise.
fn moved(old: &BTreeMap<String, Value>, new: &BTreeMap<String, Value>) -> Vec<String> {
    let names = old
        .keys()
        .filter(|name| kept(&old[*name]) != kept(&new[*name]));
    names.cloned().collect()
}

/// What verify says as JSON, with its code.
pub(crate) fn verified(bank: &str, more: &[&str]) -> (i32, Value) {
    let mut args = vec![
        "verify", "--quiet", "--format", "json", "--most", "1000", bank,
    ];
    args.extend(more);
    let run = snapshot(&args);
    assert_eq!(run.err, "");
    (run.code, run.json().remove(0))
}

/// The labels that a cause moved, sorted.
fn movers(cause: &Value) -> Vec<String> {
    let movers = cause["movers"].as_array().unwrap().iter();
    let mut labels: Vec<String> = movers
        .map(|mover| mover["label"].as_str().unwrap().to_owned())
        .collect();
    labels.sort();
    labels
}

/// The causes by title, each with the labels it moved.
pub(crate) fn causes(found: &Value) -> BTreeMap<String, Vec<String>> {
    let causes = found["causes"].as_array().unwrap().iter();
    causes
        .map(|cause| (cause["title"].as_str().unwrap().to_owned(), movers(cause)))
        .collect()
}

/// How far a puzzle moved: whether to another tier, and the greatest part by which a number changed.
fn distance(mover: &Value) -> (bool, f64) {
    let metrics = mover["metrics"].as_object().unwrap();
    let parts = metrics.values().filter_map(|ends| {
        let (from, to) = (ends["from"].as_f64()?, ends["to"].as_f64()?);
        Some((to - from).abs() / from.abs())
    });
    let part = parts.fold(0.0, f64::max);
    (metrics.contains_key("granular_tier"), part)
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap()
}

/// A directory of the built-in rules in which the hidden single of boxes is written otherwise.
fn rules_with(files: &TempDir, changes: &[(&str, &str)]) -> String {
    let rules = below(files, "rules");
    assert_eq!(run(&["init", &rules]).code, 0);
    let file = format!("{rules}/singles/hidden_single_box.yaml");
    let mut text = read(&file);
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    fs::write(&file, text).unwrap();
    rules
}

#[test]
fn a_changed_constant_is_found_accepted_and_verified() {
    let (files, bank) = recorded();
    let rules = rules_with(&files, &[("peer_weight: 0.40", "peer_weight: 0.5")]);
    let by = ["--rules", rules.as_str()];
    let (old, new) = (rated(&bank, &[]), rated(&bank, &by));
    let expected = moved(&old, &new);
    assert!(!expected.is_empty() && expected.len() < 48);

    let (code, found) = verified(&bank, &by);
    assert_eq!(code, 1);
    let title = "hidden_single_box.peer_weight 0.4 → 0.5".to_owned();
    assert_eq!(
        causes(&found),
        BTreeMap::from([(title.clone(), expected.clone())])
    );
    assert_eq!(found["moved"], expected.len());
    let tier = |report: &Value| report["metrics"]["granular_tier"].clone();
    let of_tier = expected
        .iter()
        .filter(|name| tier(&old[*name]) != tier(&new[*name]));
    let of_tier = of_tier.count();
    assert_eq!(found["causes"][0]["of_tier"], of_tier);
    for mover in found["causes"][0]["movers"].as_array().unwrap() {
        let name = mover["label"].as_str().unwrap();
        for (metric, ends) in mover["metrics"].as_object().unwrap() {
            for (end, report) in [("from", &old[name]), ("to", &new[name])] {
                let said = &ends[end];
                let rated = &report["metrics"][metric];
                assert!(
                    said == rated || said.as_f64() == rated.as_f64(),
                    "{name} {metric}"
                );
            }
        }
    }
    // Those that go to another tier are farther than any other; then, those whose numbers change by the greatest part.
    let movers = found["causes"][0]["movers"].as_array().unwrap().iter();
    let far: Vec<(bool, f64)> = movers.map(distance).collect();
    let is_ordered = |pair: &[(bool, f64)]| pair[0] >= pair[1];
    assert!(far[0].0 && far.windows(2).all(is_ordered), "{far:?}");

    let text = snapshot(&["verify", "--rules", &rules, "--most", "1", &bank]);
    assert_eq!(text.code, 1);
    let lines = text.lines();
    assert_eq!(
        lines[0],
        format!(
            "{bank}: {} of 48 puzzles moved, {of_tier} to another tier or status",
            expected.len()
        )
    );
    assert!(lines[2].starts_with(&format!("{title}: {} puzzles, ", expected.len())));
    assert!(lines[3].contains("granular_tier"), "{}", lines[3]);
    assert_eq!(lines[4], format!("  and {} more", expected.len() - 1));

    let accepted = snapshot(&["accept", "--rules", &rules, &bank]);
    assert_eq!((accepted.code, accepted.out.as_str()), (0, ""));
    let rated = format!("{bank}: 48 rated, 0 stuck, 0 refused in ");
    assert!(accepted.err.contains(&rated), "{}", accepted.err);
    let said = format!("accepted {} moved, 0 new and 0 gone; ", expected.len());
    assert!(accepted.err.contains(&said), "{}", accepted.err);
    assert_eq!(verified(&bank, &by).0, 0);
    // Accepting is the same as recording by these rules.
    let other = below(&files, "other.ratings");
    let again = ["record", "--rules", &rules, "--baseline", &other, &bank];
    assert_eq!(snapshot(&again).code, 0);
    assert_eq!(read(&below(&files, "bank.ratings")), read(&other));
    // By the rules of before, the same puzzles move back.
    let (code, back) = verified(&bank, &[]);
    let title = "hidden_single_box.peer_weight 0.5 → 0.4".to_owned();
    assert_eq!(
        (code, causes(&back)),
        (1, BTreeMap::from([(title, expected)]))
    );
}

#[test]
fn constants_that_come_and_go_are_told() {
    let (files, bank) = recorded();
    let once = [
        ("constants: {", "constants: {once: 1, "),
        ("\nassertions: ", "\nassertions: once * "),
    ];
    let rules = rules_with(&files, &once);
    let by = ["--rules", rules.as_str()];
    let texts = |found: &Value| -> Vec<String> {
        let changes = found["changes"].as_array().unwrap().iter();
        let mut texts: Vec<String> = changes
            .map(|change| change["text"].as_str().unwrap().to_owned())
            .collect();
        texts.sort();
        texts
    };
    let (code, found) = verified(&bank, &by);
    assert_eq!(code, 0, "the ratings are the same");
    let rewritten = "hidden_single_box.assertions was rewritten";
    assert_eq!(
        texts(&found),
        [rewritten, "hidden_single_box.once is new (1)"]
    );
    let again = [&["record", "--quiet", "--force", &bank][..], &by].concat();
    assert_eq!(snapshot(&again).code, 0);
    let (code, found) = verified(&bank, &[]);
    assert_eq!(code, 0);
    assert_eq!(
        texts(&found),
        [rewritten, "hidden_single_box.once is gone (1)"]
    );
}

#[test]
fn steps_that_change_are_told_and_no_others() {
    let (_files, bank) = recorded();
    let by = ["--set", "undoku.path.pick=easiest"];
    let (_, found) = verified(&bank, &by);
    let text = snapshot(&[&["verify", "--most", "1000", &bank][..], &by].concat()).out;
    let mut with_steps = 0;
    for mover in found["causes"][0]["movers"].as_array().unwrap() {
        let start = format!("  {} ", mover["label"].as_str().unwrap());
        let line = text.lines().find(|line| line.starts_with(&start)).unwrap();
        let steps = mover["steps"].as_object().unwrap();
        assert_eq!(line.contains(", steps: "), !steps.is_empty(), "{line}");
        for (kind, ends) in steps {
            let said = format!("{kind} {} → {}", ends["from"], ends["to"]);
            assert!(line.contains(&said), "{line}");
        }
        with_steps += usize::from(!steps.is_empty());
    }
    assert!(with_steps > 5, "{with_steps}");
}

#[test]
fn each_puzzle_has_its_own_cause_among_several() {
    let (_files, bank) = recorded();
    let both = ["--set", PEERS, "--set", OPEN];
    let old = rated(&bank, &[]);
    let new = rated(&bank, &both);
    // Without one of the two changes there is the other one alone.
    let (without_peers, without_open) = (rated(&bank, &both[2..]), rated(&bank, &both[..2]));
    let mut expected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let texts = [
        "hidden_single_box.peer_weight 0.4 → 0.5",
        "naked_single.by_open [2, 4, 6, 9, 12, 15] → [2, 4, 6, 9, 13, 15]",
    ];
    for name in moved(&old, &new) {
        let restores =
            [&without_peers, &without_open].map(|by| kept(&by[&name]) == kept(&old[&name]));
        let title = match restores {
            [true, false] => texts[0].to_owned(),
            [false, true] => texts[1].to_owned(),
            // Naked singles come first in the ladder, and the head names them first.
            _ => format!("several changes together: {}; {}", texts[1], texts[0]),
        };
        expected.entry(title).or_default().push(name);
    }
    assert_eq!(expected.len(), 3, "{:?}", expected.keys());
    let (code, found) = verified(&bank, &both);
    assert_eq!((code, causes(&found)), (1, expected));
    // Nothing is said about causes that were not looked for.
    let (_, found) = verified(&bank, &[&both[..], &["--trace", "0"]].concat());
    assert_eq!(found["causes"].as_array().unwrap().len(), 1);
    assert_eq!(found["causes"][0]["traced"], false);
}

#[test]
fn texts_bounds_and_ladders_are_told_apart() {
    let (files, bank) = recorded();
    let score = "naked_single.score=1.01 + assertions / 22 * 0.74";
    let bounds = [
        "--set",
        "undoku.tiers.table.4.below=61",
        "--set",
        "undoku.tiers.table.5.from=61",
    ];
    let tiers = "bounds of the tiers of undoku 62.0 → 61.0";
    let old = rated(&bank, &[]);
    let longer = "undoku.ladder=[full_house, naked_single, hidden_single_box, hidden_single_line]";
    for (change, sort, title) in [
        (
            &["--set", score][..],
            "text",
            "naked_single.score was rewritten",
        ),
        (&bounds[..], "tier_bounds", tiers),
        (
            &[
                "--set",
                "undoku.ladder=[naked_single, hidden_single_line, hidden_single_box]",
            ],
            "ladder",
            "the ladder of undoku",
        ),
        (&["--set", longer], "ladder", "full_house joined the ladder"),
    ] {
        let (code, found) = verified(&bank, change);
        let expected = moved(&old, &rated(&bank, change));
        assert_eq!(code, 1, "{title}");
        assert_eq!(found["changes"][0]["sort"], sort);
        assert_eq!(
            causes(&found),
            BTreeMap::from([(title.to_owned(), expected)])
        );
    }
    let baseline = below(&files, "longer.ratings");
    let record = [
        "record",
        "--quiet",
        "--set",
        longer,
        "--baseline",
        &baseline,
        &bank,
    ];
    assert_eq!(snapshot(&record).code, 0);
    let (_, found) = verified(&bank, &["--baseline", &baseline]);
    let titles: Vec<String> = causes(&found).into_keys().collect();
    assert_eq!(titles, ["full_house left the ladder"]);
    // A text cannot be undone: what bounds do not explain is its doing.
    let (code, found) = verified(&bank, &[&bounds[..], &["--set", score]].concat());
    let found = causes(&found);
    assert_eq!(code, 1);
    let by_both = format!("several changes together: {tiers}; naked_single.score was rewritten");
    assert!(
        found.contains_key("naked_single.score was rewritten"),
        "{found:?}"
    );
    assert!(found.keys().all(|title| {
        [tiers, "naked_single.score was rewritten", &by_both].contains(&title.as_str())
    }));
    // What was changed and moves nothing is said, and is no finding.
    let idle = snapshot(&[
        "verify",
        "--quiet",
        "--set",
        "undoku.volatile_from=99",
        "--set",
        "undoku.title=Other",
        &bank,
    ]);
    assert_eq!(idle.code, 0);
    assert_eq!(
        idle.lines()[1..],
        [
            "",
            "changed in the rules without moving a puzzle:",
            "  undoku.volatile_from 1.2 → 99"
        ]
    );
}

#[test]
fn how_far_is_moved_can_be_said() {
    let (_files, bank) = recorded();
    let by = ["--set", PEERS];
    let (old, new) = (rated(&bank, &[]), rated(&bank, &by));
    let number = |report: &Value, name: &str| report["metrics"][name].as_f64().unwrap();
    let count = |moves: &dyn Fn(&Value, &Value) -> bool| {
        old.keys()
            .filter(|name| moves(&old[*name], &new[*name]))
            .count()
    };
    let tier =
        |a: &Value, b: &Value| a["metrics"]["granular_tier"] != b["metrics"]["granular_tier"];
    let (code, found) = verified(&bank, &[&by[..], &["--level", "tier"]].concat());
    assert_eq!((code, &found["moved"]), (1, &count(&tier).into()));
    let more = [
        &by[..],
        &[
            "--tolerance",
            "score_total=0.05",
            "--tolerance",
            "score_composite=1%",
        ],
    ]
    .concat();
    let expected = count(&|a, b| {
        let total = (number(a, "score_total") - number(b, "score_total")).abs();
        let (from, to) = (number(a, "score_composite"), number(b, "score_composite"));
        tier(a, b) || total > 0.05 || (to - from).abs() > 0.01 * from.abs()
    });
    assert!(expected > count(&tier) && expected < moved(&old, &new).len());
    assert_eq!(verified(&bank, &more).1["moved"], expected);
    for (tolerance, said) in [
        ("score_total", "write METRIC=X"),
        ("score_total=-1", "write METRIC=X"),
        ("score_total=much", "write METRIC=X"),
        ("score_totl=1", "did you mean `score_total`?"),
        ("granular_tier=1", "it keeps score_total, score_composite"),
    ] {
        let run = snapshot(&["verify", "--tolerance", tolerance, &bank]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn puzzles_that_come_and_go_are_reported_and_taken_over() {
    let (files, bank) = recorded();
    let text = read(&bank);
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.remove(0);
    lines.swap(3, 20);
    let stuck = format!("{STUCK} a-new-one");
    lines.insert(10, &stuck);
    fs::write(&bank, lines.join("\n")).unwrap();
    let (code, found) = verified(&bank, &[]);
    assert_eq!((code, &found["moved"]), (1, &0.into()));
    let listed = |side: &str| {
        let side = &found[side];
        (side["count"].clone(), side["first"][0]["label"].clone())
    };
    let label = first.split_once(' ').unwrap().1;
    assert_eq!(listed("without_entry"), (1.into(), "a-new-one".into()));
    assert_eq!(listed("without_puzzle"), (1.into(), label.into()));
    let said = snapshot(&["verify", &bank]);
    assert_eq!(
        said.lines()[0],
        format!(
            "{bank}: none of 48 puzzles moved, 1 without an entry in the baseline, 1 entry without a puzzle in the bank"
        )
    );
    let accepted = snapshot(&["accept", &bank]);
    assert_eq!(accepted.code, 0);
    assert!(
        accepted.err.contains("accepted 0 moved, 1 new and 1 gone;"),
        "{}",
        accepted.err
    );
    assert_eq!(verified(&bank, &[]).0, 0);
    let text = read(&below(&files, "bank.ratings"));
    // Its 18 clues and the one step that there is leave 81 - 18 - 1 cells open.
    assert_eq!(STUCK.chars().filter(|c| *c != '.').count(), 18);
    assert!(
        text.contains("label: \"a-new-one\"\n  rating: {status: stuck, open: 62}\n"),
        "{text}"
    );
}

#[test]
fn puzzles_are_accepted_one_by_one() {
    let (files, bank) = recorded();
    let by = ["--set", PEERS];
    let old = rated(&bank, &[]);
    let expected = moved(&old, &rated(&bank, &by));
    let baseline = below(&files, "bank.ratings");
    let before = read(&baseline);
    let wrong = snapshot(&["accept", "--set", PEERS, "--puzzle", "medium-2-z", &bank]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("did you mean `medium-2-"),
        "{}",
        wrong.err
    );
    assert_eq!(read(&baseline), before);

    let one = &expected[0];
    let accepted = snapshot(&["accept", "--set", PEERS, "--puzzle", one, &bank]);
    assert_eq!(accepted.code, 0, "{}", accepted.err);
    let rest: Vec<String> = expected[1..].to_vec();
    let (code, found) = verified(&bank, &by);
    let title = "hidden_single_box.peer_weight 0.4 → 0.5".to_owned();
    assert_eq!((code, causes(&found)), (1, BTreeMap::from([(title, rest)])));
    // The head is as it was, and so is every line but those of the puzzle.
    let after = read(&baseline);
    let pairs = before.lines().zip(after.lines());
    let different = pairs.filter(|(a, b)| a != b).count();
    assert_eq!(before.lines().count(), after.lines().count());
    assert!((1..=2).contains(&different), "{different}");

    // The others by a pattern and by their characters.
    let last = old[expected.last().unwrap()]["puzzle"].as_str().unwrap();
    assert_eq!(
        snapshot(&["accept", "--set", PEERS, "--puzzle", last, &bank]).code,
        0
    );
    assert_eq!(
        snapshot(&["accept", "--set", PEERS, "--puzzle", "*", &bank]).code,
        0
    );
    assert_eq!(verified(&bank, &by).0, 0);
    let other = below(&files, "other.ratings");
    let record = ["record", "--set", PEERS, "--baseline", &other, &bank];
    assert_eq!(snapshot(&record).code, 0);
    assert_eq!(read(&baseline), read(&other));
}

#[test]
fn paths_made_by_chance_have_baselines_too() {
    let files = directory(&[("bank.txt", &format!("{SOLVABLE} one\n"))]);
    let bank = below(&files, "bank.txt");
    assert_eq!(snapshot(&["record", "--system", "hsolve", &bank]).code, 0);
    let report = rated(&bank, &["--system", "hsolve"]).remove("one").unwrap();
    let text = read(&below(&files, "bank.ratings"));
    let yaml: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
    let counts: BTreeMap<String, usize> =
        serde_yaml::from_value(yaml["puzzles"][0]["steps"].clone()).unwrap();
    assert_eq!(counts, kinds(&report));
    let said = yaml["puzzles"][0]["rating"]["search_time"].as_f64();
    assert_eq!(said, report["metrics"]["search_time"].as_f64());
    // The system is the baseline's, whatever the default is.
    let (code, found) = verified(&bank, &["--set", "hsolve.path.seed=7"]);
    assert_eq!(found["system"], "hsolve");
    let titles: Vec<String> = causes(&found).into_keys().collect();
    assert_eq!(
        (code, titles),
        (1, vec!["hsolve.path.seed 2858 → 7".to_owned()])
    );
}
