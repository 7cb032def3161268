//! The stable codes of everything that can be wrong inside a fragment.
//!
//! U01xx syntax, U02xx names, U03xx types, U04xx patterns, U05xx value ranges. Codes of whole files
//! (U06xx YAML, U07xx keys, U08xx relations between files) belong to the crate that reads files.

use crate::problem::Code;

/// The text does not follow the grammar.
pub const SYNTAX: Code = Code(101);
/// Expressions are nested too deeply.
pub const TOO_DEEP: Code = Code(102);
/// The fragment is too long.
pub const TOO_LONG: Code = Code(103);
/// A number that cannot be represented.
pub const BAD_NUMBER: Code = Code(104);
/// A brace of a text template without its partner, or an empty pair.
pub const BAD_TEMPLATE: Code = Code(105);
/// A name that means nothing here.
pub const UNKNOWN_NAME: Code = Code(201);
/// A name that already has a meaning.
pub const NAME_TAKEN: Code = Code(202);
/// A `let` or constant that nothing uses.
pub const UNUSED: Code = Code(203);
/// A record without such a field.
pub const UNKNOWN_FIELD: Code = Code(204);
/// A text that equals no kind, technique or rung of the ladder.
pub const UNKNOWN_KIND: Code = Code(205);
/// Formulas that need each other.
pub const CYCLE: Code = Code(206);
/// A value of the wrong type.
pub const TYPE: Code = Code(301);
/// A function called with the wrong number or kinds of arguments.
pub const ARGUMENTS: Code = Code(302);
/// A value that must be known when the rules are loaded.
pub const NOT_CONSTANT: Code = Code(303);
/// A pattern that concludes nothing, or goes on after it concluded.
pub const CONCLUSION: Code = Code(401);
/// A pattern without a `check`.
pub const NO_CHECK: Code = Code(402);
/// A pattern whose loops can take too long.
pub const TOO_COSTLY: Code = Code(403);
/// A program that needs more registers than there are.
pub const TOO_LARGE: Code = Code(404);
/// A value outside its declared range.
pub const OUT_OF_RANGE: Code = Code(501);
/// A list index that can lie outside the list.
pub const INDEX: Code = Code(502);
/// A condition that is always or never true.
pub const FIXED_CONDITION: Code = Code(503);
/// A class or tier that no path can reach.
pub const UNREACHABLE: Code = Code(504);
