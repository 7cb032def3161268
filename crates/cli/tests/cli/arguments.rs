//! What arguments mean.

use std::fs;

use crate::run::{SOLVABLE, below, command, directory, finish, run};

#[test]
fn a_puzzle_a_file_and_both() {
    let files = directory(&[("two.txt", &format!("{SOLVABLE} first\n{SOLVABLE} second\n"))]);
    let path = below(&files, "two.txt");
    let run = run(&["rate", "--format", "jsonl", SOLVABLE, &path]);
    assert_eq!(run.code, 0);
    let reports = run.json();
    assert_eq!(reports.len(), 3);
    assert!(reports[0].get("label").is_none());
    assert_eq!(
        (&reports[1]["label"], &reports[2]["label"]),
        (&"first".into(), &"second".into())
    );
    assert!(reports.iter().all(|report| report["puzzle"] == SOLVABLE));
}

#[test]
fn absolute_paths_and_names_after_two_hyphens_are_files() {
    let files = directory(&[("bs/puzzles.txt", SOLVABLE), ("--format", SOLVABLE)]);
    let absolute = below(&files, "bs/puzzles.txt");
    assert!(absolute.starts_with('/') || cfg!(windows));
    assert_eq!(run(&["rate", &absolute]).code, 0);
    let mut after = command(&["rate", "--", "--format"]);
    let after = finish(after.current_dir(files.path()));
    assert_eq!(after.code, 0, "{}", after.err);
    assert!(after.out.contains("solved"));
    let unknown = run(&["rate", "--fromat", "csv"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("--format"),
        "a suggestion: {}",
        unknown.err
    );
}

#[test]
fn a_puzzle_with_hyphens_for_blanks_is_no_option() {
    let solved =
        "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
    let puzzle = format!("-{}", &solved[1..]);
    let run = run(&["rate", "--format", "jsonl", &puzzle]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.json()[0]["puzzle"], format!(".{}", &solved[1..]));
}

#[test]
fn a_grid_in_one_argument_is_a_puzzle() {
    let rows: Vec<&str> = (0..9).map(|row| &SOLVABLE[9 * row..9 * row + 9]).collect();
    let run = run(&["rate", "--format", "jsonl", &rows.join("\n")]);
    assert_eq!(run.json()[0]["puzzle"], SOLVABLE);
}

#[test]
fn a_puzzle_with_a_mistake_is_no_missing_file() {
    let run = run(&["rate", &SOLVABLE[..80]]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.out.contains("80 characters"), "{}", run.out);
}

#[test]
fn wrong_usage_ends_with_2() {
    for args in [
        &["rate", "--steps", "--format", "csv", SOLVABLE] as &[&str],
        &["rate", "--jobs", "0", SOLVABLE],
        &["rate", "--solutions", "1", SOLVABLE],
        &["rate", "--system", "undokku", SOLVABLE],
        &["rate", "--rules", "no/such/directory", SOLVABLE],
        &["check", "no/such/directory"],
        &["rat"],
        &[],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(!run.err.is_empty(), "{args:?}");
    }
    let unknown = run(&["rate", "--system", "undokku", SOLVABLE]);
    assert!(
        unknown.err.contains("did you mean `undoku`?"),
        "{}",
        unknown.err
    );
    let steps = run(&["rate", "--steps", "--format", "csv", SOLVABLE]);
    assert!(steps.err.contains("--format jsonl"), "{}", steps.err);
}

#[test]
fn help_shows_examples_and_exit_codes() {
    for command in ["rate", "explain", "evaluate", "check", "init"] {
        let run = run(&[command, "--help"]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Examples:\n  undoku "), "{}", run.out);
        assert!(run.out.contains("Exit codes:\n  0 "), "{}", run.out);
    }
    assert_eq!(
        run(&["--version"]).out,
        format!("undoku {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_column_of_a_table_is_named() {
    let other = "123456789457189236689237145214573698376918452598624371731892564842365917965741823";
    let table = format!("id,solution,puzzle\n7,{other},{SOLVABLE}\n");
    let files = directory(&[("games.csv", &table)]);
    let path = below(&files, "games.csv");
    let puzzle = |column: &str| {
        let run = run(&["rate", "--format", "jsonl", "--column", column, &path]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.json()[0]["puzzle"].clone()
    };
    assert_eq!(puzzle("puzzle"), SOLVABLE);
    assert_eq!(puzzle("solution"), other);
    let unknown = run(&["rate", "--column", "grid", &path]);
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("solution, puzzle"),
        "the columns there are: {}",
        unknown.err
    );
}

#[test]
fn the_name_of_a_file_need_not_be_text() {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let files = directory(&[]);
        let path = files
            .path()
            .join(std::ffi::OsStr::from_bytes(b"puzzles-\xff.txt"));
        fs::write(&path, SOLVABLE).unwrap();
        let run = finish(command(&["rate"]).arg(&path));
        assert_eq!(run.code, 0, "{}", run.err);
    }
}
