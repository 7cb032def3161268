//! Boards drawn with box characters.

use anstyle::{AnsiColor, Style};
use undoku::Step;
use undoku::grid::{Cell, CellSet, Digit, Position};

/// A board with its digits, those of `clues` bold; nine lines and the borders.
pub fn board(position: &Position, clues: CellSet) -> String {
    draw(|cell| vec![digit(position, clues, cell).unwrap_or_else(|| plain("."))])
}

/// A board with the candidates of its open cells.
pub fn candidates(position: &Position, clues: CellSet) -> String {
    draw(|cell| {
        vec![digit(position, clues, cell).unwrap_or_else(|| {
            let digits = position.cand(cell).iter().map(|digit| digit.to_string());
            let digits: String = digits.collect();
            // A cell without candidates is a contradiction, which has to be seen.
            plain(if digits.is_empty() { "!" } else { &digits })
        })]
    })
}

/// A board with candidates on which a step is marked: `*` before the cells of its pattern and before what it
/// places, brackets around the candidates that it eliminates.
pub fn step(position: &Position, clues: CellSet, step: &Step) -> String {
    draw(|cell| {
        let mut pieces = Vec::new();
        let placed = step.placements.iter().find(|(at, _)| *at == cell);
        if step.pattern.contains(cell) || placed.is_some() {
            pieces.push(("*".to_owned(), PATTERN));
        }
        if let Some(filled) = digit(position, clues, cell) {
            pieces.push(filled);
            return pieces;
        }
        if let Some((_, digit)) = placed {
            pieces.push((digit.to_string(), PATTERN));
            return pieces;
        }
        let gone = |digit| step.eliminations.contains(&(cell, digit));
        for digit in Digit::ALL {
            if gone(digit) {
                pieces.push((format!("({digit})"), GONE));
            } else if position.cand(cell).contains(digit) {
                let style = if step.pattern.contains(cell) {
                    PATTERN
                } else {
                    Style::new()
                };
                pieces.push((digit.to_string(), style));
            }
        }
        pieces
    })
}

const PATTERN: Style = AnsiColor::Cyan.on_default().bold();
const GONE: Style = AnsiColor::Red.on_default();

type Piece = (String, Style);

fn plain(text: &str) -> Piece {
    (text.to_owned(), Style::new())
}

/// The digit of a filled cell.
fn digit(position: &Position, clues: CellSet, cell: Cell) -> Option<Piece> {
    let style = if clues.contains(cell) {
        Style::new().bold()
    } else {
        Style::new()
    };
    Some((position.value(cell)?.to_string(), style))
}

/// A board of texts in styles.
fn draw(pieces: impl Fn(Cell) -> Vec<Piece>) -> String {
    let texts = Cell::ALL.map(pieces);
    let length = |pieces: &[Piece]| {
        pieces
            .iter()
            .map(|(text, _)| text.chars().count())
            .sum::<usize>()
    };
    let widths: [usize; 9] = std::array::from_fn(|column| {
        let of_column = texts.iter().skip(column).step_by(9);
        of_column.map(|pieces| length(pieces)).max().unwrap_or(1)
    });
    let bars: Vec<String> = widths
        .chunks(3)
        .map(|chunk| "─".repeat(chunk.iter().sum::<usize>() + 4))
        .collect();
    let mut out = format!("┌{}┐\n", bars.join("┬"));
    for (row, cells) in texts.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            out.push_str(&format!("├{}┤\n", bars.join("┼")));
        }
        for (column, pieces) in cells.iter().enumerate() {
            out.push_str(if column % 3 == 0 { "│ " } else { "" });
            for (text, style) in pieces {
                out.push_str(&format!("{style}{text}{style:#}"));
            }
            out.push_str(&" ".repeat(widths[column] + 1 - length(pieces)));
        }
        out.push_str("│\n");
    }
    out.push_str(&format!("└{}┘\n", bars.join("┴")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use undoku::grid::{Digit, Puzzle};

    fn stripped(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn clues_are_bold_and_nothing_else() {
        let puzzle: Puzzle = format!("12{}", ".".repeat(79)).parse().unwrap();
        let mut position = puzzle.position();
        position.place("r9c9".parse().unwrap(), Digit::from_number(5).unwrap());
        let drawn = board(&position, puzzle.clues());
        assert_eq!(drawn.matches("\u{1b}[1m").count(), 2);
        let lines: Vec<String> = stripped(&drawn).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[0], "┌───────┬───────┬───────┐");
        assert_eq!(lines[1], "│ 1 2 . │ . . . │ . . . │");
        assert_eq!(lines[4], "├───────┼───────┼───────┤");
        assert_eq!(lines[11], "│ . . . │ . . . │ . . 5 │");
    }

    #[test]
    fn candidates_stand_in_columns() {
        let puzzle: Puzzle = format!("12345678.{}", ".".repeat(72)).parse().unwrap();
        let drawn = stripped(&candidates(&puzzle.position(), puzzle.clues()));
        let lines: Vec<&str> = drawn.lines().collect();
        let row: Vec<&str> = lines[1]
            .split_whitespace()
            .filter(|part| *part != "│")
            .collect();
        assert_eq!(row, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        // r2c1 sees 1, 2 and 3 of its box.
        assert!(lines[2].starts_with("│ 456789 "), "{drawn}");
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
    }

    #[test]
    fn a_step_marks_its_pattern_and_what_goes() {
        let puzzle: Puzzle =
            "123......456....................................................................."
                .parse()
                .unwrap();
        let seven = Digit::from_number(7).unwrap();
        let cell = |text: &str| text.parse::<Cell>().unwrap();
        let step = Step {
            index: 1,
            wave: 1,
            kind: 0,
            placements: vec![(cell("r9c9"), seven)],
            eliminations: vec![(cell("r3c4"), seven), (cell("r3c9"), seven)],
            pattern: [cell("r3c1"), cell("r3c2")].into_iter().collect(),
            assertions: 1.0,
            score: 1.0,
            cost: None,
            evidence: Vec::new(),
            text: String::new(),
        };
        let drawn = stripped(&super::step(&puzzle.position(), puzzle.clues(), &step));
        let line = drawn.lines().nth(3).unwrap();
        // Box 1 holds 1 to 6: 7, 8 and 9 are left there. The rest of row 3 has all but what its columns hold.
        assert!(line.starts_with("│ *789 "), "{drawn}");
        let cells: Vec<&str> = line
            .split_whitespace()
            .filter(|part| *part != "│")
            .collect();
        assert_eq!(
            cells[..4],
            ["*789", "*789", "789", "123456(7)89"],
            "{drawn}"
        );
        assert_eq!(cells[8], "123456(7)89");
        assert!(drawn.lines().nth(11).unwrap().contains(" *7 "), "{drawn}");
        let width = line.chars().count();
        assert!(drawn.lines().all(|line| line.chars().count() == width));
    }
}
