//! The candidates of a position, numbered, and the needs that they can meet.

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit, UnitKind};

/// What must come true in every solution: exactly one of the candidates that meet it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// An open cell needs a digit.
    Cell(Cell),
    /// A unit needs a spot for a digit that it misses.
    Spot(Unit, Digit),
}

impl Need {
    /// The need as a number: cells first, then digits in units.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::Cell(cell) => cell.index() as u16,
            Self::Spot(unit, digit) => (81 + unit.index() * 9 + digit.index()) as u16,
        }
    }

    /// The need with this number, if there is one.
    pub(crate) fn from_code(code: u16) -> Option<Self> {
        if let Ok(cell) = u8::try_from(code)
            && let Some(cell) = Cell::from_index(cell)
        {
            return Some(Self::Cell(cell));
        }
        let rest = code.checked_sub(81)?;
        let unit = Unit::from_index(u8::try_from(rest / 9).ok()?)?;
        let digit = Digit::from_index((rest % 9) as u8)?;
        Some(Self::Spot(unit, digit))
    }

    /// How hard it is to see that the need has one candidate left: 1 in a cell, 2 in a box, 3 in a line.
    pub(crate) const fn level(self) -> u8 {
        match self {
            Self::Cell(_) => 1,
            Self::Spot(unit, _) => match unit.kind() {
                UnitKind::Box => 2,
                UnitKind::Row | UnitKind::Column => 3,
            },
        }
    }
}

/// The candidates of a position, and which of them exclude each other.
///
/// Candidates are numbered by cell, then by digit. For each there is a *colour*: a number that depends on where the
/// candidate stands among the others, but neither on the numbering nor on how the grid is turned, permuted or
/// relabelled. It makes choices between equally short nets the same in all of these.
#[derive(Debug)]
pub(crate) struct Web {
    candidates: Vec<(Cell, Digit)>,
    numbers: Box<[[u16; 9]; 81]>,
    needs: Vec<Need>,
    /// Where the members of each need start in `members`; one more than there are needs.
    starts: Vec<u16>,
    members: Vec<u16>,
    /// The needs that each candidate meets: its cell's, and its row's, column's and box's for the digit.
    needs_of: Vec<[u16; 4]>,
    words: usize,
    /// For each candidate, as bits, those that are false if it is true; `words` words a candidate.
    rivals: Vec<u64>,
    colors: Vec<u64>,
    need_colors: Vec<u64>,
}

/// Stands for no number.
const NONE: u16 = u16::MAX;

/// Rounds of refining colours: a round lets a colour depend on candidates one need further away.
const ROUNDS: usize = 6;

impl Web {
    /// The candidates of the position; `None` if it is dead or solved, so that nothing can be said about them.
    pub(crate) fn new(position: &Position) -> Option<Self> {
        if position.is_solved() || position.is_dead() {
            return None;
        }
        let mut numbers = Box::new([[NONE; 9]; 81]);
        let mut candidates = Vec::with_capacity(256);
        for cell in position.open() {
            for digit in position.cand(cell) {
                numbers[cell.index()][digit.index()] = candidates.len() as u16;
                candidates.push((cell, digit));
            }
        }
        let count = candidates.len();
        let words = count.div_ceil(64);
        let mut web = Self {
            needs_of: vec![[NONE; 4]; count],
            rivals: vec![0; count * words],
            words,
            candidates,
            numbers,
            needs: Vec::with_capacity(256),
            starts: vec![0],
            members: Vec::with_capacity(4 * count),
            colors: Vec::new(),
            need_colors: Vec::new(),
        };
        for cell in position.open() {
            let members = position.cand(cell);
            web.add_need(Need::Cell(cell), 0, members.iter().map(|d| (cell, d)));
        }
        for unit in Unit::ALL {
            for digit in position.missing(unit) {
                let spots = position.spots_in(digit, unit);
                let slot = 1 + unit.index() / 9;
                web.add_need(
                    Need::Spot(unit, digit),
                    slot,
                    spots.iter().map(|c| (c, digit)),
                );
            }
        }
        web.paint();
        Some(web)
    }

