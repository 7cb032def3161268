//! From located files to checked rules.

use std::sync::Arc;

use undoku_lang::{
    Fragment, FragmentId, Labels, Named, Problem, Range, Registry, Span, StepText, TechniqueText,
    Texts, compile_path, compile_technique,
};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fragment::Fragments;
use crate::graph::Subject;
use crate::hash::hash_of;
use crate::ladder::{Names, falls, rung_scores, score_problems};
use crate::layer::Loaded;
use crate::library::Library;
use crate::located::{
    ConstantValue, LocatedRung, LocatedSystem, LocatedTechnique, LocatedVariant, NamedConstant,
    NamedFormula,
};
use crate::model::{Number, Pick};
use crate::outline::outline;
use crate::path_text::{metrics, tiers};
use crate::rule_set::{Example, Kind, KindProgram, RuleSet, System, TechniqueInfo};
use crate::source::{Located, Place};

/// Numbers from here on stand for places of names rather than for fragments.
const FIRST_NAME: u32 = 1 << 31;

impl Loaded {
    /// Checks all rules and compiles them.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, if anything is an error: nothing is usable then.
    pub fn compile(self, registry: Arc<Registry>) -> Result<RuleSet, Diagnostics> {
        let mut compiler = Compiler::new(&registry, &self.fragments);
        compiler.found.extend(self.diagnostics.iter().cloned());
        let mut systems = Vec::new();
        for system in &self.systems {
            systems.extend(compiler.system(system, &self.techniques));
        }
        let techniques: Vec<TechniqueInfo> = self
            .techniques
            .iter()
            .map(|technique| info(technique, compiler.programs(technique, &systems)))
            .collect();
        let mut diagnostics: Diagnostics = compiler.found.into_iter().collect();
        diagnostics.sort();
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        Ok(RuleSet {
            libraries: self
                .libraries
                .iter()
                .map(|library| Library::new(library, &techniques))
                .collect(),
            techniques,
            systems: systems.into_iter().map(Arc::new).collect(),
            warnings: diagnostics,
            registry,
        })
    }
}

impl LocatedSystem {
    /// The names of techniques and kinds in the ladder, in order.
    pub fn items(&self) -> impl Iterator<Item = &Located<String>> {
        self.ladder.iter().flat_map(|rung| &rung.items)
    }
}

fn info(technique: &LocatedTechnique, kinds: Vec<KindProgram>) -> TechniqueInfo {
    TechniqueInfo {
        id: technique.id.value.clone(),
        title: technique.title.value.clone(),
        summary: text(technique.summary.as_ref()),
        kinds,
        examples: technique
            .examples
            .iter()
            .map(|example| Example {
                place: example.place.clone(),
                kind: example.kind.as_ref().map(|kind| kind.value.clone()),
                situation: example.situation.clone(),
                finds: example.expected,
            })
            .collect(),
    }
}

fn text(located: Option<&Located<String>>) -> String {
    located.map_or_else(String::new, |text| text.value.clone())
}

/// The name of a technique's variant as a kind, or of the technique itself.
fn kind_name<'t>(
    technique: &'t LocatedTechnique,
    variant: Option<&'t LocatedVariant>,
) -> &'t Located<String> {
    variant.map_or(&technique.id, |variant| &variant.kind)
}

/// The declared range of a kind's score.
fn range_of(technique: &LocatedTechnique, variant: Option<&LocatedVariant>) -> Option<(f64, f64)> {
    let own = variant.and_then(|variant| variant.range.as_ref());
    let range = own.or(technique.range.as_ref())?;
    Some((range.low.value, range.high.value))
}

