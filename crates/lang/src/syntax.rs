//! The syntax tree: what a fragment says, with the place of every piece.

use crate::span::Span;

/// A pattern: its statements from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The statements in the order they stand.
    pub statements: Vec<Statement>,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// One statement of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The whole statement, keyword included.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `for NAME in SET`
    For {
        /// The loop's variable.
        name: Name,
        /// What it ranges over.
        set: Expr,
    },
    /// `let NAME = VALUE`
    Let {
        /// The new name.
        name: Name,
        /// What it stands for.
        value: Expr,
    },
    /// `where CONDITION`: narrows what is looked at.
    Where(Expr),
    /// `check CONDITION`: what a solver verifies.
    Check(Expr),
    /// `place DIGIT at CELL`
    Place {
        /// The digit.
        digit: Expr,
        /// The cell.
        cell: Expr,
    },
    /// `eliminate DIGITS from CELLS`
    Eliminate {
        /// The digits that go.
        digits: Expr,
        /// The cells they go from.
        cells: Expr,
    },
    /// `conclude RECORD`: what follows from what a source found.
    Conclude(Expr),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place, brackets around it excluded.
    pub span: Span,
    /// 1 for a leaf, else one more than the deepest operand.
    pub depth: u16,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A whole number: `12`
    Int(i64),
    /// A number with a fraction: `0.45`
    Number(f64),
    /// A text in double quotes, escapes resolved.
    Text(String),
    /// `true` or `false`
    Bool(bool),
    /// A name: `open`
    Name(String),
    /// A call: `spots(d, u)`
    Call {
        /// The function's name.
        name: Name,
        /// The arguments.
        args: Vec<Argument>,
    },
    /// A fold: `sum(x in S : e)`
    Fold {
        /// `sum`, `any`, …
        name: Name,
        /// The variable.
        variable: Name,
        /// What it ranges over.
        set: Box<Expr>,
        /// The folded expression.
        body: Box<Expr>,
    },
    /// A filter: `{x in S : cond}`
    Filter {
        /// The variable.
        variable: Name,
        /// What it ranges over.
        set: Box<Expr>,
        /// The condition that members satisfy.
        condition: Box<Expr>,
    },
    /// A list: `[a, b]`
    List(Vec<Expr>),
    /// A field of a record: `g.cells`
    Field {
        /// The record.
        of: Box<Expr>,
        /// The field's name.
        name: Name,
    },
    /// An element of a list, counted from 1: `costs[n]`
    Index {
        /// The list.
        of: Box<Expr>,
        /// The place in it.
        index: Box<Expr>,
    },
    /// `if c then a else b`
    If {
        /// The condition.
        condition: Box<Expr>,
        /// The value when it holds.
        then: Box<Expr>,
        /// The value when it does not.
        otherwise: Box<Expr>,
    },
    /// `not c`
    Not(Box<Expr>),
    /// `-x`
    Negate(Box<Expr>),
    /// `a + b` and its like.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Where the operator itself stands.
        op_span: Span,
        /// The left operand.
        left: Box<Expr>,
        /// The right operand.
        right: Box<Expr>,
    },
}

/// An argument of a call, `links: candidate` or plain.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The name before the colon.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
}

/// The operators between two operands, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `in`: member of, or subset of.
    In,
    /// `not in`
    NotIn,
    /// `after`: the members greater than.
    After,
    /// `..`: both ends included.
    Range,
    /// `|`
    Union,
    /// `^`
    Difference,
    /// `&`
    Intersection,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

/// A text with expressions in braces: `"{d} goes to {c}"`. `{{` and `}}` stand for braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Its pieces in order.
    pub pieces: Vec<TemplatePiece>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePiece {
    /// Text as it stands.
    Text(String),
    /// A value to print.
    Value(Expr),
}
