//! Ratings under `pick: all` are those of all equivalent puzzles: turned, mirrored, shuffled or relabelled.
//!
//! What names a direction – rows, columns – changes its meaning when rows become columns, and the symmetry of
//! the clues' pattern is about how a puzzle is laid out; nothing else may change.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use support::equivalents::{Equivalence, Random};
use support::{clues, puzzle, puzzles, rules_of, text_of};
use undoku::rules::SourceFile;
use undoku::{Engine, Loader, MetricValue, Report, Status};

/// The files that the puzzles come from, and how many from each: 300 that differ in what they ask for.
const MIXTURE: [(&str, usize); 8] = [
    ("puzzles/qqwing-simple.txt", 45),
    ("puzzles/qqwing-easy.txt", 45),
    ("puzzles/qqwing-intermediate.txt", 45),
    ("puzzles/qqwing-expert.txt", 20),
    ("puzzles/exchange-easy.txt", 45),
    ("puzzles/exchange-medium.txt", 45),
    ("puzzles/exchange-hard-mixed.txt", 45),
    ("puzzles/exchange-diabolical.txt", 10),
];
/// How many equivalents of each puzzle are rated.
const EQUIVALENTS: usize = 9;

/// A ladder of more than singles in which no rung is about a direction.
const LADDER: &str = r#"
system: undirected
version: 1
title: No direction
ordered_by: score
ladder:
  - full_house
  - naked_single
  - hidden_single_box
  - hidden_single_line
  - {tier: [direct_claiming, direct_pointing], name: direct_locked}
  - direct_hidden_pair
  - {tier: [claiming, pointing], name: locked}
  - locked_pair
  - direct_hidden_triple
  - naked_pair
  - hidden_pair
  - locked_triple
  - x_wing
  - naked_triple
  - hidden_triple
  - swordfish
  - skyscraper
  - two_string_kite
  - turbot_fish
  - empty_rectangle
  - remote_pair
  - xy_wing
  - xyz_wing
  - w_wing
  - tier: [unique_rectangle_1, unique_rectangle_extra, unique_rectangle_4, unique_rectangle_6,
           unique_rectangle_3, hidden_rectangle, avoidable_rectangle_1, avoidable_rectangle_2]
    name: rectangles
  - naked_quad
  - jellyfish
  - hidden_quad
  - bug_plus_1
  - finned_x_wing
  - sashimi_x_wing
  - {tier: [simple_colors_wrap, simple_colors_trap], name: colors}
  - finned_swordfish
  - sashimi_swordfish
  - multi_colors
  - wxyz_wing
  - sue_de_coq
  - finned_jellyfish
  - sashimi_jellyfish
  - aligned_pair_exclusion
  - als_xz
path: {pick: all}
step:
  taken: removed
  seen: "sum(c in eliminated | placed : count(filled(box(c))))"
metrics:
  sums:
    score_total: sum(score)
    assertions_total: sum(assertions)
    taken_total: sum(taken)
    seen_total: sum(seen)
  spread:
    score_variance: variance(score)
    assertions_deviation: mean_deviation(assertions)
    taken_most: max(taken)
    seen_variance: variance(seen)
  order:
    steps_total: steps
    score_slope: slope(score)
    assertions_slope: slope(assertions)
    taken_slope: slope(taken)
    seen_slope: slope(seen)
    score_jump: max_jump(score)
    assertions_jump: max_jump(assertions)
    taken_jump: max_jump(taken)
    seen_jump: max_jump(seen)
    hardest: first_max(score)
    widest: first_max(taken)
  rungs:
    rung_diversity: entropy(rung)
    rung_streak: longest_run(rung)
    streak_of: longest_run_value(rung)
    usual: most_frequent(rung)
    rare: least_frequent(rung)
    locked: count(rung == "locked")
    fish: count(rung in ["x_wing", "swordfish", "jellyfish"])
    pairs: count(rung in ["naked_pair", "hidden_pair"])
"#;

fn mixture() -> Vec<String> {
    let all: Vec<String> = MIXTURE
        .iter()
        .flat_map(|&(name, count)| {
            let all = puzzles(name);
            // Spread over the whole file.
            let step = all.len() / count;
            all.into_iter().step_by(step).take(count)
        })
        .collect();
    assert_eq!(all.len(), 300);
    all
}

/// The default system with some changes.
fn default_with(changes: &[&str]) -> Engine {
    Engine::new(support::rules(changes)).unwrap()
}

