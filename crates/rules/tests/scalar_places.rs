//! Every character of a scalar's value is found at its place in the file, however it is written.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

use proptest::prelude::*;
use undoku_rules::yaml::{self, Node};
use undoku_rules::{Source, Style};

/// A way of writing a text: what stands in the file, and for each character of the value, in order,
/// the bytes of the file that stand for it.
#[derive(Clone, Debug, Default)]
struct Written {
    file: String,
    value: String,
    places: Vec<std::ops::Range<usize>>,
}

impl Written {
    /// Writes characters that are no part of the value.
    fn skip(&mut self, text: &str) {
        self.file.push_str(text);
    }

    /// Writes a character of the value as `text`.
    fn put(&mut self, c: char, text: &str) {
        let start = self.file.len();
        self.file.push_str(text);
        self.value.push(c);
        self.places.push(start..self.file.len());
    }

    /// Writes characters as they are.
    fn plain(&mut self, text: &str) {
        for c in text.chars() {
            self.put(c, c.encode_utf8(&mut [0; 4]));
        }
    }

    /// Asserts that reading the file gives the value under `key`, with these places.
    fn check(&self, style: Style) {
        let source = Source::new("file", self.file.clone());
        let root = yaml::parse(&source)
            .unwrap_or_else(|problems| panic!("{problems:?} in {:?}", self.file));
        let node = root.get("key").and_then(Node::scalar).expect("a scalar");
        assert_eq!(node.style, style, "{:?}", self.file);
        assert_eq!(node.text, self.value, "{:?}", self.file);
        for ((at, c), place) in self.value.char_indices().zip(&self.places) {
            let found = node.map.locate(at..at + c.len_utf8());
            assert_eq!(
                found, *place,
                "{c:?} of {:?} in {:?}",
                self.value, self.file
            );
        }
        for (from, (start, _)) in self.value.char_indices().enumerate() {
            // A longer span reaches from its first character's place to its last one's.
            let found = node.map.locate(start..self.value.len());
            let last = self.places.last().expect("a character");
            assert_eq!(
                found,
                self.places[from].start..last.end.max(self.places[from].start)
            );
        }
    }
}

/// What may stand in front of the scalar in the file, multi-byte characters among it.
fn before() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "a: é\n",
        "# größer 🎲\n",
        "\u{feff}",
        "l: [日本, 'x']\n",
        "b: |\n  ü\n\n",
    ])
}

/// Words that are safe in every style.
fn word() -> impl Strategy<Value = String> {
    "[a-zé日🎲][a-z0-9(){}+*=é日🎲_]{0,6}".prop_filter("no comment, no bracket first", |word| {
        !word.starts_with('{')
    })
}

fn words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(word(), 1..5)
}

