//! The rules that a command works with.

use std::path::PathBuf;
use std::sync::Arc;

use undoku::lang::Severity;
use undoku::rules::{Diagnostic, Diagnostics, RuleSet};
use undoku::{Engine, Loader, Options};

use crate::args::RuleArgs;
use crate::console;
use crate::exit::Exit;

/// Loads the built-in rules, the rules of these directories and these changes.
pub(crate) fn load(
    directories: &[PathBuf],
    changes: &[String],
) -> Result<Result<RuleSet, Diagnostics>, Exit> {
    Ok(loader(directories, changes)?.load())
}

/// A loader of the built-in rules, the rules of these directories and these changes.
///
/// A directory that does not exist is a wrong argument and not a finding about rules.
pub(crate) fn loader(directories: &[PathBuf], changes: &[String]) -> Result<Loader, Exit> {
    let mut missing = false;
    for path in directories.iter().filter(|path| !path.exists()) {
        console::error(format_args!(
            "there is no directory {}; `undoku init DIR` makes one with the built-in rules",
            path.display()
        ));
        missing = true;
    }
    if missing {
        return Err(Exit::Usage);
    }
    let mut loader = Loader::new().map_err(|problem| {
        console::error(problem);
        Exit::Findings
    })?;
    for path in directories {
        loader.directory(path);
    }
    for change in changes {
        loader.set(change);
    }
    Ok(loader)
}

/// An engine for the rules and the system that the arguments name. What keeps it from running has been
/// said when this returns an error.
pub(crate) fn engine(args: &RuleArgs, options: Options, quiet: bool) -> Result<Engine, Exit> {
    let rules = usable(&args.rules, &args.set, quiet)?;
    select(rules, args.system.as_deref()).map(|engine| engine.options(options))
}

/// Rules to rate by. What keeps them from being used has been said when this returns an error.
pub(crate) fn usable(
    directories: &[PathBuf],
    changes: &[String],
    quiet: bool,
) -> Result<RuleSet, Exit> {
    let rules = load(directories, changes)?.map_err(|problems| {
        show_errors(&problems);
        console::error("the rules cannot be used as they are; nothing was rated");
        Exit::Findings
    })?;
    let changed = !directories.is_empty() || !changes.is_empty();
    let new = if changed && !quiet {
        new_warnings(&rules)
    } else {
        0
    };
    if new > 0 {
        let count = console::counted(new, "warning");
        console::warning(format_args!(
            "{count} in the rules; `undoku check` with the same directories and changes shows more"
        ));
    }
    Ok(rules)
}

/// An engine for a system of the rules, or for their default system.
pub(crate) fn select(rules: impl Into<Arc<RuleSet>>, system: Option<&str>) -> Result<Engine, Exit> {
    let engine = match system {
        Some(id) => Engine::with_system(rules, id),
        None => Engine::new(rules),
    };
    engine.map_err(|unknown| {
        console::error(unknown);
        Exit::Usage
    })
}

/// Shows what keeps rules from being used.
pub(crate) fn show_errors(problems: &Diagnostics) {
    let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
    console::diagnostics(&problems.iter().filter(is_error).cloned().collect());
}

/// How many warnings the rules have that the built-in rules alone do not have.
fn new_warnings(rules: &RuleSet) -> usize {
    let built_in = match load(&[], &[]) {
        Ok(Ok(built_in)) => built_in.warnings,
        _ => Diagnostics::new(),
    };
    let is_new = |warning: &&Diagnostic| {
        let same =
            |known: &Diagnostic| known.code == warning.code && known.message == warning.message;
        !built_in.iter().any(same)
    };
    rules.warnings.iter().filter(is_new).count()
}
