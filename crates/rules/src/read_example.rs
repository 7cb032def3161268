//! The shape of a technique's examples, and what their texts say.

use std::ops::Range;

use undoku_grid::{Cell, Deduction, Digit, Puzzle, Situation, SituationError};

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::located::{LocatedExample, LocatedVariant};
use crate::read::{Fields, Key, Shape, list, near, optional, required};
use crate::source::{Located, Place};
use crate::yaml::{Node, NodeKind};
use crate::yaml_core::{Value, resolve};

/// The keys of an example.
pub(crate) const KEYS: &[Key] = &[
    required("puzzle", "puzzle: \"…81 characters…\""),
    optional("placed"),
    optional("without"),
    optional("kind"),
    optional("finds"),
    optional("finds_nothing"),
];

/// Reads the examples of the technique with this id and these variants.
pub(crate) fn examples(
    shape: &mut Shape<'_>,
    node: &Node,
    id: Option<&Located<String>>,
    variants: &[LocatedVariant],
) -> Vec<LocatedExample> {
    let Some(items) = shape.items(node, "examples", "examples") else {
        return Vec::new();
    };
    let mut kinds: Vec<&str> = variants.iter().map(|v| v.kind.value.as_str()).collect();
    if kinds.is_empty() {
        kinds.extend(id.map(|id| id.value.as_str()));
    }
    items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            example(shape, item, &format!("examples.{}", index + 1), &kinds)
        })
        .collect()
}

/// A text of a list of conclusions, with the node that it was read from.
type Piece<'n> = (Located<String>, &'n Node);

fn example(
    shape: &mut Shape<'_>,
    node: &Node,
    path: &str,
    kinds: &[&str],
) -> Option<LocatedExample> {
    let fields = shape.fields(node, path, "an example", KEYS)?;
    let grid = |shape: &mut Shape<'_>, name: &str| {
        let node = fields.get(name)?;
        let text = shape.text(node, &format!("{path}.{name}"))?;
        let puzzle = grid(shape, node, &text);
        Some((text, puzzle))
    };
    let puzzle = grid(shape, "puzzle");
    let placed = grid(shape, "placed");
    let pieces = |shape: &mut Shape<'_>, name: &str| {
        let node = fields.get(name);
        node.map(|node| pieces(shape, node, &format!("{path}.{name}")))
            .unwrap_or_default()
    };
    let without = pieces(shape, "without");
    let finds = pieces(shape, "finds");
    let kind = fields
        .get("kind")
        .and_then(|node| kind(shape, node, &format!("{path}.kind"), kinds));
    nothing_or_something(shape, node, path, &fields);

    // Where a text could not be read, that has been said, and the rest depends on it.
    let gone = deduction(shape, &without, Some("eliminated"));
    let expected = deduction(shape, &finds, None);
    let (gone, expected) = (gone?, expected?);
    let (puzzle, clues) = puzzle?;
    let (placed, digits) = match placed {
        Some((text, digits)) => (Some(text), digits?),
        None if fields.get("placed").is_some() => return None,
        None => (None, Puzzle::EMPTY),
    };
    let clues = clues?;
    let start = situation(shape, &puzzle, &clues, placed.as_ref(), &digits)?;
    for (piece, deduction) in &gone {
        if let Some((cell, digit)) = impossible(&start, deduction) {
            shape.report(
                Diagnostic::warning(
                    codes::IDLE_ELIMINATION,
                    piece.clone(),
                    format!("{cell} has no candidate {digit} that could be eliminated"),
                )
                .help("take it out, if the position is right"),
            );
        }
    }
    let mut situation = start;
    gone.iter().for_each(|(_, gone)| situation.apply(gone));
    for (piece, deduction) in &expected {
        if let Some((cell, digit)) = impossible(&situation, deduction) {
            shape.report(
                Diagnostic::error(
                    codes::BAD_CONCLUSION,
                    piece.clone(),
                    match situation.position().value(cell) {
                        Some(filled) => format!("{cell} holds {filled} in this position"),
                        None => format!("{cell} has no candidate {digit} in this position"),
                    },
                )
                .note("what is found must be all that one match changes, and nothing else")
                .help("correct the position, or what is found in it"),
            );
            return None;
        }
    }
    Some(LocatedExample {
        puzzle,
        placed,
        without: without.into_iter().map(|(text, _)| text).collect(),
        kind,
        finds: finds.into_iter().map(|(text, _)| text).collect(),
        situation,
        expected: whole(&expected),
        place: node.place.clone(),
    })
}

/// Reports an example that says both or neither of what is found and that nothing is.
fn nothing_or_something(shape: &mut Shape<'_>, node: &Node, path: &str, fields: &Fields<'_>) {
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
}

fn kind(shape: &mut Shape<'_>, node: &Node, path: &str, kinds: &[&str]) -> Option<Located<String>> {
    let kind = shape.text(node, path)?;
    // Without a kind the technique has no id, which has been said.
    if !kinds.is_empty() && !kinds.contains(&kind.value.as_str()) {
        shape.report(
            Diagnostic::error(
                codes::UNKNOWN_KIND,
                kind.place,
                format!("the technique finds no {}", shown(&kind.value)),
            )
            .help(match near(&kind.value, kinds.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("it finds {}", list(kinds)),
            }),
        );
        return None;
    }
    Some(kind)
}

