//! `undoku init`.

use std::fs;

use crate::run::{SOLVABLE, below, directory, run, shown};

#[test]
fn the_built_in_files_are_written_as_they_are_with_their_schemas() {
    let files = directory(&[]);
    let target = below(&files, "my/rules");
    let init = run(&["init", &target]);
    assert_eq!((init.code, init.out.as_str()), (0, ""), "{}", init.err);
    for advice in [
        format!("undoku check {target}"),
        format!("undoku rate --rules {target}"),
    ] {
        assert!(init.err.contains(&advice), "{}", init.err);
    }
    let built_in = undoku::built_in_files();
    assert!(built_in.len() >= 4);
    for file in &built_in {
        let text = fs::read_to_string(files.path().join("my/rules").join(&file.name)).unwrap();
        assert_eq!(text, file.text, "{}", file.name);
    }
    assert_eq!(run(&["check", &target]).code, 0);
    let plain = run(&["rate", "--format", "jsonl", SOLVABLE]).out;
    let by_files = run(&["rate", "--format", "jsonl", "--rules", &target, SOLVABLE]).out;
    assert_eq!(plain, by_files, "the same rules, and the same hash of them");
}

#[test]
fn nothing_is_overwritten_unless_it_is_forced() {
    let files = directory(&[
        ("singles/naked_single.yaml", "mine"),
        ("systems/undoku.yaml", "mine"),
    ]);
    let target = shown(files.path());
    let refused = run(&["init", &target]);
    assert_eq!(refused.code, 2);
    for name in ["singles/naked_single.yaml", "systems/undoku.yaml"] {
        assert!(
            refused.err.contains(&below(&files, name)),
            "{}",
            refused.err
        );
        assert_eq!(fs::read_to_string(files.path().join(name)).unwrap(), "mine");
    }
    assert!(
        !files.path().join("singles/hidden_single_box.yaml").exists(),
        "nothing at all was written"
    );
    let forced = run(&["init", "--force", &target]);
    assert_eq!(forced.code, 0, "{}", forced.err);
    let text = fs::read_to_string(files.path().join("systems/undoku.yaml")).unwrap();
    assert!(text.contains("\nsystem: undoku\n"));
}

#[test]
fn a_file_in_the_place_of_a_directory_is_an_error() {
    let files = directory(&[("taken", "")]);
    let run = run(&["init", &below(&files, "taken")]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot be written"), "{}", run.err);
}
