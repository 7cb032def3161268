//! Helpers of the tests: small good files, and texts in which the expected places are marked.

#![allow(dead_code, reason = "no test file uses all of them")]

use undoku_rules::{Diagnostic, Layers, Loaded, SourceFile};

/// A technique file with nothing but what has to be there.
pub(crate) const TECHNIQUE: &str = "\
technique: t
title: T
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 1
score: 1.0
explain: found
";

/// A system file with nothing but what has to be there.
pub(crate) const SYSTEM: &str = "\
system: s
version: 1
title: S
ladder: [t]
metrics:
  scoring:
    score_total: sum(score)
";

/// `base` with its only `from` replaced.
pub(crate) fn with(base: &str, from: &str, to: &str) -> String {
    assert_eq!(base.matches(from).count(), 1, "{from:?} in {base:?}");
    base.replace(from, to)
}

/// Loads files given as name and text in one layer.
pub(crate) fn load(files: &[(&str, &str)]) -> Loaded {
    let mut layers = Layers::new();
    layers.files(files.iter().map(|(name, text)| SourceFile {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
    }));
    layers.load()
}

/// A line and a column of the start, and of the end.
pub(crate) type Span = ((usize, usize), (usize, usize));

/// Takes `‹…›` out of a text and returns the places so marked, and those marked `«…»`.
pub(crate) fn marked(text: &str) -> (String, Vec<Span>, Vec<Span>) {
    let mut plain = String::new();
    let (mut primary, mut secondary) = (Vec::new(), Vec::new());
    let mut start = (1, 1);
    let mut at = (1, 1);
    for c in text.chars() {
        match c {
            '‹' | '«' => start = at,
            '›' => primary.push((start, at)),
            '»' => secondary.push((start, at)),
            _ => {
                plain.push(c);
                at = if c == '\n' {
                    (at.0 + 1, 1)
                } else {
                    (at.0, at.1 + 1)
                };
            }
        }
    }
    (plain, primary, secondary)
}

/// The place of a diagnostic in lines and columns.
pub(crate) fn span(diagnostic: &Diagnostic) -> Span {
    let (start, end) = (diagnostic.place.start(), diagnostic.place.end());
    ((start.line, start.column), (end.line, end.column))
}

/// Asserts that a file has exactly the expected problems at exactly its marked places: a code and a
/// piece of the message for each `‹…›`, in the order of the places.
pub(crate) fn assert_problems(
    name: &str,
    marked_text: &str,
    beside: &[(&str, &str)],
    expected: &[(u16, &str)],
) {
    let (text, primary, secondary) = marked(marked_text);
    let mut files = beside.to_vec();
    files.push(("broken.yaml", &text));
    let loaded = load(&files);
    let found: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.code.0, span(d), words(d)))
        .collect();
    assert_eq!(found.len(), expected.len(), "{name}: {found:#?}");
    assert_eq!(
        primary.len(),
        expected.len(),
        "{name}: one mark for each problem"
    );
    for ((diagnostic, (code, place, words)), (want_place, (want_code, phrase))) in loaded
        .diagnostics
        .iter()
        .zip(&found)
        .zip(primary.iter().zip(expected))
    {
        assert_eq!(diagnostic.place.file(), "broken.yaml", "{name}");
        assert_eq!((code, place), (want_code, want_place), "{name}: {words}");
        assert!(words.contains(phrase), "{name}: no {phrase:?} in {words:?}");
        assert!(diagnostic.help.is_some(), "{name}: what to do? {words}");
    }
    let mut seconds: Vec<Span> = loaded
        .diagnostics
        .iter()
        .flat_map(|d| &d.secondary)
        .map(|(place, _)| {
            let (start, end) = (place.start(), place.end());
            ((start.line, start.column), (end.line, end.column))
        })
        .collect();
    seconds.sort_unstable();
    seconds.dedup();
    assert_eq!(seconds, secondary, "{name}: secondary places");
}

/// Everything that a diagnostic says.
pub(crate) fn words(diagnostic: &Diagnostic) -> String {
    format!(
        "{}\n{}\n{}\n{}\n",
        diagnostic.message,
        diagnostic.label,
        diagnostic.help.as_deref().unwrap_or(""),
        diagnostic.notes.join("\n")
    )
}
