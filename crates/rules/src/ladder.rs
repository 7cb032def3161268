//! What the names in a ladder mean, and what is wrong with a ladder as a whole.

use std::collections::HashMap;

use undoku_lang::{Range, close};

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::layer::{Found, Kind};
use crate::located::{LocatedSystem, LocatedTechnique, LocatedVariant};
use crate::model::{Order, Pick};
use crate::read::near;
use crate::rule_set::{self, Fall};
use crate::source::{Located, Place};
use crate::yaml::Node;

/// Every technique with the names of its kinds.
pub(crate) struct Names<'a>(Vec<(&'a str, Vec<&'a str>)>);

/// What a name in a ladder means.
enum Meaning<'a> {
    /// A technique, with all its kinds.
    Technique(&'a str),
    /// One kind of this technique.
    Kind(&'a str),
    /// Kinds of these two techniques, and maybe of more.
    Either(&'a str, &'a str),
    Nothing,
}

impl<'a> Names<'a> {
    /// Those of files, even of ones with mistakes.
    fn of_files(found: &'a [Found]) -> Self {
        let techniques = found.iter().filter(|one| one.kind == Kind::Technique);
        let kinds = |one: &'a Found| {
            let variants = one.root.get("variants").and_then(Node::mapping);
            let variants = variants.unwrap_or_default().iter();
            variants.map(|entry| entry.key.text()).collect()
        };
        Self(
            techniques
                .map(|one| (one.id.value.as_str(), kinds(one)))
                .collect(),
        )
    }

    /// Those of techniques.
    pub(crate) fn of(techniques: &'a [LocatedTechnique]) -> Self {
        let kinds = |technique: &'a LocatedTechnique| {
            technique
                .variants
                .iter()
                .map(|variant| variant.kind.value.as_str())
                .collect()
        };
        Self(
            techniques
                .iter()
                .map(|one| (one.id.value.as_str(), kinds(one)))
                .collect(),
        )
    }

    /// A technique comes before kinds of the same name.
    fn meaning(&self, name: &str) -> Meaning<'a> {
        if let Some((id, _)) = self.0.iter().find(|(id, _)| *id == name) {
            return Meaning::Technique(id);
        }
        let mut with_kind = self.0.iter().filter(|(_, kinds)| kinds.contains(&name));
        match (with_kind.next(), with_kind.next()) {
            (None, _) => Meaning::Nothing,
            (Some((id, _)), None) => Meaning::Kind(id),
            (Some((first, _)), Some((second, _))) => Meaning::Either(first, second),
        }
    }

    fn all(&self) -> impl Iterator<Item = &'a str> {
        let ids = self.0.iter().map(|(id, _)| *id);
        ids.chain(self.0.iter().flat_map(|(_, kinds)| kinds.iter().copied()))
    }

    /// The kinds that a name in a ladder stands for: their technique, and for each its variant, or nothing for a
    /// technique without variants. `None` for a name that means nothing or too much.
    pub(crate) fn kinds_of<'t>(
        &self,
        name: &str,
        techniques: &'t [LocatedTechnique],
    ) -> Option<(&'t LocatedTechnique, Vec<Option<&'t LocatedVariant>>)> {
        let find = |id: &str| techniques.iter().find(|one| one.id.value == id);
        match self.meaning(name) {
            Meaning::Technique(id) => {
                let technique = find(id)?;
                let variants = technique.variants.iter().map(Some);
                let all: Vec<_> = variants.collect();
                Some((technique, if all.is_empty() { vec![None] } else { all }))
            }
            Meaning::Kind(id) => {
                let technique = find(id)?;
                let mut variants = technique.variants.iter();
                let variant = variants.find(|variant| variant.kind.value == name)?;
                Some((technique, vec![Some(variant)]))
            }
            Meaning::Either(..) | Meaning::Nothing => None,
        }
    }
}

