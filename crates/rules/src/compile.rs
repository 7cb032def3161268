//! From located files to checked rules.

use std::collections::HashSet;
use std::sync::Arc;

use undoku_lang::{
    ClassRow, Column, Element, Fragment, FragmentId, Named, PathText, PathValue, Problem, Range,
    Registry, Span, StepText, TechniqueText, Texts, TierText, Type, compile_path,
    compile_technique, names_in,
};

use crate::codes;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fragment::Fragments;
use crate::hash::hash_of;
use crate::layer::Loaded;
use crate::library::Library;
use crate::located::{ConstantValue, LocatedSystem, LocatedTechnique, NamedConstant, NamedFormula};
use crate::model::Number;
use crate::rule_set::{
    Example, Kind, KindProgram, Metric, MetricSource, RuleSet, System, TechniqueInfo, Tier,
};
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
        let mut compiler = Compiler {
            registry: &registry,
            fragments: &self.fragments,
            names: Vec::new(),
            found: self.diagnostics.iter().cloned().collect(),
        };
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
    /// The ids of the ladder's techniques, in order.
    pub fn techniques(&self) -> impl Iterator<Item = &Located<String>> {
        self.ladder.iter().flat_map(|rung| &rung.techniques)
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

struct Compiler<'a> {
    registry: &'a Registry,
    fragments: &'a Fragments,
    names: Vec<Place>,
    found: Vec<Diagnostic>,
}

