//! The 40 metrics of a solved path, in the order in which the default system lists them.

use super::formulas::{TierProfile, pacing, tier};
use super::search::{Start, cells};
use super::{Kind, Step};

/// One field a metric. Texts are `None`, sums and means 0 where the path has no steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) complexity_total_assertions: u32,
    pub(crate) complexity_max_step_assertions: u32,
    pub(crate) complexity_avg_assertions_per_step: f64,
    pub(crate) complexity_assertion_density: f64,
    pub(crate) complexity_rating: f64,

    pub(crate) score_total: f64,
    pub(crate) score_composite: f64,
    pub(crate) difficulty_rating: &'static str,
    pub(crate) granular_tier: &'static str,

    pub(crate) trajectory_min_step_score: f64,
    pub(crate) trajectory_max_step_score: f64,
    pub(crate) trajectory_score_spread: f64,
    pub(crate) trajectory_score_variance: f64,
    pub(crate) trajectory_score_std_dev: f64,
    pub(crate) trajectory_score_divergence: f64,
    pub(crate) trajectory_suddenness: f64,
    pub(crate) trajectory_bottleneck_step: u32,
    pub(crate) trajectory_pacing_slope: f64,
    pub(crate) trajectory_difficulty_pacing: Option<&'static str>,

    pub(crate) search_avg_candidates: f64,
    pub(crate) search_peak_ambiguity: u32,
    pub(crate) search_constrainedness: f64,

    pub(crate) topology_clue_count: u32,
    pub(crate) topology_blanks_count: u32,
    pub(crate) topology_clue_symmetry: f64,
    pub(crate) topology_distribution_variance: f64,
    pub(crate) topology_box_congestion_max: u32,
    pub(crate) topology_band_congestion_max: u32,

    pub(crate) tech_naked_singles: u32,
    pub(crate) tech_hidden_singles_box: u32,
    pub(crate) tech_hidden_singles_row_col: u32,
    pub(crate) tech_diversity: f64,
    pub(crate) tech_max_streak: u32,
    pub(crate) tech_max_streak_technique: Option<&'static str>,
    pub(crate) tech_most_frequent_technique: Option<&'static str>,
    pub(crate) tech_least_frequent_technique: Option<&'static str>,

    pub(crate) constraint_cross_horizontal: u32,
    pub(crate) constraint_cross_vertical: u32,
    pub(crate) constraint_box_3x3: u32,
    pub(crate) constraint_total_reasons: u32,

    /// The mean number of candidates of the open cells at the start; beside the 40.
    pub(crate) search_avg_candidates_measured: f64,
    pub(crate) tier_profile: TierProfile,
}

