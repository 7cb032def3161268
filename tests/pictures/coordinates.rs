//! Coordinates against numbers worked out by hand.
//!
//! The formulas, for step i = 0 … M − 1 with A assertions and score S:
//! θ = −π/2 + i/M · 2π; ScoreNorm = (S − 1)/1.35 and AstNorm = (A − 2)/22, both from 0 to 1;
//! Intensity = 0.55 ScoreNorm + 0.45 AstNorm, from 0.08 to 1; r = 36 + Intensity · 138;
//! x = 200 + r cos θ, y = 200 + r sin θ; the thickness is 1.20 + min(2.80, A/24 · 2.20).

use undoku_plot::{Polar, Theme, View};

use crate::support::{COMPLETE, engine, kind, number, puzzle, puzzles};
use crate::{attributes, engine_of, labelled, pictures};

/// Where a spike starts and ends, and how thick it is: x1, y1, x2, y2, width.
type Line = [f64; 5];

const NEAR: f64 = 1e-6;

fn lines(polar: &Polar) -> Vec<Line> {
    let line = |spike| {
        let ((x1, y1), (x2, y2)) = polar.ends(spike);
        [x1, y1, x2, y2, spike.width]
    };
    polar.spikes.iter().map(line).collect()
}

/// The lines of a picture as they are written, in the square of the graph.
fn written(svg: &str) -> Vec<Line> {
    let spikes = svg.split("<g class=\"polar\"").nth(1).unwrap();
    let spikes = spikes.split("</g>\n<text").next().unwrap();
    let all = ["x1", "y1", "x2", "y2", "stroke-width"].map(|name| attributes(spikes, name));
    let number = |at: usize, line: usize| all[at][line].parse().unwrap();
    (0..all[0].len())
        .map(|line| std::array::from_fn(|at| number(at, line)))
        .collect()
}

#[track_caller]
fn assert_near(found: &Line, expected: Line) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= NEAR, "{found}, not {expected}");
    }
}

/// Asserts lines by their places in the path, from 0, in the numbers and in what is written.
fn assert_path(blanks: &[usize], expected: &[Line]) {
    let mut cells = COMPLETE.as_bytes().to_vec();
    blanks.iter().for_each(|&cell| cells[cell] = b'.');
    let engine = engine(&[]);
    let report = engine.rate(&puzzle(std::str::from_utf8(&cells).unwrap()));
    let pictures = pictures(&engine, &report);
    let svg = pictures.svg(View::Polar, Theme::Light).unwrap();
    let (lines, written) = (lines(pictures.polar.as_ref().unwrap()), written(&svg));
    assert_eq!(
        (lines.len(), written.len()),
        (expected.len(), expected.len())
    );
    for ((line, written), &expected) in lines.iter().zip(&written).zip(expected) {
        assert_near(line, expected);
        assert_near(written, expected);
    }
}

#[test]
fn search_costs_are_powers_of_ten() {
    // r = 36 + clamp(log₁₀ cost, 0.1, 4) / 4 · 138, and the bands part at 10, 100 and 1000.
    let engine = engine_of("hsolve");
    let mut bands = [0; 4];
    for text in &puzzles("puzzles/exchange-hard-mixed.txt")[..12] {
        let report = engine.rate(&puzzle(text));
        let pictures = pictures(&engine, &report);
        let polar = pictures.polar.as_ref().unwrap();
        assert_eq!(polar.spikes.len(), report.steps().len());
        for (spike, step) in polar.spikes.iter().zip(report.steps()) {
            let cost = step.cost.unwrap();
            let radius = 36.0 + cost.log10().clamp(0.1, 4.0) / 4.0 * 138.0;
            assert!((spike.radius - radius).abs() < NEAR, "{cost}");
            let band = [10.0, 100.0, 1000.0].iter().filter(|&&end| cost >= end);
            assert_eq!(spike.band, band.clone().count(), "{cost}");
            bands[band.count()] += 1;
        }
        let rings: Vec<f64> = polar.bands.iter().filter_map(|band| band.ring).collect();
        let expected = [70.5, 105.0, 139.5];
        assert_eq!(rings.len(), 3);
        assert!(
            rings
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < NEAR)
        );
    }
    assert!(bands.iter().all(|&count| count > 0), "{bands:?}");
}

