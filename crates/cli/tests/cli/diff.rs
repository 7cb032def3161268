//! Two sets of rules over the same puzzles: the table of tiers, where paths part, who moved.

use std::collections::BTreeMap;
use std::fs;

use serde_json::{Value, json};

use crate::run::{Run, SOLVABLE, STUCK, below, data_text, directory, run, run_with};

/// A system whose tiers are about how many cells are open at the start, which anybody can count.
const OPEN_CELLS: &str = "\
system: open_cells
version: 3
title: Open cells
ladder: [naked_single, hidden_single_box, hidden_single_line]
constants: {}
metrics:
  size: {open_at_start: count(open)}
tiers:
  domain: size
  by: open_at_start
  names: [sort, fine_sort]
  table:
    - {sort: Small, fine_sort: Tiny, below: 42}
    - {sort: Small, fine_sort: Little, from: 42, below: 52}
    - {sort: Large, fine_sort: Big, from: 52, below: 57}
    - {sort: Large, fine_sort: Huge, from: 57}
";

fn diff(args: &[&str]) -> Run {
    let all: Vec<&str> = ["diff"].iter().chain(args).copied().collect();
    run(&all)
}

fn json_of(args: &[&str]) -> Value {
    let run = diff(&[args, &["--quiet", "--format", "json"]].concat());
    assert!(run.code == 0 || run.code == 3, "{}", run.err);
    assert_eq!(run.err, "");
    run.json().remove(0)
}

fn rated(bank: &str, more: &[&str]) -> Vec<Value> {
    run(&[
        &["rate", "--quiet", "--format", "jsonl", "--steps", bank],
        more,
    ]
    .concat())
    .json()
}

/// A puzzle with so many open cells: of this one, which has a single solution, some cells are filled in.
fn with_open(open: usize) -> String {
    // Its solution, and the order in which its cells are given away.
    let solution = run(&["rate", "--quiet", "--format", "jsonl", "--steps", SOLVABLE])
        .json()
        .remove(0);
    let mut cells: Vec<char> = SOLVABLE.chars().collect();
    for step in solution["steps"].as_array().unwrap() {
        if cells.iter().filter(|c| **c == '.').count() == open {
            break;
        }
        let cell = step["cell"].as_str().unwrap().as_bytes();
        let at = usize::from(cell[1] - b'1') * 9 + usize::from(cell[3] - b'1');
        cells[at] = step["digit"].to_string().chars().next().unwrap();
    }
    cells.into_iter().collect()
}

