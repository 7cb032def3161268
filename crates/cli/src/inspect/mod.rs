//! `undoku inspect`: what rules can do, before a puzzle is rated.

mod write_text;

use std::io::{self, Write};
use std::path::PathBuf;

use undoku::inspect::{Change, Fact, What, changes, facts};
use undoku::lang::nearest;
use undoku::rules::RuleSet;

use crate::args::{CheckFormat, InspectArgs};
use crate::console;
use crate::exit::Exit;
use crate::rules;

/// Shows what is known of the rules, or what differs from those that they were made of.
pub(crate) fn run(args: &InspectArgs) -> Exit {
    inspect(args).unwrap_or_else(|exit| exit)
}

/// Facts as they are, or what changed among them.
enum Shown {
    Facts(Vec<Fact>),
    Changes(Vec<Change>),
}

fn inspect(args: &InspectArgs) -> Result<Exit, Exit> {
    let (rules, mut now) = known(&args.rules, &args.set)?;
    known_names(&args.names, &rules)?;
    now.retain(|fact| wanted(fact, &args.names));
    let shown = match before(args)? {
        None => Shown::Facts(now),
        Some(mut before) => {
            before.retain(|fact| wanted(fact, &args.names));
            Shown::Changes(if args.all {
                everything(&before, now)
            } else {
                changes(&before, &now)
            })
        }
    };
    let written = match args.format {
        CheckFormat::Json => json(&shown),
        CheckFormat::Text => write_text::write(&shown, &rules),
    };
    match written {
        Ok(()) => Ok(Exit::Fine),
        Err(error) => Err(console::not_written("the report", &error)),
    }
}

/// The rules of these directories and changes, and what is known of them.
fn known(directories: &[PathBuf], changes: &[String]) -> Result<(RuleSet, Vec<Fact>), Exit> {
    let loader = rules::loader(directories, changes)?;
    let rules = loader.load().map_err(|problems| {
        rules::show_errors(&problems);
        console::error("the rules cannot be used as they are; `undoku check` shows warnings, too");
        Exit::Findings
    })?;
    let idle = loader.idle_constants(&rules);
    let facts = facts(&rules, &idle);
    Ok((rules, facts))
}

/// What was known of the rules before the last layer was laid over them; nothing where there is none, or where those
/// rules cannot be used alone.
fn before(args: &InspectArgs) -> Result<Option<Vec<Fact>>, Exit> {
    let directories = match (args.set.is_empty(), args.rules.split_last()) {
        (false, _) => &args.rules[..],
        (true, Some((_, earlier))) => earlier,
        (true, None) => return Ok(None),
    };
    let loader = rules::loader(directories, &[])?;
    let Ok(rules) = loader.load() else {
        console::warning(
            "the rules cannot be used without the last change, so there is nothing to compare with",
        );
        return Ok(None);
    };
    let idle = loader.idle_constants(&rules);
    Ok(Some(facts(&rules, &idle)))
}

/// Every fact, each beside what it was, with what is gone at the end.
fn everything(before: &[Fact], now: Vec<Fact>) -> Vec<Change> {
    let mut changed = changes(before, &now).into_iter().peekable();
    let mut all = Vec::new();
    for fact in now {
        let same = changed.next_if(|change| change.now.as_ref() == Some(&fact));
        all.push(same.unwrap_or_else(|| Change {
            before: Some(fact.clone()),
            now: Some(fact),
        }));
    }
    all.extend(changed);
    all
}

/// Whether a fact is about one of these names; without names every one is.
fn wanted(fact: &Fact, names: &[String]) -> bool {
    let is = |name: &String| {
        *name == fact.id || (fact.of == undoku::inspect::Owner::Technique && *name == fact.name)
    };
    names.is_empty() || names.iter().any(is)
}

/// Refuses names that nothing has.
fn known_names(names: &[String], rules: &RuleSet) -> Result<(), Exit> {
    let techniques = rules.techniques.iter();
    let mut known: Vec<&str> = techniques
        .flat_map(|one| {
            let kinds = one.kinds.iter().map(|kind| kind.name.as_str());
            kinds.chain([one.id.as_str()])
        })
        .collect();
    known.extend(rules.systems.iter().map(|system| system.id.as_str()));
    let mut good = true;
    for name in names.iter().filter(|name| !known.contains(&name.as_str())) {
        let shown = console::printable(name);
        console::error(match nearest(name, known.iter().copied()) {
            Some(near) => format!(
                "there is no technique, kind of step or system `{shown}`: did you mean `{near}`?"
            ),
            None => format!(
                "there is no technique, kind of step or system `{shown}`; without names all are shown"
            ),
        });
        good = false;
    }
    if good { Ok(()) } else { Err(Exit::Usage) }
}

fn json(shown: &Shown) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match shown {
        Shown::Facts(facts) => {
            for fact in facts {
                writeln!(out, "{}", fact.to_json())?;
            }
        }
        Shown::Changes(changes) => {
            for change in changes {
                writeln!(out, "{}", change.to_json())?;
            }
        }
    }
    out.flush()
}

/// The words for what a fact is about.
fn label(fact: &Fact) -> String {
    match &fact.what {
        What::Assertions => "assertions".to_owned(),
        What::Score => "score".to_owned(),
        What::Declared => "declared range".to_owned(),
        What::SearchCost => "bindings".to_owned(),
        What::Evidence(name) => name.clone(),
        What::FallsBelow => "can score less than".to_owned(),
        What::RungCost => "cost".to_owned(),
        What::Step | What::Metric | What::Profile => fact.name.clone(),
        What::Decides => "the value that decides".to_owned(),
        What::UnreachableClass(class) => format!("{class} of {}", fact.name),
        What::UnreachableTier | What::IdleConstant => fact.name.clone(),
    }
}
