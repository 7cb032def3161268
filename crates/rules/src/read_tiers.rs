//! The shape of a tier table.

use std::collections::HashMap;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::located::{LocatedRange, LocatedTier, LocatedTiers};
use crate::read::{Key, Shape, list, optional, required};
use crate::source::{Located, Place};
use crate::yaml::{Node, NodeKind};

/// The keys of `tiers`.
pub(crate) const KEYS: &[Key] = &[
    required("domain", "domain: scoring"),
    required("by", "by: total"),
    required("names", "names: [rating]"),
    optional("profile"),
    required(
        "table",
        "table: [{rating: Easy, below: 50.0}, {rating: Hard, from: 50.0}]",
    ),
];
/// The keys of a row, besides the table's names.
pub(crate) const ROW_KEYS: &[&str] = &["from", "below", "profile"];

/// Reads a tier table. A table that lacks a piece is `None`.
pub(crate) fn tiers(shape: &mut Shape<'_>, node: &Node) -> Option<LocatedTiers> {
    let fields = shape.fields(node, "tiers", "`tiers`", KEYS)?;
    let domain = fields
        .get("domain")
        .and_then(|node| shape.name(node, "tiers.domain"));
    let by = fields
        .get("by")
        .and_then(|node| shape.formula(node, "tiers.by"));
    let names = fields.get("names").and_then(|node| names(shape, node));
    let profile = shape.formulas(fields.get("profile"), "tiers.profile");
    // Rows are judged by the names as they are given, so that a bad name is reported once.
    let name_nodes = fields.get("names");
    let given_names: Vec<&str> = match name_nodes.map(|node| &node.kind) {
        Some(NodeKind::Sequence(items)) => items
            .iter()
            .map(Node::text)
            .filter(|name| !ROW_KEYS.contains(name))
            .collect(),
        _ => return None,
    };
    let given_profile: Vec<&str> = fields
        .get("profile")
        .and_then(Node::mapping)
        .unwrap_or_default()
        .iter()
        .map(|entry| entry.key.text())
        .collect();
    let rows = shape.some_items(fields.get("table")?, "tiers.table", "rows")?;
    let table: Vec<LocatedTier> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| tier(shape, row, index, &given_names, &given_profile))
        .collect();
    if table.len() == rows.len() {
        contiguous(shape, &table);
        distinct(shape, &table);
    }
    Some(LocatedTiers {
        domain: domain?,
        by: by?,
        names: names?,
        profile,
        table,
    })
}

fn names(shape: &mut Shape<'_>, node: &Node) -> Option<Vec<Located<String>>> {
    let items = shape.some_items(node, "tiers.names", "names")?;
    let mut names: Vec<Located<String>> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(name) = shape.name(item, &format!("tiers.names.{}", index + 1)) else {
            continue;
        };
        if ROW_KEYS.contains(&name.value.as_str()) {
            shape.broken(
                Diagnostic::error(
                    codes::BAD_NAME,
                    name.place.clone(),
                    format!("a tier's text cannot be named `{}`", name.value),
                )
                .note(format!(
                    "in a row, {} have a meaning of their own",
                    list(ROW_KEYS)
                ))
                .help("choose another name"),
            );
        }
        names.push(name);
    }
    Some(names)
}

fn tier(
    shape: &mut Shape<'_>,
    node: &Node,
    index: usize,
    names: &[&str],
    profile: &[&str],
) -> Option<LocatedTier> {
    let path = format!("tiers.table.{}", index + 1);
    let mut known = names.to_vec();
    known.extend(ROW_KEYS);
    let Some(entries) = node.mapping() else {
        shape.wrong_kind(
            node,
            &path,
            &format!("a mapping with the keys {}", list(&known)),
        );
        return None;
    };
    for entry in entries {
        if !known.contains(&entry.key.text()) {
            shape.unknown_key(&entry.key, "a tier row", &known);
        }
    }
    let mut texts = Vec::new();
    for name in names {
        match node.get(name) {
            Some(value) => texts.extend(shape.text(value, &format!("{path}.{name}"))),
            None => shape.broken(
                Diagnostic::error(
                    codes::MISSING_KEY,
                    node.place.first_line(),
                    format!("the key `{name}` is missing in a tier row"),
                )
                .help(format!("add `{name}: …`, the text that the tier gives it")),
            ),
        }
    }
    let mut bound = |key: &str| match node.get(key) {
        Some(value) => shape
            .finite(value, &format!("{path}.{key}"))
            .map(|number| Some(Located::new(number.value.as_f64(), number.place))),
        None => Some(None),
    };
    let (from, below) = (bound("from"), bound("below"));
    let profile = bounds(shape, node, &path, profile);
    Some(LocatedTier {
        names: texts,
        from: from?,
        below: below?,
        profile,
        place: node.place.clone(),
    })
}

