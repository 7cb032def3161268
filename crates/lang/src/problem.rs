//! What can be wrong with a fragment of rule text, and where.

use crate::span::{FragmentId, Span};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The rules are used, but something in them cannot do what it seems to.
    Warning,
    /// The rules are refused.
    Error,
}

/// A stable code of a kind of problem, printed as `U0201`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "U{:04}", self.0)
    }
}

/// One thing that is wrong with a fragment: where, what, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem.
    pub code: Code,
    /// Whether the rules can still be used.
    pub severity: Severity,
    /// The fragment it is in.
    pub fragment: FragmentId,
    /// The place in the fragment's text.
    pub span: Span,
    /// One sentence without a full stop: what is wrong.
    pub message: String,
    /// A few words that stand at the place itself; may be empty.
    pub label: String,
    /// What to do about it, where something can be said.
    pub help: Option<String>,
    /// Why it is so, or where the other half of a conflict is.
    pub notes: Vec<String>,
}

impl Problem {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, fragment: FragmentId, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            fragment,
            span,
            message: message.into(),
            label: String::new(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(
        code: Code,
        fragment: FragmentId,
        span: Span,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, fragment, span, message)
        }
    }

    /// The same problem with words at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same problem with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same problem with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// The name among `known` that `given` was most likely meant to be, if one is near enough. Capitals count as
/// small letters, but where two names are equally near.
#[must_use]
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let small = given.to_lowercase();
    known
        .into_iter()
        .map(|name| {
            let distance = strsim::damerau_levenshtein(&small, &name.to_lowercase());
            (distance, strsim::damerau_levenshtein(given, name), name)
        })
        .filter(|(distance, _, name)| {
            *distance <= 1 + name.len().max(given.len()) / 4 && *distance < given.len().max(2)
        })
        .min()
        .map(|(.., name)| name)
}
