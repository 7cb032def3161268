//! What a scalar means: the core schema of YAML 1.2, exactly as the typed models read it.

use crate::diagnostic::shown;
use crate::model::Number;
use crate::scalar::Style;
use crate::yaml::{Node, NodeKind, Scalar};

/// The meaning of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, possibly infinite or not a number.
    Number(Number),
    /// A whole number that no integer type holds.
    Huge(&'a str),
    /// Text.
    Text(&'a str),
}

/// The meaning of a scalar. Only a plain one can be something other than text.
pub(crate) fn resolve(scalar: &Scalar) -> Value<'_> {
    let text = scalar.text.as_str();
    if scalar.style != Style::Plain {
        return Value::Text(text);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    if let Ok(number) = text.parse::<serde_yaml::Number>() {
        return Value::Number(match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => Number::Int(int),
            (None, Some(float)) => Number::Float(float),
            (None, None) => return Value::Text(text),
        });
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.starts_with(|c: char| matches!(c, '1'..='9'))
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return Value::Huge(text);
    }
    Value::Text(text)
}

/// A value in a few words, for `… must be a number, not WORDS`.
pub(crate) fn describe(node: &Node) -> String {
    match &node.kind {
        NodeKind::Sequence(_) => "a list".to_owned(),
        NodeKind::Mapping(_) => "a mapping".to_owned(),
        NodeKind::Scalar(scalar) => match resolve(scalar) {
            Value::Null if scalar.text.is_empty() => "nothing".to_owned(),
            Value::Null | Value::Bool(_) => shown(&scalar.text),
            Value::Number(_) | Value::Huge(_) => format!("the number {}", shown(&scalar.text)),
            Value::Text("") => "an empty text".to_owned(),
            Value::Text(text) => format!("the text {}", shown(text)),
        },
    }
}
