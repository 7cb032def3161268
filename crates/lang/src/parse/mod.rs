//! Text in, syntax tree or problems out.
//!
//! A fragment is cut into tokens first. They tell apart the statements of a pattern, so that each
//! can be read (and be wrong) on its own, find brackets without a partner and bound the depth. Only
//! then the grammar in `grammar/undoku.pest` reads each part, and what it expected is put in words.

mod brackets;
mod build;
mod expected;
mod message;
mod precedence;
mod scan;
mod template;

use pest::Parser;

use crate::codes;
use crate::problem::{Code, Problem, nearest};
use crate::span::{Fragment, FragmentId, Span};
use crate::syntax::{Expr, Pattern, Statement};
pub(crate) use scan::is_keyword;
use scan::{STATEMENT_WORDS, Token, TokenKind, shorten, starts_statement};

pub use template::parse_template;

/// What pest makes of the grammar.
#[allow(missing_docs, unreachable_pub, reason = "generated code")]
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "../../grammar/undoku.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// The longest fragment, in bytes.
const LONGEST: usize = 16 * 1024;
/// How many brackets, `if`, `not` and minus signs may enclose each other.
const DEEPEST_NESTING: usize = 48;
/// The deepest syntax tree. Everything that walks trees recursively relies on it.
const DEEPEST_TREE: u16 = 128;
/// How many problems of one fragment are reported.
const MOST_PROBLEMS: usize = 32;

/// A fragment's text under the number its problems are reported with.
#[derive(Clone, Copy)]
struct Source<'a> {
    id: FragmentId,
    text: &'a str,
}

impl<'a> Source<'a> {
    /// The source of a fragment, unless it is too long.
    fn new(fragment: &'a Fragment) -> Result<Self, Vec<Problem>> {
        let source = Self {
            id: fragment.id,
            text: &fragment.text,
        };
        if source.text.len() <= LONGEST {
            return Ok(source);
        }
        let start = (0..=LONGEST)
            .rev()
            .find(|at| source.text.is_char_boundary(*at))
            .unwrap_or_default();
        let end = start
            + source.text[start..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
        let message = format!(
            "this text is {} bytes long, more than {LONGEST}",
            source.text.len()
        );
        Err(vec![
            source
                .error_at(codes::TOO_LONG, start, end, message)
                .label("the limit is here")
                .help("split it into several rules"),
        ])
    }

    /// Byte offsets as a span. Sources are at most [`LONGEST`] bytes long, or cut off near there.
    fn span(self, start: usize, end: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(narrow(start), narrow(end))
    }

    /// An error whose place is filled in by the caller.
    fn error(self, code: Code, message: impl Into<String>) -> Problem {
        Problem::error(code, self.id, Span::default(), message)
    }

    fn error_at(self, code: Code, start: usize, end: usize, message: impl Into<String>) -> Problem {
        Problem::error(code, self.id, self.span(start, end), message)
    }

    fn token(self, token: &Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    /// Where an offset is, in words.
    fn place(self, offset: usize) -> String {
        let before = &self.text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        if self.text.trim_end().contains('\n') {
            format!("line {line}, column {column} of this text")
        } else {
            format!("column {column} of this text")
        }
    }
}

/// What the text is, for messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Pattern,
    Formula,
    TemplateValue,
}

/// Reads a pattern: `for`, `let`, `where`, `check`, `place`, `eliminate` and `conclude` statements.
///
/// # Errors
///
/// Every statement that starts on a line of its own is read on its own; all that are wrong are
/// reported, in the order they stand (at most 32 problems). Whatever the text is, this neither
/// panics nor runs long: its length, its nesting (48) and the depth of its trees (128) are bounded.
pub fn parse_pattern(fragment: &Fragment) -> Result<Pattern, Vec<Problem>> {
    let source = Source::new(fragment)?;
    let (tokens, mut problems) = scan::scan(source, 0, source.text.len());
    if tokens.is_empty() {
        return Err(vec![
            source
                .error_at(codes::SYNTAX, 0, 0, "the pattern is empty")
                .help("write what is looked at, verified and concluded: `for c in open`, `check …`, `place … at c`"),
        ]);
    }
    let mut statements: Vec<Statement> = Vec::new();
    for piece in pieces(source, &tokens) {
        if piece.leads_with_keyword {
            match read(source, Goal::Pattern, piece.tokens, Rule::statements) {
                Ok(pairs) => match build::statements(source, piece.tokens[0].start, pairs) {
                    Ok(found) => statements.extend(found),
                    Err(problem) => problems.push(*problem),
                },
                Err(found) => problems.extend(found),
            }
        } else if piece.tokens[0].kind != TokenKind::Bad {
            problems.push(no_statement(source, &piece.tokens[0]));
        }
    }
    finish(Pattern { statements }, problems)
}

/// Reads a formula: one expression that takes up the whole text.
///
/// # Errors
///
/// All bad characters, numbers and brackets, or else the first place where the text is no
/// expression. Bounded like [`parse_pattern`].
pub fn parse_formula(fragment: &Fragment) -> Result<Expr, Vec<Problem>> {
    let source = Source::new(fragment)?;
    let (expr, problems) = expression(source, Goal::Formula, 0, source.text.len());
    match expr {
        Some(expr) => finish(expr, problems),
        None => Err(problems),
    }
}

/// Reads a part of the source as one expression.
fn expression(
    source: Source<'_>,
    goal: Goal,
    start: usize,
    end: usize,
) -> (Option<Expr>, Vec<Problem>) {
    let (tokens, mut problems) = scan::scan(source, start, end);
    if tokens.is_empty() {
        problems.push(
            source
                .error_at(codes::SYNTAX, start, start, "the formula is empty")
                .help("write a value, like `0`, or remove the key"),
        );
        return (None, problems);
    }
    let built = read(source, goal, &tokens, Rule::formula).and_then(|pairs| {
        build::formula(source, tokens[0].start, pairs).map_err(|problem| vec![*problem])
    });
    match built {
        Ok(expr) => (Some(expr), problems),
        Err(found) => {
            problems.extend(found);
            (None, problems)
        }
    }
}

fn finish<T>(value: T, mut problems: Vec<Problem>) -> Result<T, Vec<Problem>> {
    if problems.is_empty() {
        return Ok(value);
    }
    problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
    problems.truncate(MOST_PROBLEMS);
    Err(problems)
}

/// Checks what the grammar cannot, then lets the grammar read.
///
/// An empty list of problems means that they have been reported already, with the tokens.
fn read<'a>(
    source: Source<'a>,
    goal: Goal,
    tokens: &[Token],
    rule: Rule,
) -> Result<pest::iterators::Pairs<'a, Rule>, Vec<Problem>> {
    if tokens.iter().any(|token| token.kind == TokenKind::Bad) {
        return Err(Vec::new());
    }
    brackets::check_partners(source, tokens)?;
    brackets::check_nesting(source, tokens).map_err(|problem| vec![*problem])?;
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return Err(Vec::new());
    };
    Grammar::parse(rule, &source.text[first.start..last.end])
        .map_err(|error| vec![message::explain(source, goal, tokens, &error)])
}

