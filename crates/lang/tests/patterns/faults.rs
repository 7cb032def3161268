//! What is wrong with a technique: one message for one mistake, at its place, with what to do.

use undoku_lang::{Code, ConstantValue, FragmentId, Problem, Registry, Severity, codes};

use super::fault_table::{all_faults, checked, right};
use super::generator::{Generator, Ty};
use super::grids::Dice;
use super::support::{
    ASSERTIONS, Draft, EXPLAIN, KEYS, PATTERN, POSSIBLE, SCORE, draft, fragment, named,
};

/// The text of the fragment that a problem is in.
fn text_of(draft: &Draft, id: FragmentId) -> &str {
    let text = &draft.0;
    let mut fragments = vec![&text.pattern, &text.assertions, &text.score];
    fragments.extend(&text.possible);
    fragments.extend(&text.explain);
    fragments.extend(text.evidence.iter().map(|named| &named.value));
    for named in &text.constants {
        if let ConstantValue::Formula(formula) = &named.value {
            fragments.push(formula);
        }
    }
    let found = fragments.into_iter().find(|fragment| fragment.id == id);
    &found.expect("a problem lies in a fragment").text
}

/// The words that a problem points at.
fn pointed_at<'a>(draft: &'a Draft, problem: &Problem) -> &'a str {
    if problem.fragment == KEYS {
        return "a key";
    }
    &text_of(draft, problem.fragment)[problem.span.range()]
}

