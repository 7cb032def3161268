//! Value ranges: what a value can be at most and at least, before any puzzle is seen.

use crate::graph::binomial;
use crate::prim::{FoldKind, Prim, ReduceKind};
use crate::reduce::close;

/// A closed interval. For a set it bounds the number of members, for a condition it is within
/// 0 (never) … 1 (always), for a column it bounds the elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least value.
    pub lo: f64,
    /// The greatest value.
    pub hi: f64,
}

impl Range {
    /// Any value at all.
    pub const ANY: Self = Self::new(f64::NEG_INFINITY, f64::INFINITY);
    /// A condition that can be either.
    pub const EITHER: Self = Self::new(0.0, 1.0);

    /// From `lo` to `hi`.
    #[must_use]
    pub const fn new(lo: f64, hi: f64) -> Self {
        Self { lo, hi }
    }

    /// One value.
    #[must_use]
    pub const fn point(value: f64) -> Self {
        Self::new(value, value)
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    /// Whether it holds exactly one value.
    #[must_use]
    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    /// Whether both ends are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// How many whole numbers it holds, if that is a small number.
    #[must_use]
    pub fn whole_numbers(self) -> Option<usize> {
        let width = self.hi.floor() - self.lo.ceil() + 1.0;
        (width.is_finite() && (0.0..=1e6).contains(&width)).then_some(width as usize)
    }

    fn monotone(self, f: impl Fn(f64) -> f64) -> Self {
        Self::new(f(self.lo), f(self.hi))
    }

    fn corners(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let all = [
            f(self.lo, other.lo),
            f(self.lo, other.hi),
            f(self.hi, other.lo),
            f(self.hi, other.hi),
        ];
        // 0 · ∞ has no value of its own; here a factor of zero wins.
        let all = all.map(|x| if x.is_nan() { 0.0 } else { x });
        Self::new(
            all.iter().copied().fold(f64::INFINITY, f64::min),
            all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        )
    }

    fn negated(self) -> Self {
        Self::new(-self.hi, -self.lo)
    }

    fn abs(self) -> Self {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            self.negated()
        } else {
            Self::new(0.0, self.hi.max(-self.lo))
        }
    }
}

fn compare(certain: bool, impossible: bool) -> Range {
    match (certain, impossible) {
        (true, _) => Range::point(1.0),
        (_, true) => Range::point(0.0),
        _ => Range::EITHER,
    }
}

/// Whether one end lies below another.
type Below = fn(f64, f64) -> bool;

fn less(a: Range, b: Range, below: Below) -> Range {
    compare(below(a.hi, b.lo), !below(a.lo, b.hi))
}

fn at_most(a: Range, b: Range, below: Below) -> Range {
    compare(!below(b.lo, a.hi), below(b.hi, a.lo))
}

fn equal(a: Range, b: Range, below: Below) -> Range {
    compare(
        a.is_point() && a == b,
        below(a.hi, b.lo) || below(b.hi, a.lo),
    )
}

fn exactly_below(a: f64, b: f64) -> bool {
    a < b
}

/// By more than rounding, as comparisons of numbers with a fraction have it.
pub(crate) fn clearly_below(a: f64, b: f64) -> bool {
    let apart = !a.is_finite() || !b.is_finite() || !close(a, b);
    a < b && apart
}

fn not(a: Range) -> Range {
    Range::new(1.0 - a.hi, 1.0 - a.lo)
}

/// What sets of `most` members of which both are made can have in common or together.
fn union(a: Range, b: Range, most: f64) -> Range {
    Range::new(a.lo.max(b.lo), (a.hi + b.hi).min(most))
}

