//! The position and the search for the next single.
//!
//! Sets of cells are `u128`, cell 9·row + column at that bit. Every digit has its board of
//! candidates; the number of candidates of all cells at once stands in four bit planes.

use super::formulas::{
    BOX_SCORES, LINE_SCORES, NAKED_ASSERTIONS, NAKED_SCORES, box_assertions, line_assertions,
};
use super::{Kind, Step};

/// Rows 0…8, columns 9…17, boxes 18…26: the three units of each cell.
const UNITS_OF: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let square = row / 3 * 3 + column / 3;
        table[cell] = [row as u8, 9 + column as u8, 18 + square as u8];
        cell += 1;
    }
    table
};

pub(crate) const CELLS_OF: [u128; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let mut i = 0;
        while i < 3 {
            table[UNITS_OF[cell][i] as usize] |= 1 << cell;
            i += 1;
        }
        cell += 1;
    }
    table
};

pub(crate) const CELL: [u128; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = 1 << cell;
        cell += 1;
    }
    table
};

/// The cells that see a cell, itself included.
pub(crate) const SEEN: [u128; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = UNITS_OF[cell];
        table[cell] =
            CELLS_OF[row as usize] | CELLS_OF[column as usize] | CELLS_OF[square as usize];
        cell += 1;
    }
    table
};

/// The top row of each of the three bands.
const BAND_TOPS: u64 = 0x1ff | 0x1ff << 27 | 0x1ff << 54;
/// Of the top rows, the first cell of each box.
const BOX_CORNERS: u64 = 0b1_001_001 | 0b1_001_001 << 27 | 0b1_001_001 << 54;

const ALL_DIGITS: u16 = 0x1ff;

/// What the metrics need to know about the position before the first step.
pub(crate) struct Start {
    pub(crate) clues: u128,
    /// Clues in each row, column and box.
    pub(crate) unit_clues: [u8; 27],
    /// All candidates of all open cells.
    pub(crate) candidates: u32,
    /// The largest number of candidates of an open cell.
    pub(crate) most_candidates: u32,
}

/// A single that was found: `digit` counted from 0.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    kind: Kind,
    cell: u8,
    digit: u8,
}

impl Single {
    fn new(kind: Kind, cell: usize, digit: usize) -> Self {
        Self {
            kind,
            cell: cell as u8,
            digit: digit as u8,
        }
    }
}

/// A position: what is filled, and what may still go where.
pub(crate) struct Board {
    open: u128,
    /// Per digit, the open cells that may hold it.
    spots: [u128; 9],
    /// Bit i of every cell's number of candidates.
    planes: [u128; 4],
    /// The cells with one candidate.
    naked: u128,
    /// Per unit, the digits placed in it.
    used: [u16; 27],
    /// Per unit, the number of cells filled.
    filled: [u8; 27],
    /// Per digit, the boxes with one spot for it, each at its corner's bit.
    box_singles: [u64; 9],
}

impl Board {
    pub(crate) fn new(clues: &[u8; 81]) -> Self {
        let given = clues
            .iter()
            .rev()
            .fold(0u128, |set, &digit| set << 1 | u128::from(digit != 0));
        let open = !given & ((1 << 81) - 1);
        let mut seen = [0u128; 9];
        let mut used = [0; 27];
        let mut filled = [0; 27];
        for cell in cells(given) {
            let digit = clues[cell] as usize - 1;
            seen[digit] |= SEEN[cell];
            for unit in UNITS_OF[cell] {
                used[unit as usize] |= 1 << digit;
                filled[unit as usize] += 1;
            }
        }
        let mut board = Self {
            open,
            spots: [0; 9],
            planes: [0; 4],
            naked: 0,
            used,
            filled,
            box_singles: [0; 9],
        };
        for (digit, seen) in seen.into_iter().enumerate() {
            board.set_spots(digit, open & !seen);
            let mut carry = board.spots[digit];
            for plane in &mut board.planes {
                let next = *plane & carry;
                *plane ^= carry;
                carry = next;
            }
        }
        board.naked = with_one_candidate(board.planes);
        board
    }