/// What is wrong with the ladders of systems: names that mean nothing or too much, and kinds that stand twice.
/// Where files are missing, names that mean nothing are not reported.
pub(crate) fn problems(
    systems: &[LocatedSystem],
    techniques: &[LocatedTechnique],
    found: &[Found],
    incomplete: bool,
) -> Vec<Diagnostic> {
    let names = Names::of_files(found);
    let mut problems = Vec::new();
    for system in systems {
        let mut seen = HashMap::new();
        let mut kinds: HashMap<&str, Standing<'_>> = HashMap::new();
        for item in system.items() {
            // Told by the walk over the file.
            if seen.insert(item.value.as_str(), ()).is_some() {
                continue;
            }
            match names.meaning(&item.value) {
                Meaning::Nothing if incomplete => {}
                Meaning::Nothing => problems.push(unknown(item, &names)),
                Meaning::Either(first, second) => problems.push(ambiguous(item, first, second)),
                Meaning::Technique(_) | Meaning::Kind(_) => {
                    // One whose file has mistakes says nothing here.
                    let Some((technique, variants)) = names.kinds_of(&item.value, techniques)
                    else {
                        continue;
                    };
                    for variant in variants {
                        let here = Standing {
                            item,
                            technique,
                            kind: variant.map_or(&technique.id, |variant| &variant.kind),
                        };
                        let Some(first) = kinds.get(here.kind.value.as_str()) else {
                            kinds.insert(&here.kind.value, here);
                            continue;
                        };
                        problems.push(twice(system, first, &here));
                        if first.technique.id.value == technique.id.value {
                            break;
                        }
                    }
                }
            }
        }
    }
    problems
}

/// Through which name a kind stands in a ladder.
struct Standing<'a> {
    item: &'a Located<String>,
    technique: &'a LocatedTechnique,
    kind: &'a Located<String>,
}

impl Standing<'_> {
    fn words(&self) -> &'static str {
        if self.item.value == self.technique.id.value {
            "through its technique"
        } else {
            "by its name"
        }
    }
}

/// The problem of a kind that stands twice in a ladder: by its name and through its technique, or because two
/// techniques have it.
fn twice(system: &LocatedSystem, first: &Standing<'_>, again: &Standing<'_>) -> Diagnostic {
    let kind = &again.kind.value;
    if first.technique.id.value == again.technique.id.value {
        return Diagnostic::error(
            codes::LADDER_TWICE,
            again.item.place.clone(),
            format!("the kind `{kind}` stands twice in the ladder"),
        )
        .label(format!("again here, {}", again.words()))
        .secondary(
            first.item.place.clone(),
            format!("first here, {}", first.words()),
        )
        .help("take one of the two out, or name the other kinds of the technique one by one");
    }
    Diagnostic::error(
        codes::KIND_TWICE,
        again.kind.place.clone(),
        format!(
            "two techniques of the system `{}` report steps of the kind `{kind}`",
            system.id.value
        ),
    )
    .label("again here")
    .secondary(first.kind.place.clone(), "first here")
    .help("rename one of the kinds, or take one of the techniques out of the ladder")
}

fn unknown(item: &Located<String>, names: &Names<'_>) -> Diagnostic {
    let problem = Diagnostic::error(
        codes::UNKNOWN_TECHNIQUE,
        item.place.clone(),
        format!(
            "no file defines a technique or a kind of step `{}`",
            item.value
        ),
    );
    problem.help(match near(&item.value, names.all()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!(
            "add a file that starts with `technique: {}`, or take it out of the ladder",
            item.value
        ),
    })
}

fn ambiguous(item: &Located<String>, first: &str, second: &str) -> Diagnostic {
    Diagnostic::error(
        codes::AMBIGUOUS_KIND,
        item.place.clone(),
        format!("two techniques have a kind of step `{}`", item.value),
    )
    .label(format!("a kind of `{first}`, or one of `{second}`"))
    .help("rename one of the kinds, or name a technique, which stands for all its kinds")
}

/// What is wrong with the scores of a ladder: errors where its order is to be proved, else warnings.
pub(crate) fn score_problems(system: &LocatedSystem, kinds: &[rule_set::Kind]) -> Vec<Diagnostic> {
    match system.ordered_by {
        Some(Order::Score) => not_rising(system, kinds),
        // Searches by chance do not look at scores.
        None if system.path.pick == Pick::Random => Vec::new(),
        None => misplaced(system, kinds),
    }
}