/// The range of an operation's result.
///
/// `of_sets` says that word operands are sets of so many possible members (9 or 27) and not numbers
/// or conditions.
pub(crate) fn of_prim(prim: Prim, args: &[Range], of_sets: Option<f64>) -> Range {
    let arg = |i: usize| args.get(i).copied().unwrap_or(Range::ANY);
    let (a, b, c) = (arg(0), arg(1), arg(2));
    let members = of_sets.unwrap_or(1.0);
    match prim {
        Prim::AddW | Prim::AddF => Range::new(a.lo + b.lo, a.hi + b.hi),
        Prim::SubW | Prim::SubF => Range::new(a.lo - b.hi, a.hi - b.lo),
        Prim::MulW | Prim::MulF => a.corners(b, |x, y| x * y),
        // By zero it is zero; a divisor that can come near zero bounds nothing.
        Prim::DivF if b.lo > 0.0 || b.hi < 0.0 => a.corners(b, |x, y| x / y),
        Prim::DivF if a.lo >= 0.0 && b.lo >= 0.0 => Range::new(0.0, f64::INFINITY),
        Prim::DivF => Range::ANY,
        Prim::MinW | Prim::MinF => Range::new(a.lo.min(b.lo), a.hi.min(b.hi)),
        Prim::MaxW | Prim::MaxF => Range::new(a.lo.max(b.lo), a.hi.max(b.hi)),
        Prim::AbsW | Prim::AbsF => a.abs(),
        Prim::ToF => a,
        Prim::Round => a.monotone(f64::round),
        Prim::Floor => a.monotone(f64::floor),
        Prim::Ceil => a.monotone(f64::ceil),
        Prim::Sqrt => a.monotone(|x| x.max(0.0).sqrt()),
        Prim::Ln if a.lo > 0.0 => a.monotone(f64::ln),
        Prim::Ln => Range::ANY,
        Prim::Exp => a.monotone(f64::exp),
        Prim::Sin | Prim::Cos => Range::new(-1.0, 1.0),
        Prim::SelectW | Prim::SelectC | Prim::SelectF => {
            if a.lo >= 1.0 {
                b
            } else if a.hi <= 0.0 {
                c
            } else {
                b.hull(c)
            }
        }
        Prim::EqW if of_sets.is_none() => equal(a, b, exactly_below),
        Prim::LtW if of_sets.is_none() => less(a, b, exactly_below),
        Prim::LeW if of_sets.is_none() => at_most(a, b, exactly_below),
        Prim::EqF => equal(a, b, clearly_below),
        Prim::LtF => less(a, b, clearly_below),
        Prim::LeF => at_most(a, b, clearly_below),
        Prim::NotW => not(a),
        Prim::AndW if of_sets.is_none() => Range::new(a.lo.min(b.lo), a.hi.min(b.hi)),
        Prim::OrW if of_sets.is_none() => Range::new(a.lo.max(b.lo), a.hi.max(b.hi)),
        Prim::AndW | Prim::AndC => Range::new(0.0, a.hi.min(b.hi)),
        Prim::OrW => union(a, b, members),
        Prim::OrC => union(a, b, 81.0),
        Prim::XorW => Range::new(0.0, (a.hi + b.hi).min(members)),
        Prim::XorC => Range::new(0.0, (a.hi + b.hi).min(81.0)),
        Prim::DiffW | Prim::DiffC => Range::new((a.lo - b.hi).max(0.0), a.hi),
        Prim::CountW | Prim::CountC => a,
        Prim::IsEmptyW | Prim::IsEmptyC => equal(a, Range::point(0.0), exactly_below),
        Prim::OneDigit | Prim::OneUnit | Prim::OneCell => Range::EITHER,
        // What stands before all members leaves all of them.
        Prim::AfterW | Prim::AfterC => Range::new(0.0, a.hi),
        Prim::UnitsOfCell => Range::new(0.0, 3.0),
        Prim::UnitsOfCells => Range::new(0.0, (3.0 * a.hi).min(27.0)),
        Prim::CellsOfUnit | Prim::OpenInUnit | Prim::SpotsInUnit => Range::new(0.0, 9.0),
        Prim::CellsOfUnits => Range::new(0.0, (9.0 * a.hi).min(81.0)),
        Prim::PeersOfCell | Prim::PeersOfCells => Range::new(0.0, 20.0),
        Prim::HalfTurn
        | Prim::MirrorColumns
        | Prim::MirrorRows
        | Prim::Transpose
        | Prim::AntiTranspose => a,
        Prim::Incidences => Range::new(0.0, 3.0 * a.hi),
        Prim::CandidatesIn => Range::new(0.0, 9.0 * a.hi),
        // A digit can be a candidate everywhere.
        Prim::SpotsOfDigit | Prim::SpotsOfDigits => Range::new(0.0, 81.0),
        Prim::Open
        | Prim::Clues
        | Prim::CellsWithCount
        | Prim::CellsByCount
        | Prim::CellsWithAll
        | Prim::CellsWithExactly => Range::new(0.0, 81.0),
        Prim::CandOfCell
        | Prim::CandOfCells
        | Prim::Missing
        | Prim::DigitsWithSpots
        | Prim::DigitsByCount
        | Prim::SpotCount
        | Prim::OpenCount
        | Prim::OpenInRowOf
        | Prim::OpenInColumnOf
        | Prim::OpenInBoxOf
        | Prim::MostCandidates => Range::new(0.0, 9.0),
        Prim::Holding
        | Prim::UnitsWithSpots
        | Prim::UnitsWithAnySpots
        | Prim::UnitsByCount
        | Prim::CommonUnits => Range::new(0.0, 27.0),
        Prim::Binomial => Range::new(0.0, binomial(a.hi, b.hi)),
        Prim::EqW
        | Prim::LtW
        | Prim::LeW
        | Prim::SubsetW
        | Prim::HasW
        | Prim::EqC
        | Prim::SubsetC
        | Prim::HasC
        | Prim::Sees => Range::EITHER,
        // Cells, digits and units themselves have no range worth keeping.
        Prim::FirstDigit
        | Prim::OnlyDigit
        | Prim::OnlyCand
        | Prim::FirstUnit
        | Prim::OnlyUnit
        | Prim::LastDigit
        | Prim::LastUnit
        | Prim::FirstC
        | Prim::OnlyC
        | Prim::LastC
        | Prim::RowOf
        | Prim::ColumnOf
        | Prim::BoxOf
        | Prim::ValueOf
        | Prim::Span => Range::ANY,
    }
}

