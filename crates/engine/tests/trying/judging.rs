//! What is said of a technique that was tried on an example or on a library case.

use undoku::grid::Situation;
use undoku::grid::format::{LibraryCase, read_library};
use undoku::rules::RuleSet;
use undoku::{CaseVerdict, Finder, MOST_LISTED, Verdict};

use crate::{PAIR, SINGLE, deduction, kind, puzzle, rules};

/// Row 1 has 1 and 2 left in r1c1 and r1c2, and in no other cell of row 1 or box 1; the pair takes 1 and 2 from
/// the seven other open cells of box 1, but for r1c3, which holds 3.
const ROW: &str =
    "..3456789........................................................................";

/// Row 1 is full but for r1c9, which is 9.
const LAST: &str =
    "12345678.........................................................................";

#[test]
fn validated_missing_wrong_and_noisy() {
    let rules = rules(&[SINGLE, PAIR]);
    let mut finder = Finder::new(rules.clone());
    let single = [kind(&rules, "single")];
    let in_box = [kind(&rules, "pair_box")];
    let (last, row) = (
        Situation::start(&puzzle(LAST)),
        Situation::start(&puzzle(ROW)),
    );
    let mut judge = |kinds, situation, expected: Option<&str>| {
        finder.judge(kinds, situation, expected.map(deduction).as_ref())
    };
    assert_eq!(judge(&single, &last, Some("r1c9=9")), Verdict::Validated);
    assert_eq!(judge(&single, &row, None), Verdict::Validated);
    let all = "r2c1<>12 r2c2<>12 r2c3<>12 r3c1<>12 r3c2<>12 r3c3<>12";
    assert_eq!(judge(&in_box, &row, Some(all)), Verdict::Validated);

    let missing = judge(&single, &row, Some("r1c1=1"));
    assert!(matches!(&missing, Verdict::Missing(f) if f.listed.is_empty() && f.matches == 0));
    // A part of what is concluded is not what is concluded, nor is more than that.
    for other in [&all[..8], &format!("{all} r9c9<>1"), "r1c1=1"] {
        let Verdict::Wrong(findings) = judge(&in_box, &row, Some(other)) else {
            panic!("{other} is not wrong")
        };
        assert_eq!((findings.matches, findings.cut_short), (1, false));
        assert_eq!(findings.listed[0].deduction, deduction(all));
        assert_eq!(findings.listed[0].kind, in_box[0]);
        assert_eq!(findings.listed[0].text, "r1c1, r1c2 share 1, 2");
    }
    let noisy = judge(&single, &last, None);
    assert_eq!((noisy.is_good(), noisy.as_str()), (false, "noisy"));
    let findings = noisy.findings().unwrap();
    assert_eq!(findings.listed[0].deduction, deduction("r1c9=9"));
    // Any of several kinds will do.
    let both = [in_box[0], single[0]];
    assert_eq!(judge(&both, &last, Some("r1c9=9")), Verdict::Validated);
}

#[test]
fn only_some_of_many_findings_are_listed() {
    let any = "technique: any\ntitle: Any\npattern: |\n  for c in open\n  for again in rows\n  check count(cand(c)) > 1\n  \
               eliminate first(cand(c)) from c\nassertions: 1\nscore: 1.0\nexplain: \"{c} in {again}\"\n";
    let rules = rules(&[any]);
    let mut finder = Finder::new(rules.clone());
    let start = Situation::start(&puzzle(&".".repeat(81)));
    let verdict = finder.judge(&[kind(&rules, "any")], &start, None);
    let findings = verdict.findings().unwrap();
    // One for each cell and row; nine of them alike.
    assert_eq!(
        (findings.matches, findings.listed.len()),
        (729, MOST_LISTED)
    );
    let shown: Vec<String> = findings
        .listed
        .iter()
        .map(|f| f.deduction.to_string())
        .collect();
    let expected: Vec<String> = (1..=MOST_LISTED).map(|c| format!("r1c{c}<>1")).collect();
    assert_eq!(shown, expected);
}

