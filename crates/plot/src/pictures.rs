//! From a report to pictures.

use undoku::rules::{Band as BandRule, Graph, System};
use undoku::{Engine, MetricValue, PathGraph, Report, Step, Subject, tidy};

use crate::board::{Board, BoardCell};
use crate::headline::Headline;
use crate::picture::{Part, svg};
use crate::polar::{Band, Polar, Spike};
use crate::theme::Theme;
use crate::trajectory::Trajectory;

/// Which of the pictures of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The polar spike graph.
    Polar,
    /// The line along the path.
    Trajectory,
    /// The board with the order of solving.
    Board,
    /// The figures and all pictures, below each other.
    Sheet,
}

/// What there is to see of a rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Pictures {
    /// What the pictures are called.
    pub title: String,
    /// The figures.
    pub headline: Headline,
    /// The polar spike graph; none where the system does not say how it looks.
    pub polar: Option<Polar>,
    /// The line along the path. Where the system does not say what it shows, it is the steps' scores.
    pub trajectory: Trajectory,
    /// The board.
    pub board: Board,
    /// What the system's file does not say, so that it cannot be seen: the key, and what would be there.
    pub missing: Vec<(&'static str, &'static str)>,
}

impl Pictures {
    /// The pictures of a report by its own engine; none where the puzzle could not be walked or the steps are not
    /// listed (see [`Options::steps`](undoku::Options)).
    #[must_use]
    pub fn of(engine: &Engine, report: &Report) -> Option<Self> {
        let steps = report.steps.as_deref()?;
        let Subject::Puzzle(puzzle) = &report.puzzle else {
            return None;
        };
        let mut missing = Vec::new();
        let rules = report.system.graph.as_ref();
        let values = engine.graph(report).unwrap_or_default();
        let polar = rules.and_then(|rules| polar(rules, report, steps, &values));
        if polar.is_none() {
            missing.push(("graph.polar", "the polar graph"));
        }
        let trajectory = trajectory(rules, report, steps, values.heights, &mut missing);
        let headline = headline(rules, report);
        let mut cells = [BoardCell::Open; 81];
        for cell in puzzle.clues() {
            if let Some(digit) = puzzle.clue(cell) {
                cells[cell.index()] = BoardCell::Clue(digit.number());
            }
        }
        for step in steps {
            for &(cell, digit) in &step.placements {
                let place = &mut cells[cell.index()];
                if *place == BoardCell::Open {
                    *place = BoardCell::Placed(digit.number(), step.index);
                }
            }
        }
        Some(Self {
            title: title(report),
            headline,
            polar,
            trajectory,
            board: Board {
                cells,
                steps: steps.len(),
            },
            missing,
        })
    }

    /// One of the pictures as SVG; none where the system does not say how it looks.
    #[must_use]
    pub fn svg(&self, view: View, theme: Theme) -> Option<String> {
        let polar = self.polar.as_ref().map(|polar| polar as &dyn Part);
        let parts: Vec<&dyn Part> = match view {
            View::Polar => vec![polar?],
            View::Trajectory => vec![&self.trajectory],
            View::Board => vec![&self.board],
            View::Sheet => {
                let mut parts: Vec<&dyn Part> = vec![&self.headline];
                parts.extend(polar);
                parts.push(&self.trajectory);
                parts.push(&self.board);
                parts
            }
        };
        Some(svg(&self.title, &parts, theme))
    }
}

fn title(report: &Report) -> String {
    let system = &report.system.title;
    match &report.label {
        Some(label) => format!("{label} · {system}"),
        None => system.clone(),
    }
}

fn polar(rules: &Graph, report: &Report, steps: &[Step], values: &PathGraph) -> Option<Polar> {
    let polar = rules.polar.as_ref()?;
    let spikes = values.spikes.as_ref()?;
    let band = |band: &BandRule| Band {
        name: band.name.clone(),
        light: band.light.clone(),
        dark: band.dark.clone(),
        ring: band.ring,
    };
    let spike = |(spike, step): (&undoku::Spike, &Step)| Spike {
        angle: spike.angle,
        start: spike.start,
        radius: spike.radius,
        width: spike.width,
        band: spike.band,
        title: words(&report.system, step),
    };
    Some(Polar {
        size: polar.size,
        bands: polar.bands.iter().map(band).collect(),
        spikes: spikes.iter().zip(steps).map(spike).collect(),
    })
}

