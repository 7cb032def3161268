//! Which systems and which of their metrics are evaluated.

use std::sync::Arc;

use undoku::lang::nearest;
use undoku::rules::{RuleSet, System};
use undoku::{Engine, Options};

use crate::console::{self, printable};
use crate::exit::Exit;
pub(crate) use crate::measure::Measure;
use crate::rules;

/// A system, and which of its metrics are evaluated.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) engine: Engine,
    pub(super) metrics: Vec<Measure>,
}

/// The systems and metrics that are named; without names the default system, and of a system what decides its tier,
/// or all it has where nothing does.
pub(super) fn choose(
    rules: RuleSet,
    systems: &[String],
    metrics: &[String],
) -> Result<Vec<Choice>, Exit> {
    let rules = Arc::new(rules);
    // Nothing is made of how many solutions there are.
    let options = Options {
        steps: false,
        solution_limit: 2,
    };
    let mut engines: Vec<Engine> = Vec::new();
    if systems.is_empty() {
        engines.push(rules::select(Arc::clone(&rules), None)?);
    }
    for id in systems {
        let id = id.trim();
        if engines.iter().all(|known| known.system().id != id) {
            engines.push(rules::select(Arc::clone(&rules), Some(id))?);
        }
    }
    let names: Vec<&str> = metrics.iter().map(|name| name.trim()).collect();
    if let Some(unknown) = unknown(&engines, &names) {
        console::error(unknown);
        return Err(Exit::Usage);
    }
    let mut choices = Vec::new();
    for engine in engines {
        let metrics = of_system(engine.system(), &names).map_err(|message| {
            console::error(message);
            Exit::Usage
        })?;
        choices.push(Choice {
            engine: engine.options(options),
            metrics,
        });
    }
    Ok(choices)
}

/// What is wrong with a name that no system has.
pub(crate) fn unknown(engines: &[Engine], names: &[&str]) -> Option<String> {
    let all = || {
        let systems = engines.iter().map(Engine::system);
        systems
            .flat_map(|system| &system.metrics)
            .map(|metric| metric.name.as_str())
    };
    let missing = names
        .iter()
        .find(|name| !all().any(|known| matches(name, known)))?;
    let systems: Vec<&str> = engines
        .iter()
        .map(|engine| engine.system().id.as_str())
        .collect();
    let who = match systems[..] {
        [one] => format!("the system `{one}` has"),
        _ => format!("none of the systems {} has", systems.join(", ")),
    };
    let no = if systems.len() == 1 { "no" } else { "a" };
    let advice = nearest(missing, all()).map_or_else(
        || {
            let mut known: Vec<&str> = Vec::new();
            all().for_each(|name| {
                if !known.contains(&name) {
                    known.push(name);
                }
            });
            format!("there are {}", known.join(", "))
        },
        |near| format!("did you mean `{near}`?"),
    );
    Some(format!(
        "{who} {no} metric `{}`; {advice}",
        printable(missing)
    ))
}

/// The metrics of a system that are evaluated; or why there are none.
fn of_system(system: &System, names: &[&str]) -> Result<Vec<Measure>, String> {
    let all = || 0..system.metrics.len();
    let id = &system.id;
    if names.is_empty() {
        let chosen: Vec<Measure> = match system.decides.and_then(|at| Measure::of(system, at)) {
            Some(decides) => vec![decides],
            None => {
                let measures = all().filter_map(|at| Measure::of(system, at));
                measures.filter(|measure| measure.texts.is_none()).collect()
            }
        };
        if chosen.is_empty() {
            return Err(format!("the system `{id}` has no metric that is a number"));
        }
        return Ok(chosen);
    }
    let mut chosen: Vec<Measure> = Vec::new();
    for name in names {
        for at in all().filter(|&at| matches(name, &system.metrics[at].name)) {
            match Measure::of(system, at) {
                Some(measure) if chosen.iter().all(|known| known.at != at) => chosen.push(measure),
                Some(_) => {}
                // Who asks for whatever fits takes what there is.
                None if name.contains('*') => {}
                None => {
                    return Err(format!(
                        "the values of `{name}` are texts without an order; only numbers and the names of tiers can \
                         be evaluated"
                    ));
                }
            }
        }
    }
    if chosen.is_empty() {
        let known: Vec<&str> = system
            .metrics
            .iter()
            .map(|metric| metric.name.as_str())
            .collect();
        return Err(format!(
            "the system `{id}` has none of these metrics; name one of its own as well: {}",
            known.join(", ")
        ));
    }
    Ok(chosen)
}

/// Whether a name is what a pattern says, in which `*` stands for any characters.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest
        .rsplit_once('*')
        .map_or(("", rest), |(middle, end)| (middle, end));
    // The first place is as good as any for what other parts follow.
    for part in middle.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_characters() {
        for pattern in [
            "score_total",
            "*",
            "score*",
            "*total",
            "s*_*l",
            "*score_total*",
            "**",
            "s*o*o*l",
        ] {
            assert!(matches(pattern, "score_total"), "{pattern}");
        }
        for pattern in [
            "",
            "score",
            "total",
            "score*x",
            "x*",
            "score_total*_",
            "s*o*o*o*l",
            "score_total*l",
        ] {
            assert!(!matches(pattern, "score_total"), "{pattern}");
        }
    }
}
