//! The tokens of a fragment, found without the grammar: for everything that has to be known before
//! the grammar runs (bad characters, brackets, depth) or after it failed (what stands where).

use super::Source;
use crate::codes;
use crate::problem::Problem;

/// The words that start a statement.
pub(super) const STATEMENT_WORDS: [&str; 7] = [
    "for",
    "let",
    "where",
    "check",
    "place",
    "eliminate",
    "conclude",
];

/// The other words that cannot be names.
const OTHER_WORDS: [&str; 12] = [
    "in", "at", "from", "and", "or", "not", "if", "then", "else", "after", "true", "false",
];

/// Whether a word starts a statement.
pub(super) fn starts_statement(word: &str) -> bool {
    STATEMENT_WORDS.contains(&word)
}

/// Whether a word belongs to the language and cannot be a name.
pub(crate) fn is_keyword(word: &str) -> bool {
    starts_statement(word) || OTHER_WORDS.contains(&word)
}

/// What a token is, as far as brackets and messages care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    Number,
    Text,
    Open,
    Close,
    Symbol,
    /// Not a token of the language; a problem has been noted.
    Bad,
}

/// A token, by its bytes in the fragment's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether nothing but white space stands before it on its line.
    pub(super) first_on_line: bool,
}

/// The tokens of a part of the source, and what is wrong with single ones.
pub(super) fn scan(source: Source<'_>, start: usize, end: usize) -> (Vec<Token>, Vec<Problem>) {
    let mut scanner = Scanner {
        source,
        at: start,
        end,
        first_on_line: true,
        tokens: Vec::new(),
        problems: Vec::new(),
    };
    scanner.run();
    (scanner.tokens, scanner.problems)
}

