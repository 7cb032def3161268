//! From a problem of a fragment to text and JSON.

mod common;

use common::{SYSTEM, TECHNIQUE, load, with};
use undoku_lang::{Code, Problem, Severity, Span};
use undoku_rules::{Diagnostic, Diagnostics, Layers, Place, RenderOptions, Source, SourceFile};

const PLAIN: RenderOptions = RenderOptions {
    color: false,
    width: 100,
};

#[test]
fn a_problem_of_a_fragment_lands_in_the_file() {
    let text = with(
        TECHNIQUE,
        "explain: found",
        "explain: >\n  größer\n  als {x}\nevidence: {a: \"n\\u00e9 + b\"}",
    );
    let loaded = load(&[("t.yaml", &text)]);
    let technique = &loaded.techniques[0];
    let place = |fragment: &undoku_lang::Fragment, piece: &str| {
        let start = fragment.text.find(piece).expect("the piece") as u32;
        let span = Span::new(start, start + piece.len() as u32);
        let problem = Problem::error(Code(201), fragment.id, span, "wrong")
            .label("here")
            .help("do this")
            .note("so it is");
        let diagnostic = loaded.fragments.diagnostic(problem);
        assert_eq!(diagnostic.message, "wrong");
        assert_eq!(diagnostic.label, "here");
        assert_eq!(diagnostic.help.as_deref(), Some("do this"));
        assert_eq!(diagnostic.notes, ["so it is"]);
        assert_eq!(diagnostic.place.file(), "t.yaml");
        let (start, end) = (diagnostic.place.start(), diagnostic.place.end());
        (start.line, start.column, end.line, end.column)
    };
    // The pattern starts in line 4, its lines in column 3.
    assert_eq!(place(&technique.pattern, "open"), (4, 12, 4, 16));
    assert_eq!(place(&technique.pattern, "only"), (6, 9, 6, 13));
    assert_eq!(
        place(&technique.pattern, "count(cand(c)) == 1\nplace"),
        (5, 9, 6, 8)
    );
    assert_eq!(place(&technique.explain, "{x}"), (11, 7, 11, 10));
    assert_eq!(place(&technique.explain, "er als"), (10, 7, 11, 6));
    assert_eq!(place(&technique.evidence[0].formula, "é"), (12, 17, 12, 23));
    assert_eq!(place(&technique.evidence[0].formula, "b"), (12, 26, 12, 27));
    assert_eq!(place(&technique.score, "1.0"), (8, 8, 8, 11));
    assert_eq!(loaded.fragments.path(technique.pattern.id), "pattern");
    assert_eq!(
        loaded.fragments.path(technique.evidence[0].formula.id),
        "evidence.a"
    );
}

#[test]
fn fragments_say_where_they_stand_in_their_file() {
    let system = with(
        SYSTEM,
        "title: S",
        "title: S\nclasses: {c: {domain: scoring, choose: [{name: A}]}, d: {domain: scoring, choose: [{when: 1 < 2}]}}",
    );
    let loaded = load(&[("t.yaml", TECHNIQUE), ("s.yaml", &system)]);
    let system = &loaded.systems[0];
    let metric = system.metrics[0].metrics[0].formula.id;
    assert_eq!(loaded.fragments.path(metric), "metrics.scoring.score_total");
    let when = system.classes[1].choices[0]
        .when
        .as_ref()
        .expect("a condition");
    assert_eq!(loaded.fragments.path(when.id), "classes.d.choose.1.when");
}

#[test]
fn text_shows_code_place_line_label_note_and_help() {
    let source = Source::new("dir/s.yaml", "a: é\nb: [1, 2]\nc: 3\n");
    let diagnostic = Diagnostic::warning(Code(42), Place::new(&source, 10..11), "the message")
        .label("the label")
        .secondary(Place::new(&source, 0..1), "the other place")
        .note("the note")
        .help("the help");
    let expected = "\
warning[U0042]: the message
 --> dir/s.yaml:2:5
  |
1 | a: é
  | - the other place
2 | b: [1, 2]
  |     ^ the label
  |
  = note: the note
  = help: the help";
    assert_eq!(diagnostic.render(PLAIN), expected);
    let colored = diagnostic.render(RenderOptions {
        color: true,
        width: 100,
    });
    assert!(colored.contains("\u{1b}["));
    assert!(!diagnostic.render(PLAIN).contains('\u{1b}'));
}

