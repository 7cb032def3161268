//! What is wrong with a file as YAML, in plain words.

use std::ops::Range;
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::source::{Place, Source};
use crate::yaml::MAX_DEPTH;

/// How many bad characters of one file are listed.
const MAX_CHARACTERS: usize = 10;

/// The characters that may not stand in a rule file.
///
/// Besides those that YAML forbids these are line ends that only some readers take for one: with
/// them, line numbers would depend on who counts.
pub(crate) fn forbidden_characters(source: &Arc<Source>, part: Range<usize>) -> Vec<Diagnostic> {
    let text = &source.text()[part.clone()];
    text.char_indices()
        .filter_map(|(at, c)| {
            let what = match c {
                '\t' | '\n' => return None,
                '\r' if text[at + 1..].starts_with('\n') => return None,
                '\r' => "a carriage return that no line feed follows",
                '\u{feff}' => "a byte-order mark inside the text",
                '\u{85}' | '\u{2028}' | '\u{2029}' => "a line end of another kind",
                '\u{fffe}' | '\u{ffff}' => "not a character",
                c if c.is_control() => "a control character",
                _ => return None,
            };
            let place = Place::new(source, part.start + at..part.start + at + c.len_utf8());
            let help = if c == '\r' {
                "save the file with LF or CRLF line ends".to_owned()
            } else {
                format!(
                    "remove it, or write it as \"\\u{:04X}\" in a text in double quotes",
                    u32::from(c)
                )
            };
            Some(
                Diagnostic::error(
                    codes::FORBIDDEN_CHARACTER,
                    place,
                    format!(
                        "the character U+{:04X} may not stand in a rule file",
                        u32::from(c)
                    ),
                )
                .label(what)
                .help(help),
            )
        })
        .take(MAX_CHARACTERS)
        .collect()
}

/// An anchor or an alias.
pub(crate) fn anchor(place: Place) -> Diagnostic {
    let help = if place.text().starts_with('*') {
        "a text that starts with `*` needs quotes; to use a value twice, write it out or make it a constant"
    } else {
        "a text that starts with `&` needs quotes; to use a value twice, write it out or make it a constant"
    };
    Diagnostic::error(
        codes::YAML_ANCHOR,
        place,
        "anchors and aliases are not used in rule files",
    )
    .help(help)
}

/// A tag.
pub(crate) fn tag(place: Place) -> Diagnostic {
    Diagnostic::error(codes::YAML_TAG, place, "tags are not used in rule files")
        .help("remove it; a text that starts with `!` needs quotes")
}

/// Too many collections in each other.
pub(crate) fn too_deep(place: Place) -> Diagnostic {
    Diagnostic::error(
        codes::YAML_TOO_DEEP,
        place,
        format!("lists and mappings are nested more than {MAX_DEPTH} deep"),
    )
    .help("is a bracket not closed?")
}

/// What the YAML parser stumbled on at `at`.
pub(crate) fn syntax(source: &Arc<Source>, at: usize, info: &str) -> Diagnostic {
    let rest = &source.text()[Place::new(source, at..at).range().start..];
    let place = match rest.chars().next() {
        Some(c) if !matches!(c, '\r' | '\n') => Place::new(source, at..at + c.len_utf8()),
        _ => Place::new(source, at..at),
    };
    if info.contains("unknown anchor") || info.contains("an anchor or alias") {
        return anchor(word(source, at));
    }
    if info.contains("a tag") || info.contains("handle wasn't declared") {
        return tag(word(source, at));
    }
    if info == "recursion limit exceeded" {
        return too_deep(place);
    }
    let (message, help) = plain_words(info);
    let place = match message.as_str() {
        TAB => indenting_tab(source, at).unwrap_or(place),
        _ => place,
    };
    let mut diagnostic = Diagnostic::error(codes::YAML_SYNTAX, place, message);
    if !help.is_empty() {
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

const TAB: &str = "a tab cannot indent";

/// The first tab that indents a line, from the line that holds `at` on. The parser may have stopped
/// at the start of the value that the line belongs to, or behind the tab.
fn indenting_tab(source: &Arc<Source>, at: usize) -> Option<Place> {
    let text = source.text();
    let mut start = text[..Place::new(source, at..at).range().start]
        .rfind('\n')
        .map_or(0, |end| end + 1);
    for line in text[start..].split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..blanks].find('\t') {
            return Some(Place::new(source, start + tab..start + tab + 1));
        }
        start += line.len();
    }
    None
}

/// The place of the word at `at`.
fn word(source: &Arc<Source>, at: usize) -> Place {
    let rest = &source.text()[Place::new(source, at..at).range().start..];
    let length = rest
        .find([' ', '\t', '\r', '\n', ',', ']', '}'])
        .unwrap_or(rest.len());
    Place::new(source, at..at + length)
}

