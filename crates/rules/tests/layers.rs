//! Layers of files: what replaces what, and directories as they are found on disks.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::{SYSTEM, TECHNIQUE, load, span, with, words};
use undoku_rules::{Layers, Loaded, SourceFile};

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn codes(loaded: &Loaded) -> Vec<u16> {
    loaded.diagnostics.iter().map(|d| d.code.0).collect()
}

/// A directory that is removed again.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("undoku-rules-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    }

    fn load(&self) -> Loaded {
        let mut layers = Layers::new();
        layers.directory(&self.0);
        layers.load()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_later_layer_replaces_the_same_id_and_keeps_its_place_in_the_order() {
    let mut layers = Layers::new();
    layers.files([
        file("built-in/t.yaml", TECHNIQUE),
        file(
            "built-in/u.yaml",
            &with(TECHNIQUE, "technique: t", "technique: u"),
        ),
        file("built-in/s.yaml", SYSTEM),
    ]);
    layers.files([
        file(
            "own/new.yaml",
            &with(TECHNIQUE, "technique: t", "technique: new"),
        ),
        file("own/mine.yaml", &with(TECHNIQUE, "title: T", "title: Mine")),
    ]);
    let loaded = layers.load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let found: Vec<_> = loaded
        .techniques
        .iter()
        .map(|one| (one.id.value.as_str(), one.id.place.file()))
        .collect();
    assert_eq!(
        found,
        [
            ("t", "own/mine.yaml"),
            ("u", "built-in/u.yaml"),
            ("new", "own/new.yaml")
        ]
    );
    assert_eq!(loaded.techniques[0].title.value, "Mine");
}

#[test]
fn a_replaced_file_may_be_wrong() {
    let mut layers = Layers::new();
    layers.files([file("built-in/t.yaml", "technique: t\n")]);
    layers.files([file("own/t.yaml", TECHNIQUE)]);
    assert!(layers.load().diagnostics.is_empty());
}

#[test]
fn the_same_id_twice_in_a_layer_names_both_places() {
    let loaded = load(&[
        ("a.yaml", TECHNIQUE),
        ("b.yaml", &format!("# a comment\n{TECHNIQUE}")),
        ("s.yaml", SYSTEM),
    ]);
    assert_eq!(codes(&loaded), [801]);
    for only in &loaded.diagnostics {
        assert_eq!(only.message, "two techniques have the id `t`");
        assert_eq!(
            (only.place.file(), span(only)),
            ("b.yaml", ((2, 12), (2, 13)))
        );
        let (place, _) = &only.secondary[0];
        assert_eq!((place.file(), place.start().line), ("a.yaml", 1));
    }
}

#[test]
fn a_technique_and_a_system_share_no_id() {
    let loaded = load(&[
        ("t.yaml", TECHNIQUE),
        ("s.yaml", &with(SYSTEM, "system: s", "system: t")),
    ]);
    assert_eq!(codes(&loaded), [805]);
    for only in &loaded.diagnostics {
        assert_eq!(
            (only.place.file(), span(only)),
            ("s.yaml", ((1, 9), (1, 10)))
        );
    }
}

#[test]
fn a_file_that_is_neither() {
    let loaded = load(&[
        ("a.yaml", "title: A\ntable: 3\n"),
        ("b.yaml", "techniqe: t\n"),
        ("c.yaml", "- technique: t\n"),
        ("d.yaml", "technique: t\nsystem: s\n"),
    ]);
    let found: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.code.0, d.place.file(), span(d)))
        .collect();
    assert_eq!(
        found,
        [
            (802, "a.yaml", ((1, 1), (1, 6))),
            (802, "b.yaml", ((1, 1), (1, 9))),
            (802, "c.yaml", ((1, 1), (1, 15))),
            (802, "d.yaml", ((2, 1), (2, 7))),
        ]
    );
    let said: Vec<String> = loaded.diagnostics.iter().map(words).collect();
    assert!(said[0].contains("its first key must be `technique: …`, `system: …` or `library: …`"));
    assert!(said[1].contains("did you mean `technique`?"));
    assert!(said[3].contains("either a technique or a system or a library table"));
}

