//! Technique libraries: one case a line.

use std::io::{self, BufRead, Read};

use undoku_grid::format::{LibraryCase, LibraryError, LibraryErrorKind, read_library};
use undoku_grid::{Cell, Digit};

use crate::{PLAIN, dots};

/// The cells of `PLAIN`, with a placed 4 in r1c3.
fn cells() -> String {
    PLAIN.replacen("53.", "53+4", 1)
}

/// A case with these last fields.
fn case(fields: &str) -> String {
    format!(":0100:7:{}:{fields}", cells())
}

fn read(input: impl AsRef<[u8]>) -> Vec<Result<LibraryCase, LibraryError>> {
    read_library(input.as_ref())
        .collect::<io::Result<_>>()
        .unwrap()
}

fn one(line: &str) -> LibraryCase {
    let [found] = &read(line)[..] else {
        panic!("not one case: {line}")
    };
    found
        .clone()
        .unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

#[test]
fn a_case_is_a_position_and_what_is_found_in_it() {
    let found = one(&case("214 216:117 118::12"));
    assert_eq!((found.line, found.code.as_str()), (1, "0100"));
    assert_eq!(
        (found.variant.as_deref(), found.extra.as_str()),
        (None, "12")
    );
    assert_eq!(found.digits.to_string(), "7");
    // The clues are told from the placed digit.
    assert_eq!(found.situation.puzzle().to_string(), dots(PLAIN));
    assert_eq!(found.situation.placed().clues().to_string(), "r1c3");
    let position = found.situation.position();
    assert_eq!(position.value(cell("r1c3")), Digit::from_number(4));
    // 214 takes 2 from r1c4, which had it: row 1, column 4 and box 2 hold no 2. r1c6 had it, too.
    assert!(
        !position
            .cand(cell("r1c4"))
            .contains(Digit::from_number(2).unwrap())
    );
    assert_eq!(found.situation.without().len(), 2);
    let finds = found.finds.unwrap().to_string();
    assert_eq!(finds, "r1c7<>1 r1c8<>1");
    // The same without the candidates that were taken.
    let placed = one(&case("::214:"));
    assert_eq!(placed.finds.unwrap().to_string(), "r1c4=2");
    assert!(placed.situation.without().is_empty());
}

#[test]
fn what_may_be_missing_and_what_may_be_there() {
    // Without the last field, with a variant, with blanks, and with colons in the last field.
    assert_eq!(one(&case(":117:")).extra, "");
    assert_eq!(one(&format!("  {}  ", case(":117::a:b"))).extra, "a:b");
    let variant = one(&case(":117::").replace(":0100:", ":0100-2:"));
    assert_eq!(variant.full_code(), "0100-2");
    assert_eq!(
        (variant.code.as_str(), variant.variant.as_deref()),
        ("0100", Some("2"))
    );
    // No digits; 0 for an open cell.
    let bare = one(&case(":117::").replace(":7:", "::").replace('.', "0"));
    assert!(bare.digits.is_empty());
    assert_eq!(bare.situation, variant.situation);
}

#[test]
fn nothing_is_to_be_found_in_a_case_marked_so() {
    for fields in [":117::", ":::", "::214:", ":157 158 159::"] {
        let found = one(&case(fields).replace(":0100:", ":0100-x:"));
        assert_eq!(found.finds, None, "{fields}");
    }
}

#[test]
fn comments_blank_lines_and_line_ends() {
    let input = format!(
        "# first\r\n\r\n  # :0100:\r\n{}\r\n\n{}",
        case(":117::"),
        case(":118::")
    );
    let lines: Vec<usize> = read(input)
        .into_iter()
        .map(|case| case.unwrap().line)
        .collect();
    assert_eq!(lines, [4, 6]);
    assert!(read("").is_empty());
}

#[test]
fn mistakes_are_told_at_their_place() {
    use LibraryErrorKind as Kind;
    let cells = cells();
    // `‹` marks the place.
    for (marked, kind, words) in [
        ("‹0100:7:".to_owned(), Kind::NoCase, "start it with a colon"),
        (
            format!("  ‹:0100:7:{cells}:"),
            Kind::Fields { found: 4 },
            "4 of a case's fields",
        ),
        (format!(":‹:7:{cells}::117::"), Kind::Code, "no code"),
        (format!(":‹01 0:7:{cells}::117::"), Kind::Code, "no code"),
        (format!(":‹0100-:7:{cells}::117::"), Kind::Code, "no code"),
        (
            format!(":0100:7‹0:{cells}::117::"),
            Kind::Digit { found: '0' },
            "write 1 to 9",
        ),
        (
            format!(":0100:7:‹{}::117::", &cells[..81]),
            Kind::Cells { found: 80 },
            "80 cells",
        ),
        (
            format!(":0100:7:‹{cells}123::117::"),
            Kind::Cells { found: 84 },
            "84 cells",
        ),
        (
            format!(":0100:7:{}‹é.::117::", &cells[..80]),
            Kind::CellCharacter { found: 'é' },
            "is no cell",
        ),
        (
            format!(":0100:7:{}+‹+9::117::", &cells[..81]),
            Kind::CellCharacter { found: '+' },
            "is no cell",
        ),
        (
            format!(":0100:7:{}+‹.::117::", &cells[..81]),
            Kind::CellCharacter { found: '.' },
            "is no cell",
        ),
        (
            format!(":0100:7:{}‹+::117::", &cells[..81]),
            Kind::CellCharacter { found: '+' },
            "is no cell",
        ),
        (
            case("214 ‹21:117::"),
            Kind::Candidate,
            "its digit, row and column",
        ),
        (
            case(":117 ‹110::"),
            Kind::Candidate,
            "its digit, row and column",
        ),
        (
            case(":117:‹é24:"),
            Kind::Candidate,
            "its digit, row and column",
        ),
        (case(":117:‹214:"), Kind::Several, "give eliminations"),
        (
            case("::‹214 114:"),
            Kind::Several,
            "one digit for each cell",
        ),
        (case(":‹511::"), Kind::Idle, "would change nothing"),
        (case("214:‹214::"), Kind::Idle, "would change nothing"),
        (case("::‹511:"), Kind::Idle, "would change nothing"),
        (case(":‹::"), Kind::Nothing, "the variant x"),
    ] {
        let column = marked.chars().position(|c| c == '‹').unwrap() + 1;
        let text = marked.replace('‹', "");
        let found = read(&text);
        let [Err(error)] = &found[..] else {
            panic!("not an error: {text}: {found:?}")
        };
        assert_eq!(
            (error.place.line, error.place.column),
            (1, column),
            "{text}"
        );
        assert_eq!(error.kind, kind, "{text}");
        let shown = error.to_string();
        assert!(
            shown.starts_with(&format!("line 1, column {column}: ")),
            "{shown}"
        );
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn clues_that_conflict() {
    let twice = cells().replacen("+4", "+5", 1);
    let found = read(format!("#\n:0100:7:{twice}::117::"));
    let error = found[0].clone().unwrap_err();
    assert_eq!((error.place.line, error.place.column), (2, 9));
    assert!(
        error.to_string().contains("r1c1 and r1c3 both hold 5"),
        "{error}"
    );
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let mut input = format!("{}\nhello\n", case(":117::")).into_bytes();
    input.extend(b"\xFF\xFE\n");
    input.extend(vec![b':'; 1 << 20]);
    input.extend(format!("\n{}\n", case(":118::")).bytes());
    let found = read(&input);
    let shown: Vec<String> = found
        .iter()
        .map(|case| match case {
            Ok(case) => format!("{} good", case.line),
            Err(error) => format!("{} {}", error.place.line, error.kind),
        })
        .collect();
    assert_eq!(shown.len(), 5);
    assert_eq!((shown[0].as_str(), shown[4].as_str()), ("1 good", "5 good"));
    assert!(shown[1].starts_with("2 no case"), "{shown:?}");
    assert!(shown[2].starts_with("3 not a text"), "{shown:?}");
    assert!(shown[3].starts_with("4 a line of more than"), "{shown:?}");
}

#[test]
fn an_error_of_the_input_ends_the_reading() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    impl BufRead for Broken {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            Err(io::Error::other("gone"))
        }
        fn consume(&mut self, _: usize) {}
    }
    let mut cases = read_library(Broken);
    assert!(cases.next().unwrap().is_err());
    assert!(cases.next().is_none());
}