/// Signs of other languages: what is written, and the advice.
const SLIPS: [(&str, &str); 37] = [
    ("...", "write `..`"),
    ("===", "to compare, write `==`"),
    ("!==", "to compare, write `!=`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("<>", "write `!=`"),
    ("=<", "write `<=`"),
    ("=>", "write `>=` to compare, or `if … then …` to choose"),
    ("->", "write `if … then …` to choose"),
    (":=", "write `let NAME = VALUE`"),
    (
        "+=",
        "a `let` cannot be changed; give the new value a name of its own",
    ),
    (
        "-=",
        "a `let` cannot be changed; give the new value a name of its own",
    ),
    ("**", "there is no power; multiply with `*`"),
    ("//", "a comment starts with `#`, a division is `/`"),
    ("!", "write `not`"),
    ("~", "write `not`"),
    ("%", "there is no remainder operator"),
    (
        ";",
        "statements need no `;` between them: each starts with its keyword",
    ),
    ("?", "write `if … then … else …`"),
    ("∈", "write `in`"),
    ("∉", "write `not in`"),
    ("⊆", "write `in`"),
    ("∪", "write `|`"),
    ("∩", "write `&`"),
    ("∖", "write `-`"),
    ("∧", "write `and`"),
    ("∨", "write `or`"),
    ("¬", "write `not`"),
    ("≠", "write `!=`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("×", "write `*`"),
    ("·", "write `*`"),
    ("÷", "write `/`"),
    ("−", "write `-`, the hyphen of the keyboard"),
    ("–", "write `-`, the hyphen of the keyboard"),
    ("…", "write `..`"),
];

/// The signs of the language beside brackets, longest first.
const SYMBOLS: [&str; 18] = [
    "..", "==", "!=", "<=", ">=", "<", ">", "=", "|", "^", "&", "+", "-", "*", "/", ",", ":", ".",
];

struct Scanner<'a> {
    source: Source<'a>,
    at: usize,
    end: usize,
    first_on_line: bool,
    tokens: Vec<Token>,
    problems: Vec<Problem>,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.source.text[self.at..self.end]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        self.tokens.push(Token {
            kind,
            start,
            end: self.at,
            first_on_line: std::mem::take(&mut self.first_on_line),
        });
    }

    fn bad(&mut self, length: usize, problem: impl FnOnce(Source<'a>, &'a str) -> Problem) {
        let (from, to) = (self.at, self.at + length);
        let mut problem = problem(self.source, &self.source.text[from..to]);
        problem.span = self.source.span(from, to);
        self.problems.push(problem);
        self.push(TokenKind::Bad, length);
    }

    fn run(&mut self) {
        while let Some(first) = self.rest().chars().next() {
            match first {
                '\n' => {
                    self.first_on_line = true;
                    self.at += 1;
                }
                ' ' | '\t' | '\r' => self.at += 1,
                '#' => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                '(' | '[' | '{' => self.push(TokenKind::Open, 1),
                ')' | ']' | '}' => self.push(TokenKind::Close, 1),
                '"' => self.text(),
                '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' => {
                    self.foreign_quote(first)
                }
                '0'..='9' => self.number(),
                '.' if self.starts_fraction() => self.number(),
                _ if first == '_' || first.is_alphabetic() => self.word(),
                _ => self.symbol(first),
            }
        }
    }

    /// Whether a point is the start of a number like `.5`, not of a field like `x.5`.
    fn starts_fraction(&self) -> bool {
        let field = self.tokens.last().is_some_and(|before| {
            before.end == self.at && matches!(before.kind, TokenKind::Word | TokenKind::Close)
        });
        !field && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
    }

    fn word(&mut self) {
        let length = length_while(self.rest(), |c| c == '_' || c.is_alphanumeric());
        if self.rest()[..length].is_ascii() {
            self.push(TokenKind::Word, length);
        } else {
            self.bad(length, |source, word| {
                source
                    .error(codes::SYNTAX, format!("`{}` is not a name", shorten(word)))
                    .label("not a name")
                    .help("make names of the letters a to z, digits and `_`")
            });
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let mut length = length_while(rest, |c| c.is_ascii_digit());
        let whole = length;
        let mut wrong: Option<(String, &str)> = None;
        if rest[length..].starts_with('.') && !rest[length..].starts_with("..") {
            length += 1;
            let fraction = length_while(&rest[length..], |c| c.is_ascii_digit());
            length += fraction;
            if whole == 0 {
                wrong = Some((
                    "a digit must stand before the point".into(),
                    "write a `0` before the point",
                ));
            } else if fraction == 0 {
                wrong = Some((
                    "a digit must stand behind the point".into(),
                    "write a `0` behind the point, or leave the point out",
                ));
            }
        }
        if rest[length..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[length + 1..].starts_with(['+', '-']));
            let digits = length_while(&rest[length + 1 + sign..], |c| c.is_ascii_digit());
            if digits > 0 {
                length += 1 + sign + digits;
            } else if !rest[length + 1 + sign..]
                .starts_with(|c: char| c == '_' || c.is_alphanumeric())
            {
                length += 1 + sign;
                wrong = Some(("the exponent has no digits".into(), "write it like `1e-3`"));
            }
        }
        let tail = length_while(&rest[length..], |c| c == '_' || c.is_alphanumeric());
        if tail > 0 {
            let advice = if rest[length..].starts_with('_') {
                "write the digits without `_`"
            } else {
                "put an operator between them; a name starts with a letter or `_`"
            };
            wrong = Some(("a number runs into a name".into(), advice));
            length += tail;
        } else if wrong.is_none()
            && whole > 0
            && rest[length..].starts_with('.')
            && !rest[length..].starts_with("..")
        {
            while rest[length..].starts_with('.') && !rest[length..].starts_with("..") {
                length += 1;
                length += length_while(&rest[length..], |c| c.is_ascii_digit());
            }
            wrong = Some((
                "a number has one point only".into(),
                "remove the other points",
            ));
        }
        let text = &rest[..length];
        let wrong = wrong.or_else(|| {
            let is_int = text.bytes().all(|b| b.is_ascii_digit());
            match (is_int, text.parse::<i64>(), text.parse::<f64>()) {
                (true, Ok(_), _) => None,
                (true, Err(_), _) => Some((
                    format!("this whole number is larger than {}", i64::MAX),
                    "write a smaller one, or one with an exponent like `1e20`",
                )),
                (false, _, Ok(value)) if value.is_infinite() => Some((
                    "this number is too large".into(),
                    "write a number below 1.7e308",
                )),
                (false, _, Ok(value)) if value == 0.0 && has_nonzero_digit(text) => Some((
                    "this number is too small to tell from 0".into(),
                    "write `0`, or a number above 5e-324",
                )),
                (false, _, Ok(_)) => None,
                (false, _, Err(_)) => Some(("this is not a number".into(), "write it like `0.45`")),
            }
        });
        match wrong {
            None => self.push(TokenKind::Number, length),
            Some((message, advice)) => self.bad(length, |source, text| {
                source
                    .error(codes::BAD_NUMBER, format!("{message}: `{}`", shorten(text)))
                    .label("bad number")
                    .help(advice)
            }),
        }
    }

    fn text(&mut self) {
        let rest = self.rest();
        let mut length = 1;
        let mut bad_escape = None;
        loop {
            let Some(next) = rest[length..].chars().next().filter(|c| *c != '\n') else {
                // What stands to the right is taken along, so that it is not complained of too.
                let length = rest[..length].trim_end().len();
                self.bad(length, |source, _| {
                    source
                        .error(codes::SYNTAX, "this text is not closed on its line")
                        .label("opened here")
                        .help("put a `\"` behind its last character; a quote inside a text is written `\\\"`")
                });
                return;
            };
            match next {
                '"' => break,
                '\\' => match rest[length + 1..].chars().next() {
                    Some('"' | '\\') => length += 2,
                    other => {
                        bad_escape = bad_escape.or(Some(other.filter(|c| *c != '\n')));
                        length += 1;
                    }
                },
                other => length += other.len_utf8(),
            }
        }
        length += 1;
        match bad_escape {
            None => self.push(TokenKind::Text, length),
            Some(escape) => {
                self.bad(length, |source, _| {
                    let escape = escape.map(String::from).unwrap_or_default();
                    source
                    .error(codes::SYNTAX, format!("`\\{escape}` means nothing in a text"))
                    .help("only `\\\"` and `\\\\` are known; a backslash itself is written `\\\\`")
                })
            }
        }
    }

    fn foreign_quote(&mut self, opener: char) {
        let line = self.rest().lines().next().unwrap_or_default();
        let closers: &[char] = match opener {
            '“' | '„' => &['”', '“', '"'],
            '‘' => &['’', '\''],
            '«' => &['»'],
            _ => &[opener],
        };
        let inside = &line[opener.len_utf8()..];
        let length = inside
            .char_indices()
            .find(|(_, c)| closers.contains(c))
            .map_or(opener.len_utf8(), |(at, c)| {
                opener.len_utf8() + at + c.len_utf8()
            });
        self.bad(length, |source, text| {
            let inner = text.trim_matches(|c| c == opener || closers.contains(&c));
            let problem = source.error(codes::SYNTAX, "a text stands in double quotes");
            if inner.is_empty() {
                problem
                    .label("this quote means nothing")
                    .help("write \"like this\"")
            } else {
                problem
                    .label("other quotes")
                    .help(format!("write \"{}\"", shorten(inner)))
            }
        });
    }

    fn symbol(&mut self, first: char) {
        let rest = self.rest();
        let symbol = SYMBOLS
            .iter()
            .copied()
            .find(|symbol| rest.starts_with(symbol));
        let slip = SLIPS.iter().find(|(written, _)| rest.starts_with(written));
        match (symbol, slip) {
            // `!` is a slip, `!=` is not; `&` is not, `&&` is.
            (Some(symbol), slip)
                if slip.is_none_or(|(written, _)| written.len() < symbol.len()) =>
            {
                self.push(TokenKind::Symbol, symbol.len());
            }
            (_, Some((written, advice))) => self.bad(written.len(), |source, written| {
                source
                    .error(
                        codes::SYNTAX,
                        format!("`{written}` is not part of the language"),
                    )
                    .label("unknown sign")
                    .help(*advice)
            }),
            _ => {
                let length = length_while(rest, |c| c == first);
                self.bad(length, |source, _| unknown_character(source, first));
            }
        }
    }
}

