//! Boards drawn with box characters.

use anstyle::Style;
use undoku::grid::{Cell, CellSet, Position};

/// A board with its digits, those of `clues` bold; nine lines and the borders.
pub(crate) fn board(position: &Position, clues: CellSet) -> String {
    draw(|cell| match position.value(cell) {
        Some(digit) => (digit.to_string(), clues.contains(cell)),
        None => (".".to_owned(), false),
    })
}

/// A board with the candidates of its open cells.
pub(crate) fn candidates(position: &Position, clues: CellSet) -> String {
    draw(|cell| match position.value(cell) {
        Some(digit) => (digit.to_string(), clues.contains(cell)),
        None => {
            let digits = position.cand(cell).iter().map(|digit| digit.to_string());
            let digits: String = digits.collect();
            // A cell without candidates is a contradiction, which has to be seen.
            let shown = if digits.is_empty() {
                "!".to_owned()
            } else {
                digits
            };
            (shown, false)
        }
    })
}

/// A board of texts, some of them bold.
fn draw(text: impl Fn(Cell) -> (String, bool)) -> String {
    let texts = Cell::ALL.map(text);
    let width = |column: usize| {
        let of_column = texts.iter().skip(column).step_by(9);
        of_column
            .map(|(text, _)| text.chars().count())
            .max()
            .unwrap_or(1)
    };
    let widths: [usize; 9] = std::array::from_fn(width);
    let bars: Vec<String> = widths
        .chunks(3)
        .map(|chunk| "─".repeat(chunk.iter().sum::<usize>() + 4))
        .collect();
    let bold = Style::new().bold();
    let mut out = format!("┌{}┐\n", bars.join("┬"));
    for (row, cells) in texts.chunks(9).enumerate() {
        if row == 3 || row == 6 {
            out.push_str(&format!("├{}┤\n", bars.join("┼")));
        }
        for (column, (text, is_bold)) in cells.iter().enumerate() {
            out.push_str(if column % 3 == 0 { "│ " } else { "" });
            let padding = " ".repeat(widths[column] + 1 - text.chars().count());
            if *is_bold {
                out.push_str(&format!("{bold}{text}{bold:#}{padding}"));
            } else {
                out.push_str(&format!("{text}{padding}"));
            }
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

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn clues_are_bold_and_nothing_else() {
        let puzzle: Puzzle = format!("12{}", ".".repeat(79)).parse().unwrap();
        let mut position = puzzle.position();
        position.place("r9c9".parse().unwrap(), Digit::from_number(5).unwrap());
        let drawn = board(&position, puzzle.clues());
        assert_eq!(drawn.matches("\u{1b}[1m").count(), 2);
        let lines: Vec<String> = plain(&drawn).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[0], "┌───────┬───────┬───────┐");
        assert_eq!(lines[1], "│ 1 2 . │ . . . │ . . . │");
        assert_eq!(lines[4], "├───────┼───────┼───────┤");
        assert_eq!(lines[11], "│ . . . │ . . . │ . . 5 │");
    }

    #[test]
    fn candidates_stand_in_columns() {
        let puzzle: Puzzle = format!("12345678.{}", ".".repeat(72)).parse().unwrap();
        let drawn = plain(&candidates(&puzzle.position(), puzzle.clues()));
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
}
