//! Puzzles are read from any bytes: each entry is a puzzle or an error with a place.

#![no_main]

use libfuzzer_sys::fuzz_target;
use undoku::grid::format::{ReadOptions, parse_puzzle, read_puzzles};

fuzz_target!(|data: &[u8]| {
    for column in [None, Some("puzzle".to_owned())] {
        let lines = data.iter().filter(|byte| **byte == b'\n').count() + 1;
        let mut entries = 0;
        for entry in read_puzzles(data, ReadOptions { column }) {
            let entry = entry.expect("memory has no errors");
            entries += 1;
            match entry.puzzle {
                Ok(puzzle) => {
                    let again = parse_puzzle(&puzzle.to_string());
                    assert_eq!(again.as_ref(), Ok(&puzzle));
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        // An OpenSudoku file may have several puzzles in a line, each of 81 characters.
        assert!(entries <= lines + data.len() / 81 + 1);
    }
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = parse_puzzle(text);
    }
});
