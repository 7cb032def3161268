//! From values to linear code.
//!
//! Code is gathered in nested blocks, one for each open loop. A value is computed in the innermost block
//! whose variable it depends on: what a loop does not change is computed once, in front of it.

use std::collections::HashMap;

use crate::coded::Coded;
use crate::graph::{Graph, NodeId, Op, Table, TableValues, VarId, bank};
use crate::path::ColumnUse;
use crate::prim::{Bank, Code, FoldKind, Prim, ReduceKind};
use crate::program::{Call, Constant, Entry, Instruction, Program, Register};
use crate::tabulate;
use crate::types::{Element, Type};

/// More registers, loops or instructions than a program can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

/// Where an instruction jumps to.
#[derive(Clone, Copy)]
enum Target {
    /// Nowhere; its `to` means something else or nothing.
    None,
    /// So many instructions on from itself.
    By(i32),
    /// To the next value of the loop with that block.
    Next(usize),
    /// Out of the loop that is being made.
    Leave,
}

#[derive(Clone, Copy)]
struct Pending {
    instruction: Instruction,
    target: Target,
}

/// An open loop: what runs before it, what takes its next value, and its body so far.
#[derive(Default)]
struct Block {
    var: Option<VarId>,
    enter: Vec<Pending>,
    next: Vec<Pending>,
    code: Vec<Pending>,
}

/// Makes a program's code.
pub(crate) struct Lowering {
    pub(crate) graph: Graph,
    pub(crate) program: Program,
    ready: HashMap<NodeId, Register>,
    vars: HashMap<VarId, Register>,
    blocks: Vec<Block>,
    used: [usize; 3],
}

type Lowered<T> = Result<T, TooLarge>;

/// The values that one instruction makes together, in its order.
const OPEN_AROUND: [Prim; 3] = [Prim::OpenInRowOf, Prim::OpenInColumnOf, Prim::OpenInBoxOf];

const fn index(bank: Bank) -> usize {
    match bank {
        Bank::Word => 0,
        Bank::Cells => 1,
        Bank::Float => 2,
    }
}

impl Lowering {
    /// Starts with columns `0..columns` that the caller fills.
    pub(crate) fn new(graph: Graph, columns: u8) -> Self {
        Self {
            graph,
            program: Program { columns, ..Program::default() },
            ready: HashMap::new(),
            vars: HashMap::new(),
            blocks: vec![Block::default()],
            used: [0; 3],
        }
    }

    /// A register of its own.
    pub(crate) fn register(&mut self, bank: Bank) -> Lowered<Register> {
        let used = &mut self.used[index(bank)];
        let number = u8::try_from(*used).map_err(|_| TooLarge)?;
        *used += 1;
        Ok(Register { bank, number })
    }

    /// Says that a variable stands in a register when the program starts.
    pub(crate) fn given(&mut self, var: VarId) -> Lowered<Register> {
        let bank = bank(self.graph.vars[usize::from(var.0)].ty);
        let register = self.register(bank)?;
        self.vars.insert(var, register);
        Ok(register)
    }

    fn constant(&mut self, constant: Constant) -> Lowered<Register> {
        let known = self.program.constants.iter().find(|(_, c)| *c == constant);
        if let Some((register, _)) = known {
            return Ok(*register);
        }
        let register = self.register(match constant {
            Constant::Word(_) => Bank::Word,
            Constant::Cells(_) => Bank::Cells,
            Constant::Float(_) => Bank::Float,
        })?;
        self.program.constants.push((register, constant));
        Ok(register)
    }

    fn word(&mut self, value: i64) -> Lowered<Register> {
        self.constant(Constant::Word(value))
    }

    fn home(&self, vars: u64) -> usize {
        let inside = |block: &Block| block.var.is_some_and(|v| vars & v.bit() != 0);
        self.blocks.iter().rposition(inside).unwrap_or(0)
    }

    fn push(&mut self, block: usize, instruction: Instruction, target: Target) {
        self.blocks[block].code.push(Pending { instruction, target });
    }