/// A step in words: `step 3, Naked single: r4c6=2, 6 assertions, score 1.2045`.
fn words(system: &System, step: &Step) -> String {
    let kind = system.kinds.get(step.kind);
    let kind = kind.map_or("", |kind| kind.title.as_str());
    let result = match step.placement() {
        Some((cell, digit)) => format!("{cell}={digit}"),
        None if step.placements.is_empty() => {
            let count = step.eliminations.len();
            format!(
                "{count} candidate{} gone",
                if count == 1 { "" } else { "s" }
            )
        }
        None => format!("{} digits placed", step.placements.len()),
    };
    let cost = step.cost.map(|cost| format!(", cost {cost:.2}"));
    format!(
        "step {}, {kind}: {result}, {} assertions, score {:.4}{}",
        step.index,
        tidy(step.assertions),
        step.score,
        cost.unwrap_or_default()
    )
}

fn trajectory(
    rules: Option<&Graph>,
    report: &Report,
    steps: &[Step],
    heights: Option<Vec<f64>>,
    missing: &mut Vec<(&'static str, &'static str)>,
) -> Trajectory {
    let scores = || steps.iter().map(|step| step.score).collect();
    let Some(line) = rules.and_then(|rules| rules.trajectory.as_ref()) else {
        missing.push(("graph.trajectory", "what is marked along the path"));
        return Trajectory {
            title: "Step score".to_owned(),
            heights: scores(),
            ..Trajectory::default()
        };
    };
    let number = |at: Option<usize>| at.and_then(|at| number(metric(report, at)));
    Trajectory {
        title: line.title.clone(),
        heights: heights.unwrap_or_else(scores),
        slope: number(line.slope),
        bottleneck: number(line.bottleneck),
        jump: number(line.jump),
        pacing: line
            .pacing
            .map(|at| metric(report, at))
            .filter(|value| *value != MetricValue::Null)
            .map(text),
    }
}

/// The figures that the system's file names; without any, what decides the tier and the tier.
fn headline(rules: Option<&Graph>, report: &Report) -> Headline {
    let named = rules.map(|rules| &rules.headline[..]).unwrap_or_default();
    if !named.is_empty() {
        let figure = |figure: &undoku::rules::Headline| {
            (figure.title.clone(), text(metric(report, figure.metric)))
        };
        return Headline {
            figures: named.iter().map(figure).collect(),
        };
    }
    let system = &report.system;
    let mut figures = Vec::new();
    if let Some(tier) = report.tier.and_then(|row| system.tiers.get(row)) {
        figures.push(("tier".to_owned(), tier.names.join(", ")));
    }
    if let Some(name) = system.decides.and_then(|at| system.metrics.get(at)) {
        let value = report.metric(&name.name).unwrap_or(MetricValue::Null);
        figures.push((name.name.clone(), text(value)));
    }
    figures.push(("steps".to_owned(), report.step_count.to_string()));
    Headline { figures }
}

fn metric(report: &Report, at: usize) -> MetricValue<'_> {
    let value = report.metrics().nth(at);
    value.map_or(MetricValue::Null, |(_, value)| value)
}

fn number(value: MetricValue<'_>) -> Option<f64> {
    match value {
        MetricValue::Int(value) => Some(value as f64),
        MetricValue::Number(value) => Some(value),
        MetricValue::Bool(value) => Some(f64::from(u8::from(value))),
        MetricValue::Text(_) | MetricValue::Null => None,
    }
}

fn text(value: MetricValue<'_>) -> String {
    match value {
        MetricValue::Int(value) => value.to_string(),
        MetricValue::Number(value) => format!("{value:.2}"),
        MetricValue::Bool(value) => value.to_string(),
        MetricValue::Text(value) => value.to_owned(),
        MetricValue::Null => "-".to_owned(),
    }
}