/// The range of a fold over a set of so many members; an empty fold is 0.
pub(crate) fn of_fold(kind: FoldKind, members: Range, body: Range) -> Range {
    match kind {
        FoldKind::Sum => {
            let low = members.corners(Range::point(body.lo), |n, x| n * x);
            let high = members.corners(Range::point(body.hi), |n, x| n * x);
            Range::new(low.lo, high.hi)
        }
        FoldKind::Any => Range::new(if members.lo > 0.0 { body.lo } else { 0.0 }, body.hi),
        FoldKind::All => Range::new(body.lo, 1.0),
        FoldKind::Union => Range::new(0.0, (members.hi * body.hi).min(81.0)),
        FoldKind::Min | FoldKind::Max | FoldKind::Mean => {
            if members.lo > 0.0 {
                body
            } else {
                body.hull(Range::point(0.0))
            }
        }
        FoldKind::Variance => Range::new(0.0, ((body.hi - body.lo) / 2.0).powi(2)),
        FoldKind::StdDev => Range::new(0.0, (body.hi - body.lo) / 2.0),
    }
}

/// The range of a reduction of a column; without steps it is 0.
pub(crate) fn of_reduce(kind: ReduceKind, column: Range, kinds: f64, steps: f64) -> Range {
    let width = column.hi - column.lo;
    match kind {
        ReduceKind::Sum => Range::new((steps * column.lo).min(0.0), (steps * column.hi).max(0.0)),
        ReduceKind::Mean | ReduceKind::Min | ReduceKind::Max => column.hull(Range::point(0.0)),
        ReduceKind::Variance => Range::new(0.0, (width / 2.0).powi(2)),
        ReduceKind::StdDev | ReduceKind::MeanDeviation => Range::new(0.0, width / 2.0),
        // Two steps already reach it: their slope is their difference.
        ReduceKind::Slope => Range::new(-width, width),
        ReduceKind::MaxJump => Range::new(0.0, width),
        ReduceKind::FirstMax | ReduceKind::Count | ReduceKind::LongestRun => Range::new(0.0, steps),
        ReduceKind::Entropy => Range::new(0.0, kinds.max(1.0).ln()),
        ReduceKind::LongestRunValue | ReduceKind::MostFrequent | ReduceKind::LeastFrequent => {
            Range::ANY
        }
    }
}
