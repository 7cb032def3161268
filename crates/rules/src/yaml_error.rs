//! What may not stand in a file although it is YAML.

use std::ops::Range;
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::Diagnostic;
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