/// A message and advice for the parser's own words.
fn plain_words(info: &str) -> (String, &'static str) {
    const COLON: &str = "a text that contains `: ` needs quotes, as in \"sum(x in S : e)\"";
    const INDENT: &str = "entries of one mapping or list start in the same column, indented further than what they belong to";
    let (message, help) = match info {
        "mapping values are not allowed in this context" | "illegal placement of ':' indicator" => {
            ("a `:` that starts a value cannot stand here", COLON)
        }
        "simple key expect ':'" | "simple key expected" => (
            "a key without a `:` before this",
            "write `key: value`; is the line above indented too little?",
        ),
        "while parsing a block mapping, did not find expected key" => {
            ("a key was expected here", INDENT)
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            ("another `- ` entry of the list was expected here", INDENT)
        }
        "block sequence entries are not allowed in this context" => {
            ("a `- ` entry cannot stand here", INDENT)
        }
        "\"-\" is only valid inside a block" => (
            "a `- ` entry cannot stand inside brackets",
            "separate what stands in brackets with commas: [a, b]",
        ),
        "mapping keys are not allowed in this context" => ("a `? ` key cannot stand here", ""),
        "invalid indentation"
        | "invalid indentation for anchor"
        | "invalid indentation in flow construct" => ("this line is indented too little", INDENT),
        "invalid indentation in quoted scalar" => (
            "a later line of this quoted text is indented too little",
            "indent it further than the key, and see whether the closing quote is missing",
        ),
        "while parsing a flow mapping, did not find expected ',' or '}'" => (
            "a `,` or `}` was expected here",
            "a mapping in braces is written {key: value, key: value}",
        ),
        "while parsing a flow sequence, expected ',' or ']'" => (
            "a `,` or `]` was expected here",
            "a list in brackets is written [a, b, c]",
        ),
        "while parsing a node, did not find expected node content"
        | "unexpected end of plain scalar" => (
            "a value was expected here",
            "a text that starts with a punctuation mark needs quotes",
        ),
        "':' may not precede any of `[{` in flow mapping" => {
            ("a space is missing behind this `:`", "")
        }
        "':' must be followed by a valid YAML whitespace"
        | "'-' must be followed by a valid YAML whitespace" => {
            ("a space must follow here, not a tab", "")
        }
        "plain scalar cannot start with '-' followed by ,[]{}" => (
            "a lone `-` cannot stand here",
            "a text that is only a `-` needs quotes",
        ),
        "comments must be separated from other tokens by whitespace" => (
            "a space is missing in front of `#`",
            "a comment starts with a space and `#`",
        ),
        "invalid trailing content after double-quoted scalar" => (
            "something follows the closing quote",
            "a quote inside a text in double quotes is written \\\", inside one in single quotes ''",
        ),
        "while scanning a quoted scalar, found unexpected end of stream" => {
            ("this text's closing quote is missing", "")
        }
        "while scanning a quoted scalar, found unexpected document indicator" => (
            "a document mark stands in this quoted text",
            "is the closing quote missing? otherwise indent the line",
        ),
        "while parsing a quoted scalar, found unknown escape character" => (
            "this quoted text has an escape that means nothing",
            "a backslash itself is written \\\\ in double quotes, and as it is in single quotes",
        ),
        "while parsing a quoted scalar, did not find expected hexadecimal number" => (
            "this quoted text has an escape without its digits",
            "write \\x with two digits 0-9a-f, \\u with four or \\U with eight",
        ),
        "while parsing a quoted scalar, found invalid Unicode character escape code" => (
            "this quoted text has an escape for a character that does not exist",
            "",
        ),
        "while scanning a block scalar, did not find expected comment or line break" => (
            "text cannot follow `|` or `>` on its line",
            "start the text in the next line, indented",
        ),
        "while scanning a block scalar, found an indentation indicator equal to 0" => (
            "the indentation behind `|` or `>` cannot be 0",
            "leave it out",
        ),
        "wrongly indented line in block scalar" => (
            "this line is indented less than the first line of its text",
            "indent all lines of the text at least like the first one that is not empty",
        ),
        "a block scalar content cannot start with a tab"
        | "tab cannot be used as indentation"
        | "tabs disallowed in this context"
        | "tabs disallowed within this context (block indentation)"
        | "while scanning a plain scalar, found a tab" => {
            (TAB, "indent with spaces")
        }
        "invalid content after document end marker" => ("text cannot follow `...` on its line", ""),
        "did not find expected <document start>"
        | "missing explicit document end marker before directive" => (
            "this belongs to no document",
            "is it indented too little, or is something in front of it closed too early?",
        ),
        "unexpected eof" | "did not find expected next token" => {
            ("the file ends too early", "is a bracket not closed?")
        }
        _ => {
            if let Some(c) = info
                .strip_prefix("unexpected character: `")
                .and_then(|rest| rest.chars().next())
            {
                return (
                    format!("a text cannot start with {}", shown(&c.to_string())),
                    "put the text in quotes",
                );
            }
            return (format!("this is not YAML: {info}"), "");
        }
    };
    (message.to_owned(), help)
}
