//! Possible and valid applications of each technique, against plain loops.

use std::sync::Arc;

use undoku::grid::{CellSet, Position};
use undoku::lang::World;
use undoku::rules::System;
use undoku::{Engine, Options};

use crate::board::{Board, choices, only_at, position, units};
use crate::support::{puzzle, puzzles, rules};

/// A count of possible and of valid applications.
type Counts = (usize, usize);

pub(crate) fn engine(changes: &[&str]) -> Engine {
    Engine::with_system(rules(changes), "hsolve")
        .unwrap()
        .options(Options {
            steps: true,
            ..Options::default()
        })
}

/// What the rules count, by the names of the kinds.
fn counted(engine: &Engine, position: &Position) -> Vec<(String, Counts)> {
    let world = World {
        position,
        clues: CellSet::EMPTY,
        registry: &engine.rules().registry,
    };
    let system: &Arc<System> = engine.system();
    let kinds = system.kinds.iter().map(|kind| {
        let mut scratch = kind.program.scratch();
        let possible = kind.program.possible(world, &mut scratch) as usize;
        let (mut valid, mut next) = (0, kind.program.first(world, &mut scratch));
        while let Some(here) = next {
            valid += 1;
            next = kind.program.next(here, world, &mut scratch);
        }
        (kind.name.clone(), (possible, valid))
    });
    kinds.collect()
}

fn singles(board: &Board) -> [Counts; 2] {
    let open = board.open();
    let last = |cell: usize| {
        let of_digit = |digit: &u8| {
            let mut own = units().iter().filter(|unit| unit.contains(&cell));
            own.any(|unit| board.spots(*digit, unit).len() == 1)
        };
        board.candidates[cell].iter().any(of_digit)
    };
    let naked = |cell: &&usize| board.candidates[**cell].len() == 1;
    let valid = open.iter().filter(naked).count();
    let hidden = open.iter().filter(|cell| !naked(cell) && last(**cell));
    [(open.len(), valid), (open.len(), hidden.count())]
}

fn subsets(board: &Board, k: usize) -> [Counts; 2] {
    let (mut naked, mut hidden) = ((0, 0), (0, 0));
    for unit in units() {
        let open: Vec<usize> = unit.iter().copied().filter(|&c| board.is_open(c)).collect();
        for cells in choices(k, &open) {
            naked.0 += 1;
            let digits = board.union(&cells);
            let mut others = open.iter().filter(|cell| !cells.contains(cell));
            let takes = others.any(|&cell| digits.iter().any(|&digit| board.has(cell, digit)));
            naked.1 += usize::from(digits.len() == k && takes);
        }
        let filled: Vec<u8> = unit.iter().map(|&cell| board.filled[cell]).collect();
        let missing: Vec<u8> = (1..=9).filter(|digit| !filled.contains(digit)).collect();
        for digits in choices(k, &missing) {
            hidden.0 += 1;
            let with = |cell: &&usize| digits.iter().any(|&digit| board.has(**cell, digit));
            let cells: Vec<usize> = unit.iter().filter(with).copied().collect();
            let takes = board.union(&cells).iter().any(|d| !digits.contains(d));
            hidden.1 += usize::from(cells.len() == k && takes);
        }
    }
    [naked, hidden]
}

fn locked(board: &Board) -> Counts {
    let (lines, boxes) = (&units()[..18], &units()[18..]);
    let mut counts = (0, 0);
    for line in lines {
        for a_box in boxes {
            let segment: Vec<usize> = line.iter().copied().filter(|c| a_box.contains(c)).collect();
            if segment.iter().filter(|&&cell| board.is_open(cell)).count() < 2 {
                continue;
            }
            counts.0 += 1;
            let rest = |unit: &[usize]| -> Vec<usize> {
                unit.iter()
                    .copied()
                    .filter(|c| !segment.contains(c))
                    .collect()
            };
            let valid = (1..=9).any(|digit| {
                let has = |cells: &[usize]| !board.spots(digit, cells).is_empty();
                has(&segment) && has(&rest(line)) != has(&rest(a_box))
            });
            counts.1 += usize::from(valid);
        }
    }
    counts
}

