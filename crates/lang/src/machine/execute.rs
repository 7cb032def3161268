//! The evaluator's loop, and the instructions that every step runs.

use super::fill::{fill, fill_cells, fill_cells_and_choose};
use super::rare::rare;
use super::{Frame, NO_CELL, NO_DIGIT, NO_UNIT, World, cell, digit, digits, unit, units};
use undoku_grid::{Cell, CellSet, DigitSet, Position, RECTANGLES};

use crate::choose::{Chooser, subsets};
use crate::graph::{Table, TableValues};
use crate::prim::Code;
use crate::program::{Entry, Instruction, Listing, Program};
use crate::reduce::close;

/// Runs from an instruction on; returns where to go on after a match, or `None` at the end.
pub(crate) fn run(
    program: &Program,
    entry: Entry,
    world: World<'_>,
    frame: &mut Frame,
) -> Option<Entry> {
    execute::<false>(program, entry, entry, &world, frame)
}

/// Runs one part up to its first match and then, from there, another part to its end; says whether there was
/// a match.
pub(crate) fn run_through(
    program: &Program,
    find: Entry,
    then: Entry,
    world: World<'_>,
    frame: &mut Frame,
) -> bool {
    frame.matched = false;
    execute::<true>(program, find, then, &world, frame);
    frame.matched
}

/// Starts counting tried bindings anew.
pub(crate) fn reset_tried(frame: &mut Frame) {
    frame.tried = 0;
}

/// The table of an instruction, and the place in it that its operands say.
#[inline(always)]
fn table_entry<'p>(
    program: &'p Program,
    i: &Instruction,
    frame: &Frame,
) -> Option<(&'p Table, usize)> {
    let table = program.tables.get(usize::from(i.to))?;
    // The operands' ranges were known when the table was made, so the place lies inside; the look-up checks.
    let [(_, _), (_, second), (_, third)] = table.axes;
    let at = (frame.word(i.a) * second + frame.word(i.b) * table.second) * third
        + frame.word(i.c) * table.third;
    Some((table, (at - table.origin) as usize))
}

#[inline(always)]
fn look_up_pair(table: &Table, at: usize, out: u8, frame: &mut Frame) {
    match &table.values {
        TableValues::Pair(values, partner) => {
            if let Some((word, float)) = values.get(at) {
                frame.w[usize::from(out)] = word;
                frame.f[usize::from(*partner)] = float;
            }
        }
        TableValues::Word(values) => frame.w[usize::from(out)] = values.get(at).unwrap_or(0),
        TableValues::Float(_) => {}
    }
}

#[inline(always)]
fn look_up(program: &Program, i: &Instruction, frame: &mut Frame) {
    let Some((table, at)) = table_entry(program, i, frame) else {
        return;
    };
    match &table.values {
        TableValues::Word(values) => frame.w[usize::from(i.out)] = values.get(at).unwrap_or(0),
        TableValues::Float(values) => frame.f[usize::from(i.out)] = values.get(at).unwrap_or(0.0),
        TableValues::Pair(..) => {}
    }
}

/// Puts a subset where an instruction wants it: it is one of cells, or of digits or units.
#[inline(always)]
fn put_subset(frame: &mut Frame, i: &Instruction, subset: u128) {
    let out = usize::from(i.out);
    if i.c != 0 {
        frame.c[out] = subset;
    } else {
        frame.w[out] = subset as i64;
    }
}

fn finite(x: f64) -> f64 {
    if x.is_finite() { x } else { 0.0 }
}

/// A whole number from a number; what no whole number can hold is the nearest that can.
fn whole(x: f64) -> i64 {
    x as i64
}

const fn bits_of(word: i64) -> u32 {
    word.count_ones()
}

fn only_word(set: i64, none: i64) -> i64 {
    if set != 0 && set & (set - 1) == 0 {
        i64::from(set.trailing_zeros())
    } else {
        none
    }
}

fn first_word(set: i64, none: i64) -> i64 {
    if set == 0 {
        none
    } else {
        i64::from(set.trailing_zeros())
    }
}

fn last_word(set: i64, none: i64) -> i64 {
    if set == 0 {
        none
    } else {
        63 - i64::from(set.leading_zeros())
    }
}

