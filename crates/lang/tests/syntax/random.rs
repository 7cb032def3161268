//! Random text never panics; random trees come back from their text.

use proptest::prelude::*;
use undoku_lang::Span;
use undoku_lang::syntax::{
    Argument, BinaryOp, Expr, ExprKind, Name, Pattern, Statement, StatementKind,
};

use super::print::{self, check_pattern_places, check_places, operator};
use super::{formula, pattern, template};

fn make(kind: ExprKind) -> Expr {
    Expr {
        kind,
        span: Span::default(),
        depth: 0,
    }
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]",
        1 => "[A-Za-z_][A-Za-z0-9_]{0,8}",
        1 => prop::sample::select(vec!["format", "in_", "not1", "iffy", "e3", "E", "andor"]).prop_map(String::from),
    ]
    .prop_filter("a keyword", |word| !KEYWORDS.contains(&word.as_str()))
}

const KEYWORDS: [&str; 19] = [
    "for",
    "in",
    "let",
    "where",
    "check",
    "place",
    "at",
    "eliminate",
    "conclude",
    "from",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "after",
    "true",
    "false",
];

fn name() -> impl Strategy<Value = Name> {
    word().prop_map(|text| Name {
        text,
        span: Span::default(),
    })
}

fn any_operator() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    prop::sample::select(vec![
        Or,
        And,
        Equal,
        NotEqual,
        Less,
        AtMost,
        Greater,
        AtLeast,
        In,
        NotIn,
        After,
        Range,
        Union,
        Difference,
        Intersection,
        Add,
        Subtract,
        Multiply,
        Divide,
    ])
}

fn leaf() -> impl Strategy<Value = Expr> {
    let number =
        any::<f64>().prop_filter_map("finite", |value| value.is_finite().then_some(value.abs()));
    prop_oneof![
        4 => word().prop_map(ExprKind::Name),
        1 => (0..=i64::MAX).prop_map(ExprKind::Int),
        1 => (0..100_i64).prop_map(ExprKind::Int),
        1 => number.prop_map(ExprKind::Number),
        1 => (0..1000_u32).prop_map(|n| ExprKind::Number(f64::from(n) / 100.0)),
        1 => "[^\n]{0,6}".prop_map(ExprKind::Text),
        1 => any::<bool>().prop_map(ExprKind::Bool),
    ]
    .prop_map(make)
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(6, 60, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new).boxed();
        let argument = (prop::option::weighted(0.3, name()), inner.clone())
            .prop_map(|(name, value)| Argument { name, value });
        prop_oneof![
            6 => (any_operator(), boxed.clone(), boxed.clone()).prop_map(|(op, left, right)| ExprKind::Binary {
                op,
                op_span: Span::default(),
                left,
                right,
            }),
            1 => boxed.clone().prop_map(ExprKind::Not),
            1 => boxed.clone().prop_map(ExprKind::Negate),
            1 => (boxed.clone(), boxed.clone(), boxed.clone()).prop_map(|(condition, then, otherwise)| ExprKind::If {
                condition,
                then,
                otherwise,
            }),
            1 => (boxed.clone(), name()).prop_map(|(of, name)| ExprKind::Field { of, name }),
            1 => (boxed.clone(), boxed.clone()).prop_map(|(of, index)| ExprKind::Index { of, index }),
            1 => prop::collection::vec(inner.clone(), 0..4).prop_map(ExprKind::List),
            2 => (name(), prop::collection::vec(argument, 0..4)).prop_map(|(name, args)| ExprKind::Call { name, args }),
            2 => (name(), name(), boxed.clone(), boxed.clone()).prop_map(|(name, variable, set, body)| {
                ExprKind::Fold { name, variable, set, body }
            }),
            1 => (name(), boxed.clone(), boxed.clone()).prop_map(|(variable, set, condition)| ExprKind::Filter {
                variable,
                set,
                condition,
            }),
        ]
        .prop_map(make)
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        (name(), tree()).prop_map(|(name, set)| StatementKind::For { name, set }),
        (name(), tree()).prop_map(|(name, value)| StatementKind::Let { name, value }),
        tree().prop_map(StatementKind::Where),
        tree().prop_map(StatementKind::Check),
        (tree(), tree()).prop_map(|(digit, cell)| StatementKind::Place { digit, cell }),
        (tree(), tree()).prop_map(|(digits, cells)| StatementKind::Eliminate { digits, cells }),
    ]
    .prop_map(|kind| Statement {
        kind,
        span: Span::default(),
    })
}