fn fish(board: &Board, k: usize) -> Counts {
    let all = units();
    let mut counts = (0, 0);
    for digit in 1..=9 {
        for (lines, across) in [(&all[..9], &all[9..18]), (&all[9..18], &all[..9])] {
            let few = |line: &&Vec<usize>| (2..=k).contains(&board.spots(digit, line).len());
            let few: Vec<&Vec<usize>> = lines.iter().filter(few).collect();
            for base in choices(k, &few) {
                counts.0 += 1;
                let spots: Vec<usize> = base.iter().flat_map(|l| board.spots(digit, l)).collect();
                let meets = |line: &&Vec<usize>| spots.iter().any(|cell| line.contains(cell));
                let cover: Vec<&Vec<usize>> = across.iter().filter(meets).collect();
                let in_cover = cover.iter().map(|line| board.spots(digit, line).len());
                counts.1 += usize::from(cover.len() == k && in_cover.sum::<usize>() > spots.len());
            }
        }
    }
    counts
}

/// The cells with two candidates, and those of them where some value leads somewhere; also where the lower alone
/// and where the higher alone is contradicted.
fn trials(board: &Board) -> (Counts, [usize; 2]) {
    let (mut counts, mut one_sided) = ((0, 0), [0, 0]);
    for cell in board.open() {
        let [low, high] = board.candidates[cell][..] else {
            continue;
        };
        counts.0 += 1;
        let ends = [low, high].map(|digit| {
            let mut board = board.clone();
            board.place(cell, digit);
            let wrong = board.contradicts_itself();
            (wrong, !wrong && board.open().is_empty())
        });
        let leads = ends.iter().any(|&(wrong, full)| wrong || full);
        counts.1 += usize::from(leads);
        if let [(low, false), (high, false)] = ends
            && low != high
        {
            one_sided[usize::from(high)] += 1;
        }
    }
    (counts, one_sided)
}

/// What plain loops count.
fn plain(board: &Board) -> Vec<(&'static str, Counts)> {
    let [naked_single, hidden_single] = singles(board);
    let [
        [naked_2, hidden_2],
        [naked_3, hidden_3],
        [naked_4, hidden_4],
    ] = [2, 3, 4].map(|k| subsets(board, k));
    vec![
        ("naked_single", naked_single),
        ("hidden_single_cell", hidden_single),
        ("naked_pair", naked_2),
        ("hidden_pair", hidden_2),
        ("locked_segment", locked(board)),
        ("naked_triple", naked_3),
        ("hidden_triple", hidden_3),
        ("x_wing", fish(board, 2)),
        ("naked_quad", naked_4),
        ("hidden_quad", hidden_4),
        ("swordfish", fish(board, 3)),
        ("jellyfish", fish(board, 4)),
        ("two_candidate_trial", trials(board).0),
    ]
}

fn same(found: &[(String, Counts)], expected: &[(&str, Counts)], at: &str) {
    assert_eq!(found.len(), expected.len());
    for ((kind, found), (name, expected)) in found.iter().zip(expected) {
        assert_eq!((kind.as_str(), found), (*name, expected), "{at}");
    }
}

/// What the rules count of one kind.
fn of(engine: &Engine, position: &Position, kind: &str) -> Counts {
    let all = counted(engine, position);
    all.iter().find(|(name, _)| name == kind).unwrap().1
}

