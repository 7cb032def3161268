//! What every picture has, and what none has.

use undoku::{Engine, Loader, Options};
use undoku_plot::{BoardCell, Group, Histogram, Pictures, Theme, View};

use crate::support::{COMPLETE, clues, engine, listing, puzzle, rules_of};
use crate::{attributes, labelled, pictures};

const VIEWS: [View; 4] = [View::Polar, View::Trajectory, View::Board, View::Sheet];
const THEMES: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Auto];
/// The least height of a text in a picture that is 400 pixels wide.
const LEAST: f64 = 11.0;

fn all() -> Vec<String> {
    let engine = engine(&[]);
    let mut all = Vec::new();
    for line in [1, 36, 48] {
        let pictures = pictures(&engine, &labelled(&engine, line));
        for view in VIEWS {
            all.extend(THEMES.map(|theme| pictures.svg(view, theme).unwrap()));
        }
    }
    let histogram = Histogram {
        title: "T".to_owned(),
        axis: "x".to_owned(),
        names: Vec::new(),
        groups: vec![Group {
            name: "a".to_owned(),
            values: vec![1.5, 2.5],
        }],
    };
    all.push(histogram.svg(Theme::Auto));
    all
}

/// Whether every element that is opened is closed, in order.
fn is_well_formed(svg: &str) -> bool {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag
            .split([' ', '\n', '/'])
            .find(|part| !part.is_empty())
            .unwrap();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn pictures_stand_by_themselves() {
    for svg in all() {
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(
            svg.contains(" role=\"img\" ") && is_well_formed(&svg),
            "{svg}"
        );
        assert!(svg.contains("<title>") && svg.contains("<desc>"));
        for foreign in [
            "<script", "href", "url(", "@import", "http://", "https://", "style=\"",
        ] {
            let own = svg.matches("http://www.w3.org/2000/svg").count();
            let expected = if foreign == "http://" { own } else { 0 };
            assert_eq!(svg.matches(foreign).count(), expected, "{foreign}");
        }
        // No attribute is a handler: `onclick="…"` and its like.
        for (at, _) in svg.match_indices(" on") {
            let name = svg[at + 1..]
                .split(|c: char| !c.is_ascii_alphabetic())
                .next();
            let behind = &svg[at + 1 + name.map_or(0, str::len)..];
            assert!(!behind.starts_with('='), "{}", &svg[at..at + 40]);
        }
    }
}

#[test]
fn texts_can_be_read_at_400_pixels() {
    for svg in all() {
        assert!(svg.contains(" viewBox=\"0 0 400 ") && svg.contains(" width=\"400\" "));
        let sizes: Vec<f64> = svg
            .split("font-size:")
            .skip(1)
            .map(|rest| rest.split("px").next().unwrap().parse().unwrap())
            .collect();
        assert!(
            !sizes.is_empty() && sizes.iter().all(|size| *size >= LEAST),
            "{sizes:?}"
        );
        assert!(attributes(&svg, "font-size").is_empty());
    }
}

#[test]
fn a_theme_is_light_or_dark_or_both() {
    let engine = engine(&[]);
    let pictures = pictures(&engine, &labelled(&engine, 36));
    for view in VIEWS {
        let [light, dark, auto] = THEMES.map(|theme| pictures.svg(view, theme).unwrap());
        assert!(light.contains(".ground{fill:#ffffff}") && !light.contains("#161616}"));
        assert!(
            dark.contains(".ground{fill:#161616}")
                && !dark.contains("fill:#ffffff}\n.undoku-plot text")
        );
        let (first, second) = auto
            .split_once("@media (prefers-color-scheme:dark)")
            .unwrap();
        assert!(
            first.contains(".ground{fill:#ffffff}") && second.contains(".ground{fill:#161616}")
        );
        assert!(!light.contains("@media") && !dark.contains("@media"));
    }
}

#[test]
fn spikes_have_the_colours_of_the_rules() {
    let engine = engine(&[]);
    let pictures = pictures(&engine, &labelled(&engine, 36));
    let file = undoku::built_in_files().into_iter();
    let text = file
        .map(|file| file.text)
        .find(|text| text.lines().any(|line| line == "system: undoku"))
        .unwrap();
    for (theme, key) in [(Theme::Light, " color: \""), (Theme::Dark, " dark: \"")] {
        let svg = pictures.svg(View::Polar, theme).unwrap();
        let colors: Vec<&str> = text.split(key).skip(1).map(|rest| &rest[..7]).collect();
        assert_eq!(colors.len(), 4);
        for (at, color) in colors.iter().enumerate() {
            assert!(
                svg.contains(&format!(".band-{at}{{stroke:{color};fill:{color}}}")),
                "{color}"
            );
        }
    }
}

#[test]
fn labels_and_titles_never_become_markup() {
    let hostile = "</title><script>alert(1)</script>\"'&\u{1b}";
    let mut loader = Loader::new().unwrap();
    loader.set(format!("undoku.title={}", "A <b> & \"c\""));
    loader.set("undoku.graph.polar.bands.1.name=<i>&".to_owned());
    loader.set("undoku.graph.headline.1.title=<u>&".to_owned());
    loader.set("undoku.graph.trajectory.title=<s>&".to_owned());
    let engine = listing(rules_of(&loader));
    let mut report = labelled(&engine, 36);
    report.label = Some(hostile.to_owned());
    let svg = pictures(&engine, &report)
        .svg(View::Sheet, Theme::Auto)
        .unwrap();
    assert!(is_well_formed(&svg), "{svg}");
    for markup in ["<script", "<b>", "<i>", "<u>", "<s>", "\u{1b}"] {
        assert!(!svg.contains(markup), "{markup}");
    }
    assert!(svg.contains("&lt;script&gt;") && svg.contains("&lt;i&gt;&amp; "));
}

#[test]
fn the_board_has_clues_and_the_order_of_solving() {
    let engine = engine(&[]);
    let report = labelled(&engine, 36);
    let board = pictures(&engine, &report).board;
    let undoku::Subject::Puzzle(puzzle) = report.puzzle else {
        panic!("no puzzle")
    };
    let given = clues(&puzzle.to_string());
    let mut steps = 0;
    for (at, cell) in board.cells.iter().enumerate() {
        match *cell {
            BoardCell::Clue(digit) => assert_eq!(digit, given[at]),
            BoardCell::Placed(digit, step) => {
                let (cell, placed) = report.steps()[step - 1].placement().unwrap();
                assert_eq!((cell.index(), placed.number(), given[at]), (at, digit, 0));
                steps += 1;
            }
            BoardCell::Open => panic!("r{}c{} is open", at / 9 + 1, at % 9 + 1),
        }
    }
    assert_eq!((steps, board.steps), (56, 56));
}

#[test]
fn a_system_that_says_nothing_of_pictures_has_most_of_them() {
    let mut loader = Loader::new().unwrap();
    loader.directory(std::path::Path::new("docs/examples/stepladder"));
    let engine = Engine::with_system(rules_of(&loader), "stepladder").unwrap();
    let engine = engine.options(Options {
        steps: true,
        ..Options::default()
    });
    let report = labelled(&engine, 36);
    let pictures = pictures(&engine, &report);
    assert!(engine.graph(&report).is_none());
    let keys: Vec<&str> = pictures.missing.iter().map(|(key, _)| *key).collect();
    assert_eq!(keys, ["graph.polar", "graph.trajectory"]);
    assert_eq!(pictures.svg(View::Polar, Theme::Light), None);
    assert_eq!(pictures.trajectory.heights.len(), report.steps().len());
    for view in [View::Trajectory, View::Board, View::Sheet] {
        assert!(pictures.svg(view, Theme::Light).is_some());
    }
    // The tier, what decides it, and the number of steps.
    let names: Vec<&str> = pictures
        .headline
        .figures
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(names, ["tier", "score_hardest", "steps"]);
}

#[test]
fn paths_of_no_steps_and_of_none_listed() {
    let engine = engine(&[]);
    let report = engine.rate(&puzzle(COMPLETE));
    let pictures = pictures(&engine, &report);
    for view in VIEWS {
        assert!(is_well_formed(&pictures.svg(view, Theme::Auto).unwrap()));
    }
    let unlisted = engine.options(Options::default());
    let report = unlisted.rate(&puzzle(COMPLETE));
    assert!(Pictures::of(&unlisted, &report).is_none() && unlisted.graph(&report).is_none());
}

#[test]
fn elimination_steps_have_spikes_and_no_cells() {
    let mut loader = Loader::new().unwrap();
    loader.set("undoku.title=U");
    let engine = Engine::with_system(rules_of(&loader), "undoku_plus").unwrap();
    let engine = engine.options(Options {
        steps: true,
        ..Options::default()
    });
    let line = crate::support::data("puzzles/exchange-hard-mixed.txt");
    let report = engine.rate(&puzzle(&line.lines().nth(14).unwrap()[..81]));
    let pictures = pictures(&engine, &report);
    let eliminating = report
        .steps()
        .iter()
        .filter(|step| step.placements.is_empty())
        .count();
    assert!(eliminating > 0);
    assert_eq!(pictures.polar.unwrap().spikes.len(), report.steps().len());
    let open = pictures
        .board
        .cells
        .iter()
        .filter(|cell| **cell == BoardCell::Open);
    assert_eq!(open.count(), 0);
}