#[test]
fn the_table_of_tiers_is_the_one_worked_out_by_hand() {
    // 53 cells of it are open; the six puzzles have a part of its solution filled in.
    assert_eq!(SOLVABLE.chars().filter(|c| *c == '.').count(), 53);
    let open = [10, 30, 41, 42, 45, 50];
    let puzzles: Vec<String> = open.iter().map(|&open| with_open(open)).collect();
    let bank = puzzles.join("\n") + "\n" + STUCK + "\n";
    let files = directory(&[("rules/open_cells.yaml", OPEN_CELLS), ("bank.txt", &bank)]);
    let (rules, bank) = (below(&files, "rules"), below(&files, "bank.txt"));
    // From: 10, 30 and 41 are tiny, 42, 45 and 50 little. To: the bounds are 31, 45 and 50, so 10 and 30 stay tiny,
    // 41 and 42 are little, 45 is big and 50 huge. The last puzzle is stuck on both sides.
    let args = [
        "--rules",
        &rules,
        "--system",
        "open_cells",
        "--to",
        "open_cells.tiers.table.1.below=31",
        "--to",
        "set=open_cells.tiers.table.2={sort: Small, fine_sort: Little, from: 31, below: 45}",
        "--to",
        "open_cells.tiers.table.3={sort: Large, fine_sort: Big, from: 45, below: 50}",
        "--to",
        "open_cells.tiers.table.4.from=50",
        &bank,
    ];
    let found = json_of(&args);
    assert_eq!(found["from"]["tier"], "fine_sort");
    assert_eq!(
        found["from"]["classes"],
        json!(["Tiny", "Little", "Big", "Huge", "stuck"])
    );
    let table = json!([
        [2, 1, 0, 0, 0],
        [0, 1, 1, 1, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1],
    ]);
    assert_eq!(found["confusion"], table);
    assert_eq!(found["from"]["totals"], json!([3, 3, 0, 0, 1]));
    assert_eq!(found["to"]["totals"], json!([2, 2, 1, 1, 1]));
    assert_eq!(found["shift"], json!({"easier": 0, "same": 4, "harder": 3}));
    assert_eq!(
        (&found["puzzles"], &found["refused"]),
        (&json!(7), &json!({}))
    );
    // The steps are the same: 10, 30, 45 … are rated alike or on the same path.
    assert_eq!(found["paths"]["part"], 0);
    assert_eq!(found["paths"]["rated_differently_on_the_same_path"], 3);
    assert_eq!(found["paths"]["rated_alike"], 4);
    // 50 goes two tiers, the other two go one.
    let movers: Vec<&str> = found["movers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["puzzle"].as_str().unwrap())
        .collect();
    assert_eq!(
        movers,
        [&puzzles[5], &puzzles[2], &puzzles[4]].map(String::as_str)
    );
    // (10 + 30 + 41 + 42 + 45 + 50) / 6 is 36.333…
    let values = json!({"count": 6, "mean": 36.3333333333, "least": 10.0, "greatest": 50.0});
    assert_eq!(found["from"]["values"], values);

    let text = diff(&args);
    assert_eq!(text.code, 0);
    let expected = "
fine_sort, from in rows and to in columns
            1    2    3    4    5  all
1 Tiny      2    1    .    .    .    3
2 Little    .    1    1    1    .    3
3 Big       .    .    .    .    .    0
4 Huge      .    .    .    .    .    0
5 stuck     .    .    .    .    1    1
all         2    2    1    1    1    7

3 puzzles to a harder one, 0 to an easier one, 4 stay

              from                  to    change
Tiny             3  42.9%           2  28.6%        -1
Little           3  42.9%           2  28.6%        -1
Big              0   0.0%           1  14.3%        +1
Huge             0   0.0%           1  14.3%        +1
stuck            1  14.3%           1  14.3%        +0
";
    assert!(text.out.contains(expected), "{}", text.out);
    // The coarse tier: 45 and 50 go from small to large.
    let coarse = json_of(&[&args[..], &["--tier", "sort"]].concat());
    assert_eq!(
        coarse["confusion"],
        json!([[4, 2, 0], [0, 0, 0], [0, 0, 1]])
    );
}

#[test]
fn paths_part_where_their_steps_do() {
    let files = directory(&[("bank.txt", &data_text("tiers-48.txt"))]);
    let bank = below(&files, "bank.txt");
    let other = "undoku.ladder=[naked_single, hidden_single_line, hidden_single_box]";
    let (from, to) = (rated(&bank, &[]), rated(&bank, &["--set", other]));
    let step = |report: &Value, at: usize| {
        let step = &report["steps"][at];
        let result = format!("{}={}", step["cell"].as_str()?, step["digit"]);
        Some((step["kind"].as_str()?.to_owned(), result))
    };
    let mut parted: BTreeMap<(String, String), (u64, usize)> = BTreeMap::new();
    let mut first = BTreeMap::new();
    for (a, b) in from.iter().zip(&to) {
        let steps = a["steps"].as_array().unwrap().len();
        let Some(at) = (0..steps).find(|&at| step(a, at) != step(b, at)) else {
            continue;
        };
        let kinds = (step(a, at).unwrap().0, step(b, at).unwrap().0);
        let group = parted.entry(kinds).or_insert((0, usize::MAX));
        *group = (group.0 + 1, group.1.min(at + 1));
        let ends = [a, b].map(|report| step(report, at).unwrap());
        first.insert(a["label"].as_str().unwrap().to_owned(), (at + 1, ends));
    }
    assert!(first.len() > 10 && first.len() < 48);

    let found = json_of(&["--to", other, "--most", "48", &bank]);
    let mut said = BTreeMap::new();
    for group in found["paths"]["at"].as_array().unwrap() {
        let kinds = ["from", "to"].map(|side| group[side].as_str().unwrap().to_owned());
        let count = group["puzzles"].as_u64().unwrap();
        let step = group["earliest"]["step"].as_u64().unwrap() as usize;
        let name = group["earliest"]["puzzle"].as_str().unwrap();
        assert_eq!(first[name].0, step);
        let [a, b] = kinds;
        said.insert((a, b), (count, step));
    }
    assert_eq!(said, parted);
    assert_eq!(found["paths"]["part"], first.len());
    let mut moved = 0;
    for mover in found["movers"].as_array().unwrap() {
        let (at, ends) = &first[mover["label"].as_str().unwrap()];
        moved += 1;
        assert_eq!(mover["parts"]["step"], *at);
        for (side, (kind, result)) in ["from", "to"].iter().zip(ends) {
            assert_eq!(
                mover["parts"][side],
                json!({"kind": kind, "result": result})
            );
        }
    }
    let total = |report: &Value| report["metrics"]["score_total"].as_f64().unwrap();
    let differ = from
        .iter()
        .zip(&to)
        .filter(|(a, b)| (total(a) - total(b)).abs() > 1e-9);
    assert_eq!(moved, differ.count());
    // Most first.
    let counts = found["paths"]["at"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["puzzles"].as_u64().unwrap());
    assert!(counts.is_sorted_by(|a, b| a >= b));
}

#[test]
fn systems_with_other_tiers_are_compared_too() {
    let bank = format!(
        "{SOLVABLE} ok\n{STUCK} stuck\n1{}\nno puzzle\n",
        "1".repeat(80)
    );
    let files = directory(&[("rules/open_cells.yaml", OPEN_CELLS), ("bank.txt", &bank)]);
    let (rules, bank) = (below(&files, "rules"), below(&files, "bank.txt"));
    let args = [
        "--rules",
        &rules,
        "--from",
        "open_cells",
        "--to",
        "undoku",
        &bank,
    ];
    let run = diff(&args);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("2 puzzles compared, 2 refused in "),
        "{}",
        run.err
    );
    assert!(
        run.out
            .contains("fine_sort of from in rows, granular_tier of to in columns")
    );
    assert!(
        run.out.contains("columns: 1 Easy (Tier 1 - Casual), 2 "),
        "{}",
        run.out
    );
    let found = json_of(&args);
    assert_eq!(found["shift"], Value::Null);
    assert_eq!(found["refused"], json!({"invalid": 2}));
    // 53 open cells are big.
    let tier = &rated(&bank, &[])[0]["metrics"]["granular_tier"];
    let class = found["to"]["classes"]
        .as_array()
        .unwrap()
        .iter()
        .position(|class| class == tier)
        .unwrap();
    assert_eq!(found["confusion"][2][class], 1);
    assert_eq!(found["confusion"][4][8], 1);
    // What one system cannot finish comes before all that only has another tier.
    let plus = json_of(&["--to", "undoku_plus", &bank]);
    assert_eq!(plus["movers"][0]["label"], "stuck");
    assert_eq!(plus["movers"][0]["class"]["from"], "stuck");
    assert_eq!(plus["from"]["title"], "undoku 1");
    assert_eq!(plus["to"]["title"], "undoku_plus 1");
}

