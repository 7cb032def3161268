//! No text overflows the stack or takes long to refuse.

use std::time::{Duration, Instant};

use super::{formula, pattern, template};
use undoku_lang::Problem;

/// Runs with the 2 MiB of stack that a spawned thread has unless told otherwise.
fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(2 * 1024 * 1024)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no panic")
}

/// Every construct that encloses an expression: what is before and behind the enclosed one.
const ENCLOSING: [(&str, &str); 20] = [
    ("(", ")"),
    ("[", "]"),
    ("f(", ")"),
    ("f(a, ", ", b)"),
    ("f(n: ", ")"),
    ("a[", "]"),
    ("sum(x in ", " : c)"),
    ("sum(x in S : ", ")"),
    ("{x in ", " : c}"),
    ("{x in S : ", "}"),
    ("if ", " then a else b"),
    ("if a then ", " else b"),
    ("if a then b else ", ""),
    ("sum(x in if a then b else ", " : c)"),
    ("not ", ""),
    ("-", ""),
    ("- ", ""),
    ("not (", ")"),
    ("a or (", ")"),
    ("-(", ")"),
];

/// How many of the 48 levels one round of a construct takes.
fn levels(open: &str) -> usize {
    match open {
        "not (" | "-(" | "sum(x in if a then b else " => 2,
        _ => 1,
    }
}

fn nested(open: &str, close: &str, times: usize) -> String {
    format!("{}x{}", open.repeat(times), close.repeat(times))
}

fn code<T>(result: Result<T, Vec<Problem>>) -> String {
    match result {
        Ok(_) => "fine".to_owned(),
        Err(problems) => problems[0].code.to_string(),
    }
}

#[test]
fn nesting_is_fine_up_to_48_levels() {
    on_a_small_stack(|| {
        for (open, close) in ENCLOSING {
            let most = 48 / levels(open);
            let text = nested(open, close, most);
            assert_eq!(code(formula(&text)), "fine", "{text}");
            assert_eq!(code(pattern(&format!("check {text}"))), "fine", "{text}");
            let text = nested(open, close, most + 1);
            let problems = formula(&text).expect_err(&text);
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert_eq!(problems[0].code.to_string(), "U0102", "{text}");
            assert!(
                problems[0].message.contains("more than 48 deep"),
                "{problems:?}"
            );
        }
    });
}

#[test]
fn nesting_of_ten_thousand_levels_is_refused() {
    on_a_small_stack(|| {
        for (open, close) in ENCLOSING {
            // As deep as the length allows, and then far beyond it.
            let fitting = (16 * 1024 - 20) / (open.len() + close.len());
            let text = nested(open, close, fitting);
            assert_eq!(code(formula(&text)), "U0102", "{open}");
            assert_eq!(code(pattern(&format!("check {text}"))), "U0102", "{open}");
            let text = nested(open, close, 10_000);
            let expected = if text.len() > 16 * 1024 {
                "U0103"
            } else {
                "U0102"
            };
            assert_eq!(code(formula(&text)), expected, "{open}");
            assert_eq!(code(template(&format!("{{{text}}}"))), expected, "{open}");
            // Without partners.
            let open_only: String = open.chars().cycle().take(10_000).collect();
            let _ = formula(&open_only).expect_err("unfinished");
            let _ = pattern(&format!("check {open_only}")).expect_err("unfinished");
            let _ = template(&open_only);
        }
        assert_eq!(code(template(&"{".repeat(9_999))), "U0105");
        assert_eq!(code(formula(&")".repeat(10_000))), "U0101");
    });
}

#[test]
fn long_chains_are_refused() {
    on_a_small_stack(|| {
        for op in [
            "+",
            "-",
            "*",
            "/",
            "|",
            "&",
            "^",
            "..",
            " or ",
            " and ",
            " after ",
            " and not ",
        ] {
            let chain = |terms: usize| vec!["x"; terms].join(op);
            // The first `and not` stands one deeper than a leaf.
            let most = if op == " and not " { 127 } else { 128 };
            assert_eq!(code(formula(&chain(most))), "fine", "{op}");
            assert_eq!(code(formula(&chain(most + 1))), "U0102", "{op}");
            let terms = (16 * 1024 / (op.len() + 1)).min(8_000);
            assert_eq!(code(formula(&chain(terms))), "U0102", "{op}");
            assert_eq!(
                code(pattern(&format!("check {}", chain(terms - 10)))),
                "U0102",
                "{op}"
            );
        }
        for (postfix, limit) in [(".a", 127), ("[1]", 127)] {
            assert_eq!(
                code(formula(&format!("x{}", postfix.repeat(limit)))),
                "fine"
            );
            assert_eq!(
                code(formula(&format!("x{}", postfix.repeat(limit + 1)))),
                "U0102"
            );
            assert_eq!(
                code(formula(&format!("x{}", postfix.repeat(5_000)))),
                "U0102"
            );
        }
        let depth = formula(&vec!["x"; 128].join("+")).map(|tree| tree.depth);
        assert_eq!(depth, Ok(128));
    });
}