/// The rules with these examples of the pair.
fn with_examples(examples: &str) -> std::sync::Arc<RuleSet> {
    rules(&[&format!("{PAIR}examples:\n{examples}")])
}

#[test]
fn examples_are_tried_with_the_kind_that_they_mean() {
    let all = "[r2c1<>12, r2c2<>12, r2c3<>12, r3c1<>12, r3c2<>12, r3c3<>12]";
    let rules = with_examples(&format!(
        "  - {{puzzle: \"{ROW}\", finds: {all}}}\n  \
           - {{puzzle: \"{ROW}\", kind: pair_box, finds: {all}}}\n  \
           - {{puzzle: \"{ROW}\", kind: pair_row, finds: {all}}}\n  \
           - {{puzzle: \"{ROW}\", kind: pair_row, finds_nothing: true}}\n  \
           - {{puzzle: \"{ROW}\", finds_nothing: true}}\n  \
           - {{puzzle: \"{ROW}\", without: \"r2c1<>12 r2c2<>12 r2c3<>12 r3c1<>12 r3c2<>12\", finds: r3c3<>12}}\n  \
           - {{puzzle: \"{ROW}\", placed: \"{}1{}\", finds_nothing: true}}\n",
        ".".repeat(9),
        ".".repeat(71),
    ));
    let mut finder = Finder::new(rules.clone());
    let verdicts: Vec<&str> = rules.techniques[0]
        .examples
        .iter()
        .map(|example| finder.judge_example(0, example).as_str())
        .collect();
    assert_eq!(
        verdicts,
        // With 1 in r2c1, r1c1 and r1c2 have 2 alone.
        [
            "validated",
            "validated",
            "missing",
            "validated",
            "noisy",
            "validated",
            "validated"
        ]
    );
}

#[test]
fn cases_are_tried_by_what_the_table_says() {
    let table = "library: l\ntitle: L\ncodes: {\"0001\": single, \"0002\": pair, \"0003\": gone, \"0001-2\": pair_row}\n\
                 left_out: {\"0004\": too hard}\n";
    let rules = rules(&[SINGLE, PAIR, table]);
    let library = rules.library("l").unwrap();
    let mut finder = Finder::new(rules.clone());
    let mut judge = |line: String| {
        let case: LibraryCase = read_library(line.as_bytes())
            .next()
            .unwrap()
            .unwrap()
            .unwrap();
        finder.judge_case(library, &case)
    };
    let good = CaseVerdict::Tried(Verdict::Validated);
    assert_eq!(judge(format!(":0001::{LAST}:::919:")), good);
    assert_eq!(judge(format!(":0001-7::{LAST}:::919:")), good);
    assert_eq!(judge(format!(":0001-x::{ROW}::::")), good);
    let eliminated = "121 122 123 131 132 133 221 222 223 231 232 233";
    assert_eq!(judge(format!(":0002::{ROW}::{eliminated}::")), good);
    let (gone, left) = ("121 122 123 131 132 221 222 223 231 232", "133 233");
    assert_eq!(judge(format!(":0002::{ROW}:{gone}:{left}::")), good);
    assert!(matches!(
        judge(format!(":0001-2::{LAST}:::919:")),
        CaseVerdict::Tried(Verdict::Missing(_))
    ));
    assert!(matches!(
        judge(format!(":0002::{ROW}::121::")),
        CaseVerdict::Tried(Verdict::Wrong(_))
    ));
    assert!(matches!(
        judge(format!(":0002-x::{ROW}::::")),
        CaseVerdict::Tried(Verdict::Noisy(_))
    ));
    assert_eq!(
        judge(format!(":0003::{LAST}:::919:")),
        CaseVerdict::NoSuchKind(vec!["gone".to_owned()])
    );
    assert_eq!(
        judge(format!(":0004::{LAST}:::919:")),
        CaseVerdict::LeftOut("too hard".to_owned())
    );
    assert_eq!(
        judge(format!(":0005::{LAST}:::919:")),
        CaseVerdict::UnknownCode
    );
}
