//! Results in a file.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{SOLVABLE, below, command, directory, run};

fn names(directory: &tempfile::TempDir) -> Vec<String> {
    let entries = fs::read_dir(directory.path()).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_takes_the_place_of_an_older_one() {
    let files = directory(&[("out.jsonl", "old")]);
    let out = below(&files, "out.jsonl");
    let in_file = run(&["rate", "--format", "jsonl", "-o", &out, SOLVABLE]);
    assert_eq!((in_file.code, in_file.out.as_str()), (0, ""));
    assert!(in_file.err.contains("1 rated"));
    let expected = run(&["rate", "--format", "jsonl", SOLVABLE]).out;
    assert_eq!(fs::read_to_string(&out).unwrap(), expected);
    assert_eq!(names(&files), ["out.jsonl"]);
}

#[test]
fn nothing_is_written_where_nothing_was_read() {
    let files = directory(&[("out.csv", "old")]);
    let out = below(&files, "out.csv");
    for (code, args) in [
        (
            2,
            &["rate", "-f", "csv", "-o", &out, "missing.txt"] as &[&str],
        ),
        (
            1,
            &[
                "rate",
                "-f",
                "csv",
                "-o",
                &out,
                "--set",
                "nothing=1",
                SOLVABLE,
            ],
        ),
    ] {
        assert_eq!(run(args).code, code);
        assert_eq!(fs::read_to_string(&out).unwrap(), "old");
        assert_eq!(names(&files), ["out.csv"]);
    }
}

#[test]
fn a_place_that_cannot_be_written_is_said_before_anything_is_rated() {
    let files = directory(&[("sub/file", "")]);
    for name in ["sub", "no/such/directory/out.csv", "sub/file/out.csv"] {
        let out = below(&files, name);
        let run = run(&["rate", "-o", &out, SOLVABLE]);
        assert_eq!(run.code, 2, "{name}");
        assert!(run.err.contains("cannot be written"), "{}", run.err);
        assert!(!run.err.contains("rated"), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_the_old_file_and_nothing_else() {
    for signal in ["-INT", "-TERM"] {
        let files = directory(&[("out.csv", "old")]);
        let out = below(&files, "out.csv");
        let mut child = command(&["rate", "--format", "csv", "-o", &out, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{SOLVABLE}\n").as_bytes()).unwrap();
        // The new file is there as soon as the run has begun.
        let patience = Instant::now() + Duration::from_secs(30);
        while names(&files).len() < 2 {
            assert!(Instant::now() < patience);
            std::thread::sleep(Duration::from_millis(5));
        }
        // The shell has the command built in, where there is no program of that name.
        let kill = format!("kill {signal} {}", child.id());
        let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(names(&files), ["out.csv"]);
        assert_eq!(fs::read_to_string(&out).unwrap(), "old");
        drop(input);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_written_to_directly() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let run_to = |out: &str| run(&["rate", "-o", out, SOLVABLE]).code;
    assert_eq!(run_to("/dev/null"), 0);
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    let files = directory(&[("real.txt", "old")]);
    let (real, link) = (files.path().join("real.txt"), files.path().join("link.txt"));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.txt", &link).unwrap();
    assert_eq!(run_to(&below(&files, "link.txt")), 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("solved"));
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn quiet_means_quiet() {
    let run = run(&[
        "rate",
        "--quiet",
        "--set",
        "naked_single.ceiling=20",
        SOLVABLE,
    ]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}
