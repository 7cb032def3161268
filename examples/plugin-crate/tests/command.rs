//! The command with the plugin in it, and the page that shows it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use undoku::{Bundle, registry};
use undoku_guardians::bundle;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/write-a-plugin.md");
    fs::read_to_string(path).unwrap()
}

fn run(arguments: &[&str]) -> (i32, String) {
    let program = env!("CARGO_BIN_EXE_undoku-guardians");
    let output = Command::new(program).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn the_page_shows_what_the_command_says() {
    let page = page();
    let sessions: Vec<&str> = page.split("$ undoku-guardians ").skip(1).collect();
    let mut count = 0;
    for session in sessions {
        let (shown, _) = session.split_once("```").unwrap();
        let (command, expected) = shown.split_once('\n').unwrap();
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&arguments), (0, expected.to_owned()), "{command}");
        count += 1;
    }
    assert!(count >= 1);
}

#[test]
fn the_page_shows_what_is_refused() {
    let (first, again) = (bundle(), bundle());
    let other = Bundle {
        name: "other",
        files: Vec::new,
        ..bundle()
    };
    for bundles in [[&first, &again], [&first, &other]] {
        let message = registry(&bundles).unwrap_err().to_string();
        assert!(page().contains(&message), "{message}");
    }
    assert!(page().contains("unknown function `guarded_loops`"));
}

#[test]
fn the_technique_can_stand_in_a_ladder() {
    let ladder =
        "--set=undoku.ladder=[naked_single, hidden_single_box, hidden_single_line, broken_wing]";
    let blank = ".".repeat(80) + "1";
    let (code, text) = run(&["explain", ladder, &blank]);
    assert_eq!(code, 3, "{text}");
    let (code, text) = run(&["check", ladder, "--format", "json"]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains("\"error\""), "{text}");
}