    /// The register that holds a value once its block's code has run.
    pub(crate) fn value(&mut self, id: NodeId) -> Lowered<Register> {
        if let Some(register) = self.ready.get(&id) {
            return Ok(*register);
        }
        let node = self.graph.node(id).clone();
        let home = self.home(node.vars);
        let register = match node.op {
            Op::Word(value) => self.word(value)?,
            Op::Float(bits) => self.constant(Constant::Float(f64::from_bits(bits)))?,
            Op::Cells(bits) => self.constant(Constant::Cells(bits))?,
            Op::Var(var) => *self.vars.get(&var).ok_or(TooLarge)?,
            Op::Prim(prim) => match tabulate::table(&self.graph, id) {
                Some((table, inputs)) => {
                    if prim.result() == Bank::Word
                        && let Some(cell) = self.is_around(&inputs)
                    {
                        let out = self.table_around(home, cell, table)?;
                        self.ready.insert(id, out);
                        return Ok(out);
                    }
                    let (a, b, c) = self.operands(&inputs)?;
                    let number = self.table(table)?;
                    let out = self.register(prim.result())?;
                    let code = if out.bank == Bank::Float { Code::TableF } else { Code::TableW };
                    self.push(home, Instruction::new(code).out(out.number).args(a, b, c).to(number), Target::None);
                    out
                }
                None if OPEN_AROUND.contains(&prim) => return self.open_around(home, prim, node.args[0]),
                None => {
                    let (a, b, c) = self.operands(&node.args)?;
                    let out = self.register(prim.result())?;
                    self.push(home, Instruction::new(prim.code()).out(out.number).args(a, b, c), Target::None);
                    out
                }
            },
            Op::Fold(kind, var) => self.fold(home, kind, var, node.args[0], node.args[1], node.ty)?,
            Op::Filter(var) => self.filter(home, var, node.args[0], node.args[1], node.ty)?,
            Op::Field(at) => self.field(home, node.args[0], at, node.ty)?,
            Op::Source(source) => {
                let call = self.call(source, &node.args, Type::Int)?;
                let list = self.program.record_lists;
                self.program.record_lists = list.checked_add(1).ok_or(TooLarge)?;
                self.push(home, Instruction::new(Code::CallSource).out(list).to(call.0), Target::None);
                Register { bank: Bank::Word, number: list }
            }
            Op::Function(function) => {
                let (number, out) = self.call(function, &node.args, node.ty)?;
                self.push(home, Instruction::new(Code::CallFunction).to(number), Target::None);
                out
            }
            Op::Each(_) | Op::Column(_) | Op::UnitCounts => self.column(id)?,
            Op::At(var) => self.at(home, var, node.args[0], node.ty)?,
            Op::Reduce(kind) => self.reduce(home, kind, node.args[0], node.ty)?,
            Op::Steps => {
                let out = self.register(Bank::Word)?;
                self.push(home, Instruction::new(Code::Steps).out(out.number), Target::None);
                out
            }
            // Lists stand only where something ranges over them.
            Op::Choose(_) | Op::List | Op::AfterRecord => return Err(TooLarge),
        };
        self.ready.insert(id, register);
        Ok(register)
    }

    fn table(&mut self, table: Table) -> Lowered<u16> {
        let number = u16::try_from(self.program.tables.len()).map_err(|_| TooLarge)?;
        self.program.tables.push(table);
        Ok(number)
    }

    /// Two values, a whole number and a number, by one look-up if they are functions of the same operands.
    pub(crate) fn values(&mut self, word: NodeId, float: NodeId) -> Lowered<(Register, Register)> {
        let known = |l: &Self, id| l.ready.contains_key(&id);
        if !known(self, word)
            && !known(self, float)
            && let Some((words, inputs)) = tabulate::table(&self.graph, word)
            && let Some((floats, others)) = tabulate::table(&self.graph, float)
            && inputs == others
            && let (TableValues::Word(w), TableValues::Float(f)) = (&words.values, floats.values)
        {
            let second = self.register(Bank::Float)?;
            let values = TableValues::Pair(Coded::new(w.iter().zip(f.iter()).collect(), |a: (i64, f64), b: (i64, f64)| a.0 == b.0 && a.1.to_bits() == b.1.to_bits()), second.number);
            let table = Table { values, ..words };
            let home = self.home(self.graph.vars_of(word));
            let first = match self.is_around(&inputs) {
                Some(cell) => self.table_around(home, cell, table)?,
                None => {
                    let (a, b, c) = self.operands(&inputs)?;
                    let first = self.register(Bank::Word)?;
                    let number = self.table(table)?;
                    let pair = Instruction::new(Code::TablePair).out(first.number).args(a, b, c).to(number);
                    self.push(home, pair, Target::None);
                    first
                }
            };
            self.ready.insert(word, first);
            self.ready.insert(float, second);
        }
        Ok((self.value(word)?, self.value(float)?))
    }

