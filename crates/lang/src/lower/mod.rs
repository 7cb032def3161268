//! From values to linear code.
//!
//! Code is gathered in nested blocks, one for each open loop. A value is computed in the innermost block
//! whose variable it depends on: what a loop does not change is computed once, in front of it.

mod columns;
mod loops;
mod statements;
mod tables;

use std::collections::HashMap;

use crate::graph::{Graph, NodeId, Op, VarId, bank};
use crate::lift::Bound;
use crate::prim::{Bank, Code, Prim};
use crate::program::{Call, Constant, Instruction, Program, Register};
use crate::tabulate;
use crate::types::Type;

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

/// Subsets whose members' values have a small union: what they are taken from, the variable for a single
/// member, its value, and the bound on the union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The fewest and the most members of a subset.
    pub(crate) sizes: (u8, u8),
    pub(crate) from: NodeId,
    pub(crate) member: VarId,
    pub(crate) value: NodeId,
    pub(crate) bound: Bound,
    /// Whether the union has to have just as many members as its limit.
    pub(crate) exact: bool,
    /// Whether no single value is larger than the limit.
    pub(crate) fits: bool,
}

/// Makes a program's code.
pub(crate) struct Lowering {
    pub(crate) graph: Graph,
    pub(crate) program: Program,
    ready: HashMap<NodeId, Register>,
    vars: HashMap<VarId, Register>,
    blocks: Vec<Block>,
    used: [usize; 3],
    /// Whether values are worked out in the innermost block, whatever they depend on.
    sunk: bool,
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
            program: Program {
                columns,
                ..Program::default()
            },
            ready: HashMap::new(),
            vars: HashMap::new(),
            blocks: vec![Block::default()],
            used: [0; 3],
            sunk: false,
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

