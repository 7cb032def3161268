//! The checked rules: what an engine runs.

use std::sync::Arc;

use undoku_grid::{Deduction, Situation};
use undoku_lang::{CostProgram, Labels, PathProgram, Range, Registry, TechniqueProgram, Texts};

use crate::diagnostic::Diagnostics;
use crate::graph::Graph;
use crate::library::{KindId, Library};
use crate::model::Pick;
use crate::outline::Outline;
use crate::source::Place;

/// Checked and compiled rules: every technique, and every system with its ladder.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// The sources and functions that the rules were compiled with.
    pub registry: Arc<Registry>,
    /// Every technique, whether a ladder uses it or not.
    pub techniques: Vec<TechniqueInfo>,
    /// The systems, in the order of their files.
    pub systems: Vec<Arc<System>>,
    /// What the codes of technique libraries mean, in the order of the files.
    pub libraries: Vec<Library>,
    /// What was found that does not keep the rules from being used.
    pub warnings: Diagnostics,
}

impl RuleSet {
    /// The system that is used where none is named: the one that says so of itself, else the first.
    #[must_use]
    pub fn default_system(&self) -> Option<&Arc<System>> {
        self.systems
            .iter()
            .find(|system| system.default)
            .or(self.systems.first())
    }

    /// The system with an id.
    #[must_use]
    pub fn system(&self, id: &str) -> Option<&Arc<System>> {
        self.systems.iter().find(|system| system.id == id)
    }

    /// The library table with an id.
    #[must_use]
    pub fn library(&self, id: &str) -> Option<&Library> {
        self.libraries.iter().find(|library| library.id == id)
    }

    /// Every kind of step, technique by technique.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &KindProgram)> {
        let techniques = self.techniques.iter().enumerate();
        techniques.flat_map(|(technique, info)| {
            let kinds = info.kinds.iter().enumerate();
            kinds.map(move |(kind, program)| (KindId { technique, kind }, program))
        })
    }

    /// The kind of step with an id of these rules.
    #[must_use]
    pub fn kind(&self, id: KindId) -> Option<&KindProgram> {
        self.techniques.get(id.technique)?.kinds.get(id.kind)
    }
}

/// A technique: what its file says of itself, and its programs.
#[derive(Clone, Debug)]
pub struct TechniqueInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// The kinds of step it makes, whether a ladder uses them or not.
    pub kinds: Vec<KindProgram>,
    /// Positions and what the technique must or must not find in them.
    pub examples: Vec<Example>,
}

/// A kind of step that can be looked for. Its ratings are those of the first ladder that has it.
#[derive(Clone, Debug)]
pub struct KindProgram {
    /// The kind's name.
    pub name: String,
    /// The declared range of its scores.
    pub declared: Option<Range>,
    /// The compiled rules.
    pub program: TechniqueProgram,
}

/// A position and what a technique must find in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Where it stands.
    pub place: Place,
    /// The kind of step that is meant; `None` if any of the technique's will do.
    pub kind: Option<String>,
    /// Where the technique is looked for.
    pub situation: Situation,
    /// All that one match concludes; `None` where nothing must be found.
    pub finds: Option<Deduction>,
}

/// A rating method: a ladder of techniques and the formulas over its paths.
#[derive(Clone, Debug)]
pub struct System {
    /// Its id.
    pub id: String,
    /// The version of its file.
    pub version: u32,
    /// Its name.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// A hash of every rule that its ratings depend on, 16 hexadecimal digits.
    pub hash: String,
    /// The rules that the hash is made from, file by file: the system's own first, then the techniques of the
    /// ladder.
    pub outline: Vec<Outline>,
    /// Whether it is the one to use where none is named.
    pub default: bool,
    /// How the next step is chosen.
    pub pick: Pick,
    /// What paths made by chance are made with; there exactly where `pick` is `Random`.
    pub chance: Option<Chance>,
    /// The names of the ladder's rungs, in order.
    pub rungs: Vec<String>,
    /// What the steps of each rung can score, in order.
    pub scores: Vec<Option<Range>>,
    /// The rungs that can score less than one before them, in order.
    pub falls: Vec<Fall>,
    /// The kinds of step, in ladder order.
    pub kinds: Vec<Kind>,
    /// How many values the system gives to each step, behind those of its technique.
    pub step_values: usize,
    /// Rungs, techniques, kinds, classes and tiers by number; those of the ladder come first, in its order.
    pub texts: Texts,
    /// The formulas over a path.
    pub path: PathProgram,
    /// What is exported, in order: the metrics domain by domain, then the extras.
    pub metrics: Vec<Metric>,
    /// What a tier's profile compares, in order.
    pub profile: Vec<String>,
    /// The tiers, in order.
    pub tiers: Vec<Tier>,
    /// Which metric decides the tier; none if there are no tiers, or if they go by a formula instead.
    pub decides: Option<usize>,
    /// What pictures show; none where the file does not say it.
    pub graph: Option<Graph>,
}

/// A rung of a ladder whose least or greatest score falls below that of one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The rung, from 0.
    pub rung: usize,
    /// The rung before it.
    pub before: usize,
}

/// How paths are made by chance, and what they cost. Formulas over a path are then formulas over all such paths,
/// with the columns `run_total`, `run_tier` and `run_steps` in this order.
#[derive(Clone, Debug)]
pub struct Chance {
    /// How many paths are made, from 1 to [`MOST_STEPS`](undoku_lang::MOST_STEPS).
    pub runs: u32,
    /// Where chance starts.
    pub seed: u64,
    /// What it costs to search each rung of the ladder.
    pub costs: Vec<CostProgram>,
}

/// A kind of step: a technique, or one of its variants.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The kind's name.
    pub name: String,
    /// The name to show: the variant's, else the technique's.
    pub title: String,
    /// The id of its technique.
    pub technique: String,
    /// Its name, its technique's id and its rung's name by their numbers among the system's texts.
    pub labels: Labels,
    /// The rung of the ladder it stands on, from 0.
    pub rung: usize,
    /// What a step can score: as declared for the variant or the technique, else what was worked out.
    pub range: Range,
    /// The compiled rules.
    pub program: TechniqueProgram,
}

/// A value that a report exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// Its domain; none for the extras.
    pub domain: Option<String>,
    /// Where it comes from.
    pub source: MetricSource,
}

/// Where a metric's value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricSource {
    /// The path program's value of this number.
    Value(usize),
    /// The tier's text of this number.
    Tier(usize),
}

/// A row of the tier table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tier {
    /// Its texts.
    pub names: Vec<String>,
    /// The least value that belongs to it, and the least that does not.
    pub from: f64,
    /// See `from`.
    pub below: f64,
    /// The expected least and greatest value of each thing that the profile compares.
    pub profile: Vec<(f64, f64)>,
}
