//! Constants that do nothing: which values could be changed without changing what the rules do.
//!
//! It is found by trial: the rules are compiled with other values, and the programs are compared. So what is
//! said holds for every puzzle, and whatever the compiler takes out of a formula is taken into account.

use std::collections::HashSet;
use std::sync::Arc;

use undoku_lang::{Registry, StepText, TechniqueProgram, Texts, compile_path, names_in};

use crate::compile::Compiler;
use crate::layer::Loaded;
use crate::located::{
    ConstantValue, LocatedSystem, LocatedTechnique, LocatedVariant, NamedConstant,
};
use crate::model::Number;
use crate::rule_set::{RuleSet, System};
use crate::source::Place;

/// A constant, or an element of a constant that is a list, that could have another value with the same ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdleConstant {
    /// The id of the technique or system.
    pub owner: String,
    /// The kind of step, for a constant of a variant.
    pub kind: Option<String>,
    /// The constant's name.
    pub name: String,
    /// The number of the element, from 1, in a list.
    pub element: Option<usize>,
    /// Its value as it was read.
    pub value: String,
    /// What is known of it.
    pub why: Idle,
    /// Where its name stands.
    pub place: Place,
}

/// Why a constant does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Idle {
    /// Nothing uses it.
    Unused,
    /// It is used, but nothing changes whatever value it has, of those that were tried: less and more by little and
    /// by much, and 0.
    WithoutEffect,
    /// A bound that no value reaches: nothing changes when it is moved a little, nor when it is moved away.
    NeverReached,
}

impl Loaded {
    /// The constants that do nothing, of every technique and system, in the order of the files. `rules` are those
    /// that were compiled of this. It takes about as long as compiling the rules once for each constant.
    ///
    /// Constants that are expressions, such as `rows`, are named only if nothing uses them.
    #[must_use]
    pub fn idle_constants(&self, rules: &RuleSet) -> Vec<IdleConstant> {
        let unused = rules.warnings.iter();
        let unused = unused.filter(|warning| warning.code == undoku_lang::codes::UNUSED);
        let search = Search {
            loaded: self,
            registry: &rules.registry,
            unused: unused.map(|warning| &warning.place).collect(),
        };
        let mut all = Vec::new();
        for technique in &self.techniques {
            search.technique(technique, &mut all);
        }
        for (located, system) in self.systems.iter().zip(&rules.systems) {
            search.system(located, system, &mut all);
        }
        all
    }
}

struct Search<'a> {
    loaded: &'a Loaded,
    registry: &'a Arc<Registry>,
    /// The places of names that nothing uses.
    unused: Vec<&'a Place>,
}

impl Search<'_> {
    fn technique(&self, technique: &LocatedTechnique, all: &mut Vec<IdleConstant>) {
        let mut variants: Vec<Option<usize>> = (0..technique.variants.len()).map(Some).collect();
        if variants.is_empty() {
            variants.push(None);
        }
        let programs: Vec<_> = variants
            .iter()
            .map(|&variant| self.kind(technique, variant))
            .collect();
        let mut changed = technique.clone();
        let id = &technique.id.value;
        for (at, constant) in technique.constants.iter().enumerate() {
            let overridden = |variant: &LocatedVariant| {
                let mut own = variant.constants.iter();
                own.any(|own| own.name.value == constant.name.value)
            };
            self.constant(id, None, constant, all, |value| {
                changed.constants[at].value = value;
                let same = variants.iter().zip(&programs).all(|(&variant, program)| {
                    let of = variant.and_then(|at| technique.variants.get(at));
                    of.is_some_and(overridden)
                        || alike(self.kind(&changed, variant).as_ref(), program.as_ref())
                });
                changed.constants[at].value = constant.value.clone();
                same
            });
        }
        for (which, (variant, program)) in technique.variants.iter().zip(&programs).enumerate() {
            for (at, constant) in variant.constants.iter().enumerate() {
                let kind = Some(&variant.kind.value);
                self.constant(id, kind, constant, all, |value| {
                    changed.variants[which].constants[at].value = value;
                    let now = self.kind(&changed, Some(which));
                    changed.variants[which].constants[at].value = constant.value.clone();
                    alike(now.as_ref(), program.as_ref())
                });
            }
        }
    }

    fn kind(
        &self,
        technique: &LocatedTechnique,
        variant: Option<usize>,
    ) -> Option<TechniqueProgram> {
        let mut compiler = Compiler::new(self.registry, &self.loaded.fragments);
        let variant = variant.and_then(|at| technique.variants.get(at));
        compiler.kind(
            technique,
            variant,
            &StepText::default(),
            &mut Texts::default(),
        )
    }

    fn system(&self, located: &LocatedSystem, system: &System, all: &mut Vec<IdleConstant>) {
        let in_steps = names_in_steps(located);
        let mut changed = located.clone();
        for (at, constant) in located.constants.iter().enumerate() {
            // What steps are made of is in the programs of all kinds, and pictures have programs of their own; that it
            // does nothing there is not looked for.
            if in_steps.contains(&constant.name.value) {
                continue;
            }
            self.constant(&located.id.value, None, constant, all, |value| {
                changed.constants[at].value = value;
                let same = self.same_system(&changed, system);
                changed.constants[at].value = constant.value.clone();
                same
            });
        }
    }

    /// Whether a system with another constant has the same formulas over a path and the same costs.
    fn same_system(&self, located: &LocatedSystem, system: &System) -> bool {
        let mut compiler = Compiler::new(self.registry, &self.loaded.fragments);
        let mut texts = system.texts.clone();
        let chance = compiler.chance(located, &mut texts);
        match (&chance, &system.chance) {
            (None, None) => {}
            (Some(now), Some(before)) => {
                let mut costs = now.costs.iter().zip(&before.costs);
                if !costs.all(|(now, before)| now.same_as(before)) {
                    return false;
                }
            }
            _ => return false,
        }
        let step = StepText {
            constants: compiler.constants(&located.constants),
            values: compiler.formulas(&located.step),
        };
        let text = compiler.path_text(located, &step, &system.kinds, chance.as_ref());
        let path = compile_path(&text, self.registry, &mut texts, &mut Vec::new());
        path.is_some_and(|path| path.same_as(&system.path))
    }

    /// Adds a constant if it does nothing, or those of its elements that do nothing. `same` says whether another
    /// value makes no difference.
    fn constant(
        &self,
        owner: &str,
        kind: Option<&String>,
        constant: &NamedConstant,
        all: &mut Vec<IdleConstant>,
        mut same: impl FnMut(ConstantValue) -> bool,
    ) {
        let mut add = |element: Option<usize>, value: String, why: Idle| {
            all.push(IdleConstant {
                owner: owner.to_owned(),
                kind: kind.cloned(),
                name: constant.name.value.clone(),
                element,
                value,
                why,
                place: constant.name.place.clone(),
            });
        };
        if self.unused.contains(&&constant.name.place) {
            let value = constant.place.text().trim().to_owned();
            return add(None, value, Idle::Unused);
        }
        match &constant.value {
            ConstantValue::Number(number) => {
                let why = judge(*number, |number| same(ConstantValue::Number(number)));
                if let Some(why) = why {
                    add(None, number.to_string(), why);
                }
            }
            ConstantValue::List(numbers) => {
                for (at, number) in numbers.iter().enumerate() {
                    let why = judge(number.value, |other| {
                        let mut numbers = numbers.clone();
                        numbers[at].value = other;
                        same(ConstantValue::List(numbers))
                    });
                    if let Some(why) = why {
                        add(Some(at + 1), number.value.to_string(), why);
                    }
                }
            }
            ConstantValue::Expression(_) => {}
        }
    }
}