#[test]
fn the_page_stands_alone_and_escapes_what_it_shows() {
    let label = "<script>alert('a & \"b\"')</script>";
    let files = directory(&[("bank.txt", &format!("{SOLVABLE} {label}\n"))]);
    let (bank, page) = (below(&files, "bank.txt"), below(&files, "diff.html"));
    let args = [
        "--to",
        "hidden_single_box.peer_weight=0.5",
        "--format",
        "html",
        "-o",
        &page,
        &bank,
    ];
    let run = diff(&args);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("&lt;script&gt;alert(&#39;a &amp; &quot;b&quot;&#39;)&lt;/script&gt;"));
    for foreign in [
        "<script", "http:", "https:", "<link", "@import", "url(", "<img",
    ] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    assert!(text.starts_with("<!DOCTYPE html>\n") && text.ends_with("</html>\n"));
    assert!(
        text.contains("color-scheme: light dark") && text.contains("prefers-color-scheme: dark")
    );
    assert!(text.contains("undoku 1, hidden_single_box.peer_weight=0.5"));
    // What is opened is closed.
    for tag in [
        "table", "tr", "td", "th", "div", "p", "h2", "dl", "dd", "span",
    ] {
        let count = |what: &str| text.matches(what).count();
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
}

#[test]
fn what_is_wrong_with_a_side_is_said() {
    let files = directory(&[("rules/system.yaml", OPEN_CELLS), ("bank.txt", SOLVABLE)]);
    let (bank, rules) = (below(&files, "bank.txt"), below(&files, "rules"));
    let missing = below(&files, "missing");
    for (code, args, said) in [
        (2, &[bank.as_str()][..], "--from <PIECE>"),
        (
            2,
            &["--to", "undoku_pls", &bank],
            "did you mean `undoku_plus`?",
        ),
        (
            2,
            &["--to", "sytem=undoku", &bank],
            "--to: `sytem=undoku` is no piece of a side; did you mean `system=undoku`?",
        ),
        (
            2,
            &["--from", "undoku", "--from", "hsolve", &bank],
            "`undoku` and `hsolve` are two",
        ),
        (2, &["--to", &missing, &bank], "there is no directory"),
        (
            1,
            &["--to", "naked_single.beyind=3", &bank],
            "did you mean `beyond`?",
        ),
        (
            1,
            &["--to", "naked_single.beyind=3", &bank],
            "the rules of --to cannot be used as they are",
        ),
        (
            2,
            &["--to", "undoku_plus", "--tier", "granular_teir", &bank],
            "did you mean `granular_tier`?",
        ),
        (
            2,
            &["--to", "undoku_plus", &missing],
            "missing cannot be read",
        ),
        (
            2,
            &["--to", "undoku_plus", "-o", &format!("{missing}/x"), &bank],
            "cannot be written",
        ),
    ] {
        let run = diff(args);
        assert_eq!(
            (run.code, run.out.as_str()),
            (code, ""),
            "{args:?}: {}",
            run.err
        );
        assert!(run.err.contains(said), "{said}: {}", run.err);
    }
    let same = diff(&["--rules", &rules, "--from", "undoku", &bank]);
    assert_eq!(same.code, 0);
    assert!(
        same.err.contains("both sides have the same rules"),
        "{}",
        same.err
    );
    let empty = run_with(&["diff", "--to", "undoku_plus", "-"], "");
    assert_eq!(empty.code, 0);
    assert!(
        empty.out.contains("no puzzles were compared"),
        "{}",
        empty.out
    );
    assert!(
        empty.err.contains("no puzzles found in standard input"),
        "{}",
        empty.err
    );
}
