//! The conclusions that nets lead to: from one assumption that contradicts itself, or from all that can meet a need.

use undoku_grid::{Cell, CellSet, Digit, DigitSet, Position, Unit};

use super::net::{Conflict, DEEPEST, Follow, NEVER, Spread, Statement};
use super::trace::{Tracer, sides};
use super::trail::Trail;
use super::web::{Need, Web};

/// Which nets to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nets {
    /// Whether an implication may follow from several before it together.
    pub(crate) dynamic: bool,
    /// Whether only the spots of the digit that is assumed are followed.
    pub(crate) one_digit: bool,
    /// The most implications one after another.
    pub(crate) longest: u8,
}

impl Nets {
    const fn follow(self) -> Follow {
        Follow {
            dynamic: self.dynamic,
            singles: false,
            one_digit: self.one_digit,
            needs: 3,
            longest: if self.longest < DEEPEST {
                self.longest
            } else {
                DEEPEST
            },
        }
    }
}

/// A conclusion and the nets that force it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Forced {
    /// What must be.
    pub(crate) conclusion: (Cell, Digit, bool),
    /// The cells that the assumptions are about.
    pub(crate) start: CellSet,
    /// The digits that are assumed in them.
    pub(crate) tried: DigitSet,
    /// The unit whose spots are tried, if a unit's are.
    pub(crate) unit: Option<Unit>,
    /// The cells that statements are about, those of the start and of the conclusion included.
    pub(crate) cells: CellSet,
    /// The digits of the same.
    pub(crate) digits: DigitSet,
    /// How many implications there are, in all branches together.
    pub(crate) length: u32,
    /// How many assumptions there are.
    pub(crate) branches: u32,
    /// The nets, for [`show`](super::trail::show).
    pub(crate) trail: Vec<u16>,
}

/// Assumes that each candidate is true, and that it is false; a contradiction refutes the assumption.
pub(crate) fn contradictions(position: &Position, nets: Nets) -> Vec<Forced> {
    let Some(web) = Web::new(position) else {
        return Vec::new();
    };
    let mut spread = Spread::new(&web, nets.follow());
    let mut tracer = Tracer::new(&web, nets.follow());
    let mut levels = vec![NEVER; 2 * web.len()];
    let mut best = Best::new(&web);
    for slot in 0..2 * web.len() {
        let assumption = Statement::at(slot, web.len());
        spread.run(assumption, &mut levels);
        for &conflict in spread.conflicts() {
            let targets = sides(&web, conflict);
            let conclusion = assumption.denied();
            let sides = targets.iter().map(|side| levels[side.slot(web.len())]);
            let deepest = sides.max().unwrap_or(0);
            if best.is_beaten(conclusion, deepest.into()) {
                continue;
            }
            let length = tracer.trace(&targets, &levels);
            let about = tracer.statements().map(|statement| statement.candidate);
            let (cells, digits) = web.extent(about);
            let color = match conflict {
                Conflict::Both(candidate) => web.color(candidate),
                Conflict::Unmet(need) => web.need_color(need),
            };
            let claim = Claim {
                length,
                agreed: false,
                branches: 1,
                depth: deepest,
                cells,
                digits,
                color,
            };
            best.offer(conclusion, claim, || {
                let mut trail = Trail::new(&web);
                trail.branch(&tracer, &targets, assumption);
                trail.conflict(conflict);
                let (start, tried) = web.extent([assumption.candidate].into_iter());
                (start, tried, None, trail.done())
            });
        }
    }
    best.done()
}

/// The needs whose candidates are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// Those of cells.
    Cells,
    /// Those of units, for a spot.
    Units,
}

