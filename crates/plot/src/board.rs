//! The board: clues, and when each other cell was solved.

use std::fmt::{self, Write};

use crate::picture::{Part, WIDTH};
use crate::svg::Length;
use crate::theme::Rules;

/// The room of the numbers of rows and columns.
const EDGE: f64 = 18.0;
const RIGHT: f64 = 4.0;
const SIDE: f64 = (WIDTH - EDGE - RIGHT) / 9.0;
/// The room of the legend.
const LEGEND: f64 = 44.0;
/// The pieces of the scale in the legend.
const PIECES: usize = 24;

/// Eleven colours from the first step to the last: viridis, whose lightness grows evenly, so that it is told apart with
/// any kind of colour vision and without colour.
const SCALE: [[u8; 3]; 11] = [
    [68, 1, 84],
    [72, 36, 117],
    [65, 68, 135],
    [53, 95, 141],
    [42, 120, 142],
    [33, 145, 140],
    [34, 168, 132],
    [68, 191, 112],
    [122, 209, 81],
    [189, 223, 38],
    [253, 231, 37],
];

/// What a cell holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardCell {
    /// Nothing.
    #[default]
    Open,
    /// A given digit.
    Clue(u8),
    /// A digit that a step placed; steps count from 1.
    Placed(u8, usize),
}

/// The board with the order of solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cells, row by row.
    pub cells: [BoardCell; 81],
    /// How many steps the path has.
    pub steps: usize,
}