/// The ladder above.
fn ladder() -> Engine {
    let mut loader = Loader::new().unwrap();
    loader.files([SourceFile {
        name: "undirected.yaml".to_owned(),
        text: LADDER.to_owned(),
    }]);
    Engine::with_system(rules_of(&loader), "undirected").unwrap()
}

/// Each puzzle with its equivalents.
fn families() -> impl Iterator<Item = (String, Vec<(Equivalence, String)>)> {
    let mut random = Random(20);
    mixture().into_iter().map(move |start| {
        let cells = clues(&start);
        let changes = (0..EQUIVALENTS).map(|at| match at {
            0 => Equivalence::quarter_turn(),
            1 => Equivalence::mirror(),
            _ => Equivalence::random(&mut random),
        });
        let images = changes.map(|change| {
            let image = text_of(&change.of(&cells));
            (change, image)
        });
        let images = images.collect();
        (start, images)
    })
}

fn as_number(value: MetricValue<'_>) -> Option<f64> {
    match value {
        MetricValue::Int(value) => Some(value as f64),
        MetricValue::Number(value) => Some(value),
        MetricValue::Bool(value) => Some(f64::from(u8::from(value))),
        MetricValue::Text(_) | MetricValue::Null => None,
    }
}

fn same(a: MetricValue<'_>, b: MetricValue<'_>) -> bool {
    match (as_number(a), as_number(b)) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.abs().max(1.0),
        _ => a == b,
    }
}

/// A metric as it is called once rows have become columns.
fn transposed(name: &str) -> &str {
    match name {
        "constraint_cross_horizontal" => "constraint_cross_vertical",
        "constraint_cross_vertical" => "constraint_cross_horizontal",
        _ => name,
    }
}

/// The metrics in which an equivalent differs from its puzzle, those that name a direction exchanged as the
/// equivalent does, and the symmetry of the layout left out.
fn differences<'r>(before: &'r Report, after: &Report, transposes: bool) -> Vec<&'r str> {
    assert_eq!(after.status, before.status);
    let metrics = before.metrics();
    let differing = metrics.filter(|(name, value)| {
        let there = if transposes { transposed(name) } else { name };
        *name != "topology_clue_symmetry" && !same(*value, after.metric(there).unwrap())
    });
    differing.map(|(name, _)| name).collect()
}

/// Asserts that no equivalent of any puzzle differs in any metric but the excepted ones, which may differ where
/// rows become columns; says how many puzzles were solved.
fn assert_invariant(engine: &Engine, directed: &[&str]) -> usize {
    let mut rater = engine.rater();
    let mut solved = 0;
    for (start, images) in families() {
        let before = rater.rate(&puzzle(&start));
        assert!(before.cut_short.is_empty());
        solved += usize::from(before.status == Status::Solved);
        for (change, image) in images {
            let after = rater.rate(&puzzle(&image));
            assert_eq!(after.step_count, before.step_count, "{start} {image}");
            assert_eq!(after.remaining, before.remaining, "{start} {image}");
            assert_eq!(after.tier, before.tier, "{start} {image}");
            let mut differing = differences(&before, &after, change.transposes);
            if change.transposes {
                differing.retain(|name| !directed.contains(name));
            }
            assert!(differing.is_empty(), "{start} {image}: {differing:?}");
        }
    }
    solved
}

/// Of how many puzzles some equivalent differs.
#[derive(Debug, Default)]
struct Changing {
    solved: usize,
    in_a_number: usize,
    in_the_score: usize,
    in_the_tier: usize,
}

fn changing(engine: &Engine) -> Changing {
    let mut rater = engine.rater();
    let mut all = Changing::default();
    for (start, images) in families() {
        let before = rater.rate(&puzzle(&start));
        if before.status != Status::Solved {
            continue;
        }
        let (mut number, mut score, mut tier) = (false, false, false);
        for (change, image) in images {
            let after = rater.rate(&puzzle(&image));
            let differing = differences(&before, &after, change.transposes);
            let is_number = |name: &&str| as_number(before.metric(name).unwrap()).is_some();
            number |= differing.iter().any(is_number);
            score |= differing.contains(&"score_total");
            tier |= before.tier != after.tier;
        }
        all.solved += 1;
        all.in_a_number += usize::from(number);
        all.in_the_score += usize::from(score);
        all.in_the_tier += usize::from(tier);
    }
    all
}

