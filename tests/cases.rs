//! Inputs that other tools were reported to get wrong (`tests/data/cases.jsonl`), read and rated.
//!
//! These rows do not apply here:
//!
//! - `se103`, `se18b`, `sk729`, `ky656`: positions given by their candidates. Puzzles are read by their clues; such
//!   inputs are refused, and [`candidates_are_refused`] holds that.
//! - `reglib`: lines of a library of techniques that the built-in rules do not have.
//! - `hodokupath`: about arguments of a command, which the command's own tests try.
//!
//! What the other rows say of ratings by other programs, or of techniques beyond the three singles, is not
//! looked at: of those rows it is only tested that they are read and end in a status.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

mod support;

use std::time::{Duration, Instant};

use serde_json::Value as Json;
use support::naive::UNITS;
use support::{clues, data, engine, listing, puzzle, rules_of, text, text_of};
use undoku::grid::format::{ReadOptions, read_puzzles};
use undoku::rules::SourceFile;
use undoku::{Engine, InputPlace, Loader, Report, ReportError, Status, Subject};

/// The input of a row.
fn input(id: &str) -> String {
    let all = data("cases.jsonl");
    let rows = all
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap());
    let mut found = rows.filter(|row| row["id"] == id);
    let row = found.next().unwrap_or_else(|| panic!("no row {id}"));
    row["input"].as_str().unwrap().to_owned()
}

/// The reports on all puzzles of a text.
fn rate_with(engine: &Engine, text: &str) -> Vec<Report> {
    let entries = read_puzzles(text.as_bytes(), ReadOptions::default());
    entries
        .map(|entry| {
            let entry = entry.unwrap();
            let mut report = match entry.puzzle {
                Ok(puzzle) => engine.rate(&puzzle),
                Err(error) => {
                    let error = ReportError {
                        code: error.code().to_owned(),
                        message: error.message(),
                        place: Some(InputPlace {
                            file: None,
                            line: error.place.line,
                            column: error.place.column,
                        }),
                    };
                    Report::unreadable(engine.system().clone(), entry.text, error)
                }
            };
            report.label = entry.label;
            report
        })
        .collect()
}

fn rate(text: &str) -> Vec<Report> {
    rate_with(&engine(&[]), text)
}

/// The report on the one puzzle of a row.
fn only(id: &str) -> Report {
    let mut reports = rate(&input(id));
    assert_eq!(reports.len(), 1, "{id}");
    reports.remove(0)
}

/// A report without a rating: its error's code and message.
#[track_caller]
fn refusal(report: &Report, status: Status) -> (&str, &str) {
    assert_eq!(report.status, status, "{:?}", report.error);
    assert_eq!(report.metrics().count(), 0);
    assert_eq!(report.steps, None);
    let error = report.error.as_ref().unwrap();
    (&error.code, &error.message)
}

/// That a report is about these 81 cells.
#[track_caller]
fn assert_subject(report: &Report, cells: &str) {
    assert_eq!(report.puzzle, Subject::Puzzle(puzzle(cells)));
}

/// The cells of a drawn grid: its digits and blanks, and nothing else.
fn cells(drawn: &str) -> String {
    let cells: String = drawn
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    assert_eq!(cells.len(), 81, "{drawn}");
    cells
}

/// A solution by trying digits cell by cell, if there is one.
fn solution(cells: &[u8; 81]) -> Option<[u8; 81]> {
    let units = |cell: usize| UNITS.iter().filter(move |unit| unit.contains(&cell));
    let options = |cell: usize| {
        let free =
            |digit: &u8| units(cell).all(|unit| unit.iter().all(|&other| cells[other] != *digit));
        Vec::from_iter((1..=9).filter(free))
    };
    let open = (0..81).filter(|&cell| cells[cell] == 0);
    let Some((cell, digits)) = open
        .map(|cell| (cell, options(cell)))
        .min_by_key(|(_, digits)| digits.len())
    else {
        return Some(*cells);
    };
    digits.into_iter().find_map(|digit| {
        let mut next = *cells;
        next[cell] = digit;
        solution(&next)
    })
}

