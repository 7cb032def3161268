//! Each branch of each formula against hand calculation.

use super::baseline::formulas::{
    self, BOX_SCORES, LINE_SCORES, NAKED_ASSERTIONS, NAKED_SCORES, box_assertions, line_assertions,
    pacing,
};
use super::baseline::metrics::{Metrics, Techniques, Trajectory};
use super::baseline::search::Board;
use super::baseline::{Baseline, Kind, Step};
use super::{assert_close, clues, data, named};
use serde_json::{Value, json};

const COMPLETE: &str =
    "123456789457189236689237145214573698376918452598624371731892564842365917965741823";

/// A grid that is blank but for the given `(row, column, digit)`, all from 1.
fn grid(given: &[(usize, usize, u8)]) -> [u8; 81] {
    let mut cells = [0; 81];
    for &(row, column, digit) in given {
        cells[9 * row + column - 10] = digit;
    }
    cells
}

fn first_step(cells: &[u8; 81]) -> Step {
    Baseline::new().rate(cells).steps[0]
}

#[test]
fn naked_single_by_open_cells_of_the_tightest_unit() {
    assert_eq!(NAKED_ASSERTIONS[1..], [2, 4, 6, 9, 12, 15, 18, 20, 22]);
    // Seven open cells and more cannot occur: eight digits in three units fill three of one.
    let row_and = |n: u8, more: &[(usize, usize, u8)]| {
        let row: Vec<_> = (1..=n).map(|i| (1, usize::from(i), i)).collect();
        grid(&[&row[..], more].concat())
    };
    let cases = [
        (row_and(8, &[]), 9, 2, [8, 0, 2]),
        (row_and(7, &[(5, 9, 8)]), 9, 4, [7, 1, 1]),
        (row_and(6, &[(5, 9, 7), (6, 9, 8)]), 9, 6, [6, 2, 0]),
        (
            row_and(5, &[(4, 9, 6), (5, 9, 7), (7, 9, 8)]),
            9,
            9,
            [5, 3, 0],
        ),
        (
            row_and(4, &[(4, 9, 5), (5, 9, 6), (7, 9, 7), (8, 9, 8)]),
            9,
            12,
            [4, 4, 0],
        ),
        (
            row_and(3, &[(4, 9, 4), (5, 9, 5), (7, 9, 6), (2, 7, 7), (3, 8, 8)]),
            9,
            15,
            [3, 3, 2],
        ),
    ];
    for (cells, digit, assertions, reasons) in cases {
        let step = first_step(&cells);
        assert_eq!(
            (step.kind, step.cell, step.digit),
            (Kind::NakedSingle, 8, digit)
        );
        assert_eq!(
            (step.assertions, [step.h, step.v, step.b]),
            (assertions, reasons)
        );
        assert_close(step.score, 1.0 + 0.75 * f64::from(assertions) / 22.0);
    }
    assert_close(NAKED_SCORES[22], 1.75);
}

#[test]
fn hidden_single_in_box_by_hand() {
    // Of box 1, rows 2 and 3 and columns 2 and 3 hold 1: r1c2, r1c3, r2c1 and r3c1 are refuted once, the
    // other four twice, 12 in all; row, column and box of r1c1 are empty. 8 + 0.40 · 12 = 12.8.
    let step = first_step(&grid(&[(2, 4, 1), (3, 7, 1), (5, 2, 1), (7, 3, 1)]));
    assert_eq!(
        (step.kind, step.cell, step.digit),
        (Kind::HiddenSingleBox, 0, 1)
    );
    assert_eq!((step.assertions, step.h, step.v, step.b), (13, 0, 0, 0));
    assert_close(step.score, 1.64375);
}

#[test]
fn hidden_single_in_row_and_column_by_hand() {
    // Of row 1, r1c4 and r1c6 see the 1 in box 2, r1c5 sees it in column 5 too, r1c9 sees the 1 in column 9: 5
    // refutations; four cells of the row and two of the box are filled. 12 + 0.45 · 5 + 0.35 · 6 = 16.35.
    let row = [
        (1, 2, 2),
        (1, 3, 3),
        (1, 7, 7),
        (1, 8, 8),
        (2, 5, 1),
        (5, 9, 1),
    ];
    let step = first_step(&grid(&row));
    assert_eq!(
        (step.kind, step.cell, step.digit),
        (Kind::HiddenSingleRow, 0, 1)
    );
    assert_eq!((step.assertions, step.h, step.v, step.b), (16, 4, 0, 2));
    assert_close(step.score, 2.0);

    let column = row.map(|(row, column, digit)| (column, row, digit));
    let step = first_step(&grid(&column));
    assert_eq!(
        (step.kind, step.cell, step.digit),
        (Kind::HiddenSingleColumn, 0, 1)
    );
    assert_eq!((step.assertions, step.h, step.v, step.b), (16, 0, 4, 2));
    assert_close(step.score, 2.0);
}

