//! The order of values, ties included.

/// The order of values. Equal values share a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The rows by value.
    order: Vec<u32>,
    /// For each row, how many different values are less.
    places: Vec<u32>,
    /// How many different values there are.
    different: usize,
}

impl Ranking {
    /// The order of these values, of which there can be at most 2³² − 1.
    ///
    /// What is no number comes last, or first if its sign is negative, and is equal to nothing.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_by(|&a, &b| values[a as usize].total_cmp(&values[b as usize]));
        let mut places = vec![0; values.len()];
        let mut different = 0;
        for (at, &row) in order.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| order[before] as usize);
            // Not `total_cmp`, which tells the two zeros apart.
            if before.is_none_or(|before| values[before] != values[row as usize]) {
                different += 1;
            }
            places[row as usize] = different as u32 - 1;
        }
        Self {
            order,
            places,
            different,
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// How many different values there are.
    #[must_use]
    pub const fn different(&self) -> usize {
        self.different
    }

    /// For each row, how many different values are less than its own.
    #[must_use]
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// The rows by value; the order of equal ones is that of the rows.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The rank of each row, from 1; equal values have the average of the ranks that they take up together.
    #[must_use]
    pub fn average_ranks(&self) -> Vec<f64> {
        let ranks = self.place_ranks(&vec![1; self.len()]);
        let of_place = |&place: &u32| ranks[place as usize];
        self.places.iter().map(of_place).collect()
    }

    /// Each row's class, from 0, of so many classes that have the same number of rows, as far as rows with equal
    /// values, which share a class, allow it. A class may be left without rows.
    #[must_use]
    pub fn equal_count_classes(&self, classes: usize) -> Vec<usize> {
        let rows = self.len() as f64;
        let class = |rank: f64| (((rank - 0.5) / rows) * classes as f64) as usize;
        let ranks = self.average_ranks();
        let last = classes.saturating_sub(1);
        ranks
            .into_iter()
            .map(|rank| class(rank).min(last))
            .collect()
    }

    /// How many rows there are at each place, where each row is there so many times.
    pub(crate) fn place_counts(&self, times: &[u32]) -> Vec<u64> {
        let mut counts = vec![0; self.different];
        for (&place, &times) in self.places.iter().zip(times) {
            counts[place as usize] += u64::from(times);
        }
        counts
    }

    /// The average rank at each place, where each row is there so many times.
    pub(crate) fn place_ranks(&self, times: &[u32]) -> Vec<f64> {
        let mut before = 0;
        let counts = self.place_counts(times);
        let rank = |count: u64| {
            let rank = before as f64 + (count as f64 + 1.0) / 2.0;
            before += count;
            rank
        };
        counts.into_iter().map(rank).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_have_the_average_of_their_ranks() {
        let ranking = Ranking::of(&[3.0, 1.0, 3.0, 0.0, 3.0, -0.0]);
        assert_eq!(ranking.average_ranks(), [5.0, 3.0, 5.0, 1.5, 5.0, 1.5]);
        assert_eq!(ranking.places(), [2, 1, 2, 0, 2, 0]);
        assert_eq!((ranking.len(), ranking.different()), (6, 3));
        assert!(Ranking::of(&[]).is_empty() && !ranking.is_empty());
    }

    #[test]
    fn classes_have_equal_counts_where_ties_allow_it() {
        let values: Vec<f64> = (0..12).rev().map(f64::from).collect();
        let classes = Ranking::of(&values).equal_count_classes(3);
        assert_eq!(classes, [2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0]);
        // Five rows of one value in the middle: on the average they belong to the second class.
        let tied = [1.0, 2.0, 5.0, 5.0, 5.0, 5.0, 5.0, 8.0, 9.0];
        let classes = Ranking::of(&tied).equal_count_classes(3);
        assert_eq!(classes, [0, 0, 1, 1, 1, 1, 1, 2, 2]);
        assert_eq!(Ranking::of(&[4.0; 3]).equal_count_classes(2), [1, 1, 1]);
        assert!(Ranking::of(&[]).equal_count_classes(3).is_empty());
    }

    #[test]
    fn what_is_no_number_does_no_harm() {
        let ranking = Ranking::of(&[f64::NAN, 1.0, f64::INFINITY, f64::NAN]);
        assert_eq!(ranking.places(), [2, 0, 1, 3]);
    }
}
