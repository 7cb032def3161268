//! What is said about texts that are no puzzles.

use undoku_grid::format::parse_puzzle;

use crate::{OTHER, PLAIN, dots, error_of, outline, rows};

#[test]
fn the_length_of_a_line_is_named() {
    let short = "00004500103000069409000005061470302035020407602010954304000006016300008070042000";
    assert_eq!(
        error_of(short),
        (
            "length",
            1,
            1,
            "80 characters where a puzzle has 81; add the missing 1".to_owned()
        )
    );
    let long = format!("{PLAIN}1");
    assert_eq!(
        error_of(&long).3,
        "82 characters where a puzzle has 81; take 1 out, or put a space before a label"
    );
    // A label does not count, even one that looks like the missing cell.
    assert_eq!(
        error_of(&format!("{short} 1")).3,
        "80 characters where a puzzle has 81; add the missing 1"
    );
    let glued = format!("{PLAIN}easy");
    assert_eq!(
        error_of(&glued),
        (
            "length",
            1,
            82,
            "85 characters where a puzzle has 81, and 'e' among them is no cell".to_owned()
        )
    );
    assert_eq!(error_of(&".".repeat(80)).0, "length");
    assert_eq!(
        error_of("53..7....6").3,
        "10 characters where a puzzle has 81; add the missing 71"
    );
}

#[test]
fn a_wrong_character_is_named_with_its_column() {
    let wrong = PLAIN.replacen("195", "1a5", 1);
    assert_eq!(
        error_of(&format!("  {wrong} label")),
        (
            "character",
            1,
            16,
            "'a' is no cell; write 1 to 9, or one of . 0 * _ - x for a blank".to_owned()
        )
    );
    // Columns are characters, not bytes.
    let wide = PLAIN.replacen("195", "é95", 1).replacen("8.3", "8ß3", 1);
    assert_eq!(error_of(&wide).2, 13);
    // All blanks in a convention that is not known.
    assert_eq!(
        error_of(&PLAIN.replace('.', "?")).3.split(';').next(),
        Some("'?' is no cell")
    );
    // In a grid.
    let grid = rows(PLAIN).join("\n").replacen("8...6", "8..o6", 1);
    assert_eq!(
        error_of(&grid),
        (
            "character",
            4,
            4,
            "'o' is no cell; write 1 to 9, or one of . 0 * _ - x for a blank".to_owned()
        )
    );
    let letters = rows(PLAIN).join("\n").replacen("8...6...3", "abcdefghi", 1);
    assert_eq!(error_of(&letters).1, 4);
}

#[test]
fn rows_that_are_missing_or_uneven() {
    let lines = rows(PLAIN);
    assert_eq!(
        error_of(&lines[..7].join("\n")),
        (
            "rows",
            7,
            1,
            "row 8 is missing: the grid ends after 7 rows and should have 9".to_owned()
        )
    );
    assert_eq!(
        error_of("53..7....").3,
        "row 2 is missing: the grid ends after 1 row and should have 9"
    );
    let mut uneven = lines.clone();
    uneven[4].pop();
    assert_eq!(
        error_of(&uneven.join("\n")),
        (
            "row_length",
            5,
            1,
            "row 5 has 8 cells where a row has 9".to_owned()
        )
    );
    uneven[4].push_str("..");
    assert_eq!(
        error_of(&uneven.join("\n")).3,
        "row 5 has 10 cells where a row has 9"
    );
    // A grid that ends early does not take what follows into it.
    let input = format!("{}\n{OTHER}\n", lines[..8].join("\n"));
    assert_eq!(
        outline(input),
        [
            "line 8, column 1 (rows)".to_owned(),
            format!("9:1 {}", dots(OTHER))
        ]
    );
    let input = format!("{}\n\n{}", lines[..5].join("\n"), lines.join("\n"));
    assert_eq!(
        outline(input),
        ["line 5, column 1 (rows)".to_owned(), format!("7:1 {PLAIN}")]
    );
}

#[test]
fn grids_of_other_sizes() {
    let message = |size| {
        format!("a {size}x{size} grid where a 9x9 grid is expected; other sizes are not supported")
    };
    assert_eq!(
        error_of("_ _ _ _\n_ 1 _ _\n1 _ 4 3\n_ 3 1 _"),
        ("size", 1, 1, message(4))
    );
    assert_eq!(
        error_of("____\n_1__\n1_43\n_31_"),
        ("size", 1, 1, message(4))
    );
    assert_eq!(error_of(".1..1.43.31....."), ("size", 1, 1, message(4)));
    assert_eq!(
        error_of(&["1.....", ".2...."].repeat(3).join("\n")),
        ("size", 1, 1, message(6))
    );
    let sixteen = ["1", "2", "3", "4", "."].repeat(52).concat();
    assert_eq!(error_of(&sixteen[..256]), ("size", 1, 1, message(16)));
    // It does not affect what stands around it.
    let input = format!("{PLAIN}\n\n1..4\n..1.\n.1..\n4..1\n\n{OTHER}\n");
    assert_eq!(
        outline(input),
        [
            format!("1:1 {PLAIN}"),
            "line 3, column 1 (size)".to_owned(),
            format!("8:1 {}", dots(OTHER))
        ]
    );
}

