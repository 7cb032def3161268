//! What differs over all puzzles. However many there are, little is kept.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::compare::{Compared, Parting, Paths};
use super::side::Side;

/// What differs.
#[derive(Debug)]
pub(super) struct Summary {
    /// How many puzzles of each class of the first side have each class of the second.
    pub(super) table: Vec<Vec<u64>>,
    /// How many puzzles were compared.
    pub(super) puzzles: u64,
    /// The values that decide, on each side.
    pub(super) values: [Values; 2],
    /// How many puzzles have the same rating, and were not looked at any further.
    pub(super) unseen: u64,
    /// How many puzzles are solved by the same steps and rated differently.
    pub(super) same_path: u64,
    /// Where the paths of the others part, by the kinds of the two steps.
    pub(super) partings: BTreeMap<Kinds, Group>,
    /// The puzzles that moved farthest.
    pub(super) movers: Vec<Mover>,
    most: usize,
}

/// The kinds of step at which paths part; none where a path has ended.
pub(super) type Kinds = [Option<String>; 2];

/// Puzzles whose paths part alike.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) count: u64,
    /// The earliest step at which they part.
    pub(super) step: usize,
    /// Which puzzle does so.
    pub(super) name: String,
}

/// A puzzle that moved.
#[derive(Debug)]
pub(super) struct Mover {
    pub(super) compared: Compared,
    /// Whether one side alone can finish it.
    stuck: bool,
    /// How far it went through the tiers, as a part of them all.
    distance: f64,
    /// How far the value that decides went, as a part of what it was.
    part: f64,
}

/// Values of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values {
    pub(super) count: u64,
    sum: f64,
    pub(super) least: f64,
    pub(super) greatest: f64,
}

impl Values {
    fn add(&mut self, value: f64) {
        if !value.is_nan() {
            self.count += 1;
            self.sum += value;
            self.least = self.least.min(value);
            self.greatest = self.greatest.max(value);
        }
    }

    /// Their mean; NaN if there are none.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }
}

impl Mover {
    fn order(&self, other: &Self) -> Ordering {
        other
            .stuck
            .cmp(&self.stuck)
            .then(other.distance.total_cmp(&self.distance))
            .then(other.part.total_cmp(&self.part))
    }
}

impl Summary {
    pub(super) fn new(sides: &[Side; 2], most: usize) -> Self {
        let none = Values {
            count: 0,
            sum: 0.0,
            least: f64::INFINITY,
            greatest: f64::NEG_INFINITY,
        };
        Self {
            table: vec![vec![0; sides[1].classes.len()]; sides[0].classes.len()],
            puzzles: 0,
            values: [none; 2],
            unseen: 0,
            same_path: 0,
            partings: BTreeMap::new(),
            movers: Vec::new(),
            most,
        }
    }

    pub(super) fn add(&mut self, compared: Compared, sides: &[Side; 2]) {
        let [from, to] = compared.classes;
        self.puzzles += 1;
        self.table[from][to] += 1;
        for (values, value) in self.values.iter_mut().zip(compared.values) {
            values.add(value);
        }
        match &compared.paths {
            Paths::Unseen => {
                self.unseen += 1;
                return;
            }
            Paths::Same => self.same_path += 1,
            Paths::Part(parting) => self.part(parting, &compared.name),
        }
        let same_class = sides[0].classes[from] == sides[1].classes[to];
        let part = part(sides, compared.values);
        if same_class && part == 0.0 {
            return;
        }
        let stuck = [sides[0].is_stuck(from), sides[1].is_stuck(to)];
        self.movers.push(Mover {
            stuck: stuck[0] != stuck[1],
            distance: if stuck[0] || stuck[1] {
                0.0
            } else {
                (sides[0].height(from) - sides[1].height(to)).abs()
            },
            part,
            compared,
        });
        if self.movers.len() > self.most.saturating_mul(2) {
            self.trim();
        }
    }

    fn part(&mut self, parting: &Parting, name: &str) {
        let kinds = parting
            .steps
            .each_ref()
            .map(|step| step.as_ref().map(|told| told.kind.clone()));
        let group = self.partings.entry(kinds).or_insert_with(|| Group {
            count: 0,
            step: usize::MAX,
            name: String::new(),
        });
        group.count += 1;
        if parting.step < group.step {
            group.step = parting.step;
            name.clone_into(&mut group.name);
        }
    }

    /// Leaves the movers that went farthest; among equals those that came first.
    fn trim(&mut self) {
        self.movers.sort_by(Mover::order);
        self.movers.truncate(self.most);
    }

    /// Puts everything in order, when all is there.
    pub(super) fn finish(&mut self) {
        self.trim();
    }

    /// How many puzzles have paths that part.
    pub(super) fn parted(&self) -> u64 {
        self.partings.values().map(|group| group.count).sum()
    }

    /// Where paths part, the most puzzles first.
    pub(super) fn groups(&self) -> Vec<(&Kinds, &Group)> {
        let mut all: Vec<_> = self.partings.iter().collect();
        all.sort_by_key(|(_, group)| std::cmp::Reverse(group.count));
        all
    }

    /// How many puzzles of each class a side has.
    pub(super) fn totals(&self, side: usize) -> Vec<u64> {
        match side {
            0 => self.table.iter().map(|row| row.iter().sum()).collect(),
            _ => {
                let columns = self.table.first().map_or(0, Vec::len);
                let column = |at| self.table.iter().map(|row| row[at]).sum();
                (0..columns).map(column).collect()
            }
        }
    }

    /// How many puzzles went to an easier class, to none other, and to a harder one, stuck being the hardest; none
    /// if the sides do not have the same classes.
    pub(super) fn shift(&self, sides: &[Side; 2]) -> Option<[u64; 3]> {
        if sides[0].classes != sides[1].classes {
            return None;
        }
        let mut shift = [0; 3];
        for (from, row) in self.table.iter().enumerate() {
            for (to, count) in row.iter().enumerate() {
                let at = match to.cmp(&from) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                shift[at] += count;
            }
        }
        Some(shift)
    }
}

/// The metric that decides on both sides, if it is one.
pub(super) fn shared_metric(sides: &[Side; 2]) -> Option<&str> {
    let [from, to] = sides.each_ref().map(|side| side.decides.as_ref());
    let (from, to) = (from?, to?);
    (from.name == to.name).then_some(from.name.as_str())
}

/// How far the value that decides went, as a part of what it was; 0 where the sides decide by different ones.
fn part(sides: &[Side; 2], [from, to]: [f64; 2]) -> f64 {
    if shared_metric(sides).is_none()
        || from.is_nan()
        || to.is_nan()
        || undoku::lang::close(from, to)
    {
        return 0.0;
    }
    if from == 0.0 {
        return f64::INFINITY;
    }
    ((to - from) / from).abs()
}
