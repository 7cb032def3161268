//! One side of a comparison: the rules it rates by, and the tiers it has.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use undoku::lang::nearest;
use undoku::rules::{MetricSource, System};
use undoku::{Engine, MetricValue, Options, Report, Status};

use crate::args::{DiffArgs, RuleArgs};
use crate::console::{self, printable};
use crate::evaluate::choice::Measure;
use crate::exit::Exit;
use crate::rules;

/// What puzzles are that the ladder cannot finish.
pub(super) const STUCK: &str = "stuck";
/// What solved puzzles are where a system has no tiers.
const SOLVED: &str = "solved";

/// One side.
pub(super) struct Side {
    /// What it is, in words.
    pub(super) title: String,
    /// Rates without steps.
    pub(super) engine: Engine,
    /// Rates with steps.
    pub(super) telling: Engine,
    /// The metric that names the tier, if there are tiers.
    pub(super) tier: Option<String>,
    /// What a puzzle can be: the tiers from the least to the greatest, and stuck.
    pub(super) classes: Vec<String>,
    /// For each row of the tier table its class.
    rows: Vec<usize>,
    /// The metric that decides the tier.
    pub(super) decides: Option<Measure>,
}

impl Side {
    pub(super) fn system(&self) -> &Arc<System> {
        self.engine.system()
    }

    /// What a puzzle that was walked is, by its place among the classes.
    pub(super) fn class(&self, report: &Report) -> usize {
        if report.status != Status::Solved {
            return self.classes.len() - 1;
        }
        let row = report.tier.and_then(|row| self.rows.get(row));
        row.copied().unwrap_or(0)
    }

    /// The value that decides; NaN for none.
    pub(super) fn value(&self, report: &Report) -> f64 {
        let value = self.decides.as_ref().and_then(|measure| {
            let value = report.metrics().nth(measure.at).map(|(_, value)| value);
            measure.number(value.unwrap_or(MetricValue::Null))
        });
        value.unwrap_or(f64::NAN)
    }

    /// Whether a class is that of puzzles that are stuck.
    pub(super) fn is_stuck(&self, class: usize) -> bool {
        class + 1 == self.classes.len()
    }

    /// Where a class stands, from 0 for the easiest to 1 for the hardest.
    pub(super) fn height(&self, class: usize) -> f64 {
        let tiers = self.classes.len().saturating_sub(2).max(1);
        class as f64 / tiers as f64
    }
}

/// The rules that the pieces of a side name.
#[derive(Debug, Default, PartialEq)]
struct Pieces {
    system: Option<String>,
    rules: Vec<PathBuf>,
    set: Vec<String>,
}

/// A piece as it is meant.
#[derive(Debug, PartialEq)]
enum Piece {
    System(String),
    Rules(PathBuf),
    Set(String),
}

const FORMS: &str = "system=ID, rules=DIR or set=KEY=VALUE";

impl Piece {
    /// Reads a piece; `is_directory` and `is_system` say what there is.
    fn read(
        text: &str,
        is_directory: impl Fn(&str) -> bool,
        is_system: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let text = text.trim();
        let Some((key, value)) = text.split_once('=') else {
            if is_directory(text) {
                if is_system(text) {
                    return Err(format!(
                        "`{text}` is a system and a directory; write system={text} or rules={text}"
                    ));
                }
                return Ok(Self::Rules(text.into()));
            }
            return match text {
                "" => Err(format!("a piece of a side is empty; write {FORMS}")),
                _ if text.contains(['/', '\\']) => Ok(Self::Rules(text.into())),
                _ => Ok(Self::System(text.to_owned())),
            };
        };
        let (key, trimmed) = (key.trim(), value.trim());
        match key {
            "system" | "rules" | "set" if trimmed.is_empty() => {
                Err(format!("`{key}=` is followed by nothing; write {FORMS}"))
            }
            "system" => Ok(Self::System(trimmed.to_owned())),
            "rules" => Ok(Self::Rules(trimmed.into())),
            "set" => Ok(Self::Set(value.to_owned())),
            _ if key.contains('.') => Ok(Self::Set(text.to_owned())),
            _ => {
                let advice = nearest(key, ["system", "rules", "set"]).map_or_else(
                    || format!("write {FORMS}"),
                    |near| format!("did you mean `{near}={}`?", printable(trimmed)),
                );
                Err(format!(
                    "`{}` is no piece of a side; {advice}",
                    printable(text)
                ))
            }
        }
    }
}

fn read(pieces: &[String]) -> Result<Pieces, String> {
    let mut all = Pieces::default();
    let is_directory = |text: &str| Path::new(text).is_dir();
    let is_system = |text: &str| match rules::load(&[], &[]) {
        Ok(Ok(built_in)) => built_in.system(text).is_some(),
        _ => false,
    };
    for piece in pieces {
        match Piece::read(piece, is_directory, is_system)? {
            Piece::System(id) => {
                if let Some(other) = all.system.replace(id.clone()) {
                    return Err(format!(
                        "a side rates by one system, and `{}` and `{}` are two",
                        printable(&other),
                        printable(&id)
                    ));
                }
            }
            Piece::Rules(path) => all.rules.push(path),
            Piece::Set(change) => all.set.push(change),
        }
    }
    Ok(all)
}

