//! `GET` and `POST /api/systems`: what rules there are, and which of their values can be tuned.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use undoku::rules::{RuleSet, SourceFile, System, TechniqueInfo};

use crate::app::App;
use crate::body;
use crate::failure::{Failure, JSON};
use crate::rules::RuleAsk;
use crate::settings::Limits;
use crate::values;

/// The built-in rules, with all their texts.
pub(crate) async fn built_in(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let loaded = app.rules.get(RuleAsk::default(), &app.house).await?;
    let rules = Arc::clone(loaded.usable()?);
    let limits = app.limits;
    let answer = app
        .house
        .run(move |_| {
            let bundles = undoku::bundles();
            let files = bundles.iter().flat_map(|bundle| (bundle.files)());
            describe(&rules, files, &limits)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, JSON)], answer).into_response())
}

/// Changed rules, with the texts that change them.
pub(crate) async fn changed(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Failure> {
    let ask: RuleAsk = body::json(request, app.limits.body, app.limits.body_time).await?;
    let texts = ask.rules.clone();
    let loaded = app.rules.get(ask, &app.guests).await?;
    let rules = Arc::clone(loaded.usable()?);
    let limits = app.limits;
    let answer = app
        .guests
        .run(move |_| {
            let files = texts
                .into_iter()
                .map(|(name, text)| SourceFile { name, text });
            describe(&rules, files, &limits)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, JSON)], answer).into_response())
}

fn describe(
    rules: &RuleSet,
    files: impl IntoIterator<Item = SourceFile>,
    limits: &Limits,
) -> String {
    let techniques: Vec<Value> = rules.techniques.iter().map(technique).collect();
    let systems: Vec<Value> = rules.systems.iter().map(|one| system(one)).collect();
    let files: Vec<Value> = files.into_iter().map(values::file).collect();
    let answer = json!({
        "program": env!("CARGO_PKG_VERSION"),
        "default": rules.default_system().map(|system| &system.id),
        "limits": {"puzzles": limits.puzzles, "bank": limits.bank, "rules": limits.rules},
        "systems": systems,
        "techniques": techniques,
        "files": files,
    });
    format!("{answer}\n")
}

fn technique(info: &TechniqueInfo) -> Value {
    let kinds: Vec<&str> = info.kinds.iter().map(|kind| kind.name.as_str()).collect();
    json!({"id": info.id, "title": info.title, "summary": info.summary, "kinds": kinds})
}

fn system(system: &System) -> Value {
    let kinds: Vec<Value> = system
        .kinds
        .iter()
        .map(|kind| {
            json!({
                "name": kind.name,
                "title": kind.title,
                "technique": kind.technique,
                "rung": system.rungs.get(kind.rung),
                "range": [finite(kind.range.lo), finite(kind.range.hi)],
            })
        })
        .collect();
    let decides = system.decides.and_then(|at| system.metrics.get(at));
    json!({
        "id": system.id,
        "version": system.version,
        "title": system.title,
        "summary": system.summary,
        "rules": system.hash,
        "ladder": system.rungs,
        "kinds": kinds,
        "domains": domains(system),
        "decides": decides.map(|metric| &metric.name),
        "profile": system.profile,
        "tier_names": tier_names(system),
        "tiers": tiers(system),
        "polar": system.graph.as_ref().is_some_and(|graph| graph.polar.is_some()),
    })
}

/// The metrics, domain by domain; those of none last.
fn domains(system: &System) -> Vec<Value> {
    let mut domains: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for metric in &system.metrics {
        let domain = metric.domain.as_deref();
        match domains.iter_mut().find(|(known, _)| *known == domain) {
            Some((_, metrics)) => metrics.push(&metric.name),
            None => domains.push((domain, vec![&metric.name])),
        }
    }
    domains
        .into_iter()
        .map(|(name, metrics)| json!({"name": name, "metrics": metrics}))
        .collect()
}

/// The metrics that a tier gives a text to, in the order of the tiers' texts.
fn tier_names(system: &System) -> Vec<&str> {
    let mut names: Vec<(usize, &str)> = system
        .metrics
        .iter()
        .filter_map(|metric| match metric.source {
            undoku::rules::MetricSource::Tier(at) => Some((at, metric.name.as_str())),
            undoku::rules::MetricSource::Value(_) => None,
        })
        .collect();
    names.sort_unstable();
    names.into_iter().map(|(_, name)| name).collect()
}

/// A number, or nothing for one without end.
fn finite(value: f64) -> Value {
    serde_json::Number::from_f64(value).map_or(Value::Null, Value::Number)
}

fn tiers(system: &System) -> Vec<Value> {
    system
        .tiers
        .iter()
        .map(|tier| {
            let profile: Map<String, Value> = system
                .profile
                .iter()
                .zip(&tier.profile)
                .map(|(name, &(low, high))| (name.clone(), json!([finite(low), finite(high)])))
                .collect();
            json!({
                "names": tier.names,
                "from": finite(tier.from),
                "below": finite(tier.below),
                "profile": profile,
            })
        })
        .collect()
}
