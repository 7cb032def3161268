//! The search for solutions.

use super::board::{self, BAND, Cells, SEEN};
use crate::cell_set::CellSet;
use crate::puzzle::{Puzzle, Solution};

/// A search in progress, or its outcome.
pub(super) struct Search {
    /// How many solutions were found.
    pub(super) found: u32,
    /// The first two of them.
    pub(super) solutions: [Option<Solution>; 2],
    /// Whether the guesses ran out.
    pub(super) gave_up: bool,
    limit: u32,
    guesses_left: u32,
    /// The cell guessed last.
    last_guess: Option<Place>,
    /// The cell guessed last before the latest contradiction. The reason for the contradiction is
    /// likely near it: going on there keeps the search from proving the same thing again under every
    /// combination of guesses elsewhere.
    suspect: Option<Place>,
}

/// A cell: its band, and its bit in the band.
type Place = (usize, u32);

/// The cells that each digit may be in; a filled cell is on one board.
#[derive(Clone)]
struct State {
    boards: [Cells; 9],
    filled: Cells,
}

/// The open cells by their number of candidates.
struct Counts {
    one: Cells,
    two: Cells,
    three: Cells,
}

impl Search {
    /// Searches for up to `limit` solutions with up to `guesses` guesses.
    pub(super) fn run(puzzle: &Puzzle, limit: u32, guesses: u32) -> Search {
        let mut search = Search {
            found: 0,
            solutions: [None; 2],
            gave_up: false,
            limit,
            guesses_left: guesses,
            last_guess: None,
            suspect: None,
        };
        if limit > 0
            && let Some(mut state) = State::new(puzzle)
        {
            search.explore(&mut state, 0o777);
        }
        search
    }

    /// Finds the solutions of a state of which the digits in `changed` are not followed up yet.
    /// Every level of recursion has filled a cell.
    fn explore(&mut self, state: &mut State, mut changed: u16) {
        loop {
            let Some(counts) = state.follow_up(changed) else {
                self.suspect = self.last_guess;
                return;
            };
            let suspect = self
                .suspect
                .filter(|&(band, bit)| state.filled[band] & bit == 0);
            let Some((band, bit)) = suspect.or_else(|| state.cell_to_guess(&counts)) else {
                return self.take(state);
            };
            let Some(digit) = (0..9).find(|&d| state.boards[d][band] & bit != 0) else {
                return;
            };
            if self.guesses_left == 0 {
                self.gave_up = true;
                return;
            }
            self.guesses_left -= 1;
            self.last_guess = Some((band, bit));

            let mut with = state.clone();
            let changed_with = with.fill(digit, band, bit);
            self.explore(&mut with, changed_with);
            if self.found >= self.limit || self.gave_up {
                return;
            }
            state.boards[digit][band] &= !bit;
            changed = 1 << digit;
        }
    }

    /// Notes a solution.
    fn take(&mut self, state: &State) {
        if let Some(place) = self.solutions.get_mut(self.found as usize) {
            *place = Some(state.solution());
        }
        self.found += 1;
    }
}

impl State {
    /// The clues of a puzzle and what they leave; `None` if they conflict.
    fn new(puzzle: &Puzzle) -> Option<State> {
        let open = !puzzle.clues();
        let mut boards = [[0; 3]; 9];
        for (board, (cells, seen)) in boards.iter_mut().zip(puzzle.boards()) {
            if !cells.is_disjoint(seen) {
                return None;
            }
            *board = bands((open - seen) | cells);
        }
        Some(State {
            boards,
            filled: bands(!open),
        })
    }

    /// Draws every conclusion from the boards that changed; `None` if they contradict.
    fn follow_up(&mut self, mut changed: u16) -> Option<Counts> {
        loop {
            while changed != 0 {
                let digit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let certain = board::confine(&mut self.boards[digit])?;
                for (band, certain) in certain.into_iter().enumerate() {
                    let new = certain & !self.filled[band];
                    if new != 0 {
                        changed |= self.fill_all(digit, band, new)?;
                    }
                }
            }
            let counts = self.counts()?;
            if counts.one == [0; 3] {
                return Some(counts);
            }
            for digit in 0..9 {
                for band in 0..3 {
                    let new = self.boards[digit][band] & counts.one[band];
                    if new != 0 {
                        changed |= self.fill_all(digit, band, new)?;
                    }
                }
            }
        }
    }

    /// Fills all these cells of a band with the digit, and returns the digits whose boards changed;
    /// `None` if two of the cells see each other.
    #[inline]
    fn fill_all(&mut self, digit: usize, band: usize, mut cells: u32) -> Option<u16> {
        let mut changed = 0;
        while cells != 0 {
            let bit = cells & cells.wrapping_neg();
            cells ^= bit;
            if self.boards[digit][band] & bit == 0 {
                return None;
            }
            changed |= self.fill(digit, band, bit);
        }
        Some(changed)
    }

    /// Fills a cell that is on the digit's board, and returns the digits whose boards changed.
    #[inline]
    fn fill(&mut self, digit: usize, band: usize, bit: u32) -> u16 {
        let mut changed = 0;
        for (d, board) in self.boards.iter_mut().enumerate() {
            changed |= u16::from(board[band] & bit != 0) << d;
            board[band] &= !bit;
        }
        let seen = &SEEN[27 * band + bit.trailing_zeros() as usize];
        let board = &mut self.boards[digit];
        for b in 0..3 {
            board[b] &= !seen[b];
        }
        board[band] |= bit;
        self.filled[band] |= bit;
        changed
    }

    /// The open cells with one, two and three candidates; `None` if some cell has none.
    #[inline]
    fn counts(&self) -> Option<Counts> {
        let mut counts = Counts {
            one: [0; 3],
            two: [0; 3],
            three: [0; 3],
        };
        let mut none = 0;
        for b in 0..3 {
            let (mut some, mut several, mut many, mut more) = (0, 0, 0, 0);
            for board in &self.boards {
                more |= many & board[b];
                many |= several & board[b];
                several |= some & board[b];
                some |= board[b];
            }
            none |= some ^ BAND;
            counts.one[b] = some & !several & !self.filled[b];
            counts.two[b] = several & !many;
            counts.three[b] = many & !more;
        }
        (none == 0).then_some(counts)
    }

    /// An open cell with as few candidates as possible; `None` if all are filled.
    #[inline]
    fn cell_to_guess(&self, counts: &Counts) -> Option<Place> {
        let open = self.filled.map(|filled| BAND & !filled);
        for cells in [&counts.two, &counts.three, &open] {
            if let Some(band) = (0..3).find(|&b| cells[b] != 0) {
                return Some((band, cells[band] & cells[band].wrapping_neg()));
            }
        }
        None
    }

    /// The grid of a state without open cells.
    fn solution(&self) -> Solution {
        let mut numbers = [1; 81];
        for (board, number) in self.boards.iter().zip(1..) {
            for (b, &band) in board.iter().enumerate() {
                let mut cells = band;
                while cells != 0 {
                    numbers[27 * b + cells.trailing_zeros() as usize] = number;
                    cells &= cells - 1;
                }
            }
        }
        Solution::from_numbers(numbers)
    }
}

#[inline]
fn bands(cells: CellSet) -> Cells {
    [0, 1, 2].map(|band| (cells.bits() >> (27 * band)) as u32 & BAND)
}