/// The names that the values of steps and pictures use, and those that constants among these are made of.
fn names_in_steps(system: &LocatedSystem) -> HashSet<String> {
    let mut names = system.names_in_graph();
    for formula in &system.step {
        names.extend(names_in(&formula.formula));
    }
    for constant in system.constants.iter().rev() {
        if let ConstantValue::Expression(fragment) = &constant.value
            && names.contains(&constant.name.value)
        {
            names.extend(names_in(fragment));
        }
    }
    names
}

fn alike(now: Option<&TechniqueProgram>, before: Option<&TechniqueProgram>) -> bool {
    now.zip(before)
        .is_some_and(|(now, before)| now.same_as(before))
}

/// What a number does, if it does nothing.
fn judge(number: Number, mut same: impl FnMut(Number) -> bool) -> Option<Idle> {
    let (near, above, below) = others(number);
    if !near.into_iter().all(&mut same) {
        return None;
    }
    match (same(above), below.into_iter().all(&mut same)) {
        (true, true) => Some(Idle::WithoutEffect),
        (false, false) => None,
        _ => Some(Idle::NeverReached),
    }
}

/// Numbers to try in a number's place, of the same type: near it, far above, and below.
fn others(number: Number) -> ([Number; 2], Number, [Number; 2]) {
    match number {
        Number::Int(value) => {
            let far = value.saturating_abs().saturating_add(10);
            (
                [value.saturating_add(1), value.saturating_sub(1)].map(Number::Int),
                Number::Int(far.saturating_mul(2)),
                [0, -far].map(Number::Int),
            )
        }
        Number::Float(value) => {
            let little = (value.abs() * 0.01).max(0.001);
            let far = value.abs() + 10.0;
            (
                [value + little, value - little].map(Number::Float),
                Number::Float(far * 2.0),
                [0.0, -far].map(Number::Float),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(bound: impl Fn(f64) -> f64, number: Number) -> Option<Idle> {
        let now = bound(number.as_f64());
        judge(number, |other| bound(other.as_f64()) == now)
    }

    #[test]
    fn bounds_that_are_reached_and_bounds_that_are_not() {
        // Values of 3 to 20 under an upper bound, and over a lower one.
        let upper = |bound: f64| bound.min(20.0);
        let lower = |bound: f64| bound.max(3.0);
        assert_eq!(judged(upper, Number::Int(20)), None);
        assert_eq!(judged(upper, Number::Int(19)), None);
        assert_eq!(judged(upper, Number::Int(22)), Some(Idle::NeverReached));
        assert_eq!(judged(upper, Number::Float(20.5)), Some(Idle::NeverReached));
        assert_eq!(judged(lower, Number::Int(3)), None);
        assert_eq!(judged(lower, Number::Int(1)), Some(Idle::NeverReached));
        assert_eq!(judged(|_| 1.0, Number::Int(7)), Some(Idle::WithoutEffect));
        // A weight that is rounded away when it is changed by little does something.
        assert_eq!(judged(|x| (x * 3.0).round(), Number::Float(0.5)), None);
        assert_eq!(judged(|x| (x * 3.0).round(), Number::Float(0.4)), None);
    }
}
