//! The values of the interpreter, and the operators between them: sets as trees of numbers.

use std::collections::BTreeSet;

use undoku_lang::syntax::BinaryOp;

/// A value. Cells are 0–80, units 0–26, digits 1–9; a member that is `None` is nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum V {
    Bool(bool),
    Int(i64),
    Num(f64),
    Cell(Option<usize>),
    Digit(Option<usize>),
    Unit(Option<usize>),
    Cells(BTreeSet<usize>),
    Digits(BTreeSet<usize>),
    Units(BTreeSet<usize>),
    List(Vec<V>),
}

use V::{Bool, Cell, Cells, Digit, Digits, Int, List, Num, Unit, Units};

/// Numbers that differ by no more than rounding are equal.
pub(crate) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

pub(crate) fn finite(x: f64) -> V {
    Num(if x.is_finite() { x } else { 0.0 })
}

impl V {
    pub(crate) fn truth(&self) -> bool {
        match self {
            Bool(truth) => *truth,
            other => panic!("not a condition: {other:?}"),
        }
    }

    pub(crate) fn number(&self) -> f64 {
        match self {
            Int(n) => *n as f64,
            Num(x) => *x,
            other => panic!("not a number: {other:?}"),
        }
    }

    pub(crate) fn int(&self) -> i64 {
        match self {
            Int(n) => *n,
            other => panic!("not a whole number: {other:?}"),
        }
    }

    /// Itself if it is a set; of a member, the set of it, and of nothing the empty set.
    pub(crate) fn set(self) -> V {
        match self {
            Cell(c) => Cells(c.into_iter().collect()),
            Digit(d) => Digits(d.into_iter().collect()),
            Unit(u) => Units(u.into_iter().collect()),
            other => other,
        }
    }

    pub(crate) fn members(&self) -> &BTreeSet<usize> {
        match self {
            Cells(set) | Digits(set) | Units(set) => set,
            other => panic!("not a set: {other:?}"),
        }
    }

    /// A set with the type of this one.
    pub(crate) fn like(&self, set: BTreeSet<usize>) -> V {
        match self {
            Cells(_) => Cells(set),
            Digits(_) => Digits(set),
            Units(_) => Units(set),
            other => panic!("not a set: {other:?}"),
        }
    }

    /// A member with the type that this set's members have.
    pub(crate) fn member(&self, member: Option<usize>) -> V {
        match self {
            Cells(_) => Cell(member),
            Digits(_) => Digit(member),
            Units(_) => Unit(member),
            other => panic!("not a set: {other:?}"),
        }
    }

    /// What a loop over this takes, one after the other.
    pub(crate) fn each(&self) -> Vec<V> {
        match self {
            List(values) => values.clone(),
            set => set.members().iter().map(|&m| set.member(Some(m))).collect(),
        }
    }

    /// A value of the type of what a loop takes, where there is none to take.
    pub(crate) fn nobody(&self) -> V {
        match self {
            List(values) => values[0].clone(),
            set => set.member(None),
        }
    }

    /// The member alone, or the only one of a set.
    pub(crate) fn one(&self) -> Option<usize> {
        match self {
            Cell(m) | Digit(m) | Unit(m) => *m,
            set if set.members().len() == 1 => set.members().first().copied(),
            _ => None,
        }
    }
}

pub(crate) fn unify(a: V, b: V) -> (V, V) {
    let is_set = |v: &V| matches!(v, Cells(_) | Digits(_) | Units(_));
    match (a, b) {
        (Int(a), Num(b)) => (Num(a as f64), Num(b)),
        (Num(a), Int(b)) => (Num(a), Num(b as f64)),
        (a, b) if is_set(&a) || is_set(&b) => (a.set(), b.set()),
        pair => pair,
    }
}

pub(crate) fn extreme(least: bool, a: V, b: V) -> V {
    let (a, b) = unify(a, b);
    if (b.number() < a.number()) == least {
        b
    } else {
        a
    }
}