    fn add_need(&mut self, need: Need, slot: usize, members: impl Iterator<Item = (Cell, Digit)>) {
        let first = self.members.len();
        for (cell, digit) in members {
            let number = self.numbers[cell.index()][digit.index()];
            self.needs_of[usize::from(number)][slot] = self.needs.len() as u16;
            self.members.push(number);
        }
        for a in first..self.members.len() {
            for b in first..self.members.len() {
                if a != b {
                    let (a, b) = (usize::from(self.members[a]), usize::from(self.members[b]));
                    self.rivals[a * self.words + b / 64] |= 1 << (b % 64);
                }
            }
        }
        self.needs.push(need);
        self.starts.push(self.members.len() as u16);
    }

    /// Works the colours out: those of needs from the candidates that meet them, and those from the needs, some
    /// rounds long. Rows and columns count alike, as the grid may be reflected.
    fn paint(&mut self) {
        let kind = |need: &Need| u64::from(need.level());
        let mut colors = vec![1_u64; self.candidates.len()];
        let mut need_colors = vec![0_u64; self.needs.len()];
        for _ in 0..ROUNDS {
            for (at, need) in self.needs.iter().enumerate() {
                let members = self.members_at(at).iter();
                let sum = members.fold(kind(need), |sum, &member| {
                    sum.wrapping_add(mix(colors[usize::from(member)]))
                });
                need_colors[at] = mix(sum);
            }
            for (color, needs) in colors.iter_mut().zip(&self.needs_of) {
                let [cell, row, column, boxed] = needs.map(|need| need_colors[usize::from(need)]);
                let lines = mix(row).wrapping_add(mix(column));
                *color = mix(mix(mix(*color ^ cell).wrapping_add(boxed)) ^ lines);
            }
        }
        self.colors = colors;
        self.need_colors = need_colors;
    }

    fn members_at(&self, need: usize) -> &[u16] {
        &self.members[usize::from(self.starts[need])..usize::from(self.starts[need + 1])]
    }

    /// How many candidates there are.
    pub(crate) fn len(&self) -> usize {
        self.candidates.len()
    }

    /// The cell and the digit of a candidate.
    pub(crate) fn candidate(&self, number: u16) -> (Cell, Digit) {
        self.candidates[usize::from(number)]
    }

    /// The colour of a candidate.
    pub(crate) fn color(&self, number: u16) -> u64 {
        self.colors[usize::from(number)]
    }

    /// All needs, as numbers below how many there are.
    pub(crate) fn needs(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.needs.len() as u16
    }

    /// The need with this number.
    pub(crate) fn need(&self, need: u16) -> Need {
        self.needs[usize::from(need)]
    }

    /// The colour of a need.
    pub(crate) fn need_color(&self, need: u16) -> u64 {
        self.need_colors[usize::from(need)]
    }

    /// The candidates that can meet a need, at least one.
    pub(crate) fn members(&self, need: u16) -> &[u16] {
        self.members_at(usize::from(need))
    }

    /// The four needs that a candidate can meet: its cell's, row's, column's and box's.
    pub(crate) fn needs_of(&self, number: u16) -> [u16; 4] {
        self.needs_of[usize::from(number)]
    }

    /// The candidates, as bits, that are false if this one is true.
    pub(crate) fn rivals(&self, number: u16) -> &[u64] {
        let first = usize::from(number) * self.words;
        &self.rivals[first..first + self.words]
    }

    /// How many words a set of candidates takes.
    pub(crate) const fn words(&self) -> usize {
        self.words
    }

    /// The cells and the digits of some candidates.
    pub(crate) fn extent(&self, numbers: impl Iterator<Item = u16>) -> (CellSet, DigitSet) {
        numbers.map(|number| self.candidate(number)).fold(
            (CellSet::EMPTY, DigitSet::EMPTY),
            |(cells, digits), (cell, digit)| (cells.with(cell), digits.with(digit)),
        )
    }
}

/// Calls `f` with each member of a set of candidates.
pub(crate) fn each(bits: u64, word: usize, mut f: impl FnMut(u16)) {
    let mut left = bits;
    while left != 0 {
        f((word * 64) as u16 + left.trailing_zeros() as u16);
        left &= left - 1;
    }
}

/// Scatters the bits of a number, so that sums of such numbers tell their summands apart.
const fn mix(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