#[test]
fn a_path_of_one_step() {
    // r5c5 is the last blank: A = 2, S = 1 + 2/22 · 0.75 = 1.068182; ScoreNorm = 0.050505, AstNorm = 0;
    // 0.55 · 0.050505 = 0.027778 is less than 0.08: r = 36 + 11.04 = 47.04. Width 1.2 + 2/24 · 2.2 = 1.383333.
    assert_path(&[40], &[[200.0, 164.0, 200.0, 152.96, 1.383_333_3]]);
}

#[test]
fn a_path_of_four_steps() {
    // r1c1, r1c2, r2c1 and r2c2: the first has two open cells in its row and column: A = 4, S = 1.136364, so
    // Intensity = 0.55 · 0.101010 + 0.45 · 0.090909 = 0.096465 and r = 49.312121. The others have A = 2 as above.
    let width = 1.383_333_3;
    assert_path(
        &[0, 1, 9, 10],
        &[
            [200.0, 164.0, 200.0, 150.687_878_8, 1.566_666_7],
            [236.0, 200.0, 247.04, 200.0, width],
            [200.0, 236.0, 200.0, 247.04, width],
            [164.0, 200.0, 152.96, 200.0, width],
        ],
    );
}

#[test]
fn a_path_of_fifty_six_steps() {
    let engine = engine(&[]);
    let report = labelled(&engine, 36);
    let pictures = pictures(&engine, &report);
    let polar = pictures.polar.as_ref().unwrap();
    let svg = pictures.svg(View::Polar, Theme::Dark).unwrap();
    let (lines, written) = (lines(polar), written(&svg));
    assert_eq!((lines.len(), written.len()), (56, 56));
    // By place: kind, A, band, and the line.
    let expected: [(usize, &str, f64, &str, Line); 4] = [
        // S = 1.4 + 13/24 · 0.45 = 1.64375; Intensity 0.55 · 0.476852 + 0.45 · 0.5 = 0.487269; r = 103.243056.
        (
            0,
            "hidden_single_box",
            13.0,
            "Hard",
            [200.0, 164.0, 200.0, 96.756_944_4, 2.391_666_7],
        ),
        // θ = −90° + 9/56 · 360° = −32.142857°; S = 1.75 + 18/32 · 0.5 = 2.03125;
        // Intensity 0.55 · 0.763889 + 0.45 · 0.727273 = 0.747412; r = 139.142803.
        (
            9,
            "hidden_single_row",
            18.0,
            "Expert",
            [
                230.482_071_2,
                180.846_845_2,
                317.815_578_5,
                125.971_565_6,
                2.85,
            ],
        ),
        // θ = −12.857143°; S = 1 + 9/22 · 0.75 = 1.306818; Intensity 0.55 · 0.227273 + 0.45 · 0.318182 = 0.268182.
        (
            12,
            "naked_single",
            9.0,
            "Medium",
            [
                235.097_404_8,
                191.989_246_4,
                271.178_600_6,
                183.753_948_9,
                2.025,
            ],
        ),
        // θ = 90°, at six o'clock.
        (
            28,
            "naked_single",
            4.0,
            "Easy",
            [200.0, 236.0, 200.0, 249.312_121_2, 1.566_666_7],
        ),
    ];
    for (at, name, assertions, band, line) in expected {
        let step = &report.steps()[at];
        assert_eq!((kind(&report, step), step.assertions), (name, assertions));
        assert_eq!(polar.bands[polar.spikes[at].band].name, band);
        assert_near(&lines[at], line);
        assert_near(&written[at], line);
    }
}

