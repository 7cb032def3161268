//! What pictures show: the shape of `graph`, what its formulas may use, and what it does not change.

mod common;

use std::sync::Arc;

use common::{SYSTEM, TECHNIQUE, assert_problems, load, with};
use undoku_rules::RuleSet;

/// A graph in which nothing is left out.
const GRAPH: &str = "\
graph:
  constants: {hub: 10, rim: 30}
  step:
    level: score / 2
  polar:
    size: 100
    angle: index / steps * 2 * pi
    start: hub
    radius: hub + level * (rim - hub)
    width: 1 + assertions
    by: level
    bands:
      - {name: Low, color: \"#0a0\", dark: \"#00CC00\", below: 0.25}
      - {name: High, color: \"#AA1111\"}
  trajectory:
    title: Score
    value: score
    slope: score_slope
    bottleneck: score_slope
    jump: score_slope
    pacing: score_total
  headline:
    - {title: Total, metric: score_total}
";

fn system() -> String {
    format!("{SYSTEM}    score_slope: slope(score)\n{GRAPH}")
}

fn compiled(text: &str) -> RuleSet {
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", text)]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded
        .compile(Arc::default())
        .unwrap_or_else(|found| panic!("{}", found.render(Default::default())))
}

/// Asserts the problems of the shape when `from` is replaced by `to`.
fn broken(from: &str, to: &str, expected: &[(u16, &str)]) {
    let text = with(&system(), from, to);
    assert_problems(to, &text, &[("t.yaml", TECHNIQUE)], expected);
}

/// What is said of formulas when `from` is replaced by `to`: code and message.
fn refused(from: &str, to: &str) -> Vec<(u16, String)> {
    let text = with(&system(), from, to);
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &text)]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    match loaded.compile(Arc::default()) {
        Ok(rules) => panic!("{to} is taken: {:?}", rules.warnings),
        Err(found) => found
            .iter()
            .map(|d| (d.code.0, d.message.clone()))
            .collect(),
    }
}

#[test]
fn a_graph_becomes_series_bands_and_places_of_metrics() {
    let rules = compiled(&system());
    assert!(rules.warnings.is_empty(), "{:?}", rules.warnings);
    let graph = rules.systems[0].graph.as_ref().expect("a graph");
    assert_eq!(graph.named, 1);
    let polar = graph.polar.as_ref().expect("a polar graph");
    assert_eq!(polar.size, 100.0);
    let bands: Vec<_> = polar
        .bands
        .iter()
        .map(|band| (&*band.name, &*band.light, &*band.dark, band.below))
        .collect();
    assert_eq!(
        bands,
        [
            ("Low", "#00aa00", "#00cc00", 0.25),
            ("High", "#aa1111", "#aa1111", f64::INFINITY)
        ]
    );
    // 10 + 0.25 · 20; the last band has no end.
    assert_eq!(polar.bands[0].ring, Some(15.0));
    assert_eq!(polar.bands[1].ring, None);
    let line = graph.trajectory.as_ref().expect("a trajectory");
    assert_eq!((line.slope, line.pacing), (Some(1), Some(0)));
    assert_eq!(graph.headline[0].metric, 0);
}

#[test]
fn a_ring_is_there_only_where_nothing_else_matters() {
    let ring = |from: &str, to: &str| {
        let rules = compiled(&with(&system(), from, to));
        let graph = rules.systems[0].graph.clone().expect("a graph");
        graph.polar.expect("a polar graph").bands[0].ring
    };
    assert_eq!(
        ring(
            "radius: hub + level * (rim - hub)",
            "radius: hub + score * (rim - hub)"
        ),
        None
    );
    assert_eq!(ring("by: level", "by: score"), None);
    assert_eq!(ring("(rim - hub)\n", "(rim - hub) / steps\n"), None);
    assert_eq!(ring("(rim - hub)\n", "(rim - hub) + count(open)\n"), None);
    assert_eq!(ring("rim: 30", "rim: 50"), Some(20.0));
}

#[test]
fn no_part_has_to_be_there() {
    for part in ["polar", "trajectory", "headline", "step", "constants"] {
        let mut kept = String::new();
        let mut inside = false;
        for line in system().lines() {
            if line.starts_with("  ") && !line.starts_with("   ") {
                inside = line.trim_start().starts_with(&format!("{part}:"));
            } else if !line.starts_with(' ') {
                inside = false;
            }
            if !inside {
                kept += line;
                kept.push('\n');
            }
        }
        let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &kept)]);
        assert!(
            loaded.diagnostics.is_empty(),
            "{part}: {:?}",
            loaded.diagnostics
        );
        // Formulas that use what is gone are wrong; the shape is not.
        let compiles = loaded.compile(Arc::default()).is_ok();
        assert_eq!(compiles, !matches!(part, "step" | "constants"), "{part}");
    }
    assert!(
        compiled(&format!("{SYSTEM}graph: {{}}\n")).systems[0]
            .graph
            .is_some()
    );
    assert!(compiled(SYSTEM).systems[0].graph.is_none());
}

