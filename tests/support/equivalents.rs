//! Puzzles that are the same but for how they are turned, mirrored, shuffled and labelled.

/// One of the changes that make a puzzle another one with the same logic: lines are exchanged within bands
/// and stacks, bands and stacks among each other, rows with columns, digits with digits. Rotations and
/// reflections are among them.
#[derive(Clone, Debug)]
pub(crate) struct Equivalence {
    /// Where each row of the image comes from.
    rows: [usize; 9],
    columns: [usize; 9],
    /// The new digit of each digit; 0 stays.
    labels: [u8; 10],
    /// Whether rows become columns.
    pub(crate) transposes: bool,
}

impl Equivalence {
    /// Leaves everything as it is.
    pub(crate) fn identity() -> Self {
        Self {
            rows: std::array::from_fn(|at| at),
            columns: std::array::from_fn(|at| at),
            labels: std::array::from_fn(|at| at as u8),
            transposes: false,
        }
    }

    /// A quarter turn, clockwise: what was the last row becomes the first column.
    pub(crate) fn quarter_turn() -> Self {
        Self {
            rows: std::array::from_fn(|at| 8 - at),
            transposes: true,
            ..Self::identity()
        }
    }

    /// Left for right.
    pub(crate) fn mirror() -> Self {
        Self {
            columns: std::array::from_fn(|at| 8 - at),
            ..Self::identity()
        }
    }

    /// Any of all 2 · 6⁸ · 9! of them, each as likely as the others.
    pub(crate) fn random(random: &mut Random) -> Self {
        let rows = lines(random);
        let columns = lines(random);
        let mut labels = std::array::from_fn(|at| at as u8);
        random.shuffle(&mut labels[1..]);
        Self {
            rows,
            columns,
            labels,
            transposes: random.below(2) == 1,
        }
    }

    /// The image of a puzzle.
    pub(crate) fn of(&self, cells: &[u8; 81]) -> [u8; 81] {
        std::array::from_fn(|cell| {
            let (mut row, mut column) = (cell / 9, cell % 9);
            if self.transposes {
                (row, column) = (column, row);
            }
            let from = self.rows[row] * 9 + self.columns[column];
            self.labels[usize::from(cells[from])]
        })
    }
}

/// An order of nine lines in which those of a band stay together.
fn lines(random: &mut Random) -> [usize; 9] {
    let mut bands = [0, 1, 2];
    random.shuffle(&mut bands);
    let mut all = [0; 9];
    for (three, band) in all.chunks_exact_mut(3).zip(bands) {
        three.copy_from_slice(&[3 * band, 3 * band + 1, 3 * band + 2]);
        random.shuffle(three);
    }
    all
}

/// Numbers by chance, the same for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// A number below `n`, which is small.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 32) as usize * n) >> 32
    }

    /// Puts values into any order.
    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for end in (1..values.len()).rev() {
            values.swap(end, self.below(end + 1));
        }
    }
}
