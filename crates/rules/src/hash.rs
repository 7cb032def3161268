//! A fingerprint of the rules that a rating depends on.

use sha2::{Digest as _, Sha256};
use undoku_lang::Fragment;

use crate::located::{
    ConstantValue, LocatedClass, LocatedRung, LocatedSystem, LocatedTechnique, LocatedVariant,
    NamedConstant, NamedFormula,
};
use crate::model::Pick;

/// The first 16 hexadecimal digits of the SHA-256 of everything that can change a rating; titles, summaries,
/// explanations, examples, and comments outside formulas cannot.
pub(crate) fn hash_of<'a>(
    system: &LocatedSystem,
    ladder: impl Iterator<Item = (&'a LocatedTechnique, Option<&'a LocatedVariant>)>,
) -> String {
    let mut hash = Hash::new();
    hash.system(system);
    for (technique, variants) in by_technique(ladder) {
        hash.technique(technique, &variants, system.path.pick == Pick::Random);
    }
    hash.digits(16)
}

/// The techniques of a ladder in the order in which they first come, each with those of its variants that the
/// ladder has.
pub(crate) fn by_technique<'a>(
    ladder: impl Iterator<Item = (&'a LocatedTechnique, Option<&'a LocatedVariant>)>,
) -> Vec<(&'a LocatedTechnique, Vec<&'a LocatedVariant>)> {
    let mut techniques: Vec<(&LocatedTechnique, Vec<&LocatedVariant>)> = Vec::new();
    for (technique, variant) in ladder {
        let same = |(other, _): &&mut (&LocatedTechnique, _)| other.id.value == technique.id.value;
        match techniques.iter_mut().find(same) {
            Some((_, variants)) => variants.extend(variant),
            None => techniques.push((technique, variant.into_iter().collect())),
        }
    }
    techniques
}

/// Takes in parts one after another.
pub(crate) struct Hash(Sha256);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(Sha256::new())
    }

    /// The first so many hexadecimal digits, an even number of them.
    pub(crate) fn digits(self, count: usize) -> String {
        let digest = self.0.finalize();
        let bytes = digest.iter().take(count / 2);
        bytes.map(|byte| format!("{byte:02x}")).collect()
    }

    /// Each part is preceded by its length, so that no two sequences of parts read alike.
    pub(crate) fn part(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    pub(crate) fn number(&mut self, value: f64) {
        self.0.update(value.to_bits().to_le_bytes());
    }

    pub(crate) fn fragment(&mut self, fragment: Option<&Fragment>) {
        self.part(fragment.map_or("", |fragment| fragment.text.trim()));
    }

    pub(crate) fn constants(&mut self, constants: &[NamedConstant]) {
        for constant in constants {
            self.part(&constant.name.value);
            match &constant.value {
                ConstantValue::List(values) => self.part(&format!("list of {}", values.len())),
                ConstantValue::Number(_) => self.part("number"),
                ConstantValue::Expression(_) => self.part("expression"),
            }
            match &constant.value {
                ConstantValue::Number(number) => self.number(number.as_f64()),
                ConstantValue::List(values) => {
                    values.iter().for_each(|v| self.number(v.value.as_f64()))
                }
                ConstantValue::Expression(fragment) => self.fragment(Some(fragment)),
            }
        }
    }

    pub(crate) fn formulas(&mut self, formulas: &[NamedFormula]) {
        for formula in formulas {
            self.part(&formula.name.value);
            self.fragment(Some(&formula.formula));
        }
    }

    /// A technique with those of its variants that the ladder has. How much is tried matters only where it is
    /// counted.
    fn technique(
        &mut self,
        technique: &LocatedTechnique,
        variants: &[&LocatedVariant],
        counted: bool,
    ) {
        self.part("technique");
        self.part(&technique.id.value);
        for variant in variants {
            self.part("variant");
            self.part(&variant.kind.value);
            self.constants(&variant.constants);
        }
        self.part("constants");
        self.constants(&technique.constants);
        self.fragment(Some(&technique.pattern));
        self.fragment(technique.possible.as_ref().filter(|_| counted));
        self.formulas(&technique.evidence);
        self.fragment(Some(&technique.assertions));
        self.fragment(Some(&technique.score));
    }

    pub(crate) fn ladder(&mut self, ladder: &[LocatedRung]) {
        for rung in ladder {
            self.part("rung");
            rung.items.iter().for_each(|id| self.part(&id.value));
            if let Some(name) = &rung.name {
                // Nothing in a ladder is named like this.
                self.part("name:");
                self.part(&name.value);
            }
            if !rung.constants.is_empty() {
                self.part("constants:");
                self.constants(&rung.constants);
            }
        }
    }

    pub(crate) fn class(&mut self, class: &LocatedClass) {
        self.part(&class.name.value);
        for choice in &class.choices {
            self.part(choice.name.as_ref().map_or("", |name| &name.value));
            self.fragment(choice.when.as_ref());
        }
    }

    fn system(&mut self, system: &LocatedSystem) {
        self.part("system");
        self.part(&system.id.value);
        self.ladder(&system.ladder);
        self.part(&format!("{:?}", system.path.pick));
        self.part(&format!(
            "{:?}",
            system.path.runs.as_ref().map(|runs| runs.value)
        ));
        self.part(&format!(
            "{:?}",
            system.path.seed.as_ref().map(|seed| seed.value)
        ));
        if let Some(cost) = &system.cost {
            self.part("cost:");
            self.fragment(Some(cost));
        }
        self.constants(&system.constants);
        self.formulas(&system.step);
        for domain in &system.metrics {
            self.part(&domain.name.value);
            self.formulas(&domain.metrics);
        }
        self.formulas(&system.extras);
        system.classes.iter().for_each(|class| self.class(class));
        if let Some(tiers) = &system.tiers {
            self.fragment(Some(&tiers.by));
            self.formulas(&tiers.profile);
            for row in &tiers.table {
                row.names.iter().for_each(|name| self.part(&name.value));
                self.number(
                    row.from
                        .as_ref()
                        .map_or(f64::NEG_INFINITY, |from| from.value),
                );
                self.number(
                    row.below
                        .as_ref()
                        .map_or(f64::INFINITY, |below| below.value),
                );
                for range in &row.profile {
                    self.number(range.low.value);
                    self.number(range.high.value);
                }
            }
        }
    }
}
