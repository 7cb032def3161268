//! The shapes of single values: texts, names, formulas, numbers, ranges, constants.

use undoku_lang::Fragment;

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::located::{ConstantValue, LocatedRange, NamedConstant, NamedFormula};
use crate::model::Number;
use crate::read::{Key, REST_OF_A_VALUE, Shape};
use crate::source::Located;
use crate::yaml::{Node, NodeKind};
use crate::yaml_core::{Value, resolve};

impl Shape<'_> {
    /// A text that is not empty.
    pub(crate) fn text(&mut self, node: &Node, path: &str) -> Option<Located<String>> {
        match node.scalar().map(resolve) {
            Some(Value::Text(text)) if !text.trim().is_empty() => {
                Some(Located::new(text.to_owned(), node.place.clone()))
            }
            Some(Value::Text(_)) => {
                self.empty_text(node, path);
                None
            }
            _ => {
                self.wrong_kind(node, path, "a text");
                None
            }
        }
    }

    fn empty_text(&mut self, node: &Node, path: &str) {
        self.broken(
            Diagnostic::error(
                codes::EMPTY,
                node.place.first_line(),
                format!("`{path}` is empty"),
            )
            .help("write a text behind the colon, or remove the key if it may be missing"),
        );
    }

    /// A name: lower-case letters, digits and `_`, starting with a letter.
    pub(crate) fn name(&mut self, node: &Node, path: &str) -> Option<Located<String>> {
        match node.scalar().map(resolve) {
            Some(Value::Null) | None => {
                self.wrong_kind(node, path, "a name");
                None
            }
            Some(_) => self.name_of(node, node.text()),
        }
    }

    pub(crate) fn name_of(&mut self, node: &Node, text: &str) -> Option<Located<String>> {
        if is_name(text) {
            return Some(Located::new(text.to_owned(), node.place.clone()));
        }
        let mut problem = Diagnostic::error(
            codes::BAD_NAME,
            node.place.first_line(),
            format!("{} is not a name", shown(text)),
        )
        .note("names are lower-case letters, digits and `_`, and start with a letter");
        if text.contains(['(', ')', '"']) {
            problem = problem.help(REST_OF_A_VALUE);
        } else if let Some(better) = as_name(text) {
            problem = problem.help(format!("write `{better}`"));
        } else {
            problem = problem.help("choose another name, as in `my_name`");
        }
        self.broken(problem);
        None
    }

    /// A fragment of rule text that has to be written as text.
    pub(crate) fn rule_text(&mut self, node: &Node, path: &str) -> Option<Fragment> {
        self.text(node, path)?;
        Some(self.fragments.add(node, path))
    }

    /// A formula; a bare number or `true` is one too.
    pub(crate) fn formula(&mut self, node: &Node, path: &str) -> Option<Fragment> {
        match node.scalar().map(resolve) {
            Some(Value::Text(text)) if text.trim().is_empty() => self.empty_text(node, path),
            Some(Value::Number(number)) if !number.as_f64().is_finite() => {
                self.not_finite(node, path)
            }
            Some(Value::Text(_) | Value::Number(_) | Value::Bool(_) | Value::Huge(_)) => {
                return Some(self.fragments.add(node, path));
            }
            Some(Value::Null) | None => self.wrong_kind(node, path, "a formula"),
        }
        None
    }

    /// Named formulas.
    pub(crate) fn formulas(&mut self, node: Option<&Node>, path: &str) -> Vec<NamedFormula> {
        self.named(node, path, "formulas")
            .into_iter()
            .filter_map(|(name, node)| {
                let formula = self.formula(node, &format!("{path}.{}", name.value))?;
                Some(NamedFormula { name, formula })
            })
            .collect()
    }

    /// Named constants.
    pub(crate) fn constants(&mut self, node: Option<&Node>, path: &str) -> Vec<NamedConstant> {
        self.constants_besides(node, path, &[])
    }

    /// Named constants, beside keys that are none.
    pub(crate) fn constants_besides(
        &mut self,
        node: Option<&Node>,
        path: &str,
        keys: &[Key],
    ) -> Vec<NamedConstant> {
        let named = self.named(node, path, "constants").into_iter();
        named
            .filter(|(name, _)| keys.iter().all(|key| key.name != name.value))
            .filter_map(|(name, node)| {
                let value = self.constant(node, &format!("{path}.{}", name.value))?;
                Some(NamedConstant {
                    name,
                    value,
                    place: node.place.clone(),
                })
            })
            .collect()
    }

    fn constant(&mut self, node: &Node, path: &str) -> Option<ConstantValue> {
        const KINDS: &str = "a number, a list of numbers or a text with a constant expression";
        match &node.kind {
            NodeKind::Mapping(_) => {
                self.wrong_kind(node, path, KINDS);
                None
            }
            NodeKind::Sequence(_) => {
                let items = self.some_items(node, path, "numbers")?;
                let numbers: Vec<_> = items
                    .iter()
                    .enumerate()
                    .filter_map(|(index, item)| self.finite(item, &format!("{path}.{}", index + 1)))
                    .collect();
                Some(ConstantValue::List(numbers))
            }
            NodeKind::Scalar(scalar) => match resolve(scalar) {
                Value::Null => {
                    self.wrong_kind(node, path, KINDS);
                    None
                }
                Value::Number(_) | Value::Huge(_) => {
                    let number = self.finite(node, path)?;
                    Some(ConstantValue::Number(number.value))
                }
                Value::Bool(_) | Value::Text(_) => {
                    self.formula(node, path).map(ConstantValue::Expression)
                }
            },
        }
    }

    /// A number, which may be infinite but is not `.nan`.
    pub(crate) fn number(&mut self, node: &Node, path: &str) -> Option<Located<Number>> {
        match node.scalar().map(resolve) {
            Some(Value::Number(number)) if !number.as_f64().is_nan() => {
                Some(Located::new(number, node.place.clone()))
            }
            Some(Value::Number(_)) => {
                self.not_finite(node, path);
                None
            }
            Some(Value::Huge(text)) => {
                self.broken(
                    Diagnostic::error(
                        codes::BAD_NUMBER,
                        node.place.clone(),
                        format!("`{path}` is too large for a whole number: {}", shown(text)),
                    )
                    .help("write it with an exponent: 1e30"),
                );
                None
            }
            _ => {
                self.wrong_kind(node, path, "a number");
                None
            }
        }
    }

    /// A finite number.
    pub(crate) fn finite(&mut self, node: &Node, path: &str) -> Option<Located<Number>> {
        let number = self.number(node, path)?;
        if !number.value.as_f64().is_finite() {
            self.not_finite(node, path);
            return None;
        }
        Some(number)
    }

    fn not_finite(&mut self, node: &Node, path: &str) {
        self.broken(
            Diagnostic::error(
                codes::BAD_NUMBER,
                node.place.clone(),
                format!(
                    "`{path}` must be a finite number, not {}",
                    shown(node.text())
                ),
            )
            .help("write it in digits, as in `1.5`"),
        );
    }

    /// A whole number between `low` and `high`.
    pub(crate) fn integer(
        &mut self,
        node: &Node,
        path: &str,
        low: i64,
        high: i64,
    ) -> Option<Located<i64>> {
        let expected = "a whole number";
        match node.scalar().map(resolve) {
            Some(Value::Number(Number::Int(int))) if (low..=high).contains(&int) => {
                Some(Located::new(int, node.place.clone()))
            }
            Some(Value::Number(Number::Int(_)) | Value::Huge(_)) => {
                self.broken(
                    Diagnostic::error(
                        codes::BAD_NUMBER,
                        node.place.clone(),
                        format!(
                            "`{path}` must lie between {low} and {high}, not be {}",
                            shown(node.text())
                        ),
                    )
                    .help(format!("write a whole number from {low} to {high}")),
                );
                None
            }
            _ => {
                self.wrong_kind(node, path, expected);
                None
            }
        }
    }

    /// Two ascending numbers, the upper one infinite only if `open` says so.
    pub(crate) fn range(&mut self, node: &Node, path: &str, open: bool) -> Option<LocatedRange> {
        let expected = "a list of two ascending numbers, [low, high]";
        let NodeKind::Sequence(items) = &node.kind else {
            self.wrong_kind(node, path, expected);
            return None;
        };
        let [low, high] = items.as_slice() else {
            self.broken(
                Diagnostic::error(
                    codes::BAD_RANGE,
                    node.place.first_line(),
                    format!(
                        "`{path}` must be two numbers, [low, high], but has {}",
                        items.len()
                    ),
                )
                .label(format!("expected {expected}"))
                .help("write the lower number first, as in [1.5, 2.0]"),
            );
            return None;
        };
        let low = self.finite(low, &format!("{path}.1"));
        let high = if open {
            self.number(high, &format!("{path}.2"))
        } else {
            self.finite(high, &format!("{path}.2"))
        };
        let (low, high) = (low?, high?);
        if low.value.as_f64() > high.value.as_f64() {
            self.report(
                Diagnostic::error(
                    codes::BAD_RANGE,
                    node.place.first_line(),
                    format!("`{path}` runs from {} down to {}", low.value, high.value),
                )
                .label("the lower number comes first")
                .help(format!("write [{}, {}]", high.value, low.value)),
            );
        }
        // What is said further is about the range that is meant.
        let (low, high) = if low.value.as_f64() > high.value.as_f64() {
            (high, low)
        } else {
            (low, high)
        };
        Some(LocatedRange {
            low: Located::new(low.value.as_f64(), low.place),
            high: Located::new(high.value.as_f64(), high.place),
            place: node.place.clone(),
        })
    }
}

/// Whether a text is a name as files use them: lower-case letters, digits and `_`, starting with a letter.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(is_part)
}

/// The name that a text becomes when what names cannot hold is replaced; `None` if there is no such name, or
/// the text has more than 64 bytes.
#[must_use]
pub fn as_name(text: &str) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let mut name = String::new();
    for c in text.trim().chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => name.push(c),
            '_' | '-' | ' ' | '.' if !name.is_empty() && !name.ends_with('_') => name.push('_'),
            '_' | '-' | ' ' | '.' => {}
            _ => return None,
        }
    }
    let name = name.trim_end_matches('_').to_owned();
    name.starts_with(|c: char| c.is_ascii_lowercase())
        .then_some(name)
}
