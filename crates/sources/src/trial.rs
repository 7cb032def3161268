//! Trials: what becomes of a position when a candidate is assumed and a limited ladder goes on from there.

use undoku_grid::{Cell, CellSet, DigitSet, Position};

use crate::forcing::net::{DEEPEST, Follow, NEVER, Spread, Statement};
use crate::forcing::trail::Trail;
use crate::forcing::web::{Need, Web};

/// What trying all candidates of a cell led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trial {
    /// The cell.
    pub(crate) cell: Cell,
    /// Its candidates, all tried.
    pub(crate) tried: DigitSet,
    /// Those that led to a contradiction.
    pub(crate) refuted: DigitSet,
    /// For each digit the cells it goes into, where a candidate filled the grid.
    pub(crate) full: Option<Box<[CellSet; 9]>>,
    /// How many digits the trials placed, all together, the assumed ones included.
    pub(crate) length: u32,
    /// How many digits the longest of the trials placed.
    pub(crate) longest: u32,
    /// The trials that decided, for [`show`](crate::forcing::trail::show).
    pub(crate) trail: Vec<u16>,
}

/// Tries all candidates of each cell that has two to `widest` of them, and gives the cells where something came of it.
///
/// A trial places the assumed digit and goes on with singles until one candidate is neither true nor false any more,
/// some cell or unit cannot get what it needs, the grid is full, or nothing follows. Singles of level 1 are those of
/// cells with one candidate, level 2 adds boxes with one spot for a digit, level 3 rows and columns. All singles that
/// there are at a time are placed together, so that what a trial places does not depend on the order of cells.
pub(crate) fn trials(position: &Position, widest: usize, level: u8) -> Vec<Trial> {
    let Some(web) = Web::new(position) else {
        return Vec::new();
    };
    let follow = Follow {
        dynamic: true,
        singles: true,
        needs: level,
        longest: DEEPEST,
    };
    let mut spread = Spread::new(&web, follow);
    let mut levels = vec![NEVER; 2 * web.len()];
    let mut found = Vec::new();
    for need in web.needs() {
        let (Need::Cell(cell), members) = (web.need(need), web.members(need)) else {
            continue;
        };
        if !(2..=widest).contains(&members.len()) {
            continue;
        }
        let mut trial = Trial {
            cell,
            tried: position.cand(cell),
            refuted: DigitSet::EMPTY,
            full: None,
            length: 0,
            longest: 0,
            trail: Vec::new(),
        };
        let (mut refuting, mut filling) = (Trail::new(&web), Trail::new(&web));
        for &member in members {
            spread.run(Statement::is(member), &mut levels);
            let mut placed = placements(&levels[..web.len()]);
            trial.length += placed.len() as u32;
            trial.longest = trial.longest.max(placed.len() as u32);
            let (_, digit) = web.candidate(member);
            let conflict = spread.conflicts().first();
            let full = conflict.is_none() && placed.len() as u32 == position.open().len();
            if conflict.is_none() && !full {
                continue;
            }
            let mut board = [CellSet::EMPTY; 9];
            for &candidate in &placed {
                let (cell, digit) = web.candidate(candidate);
                board[digit.index()] |= cell.into();
            }
            let following = placed.split_off(1).into_iter().map(Statement::is);
            if let Some(&conflict) = conflict {
                trial.refuted |= digit.into();
                refuting.list(Statement::is(member), following);
                refuting.conflict(conflict);
            } else if trial.full.is_none() {
                filling.list(Statement::is(member), following);
                filling.full();
                trial.full = Some(Box::new(board));
            }
        }
        // Where every candidate is refuted, an earlier step was wrong, and nothing can be said.
        if trial.full.is_some() || (!trial.refuted.is_empty() && trial.refuted != trial.tried) {
            let decided = if trial.full.is_some() {
                filling
            } else {
                refuting
            };
            trial.trail = decided.done();
            found.push(trial);
        }
    }
    found
}

/// The candidates that are true, in the order in which they become so; the assumed one is first.
fn placements(truths: &[u8]) -> Vec<u16> {
    let mut placed: Vec<u16> = (0..truths.len() as u16)
        .filter(|&candidate| truths[usize::from(candidate)] != NEVER)
        .collect();
    placed.sort_by_key(|&candidate| truths[usize::from(candidate)]);
    placed
}
