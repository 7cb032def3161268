//! The policy that takes all matches of the first rung at once.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use support::naive::{Single, singles};
use support::{clues, data, engine, evidence, kind, listing, number, puzzle, puzzles, rules_of};
use undoku::grid::Puzzle;
use undoku::rules::SourceFile;
use undoku::{Engine, Loader, Report, Status, Step};

const ALL: &str = "undoku.path.pick=all";

/// An engine for rules of its own: techniques and one system, whose reports list steps.
fn engine_of(files: &[String]) -> Engine {
    let mut loader = Loader::with_bundles(&[]).unwrap();
    loader.files(files.iter().enumerate().map(|(at, text)| SourceFile {
        name: format!("{at}.yaml"),
        text: text.clone(),
    }));
    listing(rules_of(&loader))
}

/// A technique with this pattern and score.
fn technique(id: &str, assertions: &str, score: &str, pattern: &str) -> String {
    let pattern = pattern.replace('\n', "\n  ");
    format!(
        "technique: {id}\ntitle: T\npattern: |\n  {pattern}\nassertions: {assertions}\nscore: {score}\nexplain: found\n"
    )
}

/// A system that takes all.
fn system(ladder: &str) -> String {
    format!(
        "system: s\nversion: 1\ntitle: S\nladder: {ladder}\npath: {{pick: all}}\n\
         metrics: {{scoring: {{total: sum(score), numbers: sum(index), most: max(index), steps_total: steps}}}}\n"
    )
}

const NAKED: &str = "for c in open\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c";

fn rung_of(single: &Single) -> usize {
    match single.kind {
        "naked_single" => 0,
        "hidden_single_box" => 1,
        _ => 2,
    }
}

/// The waves of singles by plain loops: of each placement the easiest single, in order.
fn waves(start: &str) -> Vec<Vec<Single>> {
    let mut grid = clues(start);
    let mut waves = Vec::new();
    loop {
        let all = singles(&grid);
        let Some(rung) = all.iter().map(rung_of).min() else {
            return waves;
        };
        let mut wave: Vec<Single> = Vec::new();
        for single in all.into_iter().filter(|single| rung_of(single) == rung) {
            let same =
                |other: &&mut Single| (other.cell, other.digit) == (single.cell, single.digit);
            match wave.iter_mut().find(same) {
                // Scores of a rung rise with the assertions.
                Some(other) if single.assertions() < other.assertions() => *other = single,
                Some(_) => {}
                None => wave.push(single),
            }
        }
        wave.sort_by(|a, b| {
            let key = |s: &Single| (s.kind == "hidden_single_column", s.cell, s.digit);
            a.score().total_cmp(&b.score()).then(key(a).cmp(&key(b)))
        });
        for single in &wave {
            grid[single.cell] = single.digit;
        }
        waves.push(wave);
    }
}

fn some() -> Vec<String> {
    let files = [
        ("tiers-48.txt", 48),
        ("mixed-500.txt", 120),
        ("puzzles/exchange-hard-mixed.txt", 30),
        ("puzzles/17clue-12.txt", 12),
    ];
    let first = |(name, count): (&str, usize)| puzzles(name).into_iter().take(count);
    files.into_iter().flat_map(first).collect()
}

#[test]
fn a_wave_is_every_single_of_the_first_rung_that_has_one() {
    let engine = engine(&[ALL]);
    let (mut solved, mut wide) = (0, 0);
    for start in some() {
        let report = engine.rate(&puzzle(&start));
        let waves = waves(&start);
        wide += waves.iter().filter(|wave| wave.len() > 1).count();
        let expected: Vec<&Single> = waves.iter().flatten().collect();
        assert_eq!(report.step_count, expected.len(), "{start}");
        for (step, single) in report.steps().iter().zip(&expected) {
            let at = format!("{start} step {}", step.index);
            let (cell, digit) = step.placement().unwrap();
            assert_eq!(
                (kind(&report, step), cell.index(), digit.number()),
                (single.kind, single.cell, single.digit),
                "{at}"
            );
            assert_eq!(step.assertions, single.assertions(), "{at}");
            assert!((step.score - single.score()).abs() < 1e-12, "{at}");
            // Everything is seen in the position before the wave.
            let filled =
                ["reasons_row", "reasons_column", "reasons_box"].map(|name| evidence(step, name));
            assert_eq!(filled, single.filled.map(|count| count as i64), "{at}");
        }
        solved += usize::from(report.status == Status::Solved);
        assert_metrics(&report, &start);
    }
    assert!(
        solved > 100 && wide > 1000,
        "{solved} solved, {wide} waves of several"
    );
}

