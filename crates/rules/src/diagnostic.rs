//! What is wrong with rule files, at real places of real files.

use undoku_lang::{Code, Severity};

use crate::source::Place;

/// One thing that is wrong: where, what, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// Whether the rules can still be used.
    pub severity: Severity,
    /// One sentence without a full stop: what is wrong.
    pub message: String,
    /// Where it is.
    pub place: Place,
    /// A few words that stand at the place itself; may be empty.
    pub label: String,
    /// Other places that belong to the problem, with words of their own.
    pub secondary: Vec<(Place, String)>,
    /// What to do about it, where something can be said.
    pub help: Option<String>,
    /// Why it is so.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            place,
            label: String::new(),
            secondary: Vec::new(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, place, message)
        }
    }

    /// The same diagnostic with words at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same diagnostic with a second place.
    #[must_use]
    pub fn secondary(mut self, place: Place, label: impl Into<String>) -> Self {
        self.secondary.push((place, label.into()));
        self
    }

    /// The same diagnostic with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same diagnostic with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// A list of diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Sorts by file name, then place. The order among equals stays.
    pub fn sort(&mut self) {
        self.list.sort_by(|a, b| {
            (a.place.file(), a.place.range().start).cmp(&(b.place.file(), b.place.range().start))
        });
    }

    /// The diagnostics as they are ordered now.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// The number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    /// Whether the rules must be refused.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// The number of files that have a diagnostic.
    #[must_use]
    pub fn files(&self) -> usize {
        let mut names: Vec<&str> = self.list.iter().map(|d| d.place.file()).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    /// `2 errors, 1 warning in 3 files`, or `no problems`.
    #[must_use]
    pub fn summary(&self) -> String {
        let parts: Vec<String> = [(self.errors(), "error"), (self.warnings(), "warning")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| counted(count, noun))
            .collect();
        if parts.is_empty() {
            "no problems".to_owned()
        } else {
            format!("{} in {}", parts.join(", "), counted(self.files(), "file"))
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.list.extend(iter);
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Self {
            list: iter.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// `1 file`, `2 files`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// Text of a file as it may stand in a message: in backticks, short, without control characters.
pub(crate) fn shown(text: &str) -> String {
    format!("`{}`", printable(text))
}

/// Text of a file, short and without control characters.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut out = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == LONGEST {
            out.push('…');
            break;
        }
        let invisible = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || invisible {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}
