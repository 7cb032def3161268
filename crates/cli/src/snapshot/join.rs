//! The entries of a baseline side by side with those of a bank.
//!
//! Both are read at the same pace. As long as they are in the same order little has to be kept: as much as one is
//! ahead of the other where puzzles were added, left out or moved.

use std::collections::{BTreeMap, HashMap, VecDeque};

use undoku::grid::Puzzle;

use super::entry::Entry;
use super::read::{Baseline, Fault};

/// What became of an entry.
#[derive(Debug)]
pub(super) enum Pair {
    /// The baseline and the bank have it.
    Both {
        /// As in the baseline.
        old: Entry,
        /// As it is rated now.
        new: Entry,
    },
    /// The bank has it, and the baseline has not.
    Added(Entry),
    /// The baseline has it, and the bank has not.
    Gone(Entry),
}

/// The two of them.
pub(super) struct Join {
    baseline: Baseline,
    ended: bool,
    old: Waiting,
    new: Waiting,
}

/// Entries whose partner has not come yet, by puzzle: a puzzle may be there several times.
#[derive(Default)]
struct Waiting {
    by_puzzle: HashMap<Puzzle, VecDeque<(u64, Entry)>>,
    number: u64,
}

impl Waiting {
    fn put(&mut self, entry: Entry) {
        self.number += 1;
        let queue = self.by_puzzle.entry(entry.puzzle).or_default();
        queue.push_back((self.number, entry));
    }

    fn take(&mut self, puzzle: Puzzle) -> Option<Entry> {
        let queue = self.by_puzzle.get_mut(&puzzle)?;
        let (_, entry) = queue.pop_front()?;
        if queue.is_empty() {
            self.by_puzzle.remove(&puzzle);
        }
        Some(entry)
    }

    /// All of them, in the order in which they came.
    fn into_order(self) -> impl Iterator<Item = Entry> {
        let all = self.by_puzzle.into_values().flatten();
        let ordered: BTreeMap<u64, Entry> = all.collect();
        ordered.into_values()
    }
}

impl Join {
    pub(super) fn new(baseline: Baseline) -> Self {
        Self {
            baseline,
            ended: false,
            old: Waiting::default(),
            new: Waiting::default(),
        }
    }

    fn next_old(&mut self) -> Result<Option<Entry>, Fault> {
        if self.ended {
            return Ok(None);
        }
        let entry = self.baseline.entry()?;
        self.ended = entry.is_none();
        Ok(entry)
    }

    /// Takes the next entry of the bank, and gives what can be told by it.
    pub(super) fn push(&mut self, new: Entry, out: &mut Vec<Pair>) -> Result<(), Fault> {
        if let Some(old) = self.old.take(new.puzzle) {
            out.push(Pair::Both { old, new });
            return Ok(());
        }
        match self.next_old()? {
            Some(old) if old.puzzle == new.puzzle => out.push(Pair::Both { old, new }),
            Some(old) => {
                self.new.put(new);
                match self.new.take(old.puzzle) {
                    Some(new) => out.push(Pair::Both { old, new }),
                    None => self.old.put(old),
                }
            }
            None => out.push(Pair::Added(new)),
        }
        Ok(())
    }

    /// Reads the rest of the baseline and gives all that is left to `take`.
    pub(super) fn finish<E: From<Fault>>(
        mut self,
        mut take: impl FnMut(Pair) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(old) = self.next_old()? {
            take(match self.new.take(old.puzzle) {
                Some(new) => Pair::Both { old, new },
                None => Pair::Gone(old),
            })?;
        }
        for old in self.old.into_order() {
            take(Pair::Gone(old))?;
        }
        for new in self.new.into_order() {
            take(Pair::Added(new))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::entry;
    use crate::snapshot::head::Head;

    /// The puzzle that has this digit in its first cell.
    fn text(digit: char) -> String {
        format!("{digit}{}", ".".repeat(80))
    }

    fn name(entry: &Entry) -> char {
        entry.puzzle.to_string().chars().next().unwrap()
    }

    /// What becomes of entries: `=a` for one that both have, `+a` and `-a` for one that only the bank or only the
    /// baseline has, sorted.
    fn joined(old: &str, new: &str) -> (Vec<String>, usize) {
        let head = Head {
            program: String::new(),
            system: "s".to_owned(),
            version: 1,
            rules: String::new(),
            metrics: Vec::new(),
            files: Vec::new(),
        };
        let mut written = Vec::new();
        head.write(&mut written).unwrap();
        for digit in old.chars() {
            let lines = format!(
                "- puzzle: \"{}\"\n  rating: {{status: solved}}\n",
                text(digit)
            );
            written.extend(lines.bytes());
        }
        let baseline = Baseline::read("b".to_owned(), Box::new(std::io::Cursor::new(written)));
        let mut join = Join::new(baseline.unwrap());
        let mut pairs = Vec::new();
        let mut most = 0;
        for digit in new.chars() {
            let entry = Entry {
                puzzle: entry::puzzle(&text(digit)).unwrap(),
                label: None,
                rating: entry::Rating {
                    status: undoku::Status::Solved,
                    open: None,
                    values: Vec::new(),
                    steps: Vec::new(),
                },
                line: 0,
            };
            join.push(entry, &mut pairs).unwrap();
            most = most.max(join.old.by_puzzle.len() + join.new.by_puzzle.len());
        }
        let all: Result<(), Fault> = join.finish(|pair| {
            pairs.push(pair);
            Ok(())
        });
        all.unwrap();
        let mut told: Vec<String> = pairs
            .iter()
            .map(|pair| match pair {
                Pair::Both { old, new } => {
                    assert_eq!(old.puzzle, new.puzzle);
                    format!("={}", name(new))
                }
                Pair::Added(new) => format!("+{}", name(new)),
                Pair::Gone(old) => format!("-{}", name(old)),
            })
            .collect();
        told.sort();
        (told, most)
    }

    #[test]
    fn entries_find_each_other() {
        for (old, new, told) in [
            ("123", "123", "=1 =2 =3"),
            ("123", "321", "=1 =2 =3"),
            ("123", "13", "-2 =1 =3"),
            ("13", "123", "+2 =1 =3"),
            ("", "12", "+1 +2"),
            ("12", "", "-1 -2"),
            ("112", "121", "=1 =1 =2"),
            ("11", "1", "-1 =1"),
            ("12345", "52361", "+6 -4 =1 =2 =3 =5"),
        ] {
            let expected: Vec<&str> = told.split(' ').collect();
            assert_eq!(joined(old, new).0, expected, "{old} {new}");
        }
    }

    #[test]
    fn little_is_kept_where_the_order_is_the_same() {
        assert_eq!(joined("123456789", "123456789").1, 0);
        // The one that was left out, and the one that was read ahead of the bank.
        assert!(joined("123456789", "23456789").1 <= 2);
        assert!(joined("23456789", "123456789").1 <= 2);
    }
}