#[test]
fn shapes() {
    broken(
        "  headline:",
        "  ‹headlines›:",
        &[(701, "did you mean `headline`?")],
    );
    broken(
        "size: 100",
        "size: ‹99›",
        &[(707, "must lie between 100 and 4000")],
    );
    broken(
        "size: 100",
        "size: ‹'100'›",
        &[(703, "must be a whole number")],
    );
    let text = with(&system(), "    by: level\n", "");
    let text = with(&text, "size: 100", "‹size›: 100");
    let missing = [(702, "the key `by` is missing in `graph.polar`")];
    assert_problems("by", &text, &[("t.yaml", TECHNIQUE)], &missing);
}

#[test]
fn colours() {
    for wrong in [
        "\"#0a\"",
        "green",
        "\"#00gg00\"",
        "\"00aa00\"",
        "\"#00aa00ff\"",
        "'#a;b'",
    ] {
        broken(
            "color: \"#AA1111\"",
            &format!("color: ‹{wrong}›"),
            &[(730, "six hexadecimal digits")],
        );
    }
    let text = with(
        &system(),
        "color: \"#AA1111\"}",
        "color: #AA1111\n        }",
    );
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &text)]);
    let found: Vec<_> = loaded.diagnostics.iter().map(common::words).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`#` starts a comment"), "{found:?}");
}

#[test]
fn bands_ascend_without_gaps() {
    broken(
        "      - {name: Low, color: \"#0a0\", dark: \"#00CC00\", below: 0.25}",
        "      - ‹{name: Low, color: \"#0a0\"}›",
        &[(709, "no upper end")],
    );
    broken(
        "color: \"#AA1111\"}",
        "color: \"#AA1111\", below: ‹1.5›}",
        &[(709, "the last band has an upper end")],
    );
    let text = with(&system(), "below: 0.25", "below: «0.25»");
    let text = with(
        &text,
        "      - {name: High,",
        "      - {name: Middle, color: \"#111\", below: ‹0.25›}\n      - {name: High,",
    );
    let same = [(
        709,
        "this band ends at 0.25, where the one before it ends at 0.25",
    )];
    assert_problems("same end", &text, &[("t.yaml", TECHNIQUE)], &same);
    let text = with(&system(), "name: Low", "name: «Low»");
    let text = with(&text, "name: High", "name: ‹Low›");
    let twice = [(710, "two bands are named")];
    assert_problems("same name", &text, &[("t.yaml", TECHNIQUE)], &twice);
}

#[test]
fn metrics_are_those_of_the_system() {
    broken(
        "slope: score_slope",
        "slope: ‹score_slop›",
        &[(731, "did you mean `score_slope`?")],
    );
    broken(
        "metric: score_total",
        "metric: ‹blanks›",
        &[(731, "the metrics are `score_total` and `score_slope`")],
    );
}

#[test]
fn formulas_are_checked_like_all_others() {
    assert_eq!(
        refused("width: 1 + assertions", "width: 1 + asertions"),
        [(201, "unknown name `asertions`".to_owned())]
    );
    assert_eq!(
        refused("value: score\n", "value: kind\n"),
        [(
            301,
            "expected a number for each step, found texts of all steps".to_owned()
        )]
    );
    assert_eq!(
        refused("by: level", "by: open"),
        [(
            301,
            "expected a number for each step, found a set of cells".to_owned()
        )]
    );
    let cost = refused("value: score\n", "value: cost\n");
    assert_eq!(cost.len(), 1);
    assert_eq!(
        cost[0],
        (
            201,
            "`cost` is what the search for a step of a path made by chance cost".to_owned()
        )
    );
    let circle = refused("level: score / 2", "level: level / 2");
    assert_eq!(circle[0].0, 206, "{circle:?}");
}

#[test]
fn a_text_cannot_be_marked_as_a_number() {
    let classes = "classes:\n  pace:\n    domain: scoring\n    choose: [{name: Calm}]\ngraph:";
    let text = with(&system(), "graph:", classes);
    let text = with(&text, "jump: score_slope", "jump: pace");
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &text)]);
    let found = loaded.compile(Arc::default()).expect_err("refused");
    let said: Vec<_> = found
        .iter()
        .map(|d| (d.code.0, d.message.as_str()))
        .collect();
    assert_eq!(
        said,
        [(
            301,
            "the values of `pace` are texts, where a number is marked"
        )]
    );
}

#[test]
fn constants_are_used_or_warned_of() {
    let warnings = |text: &str| -> Vec<String> {
        let rules = compiled(text);
        rules.warnings.iter().map(|d| d.message.clone()).collect()
    };
    // A constant of the system that only a picture uses is used.
    let of_system = with(&system(), "version: 1", "version: 1\nconstants: {far: 30}");
    let used = with(&of_system, "rim: 30", "rim: far");
    assert!(warnings(&used).is_empty(), "{:?}", warnings(&used));
    assert_eq!(warnings(&of_system).len(), 1);
    let unused = with(&system(), "rim: 30", "rim: 30, edge: 4");
    let found = warnings(&unused);
    assert!(found.len() == 1 && found[0].contains("`edge`"), "{found:?}");
}

#[test]
fn pictures_change_no_fingerprint() {
    let hash = |text: &str| compiled(text).systems[0].hash.clone();
    let plain = system();
    let (without, _) = plain.split_once("graph:").expect("a graph");
    assert_eq!(hash(&plain), hash(without));
    assert_eq!(hash(&plain), hash(&with(&plain, "rim: 30", "rim: 31")));
    assert_ne!(
        hash(&plain),
        hash(&with(&plain, "sum(score)", "2 * sum(score)"))
    );
}
