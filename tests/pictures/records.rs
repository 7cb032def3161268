//! Pictures on record, and those in the documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::{Settings, assert_snapshot};
use undoku_plot::{Axis, Group, Histogram, Scatter, Theme, View};

use crate::support::{engine, number};
use crate::{engine_of, labelled, pictures, rated};

/// The pictures of the documents: file, system, puzzle by its file and line, which.
const DOCUMENTS: [(&str, &str, (&str, usize), View); 4] = [
    ("polar.svg", "undoku", TIERS, View::Polar),
    ("trajectory.svg", "undoku", TIERS, View::Trajectory),
    ("board.svg", "undoku", TIERS, View::Board),
    (
        "search.svg",
        "hsolve",
        ("puzzles/exchange-hard-mixed.txt", 15),
        View::Polar,
    ),
];
/// Lines of easy puzzles and of hard ones.
const LINES: [usize; 8] = [1, 2, 3, 7, 37, 38, 43, 48];
const TIERS: (&str, usize) = ("tiers-48.txt", 36);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn pictures_are_as_recorded() {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/pictures");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let engine = engine(&[]);
    let easy = pictures(&engine, &labelled(&engine, 1));
    let mut recorded = BTreeSet::new();
    let mut record = |name: &str, svg: String| {
        settings.bind(|| assert_snapshot!(name, svg));
        recorded.insert(format!("{name}.snap"));
    };
    for (name, view, theme) in [
        ("polar-light", View::Polar, Theme::Light),
        ("trajectory-dark", View::Trajectory, Theme::Dark),
        ("board-light", View::Board, Theme::Light),
        ("sheet-auto", View::Sheet, Theme::Auto),
    ] {
        record(name, easy.svg(view, theme).unwrap());
    }
    let group = |name: &str, lines: &[usize]| Group {
        name: name.to_owned(),
        values: lines
            .iter()
            .map(|&line| number(&labelled(&engine, line), "score_total"))
            .collect(),
    };
    let histogram = Histogram {
        title: "Scores".to_owned(),
        axis: "score_total".to_owned(),
        names: Vec::new(),
        groups: vec![group("Easy", &LINES[..4]), group("Expert", &LINES[4..])],
    };
    record("histogram-light", histogram.svg(Theme::Light));
    let axis = |title: &str, values: [f64; 8], names: &[&str]| Axis {
        title: title.to_owned(),
        values: values.to_vec(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let metric = |name: &str| LINES.map(|line| number(&labelled(&engine, line), name));
    let scatter = |x, y| Scatter {
        title: "Scores".to_owned(),
        description: "A point for each puzzle.".to_owned(),
        x,
        y,
    };
    let scores = axis("score_total", metric("score_total"), &[]);
    let ratings = axis("complexity_rating", metric("complexity_rating"), &[]);
    let tiers = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0];
    let names = [
        "Easy (Tier 1 - Casual)",
        "Expert (Tier 1 - Grandmaster)",
        "Expert (Tier 2 - Extreme)",
    ];
    let tiers = axis("granular_tier", tiers, &names);
    record(
        "scatter-dark",
        scatter(scores.clone(), ratings.clone()).svg(Theme::Dark),
    );
    record(
        "scatter-names-light",
        scatter(tiers, scores).svg(Theme::Light),
    );
    // A legend that needs a second row.
    let long = self::engine(&[
        "undoku.graph.polar.bands.1.name=Seen at a glance",
        "undoku.graph.polar.bands.3.name=Found after some search",
    ]);
    let long = pictures(&long, &labelled(&long, 1));
    record(
        "polar-names-dark",
        long.svg(View::Polar, Theme::Dark).unwrap(),
    );

    let files = fs::read_dir(root().join("snapshots/pictures")).unwrap();
    let found: BTreeSet<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".snap.new"))
        .collect();
    assert_eq!(found, recorded, "a record is left over");
}

#[test]
fn pictures_of_the_documents_are_those_of_now() {
    let directory = root().join("docs/pictures");
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    for (name, system, place, view) in DOCUMENTS {
        let engine = engine_of(system);
        let drawn = pictures(&engine, &rated(&engine, place));
        let svg = drawn.svg(view, Theme::Auto).unwrap();
        let path = directory.join(name);
        if update {
            fs::create_dir_all(&directory).unwrap();
            fs::write(&path, svg).unwrap();
        } else {
            assert!(
                fs::read_to_string(&path).is_ok_and(|text| text == svg),
                "docs/pictures/{name} is stale; draw it anew with `UPDATE_DOCS=1 cargo test --test pictures`"
            );
        }
    }
    let files = fs::read_dir(&directory).unwrap();
    let found: BTreeSet<_> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "svg"))
        .map(|path| path.file_name().unwrap().to_owned())
        .collect();
    let expected: BTreeSet<_> = DOCUMENTS.map(|(name, ..)| name.into()).into();
    assert_eq!(found, expected, "a picture that nothing draws");
}
