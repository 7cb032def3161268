//! The stable codes of everything that can be wrong inside a fragment.
//!
//! U01xx syntax, U02xx names, U03xx types, U04xx patterns, U05xx value ranges. Codes of whole files
//! (U06xx YAML, U07xx keys, U08xx relations between files) belong to the crate that reads files.

/// Defines codes, and a list of all of them with what they mean.
#[doc(hidden)]
#[macro_export]
macro_rules! define_codes {
    ($($(#[doc = $meaning:literal])+ $name:ident = $number:literal;)+) => {
        $(
            $(#[doc = $meaning])+
            pub const $name: $crate::Code = $crate::Code($number);
        )+

        /// Every code that is defined here, in ascending order, and what it means in a sentence.
        pub const ALL: &[($crate::Code, &str)] = &[
            $(($crate::Code($number), concat!($($meaning),+).trim_ascii_start()),)+
        ];
    };
}

define_codes! {
    /// The text does not follow the grammar.
    SYNTAX = 101;
    /// Expressions are nested too deeply.
    TOO_DEEP = 102;
    /// The fragment is too long.
    TOO_LONG = 103;
    /// A number that cannot be represented.
    BAD_NUMBER = 104;
    /// A brace of a text template without its partner, or an empty pair.
    BAD_TEMPLATE = 105;

    /// A name that means nothing here.
    UNKNOWN_NAME = 201;
    /// A name that already has a meaning.
    NAME_TAKEN = 202;
    /// A `let` or constant that nothing uses.
    UNUSED = 203;
    /// A record without such a field.
    UNKNOWN_FIELD = 204;
    /// A text that equals no kind, technique or rung of the ladder.
    UNKNOWN_KIND = 205;
    /// Formulas that need each other.
    CYCLE = 206;

    /// A value of the wrong type.
    TYPE = 301;
    /// A function called with the wrong number or kinds of arguments.
    ARGUMENTS = 302;
    /// A value that must be known when the rules are loaded.
    NOT_CONSTANT = 303;

    /// A pattern that concludes nothing, or goes on after it concluded.
    CONCLUSION = 401;
    /// A pattern without a `check`.
    NO_CHECK = 402;
    /// A pattern whose loops can take too long.
    TOO_COSTLY = 403;
    /// A program that needs more registers than there are.
    TOO_LARGE = 404;

    /// A value outside its declared range.
    OUT_OF_RANGE = 501;
    /// A list index that can lie outside the list.
    INDEX = 502;
    /// A condition that is always or never true.
    FIXED_CONDITION = 503;
    /// A class or tier that no path can reach.
    UNREACHABLE = 504;
}
