//! The types that values of the language have.

use std::fmt;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// True or false.
    Bool,
    /// A whole number.
    Int,
    /// A number with a fraction.
    Number,
    /// A text, one of those known when the rules are loaded.
    Text,
    /// One of 81 cells, or nothing.
    Cell,
    /// One of nine digits, or nothing.
    Digit,
    /// One of 27 units, or nothing.
    Unit,
    /// A set of cells.
    Cells,
    /// A set of digits.
    Digits,
    /// A set of units.
    Units,
    /// A record that a source yields; the number is the source's place in its registry.
    Record(u16),
    /// Several values in order, to loop over or to index.
    List(Element),
    /// `a..b`, to ask what lies in it.
    Span,
    /// One value for every step of a path.
    Column(Element),
}

/// What a list or a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// Truth values.
    Bool,
    /// Whole numbers.
    Int,
    /// Numbers.
    Number,
    /// Texts.
    Text,
    /// Cells.
    Cell,
    /// Digits.
    Digit,
    /// Units.
    Unit,
    /// Sets of cells.
    Cells,
    /// Sets of digits.
    Digits,
    /// Sets of units.
    Units,
    /// Records of a source.
    Record(u16),
}

impl Element {
    /// The type of one element.
    #[must_use]
    pub const fn ty(self) -> Type {
        match self {
            Self::Bool => Type::Bool,
            Self::Int => Type::Int,
            Self::Number => Type::Number,
            Self::Text => Type::Text,
            Self::Cell => Type::Cell,
            Self::Digit => Type::Digit,
            Self::Unit => Type::Unit,
            Self::Cells => Type::Cells,
            Self::Digits => Type::Digits,
            Self::Units => Type::Units,
            Self::Record(source) => Type::Record(source),
        }
    }
}

impl Type {
    /// As what a list or column can hold; `None` for lists, columns and spans themselves.
    #[must_use]
    pub const fn element(self) -> Option<Element> {
        Some(match self {
            Self::Bool => Element::Bool,
            Self::Int => Element::Int,
            Self::Number => Element::Number,
            Self::Text => Element::Text,
            Self::Cell => Element::Cell,
            Self::Digit => Element::Digit,
            Self::Unit => Element::Unit,
            Self::Cells => Element::Cells,
            Self::Digits => Element::Digits,
            Self::Units => Element::Units,
            Self::Record(source) => Element::Record(source),
            Self::List(_) | Self::Span | Self::Column(_) => return None,
        })
    }

    /// Whether this is a set of cells, digits or units.
    #[must_use]
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Cells | Self::Digits | Self::Units)
    }

    /// Whether this is a whole number or a number.
    #[must_use]
    pub const fn is_numeric(self) -> bool {
        matches!(self, Self::Int | Self::Number)
    }

    /// The members' type of a set, or the elements' of a list.
    #[must_use]
    pub const fn member(self) -> Option<Self> {
        match self {
            Self::Cells => Some(Self::Cell),
            Self::Digits => Some(Self::Digit),
            Self::Units => Some(Self::Unit),
            Self::List(element) => Some(element.ty()),
            _ => None,
        }
    }

    /// The type of the set that has this as its member.
    #[must_use]
    pub const fn set_of(self) -> Option<Self> {
        match self {
            Self::Cell => Some(Self::Cells),
            Self::Digit => Some(Self::Digits),
            Self::Unit => Some(Self::Units),
            _ => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "conditions",
            Self::Int => "whole numbers",
            Self::Number => "numbers",
            Self::Text => "texts",
            Self::Cell => "cells",
            Self::Digit => "digits",
            Self::Unit => "units",
            Self::Cells => "sets of cells",
            Self::Digits => "sets of digits",
            Self::Units => "sets of units",
            Self::Record(_) => "records",
        })
    }
}

/// In words that fit behind "expected" and "found".
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("a condition"),
            Self::Int => f.write_str("a whole number"),
            Self::Number => f.write_str("a number"),
            Self::Text => f.write_str("a text"),
            Self::Cell => f.write_str("a cell"),
            Self::Digit => f.write_str("a digit"),
            Self::Unit => f.write_str("a unit"),
            Self::Cells => f.write_str("a set of cells"),
            Self::Digits => f.write_str("a set of digits"),
            Self::Units => f.write_str("a set of units"),
            Self::Record(_) => f.write_str("a record"),
            Self::List(element) => write!(f, "a list of {element}"),
            Self::Span => f.write_str("a span of numbers"),
            Self::Column(element) => write!(f, "{element} of all steps"),
        }
    }
}
