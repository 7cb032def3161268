//! `undoku new`.

use std::fs;
use std::path::Path;

use crate::run::{SOLVABLE, below, directory, run, shown};

#[test]
fn a_new_technique_passes_check_and_its_examples_are_found() {
    let files = directory(&[]);
    let dir = below(&files, "mine");
    let new = run(&["new", "technique", "my_wing", "--dir", &dir]);
    assert_eq!((new.code, new.out.as_str()), (0, ""), "{}", new.err);
    for advice in [
        format!("undoku check {dir}"),
        format!("undoku test --filter my_wing {dir}"),
    ] {
        assert!(new.err.contains(&advice), "{}", new.err);
    }
    let text = fs::read_to_string(files.path().join("mine/techniques/my_wing.yaml")).unwrap();
    let first = "# yaml-language-server: $schema=../schemas/technique.json\n";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("\ntechnique: my_wing ") && text.contains("\ntitle: My wing "));
    assert!(!text.contains("my_technique"), "{text}");
    // At least a third of the lines teach.
    let comments = text.lines().filter(|line| line.contains('#')).count();
    assert!(comments * 3 >= text.lines().count(), "{comments}");

    // No warning that the built-in rules do not have.
    let built_in = run(&["check", "--format", "json"]);
    let check = run(&["check", "--format", "json", &dir]);
    assert_eq!(
        (check.code, &check.out),
        (0, &built_in.out),
        "{}",
        check.err
    );

    let test = run(&["test", "--filter", "my_wing", &dir]);
    assert_eq!(test.code, 0, "{}{}", test.out, test.err);
    assert!(
        test.out.ends_with("2 validated, 0 failed\n"),
        "{}",
        test.out
    );
    // In the example 1 is left for row 1 of box 1, so it goes from the other six cells of the row.
    let finds = text.matches("<>1").count();
    assert_eq!(finds, 6);
    let sound = run(&["check", "--sound", SOLVABLE, &dir]);
    assert_eq!(sound.code, 0, "{}{}", sound.out, sound.err);
}

#[test]
fn a_new_system_rates() {
    let files = directory(&[]);
    let dir = shown(files.path());
    let new = run(&["new", "system", "my_grades", "--dir", &dir]);
    assert_eq!(new.code, 0, "{}", new.err);
    assert!(files.path().join("systems/my_grades.yaml").is_file());
    let built_in = run(&["check", "--format", "json"]);
    let check = run(&["check", "--format", "json", &dir]);
    assert_eq!(
        (check.code, &check.out),
        (0, &built_in.out),
        "{}",
        check.err
    );
    let rate = ["rate", "--quiet", "--rules", &dir, "--system", "my_grades"];
    let rated = run(&[&rate[..], &["--format", "jsonl", SOLVABLE]].concat());
    assert_eq!(rated.code, 0, "{}", rated.err);
    let report = &rated.json()[0];
    assert_eq!(report["system"]["id"], "my_grades");
    // Singles alone solve it: the hardest scores less than 2.30, by the ranges of the singles.
    let grade = report["metrics"]["grade"].as_str().unwrap();
    assert!(["Gentle", "Moderate"].contains(&grade), "{report}");
}

#[test]
fn both_stand_side_by_side_and_a_ladder_names_the_technique() {
    let files = directory(&[]);
    let dir = shown(files.path());
    for (what, name) in [
        ("technique", "line_up"),
        ("system", "grades"),
        ("technique", "other"),
    ] {
        let new = run(&["new", what, name, "--dir", &dir]);
        assert_eq!(new.code, 0, "{}", new.err);
    }
    let system = files.path().join("systems/grades.yaml");
    let text = fs::read_to_string(&system).unwrap();
    fs::write(
        &system,
        text.replace("  - locked_candidates", "  - line_up"),
    )
    .unwrap();
    assert_eq!(run(&["check", &dir]).code, 0);
    let schemas = files.path().join("schemas");
    for sort in ["technique", "system", "library"] {
        let written = fs::read_to_string(schemas.join(format!("{sort}.json"))).unwrap();
        assert_eq!(written, run(&["schema", sort]).out);
    }
}

/// Asserts that a name is refused with this said, and that nothing was written.
fn refused(arguments: &[&str], dir: &Path, said: &[&str]) {
    let before = fs::read_dir(dir).unwrap().count();
    let new = run(&[&["new"], arguments, &["--dir", &shown(dir)]].concat());
    assert_eq!((new.code, new.out.as_str()), (2, ""), "{}", new.err);
    for said in said {
        assert!(new.err.contains(said), "{said}: {}", new.err);
    }
    assert_eq!(fs::read_dir(dir).unwrap().count(), before);
}

#[test]
fn names_are_checked() {
    let files = directory(&[]);
    for (name, better) in [
        ("My-Wing", "my_wing"),
        ("xy wing", "xy_wing"),
        ("a.b", "a_b"),
    ] {
        let help = format!("write `{better}`");
        refused(
            &["technique", name],
            files.path(),
            &["is not a name", &help],
        );
    }
    for name in ["", "9lives", "../up", "/root", "flügel", "_a", "a\nb"] {
        refused(&["system", name], files.path(), &["is not a name"]);
    }
    refused(
        &["technique", &"a".repeat(300)],
        files.path(),
        &["too long for a file"],
    );
}

#[test]
fn a_name_that_is_taken_is_refused_with_what_to_do() {
    let files = directory(&[
        ("a.yaml", "technique: mine\ntitle: Broken\n"),
        ("techniques/there.yaml", "library: other\ntitle: Other\n"),
    ]);
    let advice = "choose another name";
    let dir = files.path();
    refused(
        &["technique", "xy_wing"],
        dir,
        &["wings/xy_wing.yaml", advice, "undoku init"],
    );
    refused(&["system", "xy_wing"], dir, &["wings/xy_wing.yaml", advice]);
    refused(
        &["technique", "undoku"],
        dir,
        &["systems/undoku.yaml", advice],
    );
    refused(
        &["technique", "hidden_single_row"],
        dir,
        &["a kind of step of `hidden_single_line`"],
    );
    // Files that cannot be used have names, too.
    refused(&["technique", "mine"], dir, &["a.yaml", advice]);
    refused(
        &["technique", "there"],
        dir,
        &["there.yaml is there already", advice],
    );
}

#[test]
fn wrong_usage() {
    let files = directory(&[("taken", "")]);
    let typo = run(&["new", "tecnique", "x"]);
    assert_eq!(typo.code, 2);
    assert!(typo.err.contains("technique"), "{}", typo.err);
    assert_eq!(run(&["new", "technique"]).code, 2);
    let taken = run(&["new", "technique", "x", "--dir", &below(&files, "taken")]);
    assert_eq!(taken.code, 2);
    assert!(taken.err.contains("cannot be written"), "{}", taken.err);
}
