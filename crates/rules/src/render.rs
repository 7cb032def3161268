//! Diagnostics as text for people and as JSON for programs.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use undoku_lang::Severity;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Place, Source};

/// How diagnostics are drawn.
#[derive(Clone, Copy, Debug)]
pub struct RenderOptions {
    /// Whether to use terminal colours.
    pub color: bool,
    /// How many columns there are; longer source lines are cut around the place.
    pub width: usize,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            color: false,
            width: 120,
        }
    }
}

impl Diagnostic {
    /// The diagnostic with the lines that it is about, in the manner of rustc; no line end at the end.
    #[must_use]
    pub fn render(&self, options: RenderOptions) -> String {
        let renderer = if options.color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let code = self.code.to_string();
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level
            .primary_title(self.message.as_str())
            .id(code)
            .elements(Vec::<Origin<'_>>::new());
        group = place_elements(group, self);
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        renderer.term_width(options.width).render(&[group])
    }

    /// The diagnostic as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let json = Json {
            code: self.code.to_string(),
            severity: match self.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &self.message,
            place: JsonPlace::of(&self.place),
            label: &self.label,
            help: self.help.as_deref(),
            notes: &self.notes,
            related: self
                .secondary
                .iter()
                .map(|(place, label)| JsonRelated {
                    place: JsonPlace::of(place),
                    label,
                })
                .collect(),
        };
        // Texts, numbers and lists have no way to fail.
        serde_json::to_value(json).unwrap_or_default()
    }
}

impl Diagnostics {
    /// All diagnostics as they are ordered now, and the summary line.
    #[must_use]
    pub fn render(&self, options: RenderOptions) -> String {
        let mut out = String::new();
        for diagnostic in self {
            out.push_str(&diagnostic.render(options));
            out.push_str("\n\n");
        }
        out.push_str(&self.summary());
        out.push('\n');
        out
    }

    /// One JSON object a line.
    #[must_use]
    pub fn render_json(&self) -> String {
        self.iter()
            .map(|diagnostic| format!("{}\n", diagnostic.to_json()))
            .collect()
    }
}

/// Adds the lines of each source that the diagnostic touches, the primary place's first.
fn place_elements<'a>(mut group: Group<'a>, diagnostic: &'a Diagnostic) -> Group<'a> {
    let mut marks: Vec<(&Place, &str, AnnotationKind)> = vec![(
        &diagnostic.place,
        &diagnostic.label,
        AnnotationKind::Primary,
    )];
    marks.extend(
        diagnostic
            .secondary
            .iter()
            .map(|(place, label)| (place, label.as_str(), AnnotationKind::Context)),
    );
    while let Some((first, _, _)) = marks.first() {
        let source = first.source();
        let (here, others): (Vec<_>, Vec<_>) = marks
            .into_iter()
            .partition(|(place, _, _)| std::ptr::eq::<Source>(&**place.source(), &**source));
        marks = others;
        group = if source.is_read() {
            group.element(snippet(source, here))
        } else {
            group.element(Origin::path(source.name()))
        };
    }
    group
}

/// The lines of one source around the marks. Only these are handed on, for files can be long.
fn snippet<'a>(
    source: &'a Source,
    marks: Vec<(&'a Place, &'a str, AnnotationKind)>,
) -> Snippet<'a, Annotation<'a>> {
    let start = marks
        .iter()
        .map(|(place, _, _)| place.range().start)
        .min()
        .unwrap_or(0);
    let end = marks
        .iter()
        .map(|(place, _, _)| place.range().end)
        .max()
        .unwrap_or(0);
    let (line, window) = source.lines_around(start..end);
    let length = window.len();
    let cut = move |offset: usize| offset.saturating_sub(window.start).min(length);
    let (_, window) = source.lines_around(start..end);
    Snippet::source(&source.text()[window])
        .line_start(line)
        .path(source.name())
        .annotations(marks.into_iter().map(move |(place, label, kind)| {
            let range = place.range();
            let annotation = kind.span(cut(range.start)..cut(range.end));
            if label.is_empty() {
                annotation
            } else {
                annotation.label(label)
            }
        }))
}

#[derive(Serialize)]
struct Json<'a> {
    code: String,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
    help: Option<&'a str>,
    notes: &'a [String],
    related: Vec<JsonRelated<'a>>,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
}

/// Lines and columns count from 1, columns in characters; the end is the column behind the last
/// character. All four are null where the file could not be read.
#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}

impl<'a> JsonPlace<'a> {
    fn of(place: &'a Place) -> Self {
        let read = place.source().is_read();
        let (start, end) = (place.start(), place.end());
        Self {
            file: place.file(),
            line: read.then_some(start.line),
            column: read.then_some(start.column),
            end_line: read.then_some(end.line),
            end_column: read.then_some(end.column),
        }
    }
}
