//! Puzzles over several lines.

use crate::{OTHER, PLAIN, dots, entries, outline, reads_as, rows};

#[test]
fn rows_of_single_cells() {
    reads_as(
        " 1 2 . 6 . 4 5 . .\n 3 . . . . . . . 7\n . . . . 5 . . 2 .\n 8 . . . . . 1 . .\n . . 6 . . 2 . 9 .\n \
         4 . . . 9 . . . 5\n 6 . . 8 . . 7 . .\n . . 1 . 6 . . . .\n . 4 . . . 5 . . 3",
        "12.6.45..3.......7....5..2.8.....1....6..2.9.4...9...56..8..7....1.6.....4...5..3",
    );
    reads_as(
        "000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n000000000\n900900000\n900900000",
        "...............................................................9..9.....9..9.....",
    );
}

#[test]
fn simple_sudoku_with_borders() {
    reads_as(
        " *-----------*\n |5..|...|...|\n |2..|465|8..|\n |.36|9..|.25|\n |---+---+---|\n |983|6..|...|\n \
         |...|.4.|...|\n |...|..3|679|\n |---+---+---|\n |35.|..6|14.|\n |2..|154|..7|\n |...|...|..8|\n \
         *-----------*",
        "5........2..4658...369...259836.........4.........367935...614.2..154..7........8",
    );
    let with_footer = " *-----------*\n |.3.|4..|...|\n |9.2|8.6|3.1|\n |...|...|.2.|\n |---+---+---|\n \
         |8..|.6.|7..|\n |.6.|2.5|.9.|\n |..3|.4.|..8|\n |---+---+---|\n |.7.|...|...|\n |4.8|9.2|5.6|\n \
         |...|..8|.3.|\n *-----------*\n Simple Sudoku\n  Version 4.2n\n";
    let puzzle =
        ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3.";
    reads_as(with_footer, puzzle);
    // Several one after the other, with or without a blank line: no footer becomes a label.
    for between in ["", "\n"] {
        let twice = [with_footer, with_footer].join(between);
        let second = 2 + 15 + between.len();
        assert_eq!(
            outline(twice),
            [format!("2:2 {puzzle}"), format!("{second}:2 {puzzle}")]
        );
    }
}

#[test]
fn borders_of_many_kinds() {
    let [a, b, c, d, e, f, g, h, i] = &rows(PLAIN)[..] else {
        panic!()
    };
    let bars = |row: &str, bar: &str| {
        let cell = |at: usize| row[at..=at].to_owned();
        let group = |at: usize| [cell(at), cell(at + 1), cell(at + 2)].join(" ");
        format!(
            "{bar} {} {bar} {} {bar} {} {bar}",
            group(0),
            group(3),
            group(6)
        )
    };
    for (bar, border) in [
        ("|", "+-------+-------+-------+"),
        ("|", "|-------+-------+-------|"),
        ("|", "------+-------+------"),
        ("|", "---------------------"),
        ("|", "---------"),
        ("|", "- - - - - - - - -|---"),
        ("|", "========================="),
        ("|", "*-------*-------*-------*"),
        ("|", ".-------.-------.-------."),
        ("|", ":-------+-------+-------:"),
        ("│", "├───────┼───────┼───────┤"),
        ("║", "╠═══════╬═══════╬═══════╣"),
        ("!", "~~~~~~~~~~~~~~~~~~~~~~~~~"),
        ("", ""),
    ] {
        let lines = [a, b, c, d, e, f, g, h, i].map(|row| bars(row, bar));
        let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
        let inner = bands.join(&format!("\n{border}\n"));
        reads_as(&inner, PLAIN);
        reads_as(&format!("{border}\n{inner}\n{border}\n"), PLAIN);
    }
}

#[test]
fn dashes_as_blanks_are_no_borders() {
    reads_as(
        "1549-----\n-----41--\n-6-75---9\n-1---8---\n69---7-4-\n--5----37\n-8-----1-\n----3--68\n------5--",
        "1549----------41---6-75---9-1---8---69---7-4---5----37-8-----1-----3--68------5--",
    );
    // Rows without a clue, first, last and in between.
    let sparse =
        "------------5---------------------7-----------------------3----------------------";
    reads_as(&rows(sparse).join("\n"), sparse);
    let empty = "-".repeat(81);
    reads_as(&rows(&empty).join("\n"), &empty);
    reads_as(&rows(&empty.replace('-', "_")).join("\n"), &empty);
    // With dots for blanks the same lines are borders.
    let lines = rows(PLAIN)
        .join("\n")
        .replacen("\n8...6", "\n---------\n8...6", 1);
    reads_as(&format!("---------\n{lines}\n---------\n"), PLAIN);
}

#[test]
fn bands_set_apart_by_blank_lines() {
    let bands: Vec<String> = rows(PLAIN).chunks(3).map(|band| band.join("\n")).collect();
    let apart = bands.join("\n\n");
    reads_as(&apart, PLAIN);
    assert_eq!(
        outline(format!("{apart}\n\n{apart}")),
        [format!("1:1 {PLAIN}"), format!("13:1 {PLAIN}")]
    );
    // But three rows and then a whole grid are two grids.
    assert_eq!(
        outline(format!("{}\n\n{}", bands[0], rows(PLAIN).join("\n"))),
        ["line 3, column 1 (rows)".to_owned(), format!("5:1 {PLAIN}")]
    );
}

#[test]
fn titles_above_grids() {
    let grid = rows(PLAIN).join("\n");
    let other = rows(OTHER).join("\n");
    assert_eq!(
        outline(format!("Grid 01\n{grid}\nGrid 02\n{other}\n")),
        [
            format!("2:1 [Grid 01] {PLAIN}"),
            format!("12:1 [Grid 02] {}", dots(OTHER))
        ]
    );
    // Below a grid words need not mean anything; set apart from the next grid, they are no title.
    assert_eq!(
        outline(format!("{grid}\nby somebody\n\n{other}\n")),
        [format!("1:1 {PLAIN}"), format!("12:1 {}", dots(OTHER))]
    );
    // The text of an entry is its rows.
    assert_eq!(entries(format!("Grid 01\n{grid}"))[0].text, grid);
}

#[test]
fn sadman_header() {
    let input = "#ARuud\n#DA random puzzle created by SudoCue\n#CJust start plugging in the numbers\n\
         #B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n\
         2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1";
    let puzzle =
        "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1";
    assert_eq!(outline(input), [format!("8:1 [Easy] {puzzle}")]);
    let titled = input
        .replace("#ARuud", "#TMonday")
        .replace("2..1.5..3", "[Puzzle]\n2..1.5..3");
    assert_eq!(outline(titled), [format!("9:1 [Monday] {puzzle}")]);
    // Ordinary comments give no label.
    let commented = input.replace("#L", "#Level ").replace("#D", "#Difficulty ");
    assert_eq!(outline(commented), [format!("8:1 {puzzle}")]);
}