#[test]
fn places_in_two_files_show_both() {
    let (one, two) = (
        Source::new("one.yaml", "a\nb\n"),
        Source::new("two.yaml", "c\n"),
    );
    let diagnostic = Diagnostic::error(Code(7), Place::new(&one, 2..3), "both")
        .secondary(Place::new(&two, 0..1), "and here");
    let drawn = diagnostic.render(PLAIN);
    assert!(drawn.contains("--> one.yaml:2:1"), "{drawn}");
    assert!(drawn.contains("two.yaml:1:1"), "{drawn}");
    assert!(drawn.contains("1 | c\n  | - and here"), "{drawn}");
}

#[test]
fn a_file_that_was_not_read_is_named() {
    let diagnostic = Diagnostic::error(
        Code(620),
        Place::whole(&Source::unread("gone.yaml")),
        "unreadable",
    );
    assert_eq!(
        diagnostic.render(PLAIN),
        "error[U0620]: unreadable\n--> gone.yaml"
    );
    let json = diagnostic.to_json();
    assert_eq!(json["file"], "gone.yaml");
    assert!(json["line"].is_null() && json["column"].is_null());
}

#[test]
fn a_very_long_line_is_cut_to_the_width() {
    let source = Source::new(
        "long.yaml",
        format!("{}: [{}]", "k".repeat(3_000), "1, ".repeat(100_000)),
    );
    let diagnostic = Diagnostic::error(Code(1), Place::new(&source, 2_999..3_000), "long");
    let longest = diagnostic
        .render(PLAIN)
        .lines()
        .map(|line| line.chars().count())
        .max();
    assert!(longest <= Some(110), "{longest:?}");
}

#[test]
fn json_has_a_line_for_each_diagnostic() {
    let loaded = load(&[(
        "t.yaml",
        &with(TECHNIQUE, "title: T", "title: 1\nsummry: é"),
    )]);
    let json = loaded.diagnostics.render_json();
    let lines: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    let first = serde_json::json!({
        "code": "U0703",
        "severity": "error",
        "message": "`title` must be a text, not the number `1`",
        "file": "t.yaml",
        "line": 2,
        "column": 8,
        "end_line": 2,
        "end_column": 9,
        "label": "expected a text",
        "help": "put it in quotes: \"1\"",
        "notes": [],
        "related": [],
    });
    assert_eq!(lines[0], first);
    assert_eq!(lines[1]["line"], 3);
    assert_eq!(lines[1]["end_column"], 7);
}

#[test]
fn json_lists_related_places() {
    let loaded = load(&[("t.yaml", &with(TECHNIQUE, "title: T", "title: T\ntitle: U"))]);
    let json = loaded
        .diagnostics
        .iter()
        .next()
        .expect("a problem")
        .to_json();
    let related = serde_json::json!([{
        "file": "t.yaml",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 6,
        "label": "first given here",
    }]);
    assert_eq!(json["related"], related);
}

#[test]
fn the_summary_counts_files_with_problems() {
    let source = |name: &str| Source::new(name, "x");
    let at = |name: &str| Place::whole(&source(name));
    let mut diagnostics = Diagnostics::new();
    assert_eq!(diagnostics.summary(), "no problems");
    diagnostics.push(Diagnostic::error(Code(1), at("a"), "one"));
    assert_eq!(diagnostics.summary(), "1 error in 1 file");
    diagnostics.push(Diagnostic::error(Code(1), at("b"), "two"));
    diagnostics.push(Diagnostic::warning(Code(1), at("c"), "three"));
    assert_eq!(diagnostics.summary(), "2 errors, 1 warning in 3 files");
    assert!(
        diagnostics
            .render(PLAIN)
            .ends_with("\n\n2 errors, 1 warning in 3 files\n")
    );
    assert_eq!((diagnostics.errors(), diagnostics.warnings()), (2, 1));
    assert!(diagnostics.iter().any(|d| d.severity == Severity::Warning));
}

#[test]
fn text_of_a_file_cannot_steer_the_terminal() {
    let text = with(TECHNIQUE, "title: T", "title: T\n\"a\\e[31mb\\u202e\": 1");
    let mut layers = Layers::new();
    layers.files([SourceFile {
        name: "t.yaml".to_owned(),
        text,
    }]);
    layers.set("t.title=a\u{1b}[31m");
    for diagnostic in &layers.load().diagnostics {
        let drawn = diagnostic.render(PLAIN);
        assert!(
            !drawn.contains('\u{1b}') && !drawn.contains('\u{202e}'),
            "{drawn:?}"
        );
    }
}