/// Lines of words, the numbers of empty lines behind them, and how much they are indented further.
fn lines() -> impl Strategy<Value = Vec<(Vec<String>, usize, usize)>> {
    prop::collection::vec((words(), 0..3_usize, 0..3_usize), 1..5)
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["\n", "\r\n"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn plain_and_quoted_folded_over_lines(
        before in before(),
        lines in lines(),
        end in line_end(),
        quote in prop::sample::select(vec!["", "'", "\""]),
        behind in prop::sample::select(vec!["", " # comment", "\nnext: 1"]),
    ) {
        let mut written = Written::default();
        written.skip(&before.replace('\n', end));
        written.skip("key: ");
        written.skip(quote);
        let last = lines.len() - 1;
        for (index, (words, empty, indent)) in lines.iter().enumerate() {
            if index > 0 {
                written.skip(&" ".repeat(2 + indent));
            }
            written.plain(&words.join(" "));
            if index == last {
                break;
            }
            // Blanks in front of a line's end are no part of the value.
            written.skip(&" ".repeat(*indent));
            if *empty == 0 {
                written.put(' ', end);
            } else {
                written.skip(end);
                for _ in 0..*empty {
                    written.skip(&" ".repeat(*indent));
                    written.put('\n', end);
                }
            }
        }
        written.skip(quote);
        written.skip(behind);
        written.skip(end);
        written.check(match quote {
            "" => Style::Plain,
            "'" => Style::SingleQuoted,
            _ => Style::DoubleQuoted,
        });
    }

    #[test]
    fn single_quoted(before in before(), text in "[a-z' \"\\\\:#é日🎲]{1,20}") {
        let mut written = Written::default();
        written.skip(before);
        written.skip("key: '");
        for c in text.chars() {
            if c == '\'' {
                written.put(c, "''");
            } else {
                written.plain(c.encode_utf8(&mut [0; 4]));
            }
        }
        written.skip("'\n");
        written.check(Style::SingleQuoted);
    }

    #[test]
    fn double_quoted_with_every_escape(
        before in before(),
        pieces in prop::collection::vec(prop_oneof![
            word().prop_map(|word| (None, word)),
            prop::sample::select(vec![
                ('\0', "\\0"), ('\u{7}', "\\a"), ('\u{8}', "\\b"), ('\t', "\\t"), ('\n', "\\n"), ('\u{b}', "\\v"),
                ('\u{c}', "\\f"), ('\r', "\\r"), ('\u{1b}', "\\e"), (' ', "\\ "), ('"', "\\\""), ('/', "\\/"),
                ('\\', "\\\\"), ('\u{85}', "\\N"), ('\u{a0}', "\\_"), ('\u{2028}', "\\L"), ('\u{2029}', "\\P"),
                ('A', "\\x41"), ('é', "\\u00e9"), ('日', "\\u65E5"), ('🎲', "\\U0001F3b2"),
            ]).prop_map(|(c, escape)| (Some(c), escape.to_owned())),
        ], 1..12),
        broken_at in 0..12_usize,
    ) {
        let mut written = Written::default();
        written.skip(before);
        written.skip("key: \"");
        for (index, (c, text)) in pieces.iter().enumerate() {
            if index == broken_at {
                // An escaped line break is nothing at all.
                written.skip("\\\n    ");
            }
            match c {
                Some(c) => written.put(*c, text),
                None => written.plain(text),
            }
        }
        written.skip("\"\n");
        written.check(Style::DoubleQuoted);
    }

    #[test]
    fn literal(
        before in before(),
        lines in lines(),
        end in line_end(),
        indicator in prop::sample::select(vec!["", "-", "+", "2", "2-", "+2", "-2"]),
        comment in prop::sample::select(vec!["", "  ", " # comment"]),
        more: bool,
    ) {
        let mut written = Written::default();
        written.skip(&before.replace('\n', end));
        written.skip("key: |");
        written.skip(indicator);
        written.skip(comment);
        written.skip(end);
        let last = lines.len() - 1;
        for (index, (words, empty, indent)) in lines.iter().enumerate() {
            written.skip("  ");
            // Without an indicator, the first line says how far the text is indented.
            if index > 0 || indicator.contains('2') {
                written.plain(&" ".repeat(*indent));
            }
            written.plain(&words.join(" "));
            if index < last {
                written.put('\n', end);
                for _ in 0..*empty {
                    written.put('\n', end);
                }
            } else {
                chomp(&mut written, indicator, *empty, end);
            }
        }
        if more {
            written.skip("next: 1\n");
        }
        written.check(Style::Literal);
    }

    #[test]
    fn folded(
        before in before(),
        lines in lines(),
        end in line_end(),
        indicator in prop::sample::select(vec!["", "-", "+"]),
        more: bool,
    ) {
        let mut written = Written::default();
        written.skip(&before.replace('\n', end));
        written.skip("key: >");
        written.skip(indicator);
        written.skip(end);
        // Lines that are indented further keep the breaks around them.
        let deeper = |index: usize| index > 0 && lines[index].2 > 0;
        for (index, (words, empty, indent)) in lines.iter().enumerate() {
            written.skip("  ");
            if deeper(index) {
                written.plain(&" ".repeat(*indent));
            }
            written.plain(&words.join(" "));
            if index == lines.len() - 1 {
                chomp(&mut written, indicator, *empty, end);
            } else if deeper(index) || deeper(index + 1) {
                written.put('\n', end);
                for _ in 0..*empty {
                    written.put('\n', end);
                }
            } else if *empty == 0 {
                written.put(' ', end);
            } else {
                written.skip(end);
                for _ in 0..*empty {
                    written.put('\n', end);
                }
            }
        }
        if more {
            written.skip("next: 1\n");
        }
        written.check(Style::Folded);
    }
}

/// Writes the end of a block scalar: its last line's break and the empty lines behind it.
fn chomp(written: &mut Written, indicator: &str, empty: usize, end: &str) {
    if indicator.contains('-') {
        written.skip(end);
    } else {
        written.put('\n', end);
    }
    for _ in 0..empty {
        if indicator.contains('+') {
            written.put('\n', end);
        } else {
            written.skip(end);
        }
    }
}

#[test]
fn the_pattern_of_a_technique() {
    let text = "key: |\n  for c in open\n  check x\nnext: 1\n";
    let root = yaml::parse(&Source::new("file", text)).expect("YAML");
    let scalar = root.get("key").and_then(Node::scalar).expect("a scalar");
    assert_eq!(scalar.text, "for c in open\ncheck x\n");
    // `check` is 14 bytes into the value; in the file 7 of the key's line, 16 of the first line and
    // 2 of indentation stand in front.
    assert_eq!(scalar.map.locate(14..19), 25..30);
    assert_eq!(&text[25..30], "check");
    // The position behind the value lies behind its last line, not in the line of the next key.
    let end = scalar.text.len();
    assert_eq!(scalar.map.locate(end..end), 32..32);
    assert_eq!(&text[..32], "key: |\n  for c in open\n  check x");
}

#[test]
fn values_in_brackets_and_in_lists() {
    let text = "k:\n- {a: [x y, 'it''s']}\n- - \"\\u00e9z\"\n  - |-\n    é\n    f\n";
    let root = yaml::parse(&Source::new("file", text)).expect("YAML");
    let mut scalars = Vec::new();
    collect(&root, &mut scalars);
    let found: Vec<_> = scalars
        .iter()
        .map(|(value, at)| (value.as_str(), &text[at.clone()]))
        .collect();
    assert_eq!(
        found,
        [
            ("k", "k"),
            ("a", "a"),
            ("x y", "y"),
            ("it's", "s"),
            ("éz", "z"),
            ("é\nf", "f")
        ]
    );
}

/// The scalars of a tree, each with the place of its last character.
fn collect(node: &Node, into: &mut Vec<(String, std::ops::Range<usize>)>) {
    match &node.kind {
        yaml::NodeKind::Scalar(scalar) => {
            let end = scalar.text.len();
            into.push((scalar.text.clone(), scalar.map.locate(end - 1..end)));
        }
        yaml::NodeKind::Sequence(items) => items.iter().for_each(|item| collect(item, into)),
        yaml::NodeKind::Mapping(entries) => {
            for entry in entries {
                collect(&entry.key, into);
                collect(&entry.value, into);
            }
        }
    }
}
