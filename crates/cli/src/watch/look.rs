//! What the rules are worth at one moment: problems, or ratings.

use std::io::{self, Write};

use undoku::lang::Severity;
use undoku::rules::{Diagnostic, Diagnostics, RuleSet};
use undoku::{Engine, Options, Report, Status};

use super::Subject;
use super::change;
use crate::args::WatchArgs;
use crate::console::{self, counted};
use crate::exit::Exit;
use crate::rate::headline;
use crate::rules;

/// What was seen of the rules.
pub(super) struct Look {
    /// Whether they can be used.
    pub(super) verdict: Verdict,
    /// The ratings by them, or by the last rules that could be used; none if there were none yet.
    reports: Option<Vec<Report>>,
    names: Vec<String>,
}

/// Whether rules can be used.
pub(super) enum Verdict {
    /// They can, with these warnings.
    Fit(Diagnostics),
    /// They cannot: all that is wrong, drawn or in words.
    Refused(Refusal),
}

/// Why rules cannot be used.
pub(super) enum Refusal {
    /// What is wrong with them.
    Problems(Diagnostics),
    /// They lack what was asked for.
    Message(String),
}

impl Look {
    /// The first look. A system that does not exist is wrong usage then.
    pub(super) fn first(args: &WatchArgs, subjects: &[Subject]) -> Result<Self, Exit> {
        let look = Self::at(args, subjects, None);
        if let Verdict::Refused(Refusal::Message(message)) = &look.verdict {
            console::error(message);
            return Err(Exit::Usage);
        }
        Ok(look)
    }

    /// A later look.
    pub(super) fn again(&self, args: &WatchArgs, subjects: &[Subject]) -> Self {
        Self::at(args, subjects, self.reports.as_ref())
    }

    fn at(args: &WatchArgs, subjects: &[Subject], before: Option<&Vec<Report>>) -> Self {
        let names = subjects
            .iter()
            .map(|subject| subject.name.clone())
            .collect();
        let (verdict, reports) = match engine(args) {
            Ok(engine) => {
                let mut rater = engine.rater();
                let reports = subjects.iter().map(|subject| rater.rate(&subject.puzzle));
                let reports = reports.collect();
                (Verdict::Fit(engine.rules().warnings.clone()), Some(reports))
            }
            Err(refusal) => (Verdict::Refused(refusal), before.cloned()),
        };
        Self {
            verdict,
            reports,
            names,
        }
    }

    /// Shows the whole of it.
    pub(super) fn show(&self, out: &mut impl Write) -> io::Result<()> {
        self.problems(None, out)?;
        if let (Verdict::Fit(_), Some(reports)) = (&self.verdict, &self.reports) {
            for (name, report) in self.names.iter().zip(reports) {
                writeln!(out, "{name}: {}", worth(report))?;
            }
        }
        out.flush()
    }

    /// Shows what is different from an earlier look.
    pub(super) fn show_after(&self, before: &Self, out: &mut impl Write) -> io::Result<()> {
        self.problems(Some(before), out)?;
        let Verdict::Fit(_) = self.verdict else {
            return out.flush();
        };
        let Some(reports) = &self.reports else {
            return out.flush();
        };
        let mut moved = 0;
        for (at, (name, report)) in self.names.iter().zip(reports).enumerate() {
            let earlier = before.reports.as_ref().and_then(|all| all.get(at));
            let Some(earlier) = earlier else {
                writeln!(out, "{name}: {}", worth(report))?;
                moved += 1;
                continue;
            };
            let lines = change::lines(earlier, report);
            if lines.is_empty() {
                continue;
            }
            moved += 1;
            match (worth(earlier), worth(report)) {
                (old, new) if old == new => writeln!(out, "{name}: {new}, as before")?,
                (old, new) => writeln!(out, "{name}: {old} → {new}")?,
            }
            for line in lines {
                writeln!(out, "  {line}")?;
            }
        }
        if moved == 0 && !reports.is_empty() {
            writeln!(out, "no rating changes")?;
        } else if moved < reports.len() {
            writeln!(
                out,
                "{moved} of {} changed",
                counted(reports.len(), "rating")
            )?;
        }
        out.flush()
    }

    /// Shows what is wrong with the rules: all errors, and the warnings that were not there before. Of the first
    /// look, those count that the built-in rules do not have.
    fn problems(&self, before: Option<&Self>, out: &mut impl Write) -> io::Result<()> {
        let options = console::render_options(terminal_size::terminal_size_of(io::stdout()));
        match &self.verdict {
            Verdict::Refused(Refusal::Message(message)) => {
                writeln!(out, "{message}; nothing was rated")
            }
            Verdict::Refused(Refusal::Problems(problems)) => {
                let errors = problems
                    .iter()
                    .filter(|one| one.severity == Severity::Error);
                for problem in errors {
                    writeln!(out, "{}\n", problem.render(options))?;
                }
                writeln!(out, "{}; the rules are refused", problems.summary())
            }
            Verdict::Fit(warnings) => {
                let known = match before.map(|before| &before.verdict) {
                    Some(Verdict::Fit(known)) => known.clone(),
                    Some(Verdict::Refused(_)) | None => built_in_warnings(),
                };
                for warning in warnings.iter().filter(|one| !has(&known, one)) {
                    writeln!(out, "{}\n", warning.render(options))?;
                }
                match before.map(|before| &before.verdict) {
                    Some(Verdict::Fit(_)) => Ok(()),
                    Some(Verdict::Refused(_)) => writeln!(out, "the rules are fit for use again"),
                    None => writeln!(out, "{}; the rules are fit for use", warnings.summary()),
                }
            }
        }
    }
}

/// Whether a problem is among others, wherever in its file it stands.
fn has(known: &Diagnostics, one: &Diagnostic) -> bool {
    let same = |other: &Diagnostic| {
        (other.code, &other.message, other.place.file())
            == (one.code, &one.message, one.place.file())
    };
    known.iter().any(same)
}

fn built_in_warnings() -> Diagnostics {
    match rules::load(&[], &[]) {
        Ok(Ok(rules)) => rules.warnings,
        _ => Diagnostics::new(),
    }
}

fn engine(args: &WatchArgs) -> Result<Engine, Refusal> {
    let loaded: Result<RuleSet, Diagnostics> = {
        let mut loader =
            undoku::Loader::new().map_err(|error| Refusal::Message(error.to_string()))?;
        loader.directory(&args.directory);
        for change in &args.set {
            loader.set(change);
        }
        loader.load()
    };
    let rules = loaded.map_err(Refusal::Problems)?;
    let engine = match &args.system {
        Some(id) => Engine::with_system(rules, id),
        None => Engine::new(rules),
    };
    let options = Options {
        steps: true,
        ..Options::default()
    };
    match engine {
        Ok(engine) => Ok(engine.options(options)),
        Err(unknown) => Err(Refusal::Message(unknown.to_string())),
    }
}

/// A rating in one line.
fn worth(report: &Report) -> String {
    let steps = counted(report.step_count, "step");
    match (&report.error, report.status) {
        (Some(error), status) => format!("{}, {}", status.as_str(), error.message),
        (None, Status::Stuck) => {
            let open = counted(report.remaining as usize, "open cell");
            format!("stuck after {steps}, {open} left")
        }
        (None, status) => format!("{} in {steps}, {}", status.as_str(), headline(report)),
    }
}
