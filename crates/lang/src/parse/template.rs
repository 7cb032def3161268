//! Texts with expressions in braces.

use super::{Goal, Source, expression, finish};
use crate::codes;
use crate::problem::Problem;
use crate::span::Fragment;
use crate::syntax::{Template, TemplatePiece};

/// Reads a text with expressions in braces, like `{d} goes to {c}`.
///
/// `{{` and `}}` stand for braces. An expression may contain braces of its own; one that starts
/// with a brace has a space before it: `{ {x in S : e} }`.
///
/// # Errors
///
/// All braces without partners, empty pairs, and problems of the expressions. Bounded like
/// [`parse_pattern`](super::parse_pattern).
pub fn parse_template(fragment: &Fragment) -> Result<Template, Vec<Problem>> {
    let source = Source::new(fragment)?;
    let mut pieces = Vec::new();
    let mut problems = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while let Some(brace) = source.text[at..].find(['{', '}']).map(|found| at + found) {
        text.push_str(&source.text[at..brace]);
        let rest = &source.text[brace..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            text.push_str(&rest[..1]);
            at = brace + 2;
        } else if rest.starts_with('}') {
            problems.push(
                source
                    .error_at(codes::BAD_TEMPLATE, brace, brace + 1, "`}` closes nothing")
                    .label("no `{` before it")
                    .help("write `}}` for a brace"),
            );
            at = brace + 1;
        } else {
            let Some(end) = closing_brace(source.text, brace + 1) else {
                problems.push(
                    source
                        .error_at(
                            codes::BAD_TEMPLATE,
                            brace,
                            brace + 1,
                            "expected `}` to close this `{`",
                        )
                        .label("never closed")
                        .help("put `}` behind the expression, or write `{{` for a brace"),
                );
                break;
            };
            if source.text[brace + 1..end].trim().is_empty() {
                problems.push(
                    source
                        .error_at(codes::BAD_TEMPLATE, brace, end + 1, "nothing stands between these braces")
                        .label("empty")
                        .help("write an expression, like `{target}`, or `{{}}` for the braces themselves"),
                );
            } else {
                if !text.is_empty() {
                    pieces.push(TemplatePiece::Text(std::mem::take(&mut text)));
                }
                let (value, found) = expression(source, Goal::TemplateValue, brace + 1, end);
                pieces.extend(value.map(TemplatePiece::Value));
                problems.extend(found);
            }
            at = end + 1;
        }
    }
    text.push_str(&source.text[at..]);
    if !text.is_empty() {
        pieces.push(TemplatePiece::Text(text));
    }
    finish(Template { pieces }, problems)
}

/// Where the brace is that closes the one before `start`; texts in quotes and inner braces skipped.
fn closing_brace(text: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_text = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}