#[test]
fn rings_lie_where_bands_meet() {
    let engine = engine(&[]);
    let pictures = pictures(&engine, &labelled(&engine, 36));
    let bands = &pictures.polar.as_ref().unwrap().bands;
    // 36 + 138 times 0.25, 0.45 and 0.65.
    for (band, ring) in bands.iter().zip([70.5, 98.1, 125.7]) {
        assert!((band.ring.unwrap() - ring).abs() < 1e-9, "{band:?}");
    }
    assert_eq!(bands.last().unwrap().ring, None);
}

#[test]
fn the_numbers_of_a_graph_are_those_of_its_formulas() {
    let engine = engine(&[
        "undoku.graph.constants.rim=136",
        "undoku.graph.polar.size=300",
    ]);
    let report = labelled(&engine, 36);
    let graph = engine.graph(&report).unwrap();
    let names: Vec<&str> = graph.values.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["score_norm", "assertion_norm", "intensity"]);
    let spikes = graph.spikes.unwrap();
    for (at, (step, spike)) in report.steps().iter().zip(&spikes).enumerate() {
        let score = ((step.score - 1.0) / 1.35).clamp(0.0, 1.0);
        let assertions = ((step.assertions - 2.0) / 22.0).clamp(0.0, 1.0);
        let intensity = (0.55 * score + 0.45 * assertions).clamp(0.08, 1.0);
        assert!((graph.values[0].1[at] - score).abs() < 1e-12);
        assert!((graph.values[1].1[at] - assertions).abs() < 1e-12);
        assert!((spike.level - intensity).abs() < 1e-12);
        assert!((spike.radius - (36.0 + 100.0 * intensity)).abs() < 1e-9);
        let band = [0.25, 0.45, 0.65]
            .iter()
            .filter(|edge| intensity >= **edge)
            .count();
        assert_eq!(spike.band, band, "step {}", at + 1);
    }
    assert_eq!(
        graph.heights.unwrap(),
        report.steps().iter().map(|s| s.score).collect::<Vec<_>>()
    );
    // The square of 300 is drawn as wide as the picture.
    let svg = pictures(&engine, &report)
        .svg(View::Polar, Theme::Light)
        .unwrap();
    assert!(svg.contains("translate(0 28) scale(1.333333)"));
}

#[test]
fn marks_along_the_path_are_the_metrics() {
    let engine = engine(&[]);
    for line in [1, 24, 36, 48] {
        let report = labelled(&engine, line);
        let trajectory = pictures(&engine, &report).trajectory;
        let scores: Vec<f64> = report.steps().iter().map(|step| step.score).collect();
        assert_eq!(trajectory.heights, scores);
        // Least squares, by the normal equations.
        let n = scores.len() as f64;
        let x = |at: usize| at as f64 + 1.0;
        let (mut sx, mut sy, mut sxx, mut sxy) = (0.0, 0.0, 0.0, 0.0);
        for (at, y) in scores.iter().enumerate() {
            (sx, sy) = (sx + x(at), sy + y);
            (sxx, sxy) = (sxx + x(at) * x(at), sxy + x(at) * y);
        }
        let slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
        let first = (sy - slope * sx) / n + slope;
        let (start, end) = trajectory.straight().unwrap();
        assert!((start - first).abs() < 1e-9 && (end - (first + slope * (n - 1.0))).abs() < 1e-9);
        let at = trajectory.marked_step().unwrap();
        assert!(scores.iter().all(|score| *score <= scores[at]));
        assert!(scores[..at].iter().all(|score| *score < scores[at]));
        let jump = trajectory.marked_jump().unwrap();
        let jumps: Vec<f64> = scores
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .collect();
        assert!(jumps.iter().all(|other| *other <= jumps[jump] + 1e-12));
        assert!((number(&report, "trajectory_suddenness") - jumps[jump]).abs() < 1e-12);
    }
}
