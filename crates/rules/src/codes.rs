//! The stable codes of everything that can be wrong with a rule file as a whole.
//!
//! U06xx files and YAML, U07xx keys and the shapes of values, U08xx relations between files and
//! command-line changes. What can be wrong inside a fragment of rule text (U01xx to U05xx) has its
//! codes in [`undoku_lang::codes`].

use include_dir::{Dir, include_dir};
use undoku_lang::Code;

undoku_lang::define_codes! {
    /// A file larger than a rule file may be.
    FILE_TOO_LARGE = 601;
    /// A file that is not UTF-8 text.
    NOT_UTF8 = 602;
    /// A character that may not stand in a rule file.
    FORBIDDEN_CHARACTER = 603;
    /// Text that is not YAML.
    YAML_SYNTAX = 604;
    /// Lists and mappings nested too deeply.
    YAML_TOO_DEEP = 605;
    /// More values in a file than a rule file may have.
    YAML_TOO_MANY = 606;
    /// An anchor or an alias.
    YAML_ANCHOR = 607;
    /// A tag.
    YAML_TAG = 608;
    /// More than one document in a file.
    YAML_DOCUMENTS = 609;
    /// A key twice in one mapping.
    DUPLICATE_KEY = 610;
    /// A key that is a list or a mapping.
    KEY_NOT_TEXT = 611;
    /// A file or directory that cannot be read.
    UNREADABLE = 620;
    /// A directory that contains itself through a symbolic link.
    SYMLINK_LOOP = 621;
    /// More rule files, or directories nested more deeply, than can be meant.
    TOO_MANY_FILES = 622;
    /// A directory without a rule file.
    NO_RULE_FILES = 623;

    /// A key that means nothing here.
    UNKNOWN_KEY = 701;
    /// A key that has to be there and is not.
    MISSING_KEY = 702;
    /// A value of the wrong kind: a list where a text belongs, for example.
    WRONG_KIND = 703;
    /// An id or a name with other characters than `a-z`, `0-9` and `_`.
    BAD_NAME = 704;
    /// A list, mapping or text that has to hold something and is empty.
    EMPTY = 705;
    /// A range whose ends are not two ascending numbers.
    BAD_RANGE = 706;
    /// A number that has to be finite, or to lie between bounds, and does not.
    BAD_NUMBER = 707;
    /// A word that is none of those that may stand here.
    UNKNOWN_WORD = 708;
    /// A tier table with a gap, an overlap, or rows out of order.
    TIER_BOUNDS = 709;
    /// Two tiers of the same name.
    DUPLICATE_TIER = 710;
    /// An example that says both or neither of what is found and that nothing is.
    BAD_EXAMPLE = 711;
    /// A choice that no step and no puzzle can reach, because one before it has no condition.
    UNREACHABLE_CHOICE = 712;
    /// A name given to two values of one report.
    NAME_TWICE = 713;
    /// A name of a domain that the metrics do not have.
    UNKNOWN_DOMAIN = 714;
    /// A key that only paths made by chance have a use for.
    ONLY_BY_CHANCE = 715;
    /// A constant of a rung that is none of the system's.
    UNKNOWN_CONSTANT = 716;
    /// A position that is not 81 characters, or whose digits conflict.
    BAD_POSITION = 720;
    /// A conclusion that cannot be read, or that its position rules out.
    BAD_CONCLUSION = 721;
    /// An elimination that an example asks for and that takes nothing.
    IDLE_ELIMINATION = 722;
    /// A kind of step that the technique of an example does not report.
    UNKNOWN_KIND = 723;
    /// A code of a library table that has other characters than letters, digits and one hyphen.
    BAD_CODE = 724;
    /// A code of a library table that is said to mean something and to be left out.
    CODE_TWICE = 725;
    /// A colour that is not written as `#` and hexadecimal digits.
    BAD_COLOR = 730;
    /// A name of a metric that the system does not have.
    UNKNOWN_METRIC = 731;

    /// An id that two files of one layer claim.
    DUPLICATE_ID = 801;
    /// A file that is neither a technique nor a system nor a library table.
    NOT_A_RULE_FILE = 802;
    /// A name in a ladder that is neither a technique nor a kind of step.
    UNKNOWN_TECHNIQUE = 803;
    /// A technique or a kind of step twice in one ladder.
    LADDER_TWICE = 804;
    /// An id that files of different sorts share, such as a technique and a system.
    SHARED_ID = 805;
    /// A kind of step that two techniques of one ladder report.
    KIND_TWICE = 806;
    /// A technique that scores less than one before it in the ladder.
    LADDER_ORDER = 807;
    /// A rung whose scores fall below those of one before it, in a ladder that is said to be ordered by score.
    LADDER_SCORES = 808;
    /// A name in a library table that is neither a technique nor a kind of step.
    UNKNOWN_IN_LIBRARY = 809;
    /// A `--set` argument that cannot be read.
    SET_SYNTAX = 810;
    /// A `--set` argument for a value that does not exist.
    SET_UNKNOWN = 811;
    /// A name in a ladder that kinds of two techniques have.
    AMBIGUOUS_KIND = 812;
    /// Two rungs of one name.
    RUNG_TWICE = 813;
}

/// Every code, those of [`undoku_lang::codes`] included, in ascending order, and what it means in a sentence.
pub fn all() -> impl Iterator<Item = (Code, &'static str)> {
    undoku_lang::codes::ALL.iter().chain(ALL).copied()
}

/// The page about a code, in Markdown: what it means, a wrong and a right example, and why it is so.
#[must_use]
pub fn page(code: Code) -> Option<&'static str> {
    PAGES.get_file(format!("{code}.md"))?.contents_utf8()
}

static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../docs/codes");
