//! `undoku test`: examples and technique libraries.

use serde_json::Value;

use crate::run::{Run, below, directory, run, shown};

/// Row 1 is full but for r1c9, which is 9.
const LAST: &str =
    "12345678.........................................................................";
/// Nothing at all.
const BLANK: &str =
    ".................................................................................";

/// A technique that finds the last cell of a row, with these examples.
fn last_cell(examples: &[String]) -> String {
    let mut text = "\
technique: last_cell
title: Last cell
pattern: |
  for u in rows
  check count(open(u)) == 1
  place only(missing(u)) at only(open(u))
assertions: 1
score: 1.0
explain: \"{target} is the last cell of {u}\"
"
    .to_owned();
    if !examples.is_empty() {
        text.push_str("examples:\n");
    }
    for example in examples {
        text.push_str(&format!("  - {{puzzle: \"{LAST}\", {example}}}\n"));
    }
    text
}

/// A technique of two kinds that takes 1 from the cells of a unit with a cell that has 1 alone.
const TAKING: &str = "\
technique: taking
title: Taking
variants:
  taking_row: {of: rows}
  taking_column: {of: columns}
pattern: |
  for u in of
  for c in open(u)
  check cand(c) == first(digits)
  eliminate first(digits) from open(u) - c
assertions: 1
score: 1.0
explain: \"1 goes from {eliminated}\"
";