    pub(crate) fn start(&self) -> Start {
        let mut most_candidates = 0;
        let mut candidates = 0;
        let mut top = self.open;
        for (i, plane) in self.planes.iter().enumerate().rev() {
            candidates += plane.count_ones() << i;
            if top & plane != 0 {
                top &= plane;
                most_candidates |= 1 << i;
            }
        }
        let clues = !self.open & ((1 << 81) - 1);
        Start {
            clues,
            unit_clues: self.filled,
            candidates,
            most_candidates,
        }
    }

    pub(crate) fn open_cells(&self) -> u32 {
        self.open.count_ones()
    }

    /// The next single: the first match of the first kind that has one.
    #[inline]
    pub(crate) fn find(&self) -> Option<Single> {
        self.naked_single()
            .or_else(|| self.hidden_in_box())
            .or_else(|| self.hidden_in_row())
            .or_else(|| self.hidden_in_column())
    }

    /// Fills an open cell and takes the digit from the cells that see it.
    #[inline]
    pub(crate) fn place(&mut self, single: Single) {
        let (cell, digit) = (single.cell as usize, single.digit as usize);
        let here = CELL[cell];
        if single.kind != Kind::NakedSingle {
            for other in digits(self.candidates(cell)) {
                self.set_spots(other, self.spots[other] & !here);
            }
        }
        self.open &= !here;
        // One candidate less in every cell that loses the digit: a borrow through the planes.
        let mut borrow = self.spots[digit] & SEEN[cell];
        self.set_spots(digit, self.spots[digit] & !SEEN[cell]);
        for plane in &mut self.planes {
            *plane ^= borrow;
            borrow &= *plane;
            *plane &= !here;
        }
        self.naked = with_one_candidate(self.planes);
        for unit in UNITS_OF[cell] {
            self.used[unit as usize] |= 1 << digit;
            self.filled[unit as usize] += 1;
        }
    }

