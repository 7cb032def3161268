//! Which operator binds tighter, for every pair of them.

use super::print;
use super::{formula, pattern};

/// The operators between two operands, a line a level, loosest first.
const LEVELS: [&[&str]; 11] = [
    &["or"],
    &["and"],
    &["==", "!=", "<", "<=", ">", ">=", "in", "not in"],
    &["after"],
    &[".."],
    &["|"],
    &["^"],
    &["&"],
    &["+", "-"],
    &["*", "/"],
    &[],
];
const COMPARISONS: usize = 2;

#[track_caller]
fn means(text: &str, expected: &str) {
    let tree = formula(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    assert_eq!(print::expr(&tree), expected, "{text}");
    print::check_places(text, &tree);
}

fn operators() -> impl Iterator<Item = (usize, &'static str)> {
    LEVELS
        .iter()
        .enumerate()
        .flat_map(|(level, ops)| ops.iter().map(move |op| (level, *op)))
}

#[test]
fn every_pair() {
    let mut pairs = 0;
    for (first_level, first) in operators() {
        for (second_level, second) in operators() {
            let text = format!("a {first} b {second} c");
            pairs += 1;
            if first_level == COMPARISONS && second_level == COMPARISONS {
                let problems = formula(&text).expect_err(&text);
                assert!(problems[0].message.contains("do not chain"), "{problems:?}");
                assert_eq!(&text[problems[0].span.range()], second);
            } else if second_level > first_level {
                means(&text, &format!("({first} a ({second} b c))"));
            } else {
                means(&text, &format!("({second} ({first} a b) c)"));
            }
            means(
                &format!("(a {first} b) {second} c"),
                &format!("({second} ({first} a b) c)"),
            );
            means(
                &format!("a {first} (b {second} c)"),
                &format!("({first} a ({second} b c))"),
            );
        }
    }
    assert_eq!(pairs, 19 * 19);
}

#[test]
fn not_binds_between_and_and_comparisons() {
    for (level, op) in operators() {
        if level < COMPARISONS {
            means(&format!("not a {op} b"), &format!("({op} (not a) b)"));
            means(&format!("a {op} not b"), &format!("({op} a (not b))"));
            means(
                &format!("a {op} not not b"),
                &format!("({op} a (not (not b)))"),
            );
        } else {
            means(&format!("not a {op} b"), &format!("(not ({op} a b))"));
            let text = format!("a {op} not b");
            let problems = formula(&text).expect_err(&text);
            assert_eq!(&text[problems[0].span.range()], "not");
            assert!(
                problems[0].message.contains("`not` cannot stand behind"),
                "{problems:?}"
            );
        }
    }
    means("a or not b and c", "(or a (and (not b) c))");
    means(
        "not a and not b or not c",
        "(or (and (not a) (not b)) (not c))",
    );
    means("not a not in b", "(not (not in a b))");
}

#[test]
fn minus_binds_tighter_than_any_operator_between() {
    for (_, op) in operators() {
        means(&format!("-a {op} b"), &format!("({op} (- a) b)"));
        means(&format!("a {op} -b"), &format!("({op} a (- b))"));
        means(&format!("-a {op} - -b"), &format!("({op} (- a) (- (- b)))"));
    }
    means("a--b", "(- a (- b))");
    means("-a.b", "(- (. a b))");
    means("-a[1]", "(- (@ a 1))");
    means("-f(x)", "(- (f x))");
    means("not -a == b", "(not (== (- a) b))");
    means("2 * -3..4", "(.. (* 2 (- 3)) 4)");
}

#[test]
fn fields_and_indexes_bind_tightest() {
    for (_, op) in operators() {
        means(&format!("a {op} b.c"), &format!("({op} a (. b c))"));
        means(
            &format!("a {op} b[c {op} d]"),
            &format!("({op} a (@ b ({op} c d)))"),
        );
    }
    means("a.b.c[1][2].d", "(. (@ (@ (. (. a b) c) 1) 2) d)");
    means("[a, b][1]", "(@ [a b] 1)");
    means("(a | b).c", "(. (| a b) c)");
    means("{x in S : c}.d", "(. {x S c} d)");
}

#[test]
fn chains_of_three_name_their_middle() {
    let problems = formula("1 < a + b <= 3 and c").expect_err("a chain");
    assert_eq!(problems.len(), 1);
    let help = problems[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("`… < a + b and a + b <= …`"), "{help}");
    // Through brackets and in separate operands of `and`, comparisons may meet.
    means("(a < b) == c", "(== (< a b) c)");
    means(
        "a < b and b < c or d < e",
        "(or (and (< a b) (< b c)) (< d e))",
    );
    let statements = pattern("check a == b == c").expect_err("a chain");
    assert!(statements[0].message.contains("do not chain"));
}
