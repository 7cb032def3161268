//! Examples of the language compile, or fail as they say.
//!
//! `undoku-pattern` is one pattern. `undoku-formula` has one formula a line, in the place of evidence
//! behind a hidden single; with the word `path`, in the place of a system's metric. Further words are `name=value`, a
//! constant, and `error=U0123`, what the block must be refused for.

use undoku::lang::{
    Column, ConstantValue, Element, Fragment, FragmentId, MOST_CHANGES, Named, PathText, PathValue,
    Problem, Range, Registry, Severity, Span, StepText, TechniqueText, Texts, codes, compile_path,
    compile_technique,
};

use crate::blocks::{Block, blocks};

const PATTERN: &str = "
    for u in all_units
    for d in missing(u)
    let s = spots(d, u)
    check count(s) == 1
    place d at only(s)";
const KINDS: [&str; 4] = [
    "naked_single",
    "hidden_single_box",
    "hidden_single_row",
    "hidden_single_column",
];

/// The built-in sources, which the language's page uses.
fn registry() -> Registry {
    undoku::registry(&undoku::bundles()).unwrap()
}

/// What a block's info string asks for.
struct Wanted<'b> {
    path: bool,
    error: Option<&'b str>,
    constants: Vec<Named<ConstantValue>>,
}

impl<'b> Wanted<'b> {
    fn of(block: &'b Block) -> Self {
        let mut wanted = Self {
            path: false,
            error: None,
            constants: Vec::new(),
        };
        for word in block.info.split(' ').skip(1) {
            match word.split_once('=') {
                None if word == "path" => wanted.path = true,
                None => panic!("{}: unknown word {word}", block.place),
                Some(("error", code)) => wanted.error = Some(code),
                Some((name, value)) => wanted
                    .constants
                    .push(named(name, ConstantValue::Formula(fragment(value)))),
            }
        }
        wanted
    }
}

fn fragment(text: &str) -> Fragment {
    Fragment {
        id: FragmentId(0),
        text: text.to_owned(),
    }
}

fn named<T>(name: &str, value: T) -> Named<T> {
    Named {
        name: name.to_owned(),
        fragment: FragmentId(1),
        span: Span::default(),
        value,
    }
}

fn technique(
    pattern: &str,
    evidence: Option<&str>,
    constants: &[Named<ConstantValue>],
) -> Vec<Problem> {
    let text = TechniqueText {
        constants: constants.to_vec(),
        pattern: fragment(pattern),
        possible: None,
        evidence: evidence
            .map(|text| named("figure", fragment(text)))
            .into_iter()
            .collect(),
        assertions: fragment("1"),
        score: fragment("1"),
        range: None,
        explain: evidence.map(|_| fragment("{figure}")),
    };
    let mut problems = Vec::new();
    let system = StepText::default();
    compile_technique(
        &text,
        &system,
        &registry(),
        &mut Texts::default(),
        &mut problems,
    );
    problems
}

fn path(formula: &str) -> Vec<Problem> {
    let column = |name: &str, element, low, high| Column {
        name: name.to_owned(),
        element,
        range: Range::new(low, high),
        texts: match element {
            Element::Text => (0..KINDS.len() as i64).collect(),
            _ => Vec::new(),
        },
    };
    let text = PathText {
        constants: Vec::new(),
        used_elsewhere: Default::default(),
        columns: vec![
            column("index", Element::Int, 1.0, 729.0),
            column("assertions", Element::Int, 2.0, 32.0),
            column("score", Element::Number, 1.0, 2.25),
            column("kind", Element::Text, 0.0, 3.0),
            column("technique", Element::Text, 0.0, 3.0),
            column("rung", Element::Text, 0.0, 3.0),
        ],
        absent: Vec::new(),
        most_steps: MOST_CHANGES,
        rows: None,
        values: vec![
            named("figure", PathValue::Formula(fragment(formula))),
            named("score_total", PathValue::Formula(fragment("sum(score)"))),
        ],
        tiers: None,
    };
    let mut problems = Vec::new();
    compile_path(&text, &registry(), &mut Texts::new(KINDS), &mut problems);
    problems
}

/// Says how a text's problems differ from what is wanted, if they do.
fn judge(place: &str, text: &str, problems: &[Problem], wanted: Option<&str>) -> String {
    let told: Vec<String> = problems
        .iter()
        .filter(|p| p.severity == Severity::Error || p.code != codes::UNUSED)
        .map(|p| format!("{}: {}", p.code, p.message))
        .collect();
    let as_wanted = match wanted {
        None => told.is_empty(),
        Some(code) => told.len() == 1 && told[0].starts_with(code),
    };
    if as_wanted {
        String::new()
    } else {
        format!(
            "{place}: {}\nwanted {wanted:?}, found {told:#?}\n\n",
            text.trim()
        )
    }
}

#[test]
fn examples_of_the_language_compile() {
    let mut wrong = String::new();
    let (mut patterns, mut formulas) = (0, 0);
    for block in blocks() {
        let wanted = match block.info.split(' ').next() {
            Some("undoku-pattern" | "undoku-formula") => Wanted::of(&block),
            _ => continue,
        };
        if block.info.starts_with("undoku-pattern") {
            patterns += 1;
            wrong += &judge(
                &block.place,
                &block.text,
                &technique(&block.text, None, &wanted.constants),
                wanted.error,
            );
            continue;
        }
        for line in block
            .text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            formulas += 1;
            let problems = if wanted.path {
                path(line)
            } else {
                technique(PATTERN, Some(line), &wanted.constants)
            };
            wrong += &judge(&block.place, line, &problems, wanted.error);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(
        patterns >= 10 && formulas >= 20,
        "only {patterns} patterns and {formulas} formulas found"
    );
}
