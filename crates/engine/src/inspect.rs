//! What rules can do, as it is known before a puzzle is rated.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use undoku_lang::{Range, Type};
use undoku_rules::{Idle, IdleConstant, MetricSource, RuleSet, System, TechniqueInfo};

/// One thing that is known of rules without any puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Whose it is.
    pub of: Owner,
    /// The id of the technique or system.
    pub id: String,
    /// The kind of step, rung, metric, class, tier or constant that it is about; empty for the whole.
    pub name: String,
    /// What is known.
    pub what: What,
    /// The value.
    pub value: FactValue,
}

/// What a fact belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// A technique.
    Technique,
    /// A system.
    System,
}

/// What a fact is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// What the assertions of a kind of step can be.
    Assertions,
    /// What a kind of step, or the steps of a rung, can score.
    Score,
    /// The range of scores that is declared for a kind.
    Declared,
    /// The most bindings that the loops of a kind's pattern can visit in one position.
    SearchCost,
    /// What an evidence of a kind can be, by its name.
    Evidence(String),
    /// The rung that a rung can score less than, although it stands behind it.
    FallsBelow,
    /// What it costs to search a rung, where paths are made by chance.
    RungCost,
    /// What a value of each step can be.
    Step,
    /// What a metric, or a value that is exported beside the metrics, can be.
    Metric,
    /// What the value can be that decides the tier.
    Decides,
    /// What a value of the tiers' profile can be.
    Profile,
    /// A class that no path can get, by its name.
    UnreachableClass(String),
    /// A tier that no path can get.
    UnreachableTier,
    /// A constant that does nothing.
    IdleConstant,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    /// Anything from one number to another.
    Range(Range),
    /// A number.
    Number(f64),
    /// In words.
    Words(String),
}

/// A fact of one rule set beside that of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The fact before; none if it is new.
    pub before: Option<Fact>,
    /// The fact now; none if it is gone.
    pub now: Option<Fact>,
}

impl Owner {
    /// `technique` or `system`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Technique => "technique",
            Self::System => "system",
        }
    }
}

impl What {
    /// In JSON.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Assertions => "assertions",
            Self::Score => "score",
            Self::Declared => "declared",
            Self::SearchCost => "search_cost",
            Self::Evidence(_) => "evidence",
            Self::FallsBelow => "falls_below",
            Self::RungCost => "rung_cost",
            Self::Step => "step",
            Self::Metric => "metric",
            Self::Decides => "decides",
            Self::Profile => "profile",
            Self::UnreachableClass(_) => "unreachable_class",
            Self::UnreachableTier => "unreachable_tier",
            Self::IdleConstant => "idle_constant",
        }
    }

    /// The name that goes with it, beside that of the fact.
    #[must_use]
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::Evidence(name) | Self::UnreachableClass(name) => Some(name),
            _ => None,
        }
    }
}

impl FactValue {
    /// As JSON: a range as an object with `least` and `greatest`, null for no bound.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let number = |x: f64| {
            if x.is_finite() {
                json!(crate::json::tidy(x))
            } else {
                Value::Null
            }
        };
        match self {
            Self::Range(range) => {
                json!({"least": number(range.lo), "greatest": number(range.hi)})
            }
            Self::Number(value) => number(*value),
            Self::Words(words) => json!(words),
        }
    }
}

impl Fact {
    /// The fact as one JSON object: `of`, `id`, `name`, `what`, `detail` where there is one, `value`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = self.head();
        object.insert("value".to_owned(), self.value.to_json());
        Value::Object(object)
    }

    fn head(&self) -> Map<String, Value> {
        let mut object = Map::new();
        let mut put = |key: &str, text: &str| {
            object.insert(key.to_owned(), json!(text));
        };
        put("of", self.of.word());
        put("id", &self.id);
        put("name", &self.name);
        put("what", self.what.word());
        if let Some(detail) = self.what.detail() {
            put("detail", detail);
        }
        object
    }

    /// What makes it the same fact in two rule sets.
    fn key(&self) -> (Owner, &str, &str, &What) {
        (self.of, &self.id, &self.name, &self.what)
    }
}

impl Change {
    /// The fact that it is about: now, or before if it is gone.
    #[must_use]
    pub fn fact(&self) -> Option<&Fact> {
        self.now.as_ref().or(self.before.as_ref())
    }

    /// The change as one JSON object: like a fact, with `before` and `now` instead of `value`, null where there was
    /// or is none.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut object = self.fact().map(Fact::head).unwrap_or_default();
        let value = |fact: &Option<Fact>| {
            fact.as_ref()
                .map_or(Value::Null, |fact| fact.value.to_json())
        };
        object.insert("before".to_owned(), value(&self.before));
        object.insert("now".to_owned(), value(&self.now));
        Value::Object(object)
    }
}

/// All that is known of rules, techniques first, in the order of their files. `idle` are the constants of the rules
/// that do nothing.
#[must_use]
pub fn facts(rules: &RuleSet, idle: &[IdleConstant]) -> Vec<Fact> {
    let mut all = Vec::new();
    for technique in &rules.techniques {
        of_technique(technique, &mut all);
        constants(Owner::Technique, &technique.id, idle, &mut all);
    }
    for system in &rules.systems {
        of_system(system, &mut all);
        constants(Owner::System, &system.id, idle, &mut all);
    }
    all
}

