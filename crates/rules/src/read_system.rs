//! The shape of a system file.

use std::collections::HashMap;

use undoku_lang::MOST_STEPS;

use crate::chance;
use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::located::{
    LocatedChoice, LocatedClass, LocatedDomain, LocatedPath, LocatedRung, LocatedSystem,
    LocatedTiers, NamedFormula,
};
use crate::model::{Order, Pick};
use crate::read::{Key, Shape, list, near, optional, required};
use crate::read_graph::{graph, metrics_exist};
use crate::read_tiers::tiers;
use crate::source::{Located, Place};
use crate::yaml::{Node, NodeKind};
use crate::yaml_core::{Value, resolve};

/// The keys of a system file.
pub(crate) const KEYS: &[Key] = &[
    required("system", "system: my_system"),
    required("version", "version: 1"),
    required("title", "title: My system"),
    optional("summary"),
    optional("default"),
    required("ladder", "ladder: [my_technique]"),
    optional("ordered_by"),
    optional("path"),
    optional("cost"),
    optional("constants"),
    optional("step"),
    required("metrics", "metrics: {scoring: {total: sum(score)}}"),
    optional("extras"),
    optional("classes"),
    optional("tiers"),
    optional("graph"),
];
/// The keys of `path`.
pub(crate) const PATH_KEYS: &[Key] = &[
    required("pick", "pick: first"),
    optional("runs"),
    optional("seed"),
];
/// The keys of a rung of several techniques.
pub(crate) const RUNG_KEYS: &[Key] = &[
    required("tier", "tier: [my_technique]"),
    optional("name"),
    optional("constants"),
];
/// The keys of a class.
pub(crate) const CLASS_KEYS: &[Key] = &[
    required("domain", "domain: scoring"),
    required(
        "choose",
        "choose: [{name: Calm, when: max_jump(score) < 0.5}, {name: Wild}]",
    ),
];
/// The keys of a choice.
pub(crate) const CHOICE_KEYS: &[Key] = &[optional("name"), optional("when")];

/// The most paths that are made by chance: formulas have room for as many values.
const MAX_RUNS: i64 = MOST_STEPS as i64;

/// Reads a system; the problems are the walk's.
pub(crate) fn system(shape: &mut Shape<'_>, root: &Node) -> Option<LocatedSystem> {
    let fields = shape.fields(root, "system", "a system file", KEYS)?;
    let id = fields
        .get("system")
        .and_then(|node| shape.name(node, "system"));
    let version = fields
        .get("version")
        .and_then(|node| shape.integer(node, "version", 1, i64::from(u32::MAX)))
        .map(|version| Located::new(version.value as u32, version.place));
    let title = fields
        .get("title")
        .and_then(|node| shape.text(node, "title"));
    let summary = fields
        .get("summary")
        .and_then(|node| shape.text(node, "summary"));
    let default = fields.get("default").is_some();
    if let Some(node) = fields.get("default")
        && node.scalar().map(resolve) != Some(Value::Bool(true))
    {
        shape.wrong_kind(node, "default", "`true`, or left out");
    }
    let ladder = fields.get("ladder").and_then(|node| ladder(shape, node));
    let ordered_by = fields
        .get("ordered_by")
        .and_then(|node| ordered_by(shape, node));
    let path = match fields.get("path") {
        Some(node) => path(shape, node),
        None => Some(LocatedPath {
            pick: Pick::default(),
            runs: None,
            seed: None,
        }),
    };
    let cost = fields
        .get("cost")
        .and_then(|node| shape.formula(node, "cost"));
    chance::check(shape, &fields, path.as_ref());
    let constants = shape.constants(fields.get("constants"), "constants");
    let step = shape.formulas(fields.get("step"), "step");
    let metrics = metrics(shape, fields.get("metrics"));
    let extras = shape.formulas(fields.get("extras"), "extras");
    let classes: Vec<LocatedClass> = shape
        .named(fields.get("classes"), "classes", "classes")
        .into_iter()
        .filter_map(|(name, node)| class(shape, name, node))
        .collect();
    let tiers = fields.get("tiers").and_then(|node| tiers(shape, node));
    if fields
        .get("metrics")
        .is_some_and(|node| node.mapping().is_some())
    {
        domains_exist(shape, &metrics, &classes, tiers.as_ref());
    }
    names_differ(shape, &metrics, &extras, &classes, tiers.as_ref());
    let graph = fields.get("graph").and_then(|node| graph(shape, node));
    if let Some(graph) = &graph {
        let all = names(&metrics, &extras, &classes, tiers.as_ref());
        let known: Vec<&str> = all.map(|name| name.value.as_str()).collect();
        metrics_exist(shape, graph, &known);
    }
    let system = LocatedSystem {
        id: id?,
        version: version?,
        title: title?,
        summary,
        default,
        ladder: ladder?,
        ordered_by,
        path: path?,
        cost,
        constants,
        step,
        metrics,
        extras,
        classes,
        tiers,
        graph,
    };
    chance::check_constants(shape, &system);
    Some(system)
}