impl Compiler<'_> {
    /// A number that problems of a name are reported under.
    fn name<T>(&mut self, name: &Located<String>, value: T) -> Named<T> {
        let fragment = self.place(&name.place);
        Named {
            name: name.value.clone(),
            fragment,
            span: Span::default(),
            value,
        }
    }

    fn place(&mut self, place: &Place) -> FragmentId {
        let number = self.names.len() as u32;
        self.names.push(place.clone());
        FragmentId(FIRST_NAME + number)
    }

    /// Turns problems of fragments into diagnostics of files; one that is known already, from another
    /// system or variant with the same texts, is not repeated.
    fn report(&mut self, problems: Vec<Problem>) {
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

    fn constants(&mut self, constants: &[NamedConstant]) -> Vec<Named<undoku_lang::ConstantValue>> {
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

    fn formulas(&mut self, formulas: &[NamedFormula]) -> Vec<Named<Fragment>> {
        formulas
            .iter()
            .map(|one| self.name(&one.name, one.formula.clone()))
            .collect()
    }

    /// Compiles every kind of a technique; `None` where something is wrong with one.
    fn kinds(
        &mut self,
        technique: &LocatedTechnique,
        step: &StepText,
        texts: &mut Texts,
    ) -> Option<Vec<(String, undoku_lang::TechniqueProgram)>> {
        let shared = self.constants(&technique.constants);
        let mut variants = Vec::new();
        if technique.variants.is_empty() {
            variants.push((technique.id.value.clone(), Vec::new()));
        }
        for variant in &technique.variants {
            let constants = self.constants(&variant.constants);
            variants.push((variant.kind.value.clone(), constants));
        }
        let evidence = self.formulas(&technique.evidence);
        let mut kinds = Vec::new();
        let count = variants.len();
        for (kind, own) in variants {
            let mut constants: Vec<_> = shared
                .iter()
                .filter(|constant| !own.iter().any(|other| other.name == constant.name))
                .cloned()
                .collect();
            constants.extend(own);
            let text = TechniqueText {
                constants,
                pattern: technique.pattern.clone(),
                possible: technique.possible.clone(),
                evidence: evidence.clone(),
                assertions: technique.assertions.clone(),
                score: technique.score.clone(),
                range: technique
                    .range
                    .as_ref()
                    .map(|r| (r.low.value, r.high.value)),
                explain: Some(technique.explain.clone()),
            };
            let mut problems = Vec::new();
            let program = compile_technique(&text, step, self.registry, texts, &mut problems);
            self.report(problems);
            kinds.extend(program.map(|program| (kind, program)));
        }
        (kinds.len() == count).then_some(kinds)
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
        let compiled =
            compiled.or_else(|| self.kinds(technique, &StepText::default(), &mut Texts::default()));
        let kinds = compiled.unwrap_or_default().into_iter();
        kinds
            .map(|(name, program)| KindProgram { name, program })
            .collect()
    }

    fn system(
        &mut self,
        system: &LocatedSystem,
        techniques: &[LocatedTechnique],
    ) -> Option<System> {
        let find = |id: &str| techniques.iter().find(|t| t.id.value == id);
        let ladder: Vec<(usize, &LocatedTechnique)> = system
            .ladder
            .iter()
            .enumerate()
            .flat_map(|(rung, r)| r.techniques.iter().map(move |id| (rung, id)))
            .filter_map(|(rung, id)| Some((rung, find(&id.value)?)))
            .collect();
        let kinds = ladder
            .iter()
            .flat_map(|(_, t)| t.kinds().map(|kind| kind.value.clone()));
        let ids = ladder.iter().map(|(_, t)| t.id.value.clone());
        let mut texts = Texts::new(kinds.chain(ids));
        let step = StepText {
            constants: self.constants(&system.constants),
            values: self.formulas(&system.step),
        };
        let mut kinds = Vec::new();
        let mut complete = ladder.len() == system.techniques().count();
        for (rung, technique) in &ladder {
            let Some(programs) = self.kinds(technique, &step, &mut texts) else {
                complete = false;
                continue;
            };
            let id = &technique.id.value;
            for (name, program) in programs {
                kinds.push(Kind {
                    name,
                    technique: id.clone(),
                    technique_number: texts.number(id).unwrap_or(-1),
                    rung: *rung,
                    program,
                });
            }
        }
        if !complete {
            // The formulas over a path are about what the ladder can do; without it, they would be
            // blamed for its faults.
            return None;
        }
        let text = self.path_text(system, &step, &kinds);
        let mut problems = Vec::new();
        let path = compile_path(&text, self.registry, &mut texts, &mut problems);
        self.report(problems);
        self.ladder_order(system, &kinds);
        Some(System {
            id: system.id.value.clone(),
            version: system.version.value,
            title: system.title.value.clone(),
            summary: self::text(system.summary.as_ref()),
            default: system.default,
            hash: hash_of(system, ladder.iter().map(|(_, technique)| *technique)),
            pick: system.path.pick,
            kinds,
            texts,
            path: path?,
            metrics: metrics(system, &text),
            profile: system
                .tiers
                .iter()
                .flat_map(|t| &t.profile)
                .map(|p| p.name.value.clone())
                .collect(),
            tiers: tiers(system),
        })
    }

    /// A later rung whose every score lies below every score of an earlier one stands in the wrong place.
    fn ladder_order(&mut self, system: &LocatedSystem, kinds: &[Kind]) {
        for pair in kinds.windows(2) {
            let (before, after) = (&pair[0], &pair[1]);
            let (a, b) = (before.program.score_range(), after.program.score_range());
            if before.technique == after.technique || b.hi >= a.lo {
                continue;
            }
            let Some(id) = system.techniques().find(|id| id.value == after.technique) else {
                continue;
            };
            self.found.push(
                Diagnostic::warning(
                    codes::LADDER_ORDER,
                    id.place.clone(),
                    format!(
                        "`{}` scores less than `{}`, which stands before it",
                        after.name, before.name
                    ),
                )
                .label(format!("scores {:.4} to {:.4}", b.lo, b.hi))
                .note(format!(
                    "`{}` scores {:.4} to {:.4}",
                    before.name, a.lo, a.hi
                ))
                .help("put it further up the ladder, or change its score"),
            );
        }
    }

    fn path_text(&mut self, system: &LocatedSystem, step: &StepText, kinds: &[Kind]) -> PathText {
        let mut values = Vec::new();
        for formula in system
            .metrics
            .iter()
            .flat_map(|domain| &domain.metrics)
            .chain(&system.extras)
        {
            let value = PathValue::Formula(formula.formula.clone());
            values.push(self.name(&formula.name, value));
        }
        for class in &system.classes {
            let mut rows = Vec::new();
            for choice in &class.choices {
                let place = choice
                    .name
                    .as_ref()
                    .map_or(&choice.place, |name| &name.place);
                rows.push(ClassRow {
                    name: choice.name.as_ref().map(|name| name.value.clone()),
                    when: choice.when.clone(),
                    place: (self.place(place), Span::default()),
                });
            }
            values.push(self.name(&class.name, PathValue::Class(rows)));
        }
        let tiers = system.tiers.as_ref().map(|tiers| {
            let names = tiers.names.iter().enumerate().map(|(at, name)| {
                let rows = tiers
                    .table
                    .iter()
                    .filter_map(|row| row.names.get(at))
                    .map(|n| n.value.clone());
                (self.name(name, ()), rows.collect())
            });
            let names: Vec<_> = names.collect();
            TierText {
                by: tiers.by.clone(),
                bounds: tiers
                    .table
                    .iter()
                    .filter_map(|row| row.below.as_ref())
                    .map(|b| b.value)
                    .collect(),
                names,
                profile: self.formulas(&tiers.profile),
                rows: tiers
                    .table
                    .iter()
                    .map(|row| (self.place(&row.place), Span::default()))
                    .collect(),
            }
        });
        let mut used_elsewhere = HashSet::new();
        for value in &step.values {
            used_elsewhere.extend(names_in(&value.value));
        }
        PathText {
            constants: self.constants(&system.constants),
            used_elsewhere,
            columns: columns(step, kinds),
            values,
            tiers,
        }
    }
}

/// The columns that a path's steps fill, in order.
fn columns(step: &StepText, kinds: &[Kind]) -> Vec<Column> {
    let hull = |of: fn(&Kind) -> Range| {
        kinds
            .iter()
            .map(of)
            .reduce(Range::hull)
            .unwrap_or(Range::point(0.0))
    };
    let whole = kinds.iter().all(|kind| kind.program.assertions_are_whole());
    let column = |name: &str, element, range| Column {
        name: name.to_owned(),
        element,
        range,
    };
    let assertions = if whole { Element::Int } else { Element::Number };
    let mut columns = vec![
        column("index", Element::Int, Range::new(1.0, 729.0)),
        column(
            "assertions",
            assertions,
            hull(|kind| kind.program.assertions_range()),
        ),
        column(
            "score",
            Element::Number,
            hull(|kind| kind.program.score_range()),
        ),
        column("kind", Element::Text, Range::ANY),
        column("technique", Element::Text, Range::ANY),
    ];
    for (at, value) in step.values.iter().enumerate() {
        let all: Vec<(Type, Range)> = kinds
            .iter()
            .filter_map(|kind| kind.program.step_ranges().nth(at))
            .collect();
        let element = if all.iter().all(|(ty, _)| *ty == Type::Int) {
            Element::Int
        } else {
            Element::Number
        };
        let range = all
            .iter()
            .map(|(_, range)| *range)
            .reduce(Range::hull)
            .unwrap_or(Range::ANY);
        columns.push(column(&value.name, element, range));
    }
    columns
}

/// What is exported, domain by domain, each followed by its classes and tier texts; extras at the end.
fn metrics(system: &LocatedSystem, text: &PathText) -> Vec<Metric> {
    let value = |name: &str| {
        text.values
            .iter()
            .position(|value| value.name == name)
            .map(MetricSource::Value)
    };
    let mut all = Vec::new();
    let mut add = |name: &str, domain: Option<&str>, source: Option<MetricSource>| {
        all.extend(source.map(|source| Metric {
            name: name.to_owned(),
            domain: domain.map(str::to_owned),
            source,
        }));
    };
    for domain in &system.metrics {
        let of = domain.name.value.as_str();
        for metric in &domain.metrics {
            add(&metric.name.value, Some(of), value(&metric.name.value));
        }
        for class in system
            .classes
            .iter()
            .filter(|class| class.domain.value == of)
        {
            add(&class.name.value, Some(of), value(&class.name.value));
        }
        for tiers in system.tiers.iter().filter(|tiers| tiers.domain.value == of) {
            for (at, name) in tiers.names.iter().enumerate() {
                add(&name.value, Some(of), Some(MetricSource::Tier(at)));
            }
        }
    }
    for extra in &system.extras {
        add(&extra.name.value, None, value(&extra.name.value));
    }
    all
}

fn tiers(system: &LocatedSystem) -> Vec<Tier> {
    let rows = system.tiers.iter().flat_map(|tiers| &tiers.table);
    rows.map(|row| Tier {
        names: row.names.iter().map(|name| name.value.clone()).collect(),
        from: row
            .from
            .as_ref()
            .map_or(f64::NEG_INFINITY, |from| from.value),
        below: row
            .below
            .as_ref()
            .map_or(f64::INFINITY, |below| below.value),
        profile: row
            .profile
            .iter()
            .map(|range| (range.low.value, range.high.value))
            .collect(),
    })
    .collect()
}
