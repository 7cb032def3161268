//! Solution counts: known ones, and those of a plain backtracker.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use undoku_grid::{Cell, Count, Digit, Puzzle, Solution, Solutions, count_solutions, solve};

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

fn exactly(count: u32) -> Count {
    Count {
        count,
        limit_reached: false,
        gave_up: false,
    }
}

fn count(text: &str) -> Count {
    count_solutions(&puzzle(text), 1000)
}

fn has_only(text: &str, solution: &str) {
    let Solutions::One(found) = solve(&puzzle(text)) else {
        panic!("{text}")
    };
    assert_eq!(found.to_string(), solution);
}

/// Whether every unit holds every digit, and the clues are kept.
fn solves(solution: &Solution, puzzle: &Puzzle) -> bool {
    solution.to_puzzle().is_complete()
        && !solution.to_puzzle().has_conflict()
        && puzzle
            .clues()
            .iter()
            .all(|cell| puzzle.clue(cell) == Some(solution.digit(cell)))
}

#[test]
fn one_solution() {
    has_only(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    );
    has_only(
        "1549----------41---6-75---9-1---8---69---7-4---5----37-8-----1-----3--68------5--",
        "154983726978264153362751489217348695693527841845196237589672314721435968436819572",
    );
    for text in [
        "........2.2..5.8.1......3..7.4.9........8541...5.37...18....9....7..9...2...4..58",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "........1.....2.93..6.4.8.....47......5.8.....3...9.7...47..5...2.....191........",
    ] {
        assert_eq!(count(text), exactly(1), "{text}");
        let Solutions::One(solution) = solve(&puzzle(text)) else {
            panic!("{text}")
        };
        assert!(solves(&solution, &puzzle(text)), "{text}");
    }
}

#[test]
fn a_complete_grid_is_its_own_solution() {
    let grid = "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
    has_only(grid, grid);
}

#[test]
fn several_solutions() {
    let six = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..";
    assert_eq!(count(six), exactly(6));
    let two = "1.....58.8....1..6.6..2.......59........7.....93..2....1....8.4...9.7.5.6..2..71.";
    assert_eq!(count(two), exactly(2));
    let Solutions::Several { first, second } = solve(&puzzle(two)) else {
        panic!()
    };
    assert_ne!(first, second);
    assert!(solves(&first, &puzzle(two)) && solves(&second, &puzzle(two)));

    // One wrong clue, r9c1, makes four of one.
    let mistyped =
        "895.....7..79...6...65..3.....34.6.9.....81...2.....4..7...5.....8......9..6....5";
    assert_eq!(count(mistyped), exactly(4));
    let right = puzzle(mistyped).with_clue("r9c1".parse().unwrap(), Digit::from_number(3));
    assert_eq!(count_solutions(&right, 1000), exactly(1));
}

#[test]
fn no_solution() {
    // No digit is twice in a unit, and yet it cannot be filled.
    let hidden =
        "874630251195247836263581479342718695758396142916054783431865927629473518587129364";
    assert!(!puzzle(hidden).has_conflict());
    assert_eq!(count(hidden), exactly(0));
    assert_eq!(solve(&puzzle(hidden)), Solutions::None);
    // Two ones in column 5.
    let conflict =
        "....................1..6.9...841...7..2.5.6..6...124...2.5..9....................";
    assert_eq!(count(conflict), exactly(0));
    assert_eq!(solve(&puzzle(conflict)), Solutions::None);
    let complete =
        "123456789457189236689237145214573698376918452598624371731892564842365917965741832";
    assert_eq!(count(complete), exactly(0));
}

#[test]
fn counting_stops_at_the_limit() {
    let stopped = |count| Count {
        count,
        limit_reached: true,
        gave_up: false,
    };
    assert_eq!(count(&".".repeat(81)), stopped(1000));
    assert_eq!(
        count("001000000200000000003000000400000005005000600600000040007103000800000000009020000"),
        stopped(1000)
    );
    assert_eq!(
        count("1..........58......8..1.2...5...4.......795.....1...3...7....53..29...7..6....9.."),
        stopped(1000)
    );
    let six = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..";
    for limit in 0..=6 {
        assert_eq!(count_solutions(&puzzle(six), limit), stopped(limit));
    }
    assert_eq!(count_solutions(&puzzle(six), 7), exactly(6));
    assert!(count_solutions(&puzzle(six), 7).is_exact());
    assert!(matches!(solve(&Puzzle::EMPTY), Solutions::Several { .. }));
}