impl Metrics {
    pub(crate) fn of(start: &Start, steps: &[Step]) -> Self {
        let blanks = 81 - start.clues.count_ones();
        let total = Totals::of(steps);
        let trajectory = Trajectory::of(steps);
        let topology = Topology::of(start);
        let techniques = Techniques::of(steps);

        let assertions = f64::from(total.assertions);
        let mean_assertions = ratio(assertions, steps.len() as f64);
        let max_assertions = f64::from(total.max_assertions);
        let tier = tier(trajectory.total);
        Self {
            complexity_total_assertions: total.assertions,
            complexity_max_step_assertions: total.max_assertions,
            complexity_avg_assertions_per_step: mean_assertions,
            complexity_assertion_density: ratio(assertions, f64::from(blanks)),
            complexity_rating: 0.4 * assertions + 3.5 * mean_assertions + 0.8 * max_assertions,

            score_total: trajectory.total,
            score_composite: 0.60 * trajectory.total
                + 0.08 * assertions
                + 1.50 * mean_assertions
                + 2.00 * trajectory.variance,
            difficulty_rating: tier.rating,
            granular_tier: tier.name,

            trajectory_min_step_score: trajectory.min,
            trajectory_max_step_score: trajectory.max,
            trajectory_score_spread: trajectory.max - trajectory.min,
            trajectory_score_variance: trajectory.variance,
            trajectory_score_std_dev: trajectory.variance.sqrt(),
            trajectory_score_divergence: trajectory.divergence,
            trajectory_suddenness: trajectory.suddenness,
            trajectory_bottleneck_step: trajectory.bottleneck,
            trajectory_pacing_slope: trajectory.slope,
            trajectory_difficulty_pacing: (!steps.is_empty())
                .then(|| pacing(trajectory.suddenness, trajectory.slope)),

            search_avg_candidates: 2.5 + 2.0 * f64::from(blanks) / 81.0,
            search_peak_ambiguity: start.most_candidates,
            search_constrainedness: 1.0 - f64::from(81 - blanks) / 81.0,

            topology_clue_count: 81 - blanks,
            topology_blanks_count: blanks,
            topology_clue_symmetry: topology.symmetry,
            topology_distribution_variance: topology.variance,
            topology_box_congestion_max: topology.box_max,
            topology_band_congestion_max: topology.band_max,

            tech_naked_singles: techniques.counts[0],
            tech_hidden_singles_box: techniques.counts[1],
            tech_hidden_singles_row_col: techniques.counts[2] + techniques.counts[3],
            tech_diversity: techniques.diversity,
            tech_max_streak: techniques.max_streak,
            tech_max_streak_technique: techniques.max_streak_kind.map(Kind::name),
            tech_most_frequent_technique: techniques.most_frequent.map(Kind::name),
            tech_least_frequent_technique: techniques.least_frequent.map(Kind::name),

            constraint_cross_horizontal: total.h,
            constraint_cross_vertical: total.v,
            constraint_box_3x3: total.b,
            constraint_total_reasons: total.h + total.v + total.b,

            search_avg_candidates_measured: ratio(f64::from(start.candidates), f64::from(blanks)),
            tier_profile: tier.profile(blanks, 81 - blanks, total.max_assertions),
        }
    }
}

/// A quotient that is 0 where there is nothing to divide by.
fn ratio(dividend: f64, divisor: f64) -> f64 {
    if divisor == 0.0 {
        0.0
    } else {
        dividend / divisor
    }
}

/// Sums of what steps count in whole numbers.
#[derive(Default)]
struct Totals {
    assertions: u32,
    max_assertions: u32,
    h: u32,
    v: u32,
    b: u32,
}

impl Totals {
    fn of(steps: &[Step]) -> Self {
        let mut totals = Self::default();
        for step in steps {
            let assertions = u32::from(step.assertions);
            totals.assertions += assertions;
            totals.max_assertions = totals.max_assertions.max(assertions);
            totals.h += u32::from(step.h);
            totals.v += u32::from(step.v);
            totals.b += u32::from(step.b);
        }
        totals
    }
}

/// The course of the scores.
#[derive(Default)]
pub(crate) struct Trajectory {
    pub(crate) total: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
    pub(crate) variance: f64,
    pub(crate) divergence: f64,
    pub(crate) suddenness: f64,
    /// From 1; 0 where there are no steps.
    pub(crate) bottleneck: u32,
    pub(crate) slope: f64,
}

impl Trajectory {
    pub(crate) fn of(steps: &[Step]) -> Self {
        let Some(first) = steps.first() else {
            return Self::default();
        };
        let count = steps.len() as f64;
        let mut this = Self {
            min: first.score,
            max: first.score,
            bottleneck: 1,
            ..Self::default()
        };
        let mut before = first.score;
        for (i, step) in steps.iter().enumerate() {
            let score = step.score;
            this.total += score;
            if score < this.min {
                this.min = score;
            }
            let jump = (score - before).abs();
            if jump > this.suddenness {
                this.suddenness = jump;
            }
            if score > this.max {
                this.max = score;
                this.bottleneck = i as u32 + 1;
            }
            before = score;
        }

        let mean = this.total / count;
        let middle = (count + 1.0) / 2.0;
        let (mut squares, mut distances, mut products) = (0.0, 0.0, 0.0);
        let mut index = 0.0;
        for step in steps {
            let off = step.score - mean;
            index += 1.0;
            squares += off * off;
            distances += off.abs();
            products += (index - middle) * off;
        }
        this.variance = squares / count;
        this.divergence = distances / count;
        // The sum of (i - middle)² over i = 1…M.
        this.slope = ratio(products, count * (count * count - 1.0) / 12.0);
        this
    }
}

