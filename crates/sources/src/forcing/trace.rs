//! From a conclusion back to the assumption: which implications it takes.

use super::net::{Conflict, Follow, NEVER, Statement};
use super::web::{Web, each};

/// Why a statement of a net follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is the assumption.
    Assumed,
    /// This candidate is true, which makes it false.
    Rival(u16),
    /// It is the only candidate left for this need.
    Last(u16),
}

/// Traces statements of nets back to their assumptions.
///
/// A statement can follow in several ways from statements of the levels before. The one taken needs the fewest
/// statements that are not in the trace already, then the fewest, then those of the lowest levels; what is still
/// equal is told apart by colours. So the same net has the same number of implications however the grid is turned,
/// permuted or relabelled, and nearly always the fewest that its levels allow.
#[derive(Debug)]
pub(crate) struct Tracer<'a> {
    web: &'a Web,
    follow: Follow,
    /// For each statement the trace that it was wanted in last.
    wanted: Vec<u32>,
    trace: u32,
    /// The wanted statements, by level, as slots.
    levels: Vec<Vec<u16>>,
    /// The reason for each statement that is wanted, by slot.
    reasons: Vec<Reason>,
}

impl<'a> Tracer<'a> {
    /// A tracer for nets that follow these implications.
    pub(crate) fn new(web: &'a Web, follow: Follow) -> Self {
        Self {
            web,
            follow,
            wanted: vec![0; 2 * web.len()],
            trace: 0,
            levels: Vec::new(),
            reasons: vec![Reason::Assumed; 2 * web.len()],
        }
    }

    /// Finds what leads to these statements, which the net must have; says how many statements that takes, the
    /// assumption not counted.
    pub(crate) fn trace(&mut self, targets: &[Statement], levels: &[u8]) -> u32 {
        self.trace += 1;
        self.levels.iter_mut().for_each(Vec::clear);
        for &target in targets {
            self.want(target, levels);
        }
        let web = self.web;
        let mut length = 0;
        for level in (1..self.levels.len()).rev() {
            let mut slots = std::mem::take(&mut self.levels[level]);
            slots.sort_unstable_by_key(|&slot| {
                let statement = Statement::at(usize::from(slot), web.len());
                (!statement.holds, web.color(statement.candidate), slot)
            });
            for &slot in &slots {
                let to = Statement::at(usize::from(slot), web.len());
                let reason = if to.holds {
                    self.why_true(to.candidate, level as u8, levels)
                } else {
                    self.why_false(to.candidate, level as u8, levels)
                };
                self.reasons[usize::from(slot)] = reason;
                for statement in premises(web, to, reason) {
                    self.want(statement, levels);
                }
            }
            length += slots.len() as u32;
            self.levels[level] = slots;
        }
        length
    }

    /// The statements of the last trace, level by level.
    pub(crate) fn statements(&self) -> impl Iterator<Item = Statement> {
        let slots = self.levels.iter().flatten();
        slots.map(|&slot| Statement::at(usize::from(slot), self.web.len()))
    }

    /// Why a statement of the last trace follows.
    pub(crate) fn reason(&self, statement: Statement) -> Reason {
        self.reasons[statement.slot(self.web.len())]
    }

    fn is_wanted(&self, statement: Statement) -> bool {
        self.wanted[statement.slot(self.web.len())] == self.trace
    }

    fn want(&mut self, statement: Statement, levels: &[u8]) {
        let slot = statement.slot(self.web.len());
        debug_assert_ne!(levels[slot], NEVER, "the statement is in the net");
        if self.wanted[slot] == self.trace {
            return;
        }
        self.wanted[slot] = self.trace;
        self.reasons[slot] = Reason::Assumed;
        let level = usize::from(levels[slot]);
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(slot as u16);
    }

    /// A true candidate of the level before that makes this one false.
    fn why_false(&self, candidate: u16, level: u8, levels: &[u8]) -> Reason {
        let mut best = None;
        for (word, &bits) in self.web.rivals(candidate).iter().enumerate() {
            each(bits, word, |rival| {
                if levels[usize::from(rival)] != level - 1 {
                    return;
                }
                let new = !self.is_wanted(Statement::is(rival));
                let key = (new, self.web.color(rival), rival);
                if best.is_none_or(|best| key < best) {
                    best = Some(key);
                }
            });
        }
        best.map_or(Reason::Assumed, |(.., rival)| Reason::Rival(rival))
    }

    /// The other candidates of a need, all false by the level before, that leave this one only.
    fn why_true(&self, candidate: u16, level: u8, levels: &[u8]) -> Reason {
        let web = self.web;
        let mut best = None;
        for need in web.needs_of(candidate) {
            if !self.follow.uses(web, need) {
                continue;
            }
            let members = web.members(need);
            let (mut latest, mut new, mut sum) = (0, 0, 0_u32);
            for &other in members.iter().filter(|&&other| other != candidate) {
                let at = levels[web.len() + usize::from(other)];
                latest = latest.max(at);
                sum += u32::from(at);
                new += u32::from(!self.is_wanted(Statement::is_not(other)));
            }
            let key = (new, members.len(), sum, web.need_color(need), need);
            if latest < level && best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        best.map_or(Reason::Assumed, |(.., need)| Reason::Last(need))
    }
}

/// The statements that one follows from, for this reason.
pub(crate) fn premises(
    web: &Web,
    to: Statement,
    reason: Reason,
) -> impl Iterator<Item = Statement> {
    let rival = match reason {
        Reason::Rival(rival) => Some(Statement::is(rival)),
        _ => None,
    };
    let others: &[u16] = match reason {
        Reason::Last(need) => web.members(need),
        _ => &[],
    };
    let others = others.iter().filter(move |&&other| other != to.candidate);
    rival
        .into_iter()
        .chain(others.map(|&other| Statement::is_not(other)))
}

/// The statements that a conflict consists of.
pub(crate) fn sides(web: &Web, conflict: Conflict) -> Vec<Statement> {
    match conflict {
        Conflict::Both(candidate) => {
            vec![Statement::is(candidate), Statement::is_not(candidate)]
        }
        Conflict::Unmet(need) => {
            let members = web.members(need).iter();
            members.map(|&other| Statement::is_not(other)).collect()
        }
    }
}
