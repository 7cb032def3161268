//! Texts of the language are refused or compiled, and every problem lies inside its text.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use undoku::lang::{
    Column, Element, Fragment, FragmentId, Named, PathText, PathValue, Problem, Range, Registry,
    Span, StepText, TechniqueText, Texts, compile_path, compile_technique,
};

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        undoku::registry(&undoku::bundles()).expect("the built-in names differ")
    })
}

fn named<T>(name: &str, value: T) -> Named<T> {
    Named {
        name: name.to_owned(),
        fragment: FragmentId(u32::MAX),
        span: Span::default(),
        value,
    }
}

/// Asserts that problems point into the texts they are about.
fn check(problems: &[Problem], texts: &[&str]) {
    for problem in problems {
        assert!(problem.help.is_some(), "{problem:?}");
        let Some(text) = texts.get(problem.fragment.0 as usize) else {
            continue;
        };
        let range = problem.span.range();
        assert!(
            range.start <= range.end && range.end <= text.len(),
            "{problem:?}"
        );
        assert!(
            text.is_char_boundary(range.start) && text.is_char_boundary(range.end),
            "{problem:?}"
        );
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // Pattern, evidence, score, explanation and a metric, separated by lines of a percent sign.
    let parts: Vec<&str> = text.split("\n%\n").collect();
    let defaults = [
        "for c in open\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c",
        "count(open)",
        "1.0 + assertions / 20",
        "{target}",
        "sum(score)",
    ];
    let part = |at: usize| parts.get(at).copied().unwrap_or(defaults[at]);
    let texts: Vec<&str> = (0..defaults.len()).map(part).collect();
    let fragment = |at: usize| Fragment {
        id: FragmentId(at as u32),
        text: texts[at].to_owned(),
    };
    let technique = TechniqueText {
        constants: Vec::new(),
        pattern: fragment(0),
        possible: None,
        evidence: vec![named("figure", fragment(1))],
        assertions: Fragment {
            id: FragmentId(u32::MAX),
            text: "2".to_owned(),
        },
        score: fragment(2),
        range: Some((0.0, 100.0)),
        explain: Some(fragment(3)),
    };
    let mut problems = Vec::new();
    let program = compile_technique(
        &technique,
        &StepText::default(),
        registry(),
        &mut Texts::default(),
        &mut problems,
    );
    let has_error = problems
        .iter()
        .any(|problem| problem.severity == undoku::lang::Severity::Error);
    assert_ne!(program.is_some(), has_error, "{problems:?}");
    check(&problems, &texts);

    let column = |name: &str, element, range| Column {
        name: name.to_owned(),
        element,
        range,
        texts: if element == Element::Text {
            vec![0]
        } else {
            Vec::new()
        },
    };
    let path = PathText {
        constants: Vec::new(),
        used_elsewhere: Default::default(),
        columns: vec![
            column("index", Element::Int, Range::new(1.0, 729.0)),
            column("assertions", Element::Int, Range::new(2.0, 20.0)),
            column("score", Element::Number, Range::new(1.0, 2.0)),
            column("kind", Element::Text, Range::ANY),
        ],
        absent: Vec::new(),
        rows: None,
        most_steps: 729,
        values: vec![named("total", PathValue::Formula(fragment(4)))],
        tiers: None,
    };
    let mut problems = Vec::new();
    compile_path(
        &path,
        registry(),
        &mut Texts::new(["naked_single"]),
        &mut problems,
    );
    check(&problems, &texts);
});
