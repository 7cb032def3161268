//! The examples of techniques: what their texts say, and what is wrong with those that say nothing.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use common::{TECHNIQUE, assert_problems, load, with};
use undoku_grid::Digit;
use undoku_rules::LocatedExample;

/// A grid without clues.
const BLANK: &str =
    ".................................................................................";
/// 1 in r1c1 and nothing else.
const ONE: &str =
    "1................................................................................";
/// 1 in r9c9 and nothing else.
const LAST: &str =
    "................................................................................1";

/// A technique file whose only example has these lines.
fn with_example(lines: &str) -> String {
    let lines: Vec<String> = lines.lines().map(|line| format!("    {line}")).collect();
    with(
        TECHNIQUE,
        "title: T",
        &format!("title: T\nexamples:\n  -\n{}", lines.join("\n")),
    )
}

fn example(lines: &str) -> LocatedExample {
    let loaded = load(&[("t.yaml", &with_example(lines))]);
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.techniques[0].examples[0].clone()
}

#[track_caller]
fn broken(lines: &str, expected: &[(u16, &str)]) {
    assert_problems(lines, &with_example(lines), &[], expected);
}

#[test]
fn a_position_is_clues_placed_digits_and_what_was_eliminated() {
    let of = example(&format!(
        "puzzle: \"{ONE}\"\nplaced: \"{}2\"\nwithout: [r1c2<>34, r1c3<>5 r1c4<>6]\nkind: t\nfinds: r1c2<>59",
        &BLANK[..80]
    ));
    let cell = |text: &str| text.parse::<undoku_grid::Cell>().expect("a cell");
    let position = of.situation.position();
    assert_eq!(position.value(cell("r1c1")), Digit::from_number(1));
    assert_eq!(position.value(cell("r9c9")), Digit::from_number(2));
    assert_eq!(of.situation.puzzle().clues().len(), 1);
    // r1c2 sees the 1; 3 and 4 were eliminated.
    assert_eq!(position.cand(cell("r1c2")).to_string(), "2, 5, 6, 7, 8, 9");
    // r1c9 sees both.
    assert_eq!(position.cand(cell("r1c9")).len(), 7);
    assert_eq!(of.situation.without().len(), 4);
    assert_eq!(of.expected.expect("a conclusion").to_string(), "r1c2<>59");
    assert_eq!(of.kind.expect("a kind").value, "t");
}

#[test]
fn conclusions_may_stand_in_one_text_or_in_several() {
    let one = example(&format!("puzzle: \"{BLANK}\"\nfinds: r1c2<>34 r9c9<>1"));
    let several = example(&format!("puzzle: \"{BLANK}\"\nfinds: [r9c9<>1, r1c2<>43]"));
    assert_eq!(one.expected, several.expected);
    let nothing = example(&format!("puzzle: \"{BLANK}\"\nfinds_nothing: true"));
    assert_eq!(nothing.expected, None);
    let placed = example(&format!("puzzle: \"{BLANK}\"\nfinds: [r9c9=1, r1c2=2]"));
    assert_eq!(
        placed.expected.expect("placements").to_string(),
        "r1c2=2 r9c9=1"
    );
}

#[test]
fn positions() {
    broken(
        "puzzle: \"‹1.23›\"\nfinds: r1c1=1",
        &[(720, "4 characters where a position has 81")],
    );
    broken(
        &format!("puzzle: \"{}‹x›2\"\nfinds: r1c1=1", &BLANK[..79]),
        &[(720, "`x` is no cell")],
    );
    broken(
        &format!(
            "puzzle: \"{ONE}\"\nplaced: \"{}‹é›\"\nfinds: r1c1=1",
            &BLANK[..80]
        ),
        &[(720, "write 1 to 9, or `.` for an open cell")],
    );
    broken(
        &format!("puzzle: ‹\"1{}1\"›\nfinds: r1c1=1", &BLANK[..7])
            .replace("1\"›", &format!("1{}\"›", &BLANK[..72])),
        &[(720, "r1c1 and r1c9 both hold 1 in row 1")],
    );
    broken(
        &format!("puzzle: \"{ONE}\"\nplaced: ‹\"{ONE}\"›\nfinds: r1c2=2"),
        &[(720, "r1c1 has a clue")],
    );
    broken(
        &format!(
            "puzzle: \"{ONE}\"\nplaced: ‹\".1{}\"›\nfinds: r1c3=2",
            &BLANK[..79]
        ),
        &[(720, "r1c1 and r1c2 both hold 1")],
    );
    broken(
        &format!("puzzle: \"{ONE}\"\nplaced: ‹[]›\nfinds: r1c3=2"),
        &[(703, "`examples.1.placed` must be a text")],
    );
}