    /// The cell whose row's, column's and box's open cells these are, in this order, none of them known yet.
    fn is_around(&self, inputs: &[NodeId]) -> Option<NodeId> {
        let &[first, _, _] = inputs else { return None };
        let cell = *self.graph.node(first).args.first()?;
        let is_one = |(&id, prim): (&NodeId, Prim)| {
            let node = self.graph.node(id);
            node.op == Op::Prim(prim) && node.args[..] == [cell] && !self.ready.contains_key(&id)
        };
        inputs.iter().zip(OPEN_AROUND).all(is_one).then_some(cell)
    }

    /// The open cells around a cell, and a table at their numbers, by one instruction.
    fn table_around(&mut self, home: usize, cell: NodeId, table: Table) -> Lowered<Register> {
        let (first, at) = self.around(cell)?;
        let out = self.register(Bank::Word)?;
        let number = self.table(table)?;
        self.push(home, Instruction::new(Code::TableAround).out(first.number).args(at, 0, 0).to(number), Target::None);
        Ok(out)
    }

    /// The open cells of a cell's row, column or box; all three by one instruction.
    fn open_around(&mut self, home: usize, wanted: Prim, cell: NodeId) -> Lowered<Register> {
        let (first, at) = self.around(cell)?;
        self.push(home, Instruction::new(Code::OpenAround).out(first.number).args(at, 0, 0), Target::None);
        let place = OPEN_AROUND.iter().position(|&prim| prim == wanted).unwrap_or(0);
        Ok(Register { bank: Bank::Word, number: first.number + place as u8 })
    }

    /// Registers in a row for the open cells around a cell, and the register of the cell.
    fn around(&mut self, cell: NodeId) -> Lowered<(Register, u8)> {
        let at = self.value(cell)?.number;
        let first = self.register(Bank::Word)?;
        let all = [first, self.register(Bank::Word)?, self.register(Bank::Word)?];
        for (prim, register) in OPEN_AROUND.into_iter().zip(all) {
            if let Some(id) = self.graph.find(Op::Prim(prim), &[cell], Type::Int) {
                self.ready.entry(id).or_insert(register);
            }
        }
        Ok((first, at))
    }

    fn operands(&mut self, args: &[NodeId]) -> Lowered<(u8, u8, u8)> {
        let mut numbers = [0; 3];
        for (number, &arg) in numbers.iter_mut().zip(args) {
            *number = self.value(arg)?.number;
        }
        Ok((numbers[0], numbers[1], numbers[2]))
    }

    fn call(&mut self, id: u16, args: &[NodeId], result: Type) -> Lowered<(u16, Register)> {
        let mut operands = Vec::with_capacity(args.len());
        for &arg in args {
            operands.push((self.value(arg)?, self.graph.ty(arg)));
        }
        let out = self.register(bank(result))?;
        let number = u16::try_from(self.program.calls.len()).map_err(|_| TooLarge)?;
        self.program.calls.push(Call { id, args: operands, out, out_type: result });
        Ok((number, out))
    }

    /// The source whose records a list holds.
    fn source_of(&self, list: NodeId) -> NodeId {
        match self.graph.node(list).op {
            Op::AfterRecord => self.source_of(self.graph.node(list).args[0]),
            _ => list,
        }
    }

    fn field(&mut self, home: usize, record: NodeId, at: u8, ty: Type) -> Lowered<Register> {
        let Op::Var(var) = self.graph.node(record).op else {
            return Err(TooLarge);
        };
        let list = self.graph.vars[usize::from(var.0)].list.ok_or(TooLarge)?;
        let list = self.value(self.source_of(list))?;
        let record = self.value(record)?;
        let out = self.register(bank(ty))?;
        let code = match out.bank {
            Bank::Word => Code::FieldW,
            Bank::Cells => Code::FieldC,
            Bank::Float => Code::FieldF,
        };
        self.push(home, Instruction::new(code).out(out.number).args(list.number, record.number, at), Target::None);
        Ok(out)
    }

    // Columns.

