//! How many pairs of rows two columns put in the same order.

use crate::ranking::Ranking;

/// How two columns order the pairs of rows. Every pair is counted in one of the five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Both columns put the pair in the same order.
    pub concordant: u64,
    /// They put it in opposite orders.
    pub discordant: u64,
    /// Equal in the first column, different in the second.
    pub tied_first: u64,
    /// Different in the first column, equal in the second.
    pub tied_second: u64,
    /// Equal in both.
    pub tied_both: u64,
}

impl PairCounts {
    /// The counts for rows that are there so many times each. Of k rows it takes about k log k steps.
    pub(crate) fn of(first: &Ranking, second: &Ranking, times: &[u32]) -> Self {
        let mut counts = Self::default();
        // Of the rows whose first value is less: how many there are at each place of the second.
        let mut less = Sums::new(second.different());
        // The same for the rows that share the first value, as far as they were looked at.
        let mut same = vec![0_u64; second.different()];
        let mut seen = 0;
        let times_of = |row: u32| times.get(row as usize).copied().map_or(0, u64::from);
        let shares = |a: &u32, b: &u32| first.places()[*a as usize] == first.places()[*b as usize];
        for group in first.order().chunk_by(shares) {
            let mut members = 0;
            for &row in group {
                let times = times_of(row);
                if times == 0 {
                    continue;
                }
                let place = second.places()[row as usize] as usize;
                let (below, up_to) = (less.before(place), less.before(place + 1));
                counts.concordant += times * below;
                counts.discordant += times * (seen - up_to);
                counts.tied_second += times * (up_to - below);
                let both = times * same[place] + pairs(times);
                counts.tied_both += both;
                counts.tied_first += times * members + pairs(times) - both;
                same[place] += times;
                members += times;
            }
            for &row in group {
                let place = second.places()[row as usize] as usize;
                less.add(place, times_of(row));
                same[place] = 0;
            }
            seen += members;
        }
        counts
    }

    /// Goodman and Kruskal's γ: of the pairs that both columns tell apart, the share of concordant ones less that
    /// of discordant ones. None if no pair is told apart by both.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        let all = self.concordant + self.discordant;
        (all > 0).then(|| self.surplus() / all as f64)
    }

    /// Kendall's τ-b: the surplus of concordant pairs over discordant ones, divided by the geometric mean of how
    /// many pairs each column tells apart. None if a column tells none apart.
    #[must_use]
    pub fn tau_b(&self) -> Option<f64> {
        let both = self.concordant + self.discordant;
        let by_first = (both + self.tied_second) as f64;
        let by_second = (both + self.tied_first) as f64;
        let told_apart = by_first.sqrt() * by_second.sqrt();
        (told_apart > 0.0).then(|| (self.surplus() / told_apart).clamp(-1.0, 1.0))
    }

    fn surplus(&self) -> f64 {
        self.concordant as f64 - self.discordant as f64
    }
}

const fn pairs(count: u64) -> u64 {
    count * count.saturating_sub(1) / 2
}

/// Counts at places, and quick sums over the first so many of them: a binary indexed tree.
struct Sums(Vec<u64>);

impl Sums {
    fn new(places: usize) -> Self {
        Self(vec![0; places + 1])
    }

    fn add(&mut self, place: usize, count: u64) {
        let mut node = place + 1;
        while node < self.0.len() {
            self.0[node] += count;
            node += node & node.wrapping_neg();
        }
    }

    /// The sum over all places less than this one.
    fn before(&self, place: usize) -> u64 {
        let (mut node, mut sum) = (place, 0);
        while node > 0 {
            sum += self.0[node];
            node &= node - 1;
        }
        sum
    }
}
