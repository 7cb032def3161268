//! `undoku check`: what is wrong with rules.

mod sound;

use std::io::{self, Write};

use undoku::rules::{Diagnostics, RuleSet};

use crate::args::{CheckArgs, CheckFormat};
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::rules;

/// Checks the built-in rules together with directories and changes.
pub(crate) fn run(args: &CheckArgs) -> Exit {
    check(args).unwrap_or_else(|exit| exit)
}

fn check(args: &CheckArgs) -> Result<Exit, Exit> {
    let directories: Vec<_> = args
        .directories
        .iter()
        .chain(&args.rules)
        .cloned()
        .collect();
    let loaded = rules::load(&directories, &args.set)?;
    if !args.sound.is_empty() {
        let rules = loaded.map_err(|problems| {
            rules::show_errors(&problems);
            console::error(
                "the rules cannot be used as they are; nothing was compared with solutions",
            );
            Exit::Findings
        })?;
        return sound::run(args, rules);
    }
    let found = match &loaded {
        Ok(rules) => &rules.warnings,
        Err(problems) => problems,
    };
    let refused = found.has_errors() || (args.deny_warnings && !found.is_empty());
    let size = loaded.as_ref().ok().map(size);
    let written = match args.format {
        CheckFormat::Text => text(found, size.as_deref(), refused),
        CheckFormat::Json => io::stdout().write_all(found.render_json().as_bytes()),
    };
    written.map_err(|error| console::not_written("the findings", &error))?;
    Ok(if refused { Exit::Findings } else { Exit::Fine })
}

/// `3 techniques and 1 system`
fn size(rules: &RuleSet) -> String {
    let techniques = counted(rules.techniques.len(), "technique");
    let systems = counted(rules.systems.len(), "system");
    match rules.libraries.len() {
        0 => format!("{techniques} and {systems}"),
        libraries => format!(
            "{techniques}, {systems} and {}",
            counted(libraries, "library table")
        ),
    }
}

fn text(found: &Diagnostics, size: Option<&str>, refused: bool) -> io::Result<()> {
    let options = console::render_options(terminal_size::terminal_size_of(io::stdout()));
    let mut out = anstream::stdout().lock();
    for diagnostic in found {
        writeln!(out, "{}\n", diagnostic.render(options))?;
    }
    let verdict = if refused { "refused" } else { "fit for use" };
    match size {
        Some(size) => writeln!(out, "{size}: {}; the rules are {verdict}", found.summary()),
        None => writeln!(out, "{}; the rules are {verdict}", found.summary()),
    }
}
