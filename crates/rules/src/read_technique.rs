//! The shape of a technique file.

use crate::located::{LocatedTechnique, LocatedVariant};
use crate::read::{KIND_WEIGHT, Key, Shape, optional, required};
use crate::read_example::examples;
use crate::source::Located;
use crate::yaml::Node;

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
    let kinds = fields.get("variants").and_then(Node::mapping);
    shape.room_for(
        kinds.unwrap_or_default().iter().map(|entry| &entry.key),
        KIND_WEIGHT,
    );
    let variants: Vec<LocatedVariant> = shape
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
        .map(|node| examples(shape, node, id.as_ref(), &variants))
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