const TABLE: &str = "\
library: cases
title: Cases
codes: {\"0001\": last_cell, \"0002\": taking, \"0003\": [gone, gone_too], \"0001-2\": taking}
left_out: {\"0009\": too large}
";

fn all_lines(run: &Run) -> String {
    format!("{}{}", run.out, run.err)
}

#[test]
fn the_built_in_examples_are_validated() {
    let run = run(&["test"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let built_in = undoku::Loader::new().unwrap().load().unwrap();
    let count: usize = built_in.techniques.iter().map(|t| t.examples.len()).sum();
    let last = *run.lines().last().unwrap();
    let expected = format!(
        "{count} examples of {} techniques: {count} validated, 0 failed",
        built_in.techniques.len()
    );
    assert_eq!(last, expected);
    assert!(count > 8);
    for technique in &built_in.techniques {
        let is_its = |line: &&str| line.split_whitespace().next() == Some(&technique.id);
        let line = run.lines().into_iter().find(is_its).unwrap();
        let count = technique.examples.len();
        if count > 0 {
            assert!(line.ends_with(&format!("{count} validated")), "{line}");
        } else {
            assert!(line.ends_with("no examples"), "{line}");
        }
    }
}

#[test]
fn what_fails_is_shown_with_its_place_and_what_was_found() {
    let text = last_cell(&[
        "finds: r1c9=9".to_owned(),
        "finds: r2c1=4".to_owned(),
        "finds_nothing: true".to_owned(),
        format!(
            "placed: \"{}9{}\", without: r9c1<>23, finds: r9c1=9",
            &BLANK[..8],
            &BLANK[9..]
        ),
    ]);
    let rules = directory(&[("last.yaml", &text)]);
    let path = shown(rules.path());
    let found = run(&["test", "--filter", "last_cell", &path]);
    assert_eq!(found.code, 1, "{}", found.err);
    let file = below(&rules, "last.yaml");
    let line =
        |number: usize| text.lines().position(|line| line == "examples:").unwrap() + 1 + number;
    let expected = format!(
        "\
last_cell  1 validated, 1 missing, 1 wrong, 1 noisy
  wrong  {file}:{}:5
    puzzle   {LAST}
    expected r2c1=4
    found    r1c9=9  last_cell: r1c9 is the last cell of row 1
  noisy  {file}:{}:5
    puzzle   {LAST}
    expected nothing
    found    r1c9=9  last_cell: r1c9 is the last cell of row 1
  missing  {file}:{}:5
    puzzle   {LAST}
    placed   {}9{}
    without  r9c1<>23
    expected r9c1=9
    found    nothing

4 examples of 1 technique: 1 validated, 3 failed
",
        line(2),
        line(3),
        line(4),
        &BLANK[..8],
        &BLANK[9..]
    );
    assert_eq!(found.out, expected);

    let json = run(&[
        "test", "--format", "json", "--rules", &path, "--filter", "last_",
    ]);
    assert_eq!(json.code, 1);
    let objects = json.json();
    let of = |key: &str| {
        objects
            .iter()
            .map(|o| o[key].clone())
            .collect::<Vec<Value>>()
    };
    assert_eq!(of("verdict"), ["validated", "wrong", "noisy", "missing"]);
    assert_eq!(objects[1]["expected"], "r2c1=4");
    assert_eq!(objects[1]["found"]["listed"][0]["finds"], "r1c9=9");
    assert_eq!(objects[1]["found"]["listed"][0]["kind"], "last_cell");
    assert_eq!(objects[2]["expected"], Value::Null);
    assert_eq!(objects[3]["position"]["without"], "r9c1<>23");
    assert_eq!(objects[1]["line"], line(2));
}

#[test]
fn a_filter_takes_ids_and_kinds_and_says_if_it_takes_nothing() {
    let rules = directory(&[("taking.yaml", TAKING), ("last.yaml", &last_cell(&[]))]);
    let path = shown(rules.path());
    let run_with = |filter: &str| run(&["test", "--filter", filter, &path]);
    let taken = run_with("king_col");
    assert_eq!(taken.code, 0);
    assert!(
        taken.out.starts_with("taking  no examples\n"),
        "{}",
        taken.out
    );
    assert!(taken.out.contains("of 1 technique:"), "{}", taken.out);
    let nothing = run_with("no such thing");
    assert_eq!((nothing.code, nothing.out.as_str()), (2, ""));
    assert!(
        nothing.err.contains("no technique has \"no such thing\""),
        "{}",
        nothing.err
    );
}

/// r9c8 has 1 alone, for 2 to 9 stand in its row; so the last cell of row 9 is 1, and column 8 loses it.
const ONE: &str =
    "........................................................................2345678.9";

fn library() -> String {
    let single = format!(":{}:::", LAST.replacen('8', "+8", 1));
    [
        "# comment".to_owned(),
        format!(":0001:9{single}919:"),
        format!(":0001:9{single}929:"),
        format!(":0001-x::{BLANK}::::"),
        format!(":0001-x:9{single}:"),
        format!(":0002:1:{ONE}::118 128 138 148 158 168 178 188::"),
        format!(":0001-2:1:{ONE}::118::"),
        format!(":0003:1:{ONE}::118::"),
        format!(":0009:1:{ONE}::118::"),
        format!(":0042:1:{ONE}::118::"),
        format!(":0001:1:{}:::111:", &BLANK[1..]),
        String::new(),
        format!(":0001:1:{BLANK}:::111:"),
    ]
    .join("\r\n")
}

/// A directory with `rules` and `cases.txt`.
fn library_files() -> tempfile::TempDir {
    directory(&[
        ("rules/taking.yaml", TAKING),
        ("rules/last.yaml", &last_cell(&[])),
        ("rules/table.yaml", TABLE),
        ("cases.txt", &library()),
    ])
}

#[test]
fn cases_of_a_library_are_tried_by_its_table() {
    let files = library_files();
    let (rules, cases) = (below(&files, "rules"), below(&files, "cases.txt"));
    let found = run(&[
        "test",
        "--rules",
        &rules,
        "--library",
        &cases,
        "--table",
        "cases",
    ]);
    assert_eq!((found.code, found.err.as_str()), (1, ""));
    let (placed, clues) = (
        format!("{}8{}", &BLANK[..7], &BLANK[8..]),
        format!("1234567{}", &BLANK[7..]),
    );
    let expected = format!(
        "\
{cases}:3  0001  wrong
    puzzle   {clues}
    placed   {placed}
    expected r2c9=9
    found    r1c9=9  last_cell: r1c9 is the last cell of row 1
{cases}:5  0001-x  noisy
    puzzle   {clues}
    placed   {placed}
    expected nothing
    found    r1c9=9  last_cell: r1c9 is the last cell of row 1
{cases}:7  0001-2  wrong
    puzzle   {ONE}
    expected r1c8<>1
    found    r1c8<>1 r2c8<>1 r3c8<>1 r4c8<>1 r5c8<>1 r6c8<>1 r7c8<>1 r8c8<>1  taking_column: 1 goes from r1c8, r2c8, r3c8, r4c8, r5c8, r6c8, r7c8, r8c8
{cases}:11:9  unreadable
    80 cells where a position has 81
{cases}:13  0001  missed
    puzzle   {BLANK}
    expected r1c1=1
    found    nothing
code    cases  found  missed  wrong  noisy  kinds
0001        3      1       1      1      0  last_cell
0001-2      1      0       0      1      0  taking_row, taking_column
0001-x      2      1       0      0      1  last_cell
0002        1      1       0      0      0  taking_row, taking_column
0003    1 case not tried: the rules have no gone, gone_too
0009    1 case left out: too large
0042    1 case of an unknown code: the table cases does not have it

10 cases: 3 found, 1 missed, 2 wrong, 1 noisy, 1 left out, 1 of unknown codes, \
1 of techniques that the rules do not have; 1 line unreadable
"
    );
    assert_eq!(found.out, expected);
}

#[test]
fn cases_as_json_and_by_a_filter() {
    let files = library_files();
    let (rules, cases) = (below(&files, "rules"), below(&files, "cases.txt"));
    let base = ["test", &rules, "--library", &cases, "--table", "cases"];
    let json = run(&[&base[..], &["--format", "json"]].concat());
    assert_eq!(json.code, 1);
    let said: Vec<(u64, String)> = json
        .json()
        .iter()
        .map(|o| {
            (
                o["line"].as_u64().unwrap(),
                o["verdict"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let expected = [
        (2, "found"),
        (3, "wrong"),
        (4, "found"),
        (5, "noisy"),
        (6, "found"),
        (7, "wrong"),
        (8, "no such kind"),
        (9, "left out"),
        (10, "unknown code"),
        (11, "unreadable"),
        (13, "missed"),
    ]
    .map(|(line, verdict)| (line, verdict.to_owned()));
    assert_eq!(said, expected);
    // Codes as well as kinds; lines that cannot be read are always said.
    let good = library().replace(&format!(":0001:1:{}:::111:", &BLANK[1..]), "");
    let files = directory(&[
        ("rules/taking.yaml", TAKING),
        ("rules/last.yaml", &last_cell(&[])),
        ("rules/table.yaml", TABLE),
        ("cases.txt", &good),
    ]);
    let (rules, cases) = (below(&files, "rules"), below(&files, "cases.txt"));
    let base = [
        "test",
        &rules,
        "--library",
        &cases,
        "--table",
        "cases",
        "--filter",
    ];
    let by_code = run(&[&base[..], &["0002"]].concat());
    assert_eq!(by_code.code, 0, "{}", by_code.out);
    assert!(
        by_code
            .out
            .ends_with("\n1 case: 1 found, 0 missed, 0 wrong, 0 noisy\n"),
        "{}",
        by_code.out
    );
    let by_kind = run(&[&base[..], &["taking_row"]].concat());
    assert!(
        by_kind
            .out
            .contains("\n2 cases: 1 found, 0 missed, 1 wrong"),
        "{}",
        by_kind.out
    );
    let nothing = run(&[&base[..], &["zzz"]].concat());
    assert!(
        nothing.err.contains("no case of"),
        "{}",
        all_lines(&nothing)
    );
    // What is left out or unknown is no failure.
    for code in ["0009", "0042"] {
        let run = run(&[&base[..], &[code]].concat());
        assert_eq!(run.code, 0, "{}", all_lines(&run));
    }
    assert_eq!(run(&[&base[..], &["0003"]].concat()).code, 1);
}

#[test]
fn tables_are_named_where_there_are_several() {
    let other = TABLE.replace("library: cases", "library: other");
    let files = directory(&[
        ("rules/taking.yaml", TAKING),
        ("rules/last.yaml", &last_cell(&[])),
        ("rules/table.yaml", TABLE),
        ("rules/other.yaml", &other),
        ("cases.txt", &library()),
    ]);
    let (rules, cases) = (below(&files, "rules"), below(&files, "cases.txt"));
    let none = run(&["test", &rules, "--library", &cases]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("name one with --table"), "{}", none.err);
    assert!(none.err.contains("other, cases"), "{}", none.err);
    let wrong = run(&["test", &rules, "--library", &cases, "--table", "othr"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean `other`?"), "{}", wrong.err);
    let missing = run(&[
        "test",
        &rules,
        "--library",
        "no/such/file",
        "--table",
        "other",
    ]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("no/such/file cannot be read"),
        "{}",
        missing.err
    );
    assert_eq!(run(&["test", &rules, "--table", "other"]).code, 2);
    assert_eq!(run(&["test", "no/such/directory"]).code, 2);
}

#[test]
fn rules_that_cannot_be_used_test_nothing() {
    let files = directory(&[("last.yaml", &last_cell(&["finds: r1c9".to_owned()]))]);
    let run = run(&["test", &shown(files.path())]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("U0721"), "{}", run.err);
    assert!(run.err.contains("nothing was tested"), "{}", run.err);
}
