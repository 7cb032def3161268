//! Axes: from values to places in a picture.

/// From how large a ratio between its greatest and its least value an axis is logarithmic.
const WIDE: f64 = 10.0;
/// About how many ticks an axis has.
const TICKS: f64 = 5.0;
/// The greatest value that is drawn where it belongs; its inverse is the least that a logarithmic axis reaches.
const GREATEST: f64 = 1e280;
/// How much of an axis is left free at either end.
const MARGIN: f64 = 0.04;
/// How far points of one name are spread, of the distance between two names.
const SPREAD: f64 = 0.6;

/// What one direction of a picture shows: a value for each point.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What the values are.
    pub title: String,
    /// The values in the order of the points. A point without a value, which is NaN, is not drawn.
    pub values: Vec<f64>,
    /// If there are any, a value is the number of one of these, from 0, and they stand along the axis in this
    /// order; their points are spread a little.
    pub names: Vec<String>,
}

/// An axis that has found its ends.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
    pub(crate) ticks: Vec<Tick>,
}

/// A value that is written beside an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) text: String,
}

impl Axis {
    /// The scale for the values: logarithmic if all are positive and the greatest is more than ten times the
    /// least.
    pub(crate) fn scale(&self) -> Scale {
        if !self.names.is_empty() {
            return self.named();
        }
        let finite = || self.values.iter().filter_map(|&value| drawn(value));
        let (low, high) = match (finite().reduce(f64::min), finite().reduce(f64::max)) {
            (Some(low), Some(high)) => (low, high),
            _ => (0.0, 1.0),
        };
        if low >= GREATEST.recip() && high / low > WIDE {
            logarithmic(low, high)
        } else {
            linear(low, high)
        }
    }

    fn named(&self) -> Scale {
        let tick = |(at, name): (usize, &String)| Tick {
            value: at as f64,
            text: name.clone(),
        };
        Scale {
            low: -0.5,
            high: self.names.len() as f64 - 0.5,
            is_log: false,
            ticks: self.names.iter().enumerate().map(tick).collect(),
        }
    }

    /// Where the point of this number stands; none if it is not drawn.
    pub(crate) fn value(&self, point: usize) -> Option<f64> {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let value = self.values.get(point).and_then(|&value| drawn(value))?;
        if self.names.is_empty() {
            return Some(value);
        }
        // Multiples of the golden ratio leave no gaps, and are the same in every picture of these points.
        Some(value + ((point as f64 * GOLDEN).fract() - 0.5) * SPREAD)
    }
}

impl Scale {
    /// Where a value lies between the ends, which are 0 and 1.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let of = |value: f64| if self.is_log { value.log10() } else { value };
        let (low, high) = (of(self.low), of(self.high));
        (of(value) - low) / (high - low)
    }

    /// A linear scale with just these ends, halfway between whole numbers, whose ticks are whole numbers.
    pub(crate) fn between(low: f64, high: f64, several: bool) -> Self {
        let mut scale = if several {
            linear(low + 0.5, high - 0.5)
        } else {
            linear(low, high)
        };
        scale.ticks.retain(|tick| tick.value.fract().abs() < 1e-9);
        for tick in &mut scale.ticks {
            tick.text = format!("{:.0}", tick.value);
        }
        Self { low, high, ..scale }
    }

    pub(crate) const fn is_log(&self) -> bool {
        self.is_log
    }
}

/// A value as it is drawn; none if it is no number.
fn drawn(value: f64) -> Option<f64> {
    let value = value.clamp(-GREATEST, GREATEST);
    (!value.is_nan()).then_some(value)
}

pub(crate) fn linear(low: f64, high: f64) -> Scale {
    let spread = high - low;
    // Values that are all the same stand in the middle of an axis of their own size.
    let spread = if spread > 0.0 {
        spread
    } else {
        low.abs().max(1.0)
    };
    let middle = low / 2.0 + high / 2.0;
    let (low, high) = (
        middle - spread * (0.5 + MARGIN),
        middle + spread * (0.5 + MARGIN),
    );
    let step = round_step(spread / TICKS);
    let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first).clamp(0.0, 2.0 * TICKS) as u32;
    let tick = |at: u32| {
        let value = (first + f64::from(at)) * step;
        let text = format!("{:.decimals$}", value + 0.0);
        Tick { value, text }
    };
    Scale {
        low,
        high,
        is_log: false,
        ticks: (0..=count).map(tick).collect(),
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below a step.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let times = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|times| times * power >= step * 0.999_999);
    times.unwrap_or(10.0) * power
}

