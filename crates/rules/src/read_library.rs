//! The shape of a library table.

use undoku_grid::Deduction;

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::located::{LocatedCode, LocatedLibrary};
use crate::read::{Key, Shape, optional, required};
use crate::source::Located;
use crate::yaml::{Entry, Node, NodeKind};
use crate::yaml_core::{Value, resolve};

/// The keys of a library table.
pub(crate) const KEYS: &[Key] = &[
    required("library", "library: my_library"),
    required("title", "title: My library"),
    optional("summary"),
    optional("codes"),
    optional("left_out"),
];

/// The most characters of a code, and of the variant behind it.
const LONGEST: usize = 16;

/// Reads a library table; the problems are the walk's.
pub(crate) fn library(shape: &mut Shape<'_>, root: &Node) -> Option<LocatedLibrary> {
    let fields = shape.fields(root, "library", "a library table", KEYS)?;
    let id = fields
        .get("library")
        .and_then(|node| shape.name(node, "library"));
    let title = fields
        .get("title")
        .and_then(|node| shape.text(node, "title"));
    let summary = fields
        .get("summary")
        .and_then(|node| shape.text(node, "summary"));
    let mut codes = Vec::new();
    for entry in entries(shape, fields.get("codes"), "codes", "names") {
        let path = format!("codes.{}", entry.key.text());
        let (code, names) = (code(shape, &entry.key), names(shape, &entry.value, &path));
        codes.extend(code.map(|code| LocatedCode { code, names }));
    }
    let mut left_out = Vec::new();
    for entry in entries(shape, fields.get("left_out"), "left_out", "reasons") {
        let path = format!("left_out.{}", entry.key.text());
        let (what, reason) = (
            code_or_case(shape, &entry.key),
            shape.text(&entry.value, &path),
        );
        left_out.extend(what.zip(reason));
    }
    for (code, _) in &left_out {
        if let Some(meant) = codes.iter().find(|one| one.code.value == code.value) {
            shape.twice(
                codes::CODE_TWICE,
                code.place.clone(),
                meant.code.place.clone(),
                format!(
                    "the code {} means something and is left out",
                    shown(&code.value)
                ),
                "take one of the two out",
            );
        }
    }
    Some(LocatedLibrary {
        id: id?,
        title: title?,
        summary,
        codes,
        left_out,
    })
}

/// The entries of a mapping from codes.
fn entries<'n>(shape: &mut Shape<'_>, node: Option<&'n Node>, path: &str, of: &str) -> &'n [Entry] {
    let Some(node) = node else { return &[] };
    let Some(entries) = node.mapping() else {
        shape.wrong_kind(node, path, &format!("a mapping from codes to {of}"));
        return &[];
    };
    if shape.room_for(entries.iter().map(|entry| &entry.key), 1) {
        entries
    } else {
        &[]
    }
}

/// A code, or one case of it: the code, a blank, and what the case expects, written as conclusions are.
fn code_or_case(shape: &mut Shape<'_>, node: &Node) -> Option<Located<String>> {
    let Some((first, rest)) = node.text().split_once(' ') else {
        return code(shape, node);
    };
    let known = code_text(shape, node, first)?;
    match rest.parse::<Deduction>() {
        Ok(expected) => Some(Located::new(
            format!("{known} {expected}"),
            node.place.clone(),
        )),
        Err(_) => {
            shape.broken(
                Diagnostic::error(
                    codes::BAD_CODE,
                    node.place.first_line(),
                    format!("{} is not what a case expects", shown(rest)),
                )
                .help(
                    "name a code alone, or one case by its code and conclusion: `0709-2 r1c4<>3`",
                ),
            );
            None
        }
    }
}

/// A code: letters and digits, with one hyphen before its variant.
fn code(shape: &mut Shape<'_>, node: &Node) -> Option<Located<String>> {
    let text = code_text(shape, node, node.text())?;
    // Programs that read YAML would take it for a number, without the zeros at its start.
    if !matches!(node.scalar().map(resolve), Some(Value::Text(_))) {
        shape.broken(
            Diagnostic::error(
                codes::WRONG_KIND,
                node.place.first_line(),
                format!("the code {} must be a text", shown(text)),
            )
            .help(format!("put it in quotes: \"{text}\"")),
        );
        return None;
    }
    Some(Located::new(text.to_owned(), node.place.clone()))
}

fn code_text<'t>(shape: &mut Shape<'_>, node: &Node, text: &'t str) -> Option<&'t str> {
    let is_part = |part: &str| {
        (1..=LONGEST).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let good = match text.split_once('-') {
        Some((code, variant)) => is_part(code) && is_part(variant),
        None => is_part(text),
    };
    if !good {
        shape.broken(
            Diagnostic::error(
                codes::BAD_CODE,
                node.place.first_line(),
                format!("{} is not a code", shown(text)),
            )
            .note(format!(
                "codes are letters and digits, at most {LONGEST}, and may have a variant behind a hyphen"
            ))
            .help("write it like \"0300\" or \"0300-2\""),
        );
        return None;
    }
    Some(text)
}

/// One name or several.
fn names(shape: &mut Shape<'_>, node: &Node, path: &str) -> Vec<Located<String>> {
    if !matches!(node.kind, NodeKind::Sequence(_)) {
        return shape.name(node, path).into_iter().collect();
    }
    let Some(items) = shape.some_items(node, path, "names") else {
        return Vec::new();
    };
    if !shape.room_for(items.iter(), 1) {
        return Vec::new();
    }
    items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| shape.name(item, &format!("{path}.{}", index + 1)))
        .collect()
}
