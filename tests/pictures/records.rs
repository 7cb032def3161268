//! Pictures on record, and those in the documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::{Settings, assert_snapshot};
use undoku_plot::{Group, Histogram, Theme, View};

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
    let group = |name: &str, lines: [usize; 4]| Group {
        name: name.to_owned(),
        values: lines
            .map(|line| number(&labelled(&engine, line), "score_total"))
            .to_vec(),
    };
    let histogram = Histogram {
        title: "Scores".to_owned(),
        axis: "score_total".to_owned(),
        names: Vec::new(),
        groups: vec![
            group("Easy", [1, 2, 3, 7]),
            group("Expert", [37, 38, 43, 48]),
        ],
    };
    record("histogram-light", histogram.svg(Theme::Light));

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
