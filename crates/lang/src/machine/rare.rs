//! The instructions that do more than a few operations.

use super::outcome::conclude;
use super::{Frame, NO_CELL, NO_DIGIT, NO_UNIT, World, digits, nothing, units};
use undoku_grid::CellSet;

use crate::choose::Chooser;
use crate::plugin::{Look, Value};
use crate::prim::{Bank, Code, ReduceKind};
use crate::program::{Call, Instruction, Program};
use crate::types::Type;

/// The instructions that do more than a few operations; says whether to jump.
#[inline(never)]
pub(super) fn rare(
    program: &Program,
    i: &Instruction,
    world: World<'_>,
    frame: &mut Frame,
) -> bool {
    let out = usize::from(i.out);
    match i.code {
        Code::ChooseC => {
            let set = CellSet::from_bits(frame.c[usize::from(i.a)]);
            if let Some(chooser) = frame.choosers.get_mut(out) {
                chooser.start(set.iter().map(|c| c.index() as u8), i.b);
                chooser.grow_to(i.c);
            }
            false
        }
        Code::ChooseW => {
            let mut set = frame.w[usize::from(i.a)];
            let members = std::iter::from_fn(|| {
                (set != 0).then(|| {
                    let member = set.trailing_zeros() as u8;
                    set &= set - 1;
                    member
                })
            });
            if let Some(chooser) = frame.choosers.get_mut(out) {
                chooser.start(members, i.b);
                chooser.grow_to(i.c);
            }
            false
        }
        Code::NextChoiceC | Code::NextChoiceW => {
            match frame
                .choosers
                .get_mut(usize::from(i.a))
                .and_then(Chooser::next)
            {
                Some(bits) if i.code == Code::NextChoiceC => frame.c[out] = bits,
                Some(bits) => frame.w[out] = bits as i64,
                None => return true,
            }
            false
        }
        Code::CallSource => {
            if let Some(call) = program.calls.get(usize::from(i.to)) {
                call_source(call, out, world, frame);
            }
            false
        }
        Code::CallFunction => {
            if let Some(call) = program.calls.get(usize::from(i.to)) {
                call_function(call, world, frame);
            }
            false
        }
        Code::NextRecord => {
            frame.w[out] += 1;
            let known = frame.records.get(usize::from(i.a));
            let known = known.map_or(0, |records| records.all().len());
            frame.w[out] >= known as i64
        }
        Code::FieldW | Code::FieldC | Code::FieldF => {
            let record = usize::try_from(frame.word(i.b)).unwrap_or(usize::MAX);
            let value = frame
                .records
                .get(usize::from(i.a))
                .and_then(|list| list.all().get(record))
                .and_then(|record| record.values.get(usize::from(i.c)))
                .copied();
            match i.code {
                Code::FieldC => store(value, Bank::Cells, Type::Cells, i.out, frame),
                Code::FieldF => store(value, Bank::Float, Type::Number, i.out, frame),
                _ => store(value, Bank::Word, Type::Int, i.out, frame),
            }
            false
        }
        Code::ClearColumn => {
            if let Some(column) = frame.columns.get_mut(out) {
                column.clear();
            }
            false
        }
        Code::Push => {
            let value = frame.float(i.a);
            if let Some(column) = frame.columns.get_mut(out) {
                column.push(value);
            }
            false
        }
        Code::NextStep => {
            frame.w[out] += 1;
            frame.w[out] >= frame.steps as i64
        }
        Code::UnitCounts => {
            let (set, wanted) = (
                CellSet::from_bits(frame.c[usize::from(i.a)]),
                units(frame.word(i.b)),
            );
            if let Some(column) = frame.columns.get_mut(out) {
                column.clear();
                set.for_each_count(wanted, |count| column.push(f64::from(count)));
            }
            false
        }
        Code::AtF | Code::AtW => {
            let at = frame.word(i.b) as usize;
            let column = frame.columns.get(usize::from(i.a));
            let value = column
                .and_then(|column| column.values().get(at))
                .copied()
                .unwrap_or(0.0);
            if i.code == Code::AtF {
                frame.f[out] = value;
            } else {
                frame.w[out] = value as i64;
            }
            false
        }
        Code::ReduceF | Code::ReduceW => {
            let kind = ReduceKind::ALL[usize::from(i.to) % ReduceKind::ALL.len()];
            let value = frame
                .columns
                .get_mut(usize::from(i.a))
                .map_or(0.0, |column| column.reduce(kind));
            if i.code == Code::ReduceF {
                frame.f[out] = value;
            } else {
                frame.w[out] = value as i64;
            }
            false
        }
        Code::CountEqual => {
            let wanted = frame.word(i.b) as f64;
            frame.w[out] = frame
                .columns
                .get_mut(usize::from(i.a))
                .map_or(0, |column| column.count_equal(wanted));
            false
        }
        Code::Steps => {
            frame.w[out] = frame.steps as i64;
            false
        }
        Code::ClearEliminations => {
            frame.eliminations = [CellSet::EMPTY; 9];
            frame.removed = 0;
            false
        }
        Code::Eliminate => {
            let cells = CellSet::from_bits(frame.c[usize::from(i.b)]);
            for digit in digits(frame.word(i.a)) {
                let gone = world.position.spots(digit) & cells;
                frame.eliminations[digit.index()] |= gone;
            }
            false
        }
        Code::EliminateAll => eliminate_all(i, world, frame),
        Code::Eliminated => {
            let all = frame
                .eliminations
                .iter()
                .fold(CellSet::EMPTY, |all, &gone| all | gone);
            frame.c[out] = all.bits();
            all.is_empty()
        }
        Code::Removed => {
            frame.w[out] = frame
                .eliminations
                .iter()
                .map(|gone| gone.len() as i64)
                .sum();
            false
        }
        Code::Conclude => !conclude(i, world.position, frame),
        Code::Placed => {
            frame.c[out] = frame.placed_cells().bits();
            false
        }
        Code::Losing => {
            let all = frame.eliminations.iter().copied();
            frame.c[out] = all.fold(CellSet::EMPTY, |all, gone| all | gone).bits();
            false
        }
        _ => false,
    }
}