/// Every mistake has one message; unused names are not complained about beside it.
#[test]
fn one_mistake_gives_one_message_at_its_place() {
    let mut wrong = Vec::new();
    for fault in all_faults() {
        let (problems, program) = fault.draft.check(&Registry::new());
        let text = &fault.draft.0.pattern.text;
        if program.is_some() {
            wrong.push(format!("{text}: compiles"));
        }
        let [problem] = &problems[..] else {
            wrong.push(format!(
                "{text}: {} problems: {problems:#?}",
                problems.len()
            ));
            continue;
        };
        let said = format!("{} {:?} {:?}", problem.label, problem.help, problem.notes);
        let place = pointed_at(&fault.draft, problem);
        if problem.code != fault.code
            || problem.severity != Severity::Error
            || place != fault.place
            || !problem.message.contains(fault.message)
            || !said.contains(fault.advice)
            || problem.help.is_none()
        {
            wrong.push(format!(
                "{text}\n  expected {} at `{}`: {} ({})\n  found {} at `{place}`: {} ({said})",
                fault.code, fault.place, fault.message, fault.advice, problem.code, problem.message
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn there_are_many_faults_and_they_cover_every_code() {
    let faults = all_faults();
    assert!(faults.len() >= 100, "{}", faults.len());
    let mut known: Vec<u16> = faults.iter().map(|fault| fault.code.0).collect();
    // Warnings and what takes more than one line to show have tests of their own, here and among the
    // tests of paths, plugins and syntax.
    known.extend(
        [
            codes::UNUSED,
            codes::NO_CHECK,
            codes::TOO_LARGE,
            codes::UNKNOWN_FIELD,
            codes::UNKNOWN_KIND,
            codes::CYCLE,
            codes::UNREACHABLE,
            codes::TOO_DEEP,
            codes::TOO_LONG,
        ]
        .map(|code| code.0),
    );
    let source = include_str!("../../src/codes.rs");
    let declared = source
        .split("Code(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next()?.parse().ok());
    let missing: Vec<u16> = declared.filter(|code| !known.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn messages_are_sentences_without_full_stop_and_have_labels_or_advice() {
    for fault in all_faults() {
        for problem in fault.draft.check(&Registry::new()).0 {
            assert!(!problem.message.ends_with('.'), "{problem:#?}");
            assert!(
                !problem.message.contains("NodeId") && !problem.message.contains("inf"),
                "{problem:#?}"
            );
            assert!(
                !problem.label.is_empty() || problem.help.is_some(),
                "{problem:#?}"
            );
            // Nobody is asked to write what they wrote.
            let place = pointed_at(&fault.draft, &problem);
            let help = problem.help.unwrap_or_default();
            assert!(
                !help.contains(&format!("did you mean `{place}`?")),
                "{help}"
            );
        }
    }
}

// Warnings: the rules are used.

fn only_warning(draft: &Draft) -> Problem {
    let (problems, program) = draft.check(&Registry::new());
    assert!(program.is_some(), "{problems:#?}");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    let problem = problems.into_iter().next().expect("one problem");
    assert_eq!(problem.severity, Severity::Warning);
    problem
}

#[test]
fn evidence_that_only_a_report_shows_is_used() {
    let (problems, program) = right()
        .evidence("e", "count(cand(c))")
        .check(&Registry::new());
    assert!(program.is_some() && problems.is_empty(), "{problems:#?}");
}

#[test]
fn unused_names_are_warned_about() {
    for (draft, name) in [
        (checked("count(cand(c)) == 1\nlet s = peers(c)"), "s"),
        (
            draft(
                "for c in open\nfor u in rows\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c",
            ),
            "u",
        ),
        (right().int("k", 3), "k"),
    ] {
        let problem = only_warning(&draft);
        assert_eq!(problem.code, codes::UNUSED);
        assert!(
            problem.message.contains(&format!("`{name}`")),
            "{problem:#?}"
        );
        if problem.fragment == PATTERN {
            assert_eq!(pointed_at(&draft, &problem), name);
        }
    }
    // Used in one formula is used.
    let used = right()
        .int("a", 3)
        .int("b", 3)
        .int("d", 3)
        .evidence("e", "a + count(cand(c))")
        .assertions("b + e")
        .possible("d")
        .explain("{c}");
    assert!(used.check(&Registry::new()).0.is_empty());
}

#[test]
fn a_pattern_without_a_check_is_warned_about() {
    let text = "for c in bivalue where c in open eliminate cand(c) from peers(c)";
    let draft = draft(text);
    let problem = only_warning(&draft);
    assert_eq!(problem.code, codes::NO_CHECK);
    assert_eq!(pointed_at(&draft, &problem), text);
    assert!(problem.help.is_some_and(|help| help.contains("`check`")));
}

#[test]
fn a_condition_that_always_holds_is_warned_about() {
    for condition in [
        "true",
        "count(cand(c)) <= 9",
        "count(cand(c)) in 0..9",
        "1 < 2",
    ] {
        let draft = checked(condition);
        let problem = only_warning(&draft);
        assert_eq!(problem.code, codes::FIXED_CONDITION);
        assert_eq!(pointed_at(&draft, &problem), condition);
        assert!(problem.message.contains("always"), "{problem:#?}");
    }
}

// Several mistakes.

#[test]
fn several_mistakes_are_reported_at_once_in_order() {
    let draft = draft(
        "for c in opne
         let s = spts(c)
         let t = s | peers(c)
         for d in cand(c) - t
         check count(s) == cuont(t) and d > 3
         where cand(c)
         place d at d",
    )
    .int("unused", 3)
    .possible("count(opn)")
    .evidence("e", "count(s) + count(t) + zero")
    .assertions("e + one")
    .score("assertions + target + two")
    .explain("{s} {three}");
    let (problems, program) = draft.check(&Registry::new());
    assert!(program.is_none());
    let found: Vec<(FragmentId, &str)> = problems
        .iter()
        .map(|problem| (problem.fragment, pointed_at(&draft, problem)))
        .collect();
    // `c`, `s`, `t`, `d`, `e`, `assertions` and `target` depend on a mistake and give no message.
    let evidence = draft.0.evidence[0].value.id;
    assert_eq!(
        found,
        [
            (PATTERN, "opne"),
            (PATTERN, "spts"),
            (PATTERN, "cuont"),
            (POSSIBLE, "opn"),
            (ASSERTIONS, "one"),
            (SCORE, "two"),
            (EXPLAIN, "three"),
            (evidence, "zero"),
        ],
        "{problems:#?}"
    );
}

#[test]
fn what_uses_a_mistake_gives_no_further_message() {
    for pattern in [
        "let s = spts(first(digits)) check count(s) == 1 let t = s - first(s) place first(cand(s)) at only(t)",
        "for s in spts(first(digits)) check sees(s, s) eliminate cand(s) from peers(s) - row(s)",
        "let s = open | digits for x in s after first(s) check x in s eliminate cand(x) from {y in s : y > x}",
        "for s in choose(8, cells) for t in s check t in s eliminate cand(t) from s",
        "let s = [] for t in s check t in s eliminate cand(t) from [s, t][1]",
        "let s = spts(open).cells check s.first == s[2] eliminate s.a from sum(x in s : x.b)",
        "check any(x in spts(open) : cand(x) == x) eliminate digits from bivalue",
    ] {
        let draft = draft(pattern);
        let (problems, _) = draft.check(&Registry::new());
        assert_eq!(problems.len(), 1, "{pattern}\n{problems:#?}");
    }
}

#[test]
fn a_wrong_constant_is_one_message() {
    let mut draft = right()
        .formula("base", "rws")
        .formula("far", "open & digits");
    draft.0.pattern = fragment(
        PATTERN,
        "for u in base check count(open(u)) == 1 place only(missing(u)) at only(open(u) & far)",
    );
    let (problems, _) = draft.check(&Registry::new());
    let found: Vec<(Code, &str)> = problems
        .iter()
        .map(|p| (p.code, pointed_at(&draft, p)))
        .collect();
    assert_eq!(
        found,
        [(codes::UNKNOWN_NAME, "rws"), (codes::TYPE, "digits")],
        "{problems:#?}"
    );
}

/// Where the pattern cannot be read, its names are unknown: the other texts are read, and not checked.
#[test]
fn a_pattern_that_cannot_be_read_hides_no_other_text_that_cannot_be_read() {
    let draft = draft("for c in open check count(cand(c) == 1 place only(cand(c)) at c")
        .evidence("e", "count(c")
        .score("c + e")
        .assertions("2 +")
        .explain("{c");
    let (problems, _) = draft.check(&Registry::new());
    let evidence = draft.0.evidence[0].value.id;
    let found: Vec<FragmentId> = problems.iter().map(|problem| problem.fragment).collect();
    assert_eq!(
        found,
        [PATTERN, ASSERTIONS, EXPLAIN, evidence],
        "{problems:#?}"
    );
}

#[test]
fn a_step_value_of_a_system_that_is_wrong_is_one_message() {
    let system = undoku_lang::StepText {
        constants: vec![named("k", ConstantValue::Int(2))],
        values: vec![
            named("a", fragment(FragmentId(70), "count(plcd)")),
            named("b", fragment(FragmentId(71), "a + k")),
            named("c", fragment(FragmentId(72), "count(cand(c))")),
            named("placed", fragment(FragmentId(73), "3")),
        ],
    };
    let (mut problems, mut texts) = (Vec::new(), undoku_lang::Texts::default());
    let program = undoku_lang::compile_technique(
        &right().0,
        &system,
        &Registry::new(),
        &mut texts,
        &mut problems,
    );
    assert!(program.is_none());
    let found: Vec<(FragmentId, Code)> = problems.iter().map(|p| (p.fragment, p.code)).collect();
    assert_eq!(
        found,
        [
            (KEYS, codes::NAME_TAKEN),
            (FragmentId(70), codes::UNKNOWN_NAME),
            // The pattern's `c` is none of the system's names.
            (FragmentId(72), codes::UNKNOWN_NAME),
        ],
        "{problems:#?}"
    );
}

// Limits.

#[test]
fn a_pattern_with_too_many_values_is_refused() {
    // Sixty unions, each with values of its own: more than 256 registers for sets of cells.
    let mut pattern = "for c in open\n".to_owned();
    let mut all = Vec::new();
    for i in 0..300 {
        pattern.push_str(&format!(
            "let s{i} = spots(first(cand(c)), peers(c) - {})\n",
            if i == 0 {
                "c".to_owned()
            } else {
                format!("s{}", i - 1)
            }
        ));
        all.push(format!("count(s{i})"));
    }
    pattern.push_str("check count(s299) == 1\nplace first(cand(c)) at c");
    let (problems, program) = draft(&pattern).check(&Registry::new());
    assert!(program.is_none());
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(problems[0].code, codes::TOO_LARGE);
    assert!(problems[0].message.contains("256"), "{problems:#?}");
}

#[test]
fn a_pattern_with_too_many_variables_is_refused_once() {
    let mut condition = "c in open".to_owned();
    for i in 0..80 {
        condition.push_str(&format!(
            " and any(x{i} in peers(c) : cand(x{i}) == cand(c))"
        ));
    }
    let (problems, program) = checked(&condition).check(&Registry::new());
    assert!(program.is_none());
    assert!(
        problems.iter().all(|p| p.code == codes::TOO_LARGE),
        "{problems:#?}"
    );
    assert_eq!(problems.len(), 1, "{problems:#?}");
}

#[test]
fn what_is_long_or_deep_is_refused_and_not_run_into() {
    let deep = format!("{}c in open{}", "(".repeat(200), ")".repeat(200));
    let (problems, _) = checked(&deep).check(&Registry::new());
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(problems[0].code, codes::TOO_DEEP);
    let long = format!("c in open{}", " and c in open".repeat(3000));
    let (problems, _) = checked(&long).check(&Registry::new());
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert_eq!(problems[0].code, codes::TOO_LONG);
}

/// Words to put where they do not belong.
const WORDS: [&str; 24] = [
    "open", "digits", "rows", "c", "3", "0.5", "(", ")", "[", "]", "{", "}", ":", "in", "for",
    "let", "check", "cand", "count", "sum", "and", "-", "\"x\"", ".",
];

/// The text with a few words taken out, put in or exchanged.
fn mutated(dice: &mut Dice, text: &str) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '(', ')', ',']).collect();
    let known = words.clone();
    for _ in 0..dice.below(3) {
        let at = dice.below(words.len());
        match dice.below(6) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, WORDS[dice.below(WORDS.len())]),
            2 => words[at] = WORDS[dice.below(WORDS.len())],
            // Most often what can be read and does not fit.
            _ => {
                let call = words[at].ends_with('(');
                let like: Vec<&str> = known
                    .iter()
                    .copied()
                    .filter(|w| w.ends_with('(') == call)
                    .collect();
                words[at] = like[dice.below(like.len())];
            }
        }
        if words.is_empty() {
            words.push("open");
        }
    }
    words.join(" ")
}

/// Whatever is written, there is a program or an error, and every problem lies in its text.
#[test]
fn nothing_fails_silently() {
    let (mut failed, mut compiled) = (0, 0);
    for seed in 0..4_000 {
        let mut dice = Dice::new(90_000 + seed);
        let text = Generator::new(&mut dice).pattern();
        let formula = Generator::new(&mut dice).text(Ty::Num, 3);
        let (pattern, formula) = if dice.chance(50) {
            (mutated(&mut dice, &text), formula)
        } else {
            (text, mutated(&mut dice, &formula))
        };
        let draft = draft(&pattern).evidence("e", &formula).explain("{e}");
        let (problems, program) = draft.check(&Registry::new());
        let errors = problems
            .iter()
            .filter(|p| p.severity == Severity::Error)
            .count();
        assert_eq!(
            program.is_none(),
            errors > 0,
            "{pattern}\n{formula}\n{problems:#?}"
        );
        for problem in &problems {
            if problem.fragment != KEYS {
                let text = text_of(&draft, problem.fragment);
                assert!(
                    text.get(problem.span.range()).is_some(),
                    "{text}\n{problem:#?}"
                );
            }
        }
        failed += usize::from(program.is_none());
        compiled += usize::from(program.is_some());
    }
    assert!(
        failed > 500 && compiled > 200,
        "{failed} failed, {compiled} compiled"
    );
}
