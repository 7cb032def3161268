//! The shape of a technique file.

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::located::{LocatedExample, LocatedTechnique, LocatedVariant};
use crate::read::{Key, Shape, optional, required};
use crate::source::Located;
use crate::yaml::{Node, NodeKind};
use crate::yaml_core::{Value, resolve};

/// The keys of a technique file.
pub(crate) const KEYS: &[Key] = &[
    required("technique", "technique: my_technique"),
    required("title", "title: My technique"),
    optional("summary"),
    optional("variants"),
    optional("constants"),
    required(
        "pattern",
        "pattern: |` and the pattern's lines below it, indented, such as `for c in open",
    ),
    optional("possible"),
    optional("evidence"),
    required("assertions", "assertions: 1"),
    required("score", "score: 1.0"),
    optional("range"),
    required("explain", "explain: \"{target} is {target_digit}\""),
    optional("examples"),
];

const EXAMPLE_KEYS: &[Key] = &[
    required("puzzle", "puzzle: \"…81 characters…\""),
    optional("finds"),
    optional("finds_nothing"),
];

/// The keys of a variant that are not constants.
pub(crate) const VARIANT_KEYS: &[Key] = &[optional("title"), optional("range")];

/// Reads a technique; the problems are the walk's.
pub(crate) fn technique(shape: &mut Shape<'_>, root: &Node) -> Option<LocatedTechnique> {
    let fields = shape.fields(root, "technique", "a technique file", KEYS)?;
    let id = fields
        .get("technique")
        .and_then(|node| shape.name(node, "technique"));
    let title = fields
        .get("title")
        .and_then(|node| shape.text(node, "title"));
    let summary = fields
        .get("summary")
        .and_then(|node| shape.text(node, "summary"));
    let variants = shape
        .named(fields.get("variants"), "variants", "constants")
        .into_iter()
        .map(|(kind, node)| variant(shape, kind, node))
        .collect();
    let constants = shape.constants(fields.get("constants"), "constants");
    let pattern = fields
        .get("pattern")
        .and_then(|node| shape.rule_text(node, "pattern"));
    let possible = fields
        .get("possible")
        .and_then(|node| shape.formula(node, "possible"));
    let evidence = shape.formulas(fields.get("evidence"), "evidence");
    let assertions = fields
        .get("assertions")
        .and_then(|node| shape.formula(node, "assertions"));
    let score = fields
        .get("score")
        .and_then(|node| shape.formula(node, "score"));
    let range = fields
        .get("range")
        .and_then(|node| shape.range(node, "range", false));
    let explain = fields
        .get("explain")
        .and_then(|node| shape.rule_text(node, "explain"));
    let examples = fields
        .get("examples")
        .map(|node| examples(shape, node))
        .unwrap_or_default();
    Some(LocatedTechnique {
        id: id?,
        title: title?,
        summary,
        variants,
        constants,
        pattern: pattern?,
        possible,
        evidence,
        assertions: assertions?,
        score: score?,
        range,
        explain: explain?,
        examples,
    })
}

/// A variant: its title and range, and its constants, which are all other keys.
fn variant(shape: &mut Shape<'_>, kind: Located<String>, node: &Node) -> LocatedVariant {
    let path = format!("variants.{}", kind.value);
    LocatedVariant {
        title: node
            .get("title")
            .and_then(|node| shape.text(node, &format!("{path}.title"))),
        range: node
            .get("range")
            .and_then(|node| shape.range(node, &format!("{path}.range"), false)),
        constants: shape.constants_besides(Some(node), &path, VARIANT_KEYS),
        kind,
    }
}

fn examples(shape: &mut Shape<'_>, node: &Node) -> Vec<LocatedExample> {
    let Some(items) = shape.items(node, "examples", "examples") else {
        return Vec::new();
    };
    items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| example(shape, item, &format!("examples.{}", index + 1)))
        .collect()
}

fn example(shape: &mut Shape<'_>, node: &Node, path: &str) -> Option<LocatedExample> {
    let fields = shape.fields(node, path, "an example", EXAMPLE_KEYS)?;
    let puzzle = fields
        .get("puzzle")
        .and_then(|node| shape.text(node, &format!("{path}.puzzle")));
    let finds = fields
        .get("finds")
        .map(|node| finds(shape, node, &format!("{path}.finds")))
        .unwrap_or_default();
    if let Some(nothing) = fields.get("finds_nothing")
        && nothing.scalar().map(resolve) != Some(Value::Bool(true))
    {
        shape.wrong_kind(
            nothing,
            &format!("{path}.finds_nothing"),
            "`true`, or left out",
        );
    }
    match (fields.entry("finds"), fields.entry("finds_nothing")) {
        (Some(_), None) | (None, Some(_)) => {}
        (None, None) => shape.broken(
            Diagnostic::error(
                codes::BAD_EXAMPLE,
                node.place.first_line(),
                "the example does not say what is found",
            )
            .help("add `finds: r4c5=7`, `finds: r1c2<>45` or `finds_nothing: true`"),
        ),
        (Some(finds), Some(nothing)) => shape.broken(
            Diagnostic::error(
                codes::BAD_EXAMPLE,
                nothing.key.place.clone(),
                "the example says that something is found and that nothing is",
            )
            .secondary(finds.key.place.clone(), "something is found")
            .help("remove one of the two keys"),
        ),
    }
    Some(LocatedExample {
        puzzle: puzzle?,
        finds,
    })
}

fn finds(shape: &mut Shape<'_>, node: &Node, path: &str) -> Vec<Located<String>> {
    if !matches!(node.kind, NodeKind::Sequence(_)) {
        return shape.text(node, path).into_iter().collect();
    }
    let Some(items) = shape.some_items(node, path, "conclusions") else {
        return Vec::new();
    };
    items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| shape.text(item, &format!("{path}.{}", index + 1)))
        .collect()
}