#[test]
fn conclusions() {
    broken(
        &format!("puzzle: \"{BLANK}\"\nfinds: r1c2<>3 ‹r0c2›<>4"),
        &[(721, "not a cell")],
    );
    broken(
        &format!("puzzle: \"{BLANK}\"\nfinds: [r1c2<>3, \"r1c3<>‹0›\"]"),
        &[(721, "not a digit")],
    );
    broken(
        &format!("puzzle: \"{BLANK}\"\nfinds: [r1c2<>3, ‹r1c3=4›]"),
        &[(721, "placements and eliminations together")],
    );
    broken(
        &format!("puzzle: \"{BLANK}\"\nwithout: ‹r1c2=3›\nfinds: r1c1=1"),
        &[(721, "only candidates can be eliminated")],
    );
    // Several mistakes at once.
    broken(
        &format!("puzzle: \"{BLANK}\"\nwithout: ‹r1›\nfinds: r1c2=‹34›"),
        &[(721, "not a cell"), (721, "several digits")],
    );
}

#[test]
fn conclusions_that_the_position_rules_out() {
    broken(
        &format!("puzzle: \"{ONE}\"\nfinds: [r9c9<>1, ‹r1c2<>12›]"),
        &[(721, "r1c2 has no candidate 1 in this position")],
    );
    broken(
        &format!("puzzle: \"{ONE}\"\nfinds: ‹r1c1=1›"),
        &[(721, "r1c1 holds 1 in this position")],
    );
    broken(
        &format!("puzzle: \"{ONE}\"\nwithout: r1c2<>3\nfinds: ‹r1c2<>3›"),
        &[(721, "r1c2 has no candidate 3")],
    );
    broken(
        &format!("puzzle: \"{ONE}\"\nplaced: \"{LAST}\"\nfinds: ‹r9c1<>1›"),
        &[(721, "r9c1 has no candidate 1")],
    );
}

#[test]
fn an_elimination_that_takes_nothing_is_warned_of() {
    let lines = format!("puzzle: \"{ONE}\"\nwithout: [r9c9<>1, r1c2<>1]\nfinds: r5c5=5");
    let loaded = load(&[("t.yaml", &with_example(&lines))]);
    let only = loaded.diagnostics.iter().next().expect("a warning");
    assert_eq!(loaded.diagnostics.len(), 1);
    assert_eq!(only.code.to_string(), "U0722");
    assert!(!loaded.diagnostics.has_errors());
    assert!(only.message.contains("r1c2 has no candidate 1"));
}

#[test]
fn kinds() {
    broken(
        &format!("puzzle: \"{BLANK}\"\nkind: ‹tt›\nfinds: r1c1=1"),
        &[(723, "did you mean `t`?")],
    );
    let variants = with(
        &with_example(&format!(
            "puzzle: \"{BLANK}\"\nkind: ‹spots_rows›\nfinds: r1c1=1"
        )),
        "title: T",
        "title: T\nvariants: {spots_row: {k: 1}, spots_column: {k: 2}}",
    );
    assert_problems(
        "variants",
        &variants,
        &[],
        &[(723, "did you mean `spots_row`?")],
    );
    let other = variants.replace("spots_rows", "t");
    assert_problems(
        "an id that is no kind",
        &other,
        &[],
        &[(723, "it finds `spots_row` and `spots_column`")],
    );
}