#[test]
fn equivalents_are_equivalent() {
    let cells = clues(&mixture()[0]);
    let turned = Equivalence::quarter_turn();
    let mut image = cells;
    for quarter in 1..=4 {
        image = turned.of(&image);
        assert_eq!(image == cells, quarter == 4);
    }
    let mut corner = [0; 81];
    corner[8] = 7;
    // What was at the right of the first row is now at the bottom of the last column.
    assert_eq!(turned.of(&corner)[80], 7);
    assert_eq!(Equivalence::mirror().of(&corner)[0], 7);
    assert_eq!(Equivalence::identity().of(&cells), cells);
    let sorted = |cells: &[u8; 81]| {
        let bands = cells
            .chunks(27)
            .map(|band| band.iter().filter(|&&digit| digit != 0).count());
        let stacks = (0..3).map(|stack| {
            let inside = |&at: &usize| cells[at] != 0 && at % 9 / 3 == stack;
            (0..81).filter(inside).count()
        });
        let (mut bands, mut stacks): (Vec<_>, Vec<_>) = (bands.collect(), stacks.collect());
        bands.sort_unstable();
        stacks.sort_unstable();
        (bands, stacks)
    };
    for (start, images) in families().take(20) {
        let before = sorted(&clues(&start));
        for (change, image) in images {
            let (bands, stacks) = sorted(&clues(&image));
            let after = if change.transposes {
                (stacks, bands)
            } else {
                (bands, stacks)
            };
            assert_eq!(after, before, "{start} {image}");
            assert_ne!(start, image);
        }
    }
}

#[test]
fn all_of_a_rung_without_directions_is_invariant() {
    let solved = assert_invariant(&ladder(), &[]);
    assert!(solved >= 200, "{solved}");
}

/// The system of the whole ladder, with some changes.
fn whole(changes: &[&str]) -> Engine {
    Engine::with_system(support::rules(changes), "undoku_plus").unwrap()
}

#[test]
fn the_whole_ladder_is_invariant() {
    // A placement that a row and a column give alike counts as the one of the row, and this may decide which
    // kind is the most or the least frequent.
    let directed = [
        "tech_most_frequent_technique",
        "tech_least_frequent_technique",
    ];
    let solved = assert_invariant(&whole(&[]), &directed);
    assert!(solved >= 295, "{solved}");
}

#[test]
fn all_singles_are_invariant_but_for_the_kinds_that_name_a_direction() {
    let all = "undoku.path.pick=all";
    // Hidden singles of rows and of columns are kinds of their own; which of them a placement counts as, and how
    // long their runs are, is about directions.
    let directed = [
        "tech_diversity",
        "tech_max_streak",
        "tech_max_streak_technique",
        "tech_most_frequent_technique",
        "tech_least_frequent_technique",
    ];
    let solved = assert_invariant(&default_with(&[all]), &directed);
    assert!(solved >= 150, "{solved}");
    // By rungs, there is no exception.
    let by_rung = [
        all,
        "undoku.metrics.techniques.tech_diversity=entropy(rung) / ln(3)",
        "undoku.metrics.techniques.tech_max_streak=longest_run(rung)",
        "undoku.metrics.techniques.tech_max_streak_technique=longest_run_value(rung)",
        "undoku.metrics.techniques.tech_most_frequent_technique=most_frequent(rung)",
        "undoku.metrics.techniques.tech_least_frequent_technique=least_frequent(rung)",
    ];
    assert_invariant(&default_with(&by_rung), &[]);
}

#[test]
fn the_first_match_depends_on_the_layout() {
    let tried = |engine: &Engine, what: &str| {
        let found = changing(engine);
        println!("{what}: {found:?}");
        found
    };
    for first in [
        tried(&default_with(&[]), "the default system, first"),
        tried(
            &whole(&["undoku_plus.path.pick=first"]),
            "the whole ladder, first",
        ),
    ] {
        assert!(first.in_a_number * 2 > first.solved, "{first:?}");
        assert!(first.in_the_score > 0, "{first:?}");
    }
    for all in [
        tried(
            &default_with(&["undoku.path.pick=all"]),
            "the default system, all",
        ),
        tried(&whole(&[]), "the whole ladder, all"),
    ] {
        assert_eq!((all.in_the_score, all.in_the_tier), (0, 0), "{all:?}");
    }
}
