//! The three singles by plain loops over an array of 81 digits, with the published formulas.

/// A single that can be placed, and what was seen before placing it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Single {
    pub(crate) kind: &'static str,
    pub(crate) cell: usize,
    pub(crate) digit: u8,
    /// Filled cells in the row, column and box of the target.
    pub(crate) filled: [usize; 3],
    /// Of each other open cell of the unit, the units that hold the digit; 0 for a naked single.
    pub(crate) conflicts: usize,
}

impl Single {
    pub(crate) fn assertions(&self) -> f64 {
        let reasons = self.filled.iter().sum::<usize>() as f64;
        let conflicts = self.conflicts as f64;
        match self.kind {
            "naked_single" => {
                let least = 9 - self.filled.iter().max().unwrap();
                match least {
                    0 | 1 => 2.0,
                    2 => 4.0,
                    3 => 6.0,
                    4 => 9.0,
                    5 => 12.0,
                    6 => 15.0,
                    more => (16.0 + 2.0 * (more as f64 - 6.0)).min(22.0),
                }
            }
            "hidden_single_box" => (8.0 + 0.40 * conflicts + 0.30 * reasons)
                .round()
                .clamp(10.0, 24.0),
            _ => (12.0 + 0.45 * conflicts + 0.35 * reasons)
                .round()
                .clamp(15.0, 32.0),
        }
    }

    pub(crate) fn score(&self) -> f64 {
        match self.kind {
            "naked_single" => 1.00 + self.assertions() / 22.0 * 0.75,
            "hidden_single_box" => 1.40 + self.assertions() / 24.0 * 0.45,
            _ => 1.75 + self.assertions() / 32.0 * 0.50,
        }
    }
}

/// The cells of the rows, then the columns, then the boxes.
pub(crate) const UNITS: [[usize; 9]; 27] = {
    let mut units = [[0; 9]; 27];
    let mut at = 0;
    while at < 27 * 9 {
        let (unit, i) = (at / 9, at % 9);
        units[unit][i] = match unit / 9 {
            0 => unit * 9 + i,
            1 => i * 9 + unit % 9,
            _ => unit % 9 / 3 * 27 + unit % 3 * 3 + i / 3 * 9 + i % 3,
        };
        at += 1;
    }
    units
};

/// The numbers of the row, column and box of a cell.
pub(crate) fn units_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

fn holds(grid: &[u8; 81], unit: usize, digit: u8) -> bool {
    UNITS[unit].iter().any(|&cell| grid[cell] == digit)
}

fn may_hold(grid: &[u8; 81], cell: usize, digit: u8) -> bool {
    grid[cell] == 0 && units_of(cell).iter().all(|&unit| !holds(grid, unit, digit))
}

fn single(
    grid: &[u8; 81],
    kind: &'static str,
    cell: usize,
    digit: u8,
    unit: Option<usize>,
) -> Single {
    let filled = units_of(cell).map(|unit| {
        UNITS[unit]
            .iter()
            .filter(|&&other| grid[other] != 0)
            .count()
    });
    let others = unit.map_or(Vec::new(), |unit| UNITS[unit].to_vec());
    let conflicts = others
        .into_iter()
        .filter(|&other| other != cell && grid[other] == 0)
        .flat_map(units_of)
        .filter(|&unit| holds(grid, unit, digit))
        .count();
    Single {
        kind,
        cell,
        digit,
        filled,
        conflicts,
    }
}

/// All singles of a position: naked ones by cell; hidden ones by box, then row, then column, each by digit.
pub(crate) fn singles(grid: &[u8; 81]) -> Vec<Single> {
    let mut all = Vec::new();
    for cell in 0..81 {
        let candidates: Vec<u8> = (1..=9)
            .filter(|&digit| may_hold(grid, cell, digit))
            .collect();
        if let [digit] = candidates[..] {
            all.push(single(grid, "naked_single", cell, digit, None));
        }
    }
    let kinds = [
        ("hidden_single_box", 18..27),
        ("hidden_single_row", 0..9),
        ("hidden_single_column", 9..18),
    ];
    for (kind, numbers) in kinds {
        for unit in numbers {
            for digit in 1..=9 {
                let spots: Vec<usize> = UNITS[unit]
                    .into_iter()
                    .filter(|&cell| may_hold(grid, cell, digit))
                    .collect();
                if let [cell] = spots[..] {
                    all.push(single(grid, kind, cell, digit, Some(unit)));
                }
            }
        }
    }
    all
}
