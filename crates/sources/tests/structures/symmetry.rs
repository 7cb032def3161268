//! A puzzle that is turned, reflected, permuted or relabelled has the same structures.

use std::collections::BTreeSet;

use undoku_grid::{Cell, CellSet, Digit, Position};
use undoku_sources::als::{blossoms::blossoms, chains::chains, pairs::pairs};
use undoku_sources::chains::{Shape, find_chains};
use undoku_sources::coloring::color_groups;

use crate::chains::{ALL, GROUPED, PLAIN};
use crate::support::{Eliminations, sample};

/// Where each cell goes, and what each digit becomes.
struct Change {
    cells: [Cell; 81],
    digits: [Digit; 9],
}

/// Numbers that look random, the same ones each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|at| at);
        for at in (1..N).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }

    /// Lines within bands, and bands.
    fn lines(&mut self) -> [usize; 9] {
        let bands: [usize; 3] = self.order();
        let within = [0; 3].map(|_| self.order::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    fn change(&mut self) -> Change {
        let (rows, columns, transposed) = (self.lines(), self.lines(), self.below(2) == 1);
        let digits = self.order::<9>().map(|digit| Digit::ALL[digit]);
        let cells = Cell::ALL.map(|cell| {
            let (row, column) = (rows[cell.index() / 9], columns[cell.index() % 9]);
            let index = if transposed {
                9 * column + row
            } else {
                9 * row + column
            };
            Cell::ALL[index]
        });
        Change { cells, digits }
    }
}

impl Change {
    fn cells(&self, cells: CellSet) -> CellSet {
        cells.iter().map(|cell| self.cells[cell.index()]).collect()
    }

    fn eliminations(&self, gone: &Eliminations) -> Eliminations {
        let mut changed = [CellSet::EMPTY; 9];
        for digit in Digit::ALL {
            changed[self.digits[digit.index()].index()] = self.cells(gone[digit.index()]);
        }
        changed
    }

    fn position(&self, position: &Position) -> Position {
        let mut changed = Position::empty();
        for cell in Cell::ALL {
            if let Some(digit) = position.value(cell) {
                changed.place(self.cells[cell.index()], self.digits[digit.index()]);
            }
        }
        for digit in Digit::ALL {
            let spots = self.cells(position.spots(digit));
            changed.eliminate_all(self.digits[digit.index()].into(), !spots);
        }
        changed
    }
}

/// What patterns can see of a position's structures: kind, what goes, and figures.
fn structures(position: &Position) -> BTreeSet<(&'static str, Eliminations, u32, u32)> {
    let mut all = BTreeSet::new();
    for digit in Digit::ALL {
        for group in color_groups(position, digit) {
            let mut both = [CellSet::EMPTY; 9];
            both[digit.index()] = group.a | group.b;
            let (a, b) = (group.a.len(), group.b.len());
            all.insert(("group", both, a.min(b), a.max(b)));
        }
    }
    for pair in pairs(position, 8) {
        let sizes = (pair.x.cells.len(), pair.y.cells.len());
        all.insert((
            "pair",
            pair.eliminations,
            sizes.0.min(sizes.1),
            sizes.0.max(sizes.1),
        ));
    }
    for lengths in [3..=3, 4..=7] {
        for chain in chains(position, 8, lengths, u64::MAX).chains {
            all.insert((
                "chain",
                chain.eliminations,
                chain.sets.len() as u32,
                chain.size,
            ));
        }
    }
    for blossom in blossoms(position, 8, 9).0 {
        all.insert((
            "blossom",
            blossom.eliminations,
            blossom.petals.len() as u32,
            blossom.size,
        ));
    }
    all
}

#[test]
fn equivalent_positions_have_the_same_structures() {
    let mut dice = Dice(7);
    for position in sample(30) {
        let found = structures(&position);
        for _ in 0..3 {
            let change = dice.change();
            let expected: BTreeSet<_> = found
                .iter()
                .map(|(kind, gone, a, b)| (*kind, change.eliminations(gone), *a, *b))
                .collect();
            assert_eq!(structures(&change.position(&position)), expected);
        }
    }
}

/// All that a formula may depend on: what a chain is like, what goes, and its figures.
type ChainFigures = (Shape, Eliminations, [u32; 4]);

#[test]
fn equivalent_positions_have_the_same_chains() {
    fn figures(
        position: &Position,
        scope: &undoku_sources::chains::Scope,
    ) -> BTreeSet<ChainFigures> {
        let chains = find_chains(position, scope).chains;
        let number = chains.len();
        let figures = chains.into_iter().map(|chain| {
            let figures = [
                chain.length(),
                chain.groups,
                chain.sets,
                chain.end_digits().len(),
            ];
            // The ends of a loop are wherever it was found from.
            let ends = if chain.shape == Shape::Loop {
                0
            } else {
                figures[3]
            };
            let figures = [figures[0], figures[1], figures[2], ends];
            (chain.shape, *chain.eliminations, figures)
        });
        let set: BTreeSet<_> = figures.collect();
        assert_eq!(set.len(), number, "a conclusion twice");
        set
    }
    let mut dice = Dice(11);
    for position in sample(40) {
        for scope in [PLAIN, GROUPED, ALL] {
            let found = figures(&position, &scope);
            for _ in 0..3 {
                let change = dice.change();
                let expected: BTreeSet<ChainFigures> = found
                    .iter()
                    .map(|(shape, gone, figures)| (*shape, change.eliminations(gone), *figures))
                    .collect();
                assert_eq!(figures(&change.position(&position), &scope), expected);
            }
        }
    }
}