/// A row's bounds of the profile values, in the order of the table's profile.
fn bounds(shape: &mut Shape<'_>, row: &Node, path: &str, names: &[&str]) -> Vec<LocatedRange> {
    let path = format!("{path}.profile");
    let Some(node) = row.get("profile") else {
        if !names.is_empty() {
            shape.broken(
                Diagnostic::error(
                    codes::MISSING_KEY,
                    row.place.first_line(),
                    "the key `profile` is missing in a tier row",
                )
                .help(format!(
                    "add `profile: {{…}}` with [low, high] for {}",
                    list(names)
                )),
            );
        }
        return Vec::new();
    };
    let Some(entries) = node.mapping() else {
        shape.wrong_kind(node, &path, "a mapping from names to [low, high]");
        return Vec::new();
    };
    for entry in entries {
        if !names.contains(&entry.key.text()) {
            shape.unknown_key(&entry.key, "a tier's profile", names);
        }
    }
    names
        .iter()
        .filter_map(|name| {
            let Some(value) = node.get(name) else {
                shape.broken(
                    Diagnostic::error(
                        codes::MISSING_KEY,
                        node.place.first_line(),
                        format!("the key `{name}` is missing in a tier's profile"),
                    )
                    .help(format!("add `{name}: [low, high]`")),
                );
                return None;
            };
            shape.range(value, &format!("{path}.{name}"), true)
        })
        .collect()
}

/// Reports gaps, overlaps and ends that are missing or too many.
fn contiguous(shape: &mut Shape<'_>, table: &[LocatedTier]) {
    let bad = |place: Place, message: String| Diagnostic::error(codes::TIER_BOUNDS, place, message);
    if let Some(from) = table.first().and_then(|row| row.from.as_ref()) {
        shape.report(
            bad(
                from.place.clone(),
                "the first tier has no lower end".to_owned(),
            )
            .help("remove `from`, so that every value has a tier"),
        );
    }
    if let Some(below) = table.last().and_then(|row| row.below.as_ref()) {
        shape.report(
            bad(
                below.place.clone(),
                "the last tier has no upper end".to_owned(),
            )
            .help("remove `below`, so that every value has a tier"),
        );
    }
    for pair in table.windows(2) {
        let [before, row] = pair else { continue };
        match (&before.below, &row.from) {
            (Some(below), Some(from)) if from.value > below.value => shape.report(
                bad(
                    from.place.clone(),
                    format!("values from {} to {} have no tier", below.value, from.value),
                )
                .label("this tier starts later")
                .secondary(below.place.clone(), "the tier before ends here")
                .help("`from` equals `below` of the row before"),
            ),
            (Some(below), Some(from)) if from.value < below.value => shape.report(
                bad(
                    from.place.clone(),
                    format!(
                        "values from {} to {} have two tiers",
                        from.value, below.value
                    ),
                )
                .label("this tier starts earlier")
                .secondary(below.place.clone(), "the tier before ends here")
                .help("`from` equals `below` of the row before"),
            ),
            (Some(_), Some(_)) => {}
            (below, from) => {
                if below.is_none() {
                    shape.report(
                        bad(
                            before.place.first_line(),
                            "only the last tier has no upper end".to_owned(),
                        )
                        .help("add `below`, equal to `from` of the next row"),
                    );
                }
                if from.is_none() {
                    shape.report(
                        bad(
                            row.place.first_line(),
                            "only the first tier has no lower end".to_owned(),
                        )
                        .help("add `from`, equal to `below` of the row before"),
                    );
                }
            }
        }
    }
    for row in table {
        if let (Some(from), Some(below)) = (&row.from, &row.below)
            && from.value >= below.value
        {
            shape.report(
                bad(
                    below.place.clone(),
                    format!(
                        "the tier ends at {}, but starts at {}",
                        below.value, from.value
                    ),
                )
                .label("not above `from`")
                .secondary(from.place.clone(), "it starts here")
                .help("rows stand in ascending order"),
            );
        }
    }
}

/// Reports two rows with the same texts.
fn distinct(shape: &mut Shape<'_>, table: &[LocatedTier]) {
    let mut seen: HashMap<Vec<&str>, &LocatedTier> = HashMap::new();
    for row in table {
        let texts: Vec<&str> = row.names.iter().map(|name| name.value.as_str()).collect();
        let (Some(name), Some(first)) = (row.names.last(), seen.get(&texts)) else {
            seen.insert(texts, row);
            continue;
        };
        if let Some(other) = first.names.last() {
            shape.twice(
                codes::DUPLICATE_TIER,
                name.place.clone(),
                other.place.clone(),
                format!("two tiers are named {}", list(&texts)),
                "give one of the two another name, or join them",
            );
        }
    }
}