/// The evaluator's loop; kept a function of its own, in which the registers are its. With `THROUGH`, it goes on at `then` after the first match.
#[inline(never)]
fn execute<const THROUGH: bool>(
    program: &Program,
    entry: Entry,
    then: Entry,
    world: &World<'_>,
    frame: &mut Frame,
) -> Option<Entry> {
    let code = program.code.all();
    let position = world.position;
    let mut at = usize::from(entry.0);
    loop {
        let i = &code[at % Listing::MOST];
        at += 1;
        macro_rules! w {
            ($r:ident) => {
                frame.w[usize::from(i.$r)]
            };
        }
        macro_rules! c {
            ($r:ident) => {
                frame.c[usize::from(i.$r)]
            };
        }
        macro_rules! f {
            ($r:ident) => {
                frame.f[usize::from(i.$r)]
            };
        }
        macro_rules! set {
            ($r:ident) => {
                CellSet::from_bits(c!($r))
            };
        }
        macro_rules! at_cell {
            ($r:ident, $none:expr, $f:expr) => {
                cell(w!($r)).map_or($none, $f)
            };
        }
        match i.code {
            Code::AddW => w!(out) = w!(a).saturating_add(w!(b)),
            Code::SubW => w!(out) = w!(a).saturating_sub(w!(b)),
            Code::MulW => w!(out) = w!(a).saturating_mul(w!(b)),
            Code::MinW => w!(out) = w!(a).min(w!(b)),
            Code::MaxW => w!(out) = w!(a).max(w!(b)),
            Code::AbsW => w!(out) = w!(a).saturating_abs(),
            Code::EqW => w!(out) = i64::from(w!(a) == w!(b)),
            Code::LtW => w!(out) = i64::from(w!(a) < w!(b)),
            Code::LeW => w!(out) = i64::from(w!(a) <= w!(b)),
            Code::NotW => w!(out) = i64::from(w!(a) == 0),
            Code::ToF => f!(out) = w!(a) as f64,
            Code::SelectW => w!(out) = if w!(a) != 0 { w!(b) } else { w!(c) },
            Code::SelectC => c!(out) = if w!(a) != 0 { c!(b) } else { c!(c) },
            Code::SelectF => f!(out) = if w!(a) != 0 { f!(b) } else { f!(c) },
            Code::AndW => w!(out) = w!(a) & w!(b),
            Code::OrW => w!(out) = w!(a) | w!(b),
            Code::XorW => w!(out) = w!(a) ^ w!(b),
            Code::DiffW => w!(out) = w!(a) & !w!(b),
            Code::CountW => w!(out) = i64::from(bits_of(w!(a))),
            Code::IsEmptyW => w!(out) = i64::from(w!(a) == 0),
            Code::SubsetW => w!(out) = i64::from(w!(a) & !w!(b) == 0),
            Code::HasW => w!(out) = (w!(b) >> w!(a).clamp(0, 63)) & 1,
            Code::OneDigit => w!(out) = digit(w!(a)).map_or(0, |d| 1 << d.index()),
            Code::OneUnit => w!(out) = unit(w!(a)).map_or(0, |u| 1 << u.index()),
            Code::FirstDigit => w!(out) = first_word(w!(a), NO_DIGIT),
            Code::OnlyDigit => w!(out) = only_word(w!(a), NO_DIGIT),
            Code::FirstUnit => w!(out) = first_word(w!(a), NO_UNIT),
            Code::OnlyUnit => w!(out) = only_word(w!(a), NO_UNIT),
            Code::LastDigit => w!(out) = last_word(w!(a), NO_DIGIT),
            Code::LastUnit => w!(out) = last_word(w!(a), NO_UNIT),
            Code::AfterW => w!(out) = w!(a) & (-2_i64 << w!(b).clamp(0, 62)),
            Code::AndC => c!(out) = c!(a) & c!(b),
            Code::OrC => c!(out) = c!(a) | c!(b),
            Code::XorC => c!(out) = c!(a) ^ c!(b),
            Code::DiffC => c!(out) = c!(a) & !c!(b),
            Code::CountC => w!(out) = i64::from(c!(a).count_ones()),
            Code::IsEmptyC => w!(out) = i64::from(c!(a) == 0),
            Code::EqC => w!(out) = i64::from(c!(a) == c!(b)),
            Code::SubsetC => w!(out) = i64::from(c!(a) & !c!(b) == 0),
            Code::HasC => w!(out) = (c!(b) >> w!(a).clamp(0, 127)) as i64 & 1,
            Code::OneCell => c!(out) = at_cell!(a, 0, |x| 1 << x.index()),
            Code::FirstC => {
                w!(out) = if c!(a) == 0 {
                    NO_CELL
                } else {
                    i64::from(c!(a).trailing_zeros())
                }
            }
            Code::OnlyC => {
                let set = c!(a);
                let one = set != 0 && set & (set - 1) == 0;
                w!(out) = if one {
                    i64::from(set.trailing_zeros())
                } else {
                    NO_CELL
                };
            }
            Code::LastC => {
                w!(out) = if c!(a) == 0 {
                    NO_CELL
                } else {
                    127 - i64::from(c!(a).leading_zeros())
                }
            }
            Code::AfterC => c!(out) = c!(a) & (u128::MAX << 1 << w!(b).clamp(0, 126)),
            Code::InUnit => c!(out) = c!(a) & unit(w!(b)).map_or(0, |u| u.cells().bits()),
            Code::RowOf => w!(out) = at_cell!(a, NO_UNIT, |x| x.row().index() as i64),
            Code::ColumnOf => w!(out) = at_cell!(a, NO_UNIT, |x| x.column().index() as i64),
            Code::BoxOf => w!(out) = at_cell!(a, NO_UNIT, |x| x.box_unit().index() as i64),
            Code::UnitsOfCell => {
                w!(out) = at_cell!(a, 0, |x| x
                    .units()
                    .iter()
                    .fold(0, |all, u| all | 1 << u.index()));
            }
            Code::UnitsOfCells => w!(out) = i64::from(set!(a).units().bits()),
            Code::CellsOfUnit => c!(out) = unit(w!(a)).map_or(0, |u| u.cells().bits()),
            Code::CellsOfUnits => c!(out) = units(w!(a)).cells().bits(),
            Code::PeersOfCell => c!(out) = at_cell!(a, 0, |x| x.peers().bits()),
            Code::PeersOfCells => c!(out) = set!(a).peers().bits(),
            Code::Sees => {
                let peers = at_cell!(a, CellSet::EMPTY, |x| x.peers());
                w!(out) = at_cell!(b, 0, |x| i64::from(peers.contains(x)));
            }
            Code::HalfTurn => c!(out) = set!(a).half_turn().bits(),
            Code::MirrorColumns => c!(out) = set!(a).mirror_columns().bits(),
            Code::MirrorRows => c!(out) = set!(a).mirror_rows().bits(),
            Code::Transpose => c!(out) = set!(a).transpose().bits(),
            Code::AntiTranspose => c!(out) = set!(a).anti_transpose().bits(),
            Code::UnitsByCount => {
                let (low, high) = span(w!(b));
                w!(out) = i64::from(set!(a).units_by_count(low, high).bits());
            }
            Code::CommonUnits => w!(out) = i64::from(set!(a).common_units().bits()),
            Code::Span => {
                w!(out) = w!(a).clamp(0, 127) | if w!(b) < 0 { 0x80 } else { w!(b).min(127) << 8 };
            }
            Code::Binomial => w!(out) = subsets(w!(a), w!(b)),
            Code::Incidences => {
                let wanted = w!(b);
                let mut sum = 0;
                for x in set!(a) {
                    for u in x.units() {
                        sum += wanted >> u.index() & 1;
                    }
                }
                w!(out) = sum;
            }
            Code::AddF => f!(out) = finite(f!(a) + f!(b)),
            Code::SubF => f!(out) = finite(f!(a) - f!(b)),
            Code::MulF => f!(out) = finite(f!(a) * f!(b)),
            Code::DivF => {
                f!(out) = if f!(b) == 0.0 {
                    0.0
                } else {
                    finite(f!(a) / f!(b))
                }
            }
            Code::MinF => f!(out) = f!(a).min(f!(b)),
            Code::MaxF => f!(out) = f!(a).max(f!(b)),
            Code::AbsF => f!(out) = f!(a).abs(),
            Code::EqF => w!(out) = i64::from(close(f!(a), f!(b))),
            Code::LtF => w!(out) = i64::from(f!(a) < f!(b) && !close(f!(a), f!(b))),
            Code::LeF => w!(out) = i64::from(f!(a) < f!(b) || close(f!(a), f!(b))),
            Code::Round => w!(out) = whole(f!(a).round()),
            Code::Floor => w!(out) = whole(f!(a).floor()),
            Code::Ceil => w!(out) = whole(f!(a).ceil()),
            Code::Sqrt => f!(out) = f!(a).max(0.0).sqrt(),
            Code::Ln => f!(out) = if f!(a) > 0.0 { f!(a).ln() } else { 0.0 },
            Code::Exp => f!(out) = finite(f!(a).exp()),
            Code::Sin => f!(out) = f!(a).sin(),
            Code::Cos => f!(out) = f!(a).cos(),
            Code::Open => c!(out) = position.open().bits(),
            Code::Clues => c!(out) = world.clues.bits(),
            Code::CandOfCell => w!(out) = at_cell!(a, 0, |x| i64::from(position.cand(x).bits())),
            Code::OnlyCand => {
                w!(out) = at_cell!(a, NO_DIGIT, |x| only_word(
                    i64::from(position.cand(x).bits()),
                    NO_DIGIT
                ));
            }
            Code::CandOfCells => {
                let all = set!(a)
                    .into_iter()
                    .fold(DigitSet::EMPTY, |all, x| all | position.cand(x));
                w!(out) = i64::from(all.bits());
            }
            Code::SpotsOfDigit => c!(out) = digit(w!(a)).map_or(0, |d| position.spots(d).bits()),
            Code::SpotsOfDigits => {
                let all = digits(w!(a))
                    .into_iter()
                    .fold(CellSet::EMPTY, |all, d| all | position.spots(d));
                c!(out) = all.bits();
            }
            Code::SpotsInUnit => {
                c!(out) = digit(w!(a))
                    .zip(unit(w!(b)))
                    .map_or(0, |(d, u)| position.spots_in(d, u).bits());
            }
            Code::SpotCount => {
                w!(out) = digit(w!(a))
                    .zip(unit(w!(b)))
                    .map_or(0, |(d, u)| position.spots_in(d, u).len() as i64);
            }
            Code::OpenInUnit => c!(out) = unit(w!(a)).map_or(0, |u| position.open_in(u).bits()),
            Code::OpenCount => {
                w!(out) = unit(w!(a)).map_or(0, |u| i64::from(position.open_count(u)))
            }
            Code::OpenInRowOf => {
                w!(out) = at_cell!(a, 0, |x| i64::from(position.open_count(x.row())))
            }
            Code::OpenInColumnOf => {
                w!(out) = at_cell!(a, 0, |x| i64::from(position.open_count(x.column())))
            }
            Code::OpenInBoxOf => {
                w!(out) = at_cell!(a, 0, |x| i64::from(position.open_count(x.box_unit())))
            }
            Code::Missing => {
                w!(out) = unit(w!(a)).map_or(0, |u| i64::from(position.missing(u).bits()))
            }
            Code::Holding => {
                w!(out) = digit(w!(a)).map_or(0, |d| i64::from(position.holding(d).bits()))
            }
            Code::ValueOf => {
                w!(out) = at_cell!(a, NO_DIGIT, |x| position
                    .value(x)
                    .map_or(NO_DIGIT, |d| d.index() as i64));
            }
            Code::CellsWithCount => c!(out) = cells_with_count(position, w!(a)).bits(),
            Code::DigitsWithSpots => {
                w!(out) = unit(w!(a)).map_or(0, |u| {
                    i64::from(position.digits_with_spots(u, count(w!(b))).bits())
                });
            }
            Code::UnitsWithSpots => {
                w!(out) = digit(w!(a)).map_or(0, |d| {
                    i64::from(position.units_with_spots(d, count(w!(b))).bits())
                });
            }
            Code::UnitsWithAnySpots => {
                let any = position.units_with_any_spots(units(w!(a)), count(w!(b)));
                w!(out) = i64::from(any.bits());
            }
            Code::CellsByCount => {
                let (low, high) = span(w!(b));
                c!(out) = position.cells_by_count(digits(w!(a)), low, high).bits();
            }
            Code::DigitsByCount => {
                let (low, high) = span(w!(b));
                w!(out) = i64::from(position.digits_by_count(set!(a), low, high).bits());
            }
            Code::CellsWithAll => c!(out) = position.cells_with_all(digits(w!(a))).bits(),
            Code::CellsWithExactly => {
                c!(out) = position.cells_with_exactly(digits(w!(a))).bits();
            }
            Code::CandidatesIn => w!(out) = i64::from(position.candidates_in(set!(a))),
            Code::MostCandidates => {
                let mut most = 9;
                while most > 0 && position.cells_with_count(most).is_empty() {
                    most -= 1;
                }
                w!(out) = i64::from(most);
            }
            Code::Jump => at = usize::from(i.to),
            Code::JumpUnless => {
                if w!(a) == 0 {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
            }
            Code::JumpIf => {
                if w!(a) != 0 {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
            }
            Code::JumpIfEmptyC => {
                if c!(a) == 0 {
                    at = usize::from(i.to);
                }
            }
            Code::JumpIfEmptyW => {
                if w!(a) == 0 {
                    at = usize::from(i.to);
                }
            }
            Code::CopyW => w!(out) = w!(a),
            Code::CopyC => c!(out) = c!(a),
            Code::CopyF => f!(out) = f!(a),
            Code::NextCell => {
                let set = c!(a);
                if set == 0 {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
                c!(a) = set & (set - 1);
                w!(out) = i64::from(set.trailing_zeros());
            }
            Code::NextBit => {
                let set = w!(a);
                if set == 0 {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
                w!(a) = set & (set - 1);
                w!(out) = i64::from(set.trailing_zeros());
            }
            Code::Fill => {
                fill(program, i, position, frame);
            }
            Code::FillCells => {
                // Where the subsets follow, the first is taken at once.
                let next = &code[at % Listing::MOST];
                if next.code == Code::NextWithinW && next.a == i.out && next.c != 0 {
                    match fill_cells_and_choose(program, i, position, frame) {
                        Some((subset, union)) => {
                            at += 1;
                            frame.c[usize::from(next.out)] = subset;
                            frame.w[usize::from(next.b)] = i64::from(union);
                        }
                        None => at = usize::from(i.to),
                    }
                } else if !fill_cells(program, i, position, frame) {
                    at = usize::from(i.to);
                }
            }
            Code::FillDigits | Code::FillUnits | Code::FillCrossings => {
                if !fill(program, i, position, frame) {
                    at = usize::from(i.to);
                }
            }
            Code::Restart => {
                let limit = w!(a);
                if let Some(chooser) = frame.choosers.get_mut(usize::from(i.out)) {
                    chooser.restart(limit);
                }
            }
            Code::AddChoiceW => {
                let (member, value) = (w!(a), w!(b));
                if let Some(chooser) = frame.choosers.get_mut(usize::from(i.out)) {
                    chooser.add_word(member as u8, value as u32, false);
                }
                at = usize::from(i.to);
            }
            Code::AddChoiceC => {
                let (member, value) = (w!(a), c!(b));
                if let Some(chooser) = frame.choosers.get_mut(usize::from(i.out)) {
                    chooser.add_cells(member as u8, value, false);
                }
                at = usize::from(i.to);
            }
            Code::NextWithinW => {
                let chooser = frame.choosers.get_mut(usize::from(i.a));
                let Some((subset, union)) = chooser.and_then(Chooser::next_of_words) else {
                    at = usize::from(i.to);
                    continue;
                };
                put_subset(frame, i, subset);
                w!(b) = i64::from(union);
            }
            Code::NextWithinC => {
                let chooser = frame.choosers.get_mut(usize::from(i.a));
                let Some((subset, union)) = chooser.and_then(Chooser::next_of_cells) else {
                    at = usize::from(i.to);
                    continue;
                };
                put_subset(frame, i, subset);
                c!(b) = union;
            }
            Code::NextIndex => {
                w!(out) += 1;
                if w!(out) >= w!(b) {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
            }
            Code::PickW => w!(out) = frame.w[(usize::from(i.a) + w!(b) as usize) & 255],
            Code::NextRectangle => {
                let first = w!(a) + 1;
                let within = set!(b);
                let left = RECTANGLES.get(first as usize..).unwrap_or_default();
                let Some(next) = left.iter().position(|all| all.is_subset(within)) else {
                    at = usize::from(i.to);
                    continue;
                };
                w!(a) = first + next as i64;
                c!(out) = left[next].bits();
            }
            Code::PickC => c!(out) = frame.c[(usize::from(i.a) + w!(b) as usize) & 255],
            Code::PickF => f!(out) = frame.f[(usize::from(i.a) + w!(b) as usize) & 255],
            Code::TableW | Code::TableF => look_up(program, i, frame),
            Code::TablePair => {
                if let Some((table, at)) = table_entry(program, i, frame) {
                    look_up_pair(table, at, i.out, frame);
                }
            }
            Code::TableAround => {
                let [row, column, in_box] = at_cell!(a, [0; 3], |x| x
                    .units()
                    .map(|u| i64::from(position.open_count(u))));
                let out = usize::from(i.out);
                frame.w[out] = row;
                frame.w[(out + 1) & 255] = column;
                frame.w[(out + 2) & 255] = in_box;
                if let Some(table) = program.tables.get(usize::from(i.to)) {
                    let [_, (_, second), (_, third)] = table.axes;
                    let at = (row * second + column) * third + in_box - table.origin;
                    look_up_pair(table, at as usize, i.out.wrapping_add(3), frame);
                }
                if i.b != 0 {
                    return None;
                }
            }
            Code::NextPlaceOnly => {
                let set = c!(a);
                if set == 0 {
                    at = usize::from(i.to);
                    continue;
                }
                c!(a) = set & (set - 1);
                let member = set.trailing_zeros() as u8;
                w!(out) = i64::from(member);
                let cand =
                    Cell::from_index(member).map_or(0, |x| i64::from(position.cand(x).bits()));
                let digit = only_word(cand, NO_DIGIT);
                w!(b) = digit;
                if digit == NO_DIGIT {
                    at -= 1;
                } else if THROUGH {
                    frame.matched = true;
                    at = usize::from(then.0);
                } else {
                    // To be resumed here, with the next cell.
                    return Some(Entry(at as u16 - 1));
                }
            }
            Code::PlaceOnly => {
                let digit = at_cell!(a, NO_DIGIT, |x| only_word(
                    i64::from(position.cand(x).bits()),
                    NO_DIGIT
                ));
                w!(out) = digit;
                if digit == NO_DIGIT {
                    at = usize::from(i.to);
                } else if THROUGH {
                    frame.matched = true;
                    at = usize::from(then.0);
                } else {
                    return Some(Entry(at as u16));
                }
            }
            Code::OpenAround => {
                let out = usize::from(i.out);
                let [row, column, in_box] = at_cell!(a, [0; 3], |x| x
                    .units()
                    .map(|u| i64::from(position.open_count(u))));
                frame.w[out] = row;
                frame.w[(out + 1) & 255] = column;
                frame.w[(out + 2) & 255] = in_box;
            }
            Code::Place => {
                let fits = cell(w!(a))
                    .zip(digit(w!(b)))
                    .is_some_and(|(cell, digit)| position.cand(cell).contains(digit));
                if !fits {
                    at = usize::from(i.to);
                } else if THROUGH {
                    frame.matched = true;
                    at = usize::from(then.0);
                } else {
                    return Some(Entry(at as u16));
                }
            }
            Code::Tried => frame.tried += 1,
            Code::TriedMany => frame.tried += w!(a).max(0) as u64,
            Code::Emit if THROUGH => {
                frame.matched = true;
                at = usize::from(then.0);
            }
            Code::Emit => return Some(Entry(at as u16)),
            Code::Halt => return None,
            Code::ChooseC
            | Code::ChooseW
            | Code::NextChoiceC
            | Code::NextChoiceW
            | Code::CallSource
            | Code::CallFunction
            | Code::NextRecord
            | Code::FieldW
            | Code::FieldC
            | Code::FieldF
            | Code::ClearColumn
            | Code::Push
            | Code::UnitCounts
            | Code::NextStep
            | Code::AtF
            | Code::AtW
            | Code::ReduceF
            | Code::ReduceW
            | Code::CountEqual
            | Code::Steps
            | Code::ClearEliminations
            | Code::Eliminate
            | Code::EliminateAll
            | Code::Eliminated
            | Code::Removed
            | Code::Conclude
            | Code::Placed
            | Code::Losing => {
                if rare(program, i, *world, frame) {
                    {
                        at = usize::from(i.to);
                        continue;
                    }
                }
            }
        }
    }
}

/// The ends of a span, as `Span` makes it.
const fn span(word: i64) -> (u32, u32) {
    (word as u32 & 0xFF, word as u32 >> 8 & 0xFF)
}

/// A number of candidates or spots; what no set can have is 15.
const fn count(n: i64) -> u32 {
    if n >= 0 && n <= 9 { n as u32 } else { 15 }
}

fn cells_with_count(position: &Position, n: i64) -> CellSet {
    match count(n) {
        n @ 0..=9 => position.cells_with_count(n),
        _ => CellSet::EMPTY,
    }
}