fn unknown_character(source: Source<'_>, c: char) -> Problem {
    let code = format!("U+{:04X}", u32::from(c));
    let problem = if c.is_whitespace() {
        source
            .error(
                codes::SYNTAX,
                format!("a white-space character that looks like a space but is none ({code})"),
            )
            .help("replace it with a plain space")
    } else if c.is_control() || c == '\u{feff}' || ('\u{200b}'..='\u{200f}').contains(&c) {
        source
            .error(codes::SYNTAX, format!("an invisible character ({code})"))
            .help("remove it")
    } else if c.is_ascii() {
        source
            .error(
                codes::SYNTAX,
                format!("the character `{c}` means nothing here"),
            )
            .help("remove it")
    } else {
        source
            .error(
                codes::SYNTAX,
                format!("the character `{c}` ({code}) means nothing here"),
            )
            .help("remove it; outside texts only the signs of the language can stand")
    };
    problem.label("unknown character")
}

fn has_nonzero_digit(number: &str) -> bool {
    number
        .bytes()
        .take_while(|b| !b.eq_ignore_ascii_case(&b'e'))
        .any(|b| (b'1'..=b'9').contains(&b))
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}

/// A piece of source short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 32;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= LONGEST && line.len() == text.len() {
        return line.to_owned();
    }
    let kept: String = line.chars().take(LONGEST).collect();
    format!("{}…", kept.trim_end())
}
