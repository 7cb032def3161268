//! Tables with a header.

use std::io;

use undoku_grid::format::{Entry, ReadErrorKind, ReadOptions, read_puzzles};

use crate::{OTHER, PLAIN, dots, outline};

#[test]
fn tables() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let dotted = dots(OTHER);
    for (input, expected) in [
        (
            format!("id,puzzle,solution,clues\n1,{PLAIN},{solution},30\n2,{OTHER},{solution},24\n"),
            [format!("2:3 [1] {PLAIN}"), format!("3:3 [2] {dotted}")],
        ),
        // The solution comes first: found by the blanks in the other column.
        (
            format!("answer;given;name\n{solution};{PLAIN};first\n{solution};{OTHER};\n"),
            [format!("2:83 [first] {PLAIN}"), format!("3:83 {dotted}")],
        ),
        (
            format!("level\tquizzes\nhard\t{PLAIN}\neasy\t{OTHER}\n"),
            [format!("2:6 {PLAIN}"), format!("3:6 {dotted}")],
        ),
        (
            format!(
                "\"Title\",\"the grid\"\n\"one, two\",\"{PLAIN}\"\n\"say \"\"hi\"\"\",\"{OTHER}\"\n"
            ),
            [
                format!("2:13 [one, two] {PLAIN}"),
                format!("3:15 [say \"hi\"] {dotted}"),
            ],
        ),
        (
            format!("puzzle\n{PLAIN}\n{OTHER}\n"),
            [format!("2:1 {PLAIN}"), format!("3:1 {dotted}")],
        ),
        (
            format!("# made by hand\n\npuzzle,label\n\n{PLAIN},a\n#\n{OTHER},b\r\n"),
            [format!("5:1 [a] {PLAIN}"), format!("7:1 [b] {dotted}")],
        ),
    ] {
        assert_eq!(outline(&input), expected, "{input}");
    }
}

#[test]
fn tables_with_bad_records() {
    let short = &PLAIN[1..];
    let letter = PLAIN.replacen("195", "1a5", 1);
    let input = format!(
        "name,puzzle\n\"a\",{short}\nb,{letter}\nc\n\"d,{PLAIN}\ne,{PLAIN},more\nf,\ng,what\n"
    );
    assert_eq!(
        outline(input),
        [
            "line 2, column 5 (length)".to_owned(),
            "line 3, column 16 (character)".to_owned(),
            "line 4, column 1 (fields)".to_owned(),
            "line 5, column 1 (quote)".to_owned(),
            format!("6:3 [e] {PLAIN}"),
            "line 7, column 3 (length)".to_owned(),
            "line 8, column 3 (length)".to_owned(),
        ]
    );
    // The first record does not even look like a puzzle.
    assert_eq!(
        outline(format!("puzzle,label\nnone,a\n{PLAIN},b\n")),
        [
            "line 2, column 1 (length)".to_owned(),
            format!("3:1 [b] {PLAIN}")
        ]
    );
}

#[test]
fn a_column_is_named() {
    let named = |input: &str, name: &str| -> Vec<Entry> {
        let options = ReadOptions {
            column: Some(name.to_owned()),
        };
        read_puzzles(input.as_bytes(), options)
            .collect::<io::Result<_>>()
            .unwrap()
    };
    let input = format!("puzzle,other,id\n{PLAIN},{OTHER},7\n");
    let puzzle = |entry: &Entry| entry.puzzle.as_ref().unwrap().to_string();
    assert_eq!(puzzle(&named(&input, "puzzle")[0]), PLAIN);
    assert_eq!(puzzle(&named(&input, "Other")[0]), dots(OTHER));
    assert_eq!(named(&input, "other")[0].label.as_deref(), Some("7"));

    let [entry] = &named(&input, "grid")[..] else {
        panic!()
    };
    let error = entry.puzzle.as_ref().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1: no column \"grid\"; the columns are puzzle, other, id"
    );
    // A list is not a table.
    let [entry] = &named(&format!("{PLAIN}\n{OTHER}\n"), "puzzle")[..] else {
        panic!()
    };
    assert!(matches!(
        entry.puzzle.as_ref().unwrap_err().kind,
        ReadErrorKind::NoSuchColumn { .. }
    ));
}
