//! How well two columns of numbers go together, and how sure that is.
//!
//! [`Pairs`] holds the columns and has Pearson's and Spearman's correlation and the [`PairCounts`] behind
//! Goodman and Kruskal's γ and Kendall's τ-b. A [`Bootstrap`] draws rows again and again and says between which
//! values a statistic lies. The same numbers come out on every machine: chance is a generator of its own, started
//! from a seed, and sums run from the first row to the last.
//!
//! ```
//! use undoku_statistics::{Bootstrap, Pairs};
//!
//! let scores = [1.0, 2.0, 3.0, 4.0, 5.0];
//! let minutes = [10.0, 9.0, 14.0, 20.0, 31.0];
//! let pairs = Pairs::new(&scores, &minutes);
//! let spearman = pairs.spearman(&pairs.once());
//! assert!(spearman.is_some_and(|value| (value - 0.9).abs() < 1e-12));
//!
//! let bootstrap = Bootstrap { resamples: 1000, seed: 1 };
//! let [interval] = bootstrap.intervals(pairs.len(), |times| [pairs.spearman(times)]);
//! assert!(interval.is_some_and(|interval| interval.low < 0.9 && interval.high <= 1.0));
//! ```
//!
//! Nothing here knows what the numbers are about.

mod bootstrap;
mod concordance;
mod pairs;
mod random;
mod ranking;

pub use bootstrap::{Bootstrap, Interval, LEVEL};
pub use concordance::PairCounts;
pub use pairs::Pairs;
pub use random::Random;
pub use ranking::Ranking;
