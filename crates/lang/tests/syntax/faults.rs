//! What is said about faulty text, and where.
//!
//! In the cases, `⟦` and `⟧` mark the place of each problem in order; they are not in the text.

use super::{formula, pattern, template};
use undoku_lang::{Problem, Severity};

/// The text without marks, and the marked byte ranges.
fn unmark(marked: &str) -> (String, Vec<(usize, usize)>) {
    let mut text = String::new();
    let mut places = Vec::new();
    let mut start = 0;
    for c in marked.chars() {
        match c {
            '⟦' => start = text.len(),
            '⟧' => places.push((start, text.len())),
            _ => text.push(c),
        }
    }
    (text, places)
}

/// Code, a part of the message, a part of the help (empty: whatever it is).
type Said<'a> = (&'a str, &'a str, &'a str);

#[track_caller]
fn compare<T: std::fmt::Debug>(
    marked: &str,
    read: impl Fn(&str) -> Result<T, Vec<Problem>>,
    said: &[Said<'_>],
) -> Vec<Problem> {
    let (text, places) = unmark(marked);
    assert_eq!(places.len(), said.len(), "one mark a problem: {marked}");
    let problems = read(&text).expect_err(marked);
    assert_eq!(problems.len(), said.len(), "{marked}\n{problems:#?}");
    for ((problem, (code, message, help)), (start, end)) in problems.iter().zip(said).zip(places) {
        assert_eq!(problem.code.to_string(), *code, "{marked}\n{problem:#?}");
        assert_eq!(problem.severity, Severity::Error);
        assert_eq!(problem.span.range(), start..end, "{marked}\n{problem:#?}");
        assert!(problem.message.contains(message), "{marked}\n{problem:#?}");
        let given = problem.help.as_deref().expect("what to do");
        assert!(given.contains(help), "{marked}\n{problem:#?}");
    }
    problems
}

#[track_caller]
fn in_pattern(marked: &str, said: &[Said<'_>]) -> Vec<Problem> {
    compare(marked, pattern, said)
}

#[track_caller]
fn in_formula(marked: &str, message: &str, help: &str) -> Vec<Problem> {
    compare(marked, formula, &[("U0101", message, help)])
}

#[track_caller]
fn in_template(marked: &str, said: &[Said<'_>]) -> Vec<Problem> {
    compare(marked, template, said)
}

#[test]
fn missing_brackets() {
    let problems = in_formula(
        "count(cand(c) == 1⟦⟧",
        "expected `)` to close the call of `count`",
        "",
    );
    assert_eq!(
        problems[0].notes,
        ["the `(` of the call of `count` stands at column 6 of this text"]
    );
    let problems = in_pattern(
        "for c in open\ncheck count(cand(c == 1⟦⟧\nplace 1 at c",
        &[("U0101", "expected `)` to close the call of `cand`", "")],
    );
    assert_eq!(
        problems[0].notes,
        [
            "the `(` of the call of `cand` stands at line 2, column 17 of this text",
            "the `(` of the call of `count` stands at line 2, column 12 of this text, and is not closed either",
        ]
    );
    in_formula("[1, 2⟦⟧", "expected `]` to close the list", "");
    in_formula("{x in S : c⟦⟧", "expected `}` to close the filter", "");
    in_formula("a[1⟦⟧", "expected `]` to close the index", "");
    in_formula("(a + b⟦⟧ ", "expected `)` to close the bracket", "");
    in_formula(
        "{x in S : f(x ⟦}⟧",
        "expected `)` to close the call of `f`, found `}`",
        "",
    );
    in_formula(
        "count(cand(c⟦]⟧) == 1",
        "expected `)` to close the call of `cand`, found `]`",
        "",
    );
    in_formula("count(c⟦]⟧) == 1", "`]` closes nothing", "remove it");
    in_formula("⟦)⟧ + 1", "`)` closes nothing", "remove it");
    in_formula("f(a)⟦)⟧", "`)` closes nothing", "remove it");
}

#[test]
fn missing_operands_and_operators() {
    in_formula(
        "a +⟦⟧",
        "expected an expression behind `+`, found the end of the formula",
        "",
    );
    in_formula(
        "a + ⟦*⟧ b",
        "expected an expression behind `+`, found `*`",
        "",
    );
    in_formula("⟦*⟧ 3", "expected an expression, found `*`", "");
    in_formula("a ⟦b⟧", "expected an operator behind `a`, found `b`", "");
    in_formula(
        "a ⟦\"b\"⟧",
        "expected an operator behind `a`, found a text",
        "",
    );
    in_formula(
        "(a ⟦b⟧)",
        "expected `)` or an operator in the bracket, found `b`",
        "",
    );
    in_formula("(⟦)⟧", "expected an expression in the bracket", "");
    in_formula("a[⟦]⟧", "expected an expression in the index", "");
    in_formula(
        "f(a ⟦b⟧)",
        "expected `,`, `)` or an operator in the call of `f`",
        "`,`",
    );
    in_formula(
        "[1 ⟦2⟧]",
        "expected `,`, `]` or an operator in the list",
        "`,`",
    );
    in_formula(
        "f(a, ⟦)⟧",
        "expected an expression behind `,`, found `)`",
        "remove the last comma",
    );
    in_formula("f(a: ⟦)⟧", "expected an expression in the call of `f`", "");
    in_formula(
        "2⟦(⟧a + b)",
        "`2` cannot be called",
        "to multiply, write `*`",
    );
    in_formula("x.⟦⟧", "expected the name of a field", "group.cells");
    in_formula("x.⟦3⟧", "expected the name of a field, found `3`", "");
    in_formula(
        "a == ⟦and⟧ b",
        "expected an expression behind `==`, found `and`",
        "",
    );
    in_pattern(
        "check⟦⟧\nplace 1 at c",
        &[(
            "U0101",
            "expected an expression behind `check`, found the end of the statement",
            "",
        )],
    );
    in_pattern(
        "check a ⟦b⟧",
        &[(
            "U0101",
            "an operator or the next statement behind `a`, found `b`",
            "",
        )],
    );
}

#[test]
fn comparisons() {
    in_pattern(
        "check count(a) ⟦=⟧ 1",
        &[("U0101", "`=` only gives a `let` its value", "write `==`")],
    );
    in_pattern(
        "let a ⟦==⟧ 1",
        &[("U0101", "expected `=` behind `a`, found `==`", "one `=`")],
    );
    in_formula(
        "f(links ⟦=⟧ candidate)",
        "`=` only gives",
        "followed by `:`",
    );
    in_formula(
        "a < b ⟦<⟧ c",
        "`<` cannot follow `<`: comparisons do not chain",
        "`and`",
    );
    in_formula(
        "a == b ⟦not in⟧ c",
        "`not in` cannot follow `==`",
        "b and b not in",
    );
}

#[test]
fn foreign_signs() {
    for (sign, advice) in [
        ("&&", "`and`"),
        ("||", "`or`"),
        ("===", "`==`"),
        ("<>", "`!=`"),
        ("=<", "`<=`"),
        ("=>", "`>=`"),
        ("**", "`*`"),
        ("//", "`/`"),
        ("%", "no remainder"),
        ("...", "`..`"),
        ("∈", "`in`"),
        ("∉", "`not in`"),
        ("≠", "`!=`"),
        ("≤", "`<=`"),
        ("≥", "`>=`"),
        ("∩", "`&`"),
        ("∪", "`|`"),
        ("×", "`*`"),
        ("−", "hyphen"),
    ] {
        in_formula(
            &format!("a ⟦{sign}⟧ b"),
            &format!("`{sign}` is not part of the language"),
            advice,
        );
    }
    in_formula("⟦!⟧a", "`!` is not part of the language", "`not`");
    in_pattern(
        "check a⟦;⟧\ncheck b",
        &[("U0101", "`;` is not part", "no `;`")],
    );
    in_formula("a ⟦@⟧ b", "the character `@` means nothing here", "");
}

#[test]
fn characters_of_several_bytes() {
    in_formula("⟦größe⟧ + 1", "`größe` is not a name", "a to z");
    in_formula("\"ü\" + ⟦∞∞⟧ + 1", "the character `∞` (U+221E)", "");
    in_formula(
        "a +⟦\u{a0}⟧b",
        "looks like a space but is none (U+00A0)",
        "plain space",
    );
    in_formula(
        "⟦\u{feff}⟧a",
        "an invisible character (U+FEFF)",
        "remove it",
    );
    compare(
        "⟦é⟧ + ⟦😀⟧ + 1",
        formula,
        &[
            ("U0101", "`é` is not a name", ""),
            ("U0101", "`😀` (U+1F600)", ""),
        ],
    );
}

#[test]
fn quotes() {
    in_formula(
        "kind == ⟦'naked'⟧",
        "a text stands in double quotes",
        "write \"naked\"",
    );
    in_formula(
        "⟦“naked”⟧",
        "a text stands in double quotes",
        "write \"naked\"",
    );
    in_formula("a ⟦'⟧ b", "a text stands in double quotes", "");
    in_formula("kind == ⟦\"naked⟧ ", "not closed on its line", "`\"`");
    in_formula("⟦\"a\\nb\"⟧", "`\\n` means nothing in a text", "backslash");
    in_pattern(
        "check ⟦\"a⟧\ncheck b ⟦\"⟧",
        &[
            ("U0101", "not closed on its line", ""),
            ("U0101", "not closed on its line", ""),
        ],
    );
}

#[test]
fn numbers() {
    for (text, message) in [
        ("⟦.5⟧", "a digit must stand before the point"),
        ("⟦5.⟧", "a digit must stand behind the point"),
        ("⟦5.⟧ + 1", "a digit must stand behind the point"),
        ("1 + ⟦1e999⟧", "too large"),
        ("⟦1e-999⟧", "too small"),
        ("⟦9223372036854775808⟧", "larger than 9223372036854775807"),
        ("⟦12abc⟧", "runs into a name"),
        ("⟦1_000⟧", "runs into a name"),
        ("⟦1e⟧", "the exponent has no digits"),
        ("⟦1e+⟧ + 2", "the exponent has no digits"),
        ("⟦1.2.3⟧", "one point only"),
    ] {
        compare(text, formula, &[("U0104", message, "")]);
        compare(&format!("check {text}"), pattern, &[("U0104", message, "")]);
        compare(&format!("{{{text}}}"), template, &[("U0104", message, "")]);
    }
}

#[test]
fn bindings() {
    in_pattern(
        "for d ⟦of⟧ S",
        &[(
            "U0101",
            "expected `in` behind `for d`, found `of`",
            "for d in",
        )],
    );
    in_pattern(
        "for d ⟦=⟧ S",
        &[(
            "U0101",
            "expected `in` behind `for d`, found `=`",
            "for d in",
        )],
    );
    in_pattern(
        "for d⟦⟧",
        &[("U0101", "expected `in` behind `for d`, found the end", "")],
    );
    in_pattern(
        "for ⟦in⟧ open",
        &[("U0101", "expected a name behind `for`, found `in`", "NAME")],
    );
    in_pattern(
        "for ⟦3⟧ in open",
        &[("U0101", "expected a name behind `for`, found `3`", "NAME")],
    );
    in_pattern(
        "for ⟦in⟧ in open",
        &[(
            "U0101",
            "`in` is a keyword and cannot be a name",
            "another name",
        )],
    );
    in_pattern(
        "for c in⟦⟧\ncheck c",
        &[("U0101", "expected an expression behind `in`", "")],
    );
    in_pattern("let ⟦at⟧ = 3", &[("U0101", "`at` is a keyword", "`at_`")]);
    in_pattern("let ⟦check⟧ = 3", &[("U0101", "`check` is a keyword", "")]);
    in_pattern(
        "let x ⟦3⟧",
        &[("U0101", "expected `=` behind `let x`, found `3`", "let x =")],
    );
    in_pattern(
        "let ⟦=⟧ 3",
        &[("U0101", "expected a name behind `let`", "")],
    );
    in_formula("count(⟦from⟧)", "`from` is a keyword", "");
    in_formula("x.⟦in⟧", "`in` is a keyword", "");
    in_formula("⟦for⟧ == 1", "`for` starts a statement", "");
}

#[test]
fn conclusions() {
    in_pattern(
        "place d ⟦in⟧ c",
        &[(
            "U0101",
            "`place` wants `at` before the cells, found `in`",
            "place DIGIT at CELL",
        )],
    );
    in_pattern(
        "place d ⟦c⟧",
        &[(
            "U0101",
            "`place` wants `at` before the cells, found `c`",
            "",
        )],
    );
    in_pattern("place d ⟦from⟧ c", &[("U0101", "`place` wants `at`", "")]);
    in_pattern("place d⟦⟧", &[("U0101", "`place` wants `at`", "")]);
    in_pattern(
        "place first({x in S : x}) ⟦in⟧ c",
        &[("U0101", "`place` wants `at`", "")],
    );
    in_pattern(
        "eliminate d ⟦in⟧ S",
        &[(
            "U0101",
            "`eliminate` wants `from` before the cells, found `in`",
            "eliminate DIGITS from CELLS",
        )],
    );
    in_pattern(
        "eliminate d ⟦at⟧ S",
        &[("U0101", "`eliminate` wants `from`", "")],
    );
}

#[test]
fn filters_and_folds() {
    in_formula(
        "{x in S ⟦count⟧(x)}",
        "expected `:` behind the set of the filter, found `count`",
        "{x in S :",
    );
    in_formula(
        "{x in S⟦}⟧",
        "expected `:` behind the set of the filter, found `}`",
        "condition",
    );
    in_formula("{x ⟦|⟧ x in S}", "expected `in` behind `x`, found `|`", "");
    in_formula(
        "{⟦1⟧, 2}",
        "expected a name behind `{`, found `1`",
        "[1, 2, 3]",
    );
    in_formula("{⟦in⟧ in S : c}", "`in` is a keyword", "");
    in_formula("{x in S : ⟦}⟧", "expected an expression in the filter", "");
    in_formula(
        "sum(x in S ⟦count⟧(x))",
        "expected `:`, `)` or an operator in the call of `sum`",
        "sum(x in … : …)",
    );
    in_formula(
        "sum(⟦x in S : x⟧, 3)",
        "must be the only argument",
        "{x in S",
    );
    in_formula(
        "f(a + b ⟦:⟧ 3)",
        "before `:` stands either `x in S` or the name of an argument",
        "f(name: value)",
    );
    in_formula("f(a: b ⟦:⟧ c)", "expected `,`, `)` or an operator", "");
    in_formula("f((x) ⟦:⟧ c)", "before `:` stands", "");
    in_formula("f(if a then b else c ⟦:⟧ d)", "before `:` stands", "");
}

#[test]
fn loose_operators_need_brackets() {
    in_formula("a + ⟦not⟧ b", "`not` cannot stand behind `+`", "`(not …)`");
    in_formula(
        "a == ⟦if⟧ b then c else d",
        "`if` cannot stand behind `==`",
        "`(if …)`",
    );
    in_formula(
        "if a then b⟦⟧",
        "expected `else` or an operator",
        "if CONDITION then",
    );
    in_formula(
        "if a ⟦b⟧",
        "expected `then` or an operator",
        "if CONDITION then",
    );
}

#[test]
fn statements() {
    in_pattern(
        "⟦chek⟧ count(a) == 1",
        &[(
            "U0101",
            "`chek` starts no statement",
            "did you mean `check`?",
        )],
    );
    in_pattern(
        "⟦Check⟧ a",
        &[(
            "U0101",
            "`Check` starts no statement",
            "did you mean `check`?",
        )],
    );
    in_pattern(
        "⟦frobnicate⟧ a",
        &[("U0101", "starts no statement", "`eliminate`")],
    );
    in_pattern("⟦3⟧", &[("U0101", "`3` starts no statement", "`for`")]);
    in_pattern(
        "⟦(⟧for c in open)",
        &[("U0101", "`(` starts no statement", "")],
    );
    in_pattern("⟦then⟧ a", &[("U0101", "`then` starts no statement", "")]);
    in_formula(
        "⟦check⟧ a",
        "`check` starts a statement, but this is a formula",
        "`pattern`",
    );
    in_pattern("⟦⟧", &[("U0101", "the pattern is empty", "")]);
    in_pattern(
        "⟦⟧ \n # nothing\n",
        &[("U0101", "the pattern is empty", "")],
    );
    in_formula("⟦⟧", "the formula is empty", "");
    in_formula("⟦⟧  # nothing", "the formula is empty", "");
}

#[test]
fn all_statements_are_reported() {
    in_pattern(
        "⟦fro⟧ b in boxes
         for d ⟦of⟧ missing(b)
         ⟦lett⟧ s = spots(d, b)
         check count(s == 1⟦⟧
         where a ⟦&&⟧ b and c ⟦||⟧ d
         check a
         check 1 + ⟦.5⟧
         eliminate d ⟦in⟧ s
         ⟦plaec⟧ d at only(s)",
        &[
            ("U0101", "`fro` starts no statement", "`for`"),
            ("U0101", "expected `in`", ""),
            ("U0101", "`lett` starts no statement", "`let`"),
            ("U0101", "expected `)` to close the call of `count`", ""),
            ("U0101", "`&&`", ""),
            ("U0101", "`||`", ""),
            ("U0104", "before the point", ""),
            ("U0101", "wants `from`", ""),
            ("U0101", "`plaec` starts no statement", "`place`"),
        ],
    );
    // At most 32, the first ones.
    let many = "check a b\n".repeat(100);
    let problems = pattern(&many).expect_err("faulty");
    assert_eq!(problems.len(), 32);
    assert_eq!(problems[31].span.start, 31 * 10 + 8);
}

#[test]
fn braces_of_templates() {
    in_template(
        "⟦{⟧d goes",
        &[("U0105", "expected `}` to close this `{`", "`{{`")],
    );
    in_template(
        "d⟦}⟧ goes ⟦{}⟧ to ⟦{ }⟧ {c}",
        &[
            ("U0105", "`}` closes nothing", "`}}`"),
            ("U0105", "nothing stands between these braces", "{target}"),
            ("U0105", "nothing stands between these braces", "{target}"),
        ],
    );
    in_template(
        "é{a ⟦b⟧} and {c +⟦⟧} and {f(a⟦⟧}",
        &[
            ("U0101", "expected an operator behind `a`, found `b`", ""),
            ("U0101", "expected an expression behind `+`, found `}`", ""),
            ("U0101", "expected `)` to close the call of `f`", ""),
        ],
    );
    in_template(
        "{⟦check⟧ x}",
        &[("U0101", "`check` starts a statement", "")],
    );
    in_template("{{d⟦}⟧", &[("U0105", "`}` closes nothing", "")]);
}
