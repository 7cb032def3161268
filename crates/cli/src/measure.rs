//! Metrics whose values have an order.

use undoku::lang::{Type, nearest};
use undoku::rules::{MetricSource, System};
use undoku::{MetricValue, Report, tidy};

use crate::console::printable;

/// A metric whose values have an order.
#[derive(Clone, Debug)]
pub(crate) struct Measure {
    /// Its place among the system's metrics.
    pub(crate) at: usize,
    pub(crate) name: String,
    /// The texts from the least to the greatest; none if the values are numbers.
    pub(crate) texts: Option<Vec<String>>,
}

impl Measure {
    /// A metric; none if its values are texts without an order.
    pub(crate) fn of(system: &System, at: usize) -> Option<Self> {
        let metric = system.metrics.get(at)?;
        let texts = match metric.source {
            MetricSource::Tier(text) => {
                let mut texts: Vec<String> = Vec::new();
                let names = system.tiers.iter().filter_map(|tier| tier.names.get(text));
                for name in names {
                    if !texts.contains(name) {
                        texts.push(name.clone());
                    }
                }
                Some(texts)
            }
            MetricSource::Value(value) => {
                let (_, ty, _) = system.path.ranges().nth(value)?;
                if ty == Type::Text {
                    return None;
                }
                None
            }
        };
        Some(Self {
            at,
            name: metric.name.clone(),
            texts,
        })
    }

    /// A value as a number, that of a text being its place in the order; none if there is none.
    pub(crate) fn number(&self, value: MetricValue<'_>) -> Option<f64> {
        match value {
            MetricValue::Int(value) => Some(value as f64),
            // Values that differ by their last digits are the same.
            MetricValue::Number(value) => Some(tidy(value)),
            MetricValue::Bool(value) => Some(f64::from(u8::from(value))),
            MetricValue::Text(value) => {
                let place = self.texts.as_ref()?.iter().position(|text| text == value);
                place.map(|place| place as f64)
            }
            MetricValue::Null => None,
        }
    }

    /// The numbers that a report has of these metrics, NaN for none.
    pub(crate) fn numbers(all: &[Self], report: &Report) -> Vec<f64> {
        let values: Vec<MetricValue<'_>> = report.metrics().map(|(_, value)| value).collect();
        let number = |measure: &Self| {
            let value = values.get(measure.at)?;
            measure.number(*value)
        };
        let numbers = all
            .iter()
            .map(|measure| number(measure).unwrap_or(f64::NAN));
        numbers.collect()
    }

    /// The metric of a name; or what is wrong with it.
    pub(crate) fn named(system: &System, name: &str) -> Result<Self, String> {
        let names = || system.metrics.iter().map(|metric| metric.name.as_str());
        let Some(at) = names().position(|known| known == name) else {
            let advice = nearest(name, names()).map_or_else(
                || format!("there are {}", names().collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(format!(
                "the system `{}` has no metric `{}`; {advice}",
                system.id,
                printable(name)
            ));
        };
        Self::of(system, at).ok_or_else(|| {
            format!(
                "the values of `{name}` are texts without an order; only numbers and the names of tiers can be drawn"
            )
        })
    }
}
