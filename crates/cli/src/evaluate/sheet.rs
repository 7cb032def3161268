//! The table that is read.

use std::io::Read;

use undoku::grid::format::puzzle_column;
use undoku::lang::nearest;

use crate::console::printable;
use crate::input::Input;

/// The most bytes that are read: all of a table is in memory at once.
const MOST_BYTES: u64 = 1 << 30;
/// The most columns that a message lists.
const LISTED: usize = 30;

/// A table with a header.
#[derive(Debug)]
pub(super) struct Sheet {
    /// What to call it in a message.
    pub(super) name: String,
    header: Vec<String>,
    /// The rows that have as many fields as the header.
    pub(super) rows: Vec<csv::StringRecord>,
    /// The rows that have not.
    pub(super) uneven: Uneven,
}

/// Rows that do not have the header's number of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uneven {
    /// How many there are.
    pub(super) count: usize,
    /// The line of the first.
    pub(super) line: u64,
}

impl Sheet {
    /// Reads a table; the error says why it cannot be read.
    pub(super) fn read(input: &Input) -> Result<Self, String> {
        let name = printable(&input.name());
        let mut bytes = Vec::new();
        let read = input.open()?.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| format!("{name} cannot be read: {error}"))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format!("{name} has more than 1 GiB; evaluate a part of it"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
            format!("{name}: line {line} is no UTF-8 text; save the table as UTF-8")
        })?;
        Self::parse(name, text.strip_prefix('\u{FEFF}').unwrap_or(&text))
    }

    pub(super) fn parse(name: String, text: &str) -> Result<Self, String> {
        // The delimiter that gives the header the most fields; among equals the first.
        let fields = |delimiter| {
            let first = reader(text, delimiter).into_records().next();
            first.and_then(Result::ok).map_or(0, |record| record.len())
        };
        let mut delimiter = b',';
        for other in [b';', b'\t'] {
            if fields(other) > fields(delimiter) {
                delimiter = other;
            }
        }
        let mut records = reader(text, delimiter).into_records();
        let mut next = || {
            let record = records.next().transpose();
            record.map_err(|error| format!("{name} cannot be read: {error}"))
        };
        let Some(header) = next()? else {
            return Err(format!("{name} is empty; a table starts with a header"));
        };
        let (mut rows, mut uneven) = (Vec::new(), Uneven::default());
        while let Some(record) = next()? {
            if record.len() == header.len() {
                rows.push(record);
                continue;
            }
            if uneven.count == 0 {
                uneven.line = record.position().map_or(0, csv::Position::line);
            }
            uneven.count += 1;
        }
        Ok(Self {
            name,
            header: header.iter().map(str::to_owned).collect(),
            rows,
            uneven,
        })
    }

    /// The same table with fewer rows.
    pub(super) fn only(&self, wanted: impl Fn(&csv::StringRecord) -> bool) -> Self {
        Self {
            name: self.name.clone(),
            header: self.header.clone(),
            rows: self
                .rows
                .iter()
                .filter(|row| wanted(row))
                .cloned()
                .collect(),
            uneven: self.uneven,
        }
    }

    /// The column of a name; case matters only where names differ in nothing else.
    pub(super) fn column(&self, name: &str) -> Result<usize, String> {
        let name = name.trim();
        let exact = self.header.iter().position(|known| known == name);
        let alike = || {
            self.header
                .iter()
                .position(|known| known.eq_ignore_ascii_case(name))
        };
        exact.or_else(alike).ok_or_else(|| self.no_column(name))
    }

    fn no_column(&self, name: &str) -> String {
        let mut message = format!("{} has no column `{}`", self.name, printable(name));
        let columns = self.header.iter().map(String::as_str);
        if let Some(near) = nearest(name, columns.clone()) {
            message += &format!("; did you mean `{}`?", printable(near));
        }
        let shown: Vec<&str> = columns.take(LISTED).collect();
        let more = if self.header.len() > LISTED {
            ", …"
        } else {
            ""
        };
        message + &format!(" (its columns are {}{more})", printable(&shown.join(", ")))
    }

    /// The column that holds the puzzles: the one of this name, or else by what the first row holds.
    pub(super) fn puzzles(&self, name: Option<&str>) -> Result<usize, String> {
        if let Some(name) = name {
            return self.column(name);
        }
        let first: Vec<&str> = self
            .rows
            .first()
            .map_or(Vec::new(), |row| row.iter().collect());
        puzzle_column(&self.header, &first).ok_or_else(|| {
            format!(
                "no column of {} holds puzzles of 81 characters; name it with --column",
                self.name
            )
        })
    }

    /// The name of a column.
    pub(super) fn title(&self, column: usize) -> &str {
        self.header.get(column).map_or("", String::as_str)
    }

    /// The fields of a column that are not empty, with the lines of their rows.
    pub(super) fn filled(&self, column: usize) -> impl Iterator<Item = (u64, &str)> {
        let fields = self.rows.iter().map(move |row| {
            let line = row.position().map_or(0, csv::Position::line);
            (line, row.get(column).unwrap_or_default())
        });
        fields.filter(|(_, field)| !field.is_empty())
    }
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

/// The number that a field holds, if it holds one.
pub(super) fn number(field: &str) -> Option<f64> {
    // What Rust reads as a number and a table does not mean as one: `inf`, `nan`.
    let value: f64 = field.parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Result<Sheet, String> {
        Sheet::parse("games.csv".to_owned(), text)
    }

    #[test]
    fn the_delimiter_is_the_one_that_gives_most_columns() {
        for text in [
            "a,b;c,d\n1,2;3,4",
            "a;\"b;b\";c\n1;2;3\n",
            "# made by hand\na\tb,b\tc\r\n 1\t2\t3\r\n",
        ] {
            let sheet = sheet(text).unwrap();
            assert_eq!((sheet.header.len(), sheet.rows.len()), (3, 1), "{text}");
            assert_eq!(sheet.filled(0).next().map(|(_, field)| field), Some("1"));
        }
        assert_eq!(sheet("a;\"b;b\"\n").unwrap().title(1), "b;b");
        assert!(sheet("").is_err_and(|message| message.contains("is empty")));
    }

    #[test]
    fn uneven_rows_are_set_aside() {
        let sheet = sheet("a,b\n1,2\n3\n4,5,6\n\n7,\n").unwrap();
        assert_eq!(sheet.uneven, Uneven { count: 2, line: 3 });
        let filled: Vec<_> = sheet.filled(1).collect();
        assert_eq!((sheet.rows.len(), filled), (2, vec![(2, "2")]));
    }

    #[test]
    fn columns_are_found_by_name() {
        let sheet = sheet("Time,time,Date\n").unwrap();
        assert_eq!(sheet.column("time"), Ok(1));
        assert_eq!(sheet.column(" DATE "), Ok(2));
        let message = sheet.column("tine").unwrap_err();
        assert_eq!(
            message,
            "games.csv has no column `tine`; did you mean `time`? (its columns are Time, time, Date)"
        );
    }

    #[test]
    fn numbers_are_finite() {
        assert_eq!(number("-1.5e3"), Some(-1500.0));
        for field in ["", "nan", "inf", "-Infinity", "1,5", "12:30", "1e999"] {
            assert_eq!(number(field), None, "{field}");
        }
    }
}