/// Assumes all candidates of a need in turn, those of at most `widest` candidates; what follows from each must be.
///
/// Of a chain of statements that all branches have in common, the first is concluded.
pub(crate) fn verities(position: &Position, nets: Nets, over: Over, widest: usize) -> Vec<Forced> {
    let Some(web) = Web::new(position) else {
        return Vec::new();
    };
    let count = web.len();
    let needs: Vec<u16> = web
        .needs()
        .filter(|&need| (2..=widest).contains(&web.members(need).len()))
        .filter(|&need| matches!(web.need(need), Need::Cell(_)) == (over == Over::Cells))
        .collect();
    let mut spread = Spread::new(&web, nets.follow());
    let mut rows: Vec<Vec<u8>> = vec![Vec::new(); count];
    for &candidate in needs.iter().flat_map(|&need| web.members(need)) {
        let row = &mut rows[usize::from(candidate)];
        if row.is_empty() {
            row.resize(2 * count, NEVER);
            spread.run(Statement::is(candidate), row);
        }
    }
    // What all branches of a need have in common. No trace is shorter than its level, so the sum of levels is the
    // least that the length can be, and the promising ones are traced first.
    let mut common: Vec<(u16, u16, u16)> = Vec::new();
    let mut sums = vec![0_u16; 2 * count];
    let mut worst = vec![0_u8; 2 * count];
    for &need in &needs {
        sums.fill(0);
        worst.fill(0);
        for &member in web.members(need) {
            let row = rows[usize::from(member)].iter();
            for ((sum, worst), &level) in sums.iter_mut().zip(&mut worst).zip(row) {
                *sum += u16::from(level);
                *worst = (*worst).max(level);
            }
        }
        for (slot, (&sum, &worst)) in sums.iter().zip(&worst).enumerate() {
            let own = |slot| {
                web.members(need)
                    .contains(&Statement::at(slot, count).candidate)
            };
            if worst != NEVER && !own(slot) {
                common.push((sum, slot as u16, need));
            }
        }
    }
    common.sort_unstable();
    let mut tracer = Tracer::new(&web, nets.follow());
    let mut best = Best::new(&web);
    for &(sum, slot, need) in &common {
        let conclusion = Statement::at(usize::from(slot), count);
        if best.is_beaten(conclusion, u32::from(sum)) {
            continue;
        }
        let members = web.members(need);
        let mut claim = Claim {
            length: 0,
            agreed: false,
            branches: members.len() as u32,
            depth: 0,
            cells: CellSet::EMPTY,
            digits: DigitSet::EMPTY,
            color: web.need_color(need),
        };
        let mut reasons = Vec::with_capacity(members.len());
        for &member in members {
            claim.length += tracer.trace(&[conclusion], &rows[usize::from(member)]);
            reasons.push(tracer.reason(conclusion));
            claim.depth = claim
                .depth
                .max(rows[usize::from(member)][usize::from(slot)]);
            let about = tracer.statements().map(|statement| statement.candidate);
            let (cells, digits) = web.extent(about);
            claim.cells |= cells;
            claim.digits |= digits;
        }
        claim.agreed = reasons.iter().all(|reason| *reason == reasons[0]);
        best.offer(conclusion, claim, || {
            let mut trail = Trail::new(&web);
            for &member in members {
                tracer.trace(&[conclusion], &rows[usize::from(member)]);
                trail.branch(&tracer, &[conclusion], Statement::is(member));
            }
            let (start, tried) = web.extent(members.iter().copied());
            let unit = match web.need(need) {
                Need::Cell(_) => None,
                Need::Spot(unit, _) => Some(unit),
            };
            (start, tried, unit, trail.done())
        });
    }
    best.done()
}

/// What is known of a way to a conclusion before it is written down.
struct Claim {
    length: u32,
    /// Whether all branches come to the conclusion from the same statements, which then are conclusions themselves.
    agreed: bool,
    branches: u32,
    /// The most implications one after another.
    depth: u8,
    cells: CellSet,
    digits: DigitSet,
    color: u64,
}

/// The least way to each conclusion so far.
struct Best<'a> {
    web: &'a Web,
    /// By slot of the conclusion, with the key that ways are compared by.
    found: Vec<Option<(Key, Forced)>>,
}

/// Length, whether the branches agreed before, branches, depth, cells, digits; then the colour of what the nets start
/// from or end in.
type Key = (u32, bool, u32, u8, u32, u32, u64);

impl<'a> Best<'a> {
    fn new(web: &'a Web) -> Self {
        Self {
            web,
            found: vec![None; 2 * web.len()],
        }
    }

    /// Whether there is a way to the conclusion already that is shorter than this.
    fn is_beaten(&self, conclusion: Statement, least: u32) -> bool {
        let found = &self.found[conclusion.slot(self.web.len())];
        found.as_ref().is_some_and(|(key, _)| key.0 < least)
    }

    /// Takes a way to the conclusion if there is none as good; the rest of it is only made then.
    fn offer(
        &mut self,
        conclusion: Statement,
        claim: Claim,
        rest: impl FnOnce() -> (CellSet, DigitSet, Option<Unit>, Vec<u16>),
    ) {
        let key = (
            claim.length,
            claim.agreed,
            claim.branches,
            claim.depth,
            claim.cells.len(),
            claim.digits.len(),
            claim.color,
        );
        let found = &mut self.found[conclusion.slot(self.web.len())];
        if found.as_ref().is_some_and(|(known, _)| *known <= key) {
            return;
        }
        let (start, tried, unit, trail) = rest();
        let (cell, digit) = self.web.candidate(conclusion.candidate);
        *found = Some((
            key,
            Forced {
                conclusion: (cell, digit, conclusion.holds),
                start,
                tried,
                unit,
                cells: claim.cells,
                digits: claim.digits,
                length: claim.length,
                branches: claim.branches,
                trail,
            },
        ));
    }

    /// The conclusions, the shortest first, without those that others bring about anyway: what all branches take from
    /// statements that they agree on, as these are shorter conclusions; and eliminations for which there is a
    /// placement no longer than they.
    fn done(self) -> Vec<Forced> {
        let found: Vec<(Key, Forced)> = self.found.into_iter().flatten().collect();
        let placed: Vec<(u32, Cell, Digit)> = found
            .iter()
            .filter_map(|(_, forced)| match forced.conclusion {
                (cell, digit, true) => Some((forced.length, cell, digit)),
                _ => None,
            })
            .collect();
        let implied = |forced: &Forced| {
            let (cell, digit, holds) = forced.conclusion;
            let by = |&(length, at, placed): &(u32, Cell, Digit)| {
                let beside = if at == cell {
                    placed != digit
                } else {
                    placed == digit && at.sees(cell)
                };
                beside && length <= forced.length
            };
            !holds && placed.iter().any(by)
        };
        let mut kept: Vec<Forced> = found
            .into_iter()
            .filter(|((_, agreed, ..), forced)| !agreed && !implied(forced))
            .map(|(_, forced)| forced)
            .collect();
        kept.sort_by_key(|forced| (forced.length, forced.conclusion));
        kept
    }
}