/// That the puzzle has a rating or is stuck, and that every step is true.
#[track_caller]
fn assert_sound(report: &Report) {
    assert_eq!(report.error, None);
    assert!(matches!(report.status, Status::Solved | Status::Stuck));
    let Subject::Puzzle(puzzle) = &report.puzzle else {
        panic!("no puzzle")
    };
    let solution = solution(&clues(&puzzle.to_string())).unwrap();
    for step in report.steps() {
        let (cell, digit) = step.placement().unwrap();
        assert_eq!(digit.number(), solution[cell.index()], "{cell}");
    }
}

#[test]
fn a_complete_grid_is_solved() {
    let report = only("se53");
    assert_eq!((report.status, report.step_count), (Status::Solved, 0));
    assert_eq!(support::number(&report, "score_total"), 0.0);
    assert_eq!(text(&report, "granular_tier"), "Easy (Tier 1 - Casual)");
}

#[test]
fn isomorphic_pairs_are_rated() {
    for id in ["iso1", "iso3"] {
        let reports = rate(&input(id));
        assert_eq!(reports.len(), 2, "{id}");
        reports.iter().for_each(assert_sound);
        // Symmetric to each other: the same clues, and what is left when no single is left.
        assert_eq!(reports[0].status, reports[1].status, "{id}");
        assert_eq!(reports[0].remaining, reports[1].remaining, "{id}");
    }
}

#[test]
fn a_masked_canonical_form_is_no_puzzle() {
    let reports = rate(&input("canon"));
    assert_eq!(reports.len(), 3);
    assert_sound(&reports[0]);
    assert_sound(&reports[1]);
    assert_eq!(reports[0].status, reports[1].status);
    assert_eq!(reports[0].remaining, reports[1].remaining);
    // More than 20,000 solutions, counted up to the limit.
    let (code, message) = refusal(&reports[2], Status::MultipleSolutions);
    assert_eq!(code, "multiple_solutions");
    assert!(message.contains("at least 1000 solutions"), "{message}");
}

#[test]
fn one_clue_makes_the_difference() {
    let reports = rate(&input("untouch"));
    let statuses: Vec<Status> = reports.iter().map(|report| report.status).collect();
    assert_eq!(statuses, [Status::Stuck, Status::Solved]);
    reports.iter().for_each(assert_sound);
}

#[test]
fn several_solutions_are_counted() {
    for (id, count) in [("nudoku75", 6), ("twosol", 2), ("ky810", 4)] {
        let report = only(id);
        let (code, message) = refusal(&report, Status::MultipleSolutions);
        assert_eq!(code, "multiple_solutions", "{id}");
        let words = format!("has {count} solutions");
        assert!(message.contains(&words), "{id}: {message}");
    }
    // The mistyped clue of one of them, corrected.
    let mut corrected = clues(&input("ky810"));
    assert_eq!(corrected[72], 9);
    corrected[72] = 3;
    let report = rate(&text_of(&corrected)).remove(0);
    assert_sound(&report);
}

#[test]
fn both_kinds_of_blank_are_rated_alike() {
    let reports = rate(&input("secuso89b"));
    let [a, b] = &reports[..] else {
        panic!("{} reports", reports.len());
    };
    assert_sound(a);
    let json = |report| serde_json::to_string::<Report>(report).unwrap();
    assert_eq!(json(a), json(b));
}

#[test]
fn many_clues_without_a_conflict_may_have_no_solution() {
    let report = only("secuso118");
    assert!(solution(&clues(&input("secuso118"))).is_none());
    let (code, message) = refusal(&report, Status::NoSolution);
    assert_eq!(code, "no_solution");
    assert!(message.contains("no solution"), "{message}");
}

