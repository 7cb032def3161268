//! What the grammar expected, in words.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::expected::{Expected, in_words};
use super::grammar::Rule;
use super::scan::{Token, TokenKind, is_keyword, shorten, starts_statement};
use super::{Goal, Source, brackets, ends_operand, starts_operand};
use crate::codes;
use crate::problem::{Problem, nearest};

/// The problem that the grammar's failure is.
pub(super) fn explain(
    source: Source<'_>,
    goal: Goal,
    tokens: &[Token],
    error: &Error<Rule>,
) -> Problem {
    let offset = tokens.first().map_or(0, |token| token.start);
    let failed = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => offset + at,
    };
    let at = tokens.partition_point(|token| token.start < failed);
    let positives: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    };
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let after_operand = before.is_some_and(|token| ends_operand(source, token));
    let mut expected: Vec<Expected> = positives.iter().map(|rule| Expected::of(*rule)).collect();
    if after_operand {
        // Only operators can go on here; what starts an operand is an index or a call.
        expected.retain(|what| *what != Expected::Expression);
    }
    expected.sort_unstable();
    expected.dedup();
    if expected.contains(&Expected::Expression) {
        expected.retain(|what| *what != Expected::Name);
    }
    let failure = Failure {
        source,
        goal,
        tokens,
        at,
        expected,
    };
    failure.problem()
}

struct Failure<'a> {
    source: Source<'a>,
    goal: Goal,
    tokens: &'a [Token],
    /// The token that should not be there; past the last one if something is missing.
    at: usize,
    expected: Vec<Expected>,
}

impl<'a> Failure<'a> {
    fn problem(&self) -> Problem {
        let problem = self
            .statement_in_formula()
            .or_else(|| self.comparison())
            .or_else(|| self.conclusion())
            .or_else(|| self.binding())
            .or_else(|| self.filter())
            .or_else(|| self.choice())
            .or_else(|| self.arguments())
            .or_else(|| self.keyword())
            .or_else(|| self.operand())
            .unwrap_or_else(|| self.general());
        match self.slip() {
            Some(meant) => problem.help(format!("did you mean `{meant}`?")),
            None => problem,
        }
    }

