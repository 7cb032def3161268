//! What follows from an assumption, level by level.

use undoku_grid::Digit;

use super::web::{Need, Web, each};

/// That a candidate is true, or that it is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The candidate's number.
    pub(crate) candidate: u16,
    /// Whether it is true.
    pub(crate) holds: bool,
}

impl Statement {
    /// That the candidate is true.
    pub(crate) const fn is(candidate: u16) -> Self {
        Self {
            candidate,
            holds: true,
        }
    }

    /// That the candidate is false.
    pub(crate) const fn is_not(candidate: u16) -> Self {
        Self {
            candidate,
            holds: false,
        }
    }

    /// The opposite.
    pub(crate) const fn denied(self) -> Self {
        Self {
            candidate: self.candidate,
            holds: !self.holds,
        }
    }

    /// Its place among the levels of a net over `candidates` candidates: first that each is true, then that each is
    /// false.
    pub(crate) fn slot(self, candidates: usize) -> usize {
        usize::from(self.candidate) + if self.holds { 0 } else { candidates }
    }

    /// The statement in this place.
    pub(crate) fn at(slot: usize, candidates: usize) -> Self {
        Self {
            candidate: (slot % candidates) as u16,
            holds: slot < candidates,
        }
    }
}

/// The level of a statement that does not follow.
pub(crate) const NEVER: u8 = u8::MAX;

/// The most levels that a net can have.
pub(crate) const DEEPEST: u8 = NEVER - 1;

/// Which implications a net follows.
///
/// A true candidate makes false what stands beside it: always. A need all of whose candidates but one are false
/// makes that one true: this depends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follow {
    /// Also where a need loses candidates on the way; else only where it has two to begin with.
    pub(crate) dynamic: bool,
    /// Also where a need has one candidate to begin with.
    pub(crate) singles: bool,
    /// Only needs for a spot for the digit that is assumed; of other digits nothing is concluded, nor do they
    /// conflict.
    pub(crate) one_digit: bool,
    /// Only needs up to this level, see [`Need::level`](super::web::Need::level).
    pub(crate) needs: u8,
    /// The most implications one after another, at most [`DEEPEST`].
    pub(crate) longest: u8,
}

impl Follow {
    /// Whether it follows from this need alone that its last candidate is true.
    pub(crate) fn uses(self, web: &Web, need: u16) -> bool {
        let enough = match web.members(need).len() {
            1 => self.singles,
            2 => true,
            _ => self.dynamic,
        };
        enough && web.need(need).level() <= self.needs
    }
}

/// Why an assumption is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// A candidate is both true and false.
    Both(u16),
    /// All candidates for a need are false.
    Unmet(u16),
}

/// The working memory for nets over one position.
///
/// A net is told by its *levels*: for each statement the number of implications, one after another, that lead to it
/// from the assumption; the least such number, [`NEVER`] if there is none. All statements of a level are found before
/// any of the next, so levels do not depend on the order in which candidates are looked at. A net ends with the first
/// level that has a conflict.
#[derive(Debug)]
pub(crate) struct Spread<'a> {
    web: &'a Web,
    longest: u8,
    one_digit: bool,
    /// For each need whether it makes its last candidate true.
    used: Vec<bool>,
    singles: Vec<u16>,
    /// For each need how many candidates it has, and their numbers in one sum without carry: with one candidate left,
    /// its number.
    whole: Vec<(u8, u16)>,
    left: Vec<(u8, u16)>,
    known_false: Vec<u64>,
    last_true: Vec<u16>,
    last_false: Vec<u16>,
    lone: Vec<u16>,
    conflicts: Vec<Conflict>,
}

