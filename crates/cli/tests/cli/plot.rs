//! Pictures of puzzles and banks.

use std::fs;
use std::process::Stdio;

use crate::run::{
    SOLVABLE, STUCK, below, command, data, data_text, directory, finish, run, run_with, shown,
};

/// Width and height of a PNG, as its header says.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_sheet_and_each_of_its_parts() {
    let sheet = run(&["plot", SOLVABLE]);
    assert_eq!((sheet.code, sheet.err.as_str()), (0, ""));
    assert!(sheet.out.starts_with("<svg ") && sheet.out.ends_with("</svg>\n"));
    for (kind, has) in [
        ("polar", "<g class=\"polar\""),
        ("trajectory", "<polyline class=\"line\""),
        ("board", "class=\"order "),
    ] {
        let part = run(&["plot", "--kind", kind, SOLVABLE]);
        assert_eq!(part.code, 0, "{}", part.err);
        assert!(part.out.contains(has) && sheet.out.contains(has), "{kind}");
        assert!(part.out.len() < sheet.out.len());
    }
}

#[test]
fn themes() {
    let of = |theme: &str| run(&["plot", "--kind", "polar", "--theme", theme, SOLVABLE]).out;
    let (light, dark, auto) = (of("light"), of("dark"), of("auto"));
    assert!(light.contains(".ground{fill:#ffffff}") && !light.contains("@media"));
    assert!(dark.contains(".ground{fill:#161616}") && !dark.contains("@media"));
    assert!(auto.contains("prefers-color-scheme:dark"));
    assert_eq!(auto, run(&["plot", "--kind", "polar", SOLVABLE]).out);
}

#[test]
fn files_are_svg_or_png_as_their_names_say() {
    let files = directory(&[]);
    let (svg, png, odd) = (
        below(&files, "a.svg"),
        below(&files, "a.PNG"),
        below(&files, "a.picture"),
    );
    for (path, more) in [(&svg, None), (&png, None), (&odd, Some("--format=png"))] {
        let mut args = vec!["plot", "--kind", "board", "-o", path, SOLVABLE];
        args.extend(more);
        let run = run(&args);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    }
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let (png, odd) = (fs::read(png).unwrap(), fs::read(odd).unwrap());
    assert_eq!(png, odd);
    let (width, height) = size(&png);
    assert!(width == 800 && height > 800, "{width} × {height}");
    let small = below(&files, "small.png");
    assert_eq!(run(&["plot", "-w", "100", "-o", &small, SOLVABLE]).code, 0);
    assert_eq!(size(&fs::read(small).unwrap()).0, 100);
}

#[test]
fn a_png_has_letters_without_any_font_of_the_system() {
    let files = directory(&[]);
    let (with, without) = (below(&files, "a.png"), below(&files, "b.png"));
    let draw = |label: &str, path: &str| {
        let puzzle = format!("{SOLVABLE} {label}");
        let mut command = command(&["plot", "--kind", "board", "-o", path, &puzzle]);
        // Nothing that says where fonts are.
        command.env_clear();
        assert_eq!(finish(&mut command).code, 0);
        fs::read(path).unwrap()
    };
    assert_ne!(draw("Äpfel", &with), draw("Birnen", &without));
}

#[test]
fn puzzles_that_have_no_rating() {
    let stuck = run(&["plot", STUCK]);
    assert_eq!((stuck.code, stuck.out.as_str()), (3, ""));
    assert!(
        stuck.err.contains("is stuck after 1 step with"),
        "{}",
        stuck.err
    );
    assert!(stuck.err.contains("--system undoku_plus"), "{}", stuck.err);
    let conflict = format!("11{}", &SOLVABLE[2..]);
    let conflict = run(&["plot", &conflict]);
    assert_eq!((conflict.code, conflict.out.as_str()), (3, ""));
    assert!(conflict.err.contains("clues conflict"), "{}", conflict.err);
    let short = run(&["plot", &SOLVABLE[1..]]);
    assert_eq!((short.code, short.out.as_str()), (3, ""));
    assert!(short.err.contains("80"), "{}", short.err);
}

