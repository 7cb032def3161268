//! A partly solved grid with its indexes.

mod by_count;

use std::fmt;

use crate::cell::Cell;
use crate::cell_set::CellSet;
use crate::digit::Digit;
use crate::digit_set::DigitSet;
use crate::puzzle::Puzzle;
use crate::tables;
use crate::unit::{Unit, UnitKind};
use crate::unit_set::UnitSet;

/// A partly solved grid: the placed digits, the candidates of the open cells, and what follows from
/// them in the forms that patterns ask for, kept up to date by every change.
///
/// A candidate is a digit that is still possible in an open cell. Placing a digit takes it from the
/// cell's peers; nothing else is concluded.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The open cells that have the digit as a candidate.
    spots: [CellSet; 9],
    /// The number of candidates of each cell in binary: `counts[k]` has the cells where bit `k` of
    /// the number is 1. One placement lowers many numbers, and this way all of them at once.
    counts: [CellSet; 4],
    placed: [CellSet; 9],
    open: CellSet,
    /// Empty for filled cells.
    cand: [DigitSet; 81],
    missing: [DigitSet; 27],
    holding: [UnitSet; 9],
    /// Padded, so that no look-up needs its bounds checked.
    open_count: [u8; 32],
    /// The digit as an index, or [`OPEN`].
    values: [u8; 81],
}

/// How far a unit's cells lie behind its first one.
const IN_ROW: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// The same for a column.
const IN_COLUMN: [usize; 9] = [0, 9, 18, 27, 36, 45, 54, 63, 72];
/// The same for a box.
const IN_BOX: [usize; 9] = [0, 1, 2, 9, 10, 11, 18, 19, 20];

/// Nine open cells in each unit.
const PADDED_NINES: [u8; 32] = {
    let mut counts = [0; 32];
    let mut unit = 0;
    while unit < 27 {
        counts[unit] = 9;
        unit += 1;
    }
    counts
};

/// Stands in for a value in an open cell.
const OPEN: u8 = u8::MAX;

impl Position {
    /// The position of the grid without clues.
    #[must_use = "this makes a new position"]
    pub fn empty() -> Position {
        Position {
            spots: [CellSet::ALL; 9],
            // 9 is 1001 in binary.
            counts: [CellSet::ALL, CellSet::EMPTY, CellSet::EMPTY, CellSet::ALL],
            placed: [CellSet::EMPTY; 9],
            open: CellSet::ALL,
            cand: [DigitSet::ALL; 81],
            missing: [DigitSet::ALL; 27],
            holding: [UnitSet::EMPTY; 9],
            open_count: PADDED_NINES,
            values: [OPEN; 81],
        }
    }

    /// The position in which these digits are placed, all at once.
    ///
    /// The clues should not conflict. If a digit is twice in a unit, the position is the one that
    /// placing them one after the other leads to.
    #[must_use = "this makes a new position"]
    pub fn from_clues(clues: &[Option<Digit>; 81]) -> Position {
        Position::from_puzzle(&Puzzle::from_clues(clues))
    }

    /// The same for the clues of a puzzle.
    pub(crate) fn from_puzzle(puzzle: &Puzzle) -> Position {
        let mut position = Position::empty();
        let open = !puzzle.clues();
        let mut seen = [CellSet::EMPTY; 9];
        for digit in Digit::ALL {
            let (d, cells) = (digit.index(), puzzle.cells_of(digit));
            position.placed[d] = cells;
            for cell in cells {
                position.values[cell.index()] = d as u8;
                seen[d] |= cell.peers();
                position.holding[d] |= cell.unit_set();
                for unit in cell.units() {
                    position.missing[unit.index()].remove(digit);
                }
            }
            position.spots[d] = open - seen[d];
        }
        position.open = open;
        position.open_count[..27].copy_from_slice(&open.counts_in_units());
        for (row, cands) in position.cand.chunks_exact_mut(9).enumerate() {
            let in_row = position.missing[row];
            for (column, cand) in cands.iter_mut().enumerate() {
                let in_box = position.missing[18 + row / 3 * 3 + column / 3];
                *cand = in_row & position.missing[9 + column] & in_box;
            }
        }
        puzzle
            .clues()
            .for_each_index(|cell| position.cand[cell] = DigitSet::EMPTY);
        position.counts = count_by_cell(&position.spots);
        position
    }