/// Metrics come from what was saved of the steps, not from the list of them.
#[track_caller]
fn assert_metrics(report: &Report, start: &str) {
    if report.status != Status::Solved {
        return;
    }
    let steps = report.steps();
    let sum = |of: &dyn Fn(&Step) -> f64| steps.iter().map(of).sum::<f64>();
    let greatest = |of: &dyn Fn(&Step) -> f64| steps.iter().map(of).fold(0.0, f64::max);
    let count = |wanted: &str| {
        steps
            .iter()
            .filter(|step| kind(report, step) == wanted)
            .count()
    };
    let jumps = steps
        .windows(2)
        .map(|pair| (pair[1].score - pair[0].score).abs());
    let most = greatest(&|step| step.score);
    let runs = steps.chunk_by(|a, b| a.kind == b.kind);
    for (name, expected) in [
        ("complexity_total_assertions", sum(&|step| step.assertions)),
        (
            "complexity_max_step_assertions",
            greatest(&|step| step.assertions),
        ),
        ("score_total", sum(&|step| step.score)),
        ("trajectory_max_step_score", most),
        ("trajectory_suddenness", jumps.fold(0.0, f64::max)),
        (
            "trajectory_bottleneck_step",
            1.0 + steps
                .iter()
                .position(|step| step.score > most - 1e-9)
                .unwrap() as f64,
        ),
        ("tech_naked_singles", count("naked_single") as f64),
        ("tech_hidden_singles_box", count("hidden_single_box") as f64),
        (
            "tech_max_streak",
            runs.map(<[_]>::len).max().unwrap() as f64,
        ),
        (
            "constraint_cross_horizontal",
            sum(&|step| evidence(step, "reasons_row") as f64),
        ),
        (
            "constraint_box_3x3",
            sum(&|step| evidence(step, "reasons_box") as f64),
        ),
    ] {
        let found = number(report, name);
        assert!(
            (found - expected).abs() < 1e-9,
            "{start} {name}: {found}, not {expected}"
        );
    }
}

#[test]
fn what_is_listed_changes_nothing() {
    let with = engine(&[ALL]);
    let without = Engine::new(support::rules(&[ALL])).unwrap();
    for start in some() {
        let (with, without) = (with.rate(&puzzle(&start)), without.rate(&puzzle(&start)));
        assert_eq!(with.values, without.values, "{start}");
        assert_eq!(with.step_count, without.step_count, "{start}");
        assert_eq!(without.steps(), []);
    }
}

/// The kinds of the steps, in order.
fn kinds(report: &Report) -> Vec<&str> {
    report
        .steps()
        .iter()
        .map(|step| kind(report, step))
        .collect()
}

