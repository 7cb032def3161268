//! The examples of techniques.

use std::io::{self, Write};
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;
use undoku::rules::{Example, RuleSet, TechniqueInfo};
use undoku::{Finder, Verdict};

use crate::args::{CheckFormat, TestArgs};
use crate::console::{self, counted};
use crate::describe;
use crate::exit::Exit;

/// What became of a technique's examples.
struct Tried<'a> {
    info: &'a TechniqueInfo,
    verdicts: Vec<(&'a Example, Verdict)>,
}

/// Runs all examples of the techniques that are wanted.
pub(crate) fn run(args: &TestArgs, rules: &Arc<RuleSet>) -> Exit {
    let wanted: Vec<(usize, &TechniqueInfo)> = rules
        .techniques
        .iter()
        .enumerate()
        .filter(|(_, info)| {
            let kinds = info.kinds.iter().map(|kind| kind.name.as_str());
            super::is_wanted(args.filter.as_deref(), kinds.chain([info.id.as_str()]))
        })
        .collect();
    if wanted.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        console::error(format_args!(
            "no technique has {filter:?} in its id or in the name of a kind"
        ));
        return Exit::Usage;
    }
    let tried: Vec<Tried<'_>> = wanted
        .into_par_iter()
        .map_init(
            || Finder::new(Arc::clone(rules)),
            |finder, (technique, info)| Tried {
                info,
                verdicts: (info.examples.iter())
                    .map(|example| (example, finder.judge_example(technique, example)))
                    .collect(),
            },
        )
        .collect();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let written = match args.format {
        CheckFormat::Text => text(&mut out, rules, &tried),
        CheckFormat::Json => json(&mut out, rules, &tried),
    };
    if let Err(error) = written.and_then(|()| out.flush()) {
        return console::not_written("the results", &error);
    }
    let all_good = tried
        .iter()
        .flat_map(|tried| &tried.verdicts)
        .all(|(_, verdict)| verdict.is_good());
    if all_good { Exit::Fine } else { Exit::Findings }
}

fn text(out: &mut impl Write, rules: &RuleSet, all: &[Tried<'_>]) -> io::Result<()> {
    let ids = all.iter().map(|tried| tried.info.id.len());
    let width = ids.max().unwrap_or(0);
    let (mut good, mut bad) = (0, 0);
    for tried in all {
        let count = |word: &str| {
            let verdicts = tried.verdicts.iter();
            verdicts
                .filter(|(_, verdict)| verdict.as_str() == word)
                .count()
        };
        let counts: Vec<String> = ["validated", "missing", "wrong", "noisy"]
            .into_iter()
            .map(|word| (word, count(word)))
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{count} {word}"))
            .collect();
        let counts = if counts.is_empty() {
            "no examples".to_owned()
        } else {
            counts.join(", ")
        };
        writeln!(out, "{:<width$}  {counts}", tried.info.id)?;
        for (example, verdict) in &tried.verdicts {
            if verdict.is_good() {
                good += 1;
                continue;
            }
            bad += 1;
            let start = example.place.start();
            writeln!(
                out,
                "  {}  {}:{}:{}",
                verdict.as_str(),
                console::printable(example.place.file()),
                start.line,
                start.column
            )?;
            let expected = example.finds.as_ref();
            let lines = super::failure(rules, &example.situation, expected, verdict);
            out.write_all(lines.as_bytes())?;
        }
    }
    writeln!(
        out,
        "\n{} of {}: {good} validated, {bad} failed",
        counted(good + bad, "example"),
        counted(all.len(), "technique")
    )
}

fn json(out: &mut impl Write, rules: &RuleSet, all: &[Tried<'_>]) -> io::Result<()> {
    for tried in all {
        for (example, verdict) in &tried.verdicts {
            let start = example.place.start();
            let line = json!({
                "technique": tried.info.id,
                "kind": example.kind,
                "file": example.place.file(),
                "line": start.line,
                "column": start.column,
                "verdict": verdict.as_str(),
                "position": describe::setup_json(&example.situation),
                "expected": example.finds.map(|finds| finds.to_string()),
                "found": super::found(rules, verdict.findings()),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