#[test]
fn one_puzzle_and_not_none_or_several() {
    let several = run(&["plot", &shown(&data("tiers-48.txt"))]);
    assert_eq!((several.code, several.out.as_str()), (2, ""));
    assert!(
        several.err.contains("there are several puzzles"),
        "{}",
        several.err
    );
    assert!(several.err.contains("--histogram"), "{}", several.err);
    for (kind, said) in [
        (&["plot", "-"][..], "no puzzle found in standard input"),
        (
            &["plot", "--histogram", "score_total", "-"],
            "no puzzles found in standard input",
        ),
    ] {
        let none = run_with(kind, "");
        assert_eq!((none.code, none.out.as_str()), (2, ""));
        assert!(none.err.contains(said), "{}", none.err);
    }
    let one = run_with(&["plot", "-k", "board"], SOLVABLE);
    assert_eq!(one.code, 0, "{}", one.err);
    let missing = run(&["plot", "nowhere.txt"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("nowhere.txt cannot be read"),
        "{}",
        missing.err
    );
}

#[test]
fn a_file_that_cannot_be_written_stays_as_it_is() {
    let files = directory(&[("old.svg", "old")]);
    let path = below(&files, "no/such/place.svg");
    let lost = run(&["plot", "-o", &path, SOLVABLE]);
    assert_eq!(lost.code, 2);
    assert!(
        lost.err
            .contains("cannot be written: there is no directory"),
        "{}",
        lost.err
    );
    let old = below(&files, "old.svg");
    assert_eq!(run(&["plot", "-o", &old, STUCK]).code, 3);
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(run(&["plot", "-o", &old, SOLVABLE]).code, 0);
    assert!(fs::read_to_string(&old).unwrap().starts_with("<svg"));
    assert_eq!(fs::read_dir(files.path()).unwrap().count(), 1);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = command(&["plot", SOLVABLE]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn a_system_without_a_graph_has_the_rest() {
    let rules = shown(&data("../../docs/examples/stepladder"));
    let of = |kind: &str| {
        run(&[
            "plot",
            "--kind",
            kind,
            "--rules",
            &rules,
            "--system",
            "stepladder",
            SOLVABLE,
        ])
    };
    let sheet = of("sheet");
    assert_eq!(sheet.code, 0, "{}", sheet.err);
    assert!(sheet.out.contains("<polyline") && !sheet.out.contains("class=\"polar\""));
    for said in [
        "has no `graph.polar`: the picture is without the polar graph",
        "has no `graph.trajectory`: the picture is without what is marked along the path",
    ] {
        assert!(sheet.err.contains(said), "{}", sheet.err);
    }
    let polar = of("polar");
    assert_eq!((polar.code, polar.out.as_str()), (2, ""));
    assert!(
        polar.err.contains("add `graph:` with `polar:`"),
        "{}",
        polar.err
    );
    let board = of("board");
    assert_eq!((board.code, board.err.as_str()), (0, ""));
}

#[test]
fn how_a_metric_is_spread_by_tiers() {
    let bank = shown(&data("tiers-48.txt"));
    let drawn = run(&["plot", "--histogram", "score_total", &bank]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    assert!(drawn.err.starts_with("48 rated"), "{}", drawn.err);
    let text = data_text("tiers-48.txt");
    // Six of each tier, as the labels say.
    assert_eq!(
        text.lines().filter(|line| line.contains("hard-1")).count(),
        6
    );
    assert!(drawn.out.contains(">Hard (Tier 1 - Advanced)<"));
    assert_eq!(drawn.out.matches(">6 · median ").count(), 8);
    let quiet = run(&["plot", "-q", "--histogram", "difficulty_rating", &bank]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
    // A name for each of the four ratings along the axis.
    for name in ["Easy", "Medium", "Hard", "Expert"] {
        assert!(quiet.out.contains(&format!(">{name}</text>")), "{name}");
    }
}

#[test]
fn two_metrics_of_a_bank() {
    let bank = shown(&data("tiers-48.txt"));
    let drawn = run(&["plot", "--scatter", "score_total, complexity_rating", &bank]);
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    assert!(drawn.out.matches("<circle").count() > 40);
    assert!(drawn.out.contains("<desc>48 puzzles rated by Undoku"));
    for (wrong, said) in [
        (
            "score_total",
            "two metrics with a comma between them, not 1",
        ),
        ("a,b,c", "not 3"),
        (
            "score_total,complexity_ratin",
            "did you mean `complexity_rating`?",
        ),
        (
            "score_total,trajectory_difficulty_pacing",
            "texts without an order",
        ),
        ("score_total,", "has no metric ``"),
    ] {
        let refused = run(&["plot", "--scatter", wrong, &bank]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{wrong}");
        assert!(refused.err.contains(said), "{wrong}: {}", refused.err);
    }
}

/// As `undoku rate` does: what can be read is drawn, and the exit code says that something could not.
#[test]
fn a_file_that_cannot_be_read_keeps_no_other_from_being_drawn() {
    let whole = run(&["plot", "--histogram", "score_total", SOLVABLE]);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let part = run(&[
        "plot",
        "--histogram",
        "score_total",
        "nowhere.txt",
        SOLVABLE,
    ]);
    assert_eq!((part.code, &part.out), (2, &whole.out), "{}", part.err);
    assert!(
        part.err.contains("nowhere.txt cannot be read"),
        "{}",
        part.err
    );
}

#[test]
fn what_cannot_be_rated_is_not_drawn() {
    let bank = format!("{SOLVABLE}\n{STUCK}\nno puzzle\n");
    let some = run_with(&["plot", "--histogram", "score_total"], &bank);
    assert_eq!(some.code, 3);
    assert!(
        some.err.starts_with("1 rated, 1 stuck, 1 refused"),
        "{}",
        some.err
    );
    assert!(some.out.contains(">1 · median "));
    let none = run_with(&["plot", "--histogram", "score_total"], STUCK);
    assert_eq!((none.code, none.out.as_str()), (3, ""));
    assert!(none.err.contains("nothing to draw"), "{}", none.err);
}

#[test]
fn arguments_that_do_not_go_together() {
    for args in [
        &[
            "plot",
            "--kind",
            "board",
            "--histogram",
            "score_total",
            SOLVABLE,
        ][..],
        &["plot", "--scatter", "a,b", "--histogram", "a", SOLVABLE],
        &["plot", "--kind", "pie", SOLVABLE],
        &["plot", "--width", "5000", SOLVABLE],
        &["plot", "--theme", "blue", SOLVABLE],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
}

#[test]
fn changed_rules_change_the_picture() {
    let of = |change: &str| run(&["plot", "--kind", "polar", "--set", change, SOLVABLE]).out;
    let plain = run(&["plot", "--kind", "polar", SOLVABLE]).out;
    assert_ne!(of("undoku.graph.constants.rim=150"), plain);
    assert!(of("undoku.graph.polar.bands.1.name=Calm").contains(">Calm "));
    let wrong = run(&[
        "plot",
        "--set",
        "undoku.graph.polar.bands.1.color=green",
        SOLVABLE,
    ]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    assert!(wrong.err.contains("U0730"), "{}", wrong.err);
}
