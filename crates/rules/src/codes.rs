//! The stable codes of everything that can be wrong with a rule file as a whole.
//!
//! U06xx files and YAML, U07xx keys and the shapes of values, U08xx relations between files and
//! command-line changes. What can be wrong inside a fragment of rule text (U01xx to U05xx) has its
//! codes in [`undoku_lang::codes`].

use undoku_lang::Code;

/// A file larger than a rule file may be.
pub const FILE_TOO_LARGE: Code = Code(601);
/// A file that is not UTF-8 text.
pub const NOT_UTF8: Code = Code(602);
/// A character that may not stand in a rule file.
pub const FORBIDDEN_CHARACTER: Code = Code(603);
/// Text that is not YAML.
pub const YAML_SYNTAX: Code = Code(604);
/// Lists and mappings nested too deeply.
pub const YAML_TOO_DEEP: Code = Code(605);
/// More values in a file than a rule file may have.
pub const YAML_TOO_MANY: Code = Code(606);
/// An anchor or an alias.
pub const YAML_ANCHOR: Code = Code(607);
/// A tag.
pub const YAML_TAG: Code = Code(608);
/// More than one document in a file.
pub const YAML_DOCUMENTS: Code = Code(609);
/// A key twice in one mapping.
pub const DUPLICATE_KEY: Code = Code(610);
/// A key that is a list or a mapping.
pub const KEY_NOT_TEXT: Code = Code(611);
/// A file or directory that cannot be read.
pub const UNREADABLE: Code = Code(620);
/// A directory that contains itself through a symbolic link.
pub const SYMLINK_LOOP: Code = Code(621);
/// More rule files, or directories nested more deeply, than can be meant.
pub const TOO_MANY_FILES: Code = Code(622);
/// A directory without a rule file.
pub const NO_RULE_FILES: Code = Code(623);

/// A key that means nothing here.
pub const UNKNOWN_KEY: Code = Code(701);
/// A key that has to be there and is not.
pub const MISSING_KEY: Code = Code(702);
/// A value of the wrong kind: a list where a text belongs, for example.
pub const WRONG_KIND: Code = Code(703);
/// An id or a name with other characters than `a-z`, `0-9` and `_`.
pub const BAD_NAME: Code = Code(704);
/// A list, mapping or text that has to hold something and is empty.
pub const EMPTY: Code = Code(705);
/// A range whose ends are not two ascending numbers.
pub const BAD_RANGE: Code = Code(706);
/// A number that has to be finite, or to lie between bounds, and does not.
pub const BAD_NUMBER: Code = Code(707);
/// A word that is none of those that may stand here.
pub const UNKNOWN_WORD: Code = Code(708);
/// A tier table with a gap, an overlap, or rows out of order.
pub const TIER_BOUNDS: Code = Code(709);
/// Two tiers of the same name.
pub const DUPLICATE_TIER: Code = Code(710);
/// An example that says both or neither of what is found and that nothing is.
pub const BAD_EXAMPLE: Code = Code(711);
/// A choice that no step and no puzzle can reach, because one before it has no condition.
pub const UNREACHABLE_CHOICE: Code = Code(712);
/// A name given to two values of one report.
pub const NAME_TWICE: Code = Code(713);
/// A name of a domain that the metrics do not have.
pub const UNKNOWN_DOMAIN: Code = Code(714);
/// A key that only paths made by chance have a use for.
pub const ONLY_BY_CHANCE: Code = Code(715);
/// A constant of a rung that is none of the system's.
pub const UNKNOWN_CONSTANT: Code = Code(716);
/// A position that is not 81 characters, or whose digits conflict.
pub const BAD_POSITION: Code = Code(720);
/// A conclusion that cannot be read, or that its position rules out.
pub const BAD_CONCLUSION: Code = Code(721);
/// An elimination that an example asks for and that takes nothing.
pub const IDLE_ELIMINATION: Code = Code(722);
/// A kind of step that the technique of an example does not report.
pub const UNKNOWN_KIND: Code = Code(723);
/// A code of a library table that has other characters than letters, digits and one hyphen.
pub const BAD_CODE: Code = Code(724);
/// A code of a library table that is said to mean something and to be left out.
pub const CODE_TWICE: Code = Code(725);
/// A colour that is not written as `#` and hexadecimal digits.
pub const BAD_COLOR: Code = Code(730);
/// A name of a metric that the system does not have.
pub const UNKNOWN_METRIC: Code = Code(731);

/// An id that two files of one layer claim.
pub const DUPLICATE_ID: Code = Code(801);
/// A file that is neither a technique nor a system nor a library table.
pub const NOT_A_RULE_FILE: Code = Code(802);
/// A name in a ladder that is neither a technique nor a kind of step.
pub const UNKNOWN_TECHNIQUE: Code = Code(803);
/// A technique or a kind of step twice in one ladder.
pub const LADDER_TWICE: Code = Code(804);
/// An id that files of different sorts share, such as a technique and a system.
pub const SHARED_ID: Code = Code(805);
/// A kind of step that two techniques of one ladder report.
pub const KIND_TWICE: Code = Code(806);
/// A technique that scores less than one before it in the ladder.
pub const LADDER_ORDER: Code = Code(807);
/// A rung whose scores fall below those of one before it, in a ladder that is said to be ordered by score.
pub const LADDER_SCORES: Code = Code(808);
/// A name in a library table that is neither a technique nor a kind of step.
pub const UNKNOWN_IN_LIBRARY: Code = Code(809);
/// A `--set` argument that cannot be read.
pub const SET_SYNTAX: Code = Code(810);
/// A `--set` argument for a value that does not exist.
pub const SET_UNKNOWN: Code = Code(811);
/// A name in a ladder that kinds of two techniques have.
pub const AMBIGUOUS_KIND: Code = Code(812);
/// Two rungs of one name.
pub const RUNG_TWICE: Code = Code(813);