fn ladder(shape: &mut Shape<'_>, node: &Node) -> Option<Vec<LocatedRung>> {
    let items = shape.some_items(node, "ladder", "techniques and kinds")?;
    if !shape.room_for(items.iter(), 1) {
        return None;
    }
    let rungs: Vec<LocatedRung> = items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| rung(shape, item, &format!("ladder.{}", index + 1)))
        .collect();
    let mut seen: HashMap<&str, &Place> = HashMap::new();
    for id in rungs.iter().flat_map(|rung| &rung.items) {
        match seen.get(id.value.as_str()) {
            Some(first) => shape.twice(
                codes::LADDER_TWICE,
                id.place.clone(),
                (*first).clone(),
                format!("`{}` stands twice in the ladder", id.value),
                "take one of the two out",
            ),
            None => {
                seen.insert(&id.value, &id.place);
            }
        }
    }
    rung_names_differ(shape, &rungs);
    Some(rungs)
}

/// Reports the name of a rung that is another rung's, or that of something on another rung.
fn rung_names_differ(shape: &mut Shape<'_>, rungs: &[LocatedRung]) {
    for (at, rung) in rungs.iter().enumerate() {
        let Some(name) = &rung.name else { continue };
        let named = rungs[..at].iter().filter_map(|other| other.name.as_ref());
        let others = rungs.iter().enumerate().filter(|(other, _)| *other != at);
        let items = others.flat_map(|(_, other)| &other.items);
        let same = named.chain(items).find(|other| other.value == name.value);
        if let Some(other) = same {
            shape.report(
                Diagnostic::error(
                    codes::RUNG_TWICE,
                    name.place.clone(),
                    format!("two rungs of the ladder go by the name `{}`", name.value),
                )
                .secondary(other.place.clone(), "the other one")
                .help("give the rung another name, or leave the name out"),
            );
        }
    }
}

fn ordered_by(shape: &mut Shape<'_>, node: &Node) -> Option<Order> {
    let word = shape.text(node, "ordered_by")?.value;
    if word == "score" {
        return Some(Order::Score);
    }
    shape.broken(
        Diagnostic::error(
            codes::UNKNOWN_WORD,
            node.place.first_line(),
            format!("`ordered_by` must be `score`, not {}", shown(&word)),
        )
        .help(match near(&word, ["score"]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "leave it out if the ladder has another order".to_owned(),
        }),
    );
    None
}

fn rung(shape: &mut Shape<'_>, node: &Node, path: &str) -> Option<LocatedRung> {
    let (mut name, mut constants) = (None, Vec::new());
    let items: Vec<Located<String>> = match &node.kind {
        NodeKind::Scalar(_) => vec![shape.name(node, path)?],
        NodeKind::Sequence(_) => {
            shape.wrong_kind(node, path, "a technique, a kind or {tier: [names]}");
            return None;
        }
        NodeKind::Mapping(_) => {
            let fields = shape.fields(node, path, "a rung", RUNG_KEYS)?;
            name = fields
                .get("name")
                .and_then(|node| shape.name(node, &format!("{path}.name")));
            constants = shape.constants(fields.get("constants"), &format!("{path}.constants"));
            let path = format!("{path}.tier");
            let items = shape.some_items(fields.get("tier")?, &path, "techniques and kinds")?;
            if !shape.room_for(items.iter(), 1) {
                return None;
            }
            items
                .iter()
                .enumerate()
                .filter_map(|(index, item)| shape.name(item, &format!("{path}.{}", index + 1)))
                .collect()
        }
    };
    // A name like that of the first item says nothing.
    name = name.filter(|name| items.first().is_none_or(|first| first.value != name.value));
    Some(LocatedRung {
        items,
        name,
        constants,
        place: node.place.clone(),
    })
}

fn path(shape: &mut Shape<'_>, node: &Node) -> Option<LocatedPath> {
    let fields = shape.fields(node, "path", "`path`", PATH_KEYS)?;
    let pick = fields.get("pick").and_then(|node| pick(shape, node));
    let runs = fields
        .get("runs")
        .and_then(|node| shape.integer(node, "path.runs", 1, MAX_RUNS))
        .map(|runs| Located::new(runs.value as u32, runs.place));
    let seed = fields
        .get("seed")
        .and_then(|node| shape.integer(node, "path.seed", 0, i64::MAX))
        .map(|seed| Located::new(seed.value as u64, seed.place));
    Some(LocatedPath {
        pick: pick?,
        runs,
        seed,
    })
}

fn pick(shape: &mut Shape<'_>, node: &Node) -> Option<Pick> {
    const WORDS: &[&str] = &["first", "easiest", "all", "random"];
    match shape.text(node, "path.pick")?.value.as_str() {
        "first" => Some(Pick::First),
        "easiest" => Some(Pick::Easiest),
        "all" => Some(Pick::All),
        "random" => Some(Pick::Random),
        other => {
            let help = match near(other, WORDS.iter().copied()) {
                Some(word) => format!("did you mean `{word}`?"),
                None => "`first` takes the first match in ladder order, `easiest` the one with the lowest score, `all` every match of the first rung that has one, `random` any one of these".to_owned(),
            };
            shape.broken(
                Diagnostic::error(
                    codes::UNKNOWN_WORD,
                    node.place.first_line(),
                    format!(
                        "`path.pick` must be `first`, `easiest`, `all` or `random`, not {}",
                        shown(other)
                    ),
                )
                .help(help),
            );
            None
        }
    }
}

