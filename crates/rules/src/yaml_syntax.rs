//! What the YAML parser stumbles on, in plain words.

use std::sync::Arc;

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::scalar::escape;
use crate::source::{Place, Source};
use crate::yaml_error::{anchor, tag, too_deep};

const TAB: &str = "a tab cannot indent";
const ESCAPE: &str = "this quoted text has an escape";
const INDENT: &str = "entries of one mapping or list start in the same column, indented further than what they belong to";

/// The problem that the parser calls `info` and finds at the byte `at`. `open` is the innermost
/// bracket that is not closed there.
pub(crate) fn syntax(
    source: &Arc<Source>,
    at: usize,
    info: &str,
    open: Option<Place>,
) -> Diagnostic {
    let spot = Spot::new(source, at);
    if info.contains("unknown anchor") || info.contains("an anchor or alias") {
        return anchor(spot.word());
    }
    if info.contains("a tag") || info.contains("handle wasn't declared") {
        return tag(spot.word());
    }
    if info == "recursion limit exceeded" {
        return too_deep(spot.character());
    }
    let (message, help) = spot.words(info);
    let place = match message.as_str() {
        TAB => spot.indenting_tab().unwrap_or_else(|| spot.character()),
        _ if message.contains(ESCAPE) => spot.bad_escape().unwrap_or_else(|| spot.character()),
        _ => spot.character(),
    };
    let mut diagnostic = Diagnostic::error(codes::YAML_SYNTAX, place, message);
    match open {
        Some(open) if open.start().line < diagnostic.place.start().line => {
            let closing = if open.text() == "[" { ']' } else { '}' };
            diagnostic = diagnostic
                .secondary(open, "this bracket is still open")
                .help(format!("is a `{closing}` missing?"));
        }
        _ if help.is_empty() => {}
        _ => diagnostic = diagnostic.help(help),
    }
    diagnostic
}

/// Where the parser stopped.
struct Spot<'a> {
    source: &'a Arc<Source>,
    at: usize,
    /// Where the line starts.
    line: usize,
}

impl<'a> Spot<'a> {
    fn new(source: &'a Arc<Source>, at: usize) -> Self {
        // At the end of the file, the last line with something in it is the one to look at.
        let at = Place::new(source, at..at).range().start;
        let at = match source.text()[at..].trim() {
            "" => at.min(source.text().trim_end().len()),
            _ => at,
        };
        let line = source.text()[..at].rfind('\n').map_or(0, |end| end + 1);
        Self { source, at, line }
    }

    /// The line in front of the spot.
    fn before(&self) -> &'a str {
        &self.source.text()[self.line..self.at]
    }

    fn rest(&self) -> &'a str {
        &self.source.text()[self.at..]
    }

    /// The place of the character there, of none at the end of a line.
    fn character(&self) -> Place {
        let length = match self.rest().chars().next() {
            Some(c) if !matches!(c, '\r' | '\n') => c.len_utf8(),
            _ => 0,
        };
        Place::new(self.source, self.at..self.at + length)
    }

    /// The place of the word there.
    fn word(&self) -> Place {
        let rest = self.rest();
        let length = rest
            .find([' ', '\t', '\r', '\n', ',', ']', '}'])
            .unwrap_or(rest.len());
        Place::new(self.source, self.at..self.at + length)
    }

    /// The first escape that means nothing, in the quoted text that starts there: its backslash and what follows.
    fn bad_escape(&self) -> Option<Place> {
        let text = self.rest();
        let mut at = 1;
        loop {
            at += text.get(at..)?.find(['\\', '"'])?;
            let rest = &text[at..];
            if rest.starts_with('"') {
                return None;
            }
            let next = rest[1..].chars().next()?;
            if !matches!(next, '\r' | '\n') && escape(rest).is_none() {
                let start = self.at + at;
                let end = start + 1 + next.len_utf8();
                return Some(Place::new(self.source, start..end));
            }
            at += 1 + next.len_utf8();
        }
    }

    /// The first tab that indents a line, from this line on: the parser may have stopped at the start
    /// of the value that the line belongs to, or behind the tab.
    fn indenting_tab(&self) -> Option<Place> {
        let mut start = self.line;
        for line in self.source.text()[start..].split_inclusive('\n') {
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            if let Some(tab) = line[..blanks].find('\t') {
                return Some(Place::new(self.source, start + tab..start + tab + 1));
            }
            start += line.len();
        }
        None
    }

    /// A message and advice, from the parser's own words and what stands around the spot.
    fn words(&self, info: &str) -> (String, &'static str) {
        let before = self.before();
        let key_expected = info.ends_with("did not find expected key");
        if key_expected && before.contains('\t') && before.trim().is_empty() {
            return (TAB.to_owned(), "indent with spaces");
        }
        if key_expected && !matches!(before.trim(), "" | "-") {
            return (
                "text follows a value that has already ended".to_owned(),
                "a text that starts with `{`, `[` or a quote needs quotes around the whole of it",
            );
        }
        let (message, help) = plain_words(info);
        let only_a_key = before
            .trim()
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
        if info.starts_with("mapping values") && only_a_key {
            return (message, "is this line indented too far?");
        }
        (message, help)
    }
}

