//! What differs, for programs.

use std::io::{self, Write};

use serde_json::{Value as Json, json};
use undoku::{Status, tidy};

use super::compare::{Paths, Told};
use super::side::Side;
use super::summary::{Mover, Summary, Values};

/// Writes one object.
pub(super) fn write(
    sides: &[Side; 2],
    summary: &Summary,
    refused: &[(Status, u64)],
    out: &mut impl Write,
) -> io::Result<()> {
    let side = |at: usize| {
        let side = &sides[at];
        let system = side.system();
        json!({
            "title": side.title,
            "system": {"id": system.id, "version": system.version, "rules": system.hash},
            "tier": side.tier,
            "classes": side.classes,
            "totals": summary.totals(at),
            "decides": side.decides.as_ref().map(|measure| &measure.name),
            "values": values(&summary.values[at]),
        })
    };
    let refused: serde_json::Map<String, Json> = refused
        .iter()
        .map(|(status, count)| (status.as_str().to_owned(), json!(count)))
        .collect();
    let shift = summary.shift(sides);
    let shift = shift
        .map(|[easier, same, harder]| json!({"easier": easier, "same": same, "harder": harder}));
    let partings = summary.groups().into_iter().map(|([from, to], group)| {
        json!({
            "from": from,
            "to": to,
            "puzzles": group.count,
            "earliest": {"step": group.step, "puzzle": group.name},
        })
    });
    let object = json!({
        "from": side(0),
        "to": side(1),
        "puzzles": summary.puzzles,
        "refused": refused,
        "confusion": summary.table,
        "shift": shift,
        "paths": {
            "part": summary.parted(),
            "rated_differently_on_the_same_path": summary.same_path,
            "rated_alike": summary.unseen,
            "at": partings.collect::<Vec<_>>(),
        },
        "movers": summary.movers.iter().map(|of| mover(of, sides)).collect::<Vec<_>>(),
    });
    writeln!(out, "{object}")
}

fn values(values: &Values) -> Json {
    if values.count == 0 {
        return Json::Null;
    }
    json!({
        "count": values.count,
        "mean": tidy(values.mean()),
        "least": tidy(values.least),
        "greatest": tidy(values.greatest),
    })
}

fn mover(mover: &Mover, sides: &[Side; 2]) -> Json {
    let compared = &mover.compared;
    let class = |at: usize| &sides[at].classes[compared.classes[at]];
    let value = |at: usize| Some(compared.values[at]).filter(|value| !value.is_nan());
    let step = |told: &Option<Told>| {
        let told = told.as_ref();
        told.map(|told| json!({"kind": told.kind, "result": told.conclusion}))
    };
    let parting = match &compared.paths {
        Paths::Part(parting) => json!({
            "step": parting.step,
            "from": step(&parting.steps[0]),
            "to": step(&parting.steps[1]),
        }),
        Paths::Unseen | Paths::Same => Json::Null,
    };
    json!({
        "puzzle": compared.puzzle,
        "label": compared.label,
        "class": {"from": class(0), "to": class(1)},
        "value": {"from": value(0), "to": value(1)},
        "parts": parting,
    })
}