/// How tight an expression binds; a part that binds looser than its place asks for gets brackets.
fn level(e: &Expr) -> u8 {
    match &e.kind {
        ExprKind::If { .. } => 0,
        ExprKind::Not(_) => 3,
        ExprKind::Negate(_) => 12,
        ExprKind::Binary { op, .. } => match op {
            BinaryOp::Or => 1,
            BinaryOp::And => 2,
            BinaryOp::After => 5,
            BinaryOp::Range => 6,
            BinaryOp::Union => 7,
            BinaryOp::Difference => 8,
            BinaryOp::Intersection => 9,
            BinaryOp::Add | BinaryOp::Subtract => 10,
            BinaryOp::Multiply | BinaryOp::Divide => 11,
            _ => 4,
        },
        _ => 13,
    }
}

/// Writes a tree with no bracket more than it needs, and any of several kinds of gap.
struct Writer<'g> {
    out: String,
    gaps: &'g [u8],
    used: usize,
}

impl Writer<'_> {
    /// A token, and before it a gap if the two would run into each other, or just so.
    fn token(&mut self, token: &str) {
        let runs_together = |a: char, b: char| {
            let wordy = |c: char| c == '_' || c.is_ascii_alphanumeric();
            wordy(a) && wordy(b) || a == '.' && b == '.'
        };
        let needed = match (self.out.chars().last(), token.chars().next()) {
            (Some(a), Some(b)) => runs_together(a, b),
            _ => false,
        };
        let choice = self
            .gaps
            .get(self.used % self.gaps.len().max(1))
            .copied()
            .unwrap_or(0);
        self.used += 1;
        self.out.push_str(match choice % 8 {
            0..=2 if !needed => "",
            3 => "\n",
            4 => "\t  ",
            5 => " # a \"comment\" ( for\r\n ",
            _ => " ",
        });
        self.out.push_str(token);
    }

    fn list(&mut self, items: &[Expr]) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.token(",");
            }
            self.expr(item, 0);
        }
    }

    fn expr(&mut self, e: &Expr, least: u8) {
        let own = level(e);
        if own < least {
            self.token("(");
            self.expr(e, 0);
            self.token(")");
            return;
        }
        match &e.kind {
            ExprKind::Int(value) => self.token(&value.to_string()),
            ExprKind::Number(value) => self.token(&format!("{value:?}")),
            ExprKind::Text(text) => {
                let text = text.replace('\\', "\\\\").replace('"', "\\\"");
                self.token(&format!("\"{text}\""));
            }
            ExprKind::Bool(value) => self.token(&value.to_string()),
            ExprKind::Name(name) => self.token(name),
            ExprKind::Call { name, args } => {
                self.token(&name.text);
                self.token("(");
                for (at, argument) in args.iter().enumerate() {
                    if at > 0 {
                        self.token(",");
                    }
                    if let Some(name) = &argument.name {
                        self.token(&name.text);
                        self.token(":");
                    }
                    self.expr(&argument.value, 0);
                }
                self.token(")");
            }
            ExprKind::Fold {
                name,
                variable,
                set,
                body,
            } => {
                self.token(&name.text);
                self.token("(");
                self.binding(variable, set, body);
                self.token(")");
            }
            ExprKind::Filter {
                variable,
                set,
                condition,
            } => {
                self.token("{");
                self.binding(variable, set, condition);
                self.token("}");
            }
            ExprKind::List(items) => {
                self.token("[");
                self.list(items);
                self.token("]");
            }
            ExprKind::Field { of, name } => {
                // `5.x` is a number gone wrong.
                let number = matches!(of.kind, ExprKind::Int(_) | ExprKind::Number(_));
                self.expr(of, if number { 14 } else { 13 });
                self.token(".");
                self.token(&name.text);
            }
            ExprKind::Index { of, index } => {
                self.expr(of, 13);
                self.token("[");
                self.expr(index, 0);
                self.token("]");
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                for (keyword, part) in [("if", condition), ("then", then), ("else", otherwise)] {
                    self.token(keyword);
                    self.expr(part, 0);
                }
            }
            ExprKind::Not(operand) => {
                self.token("not");
                self.expr(operand, own);
            }
            ExprKind::Negate(operand) => {
                self.token("-");
                self.expr(operand, own);
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                let left_least = if own == 4 { 5 } else { own };
                self.expr(left, left_least);
                for part in operator(*op).split(' ') {
                    self.token(part);
                }
                self.expr(right, own + 1);
            }
        }
    }

    fn binding(&mut self, variable: &Name, set: &Expr, body: &Expr) {
        self.token(&variable.text);
        self.token("in");
        self.expr(set, 0);
        self.token(":");
        self.expr(body, 0);
    }

    fn statement(&mut self, statement: &Statement) {
        let parts: [(&str, Option<&Name>, Option<&Expr>); 2] = match &statement.kind {
            StatementKind::For { name, set } => {
                [("for", Some(name), None), ("in", None, Some(set))]
            }
            StatementKind::Let { name, value } => {
                [("let", Some(name), None), ("=", None, Some(value))]
            }
            StatementKind::Where(e) => [("where", None, Some(e)), ("", None, None)],
            StatementKind::Check(e) => [("check", None, Some(e)), ("", None, None)],
            StatementKind::Conclude(e) => [("conclude", None, Some(e)), ("", None, None)],
            StatementKind::Place { digit, cell } => {
                [("place", None, Some(digit)), ("at", None, Some(cell))]
            }
            StatementKind::Eliminate { digits, cells } => [
                ("eliminate", None, Some(digits)),
                ("from", None, Some(cells)),
            ],
        };
        for (keyword, name, e) in parts {
            if !keyword.is_empty() {
                self.token(keyword);
            }
            if let Some(name) = name {
                self.token(&name.text);
            }
            if let Some(e) = e {
                self.expr(e, 0);
            }
        }
    }
}