/// Tokens of a pattern that are read together.
struct Piece<'t> {
    tokens: &'t [Token],
    leads_with_keyword: bool,
}

/// Cuts a pattern at the lines that start with a statement's keyword, or with a word that nearly
/// is one and that no expression could go on with.
fn pieces<'t>(source: Source<'_>, tokens: &'t [Token]) -> Vec<Piece<'t>> {
    let mut cuts: Vec<(usize, bool)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let word = source.token(token);
        if !token.first_on_line || token.kind != TokenKind::Word {
            continue;
        }
        if starts_statement(word) {
            cuts.push((at, true));
        } else if at > 0 && meant_statement(word).is_some() {
            let operand_before = ends_operand(source, &tokens[at - 1]);
            let operand_behind = tokens
                .get(at + 1)
                .is_some_and(|next| !next.first_on_line && starts_operand(source, next));
            if operand_before && operand_behind {
                cuts.push((at, false));
            }
        }
    }
    if cuts.first().is_none_or(|(at, _)| *at > 0) {
        cuts.insert(0, (0, false));
    }
    let ends = cuts.iter().skip(1).map(|(at, _)| *at).chain([tokens.len()]);
    cuts.iter()
        .zip(ends)
        .map(|(&(start, leads_with_keyword), end)| Piece {
            tokens: &tokens[start..end],
            leads_with_keyword,
        })
        .collect()
}

/// The statement's keyword that a word was most likely meant to be.
fn meant_statement(word: &str) -> Option<&'static str> {
    if scan::is_keyword(word) {
        return None;
    }
    nearest(&word.to_ascii_lowercase(), STATEMENT_WORDS)
}

fn no_statement(source: Source<'_>, token: &Token) -> Problem {
    let word = source.token(token);
    let problem = source
        .error_at(
            codes::SYNTAX,
            token.start,
            token.end,
            format!("`{}` starts no statement", shorten(word)),
        )
        .label("expected a statement");
    match meant_statement(word).filter(|_| token.kind == TokenKind::Word) {
        Some(meant) => problem.help(format!("did you mean `{meant}`?")),
        None => problem
            .help("a statement starts with `for`, `let`, `where`, `check`, `place`, `eliminate` or `conclude`"),
    }
}

/// Whether an expression can end with this token.
fn ends_operand(source: Source<'_>, token: &Token) -> bool {
    match token.kind {
        TokenKind::Word => {
            let word = source.token(token);
            !scan::is_keyword(word) || matches!(word, "true" | "false")
        }
        TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
        TokenKind::Open | TokenKind::Symbol | TokenKind::Bad => false,
    }
}

/// Whether an expression can start with this token, and no operator is.
fn starts_operand(source: Source<'_>, token: &Token) -> bool {
    match token.kind {
        TokenKind::Word => {
            let word = source.token(token);
            !scan::is_keyword(word) || matches!(word, "true" | "false" | "not" | "if")
        }
        TokenKind::Number | TokenKind::Text | TokenKind::Open => true,
        TokenKind::Close | TokenKind::Symbol | TokenKind::Bad => false,
    }
}
