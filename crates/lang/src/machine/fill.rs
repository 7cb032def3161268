//! Choosers filled with all their members at once.

use super::{Frame, digits, unit, units};
use undoku_grid::{Cell, CellSet, DigitSet, Position};

use crate::choose::Chooser;
use crate::prim::Code;
use crate::program::{Instruction, Program};

/// Fills a chooser with cells, each with those of its candidates that its filling says.
#[inline(always)]
fn cells<'f>(
    program: &Program,
    i: &Instruction,
    position: &Position,
    frame: &'f mut Frame,
) -> Option<&'f mut Chooser> {
    let number = usize::from(i.out);
    let chooser = frame.choosers.get_mut(number)?;
    let filling = program.fillings.get(number)?;
    let limit = frame.w[usize::from(filling.limit)];
    chooser.start_within(filling.sizes.0, limit, filling.exact);
    chooser.grow_to(filling.sizes.1);
    let mut members = CellSet::from_bits(frame.c[usize::from(i.a)]);
    if i.c != 0 {
        members &= unit(frame.w[usize::from(i.b)])?.cells();
    }
    let among = digits(frame.w[usize::from(filling.among)]);
    chooser.add_words(members, filling.fits, |member| {
        let value = Cell::from_index(member).map_or(DigitSet::EMPTY, |cell| position.cand(cell));
        u32::from((value & among).bits())
    });
    chooser.has_enough().then_some(chooser)
}

/// Fills a chooser with cells; says whether there are enough for a subset.
#[inline(never)]
pub(super) fn fill_cells(
    program: &Program,
    i: &Instruction,
    position: &Position,
    frame: &mut Frame,
) -> bool {
    cells(program, i, position, frame).is_some()
}

/// Fills a chooser with cells, and gives its first subset with the union of the values.
#[inline(never)]
pub(super) fn fill_cells_and_choose(
    program: &Program,
    i: &Instruction,
    position: &Position,
    frame: &mut Frame,
) -> Option<(u128, u32)> {
    cells(program, i, position, frame)?.first_of_words()
}

/// Fills a chooser with digits or units, whose values the position or the board gives; says whether there are enough
/// for a subset.
#[inline(never)]
pub(super) fn fill(
    program: &Program,
    i: &Instruction,
    position: &Position,
    frame: &mut Frame,
) -> bool {
    let number = usize::from(i.out);
    let (Some(chooser), Some(filling)) =
        (frame.choosers.get_mut(number), program.fillings.get(number))
    else {
        return false;
    };
    let fits = filling.fits;
    let (first, last) = filling.sizes;
    let limit = frame.w[usize::from(filling.limit)];
    chooser.start_within(first, limit, filling.exact);
    chooser.grow_to(last);
    let (a, among) = (usize::from(i.a), usize::from(filling.among));
    match i.code {
        Code::FillDigits => {
            let among = CellSet::from_bits(frame.c[among]);
            for member in digits(frame.w[a]) {
                let value = position.spots(member) & among;
                chooser.add_cells(member.index() as u8, value.bits(), fits);
            }
        }
        Code::FillUnits => {
            let among = CellSet::from_bits(frame.c[among]);
            for member in units(frame.w[a]) {
                let value = member.cells() & among;
                chooser.add_cells(member.index() as u8, value.bits(), fits);
            }
        }
        Code::FillCrossings => {
            let among = CellSet::from_bits(frame.c[among]);
            let wanted = units(frame.w[usize::from(filling.wanted)]);
            for member in units(frame.w[a]) {
                let crossings = (member.cells() & among).units() & wanted;
                chooser.add_word(member.index() as u8, crossings.bits(), fits);
            }
        }
        _ => {}
    }
    chooser.has_enough()
}