fn writer(gaps: &[u8]) -> Writer<'_> {
    Writer {
        out: String::new(),
        gaps,
        used: 0,
    }
}

/// Text made of what the language is made of, mostly in the wrong order.
fn salad() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(KEYWORDS.to_vec()).prop_map(String::from),
        prop::sample::select(vec![
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            ".",
            "..",
            "=",
            "==",
            "!=",
            "<",
            "<=",
            "|",
            "^",
            "&",
            "+",
            "-",
            "*",
            "/",
            "!",
            "&&",
            "\"",
            "'",
            "\\",
            "#",
            "\n",
            "\r\n",
            "{x in ",
            "sum(x in ",
            "1",
            "2.5",
            "1e",
            ".5",
            "9e999",
            "é",
            "“",
            "∈",
            "\u{feff}",
            "\u{a0}",
            "x",
            "chek",
            "count(",
            "{{",
            "}}",
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec((piece, prop::bool::weighted(0.6)), 0..40).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(piece, gap)| if gap { piece + " " } else { piece })
            .collect()
    })
}

/// Every reader gives a tree or problems in proper order at proper places.
fn survives(text: &str) -> Result<(), TestCaseError> {
    for problems in [
        pattern(text)
            .map(|tree| check_pattern_places(text, &tree))
            .err(),
        formula(text).map(|tree| check_places(text, &tree)).err(),
        template(text).map(drop).err(),
    ]
    .into_iter()
    .flatten()
    {
        prop_assert!(!problems.is_empty(), "refused without a reason");
        prop_assert!(problems.is_sorted_by_key(|problem| problem.span.start));
        for problem in &problems {
            prop_assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
            prop_assert_eq!(problem.fragment, undoku_lang::FragmentId(7));
            prop_assert!(!problem.message.is_empty() && !problem.message.ends_with('.'));
            prop_assert!(!problem.message.contains("keyword_") && !problem.message.contains("op_"));
            prop_assert!(
                !problem.message.contains("this text cannot be read"),
                "{problem:?}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,60}") {
        survives(&text)?;
    }

    #[test]
    fn any_word_salad_is_survived(text in salad()) {
        survives(&text)?;
    }

    #[test]
    fn a_damaged_pattern_is_survived(
        statements in prop::collection::vec(statement(), 1..4),
        cut in any::<prop::sample::Index>(),
        length in 0..4_usize,
        put in "[ -~\n]{0,2}",
    ) {
        let mut writer = writer(&[7, 0, 7, 2]);
        for statement in &statements {
            writer.out.push('\n');
            writer.statement(statement);
        }
        let characters: Vec<char> = writer.out.chars().collect();
        let at = cut.index(characters.len());
        let damaged: String = characters[..at].iter().copied()
            .chain(put.chars())
            .chain(characters.iter().copied().skip(at + length))
            .collect();
        survives(&damaged)?;
    }

    #[test]
    fn a_formula_comes_back(tree in tree(), gaps in prop::collection::vec(any::<u8>(), 1..12)) {
        let mut writer = writer(&gaps);
        writer.expr(&tree, 0);
        let again = formula(&writer.out);
        prop_assert!(again.is_ok(), "{}\n{:?}", writer.out, again);
        if let Ok(again) = again {
            prop_assert_eq!(print::expr(&again), print::expr(&tree), "{}", &writer.out);
            check_places(&writer.out, &again);
        }
    }

    #[test]
    fn a_pattern_comes_back(
        statements in prop::collection::vec(statement(), 1..5),
        gaps in prop::collection::vec(any::<u8>(), 1..12),
    ) {
        let mut writer = writer(&gaps);
        for statement in &statements {
            writer.statement(statement);
        }
        let tree = Pattern { statements };
        let again = pattern(&writer.out);
        prop_assert!(again.is_ok(), "{}\n{:?}", writer.out, again);
        if let Ok(again) = again {
            prop_assert_eq!(print::pattern(&again), print::pattern(&tree), "{}", &writer.out);
            check_pattern_places(&writer.out, &again);
        }
    }
}