#[test]
fn orientation_does_not_matter() {
    // Fifteen clues, in all eight orientations.
    let text = "001000000200000000003000000400000005005000600600000040007103000800000000009020000";
    let mut cells: Vec<char> = text.chars().collect();
    for turn in 0..8 {
        let text = String::from_iter(&cells);
        assert_eq!(
            count(&text),
            Count {
                count: 1000,
                limit_reached: true,
                gave_up: false
            }
        );
        // A quarter turn, and a reflection halfway.
        let from = |i: usize| {
            if turn == 3 {
                i % 9 * 9 + i / 9
            } else {
                (8 - i % 9) * 9 + i / 9
            }
        };
        cells = (0..81).map(|i| cells[from(i)]).collect();
    }
}

#[test]
fn long_searches_end() {
    // A puzzle without a solution in which the contradiction is far from where the choices are.
    let text = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
    assert_eq!(count(text), exactly(0));
}

/// Counts solutions in the plainest way: cell by cell, each digit that fits.
fn plain_count(grid: &mut [u8; 81], cell: usize, limit: u32) -> u32 {
    if cell == 81 {
        return 1;
    }
    if grid[cell] != 0 {
        return plain_count(grid, cell + 1, limit);
    }
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    let mut found = 0;
    for number in 1..=9 {
        let clash = (0..9).any(|i| {
            grid[9 * row + i] == number
                || grid[9 * i + column] == number
                || grid[corner + 9 * (i / 3) + i % 3] == number
        });
        if !clash {
            grid[cell] = number;
            found += plain_count(grid, cell + 1, limit - found);
            grid[cell] = 0;
            if found >= limit {
                break;
            }
        }
    }
    found
}

/// A completed grid: a pattern with its digits, rows and columns exchanged.
fn completed() -> impl Strategy<Value = Vec<u8>> {
    let order = || Just(vec![0usize, 1, 2]).prop_shuffle();
    let lines = move || {
        (order(), order(), order(), order()).prop_map(|(bands, a, b, c)| {
            let within = [a, b, c];
            bands
                .iter()
                .flat_map(|&band| {
                    within[band]
                        .iter()
                        .map(move |&i| 3 * band + i)
                        .collect::<Vec<_>>()
                })
                .collect::<Vec<_>>()
        })
    };
    (
        lines(),
        lines(),
        Just((1..=9u8).collect::<Vec<_>>()).prop_shuffle(),
    )
        .prop_map(|(rows, columns, digits)| {
            let at =
                |r: usize, c: usize| digits[(3 * (rows[r] % 3) + rows[r] / 3 + columns[c]) % 9];
            (0..81).map(|i| at(i / 9, i % 9)).collect()
        })
}

fn from_numbers(numbers: &[u8]) -> Puzzle {
    Cell::ALL.into_iter().fold(Puzzle::EMPTY, |puzzle, cell| {
        puzzle.with_clue(cell, Digit::from_number(numbers[cell.index()]))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn agrees_with_a_plain_backtracker(
        grid in completed(),
        blank in prop::collection::vec(prop::bool::weighted(0.58), 81),
        wrong in prop::option::weighted(0.3, (0..81usize, 1..=9u8)),
    ) {
        let mut grid: [u8; 81] = grid.try_into().unwrap();
        for (number, blank) in grid.iter_mut().zip(blank) {
            if blank {
                *number = 0;
            }
        }
        if let Some((cell, number)) = wrong {
            grid[cell] = number;
        }
        let puzzle = from_numbers(&grid);
        // The plain backtracker does not look at conflicts among the clues.
        let expected = if puzzle.has_conflict() { 0 } else { plain_count(&mut grid, 0, 200) };
        let found = count_solutions(&puzzle, 200);
        prop_assert_eq!(found.count, expected, "{}", puzzle);
        prop_assert_eq!(found.limit_reached, expected == 200);
        match solve(&puzzle) {
            Solutions::None => prop_assert_eq!(expected, 0),
            Solutions::One(one) => {
                prop_assert_eq!(expected, 1);
                prop_assert!(solves(&one, &puzzle));
            }
            Solutions::Several { first, second } => {
                prop_assert!(expected > 1 && first != second);
                prop_assert!(solves(&first, &puzzle) && solves(&second, &puzzle));
            }
            Solutions::Undecided { .. } => prop_assert!(false, "gave up"),
        }
    }
}
