//! Inputs that are broken, endless or no text.

use std::io::{self, BufReader, Read};

use undoku_grid::format::{Place, ReadOptions, read_puzzles};

use crate::{OTHER, PLAIN, dots, entries, outline};

#[test]
fn bytes_that_are_no_text() {
    let mut input = format!("{PLAIN}\n").into_bytes();
    input.extend(b"\x89PNG\0\x01\n\xFF\xFE\xFD\nIHDR\n..\n\0\0\n\n");
    input.extend(format!("{OTHER}\n").into_bytes());
    assert_eq!(
        outline(&input),
        [
            format!("1:1 {PLAIN}"),
            "line 2, column 1 (not_text)".to_owned(),
            format!("8:1 {}", dots(OTHER))
        ]
    );
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(PLAIN.bytes().flat_map(|b| [b, 0]))
        .collect();
    let [entry] = &entries(&utf16)[..] else {
        panic!()
    };
    assert_eq!(
        entry.puzzle.as_ref().unwrap_err().message(),
        "not a text: it is encoded in UTF-16; save the puzzles as a UTF-8 text file"
    );
    // Invalid bytes in a label spoil their line only.
    let latin1 = [PLAIN.as_bytes(), b" f\xFCr\n", PLAIN.as_bytes(), b" fine\n"].concat();
    assert_eq!(
        outline(latin1),
        [
            "line 1, column 1 (not_text)".to_owned(),
            format!("2:1 [fine] {PLAIN}")
        ]
    );
}

#[test]
fn very_long_lines_are_refused() {
    let input = format!("{PLAIN}\n{}\n{OTHER}\n", "5".repeat(100_000));
    let found = entries(&input);
    let error = found[1].puzzle.as_ref().unwrap_err();
    assert_eq!(
        (error.code(), error.place),
        ("line_too_long", Place { line: 2, column: 1 })
    );
    assert!(found[1].text.chars().count() <= 201, "the text is cut off");
    assert_eq!(found[2].puzzle.as_ref().unwrap().to_string(), dots(OTHER));
    // A label may be long, but is not kept whole.
    let label = entries(format!("{PLAIN} {}", "é".repeat(1000)))[0]
        .label
        .clone()
        .unwrap();
    assert_eq!(label.chars().count(), 201);
}

/// Gives some bytes, then an error, then more bytes.
struct Failing(usize);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => Err(io::ErrorKind::Interrupted.into()),
            2 => {
                let text = format!("{PLAIN}\n12345");
                buffer[..text.len()].copy_from_slice(text.as_bytes());
                Ok(text.len())
            }
            3 => Err(io::Error::other("the disk is gone")),
            _ => panic!("read on after an error"),
        }
    }
}

#[test]
fn an_error_of_the_input_ends_the_reading() {
    let mut reader = read_puzzles(BufReader::new(Failing(0)), ReadOptions::default());
    assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
    assert_eq!(
        reader.next().unwrap().unwrap_err().to_string(),
        "the disk is gone"
    );
    assert!(reader.next().is_none());
    assert!(reader.next().is_none());
}

/// A million lines, made as they are read.
struct Endless(usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Ok(0);
        }
        self.0 -= 1;
        buffer[..81].copy_from_slice(PLAIN.as_bytes());
        buffer[81] = b'\n';
        Ok(82)
    }
}

#[test]
fn entries_come_as_they_are_read() {
    let mut reader = read_puzzles(BufReader::new(Endless(100_000)), ReadOptions::default());
    assert!(reader.next().unwrap().unwrap().puzzle.is_ok());
    let last = reader.by_ref().last().unwrap().unwrap();
    assert_eq!(last.place.line, 100_000);
}

#[test]
fn long_runs_of_doubtful_lines_stay_small() {
    // Rules that may be rows, rows that never make a grid, and then a puzzle.
    let input = format!(
        "{}{}\n{PLAIN}\n",
        "---------\n.........\n",
        "-----\n".repeat(10_000)
    );
    let found = entries(&input);
    assert_eq!(
        found.last().unwrap().puzzle.as_ref().unwrap().to_string(),
        PLAIN
    );
    assert!(found.len() < 10, "{}", found.len());
}