/// Every pair of cells of a unit that hold the same digit, as `r1c1 and r1c2`.
fn conflicts(cells: &[u8; 81]) -> Vec<String> {
    let name = |cell: usize| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
    let mut pairs = Vec::new();
    for a in 0..81 {
        for b in a + 1..81 {
            let together = UNITS
                .iter()
                .any(|unit| unit.contains(&a) && unit.contains(&b));
            if together && cells[a] != 0 && cells[a] == cells[b] {
                pairs.push(format!("{} and {}", name(a), name(b)));
            }
        }
    }
    pairs
}

#[test]
fn conflicts_are_listed_pair_by_pair() {
    let drawn = cells(&input("gs3"));
    for (report, cells, some) in [
        (only("tdoku10"), input("tdoku10"), &["r4c5 and r6c5"][..]),
        (
            only("gs3"),
            drawn,
            &[
                "r8c1 and r8c4",
                "r8c1 and r9c1",
                "r8c4 and r9c4",
                "r9c1 and r9c4",
            ],
        ),
    ] {
        let (code, message) = refusal(&report, Status::Invalid);
        assert_eq!(code, "conflict");
        let pairs = conflicts(&clues(&cells));
        assert_eq!(pairs, some);
        for pair in &pairs {
            assert!(message.contains(pair), "{pair}: {message}");
        }
        assert_eq!(message.matches(" both hold ").count(), pairs.len());
    }
    let report = only("gs3");
    let (_, message) = refusal(&report, Status::Invalid);
    for unit in ["row 8", "row 9", "column 1", "column 4"] {
        assert!(message.contains(unit), "{unit}: {message}");
    }
}