#[test]
fn looks_for_naked_before_box_before_line() {
    // The box single of `hidden_single_in_box_by_hand`, and further down a row with one blank.
    let boxed = [(2, 4, 1), (3, 7, 1), (5, 2, 1), (7, 3, 1)];
    let row_6: Vec<_> = (1..=8).map(|i| (6, usize::from(i), i + 1)).collect();
    let step = first_step(&grid(&[&boxed[..], &row_6].concat()));
    assert_eq!(
        (step.kind, step.cell, step.digit),
        (Kind::NakedSingle, 53, 1)
    );

    // The row single of `hidden_single_in_row_and_column_by_hand`, and 9 has one cell left in box 9.
    let row = [
        (1, 2, 2),
        (1, 3, 3),
        (1, 7, 7),
        (1, 8, 8),
        (2, 5, 1),
        (5, 9, 1),
    ];
    let box_9 = [(7, 1, 9), (8, 4, 9), (4, 9, 9), (2, 8, 9)];
    let step = first_step(&grid(&[&row[..], &box_9].concat()));
    assert_eq!(
        (step.kind, step.cell, step.digit),
        (Kind::HiddenSingleBox, 78, 9)
    );
}

#[test]
fn hidden_singles_are_clamped_at_both_ends() {
    // 8 + 0.3 · 4 = 9.2; 8 + 0.3 · 8 = 10.4; 8 + 0.3 · 10 = 11; 8 + 0.4 · 16 + 0.3 · 30 = 23.4; and past 24.5.
    assert_eq!(
        [0, 4, 8, 10].map(|reasons| box_assertions(0, reasons)),
        [10, 10, 10, 11]
    );
    assert_eq!(
        [30, 31, 34, 99].map(|reasons| box_assertions(16, reasons)),
        [23, 24, 24, 24]
    );
    // 12 + 0.35 · 7 = 14.45; 12 + 0.35 · 10 = 15.5; 12 + 0.45 · 16 + 0.35 · 34 = 31.1; and past 32.5.
    assert_eq!(
        [0, 7, 8, 10].map(|reasons| line_assertions(0, reasons)),
        [15, 15, 15, 16]
    );
    assert_eq!(
        [34, 36, 40, 99].map(|reasons| line_assertions(16, reasons)),
        [31, 32, 32, 32]
    );
    assert_close(BOX_SCORES[10], 1.5875);
    assert_close(BOX_SCORES[24], 1.85);
    assert_close(LINE_SCORES[15], 1.984375);
    assert_close(LINE_SCORES[32], 2.25);
}

#[test]
fn rounds_half_away_from_zero() {
    // 8 + 2 + 4.5 = 14.5 and 12 + 4.5 = 16.5: to even would give 14 and 16.
    assert_eq!(box_assertions(5, 15), 15);
    assert_eq!(line_assertions(10, 0), 17);
}

/// Steps of which only the scores matter.
fn scored(scores: &[f64]) -> Vec<Step> {
    let kind = Kind::NakedSingle;
    let step = |&score| Step {
        kind,
        cell: 0,
        digit: 1,
        assertions: 2,
        score,
        h: 0,
        v: 0,
        b: 0,
    };
    scores.iter().map(step).collect()
}

#[test]
fn trajectory_by_hand() {
    // Mean 7/3; deviations -4/3, -1/3, 5/3.
    let t = Trajectory::of(&scored(&[1.0, 2.0, 4.0]));
    assert_close(t.total, 7.0);
    assert_close(t.variance, 14.0 / 9.0);
    assert_close(t.divergence, 10.0 / 9.0);
    assert_close(t.slope, 1.5);
    assert_eq!(
        (t.min, t.max, t.suddenness, t.bottleneck),
        (1.0, 4.0, 2.0, 3)
    );

    let t = Trajectory::of(&scored(&[1.0, 3.0, 2.0, 3.0]));
    assert_eq!(t.bottleneck, 2, "the first of the largest");
    assert_eq!(t.suddenness, 2.0);
    assert_eq!(
        Trajectory::of(&scored(&[4.0, 1.0])).suddenness,
        3.0,
        "downwards too"
    );

    let t = Trajectory::of(&scored(&[1.5]));
    assert_eq!(
        (t.suddenness, t.slope, t.variance, t.bottleneck),
        (0.0, 0.0, 0.0, 1)
    );
}

