//! Baselines as files: what they hold, where they are, and what is wrong with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{SOLVABLE, STUCK, below, directory};
use crate::snapshot::{PEERS, bank, causes, kinds, rated, read, recorded, snapshot, verified};

#[test]
fn a_baseline_holds_what_rate_says() {
    let (files, bank) = recorded();
    let text = read(&below(&files, "bank.ratings"));
    let yaml: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
    let yaml: Value = serde_json::to_value(yaml).unwrap();
    let reports = rated(&bank, &[]);
    let entries = yaml["puzzles"].as_array().unwrap();
    assert_eq!((entries.len(), reports.len()), (48, 48));
    for entry in entries {
        let report = &reports[entry["label"].as_str().unwrap()];
        assert_eq!(entry["puzzle"], report["puzzle"]);
        let rating = entry["rating"].as_object().unwrap();
        assert_eq!(rating["status"], report["status"]);
        assert_eq!(rating.len(), 5);
        for name in ["difficulty_rating", "granular_tier"] {
            assert_eq!(rating[name], report["metrics"][name]);
        }
        for name in ["score_total", "score_composite"] {
            assert_eq!(rating[name].as_f64(), report["metrics"][name].as_f64());
        }
        let counts: BTreeMap<String, usize> =
            serde_json::from_value(entry["steps"].clone()).unwrap();
        assert_eq!(counts, kinds(report));
    }
    assert_eq!(yaml["system"]["id"], "undoku");
    let hash = &reports.values().next().unwrap()["system"]["rules"];
    assert_eq!(&yaml["system"]["rules"], hash);
    let rules = &yaml["rules"];
    assert_eq!(rules["hidden_single_box"]["constants"]["peer_weight"], 0.4);
    let by_open = serde_json::json!([2, 4, 6, 9, 12, 15]);
    assert_eq!(rules["naked_single"]["constants"]["by_open"], by_open);
    assert_eq!(rules["undoku"]["tiers.table.4"]["below"], 62.0);
    // Four lines for a puzzle, so that what moves is what changes in the file.
    let head = text.lines().position(|line| line == "puzzles:").unwrap();
    assert_eq!(text.lines().count() - head - 1, 4 * 48);
    let verified = snapshot(&["verify", "--quiet", &bank]);
    let said = format!("{bank}: nothing moved, 48 puzzles\n");
    assert_eq!(
        (verified.code, verified.out, verified.err),
        (0, said, String::new())
    );
}

#[test]
fn metrics_can_be_chosen() {
    let files = bank();
    let bank = below(&files, "bank.txt");
    let record = [
        "record",
        "--metric",
        "trajectory_b*,tech_max_streak_technique",
        &bank,
    ];
    assert_eq!(snapshot(&record).code, 0);
    let text = read(&below(&files, "bank.ratings"));
    assert!(text.contains(
        "metrics: [difficulty_rating, granular_tier, trajectory_bottleneck_step, tech_max_streak_technique]"
    ));
    assert!(text.contains(", tech_max_streak_technique: \"naked_single\"}"));
    let wrong = snapshot(&["record", "--force", "--metric", "score_totl", &bank]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("did you mean `score_total`?"),
        "{}",
        wrong.err
    );
    assert_eq!(read(&below(&files, "bank.ratings")), text);
}

#[test]
fn a_baseline_has_to_be_there_once() {
    let files = bank();
    let bank = below(&files, "bank.txt");
    for verb in ["verify", "accept"] {
        let missing = snapshot(&[verb, &bank]);
        assert_eq!((missing.code, missing.out.as_str()), (2, ""));
        assert!(
            missing.err.contains("there is no baseline"),
            "{}",
            missing.err
        );
        assert!(
            missing.err.contains("`undoku snapshot record`"),
            "{}",
            missing.err
        );
    }
    assert_eq!(snapshot(&["record", &bank]).code, 0);
    let baseline = below(&files, "bank.ratings");
    let text = read(&baseline);
    let again = snapshot(&["record", "--set", PEERS, &bank]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("is there already"), "{}", again.err);
    assert_eq!(read(&baseline), text);
    assert_eq!(
        snapshot(&["record", "--force", "--set", PEERS, &bank]).code,
        0
    );
    assert_ne!(read(&baseline), text);
    let system = snapshot(&["verify", "--system", "undoku_plus", &bank]);
    assert_eq!(system.code, 2);
    assert!(
        system
            .err
            .contains("a baseline of the system undoku and not of undoku_plus")
    );
    let mistaken = snapshot(&["verify", &baseline]);
    assert_eq!(mistaken.code, 2);
    assert!(
        mistaken.err.contains("is a baseline; name the bank"),
        "{}",
        mistaken.err
    );
}

