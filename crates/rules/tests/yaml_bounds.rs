//! Whatever stands in a file, reading it ends soon and with a diagnostic or a tree.

mod common;

use std::time::{Duration, Instant};

use common::{TECHNIQUE, load, span};
use proptest::prelude::*;
use undoku_rules::yaml::{self, Node, NodeKind};
use undoku_rules::{Layers, RenderOptions, Source, SourceFile};

/// The codes of a file's problems, which must have been found within a second.
fn codes(text: &str) -> Vec<u16> {
    let start = Instant::now();
    let loaded = load(&[("broken.yaml", text)]);
    for diagnostic in loaded.diagnostics.iter().take(3) {
        assert!(!diagnostic.render(RenderOptions::default()).is_empty());
        assert!(diagnostic.to_json().is_object());
    }
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    loaded.diagnostics.iter().map(|d| d.code.0).collect()
}

#[test]
fn deep_nesting() {
    assert_eq!(codes(&"[".repeat(10_000)), [605]);
    assert_eq!(codes(&"{a: ".repeat(10_000)), [605]);
    assert_eq!(codes(&"- ".repeat(10_000)), [605]);
    assert_eq!(
        codes(&format!("{}{}", "[".repeat(200), "]".repeat(200))),
        [605]
    );
    let steps: String = (0..10_000)
        .map(|depth| format!("{}a:\n", " ".repeat(depth % 500)))
        .collect();
    assert!(!codes(&steps).is_empty());
    let deep: String = (0..100)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    assert_eq!(codes(&deep), [605]);
}

#[test]
fn the_depth_that_is_allowed() {
    let nested = |depth: usize| {
        let text = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        yaml::parse(&Source::new("deep", text))
    };
    assert!(nested(64).is_ok());
    let problems = nested(65).expect_err("too deep");
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].code.0, span(&problems[0])),
        (605, ((1, 65), (1, 65)))
    );
}

#[test]
fn many_values() {
    let list =
        |count: usize| yaml::parse(&Source::new("long", format!("[{}]", "1,".repeat(count))));
    // The list itself is a value too.
    assert!(list(99_999).is_ok());
    let problems = list(100_000).expect_err("too many");
    assert_eq!(problems[0].code.0, 606);
}

#[test]
fn large_files() {
    let start = Instant::now();
    assert_eq!(codes(&"a".repeat(10 << 20)), [601]);
    assert_eq!(codes(&"é".repeat(1 << 19)), [802]);
    assert_eq!(codes(&format!("{}b", "é".repeat(1 << 19))), [601]);
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn hostile_files() {
    let mib = 1 << 20;
    let alias_bomb: String = std::iter::once("a0: &a0 [x, x]\n".to_owned())
        .chain((1..30).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1)))
        .collect();
    for text in [
        alias_bomb,
        "\0".repeat(mib),
        "\t".repeat(mib),
        "\n".repeat(mib),
        "\r\n".repeat(mib / 2),
        "#".repeat(mib),
        "&a ".repeat(mib / 3),
        "!a ".repeat(mib / 3),
        "*a ".repeat(mib / 3),
        "? ".repeat(mib / 2),
        ": ".repeat(mib / 2),
        "-\n".repeat(mib / 2),
        "- |\n".repeat(mib / 4),
        "a: ".repeat(mib / 3),
        "a:\n".repeat(mib / 3),
        "\"".repeat(mib),
        "\"a\" ".repeat(mib / 4),
        "'".repeat(mib),
        "---\n".repeat(mib / 4),
        "...\n".repeat(mib / 4),
        "%a\n".repeat(mib / 3),
        "[a, b],".repeat(mib / 7),
        format!("[{}", "a: b, ".repeat(mib / 7)),
        format!("{}{}", "[".repeat(60), "],[".repeat(mib / 4)),
        format!("{{{}", "a, ".repeat(mib / 4)),
        format!("a: \"{}", "\\x41".repeat(mib / 5)),
        format!("a: |\n{}", " \n".repeat(mib / 3)),
        format!("a: >\n{}", "  b\n\n".repeat(mib / 6)),
        format!("a: b\n{}", "  c\n".repeat(mib / 5)),
        format!("{}: 1", "k".repeat(mib - 10)),
        format!("technique: {}", "k".repeat(mib - 20)),
        (0..60_000).map(|n| format!("k{n}: 1\n")).collect(),
    ] {
        assert!(!codes(&text).is_empty(), "{:?}", &text[..20]);
    }
}

