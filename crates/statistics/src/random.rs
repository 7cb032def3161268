//! Chance that is the same everywhere.

/// A generator of random numbers, SplitMix64: what it yields depends on its start alone.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// The generator of this number among those that belong to a seed. Different numbers give sequences that
    /// have nothing to do with one another.
    #[must_use]
    pub const fn new(seed: u64, number: u64) -> Self {
        Self {
            state: mix(seed.wrapping_add(mix(number.wrapping_add(STEP)))),
        }
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number from 0 up to but not including `end`, all equally likely; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // A product's upper half is the number. Products whose lower half is among the first 2^64 mod `end` are
        // drawn again, since some numbers have one of those more than others.
        let spare = end.wrapping_neg().checked_rem(end).unwrap_or(0);
        loop {
            let product = u128::from(self.bits()) * u128::from(end);
            if product as u64 >= spare {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // The first numbers of SplitMix64 from state 1234567, as its reference implementation gives them.
        let mut random = Random { state: 1_234_567 };
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn all_numbers_are_equally_likely() {
        let mut random = Random::new(7, 0);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // Four standard deviations of a count are 4 * sqrt(60000 * 1/6 * 5/6) = 365.
        assert!(
            counts.iter().all(|&count| count.abs_diff(10_000) < 365),
            "{counts:?}"
        );
        assert_eq!((random.below(1), random.below(0)), (0, 0));
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        // Four standard deviations of the mean are 4 * sqrt(1/12) / 100 = 0.0115.
        assert!((mean - 0.5).abs() < 0.0115);
    }

    #[test]
    fn numbered_generators_differ() {
        let first = |seed, number| Random::new(seed, number).bits();
        let mut all: Vec<u64> = (0..100)
            .flat_map(|seed| (0..100).map(move |n| first(seed, n)))
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10_000);
        assert_eq!(first(3, 4), first(3, 4));
    }
}