/// What the steps of each rung can score; nothing for a rung without kinds.
pub(crate) fn rung_scores(rungs: usize, kinds: &[rule_set::Kind]) -> Vec<Option<Range>> {
    let scores = |rung: usize| {
        let here = kinds.iter().filter(|kind| kind.rung == rung);
        here.map(|kind| kind.range).reduce(Range::hull)
    };
    (0..rungs).map(scores).collect()
}

/// The rungs whose least or greatest score falls below that of one before them, each with that one.
pub(crate) fn falls(scores: &[Option<Range>]) -> Vec<Fall> {
    let below = |value: f64, before: f64| value < before && !close(value, before);
    let mut all = Vec::new();
    // The rungs so far whose ends are the greatest.
    let mut highest: Option<[(usize, Range); 2]> = None;
    for (rung, &range) in scores.iter().enumerate() {
        let Some(range) = range else { continue };
        let Some([low, high]) = &mut highest else {
            highest = Some([(rung, range); 2]);
            continue;
        };
        let before = if below(range.lo, low.1.lo) {
            Some(low.0)
        } else if below(range.hi, high.1.hi) {
            Some(high.0)
        } else {
            None
        };
        all.extend(before.map(|before| Fall { rung, before }));
        if range.lo >= low.1.lo {
            *low = (rung, range);
        }
        if range.hi >= high.1.hi {
            *high = (rung, range);
        }
    }
    all
}

/// Rungs whose least or greatest score falls below that of one before them.
fn not_rising(system: &LocatedSystem, kinds: &[rule_set::Kind]) -> Vec<Diagnostic> {
    let scores = rung_scores(system.ladder.len(), kinds);
    let rung = |at: usize| -> Option<Scores<'_>> {
        let rung = system.ladder.get(at)?;
        Some(Scores {
            name: &rung.name()?.value,
            place: rung.place.first_line(),
            range: (*scores.get(at)?)?,
        })
    };
    falls(&scores)
        .into_iter()
        .filter_map(|fall| Some(falling(&rung(fall.before)?, &rung(fall.rung)?)))
        .collect()
}

/// A rung with what its steps can score.
struct Scores<'a> {
    name: &'a str,
    place: Place,
    range: Range,
}

fn falling(before: &Scores<'_>, rung: &Scores<'_>) -> Diagnostic {
    let words = |range: Range| format!("scores {}", shown(range));
    Diagnostic::error(
        codes::LADDER_SCORES,
        rung.place.clone(),
        format!(
            "the rung `{}` can score less than the rung `{}`, which stands before it",
            rung.name, before.name
        ),
    )
    .label(words(rung.range))
    .secondary(before.place.clone(), words(before.range))
    .note("the ladder is `ordered_by: score`: from one rung to a later one neither the least nor the greatest score falls")
    .help(if rung.range.lo.is_finite() && before.range.hi.is_finite() {
        format!(
            "put `{}` before `{}`, or change the scores of one of them",
            rung.name, before.name
        )
    } else {
        "bound the scores: clamp what they are made of, and declare the `range`".to_owned()
    })
}

/// Kinds whose every score lies below every score of the one before them stand in the wrong place.
fn misplaced(system: &LocatedSystem, kinds: &[rule_set::Kind]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for pair in kinds.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let (a, b) = (before.program.score_range(), after.program.score_range());
        // What stands on one rung counts as equally easy.
        if before.technique == after.technique || before.rung == after.rung || b.hi >= a.lo {
            continue;
        }
        let rung = system.ladder.get(after.rung);
        let mut items = rung.iter().flat_map(|rung| &rung.items);
        let Some(item) =
            items.find(|item| item.value == after.technique || item.value == after.name)
        else {
            continue;
        };
        problems.push(
            Diagnostic::warning(
                codes::LADDER_ORDER,
                item.place.clone(),
                format!(
                    "`{}` scores less than `{}`, which stands before it",
                    after.name, before.name
                ),
            )
            .label(format!("scores {}", shown(b)))
            .note(format!("`{}` scores {}", before.name, shown(a)))
            .help("put it further up the ladder, or change its score"),
        );
    }
    problems
}

fn shown(range: Range) -> String {
    format!("{:.4} to {:.4}", range.lo, range.hi)
}