fn logarithmic(low: f64, high: f64) -> Scale {
    let margin = 10_f64.powf((high.log10() - low.log10()) * MARGIN);
    let (low, high) = (low / margin, high * margin);
    let (first, last) = (low.log10().floor() as i32, high.log10().floor() as i32);
    let within = |digits: &[u8], every: usize| -> Vec<Tick> {
        let powers = (first..=last).step_by(every);
        let all = powers.flat_map(|power| digits.iter().map(move |&digit| (digit, power)));
        let ticks = all.map(|(digit, power)| Tick {
            value: f64::from(digit) * 10_f64.powi(power),
            text: power_text(digit, power),
        });
        ticks
            .filter(|tick| low <= tick.value && tick.value <= high)
            .collect()
    };
    let powers = within(&[1], 1);
    let ticks = match powers.len() {
        0..=2 => within(&[1, 2, 5], 1),
        3..=6 => powers,
        many => within(&[1], many.div_ceil(6)),
    };
    Scale {
        low,
        high,
        is_log: true,
        ticks,
    }
}

/// `20000`, `0.05`, and `1e9` where zeros would be hard to count.
fn power_text(digit: u8, power: i32) -> String {
    match power {
        0..=5 => format!("{digit}{}", "0".repeat(power as usize)),
        -4..=-1 => format!("0.{}{digit}", "0".repeat((-power - 1) as usize)),
        _ => format!("{digit}e{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(values: &[f64]) -> Scale {
        let axis = Axis {
            title: String::new(),
            values: values.to_vec(),
            names: Vec::new(),
        };
        axis.scale()
    }

    fn texts(values: &[f64]) -> Vec<String> {
        scale(values)
            .ticks
            .into_iter()
            .map(|tick| tick.text)
            .collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts(&[0.0, 100.0]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(&[-0.3, 0.32]), ["-0.2", "0.0", "0.2"]);
        assert_eq!(texts(&[44.0, 45.9]), ["44.0", "44.5", "45.0", "45.5"]);
        assert_eq!(texts(&[]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&[f64::NAN, 3.0]), ["2", "3", "4"]);
    }

    #[test]
    fn between_halves_ticks_are_the_whole_numbers() {
        let of = |low, high, several| {
            let ticks = Scale::between(low, high, several).ticks;
            ticks
                .into_iter()
                .map(|tick| tick.text)
                .collect::<Vec<String>>()
        };
        assert_eq!(of(3.5, 6.5, true), ["4", "5", "6"]);
        assert_eq!(of(3.5, 4.5, false), ["4"]);
    }

    #[test]
    fn wide_positive_values_are_drawn_by_their_logarithm() {
        let wide = scale(&[3.0, 40.0]);
        assert!(wide.is_log());
        let texts: Vec<&str> = wide.ticks.iter().map(|tick| tick.text.as_str()).collect();
        assert_eq!(texts, ["5", "10", "20"]);
        // 3 * 40 = 120: the middle is the root of it.
        assert!((wide.share(120_f64.sqrt()) - 0.5).abs() < 1e-12);
        assert!(!scale(&[3.0, 30.0]).is_log() && !scale(&[0.0, 40.0]).is_log());
        assert_eq!(
            self::texts(&[0.002, 4000.0]),
            ["0.01", "0.1", "1", "10", "100", "1000"]
        );
        let far = scale(&[1e-250, 1e300]);
        assert!(far.ticks.len() < 8 && far.ticks.iter().all(|tick| tick.value.is_finite()));
    }

    #[test]
    fn every_value_lies_within_the_axis() {
        for values in [
            &[5.0] as &[f64],
            &[0.0, 0.0],
            &[-1e280, 1e280],
            &[f64::MIN_POSITIVE, 1e280],
            &[1e-280, 1e280],
            &[1.0, 1.0 + f64::EPSILON],
            &[1e280],
        ] {
            let scale = scale(values);
            for &value in values {
                let share = scale.share(value);
                assert!((0.0..=1.0).contains(&share), "{values:?}: {share}");
            }
        }
    }

    #[test]
    fn points_of_one_name_are_spread_around_it() {
        let axis = Axis {
            title: String::new(),
            values: vec![1.0; 50],
            names: ["a", "b"].map(str::to_owned).to_vec(),
        };
        let values: Vec<f64> = (0..50).filter_map(|point| axis.value(point)).collect();
        assert!(values.iter().all(|value| (0.7..=1.3).contains(value)));
        let (low, high) = (
            values.iter().copied().reduce(f64::min),
            values.iter().copied().reduce(f64::max),
        );
        assert!(low < Some(0.75) && high > Some(1.25));
        assert_eq!(
            (axis.scale().share(-0.5), axis.scale().share(1.5)),
            (0.0, 1.0)
        );
    }
}
