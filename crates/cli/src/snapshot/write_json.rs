//! What moved, for programs.

use std::io::{self, Write};

use serde_json::{Value as Json, json};
use undoku::Status;
use undoku::rules::System;

use super::change::Change;
use super::entry::Value;
use super::findings::{Findings, Group, Listed, Mover, Named};
use super::head::{Head, PROGRAM};
use super::movement::{Judge, Movement};
use super::trace::Cause;

/// Writes one object in one line.
pub(super) fn write(
    (bank, baseline): (&str, &str),
    (head, system): (&Head, &System),
    findings: &Findings,
    judge: &Judge,
    out: &mut impl Write,
) -> io::Result<()> {
    let groups = findings.groups.iter();
    let groups: Vec<Json> = groups.map(|of| group(of, findings, judge)).collect();
    let object = json!({
        "bank": bank,
        "baseline": baseline,
        "system": system.id,
        "then": {"program": head.program, "version": head.version, "rules": head.rules},
        "now": {"program": PROGRAM, "version": system.version, "rules": system.hash},
        "puzzles": findings.puzzles,
        "moved": findings.moved,
        "without_entry": listed(&findings.added),
        "without_puzzle": listed(&findings.gone),
        "lost_metrics": findings.lost,
        "changes": findings.changes.iter().map(change).collect::<Vec<_>>(),
        "causes": groups,
    });
    writeln!(out, "{object}")
}

fn change(change: &Change) -> Json {
    let (from, to) = change.values.clone().unzip();
    json!({
        "sort": change.sort.as_str(),
        "path": change.path,
        "from": from,
        "to": to,
        "text": change.text,
    })
}

fn group(group: &Group, findings: &Findings, judge: &Judge) -> Json {
    let changes = match &group.cause {
        Cause::Changes(all) => all.clone(),
        Cause::Unknown | Cause::NotTraced => Vec::new(),
    };
    json!({
        "title": group.cause.title(&findings.changes),
        "changes": changes,
        "traced": group.cause != Cause::NotTraced,
        "moved": group.count,
        "of_tier": group.of_tier,
        "movers": group.movers.iter().map(|of| mover(of, judge)).collect::<Vec<_>>(),
    })
}

fn mover(mover: &Mover, judge: &Judge) -> Json {
    let mut object = named(&mover.name);
    let Movement {
        status,
        values,
        steps,
        ..
    } = &mover.movement;
    let end =
        |(status, open): (Status, Option<u32>)| json!({"status": status.as_str(), "open": open});
    let status = status.map(|[from, to]| json!({"from": end(from), "to": end(to)}));
    let metrics: serde_json::Map<String, Json> = values
        .iter()
        .map(|(at, from, to)| {
            let name = judge.metrics()[*at].name.clone();
            (name, json!({"from": value(from), "to": value(to)}))
        })
        .collect();
    let steps: serde_json::Map<String, Json> = steps
        .iter()
        .map(|(kind, from, to)| (kind.clone(), json!({"from": from, "to": to})))
        .collect();
    if let Json::Object(object) = &mut object {
        object.insert("status".to_owned(), json!(status));
        object.insert("metrics".to_owned(), Json::Object(metrics));
        object.insert("steps".to_owned(), Json::Object(steps));
    }
    object
}

fn value(value: &Value) -> Json {
    match value {
        Value::Number(value) => json!(value),
        Value::Bool(value) => json!(value),
        Value::Text(text) => json!(text),
        Value::Null => Json::Null,
    }
}

fn listed(listed: &Listed) -> Json {
    let first: Vec<Json> = listed.first.iter().map(named).collect();
    json!({"count": listed.count, "first": first})
}

fn named(named: &Named) -> Json {
    json!({"puzzle": named.puzzle, "label": named.label})
}