#[test]
fn pacing_classes() {
    let class = |scores: &[f64]| {
        let t = Trajectory::of(&scored(scores));
        pacing(t.suddenness, t.slope)
    };
    assert_eq!(class(&[1.0, 2.25]), "Volatile");
    assert_eq!(class(&[2.25, 1.0]), "Volatile");
    assert_eq!(class(&[1.0, 1.1, 1.2, 1.3]), "Escalating");
    assert_eq!(class(&[1.3, 1.2, 1.1, 1.0]), "Front-Loaded");
    assert_eq!(class(&[1.1, 1.0, 1.1]), "Balanced");
    assert_eq!(class(&[1.5]), "Balanced");
    assert_eq!(pacing(1.20, 1.0), "Volatile");
    assert_eq!(
        pacing(1.20f64.next_down(), 0.030f64.next_up()),
        "Escalating"
    );
    assert_eq!(pacing(0.0, 0.030), "Balanced");
    assert_eq!(pacing(0.0, -0.030), "Balanced");
    assert_eq!(pacing(0.0, (-0.030f64).next_down()), "Front-Loaded");
}

#[test]
fn tiers_at_and_just_below_their_bounds() {
    let names = [
        ("Easy", "Easy (Tier 1 - Casual)"),
        ("Easy", "Easy (Tier 2 - Novice)"),
        ("Medium", "Medium (Tier 1 - Moderate)"),
        ("Medium", "Medium (Tier 2 - Intermediate)"),
        ("Hard", "Hard (Tier 1 - Advanced)"),
        ("Hard", "Hard (Tier 2 - Master)"),
        ("Expert", "Expert (Tier 1 - Grandmaster)"),
        ("Expert", "Expert (Tier 2 - Extreme)"),
    ];
    let of = |total: f64| (formulas::tier(total).rating, formulas::tier(total).name);
    assert_eq!(of(0.0), names[0]);
    for (i, bound) in [44.0f64, 50.0, 56.0, 62.0, 68.0, 74.0, 80.0]
        .into_iter()
        .enumerate()
    {
        assert_eq!(of(bound.next_down()), names[i]);
        assert_eq!(of(bound), names[i + 1]);
    }
    assert_eq!(of(200.0), names[7]);
}

#[test]
fn tier_profile_ends_are_inside() {
    let of = |total, blanks, clues, peak| {
        let profile = formulas::tier(total).profile(blanks, clues, peak);
        [profile.blanks, profile.clues, profile.peak_assertions]
    };
    assert_eq!(of(43.0, 39, 42, 3), ["below", "above", "below"]);
    assert_eq!(of(43.0, 40, 41, 4), ["inside"; 3]);
    assert_eq!(of(43.0, 42, 39, 8), ["inside"; 3]);
    assert_eq!(of(43.0, 43, 38, 9), ["above", "below", "above"]);
    assert_eq!(of(90.0, 59, 22, 19), ["below", "above", "below"]);
    assert_eq!(
        of(90.0, 64, 17, 32),
        ["inside"; 3],
        "the last tier's peak has no upper end"
    );
}

#[test]
fn techniques_by_hand() {
    use Kind::{HiddenSingleBox, HiddenSingleColumn, HiddenSingleRow, NakedSingle};
    let of = |kinds: &[Kind]| {
        let mut steps = scored(&vec![1.0; kinds.len()]);
        steps
            .iter_mut()
            .zip(kinds)
            .for_each(|(step, &kind)| step.kind = kind);
        Techniques::of(&steps)
    };
    let t = of(&[
        HiddenSingleBox,
        HiddenSingleBox,
        NakedSingle,
        NakedSingle,
        HiddenSingleColumn,
        HiddenSingleRow,
    ]);
    assert_eq!(t.counts, [2, 2, 1, 1]);
    assert_eq!(
        (t.max_streak, t.max_streak_kind),
        (2, Some(HiddenSingleBox)),
        "the first one"
    );
    assert_eq!(t.most_frequent, Some(NakedSingle), "the earlier kind");
    assert_eq!(t.least_frequent, Some(HiddenSingleRow), "the earlier kind");
    // Two thirds at p = 1/3, one at 1/6 each twice: (2/3) ln 3 + (1/3) ln 6 = ln 3 + (1/3) ln 2.
    assert_close(
        t.diversity,
        (3f64.ln() + 2f64.ln() / 3.0) / (2.0 * 2f64.ln()),
    );

    let t = of(&[HiddenSingleRow; 3]);
    assert_eq!((t.diversity, t.max_streak), (0.0, 3));
    assert_eq!(
        (t.most_frequent, t.least_frequent),
        (Some(HiddenSingleRow), Some(HiddenSingleRow))
    );
    assert_close(of(&Kind::ALL).diversity, 1.0);
}

