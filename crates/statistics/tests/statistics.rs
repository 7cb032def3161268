//! Statistics against published examples, hand calculations and plain loops.

use undoku_statistics::{Bootstrap, PairCounts, Pairs, Random, Ranking};

fn close(found: Option<f64>, expected: f64, within: f64) {
    assert!(
        found.is_some_and(|found| (found - expected).abs() <= within),
        "{found:?} is not {expected}"
    );
}

fn whole(values: &[i32]) -> Vec<f64> {
    values.iter().copied().map(f64::from).collect()
}

/// The columns with each row repeated.
fn repeated(column: &[f64], times: &[u32]) -> Vec<f64> {
    let rows = column.iter().zip(times);
    rows.flat_map(|(&value, &times)| std::iter::repeat_n(value, times as usize))
        .collect()
}

/// Random columns with many ties, one of them leaning on the other.
fn random_columns(random: &mut Random, rows: usize, different: u64) -> (Vec<f64>, Vec<f64>) {
    let mut column = || {
        (0..rows)
            .map(|_| random.below(different) as f64)
            .collect::<Vec<f64>>()
    };
    let first = column();
    let noise = column();
    let second = first
        .iter()
        .zip(noise)
        .map(|(a, b)| (a + b) % 5.0 - a)
        .collect();
    (first, second)
}

#[test]
fn anscombes_first_set() {
    let x = whole(&[10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]);
    let y = [
        8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68,
    ];
    let pairs = Pairs::new(&x, &y);
    close(pairs.pearson(&pairs.once()), 0.81642, 5e-6);
    // A constant added and a factor change nothing, even where they drown what differs.
    let far: Vec<f64> = x.iter().map(|x| 1e8 + x * 1e-2).collect();
    let moved = Pairs::new(&far, &y);
    close(moved.pearson(&moved.once()), 0.81642, 1e-5);
}

#[test]
fn spearman_of_a_textbook_table() {
    // Ten people's intelligence quotients and hours of television: 1 - 6 * 194 / (10 * 99) = -29/165.
    let quotients = whole(&[106, 100, 86, 101, 99, 103, 97, 113, 112, 110]);
    let hours = whole(&[7, 27, 2, 50, 28, 29, 20, 12, 6, 17]);
    let pairs = Pairs::new(&quotients, &hours);
    close(pairs.spearman(&pairs.once()), -29.0 / 165.0, 1e-15);
}

#[test]
fn spearman_with_ties_by_hand() {
    // Ranks 1, 2.5, 2.5, 4 and 1, 3.5, 2, 3.5: the products of their distances from 2.5 sum up to 3.75, the
    // squares to 4.5 in both.
    let pairs = Pairs::new(&[1.0, 2.0, 2.0, 3.0], &[10.0, 30.0, 20.0, 30.0]);
    close(pairs.spearman(&pairs.once()), 3.75 / 4.5, 1e-15);
}

#[test]
fn logarithms_of_the_positive_rows() {
    let x = [1.0, 10.0, 100.0, 0.0, -5.0, 7.0];
    let y = [2.0, 20.0, 200.0, 3.0, 4.0, 0.0];
    let pairs = Pairs::new(&x, &y);
    assert_eq!(pairs.positive(), 3);
    close(pairs.pearson_of_logarithms(&pairs.once()), 1.0, 1e-12);
    assert!(
        pairs
            .pearson(&pairs.once())
            .is_some_and(|value| value < 0.999)
    );
}