#[test]
fn boards_made_by_hand() {
    let engine = engine(&[]);
    // Nothing is filled: C(9, 2) = 36, C(9, 3) = 84 and C(9, 4) = 126 choices in each of 27 units.
    let empty = [
        ("naked_single", (81, 0)),
        ("hidden_single_cell", (81, 0)),
        ("naked_pair", (27 * 36, 0)),
        ("hidden_pair", (27 * 36, 0)),
        ("locked_segment", (54, 0)),
        ("naked_triple", (27 * 84, 0)),
        ("hidden_triple", (27 * 84, 0)),
        ("x_wing", (0, 0)),
        ("naked_quad", (27 * 126, 0)),
        ("hidden_quad", (27 * 126, 0)),
        ("swordfish", (0, 0)),
        ("jellyfish", (0, 0)),
        ("two_candidate_trial", (0, 0)),
    ];
    same(
        &counted(&engine, &Position::empty()),
        &empty,
        "the empty grid",
    );

    // 1 to 7 in the first row: its last two cells lack 8 and 9. Of the segments of that row two are filled and
    // one has two open cells; columns 1 to 7 have 8 open cells, the boxes 6, 6 and 8.
    let row =
        puzzle("1234567..........................................................................")
            .position();
    let choose = |n: usize, k: usize| choices(k, &vec![0; n]).len();
    let of_units = |k: usize| {
        let rows = 8 * choose(9, k) + choose(2, k);
        let columns = 7 * choose(8, k) + 2 * choose(9, k);
        let boxes = 2 * choose(6, k) + choose(8, k) + 6 * choose(9, k);
        rows + columns + boxes
    };
    for (kind, k) in [("naked_pair", 2), ("hidden_triple", 3), ("naked_quad", 4)] {
        assert_eq!(of(&engine, &row, kind).0, of_units(k), "{kind}");
    }
    // The pair 8, 9 takes from the rest of its box; in the row there is nothing left to take.
    assert_eq!(of(&engine, &row, "naked_pair").1, 1);
    // 8 and 9 are hidden nowhere. The two rows below of the box have no 8 and 9 only after that.
    assert_eq!(of(&engine, &row, "hidden_pair").1, 0);
    // One segment for both digits.
    assert_eq!(of(&engine, &row, "locked_segment"), (52, 1));

    // One candidate, a digit's last cell in three units, and one that is both.
    let mut single = position(&[(40, &[5])]);
    only_at(&mut single, 1, 0, &[0]);
    only_at(&mut single, 1, 9, &[0]);
    only_at(&mut single, 1, 18, &[0]);
    only_at(&mut single, 5, 4, &[40]);
    assert_eq!(of(&engine, &single, "naked_single"), (81, 1));
    assert_eq!(of(&engine, &single, "hidden_single_cell"), (81, 1));

    // Three cells of a row with 1, 2 and 3 between them, all in different boxes.
    let naked = position(&[(0, &[1, 2]), (3, &[2, 3]), (6, &[1, 3])]);
    assert_eq!(of(&engine, &naked, "naked_triple").1, 1);
    assert_eq!(of(&engine, &naked, "naked_pair").1, 0);
    // Their two candidates each are no trial that leads anywhere.
    assert_eq!(of(&engine, &naked, "two_candidate_trial"), (3, 0));

    // 7 in two cells of each of three rows, two of them in the same columns: C(3, 2) pairs of rows, one of which
    // says something. Columns 1 and 4 keep 9 spots, so no columns qualify.
    let mut wing = Position::empty();
    for (row, cells) in [(0, [0, 3]), (4, [36, 39]), (8, [72, 77])] {
        only_at(&mut wing, 7, row, &cells);
    }
    assert_eq!(of(&engine, &wing, "x_wing"), (3, 1));
    // Three rows with two spots each; together they lie in columns 1, 4 and 6.
    assert_eq!(of(&engine, &wing, "swordfish"), (1, 1));
    assert_eq!(of(&engine, &wing, "jellyfish"), (0, 0));
    // A fourth row with four spots, which only a jellyfish may have.
    only_at(&mut wing, 7, 5, &[45, 48, 50, 53]);
    assert_eq!(of(&engine, &wing, "swordfish"), (1, 1));
    assert_eq!(of(&engine, &wing, "jellyfish"), (1, 1));
}

#[test]
fn positions_of_puzzles() {
    let engine = engine(&[]);
    let mut valid = vec![0; engine.system().kinds.len()];
    let mut sides = [0, 0];
    let all = [
        ("puzzles/exchange-diabolical.txt", 3),
        ("puzzles/exchange-hard-mixed.txt", 3),
        ("puzzles/top1465-12.txt", 3),
    ];
    for start in all
        .iter()
        .flat_map(|&(file, count)| puzzles(file).into_iter().take(count))
    {
        let puzzle = puzzle(&start);
        let mut position = puzzle.position();
        for step in engine.rate(&puzzle).steps() {
            // Where singles go on, the rest says little.
            if engine.system().kinds[step.kind].rung > 0 || step.index % 9 == 1 {
                let board = Board::of(&position);
                let expected = plain(&board);
                same(
                    &counted(&engine, &position),
                    &expected,
                    &format!("{start} step {}", step.index),
                );
                for (sum, (_, (_, count))) in valid.iter_mut().zip(&expected) {
                    *sum += count;
                }
                let one_sided = trials(&board).1;
                sides = [sides[0] + one_sided[0], sides[1] + one_sided[1]];
            }
            for &(cell, digit) in &step.placements {
                if position.cand(cell).contains(digit) {
                    position.place(cell, digit);
                }
            }
            for &(cell, digit) in &step.eliminations {
                position.eliminate(cell, digit);
            }
        }
    }
    for (kind, valid) in engine.system().kinds.iter().zip(&valid) {
        // Jellyfish are rare; the boards made by hand have one.
        assert!(
            *valid > 0 || kind.name == "jellyfish",
            "{} never was valid",
            kind.name
        );
    }
    assert!(sides[0] > 5 && sides[1] > 5, "{sides:?}");
}
