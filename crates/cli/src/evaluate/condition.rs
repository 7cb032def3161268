//! Which rows are wanted.

use super::sheet::{Sheet, number};

/// A condition on a row: `COLUMN OP VALUE`.
#[derive(Debug)]
pub(super) struct Condition {
    column: usize,
    operator: Operator,
    value: String,
    /// The value as a number, where the column has numbers.
    number: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// The ways to write the operators; one that begins like another comes before it.
const OPERATORS: [(&str, Operator); 7] = [
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Equal),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Condition {
    /// The condition that a text says; the error says what is wrong with it.
    pub(super) fn parse(text: &str, sheet: &Sheet) -> Result<Self, String> {
        let Some((name, operator, value)) = split(text) else {
            return Err(format!(
                "`{text}` is no condition; write COLUMN OP VALUE, OP being one of = != < <= > >="
            ));
        };
        let column = sheet.column(name)?;
        let has_numbers = || {
            sheet
                .filled(column)
                .any(|(_, field)| number(field).is_some())
        };
        Ok(Self {
            column,
            operator,
            number: number(value).filter(|_| has_numbers()),
            value: value.to_owned(),
        })
    }

    /// Whether a row fulfils it. An empty field, and one that is no number where numbers are compared, is unequal
    /// to everything else, and neither less nor greater.
    pub(super) fn holds(&self, row: &csv::StringRecord) -> bool {
        let field = row.get(self.column).unwrap_or_default();
        let order = match self.number {
            Some(value) => number(field).and_then(|field| field.partial_cmp(&value)),
            None if field.is_empty() != self.value.is_empty() => None,
            None => Some(field.cmp(self.value.as_str())),
        };
        match self.operator {
            Operator::Equal => order.is_some_and(|order| order.is_eq()),
            Operator::Unequal => order.is_none_or(|order| order.is_ne()),
            Operator::Less => order.is_some_and(|order| order.is_lt()),
            Operator::AtMost => order.is_some_and(|order| order.is_le()),
            Operator::Greater => order.is_some_and(|order| order.is_gt()),
            Operator::AtLeast => order.is_some_and(|order| order.is_ge()),
        }
    }
}

/// The parts of a condition: what stands before the first operator, the operator, and the rest.
fn split(text: &str) -> Option<(&str, Operator, &str)> {
    let at = text.find(['=', '!', '<', '>'])?;
    let (name, rest) = (text[..at].trim(), &text[at..]);
    let (written, operator) = OPERATORS
        .into_iter()
        .find(|(written, _)| rest.starts_with(written))?;
    (!name.is_empty()).then(|| (name, operator, unquoted(rest[written.len()..].trim())))
}

/// A value without the quotation marks that a shell has no need of.
fn unquoted(value: &str) -> &str {
    let within = |mark| {
        value
            .strip_prefix(mark)
            .and_then(|rest: &str| rest.strip_suffix(mark))
    };
    within('"').or_else(|| within('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
date,level,time,mixed
2007-10-29,Easy,9.5,3
2007-11-02,Hard,10,n/a
2008-01-01,Easy,100,
2009-06-30,,,20
";

    /// The rows, from 1, that fulfil a condition.
    fn rows(condition: &str) -> Vec<usize> {
        let sheet = Sheet::parse("games.csv".to_owned(), TABLE).unwrap();
        let condition = Condition::parse(condition, &sheet).unwrap();
        let numbered = (1..).zip(&sheet.rows);
        numbered
            .filter(|(_, row)| condition.holds(row))
            .map(|(at, _)| at)
            .collect()
    }

    #[test]
    fn numbers_dates_and_texts() {
        // As texts, 10 and 100 come before 9.5.
        assert_eq!(rows("time > 9.5"), [2, 3]);
        assert_eq!(rows("time<=10"), [1, 2]);
        assert_eq!(rows("time = 10.0"), [2]);
        assert_eq!(rows("date >= 2007-11-02"), [2, 3, 4]);
        assert_eq!(rows("date < 2008"), [1, 2]);
        assert_eq!(rows("level == Easy"), [1, 3]);
        assert_eq!(rows("LEVEL = 'Hard'"), [2]);
    }

    #[test]
    fn what_is_missing_is_neither_less_nor_greater() {
        assert_eq!(rows("level != Easy"), [2, 4]);
        assert_eq!(rows("level ="), [4]);
        assert_eq!(rows("level != \"\""), [1, 2, 3]);
        assert_eq!(rows("level < Z"), [1, 2, 3]);
        assert_eq!(rows("mixed < 10"), [1]);
        assert_eq!(rows("mixed != 3"), [2, 3, 4]);
        assert_eq!(rows("mixed = n/a"), [2]);
    }

    #[test]
    fn what_is_no_condition() {
        let sheet = Sheet::parse("games.csv".to_owned(), TABLE).unwrap();
        let wrong = |text| Condition::parse(text, &sheet).unwrap_err();
        for text in ["", "time", "time ! 3", "> 3", "time 3"] {
            assert!(wrong(text).contains("is no condition"), "{text}");
        }
        assert!(wrong("dat >= 2007").contains("did you mean `date`?"));
    }
}
