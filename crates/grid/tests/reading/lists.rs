//! Puzzles on one line each.

use crate::{OTHER, PLAIN, dots, entries, outline, reads_as, rows};

#[test]
fn one_puzzle_a_line() {
    reads_as(PLAIN, PLAIN);
    reads_as(OTHER, OTHER);
    let complete =
        "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
    reads_as(complete, complete);
    for blank in ["0", "*", "_", "-", "x", "X"] {
        reads_as(&PLAIN.replace('.', blank), PLAIN);
    }
    // Two conventions in one list.
    let dotted =
        "........2.2..5.8.1......3..7.4.9........8541...5.37...18....9....7..9...2...4..58";
    let zeros = "000000002020050801000000300704090000000085410005037000180000900007009000200040058";
    assert_eq!(
        outline(format!("{dotted}\n{zeros}\n")),
        [format!("1:1 {dotted}"), format!("2:1 {dotted}")]
    );
}

#[test]
fn labels_beside_a_puzzle() {
    let labelled = [
        (format!("{PLAIN} easy one"), Some("easy one")),
        (format!("{PLAIN}\teasy"), Some("easy")),
        (format!("{PLAIN},easy"), Some("easy")),
        (format!("{PLAIN}; easy"), Some("easy")),
        (format!("{PLAIN}#easy"), Some("easy")),
        (format!("{PLAIN}: easy"), Some("easy")),
        (format!("{PLAIN} # 3.4 / 1.2"), Some("3.4 / 1.2")),
        (
            format!("\"{PLAIN}\",\"easy, really\""),
            Some("easy, really"),
        ),
        (format!("{PLAIN}  "), None),
        (format!("{PLAIN} #"), None),
        (format!("  {PLAIN}"), None),
        (format!("12: {PLAIN}"), Some("12")),
        (
            format!("0000183b305c {PLAIN}  1.2"),
            Some("0000183b305c 1.2"),
        ),
        // A solution beside its puzzle.
        (
            format!(
                "{PLAIN} 534678912672195348198342567859761423426853791713924856961537284287419635345286179"
            ),
            Some(
                "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
            ),
        ),
    ];
    for (line, label) in labelled {
        let [entry] = &entries(&line)[..] else {
            panic!("{line}")
        };
        assert_eq!(entry.puzzle.as_ref().unwrap().to_string(), PLAIN, "{line}");
        assert_eq!(entry.label.as_deref(), label, "{line}");
        assert_eq!(entry.text, PLAIN);
        assert_eq!(entry.place.column, 1 + line.find(PLAIN).unwrap());
    }
}

#[test]
fn comments_blank_lines_line_ends_and_a_byte_order_mark() {
    let input = format!("\u{FEFF}# a comment\r\n\r\n{PLAIN} a\r\n#{OTHER}\r\n   \r\n{OTHER}");
    assert_eq!(
        outline(input),
        [format!("3:1 [a] {PLAIN}"), format!("6:1 {}", dots(OTHER))]
    );
    for nothing in [
        "",
        "\n",
        "\r\n\r\n",
        "# only a comment",
        "\u{FEFF}",
        "  \n\t\n",
    ] {
        assert_eq!(entries(nothing), [], "{nothing:?}");
    }
}

#[test]
fn cells_in_groups_on_one_line() {
    for between in [" ", "|", "/", ",", " | ", "\t"] {
        reads_as(&rows(PLAIN).join(between), PLAIN);
    }
    let single: Vec<String> = PLAIN.chars().map(String::from).collect();
    for between in [" ", ",", ", "] {
        reads_as(&single.join(between), PLAIN);
    }
    reads_as(&format!("{} {}", &PLAIN[..40], &PLAIN[40..]), PLAIN);
}

#[test]
fn links_and_games() {
    let puzzle =
        "139005648720090010400001792001600907003008001070002030084000179002007000007009254";
    reads_as(
        &format!("https://www.sudokuwiki.org/sudoku.htm?bd={puzzle}"),
        puzzle,
    );
    let input =
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={puzzle}&x=1 from a forum\n{PLAIN}\n");
    assert_eq!(
        outline(input),
        [
            format!("1:42 [from a forum] {}", dots(puzzle)),
            format!("2:1 {PLAIN}")
        ]
    );

    let game = "379000014060010070080009005435007000090040020000800436900700080040080050850000249";
    reads_as(&format!("<game data=\"{game}\" />"), game);
    let file = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Ten easy ones</name>\n  \
         <game data=\"{game}\" />\n  <game data=\"{OTHER}\" /><game data=\"{PLAIN}\" />\n</opensudoku>\n"
    );
    assert_eq!(
        outline(file),
        [
            format!("4:15 {}", dots(game)),
            format!("5:15 {}", dots(OTHER)),
            format!("5:{} {PLAIN}", 15 + 81 + 4 + 12)
        ]
    );
}