/// The colour of a place between the first step, 0, and the last, 1.
fn color(share: f64) -> [u8; 3] {
    let at = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let below = (at.floor() as usize).min(SCALE.len() - 2);
    let part = at - below as f64;
    std::array::from_fn(|channel| {
        let (a, b) = (SCALE[below][channel], SCALE[below + 1][channel]);
        (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8
    })
}

/// The lightness of a colour as screens have it: the luminance that contrast is worked out with.
fn luminance(color: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

/// Whether black is easier to read on a colour than white.
fn wants_black(color: [u8; 3]) -> bool {
    // Where the contrasts with both are the same: (L + 0.05)² = 0.05 · 1.05.
    luminance(color) > 0.179
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Board {
    fn share(&self, step: usize) -> f64 {
        let last = self.steps.saturating_sub(1).max(1);
        step.saturating_sub(1) as f64 / last as f64
    }

    fn cell(&self, at: usize, top: f64, out: &mut String) -> fmt::Result {
        let (row, column) = (at / 9, at % 9);
        let (x, y) = (EDGE + column as f64 * SIDE, top + EDGE + row as f64 * SIDE);
        let middle = Length(x + SIDE / 2.0);
        let square = |fill: &str| {
            format!(
                "<rect {fill} x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>",
                Length(x),
                Length(y),
                side = Length(SIDE)
            )
        };
        match self.cells[at] {
            BoardCell::Open => Ok(()),
            BoardCell::Clue(digit) => writeln!(
                out,
                "{}<text class=\"clue\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{digit}</text>",
                square("class=\"given\""),
                Length(y + SIDE / 2.0 + 7.0)
            ),
            BoardCell::Placed(digit, step) => {
                let color = color(self.share(step));
                let ink = if wants_black(color) { "black" } else { "white" };
                writeln!(
                    out,
                    "<g><title>r{}c{} = {digit}, step {step}</title>{}<text class=\"digit {ink}\" x=\"{middle}\" y=\"{}\" \
                     text-anchor=\"middle\">{digit}</text><text class=\"order {ink}\" x=\"{middle}\" y=\"{}\" \
                     text-anchor=\"middle\">{step}</text></g>",
                    row + 1,
                    column + 1,
                    square(&format!("fill=\"{}\"", hex(color))),
                    Length(y + 21.0),
                    Length(y + 36.0)
                )
            }
        }
    }

    fn lines(top: f64, out: &mut String) -> fmt::Result {
        let (start, end) = (EDGE, EDGE + 9.0 * SIDE);
        let mut between = |class: &str, lines: &[usize]| {
            for &line in lines {
                let at = EDGE + line as f64 * SIDE;
                writeln!(
                    out,
                    "<path class=\"{class}\" d=\"M{x} {}V{}M{} {y}H{}\"/>",
                    Length(top + start),
                    Length(top + end),
                    Length(start),
                    Length(end),
                    x = Length(at),
                    y = Length(top + at),
                )?;
            }
            Ok(())
        };
        between("thin", &[1, 2, 4, 5, 7, 8])?;
        between("thick", &[0, 3, 6, 9])
    }

    fn names(top: f64, out: &mut String) -> fmt::Result {
        for number in 0..9 {
            let middle = EDGE + (number as f64 + 0.5) * SIDE;
            writeln!(
                out,
                "<text class=\"quiet\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{name}</text>\
                 <text class=\"quiet\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
                Length(middle),
                Length(top + EDGE - 5.0),
                Length(EDGE / 2.0),
                Length(top + middle + 4.0),
                name = number + 1
            )?;
        }
        Ok(())
    }

    fn legend(&self, top: f64, out: &mut String) -> fmt::Result {
        let y = top + EDGE + 9.0 * SIDE + 12.0;
        let (left, width) = (EDGE + 70.0, 180.0);
        for piece in 0..PIECES {
            let share = piece as f64 / (PIECES - 1) as f64;
            let piece_width = width / PIECES as f64;
            writeln!(
                out,
                "<rect fill=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\"/>",
                hex(color(share)),
                Length(left + piece as f64 * piece_width),
                Length(y),
                Length(piece_width + 0.3)
            )?;
        }
        let base = Length(y + 10.5);
        writeln!(
            out,
            "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\">step 1</text><text x=\"{}\" y=\"{base}\">{}</text>\
             <rect class=\"given\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/><text x=\"{}\" y=\"{base}\">clue</text>",
            Length(left - 6.0),
            Length(left + width + 6.0),
            self.steps,
            Length(WIDTH - 64.0),
            Length(y),
            Length(WIDTH - 46.0)
        )
    }
}

impl Part for Board {
    fn height(&self) -> f64 {
        EDGE + 9.0 * SIDE + LEGEND
    }

    fn description(&self) -> String {
        let clues = |cell: &&BoardCell| matches!(cell, BoardCell::Clue(_));
        let placed = |cell: &&BoardCell| matches!(cell, BoardCell::Placed(..));
        format!(
            "The board with {} clues and {} digits that were placed, each with the number of its step, from dark for the \
             first to light for the last.",
            self.cells.iter().filter(clues).count(),
            self.cells.iter().filter(placed).count()
        )
    }

    fn rules(&self, rules: &mut Rules) {
        rules.add(" .given", "fill:#e8e8e8", "fill:#3c3c3c");
        for (selector, size) in [
            (" .clue", "font-size:19px;font-weight:bold"),
            (" .digit", "font-size:19px"),
            (" .order", "font-size:11px"),
        ] {
            rules.add(selector, size, size);
        }
        // What stands on a colour is the same on any ground.
        rules.add(" .black", "fill:#000000", "fill:#000000");
        rules.add(" .white", "fill:#ffffff", "fill:#ffffff");
        rules.add(
            " .thin",
            "stroke:#9a9a9a;stroke-width:.6",
            "stroke:#6a6a6a;stroke-width:.6",
        );
        rules.add(
            " .thick",
            "stroke:#222222;stroke-width:2;stroke-linecap:square",
            "stroke:#dddddd;stroke-width:2;stroke-linecap:square",
        );
    }

    fn draw(&self, top: f64, out: &mut String) -> fmt::Result {
        Self::names(top, out)?;
        for at in 0..81 {
            self.cell(at, top, out)?;
        }
        Self::lines(top, out)?;
        self.legend(top, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_dark_to_light() {
        let shades: Vec<f64> = (0..=100)
            .map(|n| luminance(color(f64::from(n) / 100.0)))
            .collect();
        assert!(shades.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(
            (hex(color(0.0)), hex(color(1.0))),
            ("#440154".into(), "#fde725".into())
        );
    }

    #[test]
    fn digits_can_be_read_on_every_colour() {
        for n in 0..=100 {
            let color = color(f64::from(n) / 100.0);
            let l = luminance(color);
            let contrast = if wants_black(color) {
                (l + 0.05) / 0.05
            } else {
                1.05 / (l + 0.05)
            };
            assert!(contrast >= 4.5, "{n}: {contrast}");
        }
    }
}
