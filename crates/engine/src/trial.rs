//! Trying techniques on positions: what was expected, and what was found.

use std::ops::ControlFlow;

use undoku_grid::format::LibraryCase;
use undoku_grid::{Deduction, Situation};
use undoku_rules::{Example, KindId, Library, Meaning, RuleSet};

use crate::finder::Finder;

/// The most matches of one kind that are looked at in one position.
pub const MOST_MATCHES: usize = 20_000;

/// The most different conclusions that a verdict lists.
pub const MOST_LISTED: usize = 8;

/// What came out where a technique was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It did what was expected: a match concludes exactly that, or nothing was to be found and
    /// nothing was.
    Validated,
    /// There was something to be found, and it found nothing.
    Missing(Findings),
    /// There was something to be found, and no match concludes exactly that.
    Wrong(Findings),
    /// Nothing was to be found, and it found something.
    Noisy(Findings),
}

impl Verdict {
    /// Whether it did what was expected.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        matches!(self, Self::Validated)
    }

    /// The verdict in one word.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Validated => "validated",
            Self::Missing(_) => "missing",
            Self::Wrong(_) => "wrong",
            Self::Noisy(_) => "noisy",
        }
    }

    /// What was found instead; `None` where the verdict is good.
    #[must_use]
    pub const fn findings(&self) -> Option<&Findings> {
        match self {
            Self::Missing(findings) | Self::Wrong(findings) | Self::Noisy(findings) => {
                Some(findings)
            }
            Self::Validated => None,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first different conclusions, at most [`MOST_LISTED`].
    pub listed: Vec<Finding>,
    /// How many matches there are, several with one conclusion among them.
    pub matches: usize,
    /// Whether there may be more: a source stopped at its limit, or there are more than
    /// [`MOST_MATCHES`] of one kind.
    pub cut_short: bool,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of step.
    pub kind: KindId,
    /// What it concludes.
    pub deduction: Deduction,
    /// The sentence that explains it.
    pub text: String,
}

impl Finder {
    /// Tries kinds of step in a situation, where one match of one of them is expected to conclude
    /// exactly this, or none to be there.
    pub fn judge(
        &mut self,
        kinds: &[KindId],
        situation: &Situation,
        expected: Option<&Deduction>,
    ) -> Verdict {
        let mut findings = Findings::default();
        for &kind in kinds {
            let mut left = MOST_MATCHES;
            let found = self.each(kind, situation, |mut found| {
                if expected == Some(found.deduction()) {
                    return ControlFlow::Break(true);
                }
                if left == 0 {
                    return ControlFlow::Break(false);
                }
                left -= 1;
                findings.matches += 1;
                let deduction = *found.deduction();
                let listed = &mut findings.listed;
                if listed.len() < MOST_LISTED && listed.iter().all(|f| f.deduction != deduction) {
                    listed.push(Finding {
                        kind,
                        deduction,
                        text: found.explain(),
                    });
                }
                ControlFlow::Continue(())
            });
            match found {
                Some(true) => return Verdict::Validated,
                Some(false) => findings.cut_short = true,
                None => findings.cut_short |= self.was_cut_short(kind),
            }
        }
        match (expected.is_some(), findings.matches > 0) {
            (true, true) => Verdict::Wrong(findings),
            (true, false) => Verdict::Missing(findings),
            (false, true) => Verdict::Noisy(findings),
            (false, false) => Verdict::Validated,
        }
    }

    /// Tries an example of the technique with this place in the rules.
    pub fn judge_example(&mut self, technique: usize, example: &Example) -> Verdict {
        let kinds = kinds_of(self.rules(), technique, example.kind.as_deref());
        self.judge(&kinds, &example.situation, example.finds.as_ref())
    }

    /// Tries a case of a technique library by what a table says of its code.
    pub fn judge_case(&mut self, library: &Library, case: &LibraryCase) -> CaseVerdict {
        let variant = case.variant.as_deref();
        let left_out = case
            .finds
            .as_ref()
            .and_then(|finds| library.left_out_case(&case.code, variant, finds));
        if let Some(reason) = left_out {
            return CaseVerdict::CaseLeftOut(reason.to_owned());
        }
        match library.meaning(&case.code, variant) {
            Meaning::Kinds(kinds) => {
                CaseVerdict::Tried(self.judge(kinds, &case.situation, case.finds.as_ref()))
            }
            Meaning::Missing(names) => CaseVerdict::NoSuchKind(names.to_vec()),
            Meaning::LeftOut(reason) => CaseVerdict::LeftOut(reason.to_owned()),
            Meaning::Unknown => CaseVerdict::UnknownCode,
        }
    }
}

/// The kinds of a technique that have this name; all of them without one.
fn kinds_of(rules: &RuleSet, technique: usize, name: Option<&str>) -> Vec<KindId> {
    let info = rules.techniques.get(technique);
    let kinds = info
        .into_iter()
        .flat_map(|info| info.kinds.iter().enumerate());
    kinds
        .filter(|(_, kind)| name.is_none_or(|name| kind.name == name))
        .map(|(kind, _)| KindId { technique, kind })
        .collect()
}

/// What came of a case of a technique library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseVerdict {
    /// It was tried.
    Tried(Verdict),
    /// The table leaves the code out, for this reason.
    LeftOut(String),
    /// The table leaves this case out, for this reason, but not its code.
    CaseLeftOut(String),
    /// The table does not have the code.
    UnknownCode,
    /// The table names kinds of step for the code that the rules do not have.
    NoSuchKind(Vec<String>),
}