#[test]
fn banks_are_kept_apart() {
    let easy = format!("{SOLVABLE} one\n");
    let files = directory(&[
        ("a.txt", easy.as_str()),
        ("b.txt", easy.as_str()),
        ("a.csv", "puzzle\n"),
    ]);
    let [a, b, csv] = ["a.txt", "b.txt", "a.csv"].map(|name| below(&files, name));
    assert_eq!(snapshot(&["record", &a, &b]).code, 0);
    let both = snapshot(&["verify", "--quiet", &a, &b]);
    let said = format!("{a}: nothing moved, 1 puzzle\n\n{b}: nothing moved, 1 puzzle\n");
    assert_eq!((both.code, both.out), (0, said));
    for (args, said) in [
        (
            &["verify", "--baseline", &b, &a, &b][..],
            "--baseline is the baseline of one bank",
        ),
        (&["record", "--force", &a, &csv], "would share the baseline"),
        (&["record", "-"], "standard input has no baseline beside it"),
        (
            &["record", "--force", &below(&files, "none.txt")],
            "none.txt cannot be read",
        ),
    ] {
        let run = snapshot(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(said), "{}", run.err);
    }
    assert!(!Path::new(&below(&files, "none.ratings")).exists());
    // A bank that was emptied by mistake does not take its baseline along.
    fs::write(&a, "").unwrap();
    let text = read(&below(&files, "a.ratings"));
    for args in [
        &["accept", &a][..],
        &["accept", "--puzzle", "*", &a],
        &["record", "--force", &a],
    ] {
        let run = snapshot(args);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("has no puzzles"), "{}", run.err);
        assert_eq!(read(&below(&files, "a.ratings")), text);
    }
    assert_eq!(snapshot(&["verify", &a]).code, 1);
}

#[test]
fn lines_that_are_no_puzzles_are_left_out() {
    let text = format!("{SOLVABLE} <one> \"quoted\": #1\n123\n{STUCK}\n");
    let files = directory(&[("bank.txt", text.as_str())]);
    let bank = below(&files, "bank.txt");
    let record = snapshot(&["record", &bank]);
    assert_eq!(record.code, 3);
    assert!(record.err.contains("bank.txt:2:1: "), "{}", record.err);
    // Of many, the first five are shown.
    for (lines, said) in [(6, "1 more line of "), (7, "2 more lines of ")] {
        let text = format!("{SOLVABLE}\n{}", "123\n".repeat(lines));
        let files = directory(&[("bank.txt", text.as_str())]);
        let record = snapshot(&["record", &below(&files, "bank.txt")]);
        assert_eq!(record.code, 3);
        assert_eq!(record.err.matches("bank.txt:").count(), 6, "{}", record.err);
        assert!(record.err.contains(said), "{}", record.err);
    }
    let verify = snapshot(&["verify", &bank]);
    assert_eq!(verify.code, 3);
    assert!(
        verify.out.contains("nothing moved, 2 puzzles"),
        "{}",
        verify.out
    );
    let text = read(&below(&files, "bank.ratings"));
    let yaml: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
    assert_eq!(yaml["puzzles"][0]["label"], "<one> \"quoted\": #1");
}