#[test]
fn topology_by_hand() {
    let of = |given: &[(usize, usize, u8)]| Metrics::of(&Board::new(&grid(given)).start(), &[]);
    // Each pair is symmetric in one way only; r1c2 alone in none, it and its image differ.
    let pairs = [(9, 8), (1, 8), (9, 2), (2, 1), (8, 9)];
    for (row, column) in pairs {
        assert_eq!(
            of(&[(1, 2, 1), (row, column, 2)]).topology_clue_symmetry,
            1.0,
            "r{row}c{column}"
        );
    }
    let one = of(&[(1, 2, 1)]);
    assert_close(one.topology_clue_symmetry, 79.0 / 81.0);
    // Three units of 27 hold one clue: mean 1/9, mean square 1/9.
    assert_close(one.topology_distribution_variance, 1.0 / 9.0 - 1.0 / 81.0);
    // 20 cells lost a candidate, 60 have all nine.
    assert_close(one.search_avg_candidates_measured, 8.75);
    assert_eq!(one.search_peak_ambiguity, 9);
    assert_close(one.search_avg_candidates, 2.5 + 160.0 / 81.0);
    assert_close(one.search_constrainedness, 80.0 / 81.0);

    // Three in box 5, five in the middle stack, four in the middle band.
    let m = of(&[
        (4, 4, 1),
        (5, 5, 2),
        (6, 6, 3),
        (5, 1, 4),
        (1, 5, 5),
        (9, 4, 6),
    ]);
    assert_eq!((m.topology_clue_count, m.topology_blanks_count), (6, 75));
    assert_eq!(
        (
            m.topology_box_congestion_max,
            m.topology_band_congestion_max
        ),
        (3, 5)
    );
}

#[test]
fn two_blanks_by_hand() {
    // r1c1 and r1c9 are open; both columns and boxes have one open cell each: 2 assertions, twice.
    let mut cells = clues(COMPLETE);
    (cells[0], cells[8]) = (0, 0);
    let mut baseline = Baseline::new();
    let m = &baseline.rate(&cells).metrics;
    let score = 1.0 + 0.75 / 11.0;
    assert_eq!(
        (
            m.complexity_total_assertions,
            m.complexity_max_step_assertions
        ),
        (4, 2)
    );
    assert_close(m.complexity_avg_assertions_per_step, 2.0);
    assert_close(m.complexity_assertion_density, 2.0);
    assert_close(m.complexity_rating, 1.6 + 7.0 + 1.6);
    assert_close(m.score_total, 2.0 * score);
    assert_close(m.score_composite, 1.2 * score + 0.32 + 3.0);
    assert_eq!(m.constraint_cross_horizontal, 7 + 8);
    assert_eq!(
        (m.constraint_cross_vertical, m.constraint_box_3x3),
        (16, 16)
    );
    assert_eq!(m.constraint_total_reasons, 47);
    assert_close(m.search_avg_candidates_measured, 1.0);
}

#[test]
fn rates_a_complete_grid_and_keeps_nothing_of_the_puzzle_before() {
    let mut baseline = Baseline::new();
    let puzzle = data("mixed-500.txt");
    assert!(!baseline.rate(&clues(&puzzle)).steps.is_empty());
    let rating = baseline.rate(&clues(COMPLETE));
    assert_eq!(
        (rating.solved, rating.remaining, rating.steps.len()),
        (true, 0, 0)
    );
    let nulls = [
        "trajectory_difficulty_pacing",
        "tech_max_streak_technique",
        "tech_most_frequent_technique",
        "tech_least_frequent_technique",
    ];
    for (name, value) in named(&rating.metrics) {
        let expected = match name {
            "difficulty_rating" => json!("Easy"),
            "granular_tier" => json!("Easy (Tier 1 - Casual)"),
            "search_avg_candidates" => json!(2.5),
            "topology_clue_count" => json!(81),
            "topology_clue_symmetry" => json!(1.0),
            "topology_box_congestion_max" => json!(9),
            "topology_band_congestion_max" => json!(27),
            name if nulls.contains(&name) => Value::Null,
            _ => json!(0.0),
        };
        assert_eq!(value.as_f64(), expected.as_f64(), "{name}");
        assert!(value.is_number() || value == expected, "{name}: {value}");
    }
    assert_eq!(rating.metrics.search_avg_candidates_measured, 0.0);
    let profile = rating.metrics.tier_profile;
    assert_eq!(
        [profile.blanks, profile.clues, profile.peak_assertions],
        ["below", "above", "below"]
    );
}

#[test]
fn reports_what_is_left_when_stuck() {
    let mut baseline = Baseline::new();
    let rating = baseline.rate(&[0; 81]);
    assert_eq!(
        (rating.solved, rating.remaining, rating.steps.len()),
        (false, 81, 0)
    );
    assert_eq!(rating.metrics.granular_tier, "");
}
