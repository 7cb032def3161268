//! Odd loops of one digit, and the spots that keep them from being contradictions.

use undoku::grid::{Cell, CellSet, Digit, Position};
use undoku::lang::{Field, Look, Record, Records, Source, Type, Value};

/// The least number of cells of a loop. Three would stand in one box, or be a contradiction at once.
const SHORTEST: usize = 5;

/// The most cells that one search goes on from.
const WORK: u32 = 20_000;

/// An odd number of spots of a digit, each in a unit with the next and the last with the first.
///
/// If each of these units had no other spots, every second cell around the loop would hold the digit, which an odd
/// number of cells does not allow. So at least one of the other spots, the guardians, holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardedLoop {
    /// The cells of the loop, an odd number from 5.
    pub cells: CellSet,
    /// The guardians, none of them in the loop; none at all only where the position has no solution.
    pub guardians: CellSet,
}

/// The loops of up to `longest` cells with at most so many guardians, and whether there may be more, as the
/// search stopped at a limit of its work. Loops of the same cells and guardians come once.
#[must_use]
pub fn guarded_loops(
    position: &Position,
    digit: Digit,
    longest: usize,
    most_guardians: u32,
) -> (Vec<GuardedLoop>, bool) {
    let mut search = Search {
        position,
        digit,
        longest,
        most_guardians,
        left: WORK,
        found: Vec::new(),
    };
    for start in position.spots(digit) {
        search.go_on(&mut vec![start], CellSet::EMPTY);
    }
    (search.found, search.left == 0)
}

struct Search<'p> {
    position: &'p Position,
    digit: Digit,
    longest: usize,
    most_guardians: u32,
    left: u32,
    found: Vec<GuardedLoop>,
}

impl Search<'_> {
    /// Extends a way that starts at the least cell of its loop. Of both directions around a loop, the one
    /// whose second cell is less than its last counts.
    fn go_on(&mut self, way: &mut Vec<Cell>, guardians: CellSet) {
        let (Some(&start), Some(&last)) = (way.first(), way.last()) else {
            return;
        };
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let cells: CellSet = way.iter().copied().collect();
        let closes = way.len() % 2 == 1 && way.len() >= SHORTEST && way[1] < last;
        if closes && let Some(guardians) = self.joined(start, last, cells, guardians) {
            let found = GuardedLoop { cells, guardians };
            if !self.found.contains(&found) {
                self.found.push(found);
            }
        }
        if way.len() >= self.longest {
            return;
        }
        let next = (self.position.spots(self.digit) & last.peers()).after(start) - cells;
        for next in next {
            if let Some(guardians) = self.joined(last, next, cells.with(next), guardians) {
                way.push(next);
                self.go_on(way, guardians);
                way.pop();
            }
        }
    }

    /// The guardians, with those of the unit of two cells of the loop; `None` if there is no such unit, or they
    /// are too many or among the cells of the loop. Of two units, the one with fewer guardians does.
    fn joined(&self, a: Cell, b: Cell, cells: CellSet, guardians: CellSet) -> Option<CellSet> {
        let both = CellSet::single(a).with(b);
        let of_units = both
            .common_units()
            .iter()
            .map(|unit| self.position.spots_in(self.digit, unit) - both);
        let guardians = guardians | of_units.min_by_key(|spots| spots.len())?;
        let fit = guardians.len() <= self.most_guardians && guardians.is_disjoint(cells);
        fit.then_some(guardians)
    }
}

/// `guarded_loops(digit, longest, most_guardians)` in the language.
pub const GUARDED_LOOPS: Source = Source {
    name: "guarded_loops",
    summary: "odd loops of spots of a digit, and the other spots of their units, one of which has the digit",
    params: &[
        Field::new("digit", Type::Digit),
        Field::new("longest", Type::Int),
        Field::new("most_guardians", Type::Int),
    ],
    fields: &[
        Field::new("cells", Type::Cells),
        Field::new("guardians", Type::Cells),
        Field::new("length", Type::Int),
    ],
    most: 100,
    concludes: false,
    make,
    show: None,
};

fn make(look: &Look<'_>, records: &mut Records) {
    let &[
        Value::Digit(Some(digit)),
        Value::Int(longest),
        Value::Int(most_guardians),
    ] = look.arguments
    else {
        return;
    };
    // Of numbers below zero there are no loops, and more than 81 cells there are not.
    let at_most = |number: i64| number.clamp(0, 81);
    let (loops, cut_short) = guarded_loops(
        look.position,
        digit,
        at_most(longest) as usize,
        at_most(most_guardians) as u32,
    );
    if cut_short {
        records.cut_short();
    }
    for GuardedLoop { cells, guardians } in loops {
        let record = Record {
            values: vec![
                Value::Cells(cells),
                Value::Cells(guardians),
                Value::Int(cells.len().into()),
            ],
            ..Record::default()
        };
        if !records.push(record) {
            return;
        }
    }
}