pub(crate) struct Compiler<'a> {
    pub(crate) registry: &'a Registry,
    fragments: &'a Fragments,
    names: Vec<Place>,
    found: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(registry: &'a Registry, fragments: &'a Fragments) -> Self {
        Self {
            registry,
            fragments,
            names: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl Compiler<'_> {
    /// A number that problems of a name are reported under.
    pub(crate) fn name<T>(&mut self, name: &Located<String>, value: T) -> Named<T> {
        let fragment = self.place(&name.place);
        Named {
            name: name.value.clone(),
            fragment,
            span: Span::default(),
            value,
        }
    }

    pub(crate) fn place(&mut self, place: &Place) -> FragmentId {
        let number = self.names.len() as u32;
        self.names.push(place.clone());
        FragmentId(FIRST_NAME + number)
    }

    /// Turns problems of fragments into diagnostics of files; one that is known already, from another
    /// system or variant with the same texts, is not repeated.
    pub(crate) fn report(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            let name = problem.fragment.0.checked_sub(FIRST_NAME);
            let mut diagnostic = self.fragments.diagnostic(problem);
            if let Some(place) = name.and_then(|at| self.names.get(at as usize)) {
                diagnostic.place = place.clone();
            }
            if !self.found.contains(&diagnostic) {
                self.found.push(diagnostic);
            }
        }
    }

    /// Reports a problem of a file.
    pub(crate) fn found(&mut self, problem: Diagnostic) {
        if !self.found.contains(&problem) {
            self.found.push(problem);
        }
    }

    pub(crate) fn constants(
        &mut self,
        constants: &[NamedConstant],
    ) -> Vec<Named<undoku_lang::ConstantValue>> {
        let mut all = Vec::with_capacity(constants.len());
        for constant in constants {
            let value = match &constant.value {
                ConstantValue::Number(Number::Int(value)) => {
                    undoku_lang::ConstantValue::Int(*value)
                }
                ConstantValue::Number(Number::Float(value)) => {
                    undoku_lang::ConstantValue::Number(*value)
                }
                ConstantValue::List(values) => {
                    let whole: Option<Vec<i64>> = values
                        .iter()
                        .map(|number| match number.value {
                            Number::Int(value) => Some(value),
                            Number::Float(_) => None,
                        })
                        .collect();
                    match whole {
                        Some(values) => undoku_lang::ConstantValue::Ints(values),
                        None => undoku_lang::ConstantValue::Numbers(
                            values.iter().map(|n| n.value.as_f64()).collect(),
                        ),
                    }
                }
                ConstantValue::Expression(fragment) => {
                    undoku_lang::ConstantValue::Formula(fragment.clone())
                }
            };
            let named = self.name(&constant.name, value);
            all.push(named);
        }
        all
    }

    pub(crate) fn formulas(&mut self, formulas: &[NamedFormula]) -> Vec<Named<Fragment>> {
        formulas
            .iter()
            .map(|one| self.name(&one.name, one.formula.clone()))
            .collect()
    }

    /// Compiles every kind of a technique for no system; `None` where something is wrong with one.
    fn kinds(
        &mut self,
        technique: &LocatedTechnique,
        texts: &mut Texts,
    ) -> Option<Vec<(String, undoku_lang::TechniqueProgram)>> {
        let step = StepText::default();
        let mut variants: Vec<_> = technique.variants.iter().map(Some).collect();
        if variants.is_empty() {
            variants.push(None);
        }
        // All of them, so that all that is wrong is reported.
        let compiled: Vec<_> = variants
            .into_iter()
            .map(|variant| {
                let program = self.kind(technique, variant, &step, texts)?;
                Some((kind_name(technique, variant).value.clone(), program))
            })
            .collect();
        compiled.into_iter().collect()
    }

    /// Compiles one kind of a technique; `None` where something is wrong with it.
    pub(crate) fn kind(
        &mut self,
        technique: &LocatedTechnique,
        variant: Option<&LocatedVariant>,
        step: &StepText,
        texts: &mut Texts,
    ) -> Option<undoku_lang::TechniqueProgram> {
        let own = variant.map_or(&[][..], |variant| &variant.constants);
        let is_own = |name: &str| own.iter().any(|other| other.name.value == name);
        let mut constants = self.constants(&technique.constants);
        constants.retain(|constant| !is_own(&constant.name));
        constants.extend(self.constants(own));
        let text = TechniqueText {
            constants,
            pattern: technique.pattern.clone(),
            possible: technique.possible.clone(),
            evidence: self.formulas(&technique.evidence),
            assertions: technique.assertions.clone(),
            score: technique.score.clone(),
            range: range_of(technique, variant),
            explain: Some(technique.explain.clone()),
        };
        let mut problems = Vec::new();
        let program = compile_technique(&text, step, self.registry, texts, &mut problems);
        self.report(problems);
        program
    }

    /// The program of every kind of a technique: those of the ladders, as far as they have it.
    fn programs(&mut self, technique: &LocatedTechnique, systems: &[System]) -> Vec<KindProgram> {
        let id = &technique.id.value;
        let in_ladders = |name: &str| {
            let mut kinds = systems.iter().flat_map(|system| &system.kinds);
            let kind = kinds.find(|kind| kind.technique == *id && kind.name == *name)?;
            Some((kind.name.clone(), kind.program.clone()))
        };
        let compiled: Option<Vec<_>> = technique
            .kinds()
            .map(|kind| in_ladders(&kind.value))
            .collect();
        let compiled = compiled.or_else(|| self.kinds(technique, &mut Texts::default()));
        let kinds = compiled.unwrap_or_default().into_iter();
        let variants = technique.variants.iter().map(Some).chain([None]);
        kinds
            .zip(variants)
            .map(|((name, program), variant)| KindProgram {
                name,
                declared: range_of(technique, variant).map(|(low, high)| Range::new(low, high)),
                program,
            })
            .collect()
    }

    fn system(
        &mut self,
        system: &LocatedSystem,
        techniques: &[LocatedTechnique],
    ) -> Option<System> {
        let names = Names::of(techniques);
        let mut texts = Texts::default();
        let mut ladder = Vec::new();
        let mut complete = true;
        // Of each sort, texts are numbered in the order of the ladder.
        for (rung, found) in system.ladder.iter().enumerate() {
            let rung_number = found.name().map_or(-1, |name| texts.intern(&name.value));
            for item in &found.items {
                let Some((technique, variants)) = names.kinds_of(&item.value, techniques) else {
                    complete = false;
                    continue;
                };
                let technique_number = texts.intern(&technique.id.value);
                for variant in variants {
                    let labels = Labels {
                        kind: texts.intern(&kind_name(technique, variant).value),
                        technique: technique_number,
                        rung: rung_number,
                    };
                    ladder.push((rung, technique, variant, labels));
                }
            }
        }
        let step = StepText {
            constants: self.constants(&system.constants),
            values: self.formulas(&system.step),
        };
        let mut kinds = Vec::new();
        for &(rung, technique, variant, labels) in &ladder {
            let Some(program) = self.kind(technique, variant, &step, &mut texts) else {
                complete = false;
                continue;
            };
            let title = variant.and_then(|variant| variant.title.as_ref());
            let range = range_of(technique, variant);
            kinds.push(Kind {
                name: kind_name(technique, variant).value.clone(),
                title: title.unwrap_or(&technique.title).value.clone(),
                technique: technique.id.value.clone(),
                labels,
                rung,
                range: range.map_or_else(
                    || program.score_range(),
                    |(low, high)| Range::new(low, high),
                ),
                program,
            });
        }
        if !complete {
            // The formulas over a path are about what the ladder can do; without it, they would be
            // blamed for its faults.
            return None;
        }
        let chance = self.chance(system, &mut texts);
        if system.path.pick == Pick::Random && chance.is_none() {
            return None;
        }
        let text = self.path_text(system, &step, &kinds, chance.as_ref());
        let mut problems = Vec::new();
        let path = compile_path(&text, self.registry, &mut texts, &mut problems);
        self.report(problems);
        self.found.extend(score_problems(system, &kinds));
        let scores = rung_scores(system.ladder.len(), &kinds);
        let metrics = metrics(system, &text);
        let graph = match (&system.graph, &path) {
            (Some(graph), Some(path)) => {
                let subject = Subject {
                    system,
                    step: &step,
                    kinds: &kinds,
                    path,
                    metrics: &metrics,
                    chance: chance.as_ref(),
                };
                Some(self.graph(graph, subject, &mut texts)?)
            }
            _ => None,
        };
        let by = system.tiers.as_ref().map(|tiers| tiers.by.text.trim());
        let kinds_of_ladder = || {
            let all = ladder.iter();
            all.map(|&(_, technique, variant, _)| (technique, variant))
        };
        Some(System {
            id: system.id.value.clone(),
            version: system.version.value,
            title: system.title.value.clone(),
            summary: self::text(system.summary.as_ref()),
            default: system.default,
            hash: hash_of(system, kinds_of_ladder()),
            outline: outline(system, kinds_of_ladder()),
            pick: system.path.pick,
            chance,
            rungs: system
                .ladder
                .iter()
                .filter_map(LocatedRung::name)
                .map(|name| name.value.clone())
                .collect(),
            falls: falls(&scores),
            scores,
            kinds,
            step_values: step.values.len(),
            texts,
            path: path?,
            decides: metrics
                .iter()
                .position(|metric| by == Some(metric.name.as_str())),
            metrics,
            profile: system
                .tiers
                .iter()
                .flat_map(|t| &t.profile)
                .map(|p| p.name.value.clone())
                .collect(),
            tiers: tiers(system),
            graph,
        })
    }
}