impl<'a> Spread<'a> {
    /// Memory for nets that follow these implications.
    pub(crate) fn new(web: &'a Web, follow: Follow) -> Self {
        let whole: Vec<(u8, u16)> = web
            .needs()
            .map(|need| {
                let members = web.members(need);
                let sum = members.iter().fold(0, |sum, member| sum ^ member);
                (members.len() as u8, sum)
            })
            .collect();
        let used: Vec<bool> = web.needs().map(|need| follow.uses(web, need)).collect();
        let single = |need: &u16| used[usize::from(*need)] && whole[usize::from(*need)].0 == 1;
        Self {
            web,
            longest: follow.longest.min(DEEPEST),
            one_digit: follow.one_digit,
            singles: web.needs().filter(single).collect(),
            used,
            left: whole.clone(),
            whole,
            known_false: vec![0; web.words()],
            last_true: Vec::new(),
            last_false: Vec::new(),
            lone: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Works out the levels of the net of an assumption; `levels` has two places for each candidate.
    pub(crate) fn run(&mut self, assumption: Statement, levels: &mut [u8]) {
        let web = self.web;
        let (truths, falsehoods) = levels.split_at_mut(web.len());
        truths.fill(NEVER);
        falsehoods.fill(NEVER);
        self.left.copy_from_slice(&self.whole);
        self.known_false.fill(0);
        self.conflicts.clear();
        self.last_true.clear();
        self.last_false.clear();
        let start = usize::from(assumption.candidate);
        if assumption.holds {
            truths[start] = 0;
            self.last_true.push(assumption.candidate);
        } else {
            falsehoods[start] = 0;
            self.known_false[start / 64] |= 1 << (start % 64);
            self.last_false.push(assumption.candidate);
        }
        self.lone.clear();
        self.lone.extend(&self.singles);
        let (_, digit) = web.candidate(assumption.candidate);
        let digit = self.one_digit.then_some(digit);
        for level in 0..=self.longest {
            self.settle(level, digit, truths, falsehoods);
            if !self.conflicts.is_empty() {
                return;
            }
            if level == self.longest {
                break;
            }
            self.grow(level + 1, truths, falsehoods);
            if self.last_true.is_empty() && self.last_false.is_empty() {
                return;
            }
        }
    }

    /// Takes in the statements of a level: what they contradict, and which needs are left with one candidate.
    fn settle(&mut self, level: u8, digit: Option<Digit>, truths: &[u8], falsehoods: &[u8]) {
        let counts = |need| match (digit, self.web.need(need)) {
            (Some(digit), Need::Spot(_, wanted)) => wanted == digit,
            (Some(_), Need::Cell(_)) => false,
            (None, _) => true,
        };
        for &candidate in &self.last_true {
            if falsehoods[usize::from(candidate)] <= level {
                self.conflicts.push(Conflict::Both(candidate));
            }
        }
        for &candidate in &self.last_false {
            // Both new: found above.
            if truths[usize::from(candidate)] < level {
                self.conflicts.push(Conflict::Both(candidate));
            }
            for need in self.web.needs_of(candidate) {
                let (left, sum) = &mut self.left[usize::from(need)];
                *left -= 1;
                *sum ^= candidate;
                match *left {
                    0 | 1 if !counts(need) => {}
                    0 => self.conflicts.push(Conflict::Unmet(need)),
                    1 if self.used[usize::from(need)] => self.lone.push(need),
                    _ => {}
                }
            }
        }
    }

    /// Finds the statements of the next level.
    fn grow(&mut self, level: u8, truths: &mut [u8], falsehoods: &mut [u8]) {
        self.last_false.clear();
        for &candidate in &self.last_true {
            let rivals = self.web.rivals(candidate).iter();
            for (word, (known, rivals)) in self.known_false.iter_mut().zip(rivals).enumerate() {
                let new = rivals & !*known;
                *known |= new;
                each(new, word, |rival| {
                    falsehoods[usize::from(rival)] = level;
                    self.last_false.push(rival);
                });
            }
        }
        self.last_true.clear();
        for need in self.lone.drain(..) {
            let (_, last) = self.left[usize::from(need)];
            if truths[usize::from(last)] == NEVER {
                truths[usize::from(last)] = level;
                self.last_true.push(last);
            }
        }
    }

    /// The contradictions on the last level of the net; none if the assumption may be right.
    pub(crate) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}