#[test]
fn one_conclusion_counts_once_by_the_easiest_match() {
    let one_blank = format!(".{}", &support::COMPLETE[1..]);
    let easiest = |techniques: &[(&str, &str, &str)], tier: &str| {
        let mut files = vec![system(&format!("[{{tier: {tier}, name: one}}]"))];
        files.extend(
            techniques
                .iter()
                .map(|(id, assertions, score)| technique(id, assertions, score, NAKED)),
        );
        let report = engine_of(&files).rate(&puzzle(&one_blank));
        assert_eq!(report.step_count, 1);
        kinds(&report)[0].to_owned()
    };
    // The lower score, wherever it stands in the tier.
    assert_eq!(
        easiest(&[("a", "1", "1.5"), ("b", "9", "1.25")], "[a, b]"),
        "b"
    );
    assert_eq!(
        easiest(&[("a", "1", "1.5"), ("b", "9", "1.25")], "[b, a]"),
        "b"
    );
    // Scores that differ by rounding alone are equal: the fewer assertions.
    assert_eq!(
        easiest(&[("a", "2", "0.3"), ("b", "1", "0.1 + 0.2")], "[a, b]"),
        "b"
    );
    assert_eq!(
        easiest(&[("a", "2", "0.1 + 0.2"), ("b", "1", "0.3")], "[a, b]"),
        "b"
    );
    assert_eq!(
        easiest(&[("a", "1", "1.5"), ("b", "9", "1.5")], "[a, b]"),
        "a"
    );
    // All equal: the first in the tier.
    assert_eq!(
        easiest(&[("a", "1", "1.5"), ("b", "1", "1.5")], "[b, a]"),
        "b"
    );
    assert_eq!(
        easiest(&[("a", "1", "1.5"), ("b", "1", "1.5")], "[a, b]"),
        "a"
    );
}

#[test]
fn a_later_rung_waits() {
    let two = format!("..{}", &support::COMPLETE[2..]);
    let first = NAKED.replace("== 1", "== 1 and count(digits after only(cand(c))) == 7");
    let files = [
        system("[second, naked]"),
        technique("second", "1", "9.0", &first),
        technique("naked", "1", "1.0", NAKED),
    ];
    // Both cells are naked singles, but the first rung has one match, and it is taken alone.
    let report = engine_of(&files).rate(&puzzle(&two));
    assert_eq!(kinds(&report), ["second", "naked"]);
}

#[test]
fn eliminations_of_a_wave_come_in_order_and_all_at_once() {
    // Every pair of a digit with a cell of row 1 and the next cell that has it.
    let pairs = "for d in digits\nfor a in spots(d, first(rows))\nfor b in spots(d, first(rows)) after a\n\
                 check count(digits after d) >= 7\neliminate d from a | b";
    let files = [system("[pairs]"), technique("pairs", "1", "1.0", pairs)];
    let report = engine_of(&files)
        .rater()
        .rate_proper(&Puzzle::from_clues(&[None; 81]));
    // 36 pairs of nine cells for each of two digits, and nothing is left for a second wave.
    assert_eq!(report.step_count, 72);
    let listed: Vec<Vec<(usize, u8)>> = (report.steps().iter())
        .map(|step| {
            step.eliminations
                .iter()
                .map(|(cell, digit)| (cell.index(), digit.number()))
                .collect()
        })
        .collect();
    let mut expected = Vec::new();
    for a in 0..9 {
        for digit in 1..=2 {
            expected.extend((a + 1..9).map(|b| vec![(a, digit), (b, digit)]));
        }
    }
    assert_eq!(listed, expected);
    assert!(
        report
            .steps()
            .iter()
            .zip(1..)
            .all(|(step, at)| step.index == at)
    );
}

#[test]
fn prefixes_stand_before_what_they_begin() {
    // The first n cells of row 1, from the most to the fewest.
    let all = "for n in [9, 8, 7, 6, 5, 4, 3, 2, 1]\ncheck true\n\
               eliminate last(digits) from {c in cells(first(rows)) : count(cells(first(rows)) after c) >= 9 - n}";
    let files = [system("[some]"), technique("some", "1", "1.0", all)];
    let report = engine_of(&files)
        .rater()
        .rate_proper(&Puzzle::from_clues(&[None; 81]));
    let lengths: Vec<usize> = report
        .steps()
        .iter()
        .map(|step| step.eliminations.len())
        .collect();
    assert_eq!(lengths, Vec::from_iter(1..=9));
}

