//! The numbers of a rule file, each with the places where it stands.
//!
//! Whoever tunes rules changes the text of the file at these places and nothing else, so comments and layout stay.

use serde_json::{Value, json};
use undoku::rules::yaml::{self, Entry, Node, NodeKind};
use undoku::rules::{Place, Source, SourceFile, Style};

/// Keys under which numbers are no values to tune: names of versions, and positions that must be found.
const FIXED: [&str; 2] = ["version", "examples"];
/// The sorts of rule file, by their first key, that have such numbers.
const TUNABLE: [&str; 2] = ["technique", "system"];

/// A number of a file.
#[derive(Clone, Debug)]
struct Number {
    /// The keys that lead to it, as `--set` takes them; elements of lists are counted from 1.
    path: Vec<String>,
    /// The same in words.
    words: Vec<String>,
    text: String,
    places: Vec<Place>,
}

/// A rule file: its name, its text, what it is and its numbers.
pub(crate) fn file(file: SourceFile) -> Value {
    let source = Source::new(file.name.as_str(), file.text.as_str());
    let root = yaml::parse(&source).ok();
    let head = root
        .as_ref()
        .and_then(Node::mapping)
        .and_then(<[Entry]>::first);
    let (sort, id) = head.map_or(("", ""), |entry| (entry.key.text(), entry.value.text()));
    let mut numbers = Vec::new();
    if let Some(root) = &root
        && TUNABLE.contains(&sort)
    {
        collect(root, &[], &[], &mut numbers);
        join(&mut numbers);
    }
    let units = Units::new(source.text());
    let values: Vec<Value> = numbers
        .iter()
        .map(|number| shown(number, id, &units))
        .collect();
    json!({
        "name": source.name(),
        "sort": sort,
        "id": id,
        "text": source.text(),
        "values": values,
    })
}

fn collect(node: &Node, path: &[String], words: &[String], numbers: &mut Vec<Number>) {
    let with = |list: &[String], one: String| [list, &[one]].concat();
    match &node.kind {
        NodeKind::Scalar(scalar) => {
            let is_number = scalar.style == Style::Plain
                && scalar.text.bytes().any(|byte| byte.is_ascii_digit())
                && scalar.text.parse::<f64>().is_ok_and(f64::is_finite);
            if is_number && !path.is_empty() {
                numbers.push(Number {
                    path: path.to_vec(),
                    words: words.to_vec(),
                    text: scalar.text.clone(),
                    places: vec![node.place.clone()],
                });
            }
        }
        NodeKind::Sequence(items) => {
            for (at, item) in items.iter().enumerate() {
                let number = (at + 1).to_string();
                let name = row_name(item).unwrap_or_else(|| number.clone());
                collect(item, &with(path, number), &with(words, name), numbers);
            }
        }
        NodeKind::Mapping(entries) => {
            for Entry { key, value } in entries {
                let key = key.text();
                // A path is cut at its dots, so a key with one cannot be named.
                let named = !key.contains(['.', '=']) && key.trim() == key;
                if named && !(path.is_empty() && FIXED.contains(&key)) {
                    let key = key.to_owned();
                    collect(value, &with(path, key.clone()), &with(words, key), numbers);
                }
            }
        }
    }
}

/// What a row of a table calls itself: its last text.
fn row_name(node: &Node) -> Option<String> {
    let mut texts = node.mapping()?.iter().filter_map(|entry| {
        let text = entry.value.scalar()?.text.trim();
        text.parse::<f64>().is_err().then_some(text)
    });
    texts.next_back().map(str::to_owned)
}

/// Makes one number of the end of a row of the tier table and the start of the next, which have to be the same.
fn join(numbers: &mut Vec<Number>) {
    let is = |number: &Number, row: usize, key: &str| {
        let row = row.to_string();
        number.path == ["tiers", "table", &row, key]
    };
    let row_of = |number: &Number| match number.path.as_slice() {
        [tiers, table, row, key] if tiers == "tiers" && table == "table" && key == "from" => {
            row.parse::<usize>().ok()
        }
        _ => None,
    };
    let mut at = 0;
    while at < numbers.len() {
        let before = row_of(&numbers[at])
            .and_then(|row| row.checked_sub(1))
            .and_then(|row| {
                numbers.iter().position(|other| {
                    is(other, row, "below") && same(&other.text, &numbers[at].text)
                })
            });
        match before {
            Some(before) => {
                let joined = numbers.remove(at);
                // The start of a row stands behind the end of the row before.
                let before = if before > at { before - 1 } else { before };
                numbers[before].places.extend(joined.places);
            }
            None => at += 1,
        }
    }
}

fn same(a: &str, b: &str) -> bool {
    matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if a == b)
}

