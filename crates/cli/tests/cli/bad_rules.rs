//! Rules that cannot be used.

use crate::run::{SOLVABLE, below, directory, run, shown};

/// A technique file of a name, with one line of it exchanged.
fn technique(id: &str, line: &str, by: &str) -> String {
    let text = format!(
        "technique: {id}\n\
         title: Title\n\
         pattern: |\n  \
           for c in open\n  \
           check count(cand(c)) == 1\n  \
           place only(cand(c)) at c\n\
         assertions: 2\n\
         score: 1.0 + assertions / 4\n\
         range: [1.0, 2.0]\n\
         explain: \"{{target}}\"\n"
    );
    assert!(line.is_empty() || text.contains(line), "{line}");
    text.replace(line, by)
}

/// All that is refused, with the file and the line of each.
#[test]
fn everything_is_listed_and_nothing_is_rated() {
    let files = [
        ("a.yaml", technique("a", "", ""), None),
        (
            "b.yaml",
            technique("b", "title: Title", "title: [Title"),
            Some((3, "still open")),
        ),
        (
            "c.yaml",
            technique("c", "title: Title", "title: Title\nsumary: Text"),
            Some((3, "sumary")),
        ),
        (
            "d.yaml",
            technique("d", "for c in open", "for c in opn"),
            Some((4, "opn")),
        ),
        (
            "e.yaml",
            technique("e", "assertions: 2", "assertions: digits"),
            Some((7, "")),
        ),
        (
            "f.yaml",
            technique("f", "range: [1.0, 2.0]", "range: [1.0, 1.4]"),
            Some((8, "declared range")),
        ),
        ("g.yaml", technique("a", "", ""), Some((1, "`a`"))),
    ];
    let texts: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text, _)| (*name, text.as_str()))
        .collect();
    let rules = directory(&texts);
    let path = shown(rules.path());
    for args in [
        ["rate", "--rules", &path, SOLVABLE],
        ["explain", "--rules", &path, SOLVABLE],
    ] {
        let run = run(&args);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        for (name, _, problem) in &files {
            let file = below(&rules, name);
            let Some((line, words)) = problem else {
                continue;
            };
            let at = format!("{file}:{line}:");
            assert!(run.err.contains(&at), "{at}\n{}", run.err);
            assert!(run.err.contains(words), "{words}\n{}", run.err);
            assert!(run.err.contains(&file), "{file}\n{}", run.err);
        }
        assert!(run.err.contains("nothing was rated"), "{}", run.err);
    }
}

#[test]
fn a_change_that_fits_nowhere_is_refused() {
    for (change, words) in [
        (
            "hidden_single_box.peer_wieght=0.5",
            "did you mean `peer_weight`?",
        ),
        (
            "hidden_single_boxx.peer_weight=0.5",
            "did you mean `hidden_single_box`?",
        ),
        ("hidden_single_box.peer_weight", "="),
        ("hidden_single_box.peer_weight=heavy", "heavy"),
    ] {
        let run = run(&["rate", "--set", change, SOLVABLE]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{change}");
        assert!(run.err.contains(words), "{}", run.err);
        assert!(run.err.contains(&format!("--set {change}")), "{}", run.err);
    }
}

#[test]
fn a_change_that_breaks_a_declared_range_is_refused() {
    // The score of a naked single is 1 + 0.75 * 30 / 22 = 2.02 then, and may be 1.75.
    let change = "naked_single.by_open=[2, 4, 6, 9, 12, 30]";
    let run = run(&["rate", "--set", change, SOLVABLE]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("1.75"), "{}", run.err);
}