#[test]
fn gamma_and_tau_b_of_a_published_table() {
    // Income by job satisfaction, General Social Survey of 1984, as Agresti prints it with 109,520 concordant and
    // 84,915 discordant pairs and a gamma of 0.127.
    let table = [
        [20, 24, 80, 82],
        [22, 38, 104, 125],
        [13, 28, 81, 113],
        [7, 18, 54, 92],
    ];
    let (mut incomes, mut satisfactions, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for (income, row) in (0_u8..).zip(table) {
        for (satisfaction, count) in (0_u8..).zip(row) {
            incomes.push(f64::from(income));
            satisfactions.push(f64::from(satisfaction));
            times.push(count);
        }
    }
    let counts = Pairs::new(&incomes, &satisfactions).counts(&times);
    assert_eq!((counts.concordant, counts.discordant), (109_520, 84_915));
    close(counts.gamma(), 24_605.0 / 194_435.0, 1e-15);
    // Of the 901 * 900 / 2 pairs, those within a row or a column are not told apart by it.
    let pairs = |counts: &[u64]| counts.iter().map(|n| n * (n - 1) / 2).sum::<u64>() as f64;
    let all = pairs(&[901]);
    let by_income = all - pairs(&[206, 289, 235, 171]);
    let by_satisfaction = all - pairs(&[62, 108, 319, 412]);
    close(
        counts.tau_b(),
        24_605.0 / (by_income * by_satisfaction).sqrt(),
        1e-12,
    );
}

#[test]
fn pairs_of_five_rows_by_hand() {
    // (1,1) (2,1) (2,3) (3,2) (2,3): of the ten pairs (1,1)-(2,3) twice, (1,1)-(3,2) and (2,1)-(3,2) are concordant,
    // (2,3)-(3,2) twice discordant.
    let pairs = Pairs::new(&[1.0, 2.0, 2.0, 3.0, 2.0], &[1.0, 1.0, 3.0, 2.0, 3.0]);
    let counts = pairs.counts(&pairs.once());
    let expected = PairCounts {
        concordant: 4,
        discordant: 2,
        tied_first: 2,
        tied_second: 1,
        tied_both: 1,
    };
    assert_eq!(counts, expected);
    close(counts.gamma(), 2.0 / 6.0, 1e-15);
    close(counts.tau_b(), 2.0 / (7.0_f64 * 8.0).sqrt(), 1e-15);
}

#[test]
fn pair_counts_are_those_of_plain_loops() {
    let mut random = Random::new(11, 0);
    for round in 0..60 {
        let (x, y) = random_columns(&mut random, 5 + 2 * round, 1 + round as u64 / 4);
        let times: Vec<u32> = x.iter().map(|_| random.below(4) as u32).collect();
        let (wide_x, wide_y) = (repeated(&x, &times), repeated(&y, &times));
        let mut expected = PairCounts::default();
        for i in 0..wide_x.len() {
            for j in 0..i {
                let (dx, dy) = (wide_x[i] - wide_x[j], wide_y[i] - wide_y[j]);
                *if dx == 0.0 && dy == 0.0 {
                    &mut expected.tied_both
                } else if dx == 0.0 {
                    &mut expected.tied_first
                } else if dy == 0.0 {
                    &mut expected.tied_second
                } else if (dx > 0.0) == (dy > 0.0) {
                    &mut expected.concordant
                } else {
                    &mut expected.discordant
                } += 1;
            }
        }
        assert_eq!(Pairs::new(&x, &y).counts(&times), expected);
        let wide = Pairs::new(&wide_x, &wide_y);
        assert_eq!(wide.counts(&wide.once()), expected);
    }
}

#[test]
fn correlations_are_those_of_plain_loops() {
    // A rank is half a place more than what is less and half of what is equal.
    fn ranks(values: &[f64]) -> Vec<f64> {
        let rank = |a: &f64| {
            let less = values.iter().filter(|b| *b < a).count() as f64;
            let equal = values.iter().filter(|b| *b == a).count() as f64;
            less + (equal + 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    }
    // Over all pairs of rows instead of by the means.
    fn pearson(x: &[f64], y: &[f64]) -> f64 {
        let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
        for i in 0..x.len() {
            for j in 0..x.len() {
                xx += (x[i] - x[j]) * (x[i] - x[j]);
                yy += (y[i] - y[j]) * (y[i] - y[j]);
                xy += (x[i] - x[j]) * (y[i] - y[j]);
            }
        }
        xy / (xx * yy).sqrt()
    }
    let mut random = Random::new(12, 0);
    for round in 3..40 {
        let (x, y) = random_columns(&mut random, 3 * round, 2 + round as u64);
        let times: Vec<u32> = x.iter().map(|_| random.below(3) as u32).collect();
        let (wide_x, wide_y) = (repeated(&x, &times), repeated(&y, &times));
        let pairs = Pairs::new(&x, &y);
        close(pairs.pearson(&times), pearson(&wide_x, &wide_y), 1e-12);
        let by_ranks = pearson(&ranks(&wide_x), &ranks(&wide_y));
        close(pairs.spearman(&times), by_ranks, 1e-12);
        assert_eq!(Ranking::of(&x).average_ranks(), ranks(&x));
    }
}

#[test]
fn what_does_not_vary_has_no_correlation() {
    for (x, y) in [
        (vec![], vec![]),
        (vec![1.0], vec![2.0]),
        (vec![0.1; 7], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]),
        (vec![1.0, 2.0], vec![5.0, 5.0]),
    ] {
        let pairs = Pairs::new(&x, &y);
        let once = pairs.once();
        assert_eq!((pairs.len(), pairs.is_empty()), (x.len(), x.is_empty()));
        assert_eq!(pairs.pearson(&once), None);
        assert_eq!(pairs.pearson_of_logarithms(&once), None);
        assert_eq!(pairs.spearman(&once), None);
        assert_eq!(pairs.counts(&once).gamma(), None);
        assert_eq!(pairs.counts(&once).tau_b(), None);
    }
    let two = Pairs::new(&[1.0, 2.0], &[5.0, 4.0]);
    assert_eq!(two.spearman(&[3, 1]), Some(-1.0));
    assert_eq!(two.spearman(&[3, 0]), None);
    assert_eq!(two.pearson(&[]), None);
}

#[test]
fn a_million_rows_take_no_quadratic_time() {
    let rows = 1_000_000;
    let mut random = Random::new(5, 0);
    let x: Vec<f64> = (0..rows).map(|_| random.unit()).collect();
    let y: Vec<f64> = x.iter().map(|x| x + random.unit()).collect();
    let pairs = Pairs::new(&x, &y);
    let counts = pairs.counts(&pairs.once());
    let all = counts.concordant + counts.discordant + counts.tied_first + counts.tied_second;
    assert_eq!(all + counts.tied_both, rows as u64 * (rows as u64 - 1) / 2);
    // Of two pairs with dx, du the differences of two uniform numbers, dx and dx + du have one sign unless
    // |du| > |dx| and the signs differ, which is a quarter: tau is 1 - 2/4.
    close(counts.tau_b(), 0.5, 0.005);
}

/// Two columns of normal numbers with this correlation.
fn normal_columns(random: &mut Random, rows: usize, correlation: f64) -> (Vec<f64>, Vec<f64>) {
    let rest = (1.0 - correlation * correlation).sqrt();
    let mut pair = || {
        // Two independent normal numbers from an angle and a radius.
        let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
        let angle = std::f64::consts::TAU * random.unit();
        let (a, b) = (radius * angle.cos(), radius * angle.sin());
        (a, correlation * a + rest * b)
    };
    (0..rows).map(|_| pair()).unzip()
}

#[test]
fn intervals_hold_the_true_value_nearly_as_often_as_they_say() {
    let (correlation, trials) = (0.6_f64, 400);
    // What the statistics of two normal columns come to with ever more rows.
    let spearman = 6.0 / std::f64::consts::PI * (correlation / 2.0).asin();
    let tau = 2.0 / std::f64::consts::PI * correlation.asin();
    let mut held = [0_u32; 3];
    for trial in 0..trials {
        let (x, y) = normal_columns(&mut Random::new(21, trial), 80, correlation);
        let pairs = Pairs::new(&x, &y);
        let bootstrap = Bootstrap {
            resamples: 300,
            seed: trial,
        };
        let intervals = bootstrap.intervals(pairs.len(), |times| {
            // A row drawn twice makes a pair that is equal in both, which tau-b leaves out of account.
            let tau = pairs.counts(times).tau_b();
            [pairs.pearson(times), pairs.spearman(times), tau]
        });
        for ((held, interval), value) in
            held.iter_mut()
                .zip(intervals)
                .zip([correlation, spearman, tau])
        {
            *held += u32::from(interval.is_some_and(|i| i.low <= value && value <= i.high));
        }
    }
    // 95 % is 380 of 400, four standard deviations are 17; the percentile bootstrap of few rows holds a little less.
    assert!(
        held.iter().all(|held| (352..=397).contains(held)),
        "{held:?}"
    );
}

#[test]
fn the_same_seed_gives_the_same_interval() {
    let (x, y) = normal_columns(&mut Random::new(3, 0), 50, 0.3);
    let pairs = Pairs::new(&x, &y);
    let interval = |seed, resamples| {
        let bootstrap = Bootstrap { resamples, seed };
        let [interval] = bootstrap.intervals(pairs.len(), |times| [pairs.pearson(times)]);
        interval.map(|interval| (interval.low.to_bits(), interval.high.to_bits()))
    };
    assert_eq!(interval(1, 200), interval(1, 200));
    assert_ne!(interval(1, 200), interval(2, 200));
    assert_ne!(interval(1, 200), interval(1, 201));
}
