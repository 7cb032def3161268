//! Properties of reading that hold for all inputs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io;

use proptest::prelude::*;
use undoku_grid::format::{Entry, ReadOptions, parse_puzzle, read_puzzles};
use undoku_grid::{Cell, Digit, Puzzle};

const PLAIN: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn entries(input: &[u8], column: Option<&str>) -> Vec<Entry> {
    let options = ReadOptions {
        column: column.map(str::to_owned),
    };
    read_puzzles(input, options)
        .collect::<io::Result<_>>()
        .unwrap()
}

/// Whether the entries can be what an input of so many lines says: places in order and inside it,
/// texts and messages of bounded length.
fn check_entries(entries: &[Entry], lines: usize) -> Result<(), TestCaseError> {
    let mut last = 1;
    for entry in entries {
        prop_assert!(last <= entry.place.line && entry.place.line <= lines);
        prop_assert!(entry.place.column >= 1);
        prop_assert!(entry.text.chars().count() <= 9 * 202);
        last = entry.place.line;
        if let Err(error) = &entry.puzzle {
            prop_assert!(error.place.line >= entry.place.line && error.place.line <= lines);
            prop_assert!(!error.message().is_empty() && error.message().len() < 10_000);
        }
    }
    Ok(())
}

/// Lines that come close to the forms that are read.
fn near_form() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => "[1-9.]{9}",
        2 => "[1-9.] [1-9.] [1-9.] \\| [1-9.] [1-9.] [1-9.] \\| [1-9.] [1-9.] [1-9.]",
        2 => "[-_*x0.1-9]{7,10}",
        2 => "[-+*|=_]{3,30}",
        2 => "[1-9.]{78,83}",
        1 => "[1-9.]{81}[ ,;#:][a-z ]{0,8}",
        1 => "[1-9.]{40}[a-z+][1-9.]{40}",
        1 => "[1-9]{1,3}( [1-9]{1,3}){8}",
        1 => "[ -~]{0,20}",
        1 => "#[A-Z]?[a-z ]{0,9}",
        1 => "(<game data=\"|bd=|:0:|\\[Puzzle\\]|Version )[0-9]{0,82}",
        1 => "[.1-4]{4}",
        1 => Just(String::new()),
        1 => "\\PC{0,12}",
    ];
    prop::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    let clue = |weight: f64| prop::option::weighted(weight, 0..9usize);
    (0.02..0.98f64)
        .prop_flat_map(move |weight| prop::collection::vec(clue(weight), 81))
        .prop_map(|clues| {
            Cell::ALL
                .into_iter()
                .zip(clues)
                .fold(Puzzle::EMPTY, |puzzle, (cell, clue)| {
                    puzzle.with_clue(cell, clue.map(|index| Digit::ALL[index]))
                })
        })
}

/// The puzzle in every layout that does not depend on how blanks are written.
fn layouts(text: &str) -> Vec<(&'static str, String)> {
    let rows: Vec<&str> = (0..9).map(|row| &text[9 * row..9 * row + 9]).collect();
    let single = |row: &str, between: &str| {
        row.split("")
            .filter(|c| !c.is_empty())
            .collect::<Vec<_>>()
            .join(between)
    };
    let grouped = |row: &str, bar: &str| {
        [&row[..3], &row[3..6], &row[6..]]
            .map(|g| single(g, " "))
            .join(bar)
    };
    let bordered = |rows: &[String], border: &str| {
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        let border = format!("\n{border}\n");
        format!("{border}{}{border}", bands.join(&border))
    };
    let framed = |bar: &str| -> Vec<String> {
        rows.iter()
            .map(|row| format!("{bar} {} {bar}", grouped(row, &format!(" {bar} "))))
            .collect()
    };
    let tight: Vec<String> = rows
        .iter()
        .map(|row| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]))
        .collect();
    vec![
        ("line", text.to_owned()),
        ("line with label", format!("{text} label 12")),
        ("line after label", format!("no 7: {text}\r\n")),
        ("single on a line", single(text, " ")),
        ("groups on a line", rows.join(" ")),
        ("rows", rows.join("\n")),
        (
            "indented rows",
            rows.iter().map(|row| format!("  {row} \r\n")).collect(),
        ),
        (
            "spaced rows",
            rows.iter().map(|row| single(row, " ") + "\n").collect(),
        ),
        (
            "rows with commas",
            rows.iter().map(|row| single(row, ",") + "\n").collect(),
        ),
        (
            "grouped rows",
            rows.iter().map(|row| grouped(row, " | ") + "\n").collect(),
        ),
        (
            "bordered",
            bordered(&framed("|"), "+-------+-------+-------+"),
        ),
        (
            "bordered with box drawing",
            bordered(&framed("│"), "├───────┼───────┼───────┤"),
        ),
        (
            "Simple Sudoku",
            bordered(&tight, "*---+---+---*") + " Simple Sudoku\n",
        ),
        (
            "bands apart",
            rows.chunks(3)
                .map(|band| band.join("\n") + "\n\n")
                .collect(),
        ),
        ("titled", format!("Number 1\n{}", rows.join("\n"))),
        ("table", format!("id,puzzle\n1,{text}\n")),
        (
            "quoted table",
            format!("\"id\";\"the puzzle\"\n\"1\";\"{text}\"\n"),
        ),
        (
            "link",
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={text}"),
        ),
        ("game", format!("<game data=\"{text}\" />")),
    ]
}

proptest! {
    #[test]
    fn any_bytes_are_read(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        let lines = 1 + input.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count();
        check_entries(&entries(&input, None), lines)?;
        check_entries(&entries(&input, Some("puzzle")), lines)?;
    }

    #[test]
    fn any_text_is_one_puzzle_or_an_error(input in "\\PC{0,300}") {
        if let Err(error) = parse_puzzle(&input) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn near_forms_are_read(input in near_form()) {
        check_entries(&entries(input.as_bytes(), None), 1 + input.matches('\n').count())?;
    }

    /// Whatever comes before it, except for a table's header, a puzzle on its line is read.
    #[test]
    fn no_line_spoils_a_later_puzzle(input in near_form()) {
        let input = input.replace([',', ';', '\t'], ".");
        let found = entries(format!("{input}\n{PLAIN}\n").as_bytes(), None);
        prop_assert_eq!(found.last().unwrap().puzzle.as_ref().map(ToString::to_string), Ok(PLAIN.to_owned()));
    }

    #[test]
    fn reading_turns_printing_round(puzzle in puzzle()) {
        prop_assert_eq!(parse_puzzle(&puzzle.to_string()), Ok(puzzle));
        for blank in [".", "0", "*", "_", "-", "x", "X"] {
            let text = puzzle.to_string().replace('.', blank);
            for (name, layout) in layouts(&text) {
                prop_assert_eq!(parse_puzzle(&layout), Ok(puzzle), "{}:\n{}", name, layout);
            }
        }
    }
}
