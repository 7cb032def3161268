//! What ratings are held against.

use undoku::lang::nearest;

use super::sheet::{Sheet, number};
use crate::args::EvaluateArgs;
use crate::console::{counted, printable};

/// The most different texts that are taken for labels without being told.
const MOST_LABELS: usize = 20;
/// The most labels that there can be.
const MOST_GIVEN: usize = 1000;
/// The most texts that a message shows.
const SHOWN: usize = 5;

/// The column that ratings are held against.
#[derive(Debug)]
pub(super) struct Target {
    /// Its name.
    pub(super) title: String,
    column: usize,
    /// The labels from the least to the greatest; none if the values are numbers.
    pub(super) labels: Option<Vec<String>>,
    /// What should be looked at.
    pub(super) warnings: Vec<String>,
}

impl Target {
    /// The column that the arguments name; the error says why nothing can be held against it.
    pub(super) fn of(args: &EvaluateArgs, sheet: &Sheet) -> Result<Self, String> {
        let column = sheet.column(&args.against)?;
        let mut target = Self {
            title: sheet.title(column).to_owned(),
            column,
            labels: None,
            warnings: Vec::new(),
        };
        let known = Known::of(sheet, column);
        if !args.labels.is_empty() {
            target.given(&args.labels, &known)?;
        } else if args.label || (known.no_number.is_some() && known.numbers == 0) {
            target.found(known, args.label, sheet)?;
        } else if let Some((line, text)) = known.no_number {
            return Err(format!(
                "the column `{}` has numbers, but in line {line} it has `{}`; leave such rows out with --where, or \
                 take all values for labels with --label",
                printable(&target.title),
                printable(text)
            ));
        }
        Ok(target)
    }

    /// The labels in an order that was given.
    fn given(&mut self, labels: &[String], known: &Known<'_>) -> Result<(), String> {
        let labels: Vec<String> = labels.iter().map(|label| label.trim().to_owned()).collect();
        for (at, label) in labels.iter().enumerate() {
            if labels[..at].contains(label) {
                return Err(format!("--labels has `{}` twice", printable(label)));
            }
            if !known.texts.contains(&label.as_str()) && !known.texts.is_empty() {
                let near = nearest(label, known.texts.iter().copied());
                let advice = near.map_or_else(
                    || format!("there are {}", some(&known.texts)),
                    |near| format!("did you mean `{}`?", printable(near)),
                );
                return Err(format!(
                    "no row has the label `{}` in `{}`; {advice}",
                    printable(label),
                    printable(&self.title)
                ));
            }
        }
        let others: Vec<&str> = known
            .texts
            .iter()
            .copied()
            .filter(|text| !labels.iter().any(|label| label == text))
            .collect();
        if !others.is_empty() {
            self.warnings.push(format!(
                "rows with labels that --labels does not have are left out: {}",
                some(&others)
            ));
        }
        self.labels = Some(labels);
        Ok(())
    }

    /// The labels as they are found.
    fn found(&mut self, known: Known<'_>, asked: bool, sheet: &Sheet) -> Result<(), String> {
        let mut texts = known.texts;
        let most = if asked { MOST_GIVEN } else { MOST_LABELS };
        if texts.len() > most {
            let (line, text) = sheet.filled(self.column).next().unwrap_or_default();
            let advice = if asked {
                ""
            } else {
                "; if they are labels all the same, add --label"
            };
            return Err(format!(
                "the column `{}` has no numbers (in line {line} it has `{}`), and {} different texts, too many for \
                 labels{advice}",
                printable(&self.title),
                printable(text),
                if known.more {
                    format!("more than {MOST_GIVEN}")
                } else {
                    texts.len().to_string()
                }
            ));
        }
        if known.no_number.is_none() {
            texts.sort_by(|a, b| {
                number(a)
                    .unwrap_or(0.0)
                    .total_cmp(&number(b).unwrap_or(0.0))
            });
        } else {
            let order = texts.join(",");
            self.warnings.push(format!(
                "the labels of `{}` are taken in the order in which they first appear; --labels '{}' says another",
                printable(&self.title),
                printable(&order)
            ));
        }
        self.labels = Some(texts.into_iter().map(str::to_owned).collect());
        Ok(())
    }

    /// A row's value: a number, or the number of its label; none if it has none.
    pub(super) fn value(&self, row: &csv::StringRecord) -> Option<f64> {
        let field = row.get(self.column)?;
        match &self.labels {
            None => number(field),
            Some(labels) => labels
                .iter()
                .position(|label| label == field)
                .map(|at| at as f64),
        }
    }
}

/// What is known of a column's values.
#[derive(Debug, Default)]
struct Known<'a> {
    /// How many are numbers.
    numbers: usize,
    /// The first that is none, and its line.
    no_number: Option<(u64, &'a str)>,
    /// The different ones as they first appear, but no more than can be labels and one.
    texts: Vec<&'a str>,
    /// Whether there are more.
    more: bool,
}

impl<'a> Known<'a> {
    fn of(sheet: &'a Sheet, column: usize) -> Self {
        let mut known = Self::default();
        let mut met = std::collections::HashSet::new();
        for (line, field) in sheet.filled(column) {
            if number(field).is_some() {
                known.numbers += 1;
            } else if known.no_number.is_none() {
                known.no_number = Some((line, field));
            }
            if !met.insert(field) {
                continue;
            }
            if known.texts.len() <= MOST_GIVEN {
                known.texts.push(field);
            } else {
                known.more = true;
            }
        }
        known
    }
}

/// `counted` texts, or the first of them.
fn some(texts: &[&str]) -> String {
    let shown: Vec<String> = texts
        .iter()
        .take(SHOWN)
        .map(|text| format!("`{}`", printable(text)))
        .collect();
    let more = texts.len().saturating_sub(SHOWN);
    if more == 0 {
        return shown.join(", ");
    }
    format!("{} and {}", shown.join(", "), counted(more, "other"))
}
