//! Brackets without partners, and nesting, found without recursion before the grammar runs.

use super::scan::{Token, TokenKind, is_keyword};
use super::{DEEPEST_NESTING, Source, ends_operand};
use crate::codes;
use crate::problem::Problem;

/// What an opening bracket opens, in words.
pub(super) fn opened(source: Source<'_>, tokens: &[Token], opener: usize) -> String {
    let before = opener.checked_sub(1).map(|at| &tokens[at]);
    match source.token(&tokens[opener]) {
        "{" => "the filter".into(),
        "[" if before.is_some_and(|token| ends_operand(source, token)) => "the index".into(),
        "[" => "the list".into(),
        _ => match before
            .filter(|token| token.kind == TokenKind::Word && !is_keyword(source.token(token)))
        {
            Some(name) => format!("the call of `{}`", super::shorten(source.token(name))),
            None => "the bracket".into(),
        },
    }
}

/// The bracket that closes an opening one.
pub(super) fn closer(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// Indexes of the brackets that are open in front of a token, outermost first.
pub(super) fn open_before(tokens: &[Token], end: usize) -> Vec<usize> {
    let mut open = Vec::new();
    for (at, token) in tokens[..end].iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// Refuses brackets that have no partner.
pub(super) fn check_partners(source: Source<'_>, tokens: &[Token]) -> Result<(), Vec<Problem>> {
    let mut open: Vec<usize> = Vec::new();
    let mut problems = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => {
                let found = source.token(token);
                let partner = open
                    .iter()
                    .rposition(|&opener| closer(source.token(&tokens[opener])) == found);
                match partner {
                    None => problems.push(
                        source
                            .error_at(
                                codes::SYNTAX,
                                token.start,
                                token.end,
                                format!("`{found}` closes nothing"),
                            )
                            .label("no bracket is open here")
                            .help("remove it, or open a bracket before it"),
                    ),
                    Some(partner) => {
                        let unclosed = &open[partner + 1..];
                        if let Some(problem) =
                            missing(source, tokens, unclosed, token.start, token.end, found)
                        {
                            problems.push(problem);
                        }
                        open.truncate(partner);
                    }
                }
            }
            _ => {}
        }
    }
    if let Some(last) = tokens.last() {
        problems.extend(missing(source, tokens, &open, last.end, last.end, ""));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// One problem for the brackets that should have been closed before `start`.
fn missing(
    source: Source<'_>,
    tokens: &[Token],
    unclosed: &[usize],
    start: usize,
    end: usize,
    found: &str,
) -> Option<Problem> {
    let (&innermost, outer) = unclosed.split_last()?;
    let wanted = closer(source.token(&tokens[innermost]));
    let mut message = format!(
        "expected `{wanted}` to close {}",
        opened(source, tokens, innermost)
    );
    if !found.is_empty() {
        message.push_str(&format!(", found `{found}`"));
    }
    let note = |opener: usize| {
        format!(
            "the `{}` of {} stands at {}",
            source.token(&tokens[opener]),
            opened(source, tokens, opener),
            source.place(tokens[opener].start),
        )
    };
    let mut problem = source
        .error_at(codes::SYNTAX, start, end, message)
        .label(format!("`{wanted}` is missing"))
        .note(note(innermost));
    // A few are enough to see the pattern when dozens are open.
    for &opener in outer.iter().rev().take(2) {
        problem = problem.note(format!("{}, and is not closed either", note(opener)));
    }
    Some(problem)
}

/// Something the reader has to come back from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Bracket,
    If,
    Then,
    Else,
    Not,
    Minus,
}

/// Refuses nesting that reading could not come back from. Keeps exactly the levels that the
/// grammar and the precedence parser would be in at each token.
pub(super) fn check_nesting(source: Source<'_>, tokens: &[Token]) -> Result<(), Box<Problem>> {
    let mut levels: Vec<Level> = Vec::new();
    let mut operand_before = false;
    for (at, token) in tokens.iter().enumerate() {
        let word = source.token(token);
        match (token.kind, word) {
            (TokenKind::Open, _) => levels.push(Level::Bracket),
            (TokenKind::Close, _) => {
                back_to(&mut levels, Level::Bracket);
                levels.pop();
            }
            (TokenKind::Symbol, "," | ":") => back_to(&mut levels, Level::Bracket),
            (TokenKind::Symbol, "-") if !operand_before => levels.push(Level::Minus),
            (TokenKind::Symbol, ".") => {}
            (TokenKind::Symbol, _) => drop_prefixes(&mut levels, &[Level::Minus]),
            (TokenKind::Word, "not") if !operand_before => levels.push(Level::Not),
            (TokenKind::Word, "not" | "in" | "after") => {
                drop_prefixes(&mut levels, &[Level::Minus])
            }
            (TokenKind::Word, "and" | "or") => {
                drop_prefixes(&mut levels, &[Level::Minus, Level::Not])
            }
            (TokenKind::Word, "if") => levels.push(Level::If),
            (TokenKind::Word, "then") => {
                back_to(&mut levels, Level::If);
                replace(&mut levels, Level::If, Level::Then);
            }
            (TokenKind::Word, "else") => {
                back_to(&mut levels, Level::Then);
                replace(&mut levels, Level::Then, Level::Else);
            }
            (TokenKind::Word, word) if is_keyword(word) && !matches!(word, "true" | "false") => {
                back_to(&mut levels, Level::Bracket);
            }
            _ => {}
        }
        operand_before = ends_operand(source, token);
        if levels.len() > DEEPEST_NESTING {
            return Err(Box::new(
                source
                    .error_at(
                        codes::TOO_DEEP,
                        token.start,
                        token.end,
                        format!("nested more than {DEEPEST_NESTING} deep"),
                    )
                    .label(if at == 0 {
                        "here"
                    } else {
                        "too deep from here on"
                    })
                    .help("give an inner part a name and use the name"),
            ));
        }
    }
    Ok(())
}

/// Leaves all levels above the last one of a kind, but no bracket.
fn back_to(levels: &mut Vec<Level>, kind: Level) {
    let bracket = levels.iter().rposition(|level| *level == Level::Bracket);
    let floor = bracket.map_or(0, |at| at + 1);
    match levels.iter().rposition(|level| *level == kind) {
        Some(at) if at + 1 >= floor => levels.truncate(at + 1),
        _ if kind == Level::Bracket => levels.truncate(floor),
        _ => {}
    }
}

fn replace(levels: &mut [Level], from: Level, to: Level) {
    if let Some(last) = levels.last_mut().filter(|last| **last == from) {
        *last = to;
    }
}

fn drop_prefixes(levels: &mut Vec<Level>, kinds: &[Level]) {
    while levels.last().is_some_and(|last| kinds.contains(last)) {
        levels.pop();
    }
}
