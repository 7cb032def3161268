//! `undoku inspect`.

use serde_json::{Value, json};

use crate::run::{directory, run, shown};

const MINE: &str = "\
system: mine
version: 1
title: Mine
ladder: [hidden_single_line, naked_single]
metrics:
  scoring: {total: sum(score), hardest: max(score)}
classes:
  pacing:
    domain: scoring
    choose: [{name: Wild, when: hardest > 3}, {name: Calm}]
tiers:
  domain: scoring
  by: hardest
  names: [rating]
  table: [{rating: Easy, below: 2}, {rating: Hard, from: 2, below: 2.5}, {rating: Expert, from: 2.5}]
";

fn facts(args: &[&str]) -> Vec<Value> {
    let mut all = vec!["inspect", "--format", "json"];
    all.extend(args);
    let run = run(&all);
    assert_eq!(run.code, 0, "{}", run.err);
    run.json()
}

/// The value of the only fact with this name that is about this.
fn value(facts: &[Value], name: &str, what: &str) -> Value {
    let mut found = facts
        .iter()
        .filter(|fact| fact["name"] == name && fact["what"] == what);
    let fact = found.next().unwrap_or_else(|| panic!("{name}: {what}"));
    assert!(found.next().is_none(), "{name}: {what} twice");
    fact["value"].clone()
}

#[test]
fn ranges_that_can_be_worked_out_by_hand() {
    let facts = facts(&["naked_single", "undoku"]);
    // 2, 4, 6, 9, 12 and 15 assertions for 1 to 6 open cells; for 7, 8 and 9, 16 + 2 * 1, 2 and 3. Score 1 + 0.75 A/22.
    let naked = value(&facts, "naked_single", "assertions");
    assert_eq!(naked, json!({"least": 2.0, "greatest": 22.0}));
    let least = (1.0 + 2.0 / 22.0 * 0.75_f64) * 1e10;
    let rungs: Vec<&Value> = facts
        .iter()
        .filter(|fact| fact["name"] == "naked_single" && fact["what"] == "score")
        .collect();
    let of = |of: &str| {
        let fact = rungs.iter().find(|fact| fact["of"] == of).unwrap();
        fact["value"].clone()
    };
    assert_eq!(
        of("technique"),
        json!({"least": least.round() / 1e10, "greatest": 1.75})
    );
    // The rung's range is the declared one.
    assert_eq!(of("system"), json!({"least": 1.06, "greatest": 1.75}));
    let declared = value(&facts, "naked_single", "declared");
    assert_eq!(declared, json!({"least": 1.06, "greatest": 1.75}));
    // One loop over at most 81 cells.
    assert_eq!(value(&facts, "naked_single", "search_cost"), json!(81.0));
    // 81 clues at most, and none at least.
    let clues = value(&facts, "topology_clue_count", "metric");
    assert_eq!(clues, json!({"least": 0.0, "greatest": 81.0}));
    // The greatest of scores from 1.06 to 2.25; 0 without steps.
    let peak = value(&facts, "trajectory_max_step_score", "metric");
    assert_eq!(peak, json!({"least": 0.0, "greatest": 2.25}));
}

