//! The rules that a rating depends on, piece by piece: what two versions of them differ in can be named.

use undoku_lang::Fragment;

use crate::hash::{Hash, by_technique};
use crate::located::{
    ConstantValue, LocatedSystem, LocatedTechnique, LocatedTiers, LocatedVariant, NamedConstant,
    NamedFormula,
};
use crate::model::{Number, Pick};

/// The digits of a text's hash.
const DIGITS: usize = 8;

/// The pieces of one file that ratings depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The id of the technique or the system.
    pub id: String,
    /// Of a technique: the kinds of step that the ladder has of it. Empty for a system.
    pub kinds: Vec<String>,
    /// The pieces, in the order of the file's keys.
    pub parts: Vec<Part>,
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The way to it within the file, as a change of a single value names it: `constants.base`, `pattern`.
    pub path: String,
    /// What stands there.
    pub value: PartValue,
}

/// What a piece of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartValue {
    /// A number, as rule files write it.
    Number(String),
    /// Numbers, as rule files write them: `[1, 2.5]`.
    List(String),
    /// A short text: a constant's expression, or a word.
    Text(String),
    /// A pattern, a formula or several of them: the first digits of a hash, in hexadecimal.
    Hash(String),
}

/// A system and the techniques of its ladder, the system first. Together the pieces are all that the rules' hash
/// is made from.
pub(crate) fn outline<'a>(
    system: &LocatedSystem,
    ladder: impl Iterator<Item = (&'a LocatedTechnique, Option<&'a LocatedVariant>)>,
) -> Vec<Outline> {
    let counted = system.path.pick == Pick::Random;
    let techniques = by_technique(ladder).into_iter();
    let techniques =
        techniques.map(|(technique, variants)| of_technique(technique, &variants, counted));
    std::iter::once(of_system(system))
        .chain(techniques)
        .collect()
}

fn of_technique(
    technique: &LocatedTechnique,
    variants: &[&LocatedVariant],
    counted: bool,
) -> Outline {
    let mut parts = Parts::default();
    parts.constants("constants", &technique.constants);
    for variant in variants {
        let path = format!("variants.{}", variant.kind.value);
        parts.constants(&path, &variant.constants);
    }
    parts.text("pattern", &technique.pattern);
    if let Some(possible) = technique.possible.as_ref().filter(|_| counted) {
        parts.text("possible", possible);
    }
    parts.formulas("evidence", &technique.evidence);
    parts.text("assertions", &technique.assertions);
    parts.text("score", &technique.score);
    let mut kinds: Vec<String> = variants
        .iter()
        .map(|variant| variant.kind.value.clone())
        .collect();
    if kinds.is_empty() {
        kinds.push(technique.id.value.clone());
    }
    Outline {
        id: technique.id.value.clone(),
        kinds,
        parts: parts.0,
    }
}

fn of_system(system: &LocatedSystem) -> Outline {
    let mut parts = Parts::default();
    parts.hash("ladder", |hash| hash.ladder(&system.ladder));
    let pick = match system.path.pick {
        Pick::First => "first",
        Pick::Easiest => "easiest",
        Pick::All => "all",
        Pick::Random => "random",
    };
    parts.put("path.pick", PartValue::Text(pick.to_owned()));
    if let Some(runs) = &system.path.runs {
        parts.put("path.runs", PartValue::Number(runs.value.to_string()));
    }
    if let Some(seed) = &system.path.seed {
        parts.put("path.seed", PartValue::Number(seed.value.to_string()));
    }
    if let Some(cost) = &system.cost {
        parts.text("cost", cost);
    }
    parts.constants("constants", &system.constants);
    parts.formulas("step", &system.step);
    for domain in &system.metrics {
        parts.formulas(&format!("metrics.{}", domain.name.value), &domain.metrics);
    }
    parts.formulas("extras", &system.extras);
    for class in &system.classes {
        let path = format!("classes.{}", class.name.value);
        parts.hash(&path, |hash| hash.class(class));
    }
    if let Some(tiers) = &system.tiers {
        parts.tiers(tiers);
    }
    Outline {
        id: system.id.value.clone(),
        kinds: Vec::new(),
        parts: parts.0,
    }
}

#[derive(Default)]
struct Parts(Vec<Part>);

impl Parts {
    fn put(&mut self, path: &str, value: PartValue) {
        self.0.push(Part {
            path: path.to_owned(),
            value,
        });
    }

    fn hash(&mut self, path: &str, take_in: impl FnOnce(&mut Hash)) {
        let mut hash = Hash::new();
        take_in(&mut hash);
        self.put(path, PartValue::Hash(hash.digits(DIGITS)));
    }

    fn text(&mut self, path: &str, fragment: &Fragment) {
        self.hash(path, |hash| hash.fragment(Some(fragment)));
    }

    fn formulas(&mut self, path: &str, formulas: &[NamedFormula]) {
        for one in formulas {
            self.text(&format!("{path}.{}", one.name.value), &one.formula);
        }
    }

    fn constants(&mut self, path: &str, constants: &[NamedConstant]) {
        for constant in constants {
            let value = match &constant.value {
                ConstantValue::Number(value) => PartValue::Number(number(*value)),
                ConstantValue::List(values) => {
                    let all: Vec<String> = values.iter().map(|one| number(one.value)).collect();
                    PartValue::List(format!("[{}]", all.join(", ")))
                }
                ConstantValue::Expression(fragment) => {
                    PartValue::Text(fragment.text.trim().to_owned())
                }
            };
            self.put(&format!("{path}.{}", constant.name.value), value);
        }
    }

    /// Bounds are values; who is compared with them, and what the rows are called, are texts.
    fn tiers(&mut self, tiers: &LocatedTiers) {
        self.text("tiers.by", &tiers.by);
        self.hash("tiers.names", |hash| {
            let rows = tiers.table.iter().flat_map(|row| &row.names);
            tiers
                .names
                .iter()
                .chain(rows)
                .for_each(|name| hash.part(&name.value));
        });
        if !tiers.profile.is_empty() {
            self.hash("tiers.profile", |hash| {
                hash.formulas(&tiers.profile);
                for range in tiers.table.iter().flat_map(|row| &row.profile) {
                    hash.number(range.low.value);
                    hash.number(range.high.value);
                }
            });
        }
        for (row, tier) in (1..).zip(&tiers.table) {
            for (key, bound) in [("from", &tier.from), ("below", &tier.below)] {
                if let Some(bound) = bound {
                    let value = PartValue::Number(number(Number::Float(bound.value)));
                    self.put(&format!("tiers.table.{row}.{key}"), value);
                }
            }
        }
    }
}

/// A number so that it is read as the same: one with a fraction keeps its point.
fn number(value: Number) -> String {
    match value {
        Number::Int(value) => value.to_string(),
        Number::Float(value) => format!("{value:?}"),
    }
}
