//! What contradicts a solution is found, counted, and made small; nothing else is.

use undoku::grid::{
    CandidateSet, Cell, Deduction, Digit, Puzzle, Situation, Solution, Solutions, solve,
};
use undoku::{Options, SoundnessCheck, Violation};

use crate::{PAIR, PUZZLES, SINGLE, SYSTEM, engine, kind, puzzle, singles};

/// It takes the first of two candidates for the right one.
const GUESS: &str = "\
technique: guess
title: Guess
pattern: |
  for c in bivalue
  check true
  place first(cand(c)) at c
assertions: 1
score: 3.0
explain: \"{target} might be {target_digit}\"
";

/// It takes the candidate of a cell that has no other.
const DENIAL: &str = "\
technique: denial
title: Denial
pattern: |
  for c in open
  check count(cand(c)) == 1
  eliminate cand(c) from c
assertions: 1
score: 3.0
explain: \"{c} cannot be {cand(c)}\"
";

fn proper() -> impl Iterator<Item = (Puzzle, Solution)> {
    PUZZLES.into_iter().map(|text| {
        let puzzle = puzzle(text);
        match solve(&puzzle) {
            Solutions::One(solution) => (puzzle, solution),
            other => panic!("{text}: {other:?}"),
        }
    })
}

/// Every situation of the path of a puzzle, from the steps of its report.
fn path(engine: &undoku::Engine, puzzle: &Puzzle) -> Vec<Situation> {
    let report = engine.rate(puzzle);
    let mut situation = Situation::start(puzzle);
    let mut all = vec![situation.clone()];
    for step in report.steps() {
        let placed: CandidateSet = step.placements.iter().copied().collect();
        let gone: CandidateSet = step.eliminations.iter().copied().collect();
        situation.apply(&Deduction::Place(placed));
        situation.apply(&Deduction::Eliminate(gone));
        all.push(situation.clone());
    }
    all.retain(|situation| !situation.position().is_solved());
    all
}

#[test]
fn all_matches_along_a_path_are_counted() {
    let engine = engine(&[SINGLE, PAIR, GUESS, SYSTEM]).options(Options {
        steps: true,
        ..Options::default()
    });
    let rules = engine.shared_rules();
    let mut check = SoundnessCheck::new(&engine);
    let at = |name: &str| {
        rules
            .kinds()
            .position(|(_, kind)| kind.name == name)
            .unwrap()
    };
    let (mut stuck, mut contradicted) = (false, 0);
    for (puzzle, solution) in proper() {
        let walk = check.walk(&puzzle, &solution);
        let path = path(&engine, &puzzle);
        assert_eq!(walk.positions, path.len());
        stuck |= path
            .last()
            .is_some_and(|last| singles(last.position()).is_empty());
        let found = path
            .iter()
            .map(|situation| singles(situation.position()).len());
        let single = &walk.kinds[at("single")];
        assert_eq!(single.matches, found.clone().sum::<usize>() as u64);
        assert_eq!(
            single.positions,
            found.filter(|&count| count > 0).count() as u64
        );
        for name in ["single", "pair_row", "pair_box"] {
            assert_eq!(walk.kinds[at(name)].violations, 0, "{name}");
            assert_eq!(walk.kinds[at(name)].first, None);
        }
        // Guesses are in no ladder, and wrong wherever the greater of two candidates is right.
        let bivalue = |situation: &Situation| -> Vec<(Cell, Digit)> {
            let cells = Cell::ALL.into_iter();
            let position = situation.position().clone();
            let two = cells.filter(|&cell| position.cand(cell).len() == 2);
            two.map(|cell| (cell, position.cand(cell).first().unwrap()))
                .collect()
        };
        let is_wrong = |&(cell, digit): &(Cell, Digit)| solution.digit(cell) != digit;
        let guess = &walk.kinds[at("guess")];
        let all: Vec<Vec<(Cell, Digit)>> = path.iter().map(bivalue).collect();
        assert_eq!(
            guess.matches,
            all.iter().map(Vec::len).sum::<usize>() as u64
        );
        let wrong = all.iter().flatten().filter(|one| is_wrong(one)).count();
        assert_eq!(guess.violations, wrong as u64);
        contradicted += wrong;
        let first = all.iter().zip(&path).find_map(|(all, situation)| {
            let &(cell, digit) = all.iter().find(|one| is_wrong(one))?;
            Some((situation.clone(), Deduction::placement(cell, digit)))
        });
        let shown = guess
            .first
            .as_deref()
            .map(|v| (v.situation.clone(), v.deduction));
        assert_eq!(shown, first);
        if let Some(violation) = &guess.first {
            assert_eq!(violation.wrong, violation.deduction);
            let text = violation.deduction.to_string().replace('=', " might be ");
            assert_eq!(violation.text, text);
        }
    }
    assert!(stuck, "no puzzle is left unsolved");
    assert!(contradicted > 0, "no guess is wrong");
}

