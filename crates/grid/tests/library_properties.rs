//! Properties of technique libraries and of deductions as text that hold for all inputs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::io;

use proptest::prelude::*;
use undoku_grid::format::{LibraryCase, LibraryError, read_library};
use undoku_grid::{CandidateSet, Cell, Deduction, Digit};

fn read(input: &[u8]) -> Vec<Result<LibraryCase, LibraryError>> {
    read_library(input).collect::<io::Result<_>>().unwrap()
}

fn candidates(most: usize) -> impl Strategy<Value = CandidateSet> {
    let one = (0..81_u8, 0..9_u8).prop_map(|(cell, digit)| {
        (
            Cell::from_index(cell).unwrap(),
            Digit::from_index(digit).unwrap(),
        )
    });
    prop::collection::vec(one, 1..=most).prop_map(|all| all.into_iter().collect())
}

/// The candidates as a library writes them.
fn written(set: &CandidateSet) -> String {
    let all = set.iter().map(|(cell, digit)| {
        let (row, column) = (cell.index() / 9 + 1, cell.index() % 9 + 1);
        format!("{digit}{row}{column}")
    });
    all.collect::<Vec<_>>().join(" ")
}

/// Lines that come close to cases.
fn near_case() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => ":[0-9]{4}(-[0-9x])?:[0-9]{0,2}:[+.1-9]{79,90}:([0-9]{3} ){0,3}:([0-9]{3} ){0,3}:([0-9]{3})?:",
        1 => ":[0-9a-z-]{0,20}:[^:\\r\\n]{0,4}:\\PC{0,90}:\\PC{0,9}:\\PC{0,9}:\\PC{0,9}:",
        1 => "[:#+. 0-9]{0,40}",
        1 => "\\PC{0,30}",
    ];
    prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_bytes_can_be_read(input in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&input);
    }

    #[test]
    fn places_lie_within_their_lines(input in near_case()) {
        let lines: Vec<&str> = input.lines().collect();
        let mut last = 0;
        for found in read(input.as_bytes()) {
            let line = match &found {
                Ok(case) => case.line,
                Err(error) => error.place.line,
            };
            prop_assert!(line > last && line <= lines.len());
            last = line;
            if let Err(error) = found {
                let width = lines[line - 1].chars().count();
                prop_assert!((1..=width + 1).contains(&error.place.column), "{error}");
                prop_assert!(error.to_string().len() < 1000);
            }
        }
    }

    #[test]
    fn what_is_written_is_read(gone in candidates(20), left in candidates(5)) {
        // On the empty grid every candidate is there.
        let line = format!(":0100:1:{}:{}:{}::", ".".repeat(81), written(&gone), written(&left));
        let found = read(line.as_bytes());
        let idle = left.difference(&gone).is_empty();
        match &found[..] {
            [Ok(case)] => {
                prop_assert!(!idle);
                prop_assert_eq!(case.situation.without(), gone);
                prop_assert_eq!(case.finds, Some(Deduction::Eliminate(left)));
            }
            other => prop_assert!(idle, "{other:?}"),
        }
    }

    #[test]
    fn deductions_are_read_as_they_are_written(set in candidates(40)) {
        let gone = Deduction::Eliminate(set);
        prop_assert_eq!(gone.to_string().parse(), Ok(gone));
        // One digit a cell.
        let first = set.all_cells().iter().map(|cell| (cell, set.digits_of(cell).first().unwrap()));
        let placed = Deduction::Place(first.collect());
        prop_assert_eq!(placed.to_string().parse(), Ok(placed));
    }

    #[test]
    fn any_text_is_a_deduction_or_is_told_why_not(text in "[rc0-9<>=, ]{0,16}|\\PC{0,12}") {
        match text.parse::<Deduction>() {
            Ok(deduction) => prop_assert!(!deduction.candidates().is_empty()),
            Err(error) => {
                prop_assert!(error.span.start <= error.span.end);
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }
}
