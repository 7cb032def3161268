//! Files that are not the YAML of a rule file: each problem at its exact place.

mod common;

use common::{TECHNIQUE, assert_problems, load, span, with, words};

/// Asserts the problems of a technique file in which `from` is replaced by `to`.
fn broken(from: &str, to: &str, expected: &[(u16, &str)]) {
    assert_problems(to, &with(TECHNIQUE, from, to), &[], expected);
}

#[test]
fn mapping_syntax() {
    broken(
        "assertions: 1",
        "assertions: sum(x in S ‹:› 1)",
        &[(604, "a text that contains `: ` needs quotes")],
    );
    broken("title: T", "  title‹:› T", &[(604, "indented too far")]);
    broken(
        "title: T",
        "title: T\n  summary‹:› S",
        &[(604, "indented too far")],
    );
    broken(
        "title: T\npattern",
        "title\n‹p›attern",
        &[(604, "a key without a `:`")],
    );
    broken(
        "title: T",
        "title: T\n- ‹a›",
        &[(604, "a key was expected here")],
    );
    broken(
        "title: T",
        "title: ‹-› a",
        &[(604, "a `- ` entry cannot stand here")],
    );
    broken(
        "title: T",
        "title: T\n‹:› b",
        &[(611, "a key is missing here")],
    );
    broken(
        "title: T",
        "title: T\n? ‹[a]›\n: b",
        &[(611, "a key must be a name")],
    );
    broken(
        "title: T",
        "constants:\n  a: 1\n ‹b›: 2\ntitle: T",
        &[(604, "start in the same column")],
    );
    broken(
        "  check count",
        " ‹c›heck count",
        &[(604, "a key was expected here")],
    );
}

#[test]
fn bracket_syntax() {
    broken(
        "score: 1.0",
        "range: «[»1, 2\nscore‹:› 1.0",
        &[(604, "is a `]` missing?")],
    );
    broken(
        "title: T",
        "constants: «{»a: {b: [1, 2]}\n‹t›itle: T",
        &[(604, "is a `}` missing?")],
    );
    broken(
        "title: T",
        "constants: {a: 1 b‹:› 2}\ntitle: T",
        &[(604, "a `,` or `}` was expected")],
    );
    broken(
        "title: T",
        "constants: {a: [1, 2‹}›\ntitle: T",
        &[(604, "a `,` or `]` was expected")],
    );
    broken(
        "title: T",
        "constants: {a: [‹-› 1]}\ntitle: T",
        &[(604, "cannot stand inside brackets")],
    );
    broken(
        "explain: found",
        "explain: {d} ‹i›s here",
        &[(604, "needs quotes around the whole of it")],
    );
    broken(
        "score: 1.0",
        "range: [1, 2]‹#› ends\nscore: 1.0",
        &[(604, "a space is missing in front of `#`")],
    );
}

#[test]
fn text_syntax() {
    broken(
        "title: T",
        "title: ‹@›T",
        &[(604, "a text cannot start with `@`")],
    );
    broken(
        "title: T",
        "title: ‹\"›T",
        &[(604, "is its closing quote missing?")],
    );
    broken(
        "explain: found",
        "explain: ‹\"›found",
        &[(604, "closing quote is missing")],
    );
    broken(
        "title: T",
        "title: 'T' ‹t›oo",
        &[(604, "something follows the closing quote")],
    );
    broken(
        "title: T",
        "title: \"a‹\\q›b\"",
        &[(604, "a backslash itself is written")],
    );
    broken(
        "title: T",
        "title: \"a‹\\x›4\"",
        &[(604, "an escape without its digits")],
    );
    broken(
        "title: T",
        "title: \"a‹\\u›D800\"",
        &[(604, "a character that does not exist")],
    );
    broken(
        "pattern: |",
        "pattern: ‹|› for",
        &[(604, "text cannot follow `|`")],
    );
    broken(
        "  for c in open",
        "    \n   ‹f›or c in open",
        &[(604, "indented less than the first line")],
    );
    broken("title: T", "title:\n‹\t›T", &[(604, "a tab cannot indent")]);
    broken(
        "  check count",
        "‹\t›check count",
        &[(604, "a tab cannot indent")],
    );
}

