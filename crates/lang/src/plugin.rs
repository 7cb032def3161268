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

impl Field {
    /// A parameter or field of this name and type.
    #[must_use]
    pub const fn new(name: &'static str, ty: Type) -> Self {
        Self { name, ty }
    }
}

/// What a source or function looks at.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The position.
    pub position: &'a Position,
    /// The cells whose digit was given.
    pub clues: CellSet,
    /// The arguments, one for each parameter and of its type.
    pub arguments: &'a [Value],
}

/// One structure that a source found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// A value for each field of the source, in their order.
    pub values: Vec<Value>,
    /// What follows from it, for `conclude`; needed where the source concludes.
    pub outcome: Option<Outcome>,
    /// What the source's `show` makes its text from; means nothing to the language.
    pub trail: Vec<u16>,
}

/// What follows from a structure. Of what it says, only what changes the position is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A digit goes into a cell.
    Place(Cell, Digit),
    /// For each digit, by its index, the cells that it goes into.
    PlaceAll(Box<[CellSet; 9]>),
    /// For each digit, by its index, the cells that it goes from.
    Eliminate(Box<[CellSet; 9]>),
}

/// The records of one call of a source.
#[derive(Clone, Debug, Default)]
pub struct Records {
    list: Vec<Record>,
    most: usize,
    cut_short: bool,
}

impl Records {
    /// No records yet, and room for so many.
    #[must_use]
    pub const fn new(most: u32) -> Self {
        Self {
            list: Vec::new(),
            most: most as usize,
            cut_short: false,
        }
    }

    /// Adds a record. `false` if there is no room for it, which cuts the search short.
    pub fn push(&mut self, record: Record) -> bool {
        let fits = self.list.len() < self.most;
        if fits {
            self.list.push(record);
        } else {
            self.cut_short = true;
        }
        fits
    }

    /// Says that there may be more, which a limit of the search's work left unseen. Reports tell it.
    pub const fn cut_short(&mut self) {
        self.cut_short = true;
    }

    /// Whether there may be more records than these.
    #[must_use]
    pub const fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// The records so far.
    #[must_use]
    pub fn all(&self) -> &[Record] {
        &self.list
    }

    /// Starts over.
    pub(crate) fn clear(&mut self, most: u32) {
        self.list.clear();
        self.most = most as usize;
        self.cut_short = false;
    }

    /// Drops the records that do not fit a source's description.
    pub(crate) fn keep_fitting(&mut self, source: &Source) {
        self.list.retain(|record| {
            record.values.len() == source.fields.len()
                && record
                    .values
                    .iter()
                    .zip(source.fields)
                    .all(|(v, f)| v.ty() == f.ty)
        });
    }
}

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
    /// Whether its records have an outcome, so that a pattern can `conclude` one.
    pub concludes: bool,
    /// Makes the records, in an order that depends on what it looks at alone. A record whose values do not fit
    /// `fields` is dropped.
    pub make: fn(&Look<'_>, &mut Records),
    /// Tells a record in words or in the field's notation, where explanations may print it.
    pub show: Option<fn(&Record) -> String>,
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
    /// Computes it; must depend on what it looks at alone.
    pub call: fn(&Look<'_>) -> Value,
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
            || crate::vocabulary::is_word(name)
            || crate::parse::is_keyword(name);
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