#[test]
fn text_shows_the_same() {
    let run = run(&["inspect", "naked_single"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        run.out.starts_with("technique naked_single\n"),
        "{}",
        run.out
    );
    let line = |label: &str| {
        let mut lines = run.out.lines().map(str::trim);
        lines
            .find_map(|line| line.strip_prefix(label))
            .map(str::trim)
    };
    assert_eq!(line("assertions"), Some("2 to 22"));
    assert_eq!(line("score"), Some("1.0682 to 1.75"));
    assert_eq!(line("declared range"), Some("1.06 to 1.75"));
    assert_eq!(line("bindings"), Some("81"));
    assert_eq!(line("open_min"), Some("0 to 9"));
}

#[test]
fn a_change_is_shown_beside_what_was() {
    // 16 + 2 * (9 - 6) = 22 is now above the ceiling of 20.
    let change = ["--set", "naked_single.ceiling=20"];
    let mut args = vec!["naked_single"];
    args.extend(change);
    let changes = facts(&args);
    let assertions: Vec<&Value> = changes
        .iter()
        .filter(|change| change["what"] == "assertions")
        .collect();
    assert_eq!(assertions.len(), 1);
    assert_eq!(
        assertions[0]["before"],
        json!({"least": 2.0, "greatest": 22.0})
    );
    assert_eq!(
        assertions[0]["now"],
        json!({"least": 2.0, "greatest": 20.0})
    );
    // The evidence is as it was, and is not shown; with --all it is.
    assert!(changes.iter().all(|change| change["what"] != "evidence"));
    args.push("--all");
    let all = facts(&args);
    let evidence = all.iter().find(|fact| fact["what"] == "evidence").unwrap();
    assert_eq!(evidence["before"], evidence["now"]);

    let mut args = vec!["inspect"];
    args.extend(change);
    let text = run(&args);
    assert!(text.out.contains("2 to 22 → 2 to 20"), "{}", text.out);
    assert!(!text.out.contains("technique hidden_single_box"));
    // Other singles still score more, so a path can score what it could.
    assert!(!text.out.contains("score_total"), "{}", text.out);

    // The highest score of all, 1.75 + 32 / 32 * 0.5, is now 1.75 + 30 / 32 * 0.5.
    let text = run(&["inspect", "--set", "hidden_single_line.most=30"]);
    let found = text
        .out
        .lines()
        .find(|line| line.contains("trajectory_max_step_score"));
    let found = found.unwrap_or_else(|| panic!("{}", text.out));
    assert!(found.ends_with("2.25 → 0 to 2.2188"), "{found}");
}

#[test]
fn constants_that_do_nothing() {
    // The ceiling of 22 is just reached by 16 + 2 * 3; one of 23 is not.
    let idle = |args: &[&str]| -> Vec<String> {
        let mut all = vec!["naked_single", "--all"];
        all.extend(args);
        let words = |fact: &Value| {
            let value = fact.get("now").unwrap_or(&fact["value"]);
            format!("{} {}", fact["name"].as_str().unwrap(), value.as_str()?).into()
        };
        let all = facts(&all);
        let idle = all.iter().filter(|fact| fact["what"] == "idle_constant");
        idle.filter_map(words).collect()
    };
    assert_eq!(idle(&[]), Vec::<String>::new());
    assert_eq!(
        idle(&["--set", "naked_single.ceiling=23"]),
        ["ceiling 23 is a bound that is never reached"]
    );
    // Without its step, what begins there has no effect.
    assert_eq!(
        idle(&[
            "--set",
            "naked_single.assertions=by_open[clamp(open_min, 1, 5)]",
        ]),
        [
            "by_open.6 15 has no effect, whatever it is",
            "beyond 16 is never used",
            "per_cell 2 is never used",
            "ceiling 22 is never used",
        ]
    );
}

#[test]
fn ladders_classes_and_tiers() {
    let rules = directory(&[("mine.yaml", MINE)]);
    let path = shown(rules.path());
    let facts = facts(&["mine", "--rules", &path, "--all"]);
    let of = |what: &str| {
        let mut found = facts.iter().filter(|fact| fact["what"] == what);
        found.next().cloned().unwrap_or_default()
    };
    // Naked singles, from 1.06, stand behind hidden ones, from 1.98.
    let falls = of("falls_below");
    assert_eq!(falls["name"], "naked_single");
    assert_eq!(falls["now"], "hidden_single_line");
    assert_eq!(falls["before"], Value::Null);
    let class = of("unreachable_class");
    assert_eq!(
        (&class["name"], &class["detail"]),
        (&json!("pacing"), &json!("Wild"))
    );
    assert_eq!(of("unreachable_tier")["name"], "Expert");
    assert_eq!(
        of("decides")["now"],
        json!({"least": 0.0, "greatest": 2.25})
    );
}

#[test]
fn wrong_names_and_wrong_rules() {
    let unknown = run(&["inspect", "naked_singel"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("did you mean `naked_single`?"),
        "{}",
        unknown.err
    );
    let refused = run(&["inspect", "--set", "naked_single.ceiling=x"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    assert!(refused.err.contains("U0201"), "{}", refused.err);
    let missing = run(&["inspect", "--rules", "no/such/directory"]);
    assert_eq!(missing.code, 2);
    let same = run(&["inspect", "--set", "naked_single.ceiling=22"]);
    assert_eq!(same.code, 0);
    assert_eq!(same.out, "nothing changes in what the rules can do\n");
}
