//! A technique author's day: begin, slip, mend, try, keep ratings, tune, look at what moved, take it over.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::run::{Run, below, data_text, directory, run};

/// Replaces a piece of text that a file has just once.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    fs::write(file, text.replace(from, to)).unwrap();
}

/// The labels of the puzzles that are solved, each with its score and whether its path has a step of the kind.
fn rated(rules: &str, bank: &str, kind: &str) -> Vec<(String, f64, bool)> {
    let args = ["rate", "--quiet", "--steps", "--format", "jsonl"];
    let of = ["--rules", rules, "--system", "my_grades", bank];
    let mut reports = run(&[&args[..], &of].concat()).json();
    reports.retain(|report| report["status"] == "solved");
    let one = |report: &serde_json::Value| {
        let steps = report["steps"].as_array().unwrap();
        (
            report["label"].as_str().unwrap().to_owned(),
            report["metrics"]["score_total"].as_f64().unwrap(),
            steps.iter().any(|step| step["kind"] == kind),
        )
    };
    reports.iter().map(one).collect()
}

#[test]
fn from_a_new_file_to_a_tuned_one() {
    let files = directory(&[]);
    let dir = below(&files, "mine");
    let bank = below(&files, "bank.txt");
    // A technique, and a system that uses it.
    for (what, name) in [("technique", "my_lock"), ("system", "my_grades")] {
        let new = run(&["new", what, name, "--dir", &dir]);
        assert_eq!(new.code, 0, "{}", new.err);
    }
    let technique = files.path().join("mine/techniques/my_lock.yaml");
    let system = files.path().join("mine/systems/my_grades.yaml");
    edit(&system, "  - locked_candidates\n", "  - my_lock\n");

    // A bank of puzzles that the system can finish.
    let puzzles = data_text("puzzles/exchange-hard-mixed.txt");
    let lines = puzzles.lines().filter(|line| !line.starts_with('#'));
    let labelled = (1..).zip(lines.take(90));
    let labelled: Vec<_> = labelled
        .map(|(n, line)| format!("{} p{n:02}", &line[..81]))
        .collect();
    fs::write(&bank, labelled.join("\n")).unwrap();
    let solved: BTreeSet<_> = rated(&dir, &bank, "my_lock")
        .into_iter()
        .map(|one| one.0)
        .collect();
    let finished = labelled.iter().filter(|line| solved.contains(&line[82..]));
    let finished: Vec<_> = finished.take(30).cloned().collect();
    assert_eq!(finished.len(), 30);
    fs::write(&bank, finished.join("\n")).unwrap();

    // A slip is shown where it is, with what was meant.
    edit(&technique, "check count(s) >= 2", "check cuont(s) >= 2");
    let check = run(&["check", &dir]);
    assert_eq!(check.code, 1, "{}{}", check.out, check.err);
    let text = fs::read_to_string(&technique).unwrap();
    let line = text
        .lines()
        .position(|line| line.contains("cuont"))
        .unwrap();
    // Two blanks and `check ` stand before it.
    let place = format!("techniques/my_lock.yaml:{}:9", line + 1);
    let said = format!("{}{}", check.out, check.err);
    assert!(said.contains(&place), "{place}\n{said}");
    assert!(said.contains("did you mean `count`?"), "{said}");

    // Mended, it passes, and finds what its examples say.
    edit(&technique, "cuont", "count");
    assert_eq!(run(&["check", &dir]).code, 0);
    let test = run(&["test", "--filter", "my_lock", &dir]);
    assert_eq!(test.code, 0, "{}{}", test.out, test.err);

    // The bank's ratings are kept, and nothing has moved.
    let snapshot = |verb: &str, more: &[&str]| -> Run {
        let args = [
            "snapshot",
            verb,
            "--quiet",
            "--rules",
            &dir,
            "--system",
            "my_grades",
        ];
        run(&[&args[..], more, &[&bank]].concat())
    };
    let record = snapshot("record", &[]);
    assert_eq!(record.code, 0, "{}", record.err);
    assert_eq!(snapshot("verify", &[]).code, 0);
    let before = rated(&dir, &bank, "my_lock");

    // A tuned constant moves the puzzles that take such a step, and no others.
    edit(&technique, "look: 12", "look: 9");
    let after = rated(&dir, &bank, "my_lock");
    let pairs = before.iter().zip(&after);
    let moved = pairs.filter(|((_, old, _), (_, new, _))| old != new);
    let moved: BTreeSet<&str> = moved.map(|((label, ..), _)| label.as_str()).collect();
    let used = before.iter().filter(|(.., used)| *used);
    let used: BTreeSet<&str> = used.map(|(label, ..)| label.as_str()).collect();
    assert!(
        moved.is_subset(&used) && moved.len() >= 5,
        "{moved:?} {used:?}"
    );
    assert!(moved.len() < before.len(), "{moved:?}");
    let verify = snapshot("verify", &["--most", "1000"]);
    assert_eq!(verify.code, 1, "{}", verify.err);
    let listed = verify
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("  p"));
    let listed: BTreeSet<String> = listed.map(|rest| format!("p{}", &rest[..2])).collect();
    assert!(
        listed.iter().map(String::as_str).eq(moved),
        "{}",
        verify.out
    );
    assert!(
        verify.out.contains("my_lock.look 12 → 9: "),
        "{}",
        verify.out
    );

    // Looked at and taken over.
    let accept = snapshot("accept", &[]);
    assert_eq!(accept.code, 0, "{}", accept.err);
    let verify = snapshot("verify", &[]);
    assert_eq!(verify.code, 0, "{}", verify.out);
    assert!(
        verify.out.contains("nothing moved, 30 puzzles"),
        "{}",
        verify.out
    );
}