/// Places every candidate in the order of cells and digits, as far as it is still one; how many cells stay open.
fn left_open_by_placing_all(mut grid: [u8; 81]) -> usize {
    for cell in 0..81 {
        for digit in 1..=9 {
            let seen = support::naive::units_of(cell).iter().any(|&unit| {
                support::naive::UNITS[unit]
                    .iter()
                    .any(|&other| grid[other] == digit)
            });
            if grid[cell] == 0 && !seen {
                grid[cell] = digit;
            }
        }
    }
    grid.iter().filter(|&&digit| digit == 0).count()
}

#[test]
fn conclusions_that_exclude_each_other_are_applied_as_far_as_possible() {
    let any = "for c in open\nfor d in cand(c)\ncheck true\nplace d at c";
    let files = [system("[any]"), technique("any", "1", "1.0", any)];
    let engine = engine_of(&files);
    let mut rater = engine.rater();
    let blank = Puzzle::from_clues(&[None; 81]);
    let report = rater.rate_proper(&blank);
    let left = left_open_by_placing_all([0; 81]);
    assert!(left > 0, "the test shows nothing");
    // One wave of 729 steps; no candidate survives it.
    assert_eq!((report.step_count, report.remaining as usize), (729, left));
    assert_eq!(report.status, Status::Stuck);
    for line in data("puzzles/several-solutions-12.txt").lines() {
        let start = &line[..81];
        let report = rater.rate_proper(&puzzle(start));
        let left = left_open_by_placing_all(clues(start));
        assert_eq!(report.remaining as usize, left, "{start}");
    }
}

#[test]
fn a_wave_looks_at_4096_matches() {
    // 81 · 81 · 9 matches in the empty grid; those of the first cell and digit already take all.
    let many = "for a in open\nfor b in open\nfor d in cand(b)\ncheck count(cand(a)) > 0\neliminate d from b";
    let files = [system("[many]"), technique("many", "1", "1.0", many)];
    let report = engine_of(&files)
        .rater()
        .rate_proper(&Puzzle::from_clues(&[None; 81]));
    assert_eq!(report.step_count, 729);
    assert_eq!(report.cut_short, ["many"]);
    // 81 · 81 matches that differ: the first 4,096 of one wave, then the others.
    let pairs = "for a in open\nfor b in open\ncheck true\neliminate first(digits) from a\neliminate last(digits) from b";
    let files = [system("[pairs]"), technique("pairs", "1", "1.0", pairs)];
    let report = engine_of(&files)
        .rater()
        .rate_proper(&Puzzle::from_clues(&[None; 81]));
    assert_eq!(report.cut_short, ["pairs"]);
    // With the first 50 cells and the first 46 of the next one, all of both digits is gone but 1 from the last 30.
    // Those 30 stay together with nothing to take from b: 30 · 81 matches of 30 conclusions.
    assert_eq!(4096, 50 * 81 + 46);
    assert_eq!(report.step_count, 4096 + 30);
}

#[test]
fn a_path_has_8192_steps_and_says_where_it_has_no_room() {
    // 81 · 80 / 2 = 3,240 pairs of cells for each digit.
    let pairs = |number: u8| {
        let digit = format!("{{d in digits : count(digits after d) == {}}}", 9 - number);
        let pattern = format!("for s in choose(2, open)\ncheck true\neliminate {digit} from s");
        technique(&format!("pairs_{number}"), "1", "1.0", &pattern)
    };
    let mut files: Vec<String> = (1..=4).map(pairs).collect();
    files.push(system("[pairs_1, pairs_2, pairs_3, pairs_4]"));
    let engine = engine_of(&files);
    let report = engine.rater().rate_proper(&Puzzle::from_clues(&[None; 81]));
    assert_eq!(report.step_count, 2 * 3240);
    assert_eq!(report.status, Status::Stuck);
    assert_eq!(report.cut_short, ["pairs_3"]);
    // The next rating knows nothing of it.
    let report = engine.rate(&puzzle(support::COMPLETE));
    assert_eq!(report.cut_short, [""; 0]);
}
