//! The techniques once more, from their definitions: plain loops over numbers, no sets of bits.

use undoku_grid::{Cell, Digit, Position};

use super::support::Found;

/// The position as lists: the candidates of each cell, and its digit or 0.
pub(crate) struct Plain {
    pub(crate) cand: Vec<Vec<u8>>,
    pub(crate) value: Vec<u8>,
}

/// The nine cells of rows 0–8, columns 9–17 and boxes 18–26.
pub(crate) fn unit(u: usize) -> Vec<usize> {
    let n = u % 9;
    (0..9)
        .map(|i| match u / 9 {
            0 => 9 * n + i,
            1 => 9 * i + n,
            _ => 9 * (n / 3 * 3 + i / 3) + n % 3 * 3 + i % 3,
        })
        .collect()
}

pub(crate) fn row(c: usize) -> usize {
    c / 9
}

pub(crate) fn column(c: usize) -> usize {
    9 + c % 9
}

pub(crate) fn house(c: usize) -> usize {
    18 + c / 27 * 3 + c % 9 / 3
}

pub(crate) fn sees(a: usize, b: usize) -> bool {
    a != b && (row(a) == row(b) || column(a) == column(b) || house(a) == house(b))
}

/// All subsets of `k` items, in lexicographic order of their places.
pub(crate) fn subsets<T: Copy>(items: &[T], k: usize) -> Vec<Vec<T>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in items.iter().enumerate() {
        for mut rest in subsets(&items[at + 1..], k - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// The members of several lists together, ascending.
fn union(lists: &[&Vec<u8>]) -> Vec<u8> {
    let mut all: Vec<u8> = lists.iter().flat_map(|list| list.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Matches as they are found.
pub(crate) struct Notes {
    matches: Vec<String>,
    pub(crate) tried: u64,
}

impl Notes {
    pub(crate) const fn new() -> Self {
        Self {
            matches: Vec::new(),
            tried: 0,
        }
    }

    pub(crate) fn place(&mut self, plain: &Plain, c: usize, d: u8) {
        if plain.cand[c].contains(&d) {
            self.matches.push(format!("{}={d}", name(c)));
        }
    }

    pub(crate) fn eliminate(
        &mut self,
        plain: &Plain,
        digits: &[u8],
        cells: impl Iterator<Item = usize>,
    ) {
        let mut gone = Vec::new();
        for c in cells {
            for &d in digits {
                if plain.cand[c].contains(&d) {
                    gone.push((c, d));
                }
            }
        }
        gone.sort_unstable();
        gone.dedup();
        if !gone.is_empty() {
            let texts: Vec<String> = gone
                .iter()
                .map(|&(c, d)| format!("{}-{d}", name(c)))
                .collect();
            self.matches.push(texts.join(" "));
        }
    }

    pub(crate) fn done(self) -> Found {
        Found {
            matches: self.matches,
            possible: self.tried,
        }
    }
}

fn name(c: usize) -> String {
    format!("r{}c{}", c / 9 + 1, c % 9 + 1)
}

impl Plain {
    pub(crate) fn of(position: &Position) -> Self {
        let cand = Cell::ALL.map(|cell| position.cand(cell).iter().map(Digit::number).collect());
        let value = Cell::ALL.map(|cell| position.value(cell).map_or(0, Digit::number));
        Self {
            cand: cand.to_vec(),
            value: value.to_vec(),
        }
    }

    pub(crate) fn is_open(&self, c: usize) -> bool {
        self.value[c] == 0
    }

    /// The digits that no cell of a unit holds.
    pub(crate) fn missing(&self, u: usize) -> Vec<u8> {
        (1..=9)
            .filter(|&d| unit(u).iter().all(|&c| self.value[c] != d))
            .collect()
    }

    /// The cells of a unit that have a candidate.
    pub(crate) fn spots(&self, d: u8, u: usize) -> Vec<usize> {
        unit(u)
            .into_iter()
            .filter(|&c| self.cand[c].contains(&d))
            .collect()
    }

    fn open_in(&self, u: usize) -> Vec<usize> {
        unit(u).into_iter().filter(|&c| self.is_open(c)).collect()
    }

    fn bivalue(&self) -> Vec<usize> {
        (0..81).filter(|&c| self.cand[c].len() == 2).collect()
    }

    pub(crate) fn naked_single(&self) -> Found {
        let mut notes = Notes::new();
        for c in 0..81 {
            if self.is_open(c) {
                notes.tried += 1;
                if let [d] = self.cand[c][..] {
                    notes.place(self, c, d);
                }
            }
        }
        notes.done()
    }

    pub(crate) fn hidden_single(&self) -> Found {
        let mut notes = Notes::new();
        for u in 0..27 {
            for d in self.missing(u) {
                notes.tried += 1;
                if let [c] = self.spots(d, u)[..] {
                    notes.place(self, c, d);
                }
            }
        }
        notes.done()
    }

    pub(crate) fn look_per_cell(&self) -> Found {
        let mut notes = Notes::new();
        for c in 0..81 {
            notes.tried += u64::from(self.is_open(c));
            if self.cand[c].len() < 2 {
                continue;
            }
            let hidden = self.cand[c].iter().find(|&&d| {
                [row(c), column(c), house(c)]
                    .iter()
                    .any(|&u| self.spots(d, u) == [c])
            });
            if let Some(&d) = hidden {
                notes.place(self, c, d);
            }
        }
        notes.done()
    }

    /// Pointing for boxes and lines, claiming for lines and boxes.
    pub(crate) fn locked(
        &self,
        home: std::ops::Range<usize>,
        away: std::ops::Range<usize>,
    ) -> Found {
        let mut notes = Notes::new();
        for u in home {
            for d in self.missing(u) {
                for t in away.clone() {
                    if !unit(u).iter().any(|c| unit(t).contains(c)) {
                        continue;
                    }
                    notes.tried += 1;
                    if self.spots(d, u).iter().all(|c| unit(t).contains(c)) {
                        let rest = unit(t).into_iter().filter(|c| !unit(u).contains(c));
                        notes.eliminate(self, &[d], rest);
                    }
                }
            }
        }
        notes.done()
    }

    pub(crate) fn direct_pointing(&self) -> Found {
        let mut notes = Notes::new();
        for b in 18..27 {
            for d in self.missing(b) {
                for l in (0..18).filter(|&l| unit(l).iter().any(|c| unit(b).contains(c))) {
                    notes.tried += 1;
                    if !self.spots(d, b).iter().all(|c| unit(l).contains(c)) {
                        continue;
                    }
                    let gone: Vec<usize> = self
                        .spots(d, l)
                        .into_iter()
                        .filter(|c| !unit(b).contains(c))
                        .collect();
                    for u in (0..27).filter(|&u| u != l && gone.iter().any(|c| unit(u).contains(c)))
                    {
                        let left: Vec<usize> = self
                            .spots(d, u)
                            .into_iter()
                            .filter(|c| !gone.contains(c))
                            .collect();
                        if let [c] = left[..] {
                            notes.place(self, c, d);
                        }
                    }
                }
            }
        }
        notes.done()
    }

    pub(crate) fn naked_subset(&self, k: usize) -> Found {
        let mut notes = Notes::new();
        for u in 0..27 {
            for s in subsets(&self.open_in(u), k) {
                notes.tried += 1;
                let digits = union(&s.iter().map(|&c| &self.cand[c]).collect::<Vec<_>>());
                if digits.len() == k {
                    let rest = self.open_in(u).into_iter().filter(|c| !s.contains(c));
                    notes.eliminate(self, &digits, rest);
                }
            }
        }
        notes.done()
    }

    pub(crate) fn hidden_subset(&self, k: usize) -> Found {
        let mut notes = Notes::new();
        for u in 0..27 {
            for ds in subsets(&self.missing(u), k) {
                notes.tried += 1;
                let cells: Vec<usize> = unit(u)
                    .into_iter()
                    .filter(|&c| ds.iter().any(|d| self.cand[c].contains(d)))
                    .collect();
                if cells.len() == k {
                    let others: Vec<u8> = (1..=9).filter(|d| !ds.contains(d)).collect();
                    notes.eliminate(self, &others, cells.into_iter());
                }
            }
        }
        notes.done()
    }

    /// Base lines from `base` on; the covers are the columns of rows, or the rows of columns.
    pub(crate) fn fish(&self, k: usize, base: usize) -> Found {
        let mut notes = Notes::new();
        for d in 1..=9 {
            let lines: Vec<usize> = (base..base + 9)
                .filter(|&u| (2..=k).contains(&self.spots(d, u).len()))
                .collect();
            for chosen in subsets(&lines, k) {
                notes.tried += 1;
                let fish: Vec<usize> = chosen.iter().flat_map(|&u| self.spots(d, u)).collect();
                let covers: Vec<usize> = (9 - base..18 - base)
                    .filter(|&u| unit(u).iter().any(|c| fish.contains(c)))
                    .collect();
                if covers.len() == k {
                    let rest = covers.iter().flat_map(|&u| unit(u));
                    notes.eliminate(self, &[d], rest.filter(|c| !fish.contains(c)));
                }
            }
        }
        notes.done()
    }

    pub(crate) fn finned_x_wing(&self, base: usize) -> Found {
        let mut notes = Notes::new();
        for d in 1..=9 {
            let lines: Vec<usize> = (base..base + 9)
                .filter(|&u| !self.spots(d, u).is_empty())
                .collect();
            for bs in subsets(&lines, 2) {
                let fish: Vec<usize> = bs.iter().flat_map(|&u| self.spots(d, u)).collect();
                let crossing: Vec<usize> = (9 - base..18 - base)
                    .filter(|&u| unit(u).iter().any(|c| fish.contains(c)))
                    .collect();
                for cs in subsets(&crossing, 2) {
                    let covered = |c: &usize| cs.iter().any(|&u| unit(u).contains(c));
                    let fins: Vec<usize> = fish.iter().copied().filter(|c| !covered(c)).collect();
                    if fins.is_empty() {
                        continue;
                    }
                    notes.tried += 1;
                    if fins.iter().any(|&c| house(c) != house(fins[0])) {
                        continue;
                    }
                    let rest = (0..81).filter(|c| {
                        covered(c)
                            && !bs.iter().any(|&u| unit(u).contains(c))
                            && fins.iter().all(|&fin| sees(fin, *c))
                    });
                    notes.eliminate(self, &[d], rest);
                }
            }
        }
        notes.done()
    }

    pub(crate) fn xy_wing(&self) -> Found {
        let mut notes = Notes::new();
        let pairs = self.bivalue();
        for &p in &pairs {
            for &a in pairs.iter().filter(|&&a| sees(a, p)) {
                for &b in pairs.iter().filter(|&&b| sees(b, p) && b > a) {
                    notes.tried += 1;
                    let (x, y, pivot) = (&self.cand[a], &self.cand[b], &self.cand[p]);
                    let z: Vec<u8> = x
                        .iter()
                        .copied()
                        .filter(|d| y.contains(d) && !pivot.contains(d))
                        .collect();
                    if z.len() == 1 && union(&[x, y, pivot]).len() == 3 && x != y {
                        notes.eliminate(self, &z, (0..81).filter(|&c| sees(c, a) && sees(c, b)));
                    }
                }
            }
        }
        notes.done()
    }

    pub(crate) fn w_wing(&self) -> Found {
        let mut notes = Notes::new();
        let pairs = self.bivalue();
        for &a in &pairs {
            for &b in &pairs {
                if b <= a || self.cand[a] != self.cand[b] || sees(a, b) {
                    continue;
                }
                for &d in &self.cand[a] {
                    for u in 0..27 {
                        notes.tried += 1;
                        let [s, t] = self.spots(d, u)[..] else {
                            continue;
                        };
                        let joined = |s, t| sees(s, a) && !sees(s, b) && sees(t, b) && !sees(t, a);
                        if joined(s, t) || joined(t, s) {
                            let other: Vec<u8> =
                                self.cand[a].iter().copied().filter(|&x| x != d).collect();
                            notes.eliminate(
                                self,
                                &other,
                                (0..81).filter(|&c| sees(c, a) && sees(c, b)),
                            );
                        }
                    }
                }
            }
        }
        notes.done()
    }

    pub(crate) fn unique_rectangle(&self) -> Found {
        let mut notes = Notes::new();
        for rs in subsets(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 2) {
            for qs in subsets(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 2) {
                let corners = [
                    9 * rs[0] + qs[0],
                    9 * rs[0] + qs[1],
                    9 * rs[1] + qs[0],
                    9 * rs[1] + qs[1],
                ];
                let mut boxes = corners.map(house).to_vec();
                boxes.sort_unstable();
                boxes.dedup();
                if boxes.len() != 2 || !corners.iter().all(|&c| self.is_open(c)) {
                    continue;
                }
                for odd in corners {
                    notes.tried += 1;
                    let floor: Vec<&Vec<u8>> = corners
                        .iter()
                        .filter(|&&c| c != odd)
                        .map(|&c| &self.cand[c])
                        .collect();
                    let pair = floor[0];
                    if pair.len() == 2
                        && floor.iter().all(|&cand| cand == pair)
                        && pair.iter().all(|d| self.cand[odd].contains(d))
                    {
                        notes.eliminate(self, pair, std::iter::once(odd));
                    }
                }
            }
        }
        notes.done()
    }

    pub(crate) fn bug_plus_one(&self) -> Found {
        let mut notes = Notes::new();
        notes.tried = 1;
        let many: Vec<usize> = (0..81).filter(|&c| self.cand[c].len() > 2).collect();
        if let [odd] = many[..]
            && self.cand[odd].len() == 3
        {
            let three: Vec<u8> = self.cand[odd]
                .iter()
                .copied()
                .filter(|&d| {
                    [row(odd), column(odd), house(odd)]
                        .iter()
                        .all(|&u| self.spots(d, u).len() == 3)
                })
                .collect();
            if let [d] = three[..] {
                notes.place(self, odd, d);
            }
        }
        notes.done()
    }
}
