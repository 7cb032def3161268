//! Rule files with one fault each, `tests/broken/`: where the message is, what it says, that it says what to do.
//!
//! The first lines of a file tell what must be found: `# expect: CODE LINE:COLUMN TEXT`, where the text is what
//! the message points at, up to the end of its line, and `…` behind it says that it goes on below. A case is a
//! file, or a directory of files of one layer; three built-in techniques lie below.
//!
//! The whole texts are on record in `snapshots/broken/`. Where a change of words is meant,
//! `INSTA_UPDATE=always cargo test --test broken` records it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "broken/cases.rs"]
mod cases;
#[path = "broken/made.rs"]
mod made;

use std::collections::BTreeSet;

use cases::all;
use insta::{Settings, assert_snapshot};
use undoku::lang::Code;
use undoku::rules::codes;

/// Codes that no rule file raises: those of `--set`.
const OF_ARGUMENTS: [Code; 2] = [codes::SET_SYNTAX, codes::SET_UNKNOWN];

#[test]
fn every_fault_is_found_once_at_its_place() {
    let mut wrong = String::new();
    let mut count = 0;
    for case in all() {
        count += 1;
        let found = case.places();
        if found != case.expected {
            wrong += &format!(
                "{}:\nexpected {:#?}\nfound    {found:#?}\n{}\n",
                case.name,
                case.expected,
                case.rendered()
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 150, "only {count} cases");
}

#[test]
fn every_message_says_what_to_do() {
    let silent: Vec<String> = all()
        .iter()
        .chain(made::all())
        .flat_map(|case| case.found.iter().map(move |d| (&case.name, d)))
        .filter(|(_, diagnostic)| diagnostic.help.is_none())
        .map(|(name, diagnostic)| format!("{name}: {}: {}", diagnostic.code, diagnostic.message))
        .collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn every_misspelt_name_is_suggested() {
    // The cases in which a name is written wrong, and the name that was meant.
    const SLIPS: [(&str, &str); 22] = [
        ("misspelt_statement", "for"),
        ("misspelt_then", "then"),
        ("unknown_function", "count"),
        ("unknown_name_far_in", "target"),
        ("unknown_name_behind_quotes", "target"),
        ("unknown_name_behind_umlauts", "target"),
        ("unknown_name_behind_escapes", "target"),
        ("unknown_fold", "sum"),
        ("unknown_field", "sees_a"),
        ("unknown_kind_in_quotes", "naked_single"),
        ("argument_misnamed", "most_cells"),
        ("unknown_key", "summary"),
        ("unknown_pick", "easiest"),
        ("unknown_order", "score"),
        ("unknown_domain", "scoring"),
        ("unknown_rung_constant", "check_time"),
        ("kind_of_another_technique", "kind_of_another_technique"),
        ("unknown_metric_in_a_picture", "total"),
        ("no_rule_file", "technique"),
        ("unknown_in_ladder", "hidden_single_box"),
        ("unknown_in_library", "naked_single"),
        ("constant_used_in_the_wrong_case", "weight"),
    ];
    for (name, meant) in SLIPS {
        let case = all().iter().find(|case| case.name == name).unwrap();
        let [diagnostic] = case.found.as_slice() else {
            panic!("{name}: not one problem")
        };
        let wanted = format!("did you mean `{meant}`?");
        assert_eq!(
            diagnostic.help.as_deref(),
            Some(wanted.as_str()),
            "{name}: {}",
            diagnostic.message
        );
    }
}

#[test]
fn the_cases_cover_every_code() {
    let covered: BTreeSet<Code> = all()
        .iter()
        .chain(made::all())
        .flat_map(|case| &case.expected)
        .map(|place| place.code)
        .collect();
    let missing: Vec<Code> = codes::all()
        .map(|(code, _)| code)
        .filter(|code| !covered.contains(code))
        .collect();
    assert_eq!(missing, OF_ARGUMENTS);
}

#[test]
fn what_is_made_here_is_found_at_its_place() {
    for case in made::all() {
        assert_eq!(case.places(), case.expected, "{}", case.rendered());
    }
}

#[test]
fn json_says_the_same() {
    for case in all().iter().chain(made::all()) {
        for (diagnostic, place) in case.found.iter().zip(&case.expected) {
            let line = diagnostic.to_json().to_string();
            let json: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(json["code"], place.code.to_string(), "{line}");
            assert_eq!(json["file"], place.file, "{line}");
            if diagnostic.place.source().is_read() {
                assert_eq!(json["line"], place.line, "{line}");
                assert_eq!(json["column"], place.column, "{line}");
            } else {
                assert!(json["line"].is_null() && json["column"].is_null(), "{line}");
            }
        }
    }
}

#[test]
fn the_whole_texts() {
    let mut settings = Settings::new();
    settings.set_snapshot_path("../snapshots/broken");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for case in all() {
            assert_snapshot!(case.name.as_str(), case.rendered());
        }
    });
    let recorded: BTreeSet<String> = cases::names_in("snapshots/broken")
        .filter_map(|name| name.strip_suffix(".snap").map(str::to_owned))
        .collect();
    let cases: BTreeSet<String> = all().iter().map(|case| case.name.clone()).collect();
    assert_eq!(recorded, cases, "texts on record and cases");
}