pub(crate) fn compare(op: BinaryOp, a: &V, b: &V) -> bool {
    let (less, equal) = match (a, b) {
        // Nothing comes behind everything.
        (Cell(a), Cell(b)) | (Digit(a), Digit(b)) | (Unit(a), Unit(b)) => {
            let (a, b) = (a.unwrap_or(99), b.unwrap_or(99));
            (a < b, a == b)
        }
        (Int(a), Int(b)) => (a < b, a == b),
        _ => {
            let (a, b) = (a.number(), b.number());
            (a < b && !same(a, b), same(a, b))
        }
    };
    match op {
        BinaryOp::Less => less,
        BinaryOp::AtMost => less || equal,
        BinaryOp::Greater => !less && !equal,
        _ => !less,
    }
}

pub(crate) fn equal(a: V, b: V) -> bool {
    match unify(a, b) {
        (Num(a), Num(b)) => same(a, b),
        (a, b) => a == b,
    }
}

pub(crate) fn is_in(value: V, of: V) -> bool {
    match (value, of) {
        (value, List(values)) => values.into_iter().any(|item| equal(value.clone(), item)),
        (Cell(m) | Digit(m) | Unit(m), set) => m.is_some_and(|m| set.members().contains(&m)),
        (subset, set) => subset.members().is_subset(set.members()),
    }
}

pub(crate) fn operate(op: BinaryOp, a: V, b: V) -> V {
    let is_number = |v: &V| matches!(v, Int(_) | Num(_));
    match op {
        BinaryOp::And => Bool(a.truth() & b.truth()),
        BinaryOp::Or => Bool(a.truth() | b.truth()),
        BinaryOp::Equal => Bool(equal(a, b)),
        BinaryOp::NotEqual => Bool(!equal(a, b)),
        BinaryOp::Less | BinaryOp::AtMost | BinaryOp::Greater | BinaryOp::AtLeast => {
            Bool(compare(op, &a, &b))
        }
        BinaryOp::After => match b.one() {
            Some(m) => a.like(a.members().iter().copied().filter(|&x| x > m).collect()),
            None => a.like(BTreeSet::new()),
        },
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply if is_number(&a) => {
            match (a, b, op) {
                (Int(a), Int(b), BinaryOp::Add) => Int(a + b),
                (Int(a), Int(b), BinaryOp::Subtract) => Int(a - b),
                (Int(a), Int(b), _) => Int(a * b),
                (a, b, BinaryOp::Add) => finite(a.number() + b.number()),
                (a, b, BinaryOp::Subtract) => finite(a.number() - b.number()),
                (a, b, _) => finite(a.number() * b.number()),
            }
        }
        BinaryOp::Divide if b.number() == 0.0 => Num(0.0),
        BinaryOp::Divide => finite(a.number() / b.number()),
        _ => {
            let (a, b) = (a.set(), b.set());
            let (x, y) = (a.members(), b.members());
            a.like(match op {
                BinaryOp::Union => x | y,
                BinaryOp::Intersection => x & y,
                BinaryOp::Difference => x ^ y,
                _ => x - y,
            })
        }
    }
}

/// The same numbers for a value that came out of a program.
pub(crate) fn of_program(value: undoku_lang::Value) -> V {
    use undoku_lang::Value;
    match value {
        Value::Bool(truth) => Bool(truth),
        Value::Int(n) => Int(n),
        Value::Number(x) => Num(x),
        Value::Cell(c) => Cell(c.map(|c| c.index())),
        Value::Digit(d) => Digit(d.map(|d| usize::from(d.number()))),
        Value::Unit(u) => Unit(u.map(|u| u.index())),
        Value::Cells(set) => Cells(set.iter().map(|c| c.index()).collect()),
        Value::Digits(set) => Digits(set.iter().map(|d| usize::from(d.number())).collect()),
        Value::Units(set) => Units(set.iter().map(|u| u.index()).collect()),
    }
}

/// Whether a program's value is the interpreter's.
pub(crate) fn agree(found: &V, expected: &V) -> bool {
    match (found, expected) {
        (Num(a), b) => same(*a, b.number()),
        (a, b) => a == b,
    }
}
