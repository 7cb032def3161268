//! The shape of what pictures show.

use crate::codes;
use crate::diagnostic::{Diagnostic, shown};
use crate::located::{LocatedBand, LocatedGraph, LocatedHeadline, LocatedPolar, LocatedTrajectory};
use crate::read::{Key, Shape, list, near, optional, required};
use crate::source::Located;
use crate::yaml::{Node, NodeKind};

/// The keys of `graph`.
pub(crate) const KEYS: &[Key] = &[
    optional("constants"),
    optional("step"),
    optional("polar"),
    optional("trajectory"),
    optional("headline"),
];
/// The keys of `graph.polar`.
pub(crate) const POLAR_KEYS: &[Key] = &[
    required("size", "size: 400"),
    required("angle", "angle: -pi / 2 + (index - 1) / steps * 2 * pi"),
    required("start", "start: 40"),
    required("radius", "radius: 40 + 20 * score"),
    required("width", "width: 2"),
    required("by", "by: score"),
    required(
        "bands",
        "bands: [{name: Easy, color: \"#00845f\", below: 2.0}, {name: Hard, color: \"#b3123f\"}]",
    ),
];
/// The keys of a band.
pub(crate) const BAND_KEYS: &[Key] = &[
    required("name", "name: Easy"),
    required("color", "color: \"#00845f\""),
    optional("dark"),
    optional("below"),
];
/// The keys of `graph.trajectory`.
pub(crate) const TRAJECTORY_KEYS: &[Key] = &[
    required("title", "title: Step score"),
    required("value", "value: score"),
    optional("slope"),
    optional("bottleneck"),
    optional("jump"),
    optional("pacing"),
];
/// The keys of a figure above pictures.
pub(crate) const HEADLINE_KEYS: &[Key] = &[
    required("title", "title: Score"),
    required("metric", "metric: score_total"),
];

/// The least and the greatest width of a graph.
const SIZES: (i64, i64) = (100, 4000);

/// Reads what pictures show; a part that lacks a piece is left out.
pub(crate) fn graph(shape: &mut Shape<'_>, node: &Node) -> Option<LocatedGraph> {
    let fields = shape.fields(node, "graph", "`graph`", KEYS)?;
    let headline = fields.get("headline").map(|node| headline(shape, node));
    Some(LocatedGraph {
        constants: shape.constants(fields.get("constants"), "graph.constants"),
        step: shape.formulas(fields.get("step"), "graph.step"),
        polar: fields.get("polar").and_then(|node| polar(shape, node)),
        trajectory: fields
            .get("trajectory")
            .and_then(|node| trajectory(shape, node)),
        headline: headline.unwrap_or_default(),
    })
}

fn polar(shape: &mut Shape<'_>, node: &Node) -> Option<LocatedPolar> {
    let path = "graph.polar";
    let fields = shape.fields(node, path, "`graph.polar`", POLAR_KEYS)?;
    let size = fields
        .get("size")
        .and_then(|node| shape.integer(node, "graph.polar.size", SIZES.0, SIZES.1))
        .map(|size| Located::new(size.value as u32, size.place));
    let mut formula = |key: &str| {
        let node = fields.get(key)?;
        shape.formula(node, &format!("{path}.{key}"))
    };
    let (angle, start, radius) = (formula("angle"), formula("start"), formula("radius"));
    let (width, by) = (formula("width"), formula("by"));
    let bands = fields.get("bands").and_then(|node| bands(shape, node));
    Some(LocatedPolar {
        size: size?,
        angle: angle?,
        start: start?,
        radius: radius?,
        width: width?,
        by: by?,
        bands: bands?,
    })
}

fn bands(shape: &mut Shape<'_>, node: &Node) -> Option<Vec<LocatedBand>> {
    let path = "graph.polar.bands";
    let items = shape.some_items(node, path, "bands")?;
    let all: Vec<Option<LocatedBand>> = items
        .iter()
        .enumerate()
        .map(|(at, item)| band(shape, item, &format!("{path}.{}", at + 1)))
        .collect();
    let bands: Vec<LocatedBand> = all.into_iter().collect::<Option<_>>()?;
    ascending(shape, &bands);
    for (at, band) in bands.iter().enumerate() {
        let same = |other: &&LocatedBand| other.name.value == band.name.value;
        if let Some(first) = bands[..at].iter().find(same) {
            shape.twice(
                codes::DUPLICATE_TIER,
                band.name.place.clone(),
                first.name.place.clone(),
                format!("two bands are named {}", shown(&band.name.value)),
                "give one of the two another name, or join them",
            );
        }
    }
    Some(bands)
}

fn band(shape: &mut Shape<'_>, node: &Node, path: &str) -> Option<LocatedBand> {
    let fields = shape.fields(node, path, "a band", BAND_KEYS)?;
    let name = fields
        .get("name")
        .and_then(|node| shape.text(node, &format!("{path}.name")));
    let color_of = |shape: &mut Shape<'_>, key: &str| match fields.get(key) {
        Some(node) => color(shape, node, &format!("{path}.{key}")).map(Some),
        None => Some(None),
    };
    let (light, dark) = (color_of(shape, "color"), color_of(shape, "dark"));
    let below = match fields.get("below") {
        Some(node) => shape
            .finite(node, &format!("{path}.below"))
            .map(|number| Some(Located::new(number.value.as_f64(), number.place))),
        None => Some(None),
    };
    Some(LocatedBand {
        name: name?,
        color: light??,
        dark: dark?,
        below: below?,
        place: node.place.clone(),
    })
}