    /// The candidates of the cell; empty if it is filled.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn cand(&self, cell: Cell) -> DigitSet {
        self.cand[cell.index()]
    }

    /// The digit in the cell; `None` if it is open.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn value(&self, cell: Cell) -> Option<Digit> {
        Digit::from_index(self.values[cell.index()])
    }

    /// The open cells that have the digit as a candidate.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn spots(&self, digit: Digit) -> CellSet {
        self.spots[digit.index()]
    }

    /// The open cells of the unit that have the digit as a candidate.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn spots_in(&self, digit: Digit, unit: Unit) -> CellSet {
        self.spots[digit.index()].intersection(unit.cells())
    }

    /// The open cells.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn open(&self) -> CellSet {
        self.open
    }

    /// The open cells of the unit.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn open_in(&self, unit: Unit) -> CellSet {
        self.open.intersection(unit.cells())
    }

    /// The number of open cells of the unit, 0 to 9.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn open_count(&self, unit: Unit) -> u32 {
        self.open_count[unit.index() % 32] as u32
    }

    /// The filled cells.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn filled(&self) -> CellSet {
        self.open.complement()
    }

    /// The filled cells of the unit.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn filled_in(&self, unit: Unit) -> CellSet {
        unit.cells().difference(self.open)
    }

    /// The digits that the unit does not hold yet.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn missing(&self, unit: Unit) -> DigitSet {
        self.missing[unit.index()]
    }

    /// The units that hold the digit.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn holding(&self, digit: Digit) -> UnitSet {
        self.holding[digit.index()]
    }

    /// The cells that the digit is placed in.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn placed(&self, digit: Digit) -> CellSet {
        self.placed[digit.index()]
    }

    /// The open cells with exactly `n` candidates; empty for an `n` beyond 9.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn cells_with_count(&self, n: u32) -> CellSet {
        let [ones, twos, fours, eights] = self.counts;
        // The counts that nearly every search asks for; filled cells count none.
        match n {
            1 => ones.difference(twos).difference(fours).difference(eights),
            2 => twos.difference(ones).difference(fours).difference(eights),
            0..=9 => {
                let mut cells = self.open;
                let mut k = 0;
                while k < 4 {
                    // All ones where the count's bit is not set.
                    let flip = ((n >> k & 1) as u128).wrapping_sub(1);
                    cells = cells.intersection(CellSet(self.counts[k].0 ^ flip));
                    k += 1;
                }
                cells
            }
            _ => CellSet::EMPTY,
        }
    }

    /// The candidates of the unit's nine cells.
    #[inline]
    fn cand_of(&self, unit: Unit) -> [u16; 9] {
        // One look at the bounds for all nine, whose distances are fixed.
        let first = unit.cell_array()[0].index();
        let nine = |of: [usize; 9]| {
            let window = &self.cand[first..=first + of[8]];
            of.map(|at| window[at].0)
        };
        match unit.kind() {
            UnitKind::Row => nine(IN_ROW),
            UnitKind::Column => nine(IN_COLUMN),
            UnitKind::Box => nine(IN_BOX),
        }
    }

    /// Changes the candidates of the unit's nine cells.
    #[inline]
    fn each_cand_of(&mut self, unit: Unit, change: impl Fn(&mut DigitSet)) {
        let first = unit.cell_array()[0].index();
        let mut nine = |of: [usize; 9]| {
            let window = &mut self.cand[first..=first + of[8]];
            of.iter().for_each(|&at| change(&mut window[at]));
        };
        match unit.kind() {
            UnitKind::Row => nine(IN_ROW),
            UnitKind::Column => nine(IN_COLUMN),
            UnitKind::Box => nine(IN_BOX),
        }
    }

    /// The digits missing from the unit that have exactly `n` spots in it.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn digits_with_spots(&self, unit: Unit, n: u32) -> DigitSet {
        let cands = self.cand_of(unit);
        let exactly = if n == 1 {
            let (mut once, mut more) = (0, 0);
            for cand in cands {
                more |= once & cand;
                once |= cand;
            }
            // A digit with a spot is missing.
            return DigitSet::from_bits(once & !more);
        } else {
            // The number of spots of each digit in binary, counted up cell by cell.
            let (mut ones, mut twos, mut fours, mut eights) = (0, 0, 0, 0);
            for cand in cands {
                let mut carry = cand;
                for plane in [&mut ones, &mut twos, &mut fours, &mut eights] {
                    let sum = *plane ^ carry;
                    carry &= *plane;
                    *plane = sum;
                }
            }
            let bit = |weight: u32, plane: u16| if n & weight != 0 { plane } else { !plane };
            let low = bit(1, ones) & bit(2, twos) & bit(4, fours) & bit(8, eights);
            if n <= 9 { low } else { 0 }
        };
        DigitSet::from_bits(exactly) & self.missing(unit)
    }

    /// The units that miss the digit and have exactly `n` spots for it.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn units_with_spots(&self, digit: Digit, n: u32) -> UnitSet {
        if n > 9 {
            return UnitSet::EMPTY;
        }
        let [rows, columns, boxes] =
            count_by_unit(self.spots(digit)).map(|counts| nibbles_equal(counts, u64::from(n)));
        UnitSet::from_bits(rows | columns << 9 | boxes << 18) - self.holding(digit)
    }

    /// Those of the units that miss some digit with exactly `n` spots in it.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn units_with_any_spots(&self, units: UnitSet, n: u32) -> UnitSet {
        if n == 1 && units.is_subset(UnitSet::BOXES) {
            return self.boxes_with_a_single() & units;
        }
        units
            .iter()
            .filter(|&unit| !self.digits_with_spots(unit, n).is_empty())
            .collect()
    }

    /// The boxes in which some digit has one spot; all nine together take half as long as one by one.
    fn boxes_with_a_single(&self) -> UnitSet {
        let mut found = 0;
        for (band, cands) in self.cand.chunks_exact(27).enumerate() {
            for stack in 0..3 {
                let (mut once, mut more) = (0, 0);
                for row in 0..3 {
                    let first = 9 * row + 3 * stack;
                    let [a, b, c] = [0, 1, 2].map(|column| cands[first + column].0);
                    more |= a & b | (a | b) & c | once & (a | b | c);
                    once |= a | b | c;
                }
                found |= u32::from(once & !more != 0) << (18 + 3 * band + stack);
            }
        }
        UnitSet::from_bits(found)
    }

    /// How many candidates the cells have together.
    #[must_use = "this only reads the position"]
    #[inline]
    pub fn candidates_in(&self, cells: CellSet) -> u32 {
        let counted = self.counts.iter().zip(0..);
        counted
            .map(|(plane, weight)| (*plane & cells).len() << weight)
            .sum()
    }

    /// Whether no cell is open.
    #[must_use = "this only reads the position"]
    #[inline]
    pub const fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether some open cell has no candidate, or some unit no spot for a digit that it misses.
    #[must_use = "this only reads the position"]
    pub fn is_dead(&self) -> bool {
        !self.cells_with_count(0).is_empty()
            || (0..9).any(|d| (self.spots[d].units() | self.holding[d]) != UnitSet::ALL)
    }

    /// Fills an open cell, and takes the digit from the candidates of its peers.
    ///
    /// The digit need not be a candidate: a wrong placement gives a wrong position with right
    /// indexes.
    ///
    /// # Panics
    ///
    /// In debug builds, if the cell is filled. In release builds the indexes are wrong then.
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        debug_assert!(self.open.contains(cell), "{cell} is filled");
        let (c, d) = (cell.index(), digit.index());
        let removed = self.spots[d] & cell.peers();
        let here = cell.as_set();

        // As in `lower_counts`, but with the filled cell taken out in the same pass: two passes over
        // what was just written would wait for each other.
        let mut borrow = removed;
        for plane in &mut self.counts {
            let lowered = *plane ^ borrow;
            borrow &= lowered;
            *plane = lowered - here;
        }
        // Mostly the digit was the only candidate left.
        for other in self.cand[c].without(digit) {
            self.spots[other.index()] -= here;
        }
        self.spots[d] -= removed.union(here);
        // In all three units at once: how many peers lose the digit is hard to foresee, and filled
        // cells have none to lose.
        for unit in cell.units() {
            self.each_cand_of(unit, |cand| *cand = cand.without(digit));
        }
        self.cand[c] = DigitSet::EMPTY;
        self.values[c] = d as u8;
        self.open -= here;
        self.placed[d] |= here;
        self.holding[d] |= cell.unit_set();
        for unit in cell.units() {
            self.missing[unit.index()].remove(digit);
            let count = &mut self.open_count[unit.index() % 32];
            *count = count.wrapping_sub(1);
        }
    }

    /// Takes the digit from the candidates of the cell; says whether it was one.
    #[inline]
    pub fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        let was = self.cand[cell.index()].remove(digit);
        if was {
            let here = CellSet::single(cell);
            self.spots[digit.index()] -= here;
            self.lower_counts(here);
        }
        was
    }

    /// Takes all these digits from the candidates of all these cells; says how many candidates
    /// went.
    pub fn eliminate_all(&mut self, digits: DigitSet, cells: CellSet) -> u32 {
        let mut gone = 0;
        for digit in digits {
            let removed = self.spots(digit) & cells;
            if removed.is_empty() {
                continue;
            }
            self.spots[digit.index()] -= removed;
            self.lower_counts(removed);
            for cell in removed {
                self.cand[cell.index()].remove(digit);
                gone += 1;
            }
        }
        gone
    }

    /// Notes that each of these cells lost one candidate.
    #[inline]
    fn lower_counts(&mut self, cells: CellSet) {
        let mut borrow = cells;
        for plane in &mut self.counts {
            let lowered = *plane ^ borrow;
            borrow &= lowered;
            *plane = lowered;
        }
    }

    /// Works every index out again from the values and candidates of the cells, and compares; for
    /// tests.
    ///
    /// # Errors
    ///
    /// The name of the first index that is wrong, with both values.
    pub fn check_consistency(&self) -> Result<(), String> {
        fn same<T: PartialEq + fmt::Debug>(name: &str, kept: T, right: T) -> Result<(), String> {
            if kept == right {
                Ok(())
            } else {
                Err(format!("{name} is {kept:?}, should be {right:?}"))
            }
        }
        let cells = |wanted: &dyn Fn(Cell) -> bool| -> CellSet {
            Cell::ALL.into_iter().filter(|&cell| wanted(cell)).collect()
        };
        same("open", self.open, cells(&|c| self.value(c).is_none()))?;
        for cell in Cell::ALL {
            let allowed: DigitSet = Digit::ALL
                .into_iter()
                .filter(|&d| cell.peers().iter().all(|peer| self.value(peer) != Some(d)))
                .filter(|_| self.value(cell).is_none())
                .collect();
            let kept = self.cand(cell);
            same(&format!("cand({cell})"), kept, kept & allowed)?;
        }
        for n in 0..=9 {
            let right = cells(&|c| self.value(c).is_none() && self.cand(c).len() == n);
            same(
                &format!("cells_with_count({n})"),
                self.cells_with_count(n),
                right,
            )?;
        }
        for digit in Digit::ALL {
            let spots = cells(&|c| self.cand(c).contains(digit));
            let placed = cells(&|c| self.value(c) == Some(digit));
            same(&format!("spots({digit})"), self.spots(digit), spots)?;
            same(&format!("placed({digit})"), self.placed(digit), placed)?;
            let units = placed.iter().flat_map(Cell::units).collect();
            same(&format!("holding({digit})"), self.holding(digit), units)?;
        }
        for unit in Unit::ALL {
            let held: DigitSet = unit.cells().iter().filter_map(|c| self.value(c)).collect();
            let open = unit
                .cells()
                .iter()
                .filter(|&c| self.value(c).is_none())
                .count();
            same(&format!("missing({unit})"), self.missing(unit), !held)?;
            same(
                &format!("open_count({unit})"),
                self.open_count(unit) as usize,
                open,
            )?;
        }
        Ok(())
    }
}