    /// The number of a column as a word register's; expressions over all steps are written out into one.
    fn column(&mut self, id: NodeId) -> Lowered<Register> {
        if let Some(register) = self.ready.get(&id) {
            return Ok(*register);
        }
        let node = self.graph.node(id).clone();
        let number = match node.op {
            Op::Column(number) => number,
            Op::Each(step) => {
                let column = self.fresh_column()?;
                let home = self.home(node.vars);
                self.push(home, Instruction::new(Code::ClearColumn).out(column), Target::None);
                let minus_one = self.word(-1)?;
                let at = self.register(Bank::Word)?;
                let enter = vec![plain(Instruction::new(Code::CopyW).out(at.number).args(minus_one.number, 0, 0))];
                let next = vec![plain(Instruction::new(Code::NextStep).out(at.number))];
                let body = match bank(self.graph.ty(node.args[0])) {
                    Bank::Float => node.args[0],
                    _ => self.graph.prim(Prim::ToF, &node.args, Type::Number),
                };
                self.inside(home, step, at, enter, next, |l, level| {
                    let value = l.value(body)?;
                    l.push(level, Instruction::new(Code::Push).out(column).args(value.number, 0, 0), Target::None);
                    Ok(())
                })?;
                column
            }
            Op::UnitCounts => {
                let (set, units, _) = self.operands(&node.args)?;
                let column = self.fresh_column()?;
                let home = self.home(node.vars);
                let count = Instruction::new(Code::UnitCounts).out(column).args(set, units, 0);
                self.push(home, count, Target::None);
                column
            }
            _ => return Err(TooLarge),
        };
        let register = Register { bank: Bank::Word, number };
        self.ready.insert(id, register);
        Ok(register)
    }

    /// What the code made so far reads of a column that the caller fills.
    pub(crate) fn use_of_column(&self, number: u8) -> ColumnUse {
        let is_it = |id: &NodeId| self.graph.node(*id).op == Op::Column(number);
        let sum = |op: Op| matches!(op, Op::Reduce(ReduceKind::Sum | ReduceKind::Mean));
        if !self.ready.keys().any(is_it) {
            return ColumnUse::None;
        }
        // Only whole numbers are added up while a path is recorded.
        let whole = Type::Column(Element::Int);
        if number >= 32 || !self.graph.nodes().any(|node| node.op == Op::Column(number) && node.ty == whole) {
            return ColumnUse::Values;
        }
        // A loop over the steps reads single values, whatever is ready behind it.
        let mut readers = self.graph.nodes().filter(|node| node.args.iter().any(is_it));
        if readers.all(|node| sum(node.op)) { ColumnUse::Sum } else { ColumnUse::Values }
    }

    fn fresh_column(&mut self) -> Lowered<u8> {
        let column = self.program.columns;
        self.program.columns = column.checked_add(1).ok_or(TooLarge)?;
        Ok(column)
    }

    fn at(&mut self, home: usize, step: VarId, column: NodeId, ty: Type) -> Lowered<Register> {
        let column = self.column(column)?;
        let step = *self.vars.get(&step).ok_or(TooLarge)?;
        let out = self.register(bank(ty))?;
        let code = if out.bank == Bank::Float { Code::AtF } else { Code::AtW };
        self.push(home, Instruction::new(code).out(out.number).args(column.number, step.number, 0), Target::None);
        Ok(out)
    }

    fn reduce(&mut self, home: usize, kind: ReduceKind, column: NodeId, ty: Type) -> Lowered<Register> {
        if kind == ReduceKind::Count
            && let Some((column, value)) = self.equal_to_constant(column)
        {
            let column = self.column(column)?;
            let value = self.value(value)?;
            let out = self.register(Bank::Word)?;
            self.push(
                home,
                Instruction::new(Code::CountEqual).out(out.number).args(column.number, value.number, 0),
                Target::None,
            );
            return Ok(out);
        }
        let column = self.column(column)?;
        self.reduce_column(home, kind, column.number, bank(ty))
    }

    fn reduce_column(&mut self, home: usize, kind: ReduceKind, column: u8, bank: Bank) -> Lowered<Register> {
        let out = self.register(bank)?;
        let code = if bank == Bank::Float { Code::ReduceF } else { Code::ReduceW };
        let reduce = Instruction::new(code).out(out.number).args(column, 0, 0).to(kind as u16);
        self.push(home, reduce, Target::None);
        Ok(out)
    }