#[test]
fn refused_features() {
    broken(
        "title: T",
        "title: ‹&name› T",
        &[(607, "anchors and aliases are not used")],
    );
    broken(
        "title: T",
        "title: ‹*name›",
        &[(607, "a text that starts with `*` needs quotes")],
    );
    broken(
        "title: T",
        "title: ‹!!str› T",
        &[(608, "tags are not used")],
    );
    broken(
        "title: T",
        "title: ‹!t› ‹&a› T",
        &[(608, "tags"), (607, "anchors")],
    );
    broken(
        "title: T",
        "title: T\n‹---›\ntechnique: u",
        &[(609, "a second document starts here")],
    );
    broken(
        "title: T",
        "«title»: T\n‹title›: U",
        &[(610, "the key `title` is given twice")],
    );
    broken(
        "title: T",
        "title: T\nconstants: {«a»: 1, ‹\"\\x61\"›: 2}",
        &[(610, "the key `a` is given twice")],
    );
}

#[test]
fn several_at_once() {
    broken(
        "title: T",
        "title: ‹&a› T\nconstants: {«x»: 1, ‹x›: ‹!t› 2}",
        &[(607, "anchors"), (610, "`x`"), (608, "tags")],
    );
}

#[test]
fn forbidden_characters() {
    broken(
        "title: T",
        "title: T‹\0›T",
        &[(603, "U+0000 may not stand in a rule file")],
    );
    broken(
        "title: T",
        "title: ‹\u{1b}›[31mT‹\u{85}›",
        &[(603, "U+001B"), (603, "U+0085")],
    );
    broken("title: T", "title: T‹\u{feff}›", &[(603, "U+FEFF")]);
    broken(
        "title: T",
        "title: T‹\r› and more",
        &[(603, "save the file with LF or CRLF line ends")],
    )
}

#[test]
fn places_count_characters_and_not_bytes() {
    let text = with(
        TECHNIQUE,
        "title: T",
        "title: größer → 🎲 # ë\nsummary: [ü, é]",
    );
    let loaded = load(&[("broken.yaml", &text)]);
    let only = loaded.diagnostics.iter().next().expect("a problem");
    assert_eq!(span(only), ((3, 10), (3, 16)));
    assert_eq!(only.place.text(), "[ü, é]");
    // 13 bytes of the first line, 30 of the second, 9 of `summary: `.
    let second = "title: größer → 🎲 # ë\n".len();
    assert_eq!(only.place.range().start, 13 + second + 9);
}

#[test]
fn crlf_files_have_the_same_places() {
    let text = with(TECHNIQUE, "score: 1.0", "scoer: 1.0").replace('\n', "\r\n");
    let loaded = load(&[("broken.yaml", &text)]);
    let found: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.code.0, span(d)))
        .collect();
    assert_eq!(found, [(701, ((8, 1), (8, 6)))], "{loaded:?}");
}

#[test]
fn a_byte_order_mark_moves_no_column() {
    let text = format!(
        "\u{feff}{}",
        with(TECHNIQUE, "technique: t", "technique: T")
    );
    let loaded = load(&[("broken.yaml", &text)]);
    let only = loaded.diagnostics.iter().next().expect("a problem");
    assert_eq!((only.code.0, span(only)), (704, ((1, 12), (1, 13))));
    assert_eq!(
        load(&[("good.yaml", &format!("\u{feff}{TECHNIQUE}"))])
            .techniques
            .len(),
        1
    );
}

#[test]
fn an_empty_file_says_what_belongs_into_it() {
    for text in ["", "\n\n", "# nothing\n", "---\n", "\u{feff}"] {
        let loaded = load(&[("empty.yaml", text)]);
        assert_eq!(loaded.diagnostics.len(), 1, "{text:?}");
        for only in &loaded.diagnostics {
            assert_eq!(only.code.0, 802, "{text:?}");
            assert!(
                words(only).contains("`technique: …`, `system: …` or `library: …`"),
                "{text:?}"
            );
        }
    }
}
