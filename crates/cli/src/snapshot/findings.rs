//! What moved since a baseline, gathered by cause. However much moved, little is kept.

use super::change::Change;
use super::entry::Entry;
use super::movement::Movement;
use super::trace::Cause;

/// What was found.
#[derive(Debug)]
pub(super) struct Findings {
    /// What changed in the rules.
    pub(super) changes: Vec<Change>,
    /// How many puzzles the bank has.
    pub(super) puzzles: u64,
    /// How many of them moved.
    pub(super) moved: u64,
    /// Those, by cause.
    pub(super) groups: Vec<Group>,
    /// Puzzles of the bank that the baseline does not have.
    pub(super) added: Listed,
    /// Puzzles of the baseline that the bank does not have.
    pub(super) gone: Listed,
    /// Metrics of the baseline that the rules do not have any more.
    pub(super) lost: Vec<String>,
    most: usize,
}

/// Puzzles that moved by one cause.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) cause: Cause,
    pub(super) count: u64,
    /// How many have another status or another tier.
    pub(super) of_tier: u64,
    /// Those that moved farthest.
    pub(super) movers: Vec<Mover>,
}

/// A puzzle that moved.
#[derive(Debug)]
pub(super) struct Mover {
    pub(super) name: Named,
    pub(super) movement: Movement,
}

/// A puzzle as it is listed.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) puzzle: String,
    pub(super) label: Option<String>,
    /// Its label, or else its characters.
    pub(super) name: String,
}

impl Named {
    fn of(entry: &Entry) -> Self {
        Self {
            puzzle: entry.puzzle.to_string(),
            label: entry.label.clone(),
            name: entry.name(),
        }
    }
}

/// Some puzzles, of which the first are listed.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) count: u64,
    pub(super) first: Vec<Named>,
}

impl Listed {
    fn add(&mut self, entry: &Entry, most: usize) {
        self.count += 1;
        if self.first.len() < most {
            self.first.push(Named::of(entry));
        }
    }
}

impl Findings {
    pub(super) fn new(changes: Vec<Change>, lost: Vec<String>, most: usize) -> Self {
        Self {
            changes,
            puzzles: 0,
            moved: 0,
            groups: Vec::new(),
            added: Listed::default(),
            gone: Listed::default(),
            lost,
            most,
        }
    }

    pub(super) fn add_moved(&mut self, new: &Entry, cause: Cause, movement: Movement) {
        self.moved += 1;
        let known = self.groups.iter().position(|group| group.cause == cause);
        let at = known.unwrap_or_else(|| {
            self.groups.push(Group {
                cause,
                count: 0,
                of_tier: 0,
                movers: Vec::new(),
            });
            self.groups.len() - 1
        });
        let group = &mut self.groups[at];
        group.count += 1;
        group.of_tier += u64::from(movement.is_of_tier());
        let full = group.movers.len() >= self.most.saturating_mul(2).max(1);
        group.movers.push(Mover {
            name: Named::of(new),
            movement,
        });
        if full {
            group.trim(self.most);
        }
    }

    pub(super) fn add_added(&mut self, new: &Entry) {
        self.added.add(new, self.most);
    }

    pub(super) fn add_gone(&mut self, old: &Entry) {
        self.gone.add(old, self.most);
    }

    /// Puts everything in order, when all is there.
    pub(super) fn finish(&mut self) {
        // Before movers are cut off: with none to be listed there are none to go by.
        self.groups
            .iter_mut()
            .for_each(|group| group.trim(self.most.max(1)));
        let untraced = |group: &Group| group.cause == Cause::NotTraced;
        self.groups.sort_by(|a, b| {
            // What was not looked into says least.
            let last = untraced(a).cmp(&untraced(b));
            last.then_with(|| match (a.movers.first(), b.movers.first()) {
                (Some(first), Some(second)) => first.movement.order(&second.movement),
                _ => std::cmp::Ordering::Equal,
            })
            .then(b.count.cmp(&a.count))
        });
        self.groups
            .iter_mut()
            .for_each(|group| group.trim(self.most));
    }

    /// Whether there is anything to look at.
    pub(super) fn is_empty(&self) -> bool {
        self.moved == 0 && self.added.count == 0 && self.gone.count == 0 && self.lost.is_empty()
    }

    /// The changes that moved nothing, as far as causes are known.
    pub(super) fn idle(&self) -> impl Iterator<Item = &Change> {
        let unknown = self
            .groups
            .iter()
            .any(|group| group.cause == Cause::NotTraced);
        let moved = |at: usize| {
            let mut causes = self.groups.iter().map(|group| &group.cause);
            causes.any(|cause| matches!(cause, Cause::Changes(all) if all.contains(&at)))
        };
        let changes = self.changes.iter().enumerate();
        changes
            .filter(move |(at, _)| !unknown && !moved(*at))
            .map(|(_, change)| change)
    }
}

impl Group {
    /// Leaves the movers that went farthest; among equals those that came first.
    fn trim(&mut self, most: usize) {
        self.movers.sort_by(|a, b| a.movement.order(&b.movement));
        self.movers.truncate(most);
    }
}