#[test]
fn line_ends_and_indentation_by_tabs() {
    assert_eq!(codes("technique:\tt\n"), [604]);
    assert_eq!(codes("\ttechnique: t\n\ttitle: a\n").first(), Some(&604));
    assert_eq!(codes("technique: t\r"), [603]);
}

/// Texts made of what YAML gives a meaning to.
fn yaml_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b",
        ":",
        ": ",
        " ",
        "  ",
        "\n",
        "\n  ",
        "\n\n",
        "- ",
        "-",
        "? ",
        ",",
        "[",
        "]",
        "{",
        "}",
        " # c\n",
        "#",
        "'",
        "\"",
        "|\n",
        ">\n",
        "|+2\n",
        ">-\n",
        "\\",
        "\\n",
        "\\x41",
        "\t",
        "&a ",
        "*a",
        "!t ",
        "---",
        "...",
        "%",
        "é",
        "日本",
        "🎲",
        "\r\n",
        "~",
        "1",
        ".5",
        "\u{feff}",
        "technique: ",
        "system: ",
        "constants: ",
        "tiers: ",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// Asserts that the places of a tree lie in the text, and those of children in their parent.
fn check_places(node: &Node, within: std::ops::Range<usize>) {
    let range = node.place.range();
    assert!(
        within.start <= range.start && range.end <= within.end,
        "{node:?} in {within:?}"
    );
    match &node.kind {
        NodeKind::Scalar(scalar) => {
            let mut last = 0;
            for (at, c) in scalar.text.char_indices() {
                let file = scalar.map.locate(at..at + c.len_utf8());
                assert!(
                    range.start <= file.start && file.end <= within.end,
                    "{scalar:?}"
                );
                assert!(last <= file.start, "{scalar:?}");
                last = file.start;
            }
        }
        NodeKind::Sequence(items) => items
            .iter()
            .for_each(|item| check_places(item, within.clone())),
        NodeKind::Mapping(entries) => {
            for entry in entries {
                check_places(&entry.key, within.clone());
                check_places(&entry.value, within.clone());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_ends_in_a_tree_or_in_problems(text in prop_oneof![yaml_like(), ".{0,60}"]) {
        let source = Source::new("any", text.clone());
        match yaml::parse(&source) {
            Ok(root) => check_places(&root, 0..text.len()),
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }

    #[test]
    fn any_change_of_a_file_can_be_loaded_and_rendered(
        at in 0..TECHNIQUE.len(),
        cut in 0..20_usize,
        piece in yaml_like(),
        width in 0..200_usize,
        color: bool,
    ) {
        let end = (at + cut).min(TECHNIQUE.len());
        let text = format!("{}{piece}{}", &TECHNIQUE[..at], &TECHNIQUE[end..]);
        let mut layers = Layers::new();
        layers.files([SourceFile { name: "dir/any.yaml".to_owned(), text }]);
        layers.set(format!("t.constants.{piece}"));
        let loaded = layers.load();
        prop_assert!(loaded.diagnostics.has_errors());
        for diagnostic in &loaded.diagnostics {
            let start = diagnostic.place.start();
            let shown = diagnostic.render(RenderOptions { color: false, width });
            let place = format!("{}:{}:{}", diagnostic.place.file(), start.line, start.column);
            prop_assert!(shown.contains(&place), "{} not in {}", place, shown);
            let drawn = diagnostic.render(RenderOptions { color, width });
            prop_assert!(!drawn.is_empty());
        }
    }
}
