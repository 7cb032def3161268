//! What a concluded record does to a position.

use super::Frame;
use undoku_grid::{CellSet, Digit, Position};

use crate::plugin::Outcome;
use crate::program::Instruction;

/// Makes a record's outcome the match, as far as it changes the position; says whether it does.
pub(super) fn conclude(i: &Instruction, position: &Position, frame: &mut Frame) -> bool {
    frame.eliminations = [CellSet::EMPTY; 9];
    frame.placements = [CellSet::EMPTY; 9];
    let outcome = frame
        .record(i.a, i.b)
        .and_then(|record| record.outcome.clone());
    match outcome {
        None => return false,
        Some(Outcome::Place(cell, digit)) => place(digit, cell.into(), position, frame),
        Some(Outcome::PlaceAll(all)) => {
            for (digit, &cells) in Digit::ALL.into_iter().zip(&*all) {
                place(digit, cells, position, frame);
            }
        }
        Some(Outcome::Eliminate(all)) => {
            for (digit, &cells) in Digit::ALL.into_iter().zip(&*all) {
                frame.eliminations[digit.index()] = cells & position.spots(digit);
            }
        }
    }
    let changes = |sets: &[CellSet; 9]| sets.iter().any(|cells| !cells.is_empty());
    changes(&frame.placements) || changes(&frame.eliminations)
}

fn place(digit: Digit, cells: CellSet, position: &Position, frame: &mut Frame) {
    let cells = cells & position.spots(digit);
    frame.placements[digit.index()] |= cells;
    for cell in cells {
        frame.eliminations[digit.index()] |= position.spots(digit) & cell.peers();
    }
}