/// The side that the pieces of an option name, over what holds for both.
pub(super) fn side(args: &DiffArgs, option: &str, pieces: &[String]) -> Result<Side, Exit> {
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    let pieces = read(pieces).map_err(|message| usage(format!("{option}: {message}")))?;
    let both: &RuleArgs = &args.rules;
    let directories: Vec<PathBuf> = both.rules.iter().chain(&pieces.rules).cloned().collect();
    let changes: Vec<String> = both.set.iter().chain(&pieces.set).cloned().collect();
    let system = pieces.system.or_else(|| both.system.clone());
    let loaded = rules::load(&directories, &changes)?.map_err(|problems| {
        rules::show_errors(&problems);
        console::error(format_args!(
            "the rules of {option} cannot be used as they are; nothing was rated"
        ));
        Exit::Findings
    })?;
    let engine = rules::select(loaded, system.as_deref())?;
    let telling = rules::select(engine.shared_rules(), Some(&engine.system().id))?;
    // Nothing is made of how many solutions there are.
    let options = |steps| Options {
        steps,
        solution_limit: 2,
    };
    let (engine, telling) = (
        engine.options(options(false)),
        telling.options(options(true)),
    );
    let (tier, classes, rows) = tiers(engine.system(), args.tier.as_deref()).map_err(usage)?;
    let system = engine.system();
    let mut title = format!("{} {}", system.id, system.version);
    for directory in &directories {
        title += &format!(", rules {}", directory.display());
    }
    for change in &changes {
        title += &format!(", {}", change.trim());
    }
    Ok(Side {
        title: printable(&title),
        decides: system.decides.and_then(|at| Measure::of(system, at)),
        tier,
        classes,
        rows,
        engine,
        telling,
    })
}

/// The metric that names tiers, the classes, and each row's class.
type Tiers = (Option<String>, Vec<String>, Vec<usize>);

fn tiers(system: &System, wanted: Option<&str>) -> Result<Tiers, String> {
    let mut found: Vec<(&str, Vec<String>, Vec<usize>)> = Vec::new();
    for metric in &system.metrics {
        let MetricSource::Tier(text) = metric.source else {
            continue;
        };
        let (mut classes, mut rows) = (Vec::<String>::new(), Vec::new());
        for name in system.tiers.iter().filter_map(|tier| tier.names.get(text)) {
            let known = classes.iter().position(|class| class == name);
            rows.push(known.unwrap_or_else(|| {
                classes.push(name.clone());
                classes.len() - 1
            }));
        }
        found.push((&metric.name, classes, rows));
    }
    if let Some(wanted) = wanted
        && found.iter().all(|(name, ..)| *name != wanted)
    {
        let known: Vec<&str> = found.iter().map(|(name, ..)| *name).collect();
        let advice = match nearest(wanted, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "it has no tiers".to_owned(),
            None => format!("there are {}", known.join(", ")),
        };
        return Err(format!(
            "no tier of the system `{}` is named by `{}`; {advice}",
            system.id,
            printable(wanted)
        ));
    }
    let chosen = found
        .into_iter()
        .filter(|(name, ..)| wanted.is_none_or(|wanted| wanted == *name))
        .max_by_key(|(_, classes, _)| classes.len());
    let (tier, mut classes, rows) = match chosen {
        Some((name, classes, rows)) => (Some(name.to_owned()), classes, rows),
        None => (None, vec![SOLVED.to_owned()], Vec::new()),
    };
    classes.push(STUCK.to_owned());
    Ok((tier, classes, rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pieces_mean() {
        let read = |text: &str| {
            Piece::read(
                text,
                |name| ["here", "both"].contains(&name),
                |name| ["undoku", "both"].contains(&name),
            )
        };
        let system = |id: &str| Ok(Piece::System(id.to_owned()));
        let rules = |path: &str| Ok(Piece::Rules(path.into()));
        let set = |change: &str| Ok(Piece::Set(change.to_owned()));
        assert_eq!(read("undoku"), system("undoku"));
        assert_eq!(read("system=here"), system("here"));
        assert_eq!(read("here"), rules("here"));
        assert_eq!(read("rules=both"), rules("both"));
        assert_eq!(read("./not-there"), rules("./not-there"));
        assert_eq!(read("set=a.b={c: 1, d: 2}"), set("a.b={c: 1, d: 2}"));
        assert_eq!(read("a.b=c=d"), set("a.b=c=d"));
        for (text, said) in [
            ("both", "write system=both or rules=both"),
            ("", "is empty"),
            ("rules=", "is followed by nothing"),
            ("rule=x", "did you mean `rules=x`?"),
            ("something=x", "write system=ID, rules=DIR or set=KEY=VALUE"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.contains(said), "{text}: {message}");
        }
    }
}