/// How the clues lie.
struct Topology {
    symmetry: f64,
    variance: f64,
    box_max: u32,
    band_max: u32,
}

impl Topology {
    fn of(start: &Start) -> Self {
        let counts = &start.unit_clues;
        let mean = counts.iter().map(|&n| f64::from(n)).sum::<f64>() / 27.0;
        let squares: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - mean) * (f64::from(n) - mean))
            .sum();
        let (rows, columns, boxes) = (&counts[..9], &counts[9..18], &counts[18..]);
        let most_of_three =
            |lines: &[u8]| lines.chunks(3).map(|three| three.iter().sum::<u8>()).max();
        Self {
            symmetry: symmetry(start.clues),
            variance: squares / 27.0,
            box_max: boxes.iter().max().map_or(0, |&n| u32::from(n)),
            band_max: most_of_three(rows)
                .max(most_of_three(columns))
                .map_or(0, u32::from),
        }
    }
}

/// The largest share of cells that equal their image, over the five reflections.
fn symmetry(clues: u128) -> f64 {
    let mut rows = [0u16; 9];
    let mut columns = [0u16; 9];
    for cell in cells(clues) {
        rows[cell / 9] |= 1 << (cell % 9);
        columns[cell % 9] |= 1 << (cell / 9);
    }
    let mirrored = |line: u16| line.reverse_bits() >> 7;
    let set = |row: &dyn Fn(usize) -> u16| {
        (0..9)
            .rev()
            .fold(0u128, |set, i| set << 9 | u128::from(row(i)))
    };
    let images = [
        set(&|i| mirrored(rows[8 - i])),
        set(&|i| mirrored(rows[i])),
        set(&|i| rows[8 - i]),
        set(&|i| columns[i]),
        set(&|i| mirrored(columns[8 - i])),
    ];
    let fewest = images
        .iter()
        .map(|image| (clues ^ image).count_ones())
        .min();
    f64::from(81 - fewest.unwrap_or(81)) / 81.0
}

/// Which kinds of single the path used.
pub(crate) struct Techniques {
    pub(crate) counts: [u32; 4],
    pub(crate) diversity: f64,
    pub(crate) max_streak: u32,
    pub(crate) max_streak_kind: Option<Kind>,
    pub(crate) most_frequent: Option<Kind>,
    pub(crate) least_frequent: Option<Kind>,
}

impl Techniques {
    pub(crate) fn of(steps: &[Step]) -> Self {
        // The four counts, eight bits each: in one word they need no memory while they grow.
        let mut packed = 0u32;
        let (mut streak, mut max_streak, mut max_streak_kind) = (0, 0, None);
        let mut before = None;
        for step in steps {
            packed += 1 << (8 * step.kind as u32);
            streak = if before == Some(step.kind) {
                streak + 1
            } else {
                1
            };
            before = Some(step.kind);
            if streak > max_streak {
                (max_streak, max_streak_kind) = (streak, before);
            }
        }

        let counts = packed.to_le_bytes().map(u32::from);
        let (mut most_frequent, mut least_frequent) = (None, None);
        let (mut most, mut least) = (0, u32::MAX);
        let mut entropy = 0.0;
        for (kind, &count) in Kind::ALL
            .into_iter()
            .zip(&counts)
            .filter(|&(_, &count)| count > 0)
        {
            let share = f64::from(count) / steps.len() as f64;
            entropy -= share * share.ln();
            if count > most {
                (most, most_frequent) = (count, Some(kind));
            }
            if count < least {
                (least, least_frequent) = (count, Some(kind));
            }
        }
        let diversity = entropy / 4f64.ln();
        Self {
            counts,
            diversity,
            max_streak,
            max_streak_kind,
            most_frequent,
            least_frequent,
        }
    }
}
