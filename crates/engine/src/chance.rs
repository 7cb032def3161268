//! Chance that is the same everywhere: what one run of a puzzle draws depends on the seed, the puzzle and the
//! number of the run alone.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sha2::{Digest as _, Sha256};
use undoku_grid::{Cell, Puzzle};

/// The draws of one run.
#[derive(Clone, Debug)]
pub(crate) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The draws of a run, numbered from 0, of a puzzle.
    ///
    /// The generator, xoshiro256++, starts in the state that the SHA-256 of these bytes gives: the seed in eight
    /// bytes, the clues of the 81 cells row by row with 0 for a blank, and the run in four bytes, numbers with
    /// their low bytes first.
    pub(crate) fn new(seed: u64, puzzle: &Puzzle, run: u32) -> Self {
        let clues = Cell::ALL.map(|cell| puzzle.clue(cell).map_or(0, |digit| digit.number()));
        let mut hash = Sha256::new();
        hash.update(seed.to_le_bytes());
        hash.update(clues);
        hash.update(run.to_le_bytes());
        Self(Xoshiro256PlusPlus::from_seed(hash.finalize().into()))
    }

    /// A whole number below another, each with the same probability; 0 below 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // The high half of a product with 64 random bits, where the low half is at least 2⁶⁴ mod `end`: as many
        // of the draws that are kept lead to each result.
        let least = end.wrapping_neg().checked_rem(end).unwrap_or(0);
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(end);
            if product as u64 >= least {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    const ONE: &str =
        "......6.5...3...9..8...4..1.4..2.97...........31.8..6.9..6...2..1...7...5.4......";
    const OTHER: &str =
        "......5.6...3...9..8...4..1.4..2.97...........31.8..5.9..5...2..1...7...6.4......";

    fn draws(seed: u64, text: &str, run: u32) -> [u64; 8] {
        let mut chance = Chance::new(seed, &puzzle(text), run);
        [(); 8].map(|()| chance.below(1 << 60))
    }

    #[test]
    fn draws_depend_on_seed_puzzle_and_run() {
        let first = draws(1, ONE, 0);
        assert_eq!(draws(1, ONE, 0), first);
        for other in [draws(2, ONE, 0), draws(1, OTHER, 0), draws(1, ONE, 1)] {
            assert!(other.iter().zip(&first).all(|(a, b)| a != b));
        }
    }

    #[test]
    fn draws_are_those_of_the_published_generator() {
        // By a program of its own, after the definitions of SHA-256 and xoshiro256++.
        let expected = [
            (0, [0, 1, 4, 4, 186, 699_257_115_751]),
            (19, [1, 2, 5, 49, 618, 763_819_889_005]),
        ];
        for (run, draws) in expected {
            let mut chance = Chance::new(2858, &puzzle(ONE), run);
            let ends = [2, 3, 10, 55, 1000, 1 << 40];
            assert_eq!(ends.map(|end| chance.below(end)), draws, "run {run}");
        }
    }

    #[test]
    fn every_number_below_the_end_is_as_likely() {
        let mut chance = Chance::new(0, &Puzzle::EMPTY, 0);
        for end in 1..=7_u64 {
            let mut counts = [0_u32; 7];
            for _ in 0..7_000 {
                counts[chance.below(end) as usize] += 1;
            }
            // Five standard deviations of a binomial count.
            let (expected, share) = (7_000.0 / end as f64, 1.0 / end as f64);
            let most = 5.0 * (expected * (1.0 - share)).sqrt();
            for &count in &counts[..end as usize] {
                assert!(
                    (f64::from(count) - expected).abs() <= most,
                    "{end}: {counts:?}"
                );
            }
            assert_eq!(counts.iter().sum::<u32>(), 7_000);
        }
        assert_eq!(chance.below(0), 0);
        // Without a rejection, numbers below two thirds of 2⁶⁴ would come out of the lower half twice as often.
        let end = u64::MAX / 3 * 2;
        let low = (0..3_000).filter(|_| chance.below(end) < end / 2).count();
        assert!((1_360..=1_640).contains(&low), "{low}");
    }
}