/// The only elimination of a pattern, from start to end; says whether there is none.
fn eliminate_all(i: &Instruction, world: World<'_>, frame: &mut Frame) -> bool {
    let cells = CellSet::from_bits(frame.c[usize::from(i.b)]);
    let wanted = digits(frame.word(i.a));
    let mut all = CellSet::EMPTY;
    for digit in wanted {
        all |= world.position.spots(digit) & cells;
    }
    if all.is_empty() {
        return true;
    }
    frame.eliminations = [CellSet::EMPTY; 9];
    let mut removed = 0;
    for digit in wanted {
        let gone = world.position.spots(digit) & cells;
        frame.eliminations[digit.index()] = gone;
        removed += gone.len();
    }
    frame.c[usize::from(i.out)] = all.bits();
    frame.w[usize::from(i.c)] = i64::from(removed);
    false
}

pub(super) fn store(value: Option<Value>, bank: Bank, ty: Type, out: u8, frame: &mut Frame) {
    let out = usize::from(out);
    match (bank, value) {
        (Bank::Cells, Some(Value::Cells(set))) => frame.c[out] = set.bits(),
        (Bank::Cells, Some(Value::Cell(Some(cell)))) => frame.c[out] = CellSet::from(cell).bits(),
        (Bank::Cells, _) => frame.c[out] = 0,
        (Bank::Float, Some(Value::Number(x))) => frame.f[out] = if x.is_finite() { x } else { 0.0 },
        (Bank::Float, Some(Value::Int(x))) => frame.f[out] = x as f64,
        (Bank::Float, _) => frame.f[out] = 0.0,
        (Bank::Word, Some(value)) => {
            frame.w[out] = match value {
                Value::Bool(x) => i64::from(x),
                Value::Int(x) => x,
                Value::Cell(x) => x.map_or(NO_CELL, |c| c.index() as i64),
                Value::Digit(x) => x.map_or(NO_DIGIT, |d| d.index() as i64),
                Value::Unit(x) => x.map_or(NO_UNIT, |u| u.index() as i64),
                Value::Digits(x) => i64::from(x.bits()),
                Value::Units(x) => i64::from(x.bits()),
                Value::Number(_) | Value::Cells(_) => nothing(ty),
            }
        }
        (Bank::Word, None) => frame.w[out] = nothing(ty),
    }
}

const fn look<'a>(world: World<'a>, arguments: &'a [Value]) -> Look<'a> {
    Look {
        position: world.position,
        clues: world.clues,
        arguments,
    }
}

fn arguments(call: &Call, frame: &mut Frame) -> Vec<Value> {
    let mut values = std::mem::take(&mut frame.arguments);
    values.clear();
    for (register, ty) in &call.args {
        values.push(frame.value(*register, *ty));
    }
    values
}

fn call_source(call: &Call, out: usize, world: World<'_>, frame: &mut Frame) {
    let Some(source) = world.registry.sources().get(usize::from(call.id)) else {
        return;
    };
    let values = arguments(call, frame);
    if let Some(list) = frame.records.get_mut(out) {
        list.clear(source.most);
        (source.make)(&look(world, &values), list);
        list.keep_fitting(source);
        frame.cut_short |= list.is_cut_short();
    }
    frame.arguments = values;
}

fn call_function(call: &Call, world: World<'_>, frame: &mut Frame) {
    let Some(function) = world.registry.functions().get(usize::from(call.id)) else {
        return;
    };
    let values = arguments(call, frame);
    let value = (function.call)(&look(world, &values));
    let value = (value.ty() == function.result).then_some(value);
    store(value, call.out.bank, call.out_type, call.out.number, frame);
    frame.arguments = values;
}