#[test]
fn a_path_is_left_where_it_contradicts_the_solution() {
    let guessing = SYSTEM.replace("ladder: [single, pair]", "ladder: [guess, single]");
    let engine = engine(&[SINGLE, GUESS, &guessing]);
    let mut check = SoundnessCheck::new(&engine);
    let mut left = 0;
    for (puzzle, solution) in proper() {
        let report = engine.rate(&puzzle);
        let walk = check.walk(&puzzle, &solution);
        let guess = &walk.kinds[1];
        // All that singles say along the part that was walked is true.
        assert_eq!(walk.kinds[0].violations, 0);
        if guess.violations > 0 && walk.positions < report.step_count {
            left += 1;
        }
    }
    assert!(left > 0);
}

#[test]
fn violations_are_made_small() {
    let engine = engine(&[SINGLE, DENIAL, SYSTEM.replace(", pair", "").as_str()]);
    let rules = engine.shared_rules();
    let mut check = SoundnessCheck::new(&engine);
    // No cell of this puzzle has one candidate at its start.
    let puzzle = puzzle(PUZZLES[2]);
    let Solutions::One(solution) = solve(&puzzle) else {
        panic!("not a proper puzzle")
    };
    let start = Situation::start(&puzzle);
    assert!(singles(start.position()).is_empty());
    // What leads to a single, and much that does not.
    let right = |cell: Cell| solution.digit(cell);
    let open: Vec<Cell> = start.position().open().iter().collect();
    let alone = open[7];
    let mut without: CandidateSet = start
        .position()
        .cand(alone)
        .iter()
        .map(|d| (alone, d))
        .collect();
    for &cell in open.iter().step_by(5) {
        let digits = start.position().cand(cell);
        without.extend(digits.last().into_iter().map(|digit| (cell, digit)));
    }
    let without: CandidateSet = without.iter().filter(|&(c, d)| right(c) != d).collect();
    let mut placed = Puzzle::EMPTY;
    for &cell in open
        .iter()
        .skip(20)
        .step_by(9)
        .filter(|&&cell| !cell.sees(alone))
    {
        placed = placed.with_clue(cell, Some(right(cell)));
    }
    let situation = Situation::new(&puzzle, &placed, &without).unwrap();
    let first = singles(situation.position())[0];
    let large = Violation {
        kind: kind(&rules, "denial"),
        situation: situation.clone(),
        deduction: Deduction::Eliminate(*first.candidates()),
        wrong: Deduction::Eliminate(*first.candidates()),
        text: String::new(),
    };
    let small = check.shrink(&large, &solution);

    // It is one of those that it came from, and still wrong.
    assert_eq!(*small.situation.puzzle(), puzzle);
    let (fewer, less) = (small.situation.placed(), small.situation.without());
    assert!(
        fewer
            .clues()
            .iter()
            .all(|cell| placed.clue(cell) == fewer.clue(cell))
    );
    assert!(less.difference(&situation.without()).is_empty());
    let found = singles(small.situation.position());
    assert!(
        found
            .iter()
            .any(|one| one.candidates() == small.wrong.candidates())
    );
    assert!(matches!(small.wrong, Deduction::Eliminate(_)));
    assert!(less.len() < situation.without().len());
    assert!(fewer.clues().len() < placed.clues().len());
    // Nothing more can be taken back.
    for cell in fewer.clues() {
        let smaller = Situation::new(&puzzle, &fewer.with_clue(cell, None), &less).unwrap();
        assert!(
            singles(smaller.position()).is_empty(),
            "{cell} is not needed"
        );
    }
    for (cell, digit) in less.iter() {
        let mut fewer_gone = less;
        fewer_gone.remove(cell, digit);
        let smaller = Situation::new(&puzzle, &fewer, &fewer_gone).unwrap();
        assert!(
            singles(smaller.position()).is_empty(),
            "{digit} in {cell} is not needed"
        );
    }
}

#[test]
fn a_wave_is_one_step_of_the_way() {
    let waves = format!("{SYSTEM}path: {{pick: all}}\n");
    let engine = engine(&[SINGLE, PAIR, &waves]);
    let mut check = SoundnessCheck::new(&engine);
    for (puzzle, solution) in proper() {
        // All singles at once, as long as there are any; then all pairs.
        let mut situation = Situation::start(&puzzle);
        let (mut positions, mut matches) = (0, 0);
        while !situation.position().is_solved() {
            positions += 1;
            let found = singles(situation.position());
            matches += found.len();
            if found.is_empty() {
                break;
            }
            found.iter().for_each(|one| situation.apply(one));
        }
        if !situation.position().is_solved() {
            continue;
        }
        let walk = check.walk(&puzzle, &solution);
        assert_eq!(walk.positions, positions);
        assert_eq!(walk.kinds[0].matches, matches as u64);
        return;
    }
    panic!("no puzzle is solved by singles");
}