#[test]
fn what_is_wrong_with_a_baseline_is_said_with_its_line() {
    let (files, bank) = recorded();
    let baseline = below(&files, "bank.ratings");
    let whole = read(&baseline);
    let lines: Vec<&str> = whole.lines().collect();
    let puzzles = lines.iter().position(|line| *line == "puzzles:").unwrap() + 1;
    let system = lines
        .iter()
        .position(|line| line.starts_with("system:"))
        .unwrap()
        + 1;
    let changed = |line: usize, text: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = text;
        lines.join("\n")
    };
    let rating = lines[puzzles + 2];
    for (text, line, said) in [
        (String::new(), 1, "`baseline:` is expected"),
        (
            "technique: x\n".to_owned(),
            1,
            "`baseline:` is expected and not `technique:`",
        ),
        (changed(3, "baseline: 0"), 3, "`baseline: 1` is expected"),
        (
            changed(system, "system: undoku"),
            system,
            "`{name: value, …}` is expected",
        ),
        (
            changed(puzzles, "puzzle:"),
            puzzles,
            "`puzzles:` is expected",
        ),
        (
            changed(puzzles + 1, "- puzzle: \"12\""),
            puzzles + 1,
            "a puzzle is 81 characters",
        ),
        (
            changed(puzzles + 1, "puzzle: \"12\""),
            puzzles + 1,
            "`- puzzle: \"…\"` is expected",
        ),
        (
            changed(puzzles + 2, "  label: easy"),
            puzzles + 2,
            "a text in double quotes",
        ),
        (
            changed(puzzles + 3, "  rating: {status: solvd}"),
            puzzles + 3,
            "one of solved, stuck",
        ),
        (
            changed(puzzles + 3, "  rating: {status: solved}"),
            puzzles + 3,
            "has no `difficulty_rating`",
        ),
        (
            changed(puzzles + 3, &rating.replace("score_total", "score_totl")),
            puzzles + 3,
            "has no `score_total`",
        ),
        (
            changed(puzzles + 3, &rating.replace('}', ", more: 1}")),
            puzzles + 3,
            "`more` is not among the `metrics` of the head",
        ),
        (
            changed(puzzles + 4, "  steps: {naked_single: few}"),
            puzzles + 4,
            "no whole number",
        ),
        (
            changed(puzzles + 4, "  stpes: {}"),
            puzzles + 4,
            "`stpes` is not expected here",
        ),
        (
            changed(puzzles + 4, "<<<<<<< ours"),
            puzzles + 4,
            "a conflict of a merge",
        ),
        (
            lines[..puzzles + 2].join("\n"),
            puzzles + 1,
            "the puzzle has no `rating`",
        ),
    ] {
        fs::write(&baseline, &text).unwrap();
        for verb in ["verify", "accept"] {
            let run = snapshot(&[verb, &bank]);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{said}");
            let place = format!("bank.ratings:{line}: ");
            assert!(
                run.err.contains(&place) && run.err.contains(said),
                "{said}: {}",
                run.err
            );
            assert!(run.err.contains("restore the baseline"), "{}", run.err);
            assert_eq!(read(&baseline), text);
        }
    }
    fs::write(&baseline, changed(3, "baseline: 2")).unwrap();
    let newer = snapshot(&["verify", &bank]);
    assert_eq!(newer.code, 2);
    assert!(
        newer
            .err
            .contains("it has format 2, and this program knows format 1")
    );
    // What version control and editors do to line ends and comments is no fault.
    fs::write(
        &baseline,
        whole
            .replace('\n', "\r\n")
            .replace("puzzles:", "# mine\r\n\r\npuzzles:"),
    )
    .unwrap();
    assert_eq!(verified(&bank, &[]).0, 0);
    // What was edited by hand has moved, and no rule is blamed.
    fs::write(
        &baseline,
        whole.replacen("naked_single: 39", "naked_single: 40", 1),
    )
    .unwrap();
    let (code, found) = verified(&bank, &[]);
    let titles: Vec<String> = causes(&found).into_keys().collect();
    assert_eq!(code, 1);
    assert!(
        titles.len() == 1 && titles[0].starts_with("no change of the rules"),
        "{titles:?}"
    );
}

#[test]
fn metrics_that_the_rules_lost_are_findings() {
    let (files, bank) = recorded();
    let baseline = below(&files, "bank.ratings");
    let text = read(&baseline).replace("score_composite", "score_of_before");
    fs::write(&baseline, text).unwrap();
    let run = snapshot(&["verify", &bank]);
    assert_eq!(run.code, 1);
    assert!(
        run.out
            .contains("the rules have no metric score_of_before any more"),
        "{}",
        run.out
    );
    assert_eq!(snapshot(&["accept", "--quiet", &bank]).code, 0);
    assert!(!read(&baseline).contains("score_of_before"));
    assert_eq!(verified(&bank, &[]).0, 0);
}