/// The innermost of the brackets that are open at `to`: of those that open between `from` and `to`,
/// and those at `outer`, which opened before.
pub(crate) fn open_bracket(text: &str, outer: Vec<usize>, from: usize, to: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open = outer;
    let mut at = from;
    // What stands before, blanks and line breaks left out: it decides what starts a value.
    let mut last = b':';
    while at < to {
        let byte = bytes[at];
        let starts_value = matches!(last, b':' | b'-' | b'?' | b',' | b'[' | b'{');
        match byte {
            b'"' | b'\'' if starts_value => at = quote_end(bytes, at).min(to),
            b'#' if at == 0 || bytes[at - 1].is_ascii_whitespace() => {
                at += bytes[at..to].iter().take_while(|b| **b != b'\n').count();
                continue;
            }
            b'[' | b'{' if starts_value || !open.is_empty() => open.push(at),
            b']' | b'}' => drop(open.pop()),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
        at += 1;
    }
    open.pop()
}

/// Where the quoted text that starts at `at` ends.
fn quote_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if quote == b'"' && bytes[at] == b'\\' {
            2
        } else {
            1
        };
    }
    at
}

/// A message and advice for the parser's own words.
fn plain_words(info: &str) -> (String, &'static str) {
    let (message, help) = match info {
        "mapping values are not allowed in this context" | "illegal placement of ':' indicator" => {
            (
                "a `:` that starts a value cannot stand here",
                "a text that contains `: ` needs quotes, as in \"sum(x in S : e)\"",
            )
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
        "mapping keys are not allowed in this context" => {
            ("a `? ` key cannot stand here", "write keys as `key: value`")
        }
        "invalid indentation"
        | "invalid indentation for anchor"
        | "invalid indentation in flow construct" => ("this line is indented too little", INDENT),
        "invalid indentation in quoted scalar" => (
            "this quoted text goes on in a line that is not indented",
            "is its closing quote missing? lines of a quoted text are indented further than the key",
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
        "':' may not precede any of `[{` in flow mapping" => (
            "a space is missing behind this `:`",
            "write `key: [a, b]` or `key: {a: 1}`",
        ),
        "':' must be followed by a valid YAML whitespace"
        | "'-' must be followed by a valid YAML whitespace" => {
            ("a space must follow here, not a tab", "put a space there")
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
        "while scanning a quoted scalar, found unexpected end of stream" => (
            "this text's closing quote is missing",
            "put the quote that it starts with behind its last character",
        ),
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
            "write the character itself, or its number in hexadecimal digits",
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
        | "while scanning a plain scalar, found a tab" => (TAB, "indent with spaces"),
        "invalid content after document end marker" => (
            "text cannot follow `...` on its line",
            "leave the `...` out: a rule file is one document",
        ),
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
            return (
                format!("this is not YAML: {info}"),
                "is a quote or a bracket missing, or a line indented wrongly?",
            );
        }
    };
    (message.to_owned(), help)
}