    /// The same for the variable last made with a name.
    pub(crate) fn given_name(&mut self, name: &str) -> Lowered<Register> {
        let var = self.graph.vars.iter().rposition(|v| v.name == name);
        let Some(var) = var.and_then(|at| u8::try_from(at).ok()) else {
            return Err(TooLarge);
        };
        self.given(VarId(var))
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

    /// Says that what follows is reached so rarely that it is not worked out in front of the loops.
    pub(crate) fn sink(&mut self) {
        self.sunk = true;
    }

    fn home(&self, vars: u64) -> usize {
        if self.sunk {
            return self.blocks.len() - 1;
        }
        let inside = |block: &Block| block.var.is_some_and(|v| vars & v.bit() != 0);
        self.blocks.iter().rposition(inside).unwrap_or(0)
    }

    fn push(&mut self, block: usize, instruction: Instruction, target: Target) {
        self.blocks[block].code.push(Pending {
            instruction,
            target,
        });
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
                    let code = if out.bank == Bank::Float {
                        Code::TableF
                    } else {
                        Code::TableW
                    };
                    self.push(
                        home,
                        Instruction::new(code)
                            .out(out.number)
                            .args(a, b, c)
                            .to(number),
                        Target::None,
                    );
                    out
                }
                None if OPEN_AROUND.contains(&prim) => {
                    return self.open_around(home, prim, node.args[0]);
                }
                None if let Some((cells, unit)) = self.in_unit(id) => {
                    let (a, b, c) = self.operands(&[cells, unit])?;
                    let out = self.register(Bank::Cells)?;
                    let meet = Instruction::new(Code::InUnit).out(out.number).args(a, b, c);
                    self.push(home, meet, Target::None);
                    out
                }
                None => {
                    let (a, b, c) = self.operands(&node.args)?;
                    let out = self.register(prim.result())?;
                    self.push(
                        home,
                        Instruction::new(prim.code()).out(out.number).args(a, b, c),
                        Target::None,
                    );
                    out
                }
            },
            Op::Fold(kind, var) => {
                self.fold(home, kind, var, node.args[0], node.args[1], node.ty)?
            }
            Op::Filter(var) => self.filter(home, var, node.args[0], node.args[1], node.ty)?,
            Op::Field(at) => self.field(home, node.args[0], at, node.ty)?,
            Op::Source(source) => {
                let call = self.call(source, &node.args, Type::Int)?;
                let list = self.program.record_lists;
                self.program.record_lists = list.checked_add(1).ok_or(TooLarge)?;
                self.push(
                    home,
                    Instruction::new(Code::CallSource).out(list).to(call.0),
                    Target::None,
                );
                Register {
                    bank: Bank::Word,
                    number: list,
                }
            }
            Op::Function(function) => {
                let (number, out) = self.call(function, &node.args, node.ty)?;
                self.push(
                    home,
                    Instruction::new(Code::CallFunction).to(number),
                    Target::None,
                );
                out
            }
            Op::Each(_) | Op::Column(_) | Op::UnitCounts => self.column(id)?,
            Op::At(var) => self.at(home, var, node.args[0], node.ty)?,
            Op::Reduce(kind) => self.reduce(home, kind, node.args[0], node.ty)?,
            Op::Steps => {
                let out = self.register(Bank::Word)?;
                self.push(
                    home,
                    Instruction::new(Code::Steps).out(out.number),
                    Target::None,
                );
                out
            }
            // Lists stand only where something ranges over them.
            Op::Choose(_) | Op::ChooseSpan(..) | Op::List | Op::Rectangles | Op::AfterRecord => {
                return Err(TooLarge);
            }
        };
        self.ready.insert(id, register);
        Ok(register)
    }

    /// The cells and the unit that a set of cells is the common ones of, where those of the unit are not known.
    fn in_unit(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let node = self.graph.node(id);
        if node.op != Op::Prim(Prim::AndC) {
            return None;
        }
        [(0, 1), (1, 0)].into_iter().find_map(|(one, other)| {
            let unit = self.graph.node(node.args[other]);
            let is_new = unit.op == Op::Prim(Prim::CellsOfUnit)
                && !self.ready.contains_key(&node.args[other])
                && self.home(unit.vars) == self.home(node.vars);
            is_new.then(|| (node.args[one], unit.args[0]))
        })
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
        self.program.calls.push(Call {
            id,
            args: operands,
            out,
            out_type: result,
        });
        Ok((number, out))
    }

    /// The source whose records a list holds.
    fn source_of(&self, list: NodeId) -> NodeId {
        match self.graph.node(list).op {
            Op::AfterRecord => self.source_of(self.graph.node(list).args[0]),
            _ => list,
        }
    }

    /// The list that a record is in, and the register with its number there.
    pub(crate) fn record(&mut self, record: NodeId) -> Lowered<(u8, u8)> {
        let Op::Var(var) = self.graph.node(record).op else {
            return Err(TooLarge);
        };
        let list = self.graph.vars[usize::from(var.0)].list.ok_or(TooLarge)?;
        let list = self.value(self.source_of(list))?;
        Ok((list.number, self.value(record)?.number))
    }

    fn field(&mut self, home: usize, record: NodeId, at: u8, ty: Type) -> Lowered<Register> {
        let (list, record) = self.record(record)?;
        let out = self.register(bank(ty))?;
        let code = match out.bank {
            Bank::Word => Code::FieldW,
            Bank::Cells => Code::FieldC,
            Bank::Float => Code::FieldF,
        };
        self.push(
            home,
            Instruction::new(code)
                .out(out.number)
                .args(list, record, at),
            Target::None,
        );
        Ok(out)
    }
}

/// A loop over cells that does nothing but place the only candidate of each is one instruction.
fn fuse_placing(block: &mut Block) {
    let ([next], [place]) = (&mut block.next[..], &block.code[..]) else {
        return;
    };
    let (n, p) = (next.instruction, place.instruction);
    if n.code == Code::NextCell && p.code == Code::PlaceOnly && p.a == n.out {
        next.instruction = Instruction::new(Code::NextPlaceOnly)
            .out(n.out)
            .args(n.a, p.out, 0);
        block.code.clear();
    }
}

const fn plain(instruction: Instruction) -> Pending {
    Pending {
        instruction,
        target: Target::None,
    }
}
