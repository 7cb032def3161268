//! A set of units.

use std::fmt;

use crate::cell_set::CellSet;
use crate::set_algebra::set_algebra;
use crate::unit::Unit;

/// A set of units, one bit a unit; ordered by its bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitSet(pub(crate) u32);

set_algebra!(UnitSet, UnitIter, Unit, u32, 27, "unit");

impl UnitSet {
    /// The nine rows.
    pub const ROWS: UnitSet = UnitSet(0o777);

    /// The nine columns.
    pub const COLUMNS: UnitSet = UnitSet(0o777 << 9);

    /// The nine boxes.
    pub const BOXES: UnitSet = UnitSet(0o777 << 18);

    /// The rows and the columns.
    pub const LINES: UnitSet = UnitSet::ROWS.union(UnitSet::COLUMNS);

    /// The cells that are in at least one of the units.
    #[must_use = "this returns a new set and leaves the old one"]
    #[inline]
    pub fn cells(self) -> CellSet {
        self.iter()
            .fold(CellSet::EMPTY, |cells, unit| cells.union(unit.cells()))
    }
}

/// `{row 1, box 2}`.
impl fmt::Debug for UnitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