#[test]
fn files_are_sorted_by_name_and_problems_by_place() {
    let wrong = with(TECHNIQUE, "title: T", "summary: 1\ntitle: 1");
    let loaded = load(&[
        ("b.yaml", &wrong),
        ("a.yaml", &with(TECHNIQUE, "technique: t", "technique: T")),
    ]);
    let found: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.place.file(), d.place.start().line))
        .collect();
    assert_eq!(found, [("a.yaml", 1), ("b.yaml", 2), ("b.yaml", 3)]);
    assert_eq!(loaded.diagnostics.summary(), "3 errors in 2 files");
}

#[test]
fn directories_are_read_recursively_and_in_order() {
    let scratch = Scratch::new("recursive");
    let technique = |id: &str| with(TECHNIQUE, "technique: t", &format!("technique: {id}"));
    scratch.write("b.yaml", technique("b"));
    scratch.write("a/z.yml", technique("z"));
    scratch.write("a/deep/er/y.YAML", technique("y"));
    scratch.write("c/notes.txt", "not: [a rule file");
    scratch.write(".git/config.yaml", "not: [a rule file");
    scratch.write("a/.hidden.yaml", "not: [a rule file");
    let loaded = scratch.load();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let ids: Vec<_> = loaded
        .techniques
        .iter()
        .map(|one| one.id.value.as_str())
        .collect();
    assert_eq!(ids, ["y", "z", "b"]);
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new("unreadable");
    scratch.write("bytes.yaml", b"technique: t\ntitle: \xc3\xa9 \xff\n");
    scratch.write("huge.yaml", vec![b'a'; 10 << 20]);
    fs::create_dir_all(scratch.0.join("dir.yaml")).expect("a directory");
    let start = Instant::now();
    let loaded = scratch.load();
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(codes(&loaded), [602, 601]);
    let bytes = loaded.diagnostics.iter().next().expect("a problem");
    // `title: é ` has 9 characters in 10 bytes.
    assert_eq!(bytes.place.start().line, 2);
    assert_eq!(bytes.place.start().column, 10);
    assert!(words(bytes).contains("0xff"));

    let mut layers = Layers::new();
    layers.directory(&scratch.0.join("missing"));
    let loaded = layers.load();
    assert_eq!(codes(&loaded), [620]);
    assert_eq!(loaded.diagnostics.errors(), 1);
}

#[test]
fn an_empty_directory_is_a_warning() {
    let scratch = Scratch::new("empty");
    let loaded = scratch.load();
    assert_eq!(codes(&loaded), [623]);
    assert_eq!(
        (loaded.diagnostics.errors(), loaded.diagnostics.warnings()),
        (0, 1)
    );
    assert_eq!(loaded.diagnostics.summary(), "1 warning in 1 file");
}

#[cfg(unix)]
#[test]
fn symbolic_links() {
    use std::os::unix::fs::symlink;

    let scratch = Scratch::new("links");
    scratch.write("a/t.yaml", TECHNIQUE);
    symlink("..", scratch.0.join("a/up")).expect("a link");
    symlink("nowhere", scratch.0.join("a/gone.yaml")).expect("a link");
    symlink("nowhere", scratch.0.join("a/ignored")).expect("a link");
    let loaded = scratch.load();
    assert_eq!(codes(&loaded), [620, 621]);
    let files: Vec<_> = loaded.diagnostics.iter().map(|d| d.place.file()).collect();
    assert!(
        files[0].ends_with("gone.yaml") && files[1].ends_with("up"),
        "{files:?}"
    );

    // A link to a directory elsewhere is followed.
    let other = Scratch::new("links-other");
    symlink(scratch.0.join("a/t.yaml"), other.0.join("t.yaml")).expect("a link");
    assert_eq!(other.load().techniques.len(), 1);
}

#[test]
fn too_many_directories_deep() {
    let scratch = Scratch::new("deep");
    scratch.write(&format!("{}t.yaml", "d/".repeat(40)), TECHNIQUE);
    let loaded = scratch.load();
    assert_eq!(codes(&loaded), [622]);
}

#[test]
fn a_path_to_a_file_gives_that_file() {
    let scratch = Scratch::new("single");
    let name = scratch.write("t.txt", TECHNIQUE);
    let mut layers = Layers::new();
    layers.directory(name.as_ref());
    assert_eq!(layers.load().techniques.len(), 1);
}