fn shown(number: &Number, id: &str, units: &Units) -> Value {
    let places: Vec<Value> = number
        .places
        .iter()
        .map(|place| {
            let (start, end, range) = (place.start(), place.end(), place.range());
            json!({
                "line": start.line,
                "column": start.column,
                "end_column": end.column,
                "start": units.before(range.start),
                "end": units.before(range.end),
            })
        })
        .collect();
    let value = number.text.parse::<f64>().unwrap_or_default();
    json!({
        "path": format!("{id}.{}", number.path.join(".")),
        "group": number.path.first(),
        "label": number.words.get(1..).unwrap_or_default(),
        "value": value,
        "whole": !number.text.contains(['.', 'e', 'E']),
        "note": number.places.first().and_then(note),
        "places": places,
    })
}

/// The comment that ends the line of a place.
fn note(place: &Place) -> Option<String> {
    let text = place.source().text();
    let rest = text.get(place.range().end..)?.lines().next()?;
    let (_, comment) = rest.split_once(" #")?;
    let comment = comment.trim();
    (!comment.is_empty()).then(|| comment.to_owned())
}

/// From bytes of a text to the units of UTF-16 that browsers count in.
struct Units {
    /// For each byte in which a character starts that is not one unit and one byte: the byte, and how many units
    /// fewer than bytes there are up to and with it.
    wide: Vec<(usize, usize)>,
}

impl Units {
    fn new(text: &str) -> Self {
        let mut wide = Vec::new();
        let mut fewer = 0;
        for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
            fewer += c.len_utf8() - c.len_utf16();
            wide.push((at, fewer));
        }
        Self { wide }
    }

    fn before(&self, byte: usize) -> usize {
        let count = self.wide.partition_point(|(at, _)| *at < byte);
        let fewer = count
            .checked_sub(1)
            .and_then(|last| self.wide.get(last))
            .map_or(0, |(_, fewer)| *fewer);
        byte - fewer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<Value> {
        let shown = file(SourceFile {
            name: "a.yaml".to_owned(),
            text: text.to_owned(),
        });
        let Value::Array(values) = shown["values"].clone() else {
            panic!("no list")
        };
        // Whatever the places say has to be the number itself.
        let units: Vec<u16> = text.encode_utf16().collect();
        for value in &values {
            for place in value["places"].as_array().unwrap() {
                let (start, end) = (
                    place["start"].as_u64().unwrap(),
                    place["end"].as_u64().unwrap(),
                );
                let text = String::from_utf16(&units[start as usize..end as usize]).unwrap();
                assert_eq!(
                    text.parse::<f64>().unwrap(),
                    value["value"].as_f64().unwrap()
                );
            }
        }
        values
    }

    #[test]
    fn numbers_have_their_path_place_and_comment() {
        let found = values(
            "technique: wing\ntitle: Flügel 😀 2\nconstants:\n  by: [2, 4.5]  # for 1 … 2\n  word: rows\n\
             examples:\n  - {puzzle: 5}\n",
        );
        let shown: Vec<String> = found
            .iter()
            .map(|value| {
                let place = &value["places"][0];
                format!(
                    "{} {} {}:{} {} {}",
                    value["path"],
                    value["value"],
                    place["line"],
                    place["column"],
                    value["whole"],
                    value["note"]
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                "\"wing.constants.by.1\" 2.0 4:8 true \"for 1 … 2\"",
                "\"wing.constants.by.2\" 4.5 4:11 false \"for 1 … 2\"",
            ]
        );
    }

    #[test]
    fn the_bound_between_two_tiers_is_one_number() {
        let found = values(
            "system: s\nversion: 3\ntiers:\n  table:\n    - {grade: Easy, below: 4.0}\n    \
             - {grade: Hard, from: 4.0, below: 6}\n    - {grade: Off, from: 7, profile: {x: [1, .inf]}}\n",
        );
        let shown: Vec<(String, usize)> = found
            .iter()
            .map(|value| {
                let places = value["places"].as_array().unwrap().len();
                (value["path"].as_str().unwrap().to_owned(), places)
            })
            .collect();
        let expected = [
            ("s.tiers.table.1.below", 2),
            ("s.tiers.table.2.below", 1),
            ("s.tiers.table.3.from", 1),
            ("s.tiers.table.3.profile.x.1", 1),
        ];
        assert_eq!(
            shown,
            expected.map(|(path, places)| (path.to_owned(), places))
        );
        assert_eq!(found[0]["label"], json!(["table", "Easy", "below"]));
    }

    #[test]
    fn what_is_no_rule_file_has_no_numbers() {
        for text in ["", "a: [", "3", "library: x\ncodes: {a: 1}\n", "- 1\n"] {
            assert!(values(text).is_empty(), "{text:?}");
        }
    }
}