fn metrics(shape: &mut Shape<'_>, node: Option<&Node>) -> Vec<LocatedDomain> {
    if let Some(node) = node
        && node.mapping().is_some_and(<[_]>::is_empty)
    {
        shape.broken(
            Diagnostic::error(codes::EMPTY, node.place.first_line(), "`metrics` is empty")
                .help("a system has at least one metric, such as {scoring: {total: sum(score)}}"),
        );
    }
    shape
        .named(node, "metrics", "metrics by domain")
        .into_iter()
        .map(|(name, node)| LocatedDomain {
            metrics: shape.formulas(Some(node), &format!("metrics.{}", name.value)),
            name,
        })
        .collect()
}

fn class(shape: &mut Shape<'_>, name: Located<String>, node: &Node) -> Option<LocatedClass> {
    let path = format!("classes.{}", name.value);
    let fields = shape.fields(node, &path, "a class", CLASS_KEYS)?;
    let domain = fields
        .get("domain")
        .and_then(|node| shape.name(node, &format!("{path}.domain")));
    let path = format!("{path}.choose");
    let choices: Option<Vec<LocatedChoice>> = fields.get("choose").and_then(|node| {
        let items = shape.some_items(node, &path, "choices")?;
        if !shape.room_for(items.iter(), 1) {
            return None;
        }
        let choices = items.iter().enumerate();
        Some(
            choices
                .filter_map(|(index, item)| choice(shape, item, &format!("{path}.{}", index + 1)))
                .collect(),
        )
    });
    let choices = choices?;
    if let Some(always) = choices.iter().position(|choice| choice.when.is_none())
        && let Some(behind) = choices.get(always + 1)
    {
        shape.report(
            Diagnostic::error(
                codes::UNREACHABLE_CHOICE,
                behind.place.first_line(),
                "this choice can never be taken",
            )
            .secondary(
                choices[always].place.first_line(),
                "without `when`, this one is always taken",
            )
            .help("give the earlier one a condition, or move it to the end"),
        );
    }
    Some(LocatedClass {
        name,
        domain: domain?,
        choices,
    })
}

fn choice(shape: &mut Shape<'_>, node: &Node, path: &str) -> Option<LocatedChoice> {
    let fields = shape.fields(node, path, "a choice", CHOICE_KEYS)?;
    Some(LocatedChoice {
        name: fields
            .get("name")
            .and_then(|node| shape.text(node, &format!("{path}.name"))),
        when: fields
            .get("when")
            .and_then(|node| shape.formula(node, &format!("{path}.when"))),
        place: node.place.clone(),
    })
}

/// Reports classes and tiers that belong to a domain that the metrics do not have.
fn domains_exist(
    shape: &mut Shape<'_>,
    metrics: &[LocatedDomain],
    classes: &[LocatedClass],
    tiers: Option<&LocatedTiers>,
) {
    let known: Vec<&str> = metrics
        .iter()
        .map(|domain| domain.name.value.as_str())
        .collect();
    let used = classes
        .iter()
        .map(|class| &class.domain)
        .chain(tiers.map(|tiers| &tiers.domain));
    for domain in used {
        if known.contains(&domain.value.as_str()) {
            continue;
        }
        let help = match near(&domain.value, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!(
                "the domains are {}; a new one is added under `metrics`, as `{}: {{}}` if it has no other metric",
                list(&known),
                domain.value
            ),
        };
        shape.report(
            Diagnostic::error(
                codes::UNKNOWN_DOMAIN,
                domain.place.clone(),
                format!("the metrics have no domain `{}`", domain.value),
            )
            .help(help),
        );
    }
}

/// The names of a report's values.
fn names<'a>(
    metrics: &'a [LocatedDomain],
    extras: &'a [NamedFormula],
    classes: &'a [LocatedClass],
    tiers: Option<&'a LocatedTiers>,
) -> impl Iterator<Item = &'a Located<String>> {
    metrics
        .iter()
        .flat_map(|domain| &domain.metrics)
        .chain(extras)
        .map(|named| &named.name)
        .chain(classes.iter().map(|class| &class.name))
        .chain(tiers.into_iter().flat_map(|tiers| &tiers.names))
}

/// Reports a name that two values of a report share.
fn names_differ(
    shape: &mut Shape<'_>,
    metrics: &[LocatedDomain],
    extras: &[NamedFormula],
    classes: &[LocatedClass],
    tiers: Option<&LocatedTiers>,
) {
    let mut seen: HashMap<&str, &Place> = HashMap::new();
    for name in names(metrics, extras, classes, tiers) {
        match seen.get(name.value.as_str()) {
            Some(first) => shape.twice(
                codes::NAME_TWICE,
                name.place.clone(),
                (*first).clone(),
                format!("two values of a report are named `{}`", name.value),
                "give one of the two another name",
            ),
            None => {
                seen.insert(&name.value, &name.place);
            }
        }
    }
}
