//! Checked library tables.

use undoku_grid::Deduction;

use crate::located::LocatedLibrary;
use crate::rule_set::TechniqueInfo;

/// A kind of step, by its place in a rule set's techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId {
    /// The technique's place in [`RuleSet::techniques`](crate::RuleSet::techniques).
    pub technique: usize,
    /// The kind's place in [`TechniqueInfo::kinds`].
    pub kind: usize,
}

/// What the codes of a technique library mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    codes: Vec<Code>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Code {
    code: String,
    /// The kinds that the rules have.
    kinds: Vec<KindId>,
    /// The names that mean nothing to the rules.
    unknown: Vec<String>,
    /// Why it is left out.
    left_out: Option<String>,
}

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// Any of these kinds of step.
    Kinds(&'a [KindId]),
    /// Techniques that the rules do not have: these names.
    Missing(&'a [String]),
    /// Nothing that is tested, for this reason.
    LeftOut(&'a str),
    /// The table does not have the code.
    Unknown,
}

impl Library {
    pub(crate) fn new(located: &LocatedLibrary, techniques: &[TechniqueInfo]) -> Self {
        let meant = located.codes.iter().map(|one| {
            let mut code = Code {
                code: one.code.value.clone(),
                kinds: Vec::new(),
                unknown: Vec::new(),
                left_out: None,
            };
            for name in &one.names {
                let kinds = kinds_of(techniques, &name.value);
                if kinds.is_empty() {
                    code.unknown.push(name.value.clone());
                }
                for kind in kinds {
                    if !code.kinds.contains(&kind) {
                        code.kinds.push(kind);
                    }
                }
            }
            code
        });
        let left_out = located.left_out.iter().map(|(code, reason)| Code {
            code: code.value.clone(),
            kinds: Vec::new(),
            unknown: Vec::new(),
            left_out: Some(reason.value.clone()),
        });
        Self {
            id: located.id.value.clone(),
            title: located.title.value.clone(),
            summary: located
                .summary
                .as_ref()
                .map_or_else(String::new, |text| text.value.clone()),
            codes: meant.chain(left_out).collect(),
        }
    }

    /// Why one case is left out though its code is not: the case of the code that expects this.
    #[must_use]
    pub fn left_out_case(
        &self,
        code: &str,
        variant: Option<&str>,
        expected: &Deduction,
    ) -> Option<&str> {
        let variant = variant.map_or_else(String::new, |variant| format!("-{variant}"));
        let case = format!("{code}{variant} {expected}");
        let found = self.codes.iter().find(|one| one.code == case)?;
        found.left_out.as_deref()
    }

    /// What a code means: with its variant, if the table has it so, otherwise without.
    #[must_use]
    pub fn meaning(&self, code: &str, variant: Option<&str>) -> Meaning<'_> {
        let find = |wanted: &str| self.codes.iter().find(|one| one.code == wanted);
        let found = variant
            .and_then(|variant| find(&format!("{code}-{variant}")))
            .or_else(|| find(code));
        match found {
            None => Meaning::Unknown,
            Some(Code {
                left_out: Some(reason),
                ..
            }) => Meaning::LeftOut(reason),
            Some(found) if found.kinds.is_empty() => Meaning::Missing(&found.unknown),
            Some(found) => Meaning::Kinds(&found.kinds),
        }
    }
}

/// All kinds of the techniques with this id, and all kinds with this name.
fn kinds_of(techniques: &[TechniqueInfo], name: &str) -> Vec<KindId> {
    let mut all = Vec::new();
    for (technique, info) in techniques.iter().enumerate() {
        for (kind, one) in info.kinds.iter().enumerate() {
            if info.id == name || one.name == name {
                all.push(KindId { technique, kind });
            }
        }
    }
    all
}
