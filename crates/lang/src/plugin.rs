//! What Rust code adds to the language: sources of records, and functions.

use std::fmt;

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit, UnitSet};

use crate::types::Type;

/// A value on its way between the language and Rust code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A condition.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A cell, or nothing.
    Cell(Option<Cell>),
    /// A digit, or nothing.
    Digit(Option<Digit>),
    /// A unit, or nothing.
    Unit(Option<Unit>),
    /// A set of cells.
    Cells(CellSet),
    /// A set of digits.
    Digits(DigitSet),
    /// A set of units.
    Units(UnitSet),
}

impl Value {
    /// Its type in the language.
    #[must_use]
    pub const fn ty(&self) -> Type {
        match self {
            Self::Bool(_) => Type::Bool,
            Self::Int(_) => Type::Int,
            Self::Number(_) => Type::Number,
            Self::Cell(_) => Type::Cell,
            Self::Digit(_) => Type::Digit,
            Self::Unit(_) => Type::Unit,
            Self::Cells(_) => Type::Cells,
            Self::Digits(_) => Type::Digits,
            Self::Units(_) => Type::Units,
        }
    }
}

/// As explanations print it: `r4c5`, `1, 5`, `row 3`; nothing prints as `nothing`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn maybe<T: fmt::Display>(value: Option<T>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match value {
                Some(value) => value.fmt(f),
                None => f.write_str("nothing"),
            }
        }
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Cell(value) => maybe(*value, f),
            Self::Digit(value) => maybe(*value, f),
            Self::Unit(value) => maybe(*value, f),
            Self::Cells(value) => value.fmt(f),
            Self::Digits(value) => value.fmt(f),
            Self::Units(value) => value.fmt(f),
        }
    }
}

/// A named and typed parameter or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in the language.
    pub name: &'static str,
    /// Its type: any that [`Value`] can hold.
    pub ty: Type,
}

/// One record: a value for each field of its source, in their order.
pub type Record = Vec<Value>;

/// Something that finds structures in a position: `for g in color_groups(d)`.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its name in the language.
    pub name: &'static str,
    /// One sentence for the reference.
    pub summary: &'static str,
    /// What it is called with.
    pub params: &'static [Field],
    /// What its records hold.
    pub fields: &'static [Field],
    /// The most records it makes in one position; the loader's cost estimate relies on it.
    pub most: u32,
    /// Makes the records, in an order that depends on the position and the arguments alone. A record whose
    /// values do not fit `fields` is dropped, as are those beyond `most`.
    pub make: fn(&Position, &[Value], &mut Vec<Record>),
}

/// A computation on a position that the language lacks.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name in the language.
    pub name: &'static str,
    /// One sentence for the reference.
    pub summary: &'static str,
    /// What it is called with.
    pub params: &'static [Field],
    /// The type of its result. A result of another type counts as nothing, zero or the empty set.
    pub result: Type,
    /// Computes it; must depend on the position and the arguments alone.
    pub call: fn(&Position, &[Value]) -> Value,
}

/// The sources and functions that rules may use.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    sources: Vec<Source>,
    functions: Vec<Function>,
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            sources: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// Adds a source.
    ///
    /// # Errors
    ///
    /// When the name is taken by another source, a function or a word of the language.
    pub fn add_source(&mut self, source: Source) -> Result<(), NameTaken> {
        self.free(source.name)?;
        self.sources.push(source);
        Ok(())
    }

    /// Adds a function.
    ///
    /// # Errors
    ///
    /// When the name is taken by another function, a source or a word of the language.
    pub fn add_function(&mut self, function: Function) -> Result<(), NameTaken> {
        self.free(function.name)?;
        self.functions.push(function);
        Ok(())
    }

    fn free(&self, name: &'static str) -> Result<(), NameTaken> {
        let known = self.source(name).is_some()
            || self.function(name).is_some()
            || crate::vocabulary::is_word(name);
        if known { Err(NameTaken(name)) } else { Ok(()) }
    }

    /// The sources, in the order they were added.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The functions, in the order they were added.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    pub(crate) fn source(&self, name: &str) -> Option<u16> {
        let at = self.sources.iter().position(|s| s.name == name)?;
        u16::try_from(at).ok()
    }

    pub(crate) fn function(&self, name: &str) -> Option<u16> {
        let at = self.functions.iter().position(|s| s.name == name)?;
        u16::try_from(at).ok()
    }
}

/// A name that already means something in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameTaken(pub &'static str);

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name `{}` is already taken in the language", self.0)
    }
}

impl std::error::Error for NameTaken {}