/// A colour, as `#rrggbb` in lower case.
fn color(shape: &mut Shape<'_>, node: &Node, path: &str) -> Option<Located<String>> {
    let text = match &node.kind {
        NodeKind::Scalar(scalar) => scalar.text.as_str(),
        _ => "",
    };
    let digits = text.strip_prefix('#').unwrap_or_default();
    let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let long: Option<String> = match digits.len() {
        6 if hexadecimal => Some(digits.to_owned()),
        3 if hexadecimal => Some(digits.chars().flat_map(|digit| [digit, digit]).collect()),
        _ => None,
    };
    if let Some(digits) = long {
        let color = format!("#{}", digits.to_ascii_lowercase());
        return Some(Located::new(color, node.place.clone()));
    }
    let found = match &node.kind {
        NodeKind::Scalar(_) if !text.is_empty() => shown(text),
        _ => crate::yaml_core::describe(node),
    };
    let mut problem = Diagnostic::error(
        codes::BAD_COLOR,
        node.place.first_line(),
        format!("`{path}` must be a colour, not {found}"),
    );
    problem = problem.help(if text.is_empty() {
        "write it in quotes, for without them `#` starts a comment: \"#00845f\""
    } else {
        "write `#` and six hexadecimal digits, in quotes: \"#00845f\""
    });
    shape.broken(problem);
    None
}

/// Reports bands without an upper end, or with one that is not above that of the band before.
fn ascending(shape: &mut Shape<'_>, bands: &[LocatedBand]) {
    let Some((last, others)) = bands.split_last() else {
        return;
    };
    if let Some(below) = &last.below {
        shape.report(
            Diagnostic::error(
                codes::TIER_BOUNDS,
                below.place.clone(),
                "the last band has an upper end, and values above it have no band",
            )
            .help("leave `below` out here, or add a band"),
        );
    }
    let mut lower: Option<&Located<f64>> = None;
    for band in others {
        let Some(below) = &band.below else {
            shape.report(
                Diagnostic::error(
                    codes::TIER_BOUNDS,
                    band.place.first_line(),
                    "this band has no upper end, and the ones after it have no values",
                )
                .help("add `below: …`, or move it to the end"),
            );
            continue;
        };
        if let Some(lower) = lower
            && below.value <= lower.value
        {
            shape.report(
                Diagnostic::error(
                    codes::TIER_BOUNDS,
                    below.place.clone(),
                    format!(
                        "this band ends at {}, where the one before it ends at {}",
                        below.value, lower.value
                    ),
                )
                .secondary(lower.place.clone(), "the one before it")
                .help("write the bands in ascending order"),
            );
        }
        lower = Some(below);
    }
}

fn trajectory(shape: &mut Shape<'_>, node: &Node) -> Option<LocatedTrajectory> {
    let path = "graph.trajectory";
    let fields = shape.fields(node, path, "`graph.trajectory`", TRAJECTORY_KEYS)?;
    let title = fields
        .get("title")
        .and_then(|node| shape.text(node, "graph.trajectory.title"));
    let value = fields
        .get("value")
        .and_then(|node| shape.formula(node, "graph.trajectory.value"));
    let mut metric = |key: &str| {
        let node = fields.get(key)?;
        shape.name(node, &format!("{path}.{key}"))
    };
    Some(LocatedTrajectory {
        slope: metric("slope"),
        bottleneck: metric("bottleneck"),
        jump: metric("jump"),
        pacing: metric("pacing"),
        title: title?,
        value: value?,
    })
}

fn headline(shape: &mut Shape<'_>, node: &Node) -> Vec<LocatedHeadline> {
    let path = "graph.headline";
    let items = shape.some_items(node, path, "figures").unwrap_or_default();
    let mut all = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let path = format!("{path}.{}", at + 1);
        let Some(fields) = shape.fields(item, &path, "a figure", HEADLINE_KEYS) else {
            continue;
        };
        let title = fields
            .get("title")
            .and_then(|node| shape.text(node, &format!("{path}.title")));
        let metric = fields
            .get("metric")
            .and_then(|node| shape.name(node, &format!("{path}.metric")));
        if let (Some(title), Some(metric)) = (title, metric) {
            all.push(LocatedHeadline { title, metric });
        }
    }
    all
}

/// Reports metrics that pictures are to show and that the system does not have.
pub(crate) fn metrics_exist(shape: &mut Shape<'_>, graph: &LocatedGraph, known: &[&str]) {
    for metric in graph.metrics() {
        if known.contains(&metric.value.as_str()) {
            continue;
        }
        let help = match near(&metric.value, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => format!("the metrics are {}", list(known)),
        };
        shape.report(
            Diagnostic::error(
                codes::UNKNOWN_METRIC,
                metric.place.clone(),
                format!("the system has no metric `{}`", metric.value),
            )
            .help(help),
        );
    }
}