    /// `column == constant` on every step.
    fn equal_to_constant(&self, column: NodeId) -> Option<(NodeId, NodeId)> {
        let each = self.graph.node(column);
        let Op::Each(_) = each.op else { return None };
        let body = self.graph.node(each.args[0]);
        if body.op != Op::Prim(Prim::EqW) {
            return None;
        }
        [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
            let at = self.graph.node(body.args[one]);
            let is_at = matches!(at.op, Op::At(_));
            (is_at && self.graph.is_constant(body.args[other])).then(|| (at.args[0], body.args[other]))
        })
    }

    // Loops.

    /// Whether a set is not known yet, and would be computed in the block that its loop stands in.
    fn is_for_here(&self, set: NodeId, home: usize) -> bool {
        !self.ready.contains_key(&set) && self.home(self.graph.vars_of(set)) == home
    }

    /// What starts a loop over a set or list, and what takes its next value; the first instruction of
    /// `next` is the one that leaves the loop.
    fn loop_over(&mut self, home: usize, set: NodeId, out: Register) -> Lowered<(Vec<Pending>, Vec<Pending>)> {
        let node = self.graph.node(set).clone();
        match node.op {
            Op::Choose(k) => {
                let from = self.value(node.args[0])?;
                let chooser = self.program.choosers;
                self.program.choosers = chooser.checked_add(1).ok_or(TooLarge)?;
                let (start, next) = if from.bank == Bank::Cells {
                    (Code::ChooseC, Code::NextChoiceC)
                } else {
                    (Code::ChooseW, Code::NextChoiceW)
                };
                Ok((
                    vec![plain(Instruction::new(start).out(chooser).args(from.number, k, 0))],
                    vec![plain(Instruction::new(next).out(out.number).args(chooser, 0, 0))],
                ))
            }
            Op::List => {
                let mut items = Vec::with_capacity(node.args.len());
                for &item in &node.args {
                    items.push(self.value(item)?);
                }
                let mut enter = Vec::new();
                let mut base = None;
                let copy = match out.bank {
                    Bank::Word => Code::CopyW,
                    Bank::Cells => Code::CopyC,
                    Bank::Float => Code::CopyF,
                };
                for item in items {
                    let place = self.register(out.bank)?;
                    base = base.or(Some(place));
                    enter.push(plain(Instruction::new(copy).out(place.number).args(item.number, 0, 0)));
                }
                let base = base.ok_or(TooLarge)?;
                let at = self.register(Bank::Word)?;
                let minus_one = self.word(-1)?;
                let length = self.word(node.args.len() as i64)?;
                enter.push(plain(Instruction::new(Code::CopyW).out(at.number).args(minus_one.number, 0, 0)));
                let pick = match out.bank {
                    Bank::Word => Code::PickW,
                    Bank::Cells => Code::PickC,
                    Bank::Float => Code::PickF,
                };
                Ok((
                    enter,
                    vec![
                        plain(Instruction::new(Code::NextIndex).out(at.number).args(0, length.number, 0)),
                        plain(Instruction::new(pick).out(out.number).args(base.number, at.number, 0)),
                    ],
                ))
            }
            Op::Source(_) | Op::AfterRecord => {
                let list = self.value(self.source_of(set))?;
                let start = match node.op {
                    Op::AfterRecord => self.value(node.args[1])?,
                    _ => self.word(-1)?,
                };
                Ok((
                    vec![plain(Instruction::new(Code::CopyW).out(out.number).args(start.number, 0, 0))],
                    vec![plain(Instruction::new(Code::NextRecord).out(out.number).args(list.number, 0, 0))],
                ))
            }
            // A set made for this loop alone, just before it, is used up by it; any other is copied first.
            Op::Prim(_) | Op::Filter(_) | Op::Fold(..) if self.is_for_here(set, home) => {
                let from = self.value(set)?;
                self.ready.remove(&set);
                let next = if from.bank == Bank::Cells { Code::NextCell } else { Code::NextBit };
                Ok((Vec::new(), vec![plain(Instruction::new(next).out(out.number).args(from.number, 0, 0))]))
            }
            _ => {
                let from = self.value(set)?;
                let state = self.register(from.bank)?;
                let (copy, next) =
                    if from.bank == Bank::Cells { (Code::CopyC, Code::NextCell) } else { (Code::CopyW, Code::NextBit) };
                Ok((
                    vec![plain(Instruction::new(copy).out(state.number).args(from.number, 0, 0))],
                    vec![plain(Instruction::new(next).out(out.number).args(state.number, 0, 0))],
                ))
            }
        }
    }

    /// Puts a whole loop into a block; `body` adds to the block on top, whose number it is given.
    fn inside(
        &mut self,
        home: usize,
        var: VarId,
        out: Register,
        enter: Vec<Pending>,
        next: Vec<Pending>,
        body: impl FnOnce(&mut Self, usize) -> Lowered<()>,
    ) -> Lowered<()> {
        // Values of an earlier loop with this variable are stale in here, and those made in here after it.
        let stale = self.with_var(var);
        self.forget(&stale);
        let outer = self.vars.insert(var, out);
        self.blocks.push(Block { var: Some(var), ..Block::default() });
        let level = self.blocks.len() - 1;
        body(self, level)?;
        let block = self.blocks.pop().ok_or(TooLarge)?;
        let made = self.with_var(var);
        self.forget(&made);
        self.ready.extend(stale);
        match outer {
            Some(outer) => self.vars.insert(var, outer),
            None => self.vars.remove(&var),
        };

        let code = &mut self.blocks[home].code;
        code.extend(enter);
        let head = next.len() as i32;
        let length = block.code.len() as i32;
        for (i, mut pending) in next.into_iter().enumerate() {
            if i == 0 {
                pending.target = Target::By(head + length + 1);
            }
            code.push(pending);
        }
        for (i, mut pending) in block.code.into_iter().enumerate() {
            let i = i as i32;
            match pending.target {
                Target::Next(to) if to == level => pending.target = Target::By(-(head + i)),
                Target::Leave => pending.target = Target::By(length + 1 - i),
                _ => {}
            }
            code.push(pending);
        }
        code.push(Pending { instruction: Instruction::new(Code::Jump), target: Target::By(-(head + length)) });
        Ok(())
    }

    fn with_var(&self, var: VarId) -> Vec<(NodeId, Register)> {
        let depends = |id: &NodeId| self.graph.vars_of(*id) & var.bit() != 0;
        self.ready.iter().filter(|(id, _)| depends(id)).map(|(id, r)| (*id, *r)).collect()
    }

    fn forget(&mut self, values: &[(NodeId, Register)]) {
        for (id, _) in values {
            self.ready.remove(id);
        }
    }

    fn fold(
        &mut self,
        home: usize,
        kind: FoldKind,
        var: VarId,
        set: NodeId,
        body: NodeId,
        ty: Type,
    ) -> Lowered<Register> {
        let member = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let (enter, next) = self.loop_over(home, set, member)?;
        if matches!(kind, FoldKind::Mean | FoldKind::Variance | FoldKind::StdDev) {
            return self.gather(home, kind, var, (member, enter, next), body);
        }
        let acc = self.register(bank(ty))?;
        let (zero, one) = (self.word(0)?, self.word(1)?);
        let nothing = match acc.bank {
            Bank::Word => zero,
            Bank::Cells => self.constant(Constant::Cells(0))?,
            Bank::Float => self.constant(Constant::Float(0.0))?,
        };
        let copy = match acc.bank {
            Bank::Word => Code::CopyW,
            Bank::Cells => Code::CopyC,
            Bank::Float => Code::CopyF,
        };
        let from = if kind == FoldKind::All { one } else { nothing };
        self.push(home, Instruction::new(copy).out(acc.number).args(from.number, 0, 0), Target::None);
        let float = acc.bank == Bank::Float;
        match kind {
            FoldKind::Any | FoldKind::All => {
                let (go_on, found) = match kind {
                    FoldKind::Any => (Code::JumpUnless, one),
                    _ => (Code::JumpIf, zero),
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?;
                    l.push(level, Instruction::new(go_on).args(value.number, 0, 0), Target::Next(level));
                    l.push(level, Instruction::new(copy).out(acc.number).args(found.number, 0, 0), Target::None);
                    l.push(level, Instruction::new(Code::Jump), Target::Leave);
                    Ok(())
                })?;
            }
            FoldKind::Min | FoldKind::Max => {
                // The first value stands for itself; later ones are compared with the best so far.
                let have = self.register(Bank::Word)?;
                self.push(home, Instruction::new(Code::CopyW).out(have.number).args(zero.number, 0, 0), Target::None);
                let better = match (kind, float) {
                    (FoldKind::Min, false) => Prim::MinW,
                    (FoldKind::Min, true) => Prim::MinF,
                    (_, false) => Prim::MaxW,
                    (_, true) => Prim::MaxF,
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?.number;
                    l.push(level, Instruction::new(Code::JumpIf).args(have.number, 0, 0), Target::By(4));
                    l.push(level, Instruction::new(copy).out(acc.number).args(value, 0, 0), Target::None);
                    l.push(level, Instruction::new(Code::CopyW).out(have.number).args(one.number, 0, 0), Target::None);
                    l.push(level, Instruction::new(Code::Jump), Target::Next(level));
                    let compare = Instruction::new(better.code()).out(acc.number).args(acc.number, value, 0);
                    l.push(level, compare, Target::None);
                    Ok(())
                })?;
            }
            _ => {
                let join = match (kind, acc.bank) {
                    (FoldKind::Sum, Bank::Float) => Prim::AddF,
                    (FoldKind::Sum, _) => Prim::AddW,
                    (_, Bank::Cells) => Prim::OrC,
                    _ => Prim::OrW,
                };
                self.inside(home, var, member, enter, next, |l, level| {
                    let value = l.value(body)?.number;
                    let add = Instruction::new(join.code()).out(acc.number).args(acc.number, value, 0);
                    l.push(level, add, Target::None);
                    Ok(())
                })?;
            }
        }
        Ok(acc)
    }

    /// A fold that needs all values before it can say anything: they are gathered in a column.
    fn gather(
        &mut self,
        home: usize,
        kind: FoldKind,
        var: VarId,
        (member, enter, next): (Register, Vec<Pending>, Vec<Pending>),
        body: NodeId,
    ) -> Lowered<Register> {
        let column = self.fresh_column()?;
        self.push(home, Instruction::new(Code::ClearColumn).out(column), Target::None);
        self.inside(home, var, member, enter, next, |l, level| {
            let value = l.value(body)?;
            l.push(level, Instruction::new(Code::Push).out(column).args(value.number, 0, 0), Target::None);
            Ok(())
        })?;
        let kind = match kind {
            FoldKind::Mean => ReduceKind::Mean,
            FoldKind::Variance => ReduceKind::Variance,
            _ => ReduceKind::StdDev,
        };
        self.reduce_column(home, kind, column, Bank::Float)
    }

    fn filter(&mut self, home: usize, var: VarId, set: NodeId, condition: NodeId, ty: Type) -> Lowered<Register> {
        let member = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let (enter, next) = self.loop_over(home, set, member)?;
        let acc = self.register(bank(ty))?;
        let (copy, empty, one, join) = match ty {
            Type::Cells => (Code::CopyC, self.constant(Constant::Cells(0))?, Prim::OneCell, Prim::OrC),
            Type::Digits => (Code::CopyW, self.word(0)?, Prim::OneDigit, Prim::OrW),
            _ => (Code::CopyW, self.word(0)?, Prim::OneUnit, Prim::OrW),
        };
        self.push(home, Instruction::new(copy).out(acc.number).args(empty.number, 0, 0), Target::None);
        self.inside(home, var, member, enter, next, |l, level| {
            for condition in l.graph.conjuncts(condition) {
                let value = l.value(condition)?;
                l.push(level, Instruction::new(Code::JumpUnless).args(value.number, 0, 0), Target::Next(level));
            }
            let single = l.register(bank(ty))?;
            let make = Instruction::new(one.code()).out(single.number).args(member.number, 0, 0);
            l.push(level, make, Target::None);
            let add = Instruction::new(join.code()).out(acc.number).args(acc.number, single.number, 0);
            l.push(level, add, Target::None);
            Ok(())
        })?;
        Ok(acc)
    }

    /// A value as the register of another and what that is taken from: `9 - open` needs no code of its own
    /// where it is only read out.
    pub(crate) fn read_out(&mut self, id: NodeId) -> Lowered<(Register, Option<i64>)> {
        if !self.ready.contains_key(&id)
            && let Op::Prim(Prim::SubW) = self.graph.node(id).op
        {
            let args = self.graph.node(id).args.clone();
            if let Some(whole) = self.graph.constant_word(args[0]) {
                return Ok((self.value(args[1])?, Some(whole)));
            }
        }
        Ok((self.value(id)?, None))
    }

    // A pattern's statements.

    /// Opens a loop that stays open: the statements that follow are its body.
    pub(crate) fn open_loop(&mut self, var: VarId, set: NodeId) -> Lowered<()> {
        let out = self.register(bank(self.graph.vars[usize::from(var.0)].ty))?;
        let home = self.blocks.len() - 1;
        let (enter, next) = self.loop_over(home, set, out)?;
        self.vars.insert(var, out);
        self.blocks.push(Block { var: Some(var), enter, next, code: Vec::new() });
        Ok(())
    }

    /// Goes on only where a condition holds; it is tested as far outside as it can be.
    pub(crate) fn require(&mut self, condition: NodeId) -> Lowered<()> {
        if self.graph.constant_word(condition).is_some_and(|truth| truth != 0) {
            return Ok(());
        }
        let value = self.value(condition)?;
        let home = self.home(self.graph.vars_of(condition));
        self.push(home, Instruction::new(Code::JumpUnless).args(value.number, 0, 0), Target::Next(home));
        Ok(())
    }

    /// Concludes with a digit in a cell, as a match.
    pub(crate) fn place(&mut self, cell: NodeId, digit: NodeId) -> Lowered<(u8, u8)> {
        let at = self.value(cell)?.number;
        let only = self.graph.node(digit).op == Op::Prim(Prim::OnlyCand) && self.graph.node(digit).args[..] == [cell];
        if only && !self.ready.contains_key(&digit) {
            let out = self.register(Bank::Word)?;
            self.ready.insert(digit, out);
            self.innermost(Instruction::new(Code::PlaceOnly).out(out.number).args(at, 0, 0), true);
            return Ok((at, out.number));
        }
        let digit = self.value(digit)?.number;
        self.innermost(Instruction::new(Code::Place).args(at, digit, 0), true);
        Ok((at, digit))
    }

    /// Adds an instruction to the innermost loop; one that `fails` goes on with the loop's next value.
    pub(crate) fn innermost(&mut self, instruction: Instruction, fails: bool) {
        let top = self.blocks.len() - 1;
        let target = if fails { Target::Next(top) } else { Target::None };
        self.push(top, instruction, target);
    }

    /// Ends the open loops and makes their code; values made in them stay where they are.
    ///
    /// What is lowered next starts a part of its own, in which all of them are known.
    pub(crate) fn finish(&mut self) -> Lowered<Entry> {
        let mut blocks = std::mem::replace(&mut self.blocks, vec![Block::default()]);
        let start = self.program.code.len();
        let mut all: Vec<Pending> = Vec::new();
        // Where each block's loop takes its next value; the outermost block has none and ends.
        let mut heads = Vec::with_capacity(blocks.len());
        let mut exits: Vec<(usize, usize)> = Vec::new();
        let last = blocks.len() - 1;
        if let Some(block) = blocks.last_mut() {
            fuse_placing(block);
        }
        for (level, block) in blocks.into_iter().enumerate() {
            all.extend(block.enter);
            heads.push(all.len());
            if level > 0 {
                exits.push((all.len(), level - 1));
            }
            all.extend(block.next);
            all.extend(block.code);
        }
        if last > 0 {
            all.push(Pending { instruction: Instruction::new(Code::Jump), target: Target::Next(last) });
        }
        let end = all.len();
        if let Some(ending) = all.last_mut().filter(|ending| ending.instruction.code == Code::TableAround) {
            ending.instruction.b = 1;
        }
        all.push(plain(Instruction::new(Code::Halt)));
        for (at, outer) in exits {
            all[at].target = Target::Next(outer);
        }
        for (at, pending) in all.into_iter().enumerate() {
            let target = match pending.target {
                Target::None => None,
                Target::By(by) => Some(at as i64 + i64::from(by)),
                Target::Next(0) => Some(end as i64),
                Target::Next(level) => Some(heads[level] as i64),
                Target::Leave => return Err(TooLarge),
            };
            let mut instruction = pending.instruction;
            if let Some(target) = target {
                instruction.to = u16::try_from(target + start as i64).map_err(|_| TooLarge)?;
            }
            if !self.program.code.push(instruction) {
                return Err(TooLarge);
            }
        }
        Ok(Entry(u16::try_from(start).map_err(|_| TooLarge)?))
    }
}

/// A loop over cells that does nothing but place the only candidate of each is one instruction.
fn fuse_placing(block: &mut Block) {
    let ([next], [place]) = (&mut block.next[..], &block.code[..]) else {
        return;
    };
    let (n, p) = (next.instruction, place.instruction);
    if n.code == Code::NextCell && p.code == Code::PlaceOnly && p.a == n.out {
        next.instruction = Instruction::new(Code::NextPlaceOnly).out(n.out).args(n.a, p.out, 0);
        block.code.clear();
    }
}

const fn plain(instruction: Instruction) -> Pending {
    Pending { instruction, target: Target::None }
}
