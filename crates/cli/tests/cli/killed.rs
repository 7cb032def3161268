//! Runs that are killed leave the old file or the new one, whole.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::run::{below, command, data_text, directory, run};

const MOMENTS: u32 = 50;

/// Kills the command at random moments of its run, until after its end, and looks at a file each time. Before each
/// run the file is `old`; a run that ends makes it `new`.
fn kill(directory: &Path, file: &str, args: &[&str], old: &str) {
    let path = directory.join(file);
    let start = || {
        fs::write(&path, old).unwrap();
        let mut command = command(args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        (Instant::now(), command.spawn().unwrap())
    };
    let (started, mut child) = start();
    let code = child.wait().unwrap().code();
    let time = started.elapsed();
    assert!(code == Some(0) || code == Some(3), "{code:?}");
    let new = fs::read_to_string(&path).unwrap();
    assert!(new != old && new.len() > 100_000, "{}", new.len());

    let seed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_nanos() as u64;
    let mut random = seed | 1;
    let mut ends = [0, 0];
    for moment in 0..MOMENTS {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // Any moment within a slice of the run, so that all of it is met; at the end of all, a bit after it.
        let within = (random >> 40) as f64 / f64::from(1_u32 << 24);
        let part = (f64::from(moment) + within) / f64::from(MOMENTS) * 1.2;
        let (started, mut child) = start();
        let moment: Duration = time.mul_f64(part);
        std::thread::sleep(moment.saturating_sub(started.elapsed()));
        child.kill().unwrap();
        child.wait().unwrap();
        let left = fs::read_to_string(&path).unwrap();
        assert!(
            left == old || left == new,
            "killed after {moment:?} (seed {seed}): {} bytes",
            left.len()
        );
        ends[usize::from(left == new)] += 1;
        for entry in fs::read_dir(directory).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            // What is left besides is hidden, and says what it was to become.
            let unfinished = name.starts_with(&format!(".{file}.")) && name.ends_with(".tmp");
            assert!(unfinished || !name.starts_with('.'), "{name}");
        }
    }
    assert!(ends[0] > 0, "no run was killed before its end");
    // A run that comes to its end takes with it what the others left.
    let (_, mut child) = start();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
    let names = fs::read_dir(directory).unwrap();
    let hidden = names.filter(|name| {
        name.as_ref()
            .unwrap()
            .file_name()
            .to_str()
            .unwrap()
            .starts_with('.')
    });
    assert_eq!(hidden.count(), 0);
}

/// A directory with enough puzzles for a run that can be met in its middle.
fn bank() -> tempfile::TempDir {
    let text = data_text("mixed-500.txt");
    directory(&[("bank.txt", &text.repeat(4))])
}

#[test]
fn rate_leaves_the_old_file_or_the_new_one() {
    let files = bank();
    let (bank, out) = (below(&files, "bank.txt"), below(&files, "out.csv"));
    kill(
        files.path(),
        "out.csv",
        &["rate", "-f", "csv", "-o", &out, &bank],
        "old\n",
    );
}

#[test]
fn accept_leaves_the_old_baseline_or_the_new_one() {
    let files = bank();
    let bank = below(&files, "bank.txt");
    run(&["snapshot", "record", &bank]);
    let old = fs::read_to_string(files.path().join("bank.ratings")).unwrap();
    let accept = [
        "snapshot",
        "accept",
        "--set",
        "hidden_single_box.peer_weight=0.5",
        &bank,
    ];
    kill(files.path(), "bank.ratings", &accept, &old);
}

#[test]
fn files_of_running_commands_are_not_swept_away() {
    use std::io::Write;
    let files = directory(&[]);
    let out = below(&files, "out.csv");
    let hidden = || {
        let names = fs::read_dir(files.path())
            .unwrap()
            .map(|e| e.unwrap().file_name());
        names
            .filter(|name| name.to_str().unwrap().starts_with('.'))
            .count()
    };
    let mut first = command(&["rate", "-f", "csv", "-o", &out, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while hidden() < 1 {
        assert!(Instant::now() < patience);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(
        run(&["rate", "-f", "csv", "-o", &out, crate::run::SOLVABLE]).code,
        0
    );
    assert_eq!(hidden(), 1, "the first run still needs its file");
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "{}\n{}", crate::run::SOLVABLE, crate::run::STUCK).unwrap();
    drop(input);
    assert_eq!(first.wait().unwrap().code(), Some(3));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 3);
    assert_eq!(hidden(), 0);
}