    /// The word of the language that a word in its place was most likely meant to be.
    fn slip(&self) -> Option<&'static str> {
        const OPERATORS: [&str; 5] = ["and", "or", "not", "in", "after"];
        let found = self.word(self.at);
        let is_name = self.kind(self.at) == Some(TokenKind::Word) && !is_keyword(found);
        if !is_name || found.len() < 2 || self.word(self.at + 1) == "(" {
            return None;
        }
        let mut words: Vec<&'static str> = Vec::new();
        for what in &self.expected {
            match what {
                Expected::In => words.push("in"),
                Expected::At => words.push("at"),
                Expected::From => words.push("from"),
                Expected::Then => words.push("then"),
                Expected::Else => words.push("else"),
                Expected::Operator => words.extend(OPERATORS),
                _ => {}
            }
        }
        nearest(found, words)
    }

    fn expects(&self, what: Expected) -> bool {
        self.expected.contains(&what)
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |token| self.source.token(token))
    }

    fn before(&self) -> &'a str {
        self.at.checked_sub(1).map_or("", |at| self.word(at))
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> Problem {
        let (start, end) = match (self.tokens.get(at), self.tokens.last()) {
            (Some(token), _) => (token.start, token.end),
            (None, Some(last)) => (last.end, last.end),
            (None, None) => (0, 0),
        };
        self.source.error_at(codes::SYNTAX, start, end, message)
    }

    /// What was found, in words.
    fn found(&self) -> String {
        match (self.tokens.get(self.at), self.goal) {
            (Some(token), _) if token.kind == TokenKind::Text => "a text".into(),
            (Some(token), _) => format!("`{}`", shorten(self.source.token(token))),
            (None, Goal::Pattern) => "the end of the statement".into(),
            (None, Goal::Formula) => "the end of the formula".into(),
            (None, Goal::TemplateValue) => "`}`".into(),
        }
    }

    /// The index of the keyword that starts the statement the failure is in.
    fn statement(&self) -> Option<usize> {
        (0..self.at.min(self.tokens.len()))
            .rev()
            .find(|at| self.kind(*at) == Some(TokenKind::Word) && starts_statement(self.word(*at)))
    }

    /// The bracket around the failure.
    fn bracket(&self) -> Option<usize> {
        brackets::open_before(self.tokens, self.at.min(self.tokens.len())).pop()
    }

    fn statement_in_formula(&self) -> Option<Problem> {
        let word = self.word(0);
        (self.goal != Goal::Pattern && self.at == 0 && starts_statement(word)).then(|| {
            self.error_at(
                0,
                format!("`{word}` starts a statement, but this is a formula"),
            )
            .label("a formula is one expression")
            .help("write only the value; statements belong into a `pattern`")
        })
    }

    /// `=` for `==`, and the other way round.
    fn comparison(&self) -> Option<Problem> {
        let found = self.word(self.at);
        if found == "=" && self.expects(Expected::Operator) {
            let problem = self
                .error_at(self.at, "`=` only gives a `let` its value")
                .label("does not compare");
            return Some(if self.behind_first_word_of_argument() {
                problem.help("to compare, write `==`; an argument's name is followed by `:`")
            } else {
                problem.help("to compare, write `==`")
            });
        }
        (found == "==" && self.expects(Expected::Equals)).then(|| {
            self.error_at(
                self.at,
                format!("expected `=` behind `{}`, found `==`", self.before()),
            )
            .label("compares")
            .help("a `let` takes one `=`")
        })
    }

    /// `place d in c` and `eliminate d in S`.
    fn conclusion(&self) -> Option<Problem> {
        let statement = self.statement()?;
        let (wanted, example) = if self.expects(Expected::At) {
            ("at", "place DIGIT at CELL")
        } else if self.expects(Expected::From) {
            ("from", "eliminate DIGITS from CELLS")
        } else {
            return None;
        };
        let keyword = self.word(statement);
        // An `in` outside brackets was read as "member of", but this is what it was meant to be.
        let instead = brackets::outside(self.tokens, statement + 1, self.at)
            .find(|at| self.word(*at) == "in");
        let at = instead.unwrap_or(self.at);
        let found = match instead {
            Some(_) => "`in`".to_owned(),
            None => self.found(),
        };
        Some(
            self.error_at(
                at,
                format!("`{keyword}` wants `{wanted}` before the cells, found {found}"),
            )
            .label(format!("expected `{wanted}`"))
            .help(format!("write `{example}`")),
        )
    }

    /// A missing name, or a missing `in` or `=` behind it, in `for` and `let`.
    fn binding(&self) -> Option<Problem> {
        let statement = self.statement()?;
        let keyword = self.word(statement);
        let behind = match keyword {
            "for" => "in",
            "let" => "=",
            _ => return None,
        };
        if self.at == statement + 1 && self.expects(Expected::Name) {
            let found = self.word(self.at);
            if is_keyword(found) && self.word(self.at + 1) == behind {
                return Some(self.keyword_as_name());
            }
            let problem = self.error_at(
                self.at,
                format!("expected a name behind `{keyword}`, found {}", self.found()),
            );
            return Some(problem.label("expected a name").help(match keyword {
                "for" => "write `for NAME in SET`",
                _ => "write `let NAME = VALUE`",
            }));
        }
        if self.at != statement + 2
            || !(self.expects(Expected::In) || self.expects(Expected::Equals))
        {
            return None;
        }
        let name = self.before();
        Some(
            self.error_at(
                self.at,
                format!(
                    "expected `{behind}` behind `{keyword} {name}`, found {}",
                    self.found()
                ),
            )
            .label(format!("expected `{behind}`"))
            .help(format!("write `{keyword} {name} {behind} …`")),
        )
    }

    /// What is not quite `{x in S : condition}`.
    fn filter(&self) -> Option<Problem> {
        let opener = self.bracket().filter(|at| self.word(*at) == "{")?;
        let found = self.found();
        const FORM: &str = "a filter is written `{x in S : condition}`";
        if self.at == opener + 1 && self.expects(Expected::Name) {
            if is_keyword(self.word(self.at)) {
                return Some(self.keyword_as_name());
            }
            let problem = self.error_at(
                self.at,
                format!("expected a name behind `{{`, found {found}"),
            );
            return Some(
                problem
                    .label("expected a name")
                    .help(format!("{FORM}, a list `[1, 2, 3]`")),
            );
        }
        if self.at == opener + 2 && self.expects(Expected::In) {
            let problem = self.error_at(
                self.at,
                format!("expected `in` behind `{}`, found {found}", self.before()),
            );
            return Some(
                problem
                    .label("expected `in`")
                    .help(format!("{FORM}, a list `[1, 2, 3]`")),
            );
        }
        self.expects(Expected::Colon).then(|| {
            self.error_at(
                self.at,
                format!("expected `:` behind the set of the filter, found {found}"),
            )
            .label("expected `:`")
            .help(FORM)
        })
    }

    /// Whether the failure is behind the word that an argument of a call starts with.
    fn behind_first_word_of_argument(&self) -> bool {
        let Some(opener) = self.bracket().filter(|at| self.word(*at) == "(") else {
            return false;
        };
        let called = opener > 0 && self.kind(opener - 1) == Some(TokenKind::Word);
        let starts = self.at >= 2 && (self.at - 2 == opener || self.word(self.at - 2) == ",");
        called && starts && self.kind(self.at - 1) == Some(TokenKind::Word)
    }

    /// `sum(x in S e)`, and operands side by side in calls and lists.
    fn arguments(&self) -> Option<Problem> {
        if !(self.expects(Expected::Comma) && self.expects(Expected::Operator)) {
            return None;
        }
        let opener = self.bracket()?;
        let inside = brackets::opened(self.source, self.tokens, opener);
        let found = self.found();
        let binds = self.word(opener + 2) == "in" && self.kind(opener + 1) == Some(TokenKind::Word);
        let first =
            !brackets::outside(self.tokens, opener + 1, self.at).any(|at| self.word(at) == ",");
        if self.expects(Expected::Colon) && binds && first {
            let problem = self.error_at(
                self.at,
                format!("expected `:`, `)` or an operator in {inside}, found {found}"),
            );
            return Some(problem.label("expected `:`").help(format!(
                "to go through a set, write `{}({} in … : …)`",
                self.word(opener - 1),
                self.word(opener + 1)
            )));
        }
        let close = brackets::closer(self.word(opener));
        let message = format!("expected `,`, `{close}` or an operator in {inside}, found {found}");
        let problem = self
            .error_at(self.at, message)
            .label(format!("expected `,`, `{close}` or an operator"));
        let operand = self
            .tokens
            .get(self.at)
            .is_some_and(|token| starts_operand(self.source, token));
        Some(problem.help(if operand {
            "a `,` stands between two values".to_owned()
        } else {
            format!("is a `{close}` missing before it?")
        }))
    }

    /// Half an `if`.
    fn choice(&self) -> Option<Problem> {
        let wanted = if self.expects(Expected::Then) {
            "then"
        } else if self.expects(Expected::Else) {
            "else"
        } else {
            return None;
        };
        Some(
            self.error_at(
                self.at,
                format!(
                    "expected `{wanted}` or an operator behind `{}`, found {}",
                    shorten(self.before()),
                    self.found()
                ),
            )
            .label(format!("expected `{wanted}`"))
            .help("an `if` is written `if CONDITION then VALUE else VALUE`"),
        )
    }

    /// Keywords where an expression or a name should stand.
    fn keyword(&self) -> Option<Problem> {
        let found = self.word(self.at);
        if self.kind(self.at) != Some(TokenKind::Word)
            || !is_keyword(found)
            || !(self.expects(Expected::Expression) || self.expects(Expected::Name))
        {
            return None;
        }
        if matches!(found, "not" | "if") {
            let why = if found == "not" {
                "`not` binds looser than the operator before it"
            } else {
                "`if` binds looser than any operator"
            };
            return Some(
                self.error_at(
                    self.at,
                    format!("`{found}` cannot stand behind `{}`", self.before()),
                )
                .label("needs brackets")
                .help(format!("put brackets around it: `({found} …)`"))
                .note(why),
            );
        }
        // An operand behind the keyword: then it is the operand before it that is missing.
        let operand_behind = self
            .tokens
            .get(self.at + 1)
            .is_some_and(|next| starts_operand(self.source, next));
        (!operand_behind).then(|| self.keyword_as_name())
    }

    fn keyword_as_name(&self) -> Problem {
        let found = self.word(self.at);
        self.error_at(
            self.at,
            format!("`{found}` is a keyword and cannot be a name"),
        )
        .label("keyword")
        .help(format!("choose another name, like `{found}_`"))
    }

    /// Slips around operands that can be named.
    fn operand(&self) -> Option<Problem> {
        let found = self.word(self.at);
        if self.expects(Expected::Name) && self.before() == "." {
            let problem = self.error_at(
                self.at,
                format!("expected the name of a field, found {}", self.found()),
            );
            return Some(
                problem
                    .label("expected a field")
                    .help("write it like `group.cells`, an element of a list like `costs[2]`"),
            );
        }
        if found == "(" && self.expects(Expected::Operator) {
            return Some(
                self.error_at(
                    self.at,
                    format!("`{}` cannot be called", shorten(self.before())),
                )
                .label("expected an operator")
                .help("only the name of a function stands before `(`; to multiply, write `*`"),
            );
        }
        if self.expects(Expected::Expression)
            && self.before() == ","
            && self.kind(self.at) == Some(TokenKind::Close)
        {
            return Some(
                self.error_at(
                    self.at,
                    format!("expected an expression behind `,`, found {}", self.found()),
                )
                .label("expected an expression")
                .help("remove the last comma"),
            );
        }
        None
    }

    fn general(&self) -> Problem {
        let mut expected = self.expected.clone();
        if self.goal != Goal::Pattern || self.bracket().is_some() {
            expected.retain(|what| *what != Expected::Statement);
        }
        if expected.contains(&Expected::Statement) || expected.len() > 1 {
            expected.retain(|what| *what != Expected::End);
        }
        let list = in_words(&expected);
        let place = match (self.bracket(), self.statement()) {
            (Some(opener), _) => {
                format!(" in {}", brackets::opened(self.source, self.tokens, opener))
            }
            (None, Some(at)) if at + 1 == self.at => format!(" behind `{}`", self.word(at)),
            (None, _) if !self.before().is_empty() && !matches!(self.before(), "(" | "[" | "{") => {
                format!(" behind `{}`", shorten(self.before()))
            }
            _ => String::new(),
        };
        let problem = self.error_at(
            self.at,
            format!("expected {list}{place}, found {}", self.found()),
        );
        let help = if expected.contains(&Expected::Expression) {
            "write a value: a number, a name, a call like `count(…)`"
        } else if self.goal == Goal::Pattern && self.bracket().is_none() {
            "put an operator before it, or start the next statement with its keyword on a line of its own"
        } else {
            "put an operator between two values, or take out what is too much"
        };
        problem.label(format!("expected {list}")).help(help)
    }
}