/// One text, or a list of some.
fn pieces<'n>(shape: &mut Shape<'_>, node: &'n Node, path: &str) -> Vec<Piece<'n>> {
    if !matches!(node.kind, NodeKind::Sequence(_)) {
        let text = shape.text(node, path);
        return text.into_iter().map(|text| (text, node)).collect();
    }
    let Some(items) = shape.some_items(node, path, "conclusions") else {
        return Vec::new();
    };
    items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            let text = shape.text(item, &format!("{path}.{}", index + 1))?;
            Some((text, item))
        })
        .collect()
}

/// The place of a part of a text.
fn place_of(node: &Node, span: Range<usize>) -> Place {
    match node.scalar() {
        Some(scalar) => Place::new(node.place.source(), scalar.map.locate(span)),
        None => node.place.clone(),
    }
}

/// What each of the texts says; all of them say the same sort of thing. `None` if one cannot be read.
fn deduction(
    shape: &mut Shape<'_>,
    pieces: &[Piece<'_>],
    only: Option<&str>,
) -> Option<Vec<(Place, Deduction)>> {
    let mut all: Vec<(Place, Deduction)> = Vec::new();
    let mut good = true;
    for (text, node) in pieces {
        let mut wrong = |span: Range<usize>, message: String| {
            good = false;
            let place = place_of(node, span);
            shape.report(
                Diagnostic::error(codes::BAD_CONCLUSION, place, message)
                    .help("write placements like r4c5=7, or eliminations like r1c2<>34"),
            );
        };
        let whole_text = 0..text.value.len();
        match text.value.parse::<Deduction>() {
            Err(error) => wrong(error.span, error.kind.to_string()),
            Ok(Deduction::Place(_)) if let Some(only) = only => wrong(
                whole_text,
                format!("only candidates can be {only}; write r1c2<>34"),
            ),
            Ok(one) => match all.first() {
                Some((_, first)) if first.and(&one).is_none() => wrong(
                    whole_text,
                    "placements and eliminations together; a match concludes one or the other"
                        .to_owned(),
                ),
                _ => all.push((text.place.clone(), one)),
            },
        }
    }
    good.then_some(all)
}

/// All of it in one.
fn whole(pieces: &[(Place, Deduction)]) -> Option<Deduction> {
    let all = pieces.iter().map(|(_, deduction)| *deduction);
    all.reduce(|all, one| all.and(&one).unwrap_or(all))
}

/// A candidate that a deduction places or eliminates and that the position does not have.
fn impossible(situation: &Situation, deduction: &Deduction) -> Option<(Cell, Digit)> {
    let position = situation.position();
    let mut all = deduction.candidates().iter();
    all.find(|&(cell, digit)| !position.spots(digit).contains(cell))
}

/// A grid of 81 characters.
fn grid(shape: &mut Shape<'_>, node: &Node, text: &Located<String>) -> Option<Puzzle> {
    let mut wrong = |span: Range<usize>, message: String, help: &str| {
        let place = place_of(node, span);
        shape.report(Diagnostic::error(codes::BAD_POSITION, place, message).help(help));
    };
    let trimmed = text.value.trim();
    let start = text.value.len() - text.value.trim_start().len();
    let mut clues = [None; 81];
    let mut count = 0;
    for (at, c) in trimmed.char_indices() {
        let digit = match c {
            '.' | '0' => None,
            '1'..='9' => c
                .to_digit(10)
                .and_then(|number| Digit::from_number(number as u8)),
            _ => {
                let span = start + at..start + at + c.len_utf8();
                let help = "write 1 to 9, or `.` for an open cell";
                wrong(span, format!("{} is no cell", shown(&c.to_string())), help);
                return None;
            }
        };
        if let Some(clue) = clues.get_mut(count) {
            *clue = digit;
        }
        count += 1;
    }
    if count != 81 {
        let help = "write the nine rows one after the other, with `.` for open cells";
        let message = format!("{count} characters where a position has 81");
        wrong(start..start + trimmed.len(), message, help);
        return None;
    }
    Some(Puzzle::from_clues(&clues))
}

/// The situation before anything is eliminated.
fn situation(
    shape: &mut Shape<'_>,
    puzzle: &Located<String>,
    clues: &Puzzle,
    placed: Option<&Located<String>>,
    digits: &Puzzle,
) -> Option<Situation> {
    let without = undoku_grid::CandidateSet::EMPTY;
    match Situation::new(clues, digits, &without) {
        Ok(situation) => Some(situation),
        Err(error) => {
            let wrong = match (placed, &error) {
                (Some(placed), SituationError::Filled { .. }) => placed,
                // Clues that conflict do so whatever is placed.
                (Some(placed), _) if !clues.has_conflict() => placed,
                _ => puzzle,
            };
            shape.report(
                Diagnostic::error(
                    codes::BAD_POSITION,
                    wrong.place.first_line(),
                    error.to_string(),
                )
                .help("correct one of the digits"),
            );
            None
        }
    }
}
