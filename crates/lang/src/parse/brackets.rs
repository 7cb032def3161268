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

/// Indexes of the tokens from `start` to before `end` that no bracket opened there surrounds.
pub(super) fn outside(
    tokens: &[Token],
    start: usize,
    end: usize,
) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0_usize;
    (start..end.min(tokens.len())).filter(move |&at| {
        match tokens[at].kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// Refuses brackets that have no partner.
pub(super) fn check_partners(source: Source<'_>, tokens: &[Token]) -> Result<(), Vec<Problem>> {
    // Beyond a handful, the later ones are mostly consequences of the first.
    const ENOUGH: usize = 8;
    let mut open: Vec<usize> = Vec::new();
    let mut problems = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if problems.len() >= ENOUGH {
            break;
        }
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => {
                let partner = open
                    .iter()
                    .rposition(|&opener| closes(source, &tokens[opener], token));
                let mistyped = partner.is_none()
                    && !open.is_empty()
                    && !closed_by(source, tokens, &open, at + 1);
                let partner = if mistyped {
                    open.len().checked_sub(1)
                } else {
                    partner
                };
                let Some(partner) = partner else {
                    problems.push(surplus(source, token));
                    continue;
                };
                let unclosed = if mistyped { partner } else { partner + 1 };
                problems.extend(missing(source, tokens, &open[unclosed..], Some(token)));
                open.truncate(partner);
            }
            _ => {}
        }
    }
    if problems.len() < ENOUGH {
        problems.extend(missing(source, tokens, &open, None));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn closes(source: Source<'_>, opener: &Token, token: &Token) -> bool {
    closer(source.token(opener)) == source.token(token)
}

/// Whether the tokens from `start` on close exactly the brackets that are open.
fn closed_by(source: Source<'_>, tokens: &[Token], open: &[usize], start: usize) -> bool {
    let mut open = open.to_vec();
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => {
                let partner = open.pop();
                if !partner.is_some_and(|opener| closes(source, &tokens[opener], token)) {
                    return false;
                }
            }
            _ => {}
        }
    }
    open.is_empty()
}

fn surplus(source: Source<'_>, token: &Token) -> Problem {
    let found = source.token(token);
    source
        .error_at(
            codes::SYNTAX,
            token.start,
            token.end,
            format!("`{found}` closes nothing"),
        )
        .label("no such bracket is open here")
        .help("remove it, or open a bracket before it")
}

/// One problem for the brackets that should have been closed before a token, or the end.
fn missing(
    source: Source<'_>,
    tokens: &[Token],
    unclosed: &[usize],
    found: Option<&Token>,
) -> Option<Problem> {
    let (&innermost, outer) = unclosed.split_last()?;
    let end = tokens.last()?.end;
    let (start, end) = found.map_or((end, end), |token| (token.start, token.end));
    let wanted = closer(source.token(&tokens[innermost]));
    let mut message = format!(
        "expected `{wanted}` to close {}",
        opened(source, tokens, innermost)
    );
    if let Some(found) = found {
        message.push_str(&format!(", found `{}`", source.token(found)));
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
        .help(format!(
            "write `{wanted}` where {} ends",
            opened(source, tokens, innermost)
        ))
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
    for token in tokens {
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
                    .label("too deep from here on")
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