#[test]
fn fifteen_clues_are_answered_at_once() {
    let start = Instant::now();
    let grid = clues(&input("sx4"));
    let engine = engine(&[]);
    // However it is turned.
    let turned: [u8; 81] = std::array::from_fn(|cell| grid[80 - cell]);
    let transposed: [u8; 81] = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
    for grid in [grid, turned, transposed, [0; 81]] {
        let report = engine.rate(&puzzle(&text_of(&grid)));
        let (_, message) = refusal(&report, Status::MultipleSolutions);
        assert!(message.contains("at least 1000 solutions"), "{message}");
    }
    // They take milliseconds; a count without a limit would take hours.
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn other_sizes_and_lengths_are_named() {
    let reports = rate(&input("rg153"));
    let (code, message) = refusal(&reports[0], Status::Invalid);
    assert_eq!((reports.len(), code), (1, "size"));
    assert!(
        message.contains("4x4") && message.contains("9x9"),
        "{message}"
    );

    let short = input("len80");
    let complete = support::COMPLETE;
    let reports = rate(&format!("{complete}\n{short}\n{complete}\n"));
    let statuses: Vec<Status> = reports.iter().map(|report| report.status).collect();
    assert_eq!(
        statuses,
        [Status::Solved, Status::Invalid, Status::Solved],
        "the other lines are rated"
    );
    let (code, message) = refusal(&reports[1], Status::Invalid);
    assert_eq!(code, "length");
    assert!(
        message.contains("80") && message.contains("81"),
        "{message}"
    );
    let place = reports[1].error.as_ref().unwrap().place.as_ref().unwrap();
    assert_eq!((place.line, place.column), (2, 1));
    assert_eq!(reports[1].puzzle, Subject::Text(short));
}

#[test]
fn dashes_are_blanks() {
    let report = only("kermalis4");
    let clues = input("kermalis4").replace('\n', "").replace('-', ".");
    assert_subject(&report, &clues);
    assert_sound(&report);
    // The published solution.
    let solved =
        "154983726978264153362751489217348695693527841845196237589672314721435968436819572";
    assert_eq!(
        solution(&support::clues(&clues)).unwrap(),
        support::clues(solved)
    );
}

#[test]
fn links_elements_and_lists_are_read() {
    for (id, clues) in [
        (
            "dh413",
            "139005648720090010400001792001600907003008001070002030084000179002007000007009254",
        ),
        (
            "os86",
            "016400000200009000400000062070230100100000003003087040960000005000800007000006820",
        ),
        (
            "os3",
            "379000014060010070080009005435007000090040020000800436900700080040080050850000249",
        ),
    ] {
        let report = only(id);
        assert_subject(&report, clues);
        assert_sound(&report);
    }
}

#[test]
fn headers_and_footers_are_no_cells() {
    let sadman = input("sadman");
    let report = only("sadman");
    let grid: Vec<&str> = sadman
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_subject(&report, &grid.concat());
    assert_sound(&report);
    assert_eq!(report.status, Status::Solved, "rated easy by its author");

    let simples = input("simples");
    let (drawn, footer) = simples.split_once("\n Simple Sudoku").unwrap();
    assert!(footer.contains("4.2"));
    let report = only("simples");
    assert_subject(&report, &cells(drawn));
    assert_sound(&report);
}

#[test]
fn drawn_grids_are_read() {
    for id in ["se17a", "se17c"] {
        let report = only(id);
        assert_subject(&report, &cells(&input(id)));
        assert_sound(&report);
    }
}

/// Positions given by candidates are no puzzles of clues, and never rated as if they were.
#[test]
fn candidates_are_refused() {
    for id in ["se103", "se18b", "sk729", "ky656", "reglib"] {
        let reports = rate(&input(id));
        assert!(!reports.is_empty(), "{id}");
        for report in reports {
            let (code, message) = refusal(&report, Status::Invalid);
            assert!(!code.is_empty() && !message.is_empty(), "{id}");
        }
    }
}

/// Scores of 6.6 and 0.1 make 6.699999999999999 in binary; a bound of 6.7 is reached all the same.
#[test]
fn a_bound_is_met_by_decimal_sums() {
    let sum: f64 = [6.6, 0.1].iter().sum();
    assert!(sum < 6.7, "the case is none");
    let technique = "\
technique: last_cells
title: Last cells
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
evidence:
  left: count(open)
assertions: 1
score: if left == 2 then 6.6 else 0.1
explain: \"{target}\"
";
    let system = "\
system: decimals
version: 1
title: Decimals
ladder: [last_cells]
metrics:
  scoring:
    total: sum(score)
    rest: max(score) - 6.5
classes:
  reached:
    domain: scoring
    choose:
      - {name: \"yes\", when: total >= 6.7}
      - {name: \"no\"}
  left:
    domain: scoring
    choose:
      - {name: above, when: rest > 0.1}
      - {name: equal, when: rest == 0.1}
      - {name: below}
tiers:
  domain: scoring
  by: total
  names: [tier]
  table:
    - {tier: low, below: 6.7}
    - {tier: high, from: 6.7}
";
    let mut loader = Loader::with_bundles(&[]).unwrap();
    loader.files(
        [("last_cells.yaml", technique), ("decimals.yaml", system)].map(|(name, text)| {
            SourceFile {
                name: name.to_owned(),
                text: text.to_owned(),
            }
        }),
    );
    let engine = listing(rules_of(&loader));
    let mut cells = clues(support::COMPLETE);
    let mut tier = |open: &[usize]| {
        for &cell in open {
            cells[cell] = 0;
        }
        let report = engine.rate(&puzzle(&text_of(&cells)));
        assert_eq!(report.step_count, open.len());
        ["tier", "reached", "left"].map(|name| text(&report, name).to_owned())
    };
    // One blank scores 0.1, far below the bound; two score 6.6 + 0.1, and 6.6 − 6.5 is 0.1.
    assert_eq!(tier(&[0]), ["low", "no", "below"]);
    assert_eq!(tier(&[0, 40]), ["high", "yes", "equal"]);
}