    fn set_spots(&mut self, digit: usize, spots: u128) {
        self.spots[digit] = spots;
        self.box_singles[digit] = boxes_with_one(spots);
    }

    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, square] = UNITS_OF[cell];
        ALL_DIGITS
            & !(self.used[row as usize] | self.used[column as usize] | self.used[square as usize])
    }

    /// By cell.
    fn naked_single(&self) -> Option<Single> {
        if self.naked == 0 {
            return None;
        }
        let cell = self.naked.trailing_zeros() as usize;
        let digit = self.candidates(cell).trailing_zeros();
        Some(Single::new(Kind::NakedSingle, cell, digit as usize))
    }

    /// By box, then digit.
    fn hidden_in_box(&self) -> Option<Single> {
        let any = self.box_singles.iter().fold(0, |all, boxes| all | boxes);
        if any == 0 {
            return None;
        }
        let corner = any.trailing_zeros() as usize;
        let with_one = |boxes: &u64| boxes >> corner & 1 == 1;
        let digit = first(self.box_singles.iter().map(with_one));
        let unit = UNITS_OF[corner][2] as usize;
        Some(self.hidden(Kind::HiddenSingleBox, unit, digit))
    }

    /// By row, then digit.
    fn hidden_in_row(&self) -> Option<Single> {
        for row in 0..9 {
            for (digit, &spots) in self.spots.iter().enumerate() {
                if ((spots >> (9 * row)) as u32 & 0x1ff).is_power_of_two() {
                    return Some(self.hidden(Kind::HiddenSingleRow, row, digit));
                }
            }
        }
        None
    }

    /// By column, then digit.
    fn hidden_in_column(&self) -> Option<Single> {
        let ones = self.spots.map(columns_with_one);
        let any = ones.iter().fold(0, |all, columns| all | columns);
        if any == 0 {
            return None;
        }
        let column = any.trailing_zeros() as usize;
        let digit = first(ones.iter().map(|columns| columns >> column & 1 == 1));
        Some(self.hidden(Kind::HiddenSingleColumn, 9 + column, digit))
    }

    fn hidden(&self, kind: Kind, unit: usize, digit: usize) -> Single {
        let cell = (self.spots[digit] & CELLS_OF[unit]).trailing_zeros() as usize;
        Single::new(kind, cell, digit)
    }

    /// The step that a single makes, counted and scored; to be asked before it is placed.
    #[inline]
    pub(crate) fn step(&self, single: Single) -> Step {
        let Single { kind, cell, digit } = single;
        let [row, column, square] = UNITS_OF[cell as usize];
        let [h, v, b] = [row, column, square].map(|unit| self.filled[unit as usize]);
        let reasons = u32::from(h) + u32::from(v) + u32::from(b);
        let (assertions, score) = match kind {
            Kind::NakedSingle => {
                let assertions = NAKED_ASSERTIONS[9 - h.max(v).max(b) as usize];
                (assertions, NAKED_SCORES[assertions as usize])
            }
            Kind::HiddenSingleBox => {
                let assertions = box_assertions(self.peer_eliminations(single, square), reasons);
                (assertions, BOX_SCORES[assertions as usize])
            }
            Kind::HiddenSingleRow => {
                let assertions = line_assertions(self.peer_eliminations(single, row), reasons);
                (assertions, LINE_SCORES[assertions as usize])
            }
            Kind::HiddenSingleColumn => {
                let assertions = line_assertions(self.peer_eliminations(single, column), reasons);
                (assertions, LINE_SCORES[assertions as usize])
            }
        };
        Step {
            kind,
            cell,
            digit: digit + 1,
            assertions,
            score,
            h,
            v,
            b,
        }
    }

    /// The conflicts that refute the digit in the other open cells of the unit: of each such cell,
    /// the units that hold it. The unit itself does not, so all three may be asked.
    fn peer_eliminations(&self, single: Single, unit: u8) -> u32 {
        let others = self.open & CELLS_OF[unit as usize] & !CELL[single.cell as usize];
        let mut conflicts = 0;
        for other in cells(others) {
            for unit in UNITS_OF[other] {
                conflicts += u32::from(self.used[unit as usize] >> single.digit & 1);
            }
        }
        conflicts
    }
}

/// The cells whose number of candidates, spread over the planes, is 1.
fn with_one_candidate([ones, twos, fours, eights]: [u128; 4]) -> u128 {
    ones & !(twos | fours | eights)
}

/// The boxes with exactly one of the cells, each at its corner's bit.
fn boxes_with_one(set: u128) -> u64 {
    // First over the three rows of every band, into its top row …
    let (x, y, z) = (
        set as u64 & BAND_TOPS,
        (set >> 9) as u64 & BAND_TOPS,
        (set >> 18) as u64 & BAND_TOPS,
    );
    let (some, several) = (x | y | z, x & y | (x | y) & z);
    // … then over the three columns of every box, into its corner.
    let (x, y, z) = (some, some >> 1, some >> 2);
    let several = several | several >> 1 | several >> 2 | x & y | (x | y) & z;
    (x | y | z) & !several & BOX_CORNERS
}

/// The columns with exactly one of the cells, at bits 0…8.
fn columns_with_one(set: u128) -> u32 {
    let (mut some, mut several) = (0, 0);
    for row in 0..9 {
        let cells = (set >> (9 * row)) as u32 & 0x1ff;
        several |= some & cells;
        some |= cells;
    }
    some & !several
}

/// The place of the first that is true; all are looked at, which is faster than to stop.
fn first(flags: impl Iterator<Item = bool>) -> usize {
    let set = flags
        .enumerate()
        .fold(0u32, |set, (i, flag)| set | u32::from(flag) << i);
    set.trailing_zeros() as usize
}

/// The cells of a set, in ascending order.
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The digits of a set, counted from 0, in ascending order.
fn digits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let digit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(digit)
    })
}