#[test]
fn breadth_is_not_depth() {
    on_a_small_stack(|| {
        // Many prefixes, conditionals and brackets side by side are no nesting.
        assert_eq!(code(formula(&vec!["not f(-x)"; 100].join(" and "))), "fine");
        assert_eq!(
            code(formula(&format!(
                "f({})",
                vec!["if a then -b else not c"; 500].join(", ")
            ))),
            "fine"
        );
        assert_eq!(
            code(formula(&format!(
                "[{}]",
                vec!["{x in S : not c}"; 500].join(",")
            ))),
            "fine"
        );
        assert_eq!(
            code(pattern(&"check not (if a then b else c)\n".repeat(400))),
            "fine"
        );
    });
}

#[test]
fn every_level_of_precedence_in_every_bracket() {
    // The deepest that reading can go before the depth of the tree is known. A round of the first
    // takes 10 levels of the tree, of the second 12 and, beside its bracket, two of the nesting.
    on_a_small_stack(|| {
        for (ladder, most) in [
            ("a or a and a == a after a .. a | a ^ a & a + a * (", 12),
            (
                "a or a and not a == a after a .. a | a ^ a & a + a * -(",
                10,
            ),
        ] {
            assert_eq!(
                code(formula(&nested(ladder, ")", most))),
                "fine",
                "{ladder}"
            );
            for times in [most + 1, 16, 17, 48, 49, 200] {
                let text = nested(ladder, ")", times);
                assert_eq!(code(formula(&text)), "U0102", "{times} of {ladder}");
            }
        }
    });
}

#[test]
fn the_longest_text() {
    let padded = |length: usize| format!("x{}", " ".repeat(length - 1));
    assert_eq!(code(formula(&padded(16 * 1024))), "fine");
    for problems in [
        formula(&padded(16 * 1024 + 1)).expect_err("long"),
        pattern(&format!("check {}", padded(16 * 1024))).expect_err("long"),
        template(&padded(16 * 1024 + 1)).expect_err("long"),
        // The limit inside a character.
        formula(&format!("x{}", "é".repeat(9_000))).expect_err("long"),
    ] {
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].code.to_string(), "U0103");
        assert!(
            problems[0].message.contains("more than 16384"),
            "{problems:?}"
        );
        assert!((16_383..=16_384).contains(&problems[0].span.start));
    }
}

/// Reads in a time that only a grammar that parses things over and over would need more than.
fn is_quick(text: &str) {
    let start = Instant::now();
    let _ = formula(text);
    let _ = pattern(&format!("check {text}"));
    let _ = template(&format!("{{{text}}}"));
    let taken = start.elapsed();
    assert!(
        taken < Duration::from_secs(5),
        "{taken:?} for {} bytes of {}",
        text.len(),
        &text[..40.min(text.len())]
    );
}

#[test]
fn faults_are_found_in_linear_time() {
    // A fault inside, behind or instead of the innermost part makes every enclosing alternative
    // fail; were any tried twice, 48 levels would take 2^48 steps.
    on_a_small_stack(|| {
        for (open, close) in ENCLOSING {
            let times = 48 / levels(open);
            for core in ["x x", "", "x :", "x in S : c d", "x = y", ", x", "x."] {
                let deep = format!("{}{core}{}", open.repeat(times), close.repeat(times));
                is_quick(&deep);
                is_quick(&format!("{deep} {deep}"));
            }
            let deep = nested(open, close, times);
            let fill = (15 * 1024 / (deep.len() + 2)).max(1);
            is_quick(&format!(
                "[{} y y]",
                vec![deep.as_str(); fill].join(", ").replacen("x", "y", 1)
            ));
        }
    });
}

#[test]
fn long_junk_is_refused_in_linear_time() {
    on_a_small_stack(|| {
        for piece in [
            "(",
            ")",
            "[)",
            "(]",
            "{x in ",
            "f(",
            "f(x in ",
            "a in ",
            "not ",
            "- ",
            "if ",
            "then ",
            "else ",
            ": ",
            ", ",
            "\"",
            "'a' ",
            "x ",
            "1 ",
            "1e",
            ".5",
            "@ ",
            "é ",
            "\n",
            "\nfor ",
            "\nchek x ",
            "{",
            "}",
            "{}",
            "{{",
            "# ",
            "#\n",
            "\\",
            "a.",
            "a[",
            "==",
            "place x in ",
            "f(a in b) ",
            "f(a), ",
        ] {
            let text = piece.repeat(16 * 1024 / piece.len() - 4);
            is_quick(&text);
            is_quick(&format!("place f({text}) x"));
        }
    });
}