/// On how many of the boards each cell is, in binary.
fn count_by_cell(boards: &[CellSet; 9]) -> [CellSet; 4] {
    let mut planes = [CellSet::EMPTY; 4];
    for &board in boards {
        let mut carry = board;
        for plane in &mut planes {
            let sum = *plane ^ carry;
            carry &= *plane;
            *plane = sum;
        }
    }
    planes
}

/// The number of members of the set in each row, in each column and in each box: three times nine
/// nibbles.
#[inline]
pub(crate) fn count_by_unit(set: CellSet) -> [u64; 3] {
    let (mut rows, mut columns, mut boxes) = (0, 0, 0);
    for band in 0..3 {
        let mut sum = 0;
        for row in 3 * band..3 * band + 3 {
            let counts = tables::ROW_COUNTS[set.row_bits(row)];
            rows |= (counts >> 48) << (4 * row);
            sum += counts & 0xFFFF_FFFF_FFFF;
        }
        boxes |= (sum >> 36) << (12 * band);
        columns += sum & 0xF_FFFF_FFFF;
    }
    [rows, columns, boxes]
}

/// Which of the lowest nine nibbles are `n`, as nine bits.
#[inline]
fn nibbles_equal(nibbles: u64, n: u64) -> u32 {
    let differing = nibbles ^ (n * 0x1_1111_1111);
    let some = differing | differing >> 1;
    let some = some | some >> 2;
    let equal = !some & 0x1_1111_1111;
    let pairs = (equal | equal >> 3) & 0x1_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x1_000F_000F;
    let eights = (fours | fours >> 12) & 0x1_0000_00FF;
    ((eights | eights >> 24) & 0x1FF) as u32
}

/// The grid with the candidates of open cells; placed digits stand in brackets.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |cell: Cell| match self.value(cell) {
            Some(digit) => format!("({digit})"),
            None if self.cand(cell).is_empty() => "!".to_owned(),
            None => self
                .cand(cell)
                .iter()
                .map(|digit| digit.to_string())
                .collect(),
        };
        let texts = Cell::ALL.map(text);
        let width = texts.iter().map(String::len).max().unwrap_or(0);
        f.write_str("\n")?;
        for (i, text) in texts.iter().enumerate() {
            write!(f, "{text:width$}")?;
            f.write_str(match (i / 9, i % 9) {
                (2 | 5, 8) => "\n\n",
                (_, 8) => "\n",
                (_, 2 | 5) => " | ",
                _ => " ",
            })?;
        }
        Ok(())
    }
}