#[test]
fn forms_that_are_recognised_but_not_read() {
    let not_read = |text: &str, what: &str| {
        let (code, line, column, message) = error_of(text);
        let expected = format!("{what}, which is not supported; write the clues as 81 characters");
        assert_eq!(
            (code, line, column, message),
            ("unsupported", 1, column, expected),
            "{text}"
        );
    };
    let library = format!(":0100:7:{}:711 722::743::", PLAIN.replace("53..", "5+3.."));
    let (code, line, column, message) = error_of(&library);
    assert_eq!((code, line, column), ("unsupported", 1, 1));
    assert!(
        message.starts_with("a case of a technique library"),
        "{message}"
    );
    assert!(message.contains("`undoku test --library`"), "{message}");
    not_read(
        "1........".repeat(81).as_str(),
        "a grid of 729 characters, nine candidates a cell",
    );
    not_read(
        &PLAIN.replacen("53..7", "53+4+67", 1),
        "a grid in which + marks placed digits",
    );
    let candidates = "\
 +------------------+-----------------+-----------------+
 |  37   2    6     |  4    5    8    |  9    1    37   |
 |  78   34   5     |  6    1    9    |  24   23   78   |
 |  89   49   1     |  2    7    3    |  5    48   6    |
 +------------------+-----------------+-----------------+
 |  39   7    239   |  5    8    1    |  24   6    34   |
 |  6    1    4     |  7    3    2    |  8    5    9    |
 |  5    8    23    |  9    4    6    |  7    23   1    |
 +------------------+-----------------+-----------------+
 |  4    39   739   |  38   6    5    |  1    78   2    |
 |  2    6    8     |  1    9    47   |  3    47   5    |
 |  1    5    37    |  38   2    47   |  6    9    48   |
 +------------------+-----------------+-----------------+
";
    assert_eq!(
        outline(format!("{candidates}{PLAIN}\n{candidates}")),
        [
            "line 2, column 2 (unsupported)".to_owned(),
            format!("14:1 {PLAIN}"),
            "line 16, column 2 (unsupported)".to_owned()
        ]
    );
    let empty = ["123456789"; 9].join(" ");
    not_read(
        &vec![empty; 9].join("\n"),
        "a grid that lists the candidates of its cells",
    );
}

#[test]
fn words_without_a_puzzle() {
    assert_eq!(error_of("hello world").0, "not_a_puzzle");
    let input = format!("{PLAIN}\nnot a puzzle\n{OTHER}\n");
    assert_eq!(
        outline(input),
        [
            format!("1:1 {PLAIN}"),
            "line 2, column 1 (not_a_puzzle)".to_owned(),
            format!("3:1 {}", dots(OTHER))
        ]
    );
    assert_eq!(
        outline(format!("   some title\n{PLAIN}")),
        [
            "line 1, column 4 (not_a_puzzle)".to_owned(),
            format!("2:1 {PLAIN}")
        ]
    );
    // A count at the top of a list is known; a number elsewhere is not.
    assert_eq!(
        outline(format!("49151\n{PLAIN}\n")),
        [format!("2:1 {PLAIN}")]
    );
    assert_eq!(
        outline(format!("{PLAIN}\n49151\n{PLAIN}\n"))[1],
        "line 2, column 1 (length)"
    );
}

#[test]
fn one_puzzle_is_asked_for() {
    assert_eq!(error_of("").0, "empty");
    assert_eq!(error_of("# nothing").0, "empty");
    let pair = ".....41.25...3.6......6..5.93..5..7.........447...2...8..64.9....9..7....26......\n\
                ......4...1..6..3.7.4..21..2...189......37..6.......84.6.1.....45....8....2..3...";
    assert_eq!(
        error_of(pair),
        (
            "several",
            2,
            1,
            "2 puzzles where one is expected; give one at a time".to_owned()
        )
    );
}

#[test]
fn conflicting_clues_are_not_the_readers_business() {
    let text = "....................1..6.9...841...7..2.5.6..6...124...2.5..9....................";
    let puzzle = parse_puzzle(text).unwrap();
    assert_eq!(puzzle.conflicts().len(), 1);
}