/// What differs between the facts of two rule sets, in the order of those now, with what is gone at the end.
#[must_use]
pub fn changes(before: &[Fact], now: &[Fact]) -> Vec<Change> {
    let mut old: HashMap<_, &Fact> = before.iter().map(|fact| (fact.key(), fact)).collect();
    let mut all = Vec::new();
    for fact in now {
        let was = old.remove(&fact.key());
        if was.is_none_or(|was| was.value != fact.value) {
            all.push(Change {
                before: was.cloned(),
                now: Some(fact.clone()),
            });
        }
    }
    let gone = before
        .iter()
        .filter(|fact| old.contains_key(&fact.key()))
        .map(|fact| Change {
            before: Some(fact.clone()),
            now: None,
        });
    all.extend(gone);
    all
}

/// Adds facts of one owner.
struct Adder<'a> {
    of: Owner,
    id: &'a str,
    all: &'a mut Vec<Fact>,
}

impl Adder<'_> {
    fn add(&mut self, name: &str, what: What, value: FactValue) {
        self.all.push(Fact {
            of: self.of,
            id: self.id.to_owned(),
            name: name.to_owned(),
            what,
            value,
        });
    }

    fn range(&mut self, name: &str, what: What, range: Range) {
        self.add(name, what, FactValue::Range(range));
    }
}

/// Whether a range says something of a value: the number, or how many members a set has.
fn has_range(ty: Type) -> bool {
    ty.is_numeric() || ty.is_set() || ty == Type::Bool
}

fn of_technique(technique: &TechniqueInfo, all: &mut Vec<Fact>) {
    let mut adder = Adder {
        of: Owner::Technique,
        id: &technique.id,
        all,
    };
    for kind in &technique.kinds {
        let program = &kind.program;
        adder.range(&kind.name, What::Assertions, program.assertions_range());
        adder.range(&kind.name, What::Score, program.score_range());
        if let Some(declared) = kind.declared {
            adder.range(&kind.name, What::Declared, declared);
        }
        let cost = FactValue::Number(program.cost());
        adder.add(&kind.name, What::SearchCost, cost);
        for (name, ty, range) in program.evidence_ranges() {
            if has_range(ty) {
                adder.range(&kind.name, What::Evidence(name.to_owned()), range);
            }
        }
    }
}

fn of_system(system: &System, all: &mut Vec<Fact>) {
    let mut adder = Adder {
        of: Owner::System,
        id: &system.id,
        all,
    };
    for (at, (rung, scores)) in system.rungs.iter().zip(&system.scores).enumerate() {
        if let Some(scores) = *scores {
            adder.range(rung, What::Score, scores);
        }
        let fall = system.falls.iter().find(|fall| fall.rung == at);
        if let Some(before) = fall.and_then(|fall| system.rungs.get(fall.before)) {
            let before = FactValue::Words(before.clone());
            adder.add(rung, What::FallsBelow, before);
        }
        let costs = system.chance.as_ref().map(|chance| &chance.costs);
        if let Some(cost) = costs.and_then(|costs| costs.get(at)) {
            adder.range(rung, What::RungCost, cost.range());
        }
    }
    for (name, range) in step_ranges(system) {
        adder.range(&name, What::Step, range);
    }
    let ranges: Vec<_> = system.path.ranges().collect();
    for metric in &system.metrics {
        let MetricSource::Value(at) = metric.source else {
            continue;
        };
        if let Some(&(_, ty, range)) = ranges.get(at)
            && has_range(ty)
        {
            adder.range(&metric.name, What::Metric, range);
        }
    }
    if let Some(range) = system.path.decides() {
        adder.range("", What::Decides, range);
    }
    for (name, ty, range) in system.path.profile_ranges() {
        if has_range(ty) {
            adder.range(name, What::Profile, range);
        }
    }
    let never = system.path.unreachable();
    for (value, class) in &never.classes {
        let class = class.clone().unwrap_or_else(|| "no class".to_owned());
        let words = FactValue::Words("no path of the ladder gets it".to_owned());
        adder.add(value, What::UnreachableClass(class), words);
    }
    for tier in never.tiers.iter().filter_map(|&at| system.tiers.get(at)) {
        let words = FactValue::Words("no path of the ladder gets it".to_owned());
        adder.add(&tier.names.join(", "), What::UnreachableTier, words);
    }
}

/// What the system's values of a step can be, over all kinds of its ladder.
fn step_ranges(system: &System) -> Vec<(String, Range)> {
    let mut all: Vec<(String, Range)> = Vec::new();
    for kind in &system.kinds {
        let names = kind.program.step_names();
        for (at, (name, (_, range))) in names.zip(kind.program.step_ranges()).enumerate() {
            match all.get_mut(at) {
                Some((_, whole)) => *whole = whole.hull(range),
                None => all.push((name.to_owned(), range)),
            }
        }
    }
    all
}

fn constants(of: Owner, id: &str, idle: &[IdleConstant], all: &mut Vec<Fact>) {
    for constant in idle.iter().filter(|constant| constant.owner == id) {
        let mut name = constant.name.clone();
        if let Some(kind) = &constant.kind {
            name = format!("variants.{kind}.{name}");
        }
        if let Some(element) = constant.element {
            name = format!("{name}.{element}");
        }
        let why = match constant.why {
            Idle::Unused => "is never used",
            Idle::WithoutEffect => "has no effect, whatever it is",
            Idle::NeverReached => "is a bound that is never reached",
        };
        all.push(Fact {
            of,
            id: id.to_owned(),
            name,
            what: What::IdleConstant,
            value: FactValue::Words(format!("{} {why}", constant.value)),
        });
    }
}
