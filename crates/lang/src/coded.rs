//! Long lists of few different values.

/// A list that keeps each different value once and a byte for each place, where there are at most 256 of them:
/// what is looked up all the time then stays in the fastest memory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Coded<T> {
    /// The places' numbers among the values.
    Few {
        codes: Vec<u8>,
        values: Box<[T; 256]>,
    },
    /// The values as they are.
    Many(Vec<T>),
}

impl<T: Copy> Coded<T> {
    /// Codes a list; `same` says whether two values are one, to the last bit.
    pub(crate) fn new(list: Vec<T>, same: impl Fn(T, T) -> bool) -> Self {
        let Some(&first) = list.first() else {
            return Self::Many(list);
        };
        let mut values = Box::new([first; 256]);
        let mut known: usize = 1;
        let mut codes = Vec::with_capacity(list.len());
        for &value in &list {
            let code = match values[..known].iter().position(|&other| same(other, value)) {
                Some(code) => code,
                None if known < values.len() => {
                    values[known] = value;
                    known += 1;
                    known - 1
                }
                None => return Self::Many(list),
            };
            codes.push(code as u8);
        }
        Self::Few { codes, values }
    }

    /// The value at a place.
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> Option<T> {
        match self {
            Self::Few { codes, values } => codes.get(at).map(|&code| values[usize::from(code)]),
            Self::Many(values) => values.get(at).copied(),
        }
    }

    /// All values in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        let length = match self {
            Self::Few { codes, .. } => codes.len(),
            Self::Many(values) => values.len(),
        };
        (0..length).filter_map(|at| self.get(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coded_list_is_the_list() {
        for different in [1, 3, 256, 257, 1000] {
            let list: Vec<i64> = (0..2000).map(|i| i * 7919 % different).collect();
            let coded = Coded::new(list.clone(), |a, b| a == b);
            assert_eq!(
                matches!(coded, Coded::Few { .. }),
                different <= 256,
                "{different}"
            );
            assert!(coded.iter().eq(list.iter().copied()));
            assert_eq!(coded.get(1999), list.last().copied());
            assert_eq!(coded.get(2000), None);
        }
        assert_eq!(Coded::<i64>::new(Vec::new(), |a, b| a == b).get(0), None);
    }
}
