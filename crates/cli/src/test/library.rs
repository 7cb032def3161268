//! The cases of a technique library.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::json;
use undoku::grid::format::{LibraryCase, LibraryError, read_library};
use undoku::rules::{Library, Meaning, RuleSet};
use undoku::{CaseVerdict, Finder, Verdict};

use crate::args::{CheckFormat, TestArgs};
use crate::console::{self, counted, printable};
use crate::describe;
use crate::exit::Exit;

/// How many cases are read before they are tried; memory does not grow with the file.
const BATCH: usize = 4096;

/// What became of the cases of one code.
#[derive(Debug, Default)]
struct Tally {
    cases: usize,
    validated: usize,
    missing: usize,
    wrong: usize,
    noisy: usize,
    /// Why no case was tried.
    left_out: Option<String>,
    unknown: bool,
    /// Names that the rules do not have.
    no_such_kind: Vec<String>,
    /// The kinds that were looked for.
    kinds: Vec<String>,
}

/// What became of all cases.
#[derive(Debug, Default)]
struct Tallies {
    codes: BTreeMap<String, Tally>,
    bad_lines: usize,
}

impl Tallies {
    fn sum(&self, of: impl Fn(&Tally) -> usize) -> usize {
        self.codes.values().map(of).sum()
    }
}

/// Tries every case of a library by what a table says of its code.
pub(crate) fn run(args: &TestArgs, file: &Path, rules: &Arc<RuleSet>) -> Exit {
    match try_all(args, file, rules) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn try_all(args: &TestArgs, path: &Path, rules: &Arc<RuleSet>) -> Result<Exit, Exit> {
    let table = table(args, rules)?;
    let unreadable = |error: &io::Error| {
        console::error(format_args!("{} cannot be read: {error}", path.display()));
        Exit::Usage
    };
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let unwritten = |error: io::Error| console::not_written("the results", &error);
    let mut tallies = Tallies::default();
    let mut cases = read_library(BufReader::new(file));
    loop {
        let mut batch = Vec::new();
        for case in cases.by_ref().take(BATCH) {
            batch.push(case.map_err(|error| unreadable(&error))?);
        }
        if batch.is_empty() {
            break;
        }
        let tried: Vec<_> = batch
            .into_par_iter()
            .map_init(
                || Finder::new(Arc::clone(rules)),
                |finder, case| one(args, table, finder, case),
            )
            .collect();
        for (case, verdict) in tried.into_iter().flatten() {
            let shown = Shown { rules, path };
            let lines = match args.format {
                CheckFormat::Text => shown.text(&case, verdict.as_ref()),
                CheckFormat::Json => shown.json(&case, verdict.as_ref()),
            };
            out.write_all(lines.as_bytes()).map_err(unwritten)?;
            tallies.count(rules, table, &case, verdict);
        }
    }
    if args.format == CheckFormat::Text {
        summary(&mut out, table, &tallies).map_err(unwritten)?;
    }
    out.flush().map_err(unwritten)?;
    if tallies.codes.is_empty() && tallies.bad_lines == 0 {
        console::warning(match &args.filter {
            Some(filter) => format!(
                "no case of {} has {filter:?} in its code or kinds",
                path.display()
            ),
            None => format!("no cases found in {}", path.display()),
        });
    }
    let failed = tallies.sum(|t| t.missing + t.wrong + t.noisy);
    let impossible = tallies.sum(|t| {
        if t.no_such_kind.is_empty() {
            0
        } else {
            t.cases
        }
    });
    Ok(if failed + impossible + tallies.bad_lines > 0 {
        Exit::Findings
    } else {
        Exit::Fine
    })
}

/// The table that says what the codes mean.
fn table<'r>(args: &TestArgs, rules: &'r RuleSet) -> Result<&'r Library, Exit> {
    let known: Vec<&str> = rules.libraries.iter().map(|l| l.id.as_str()).collect();
    let problem = match (&args.table, rules.libraries.as_slice()) {
        (None, [only]) => return Ok(only),
        (Some(id), _) => match rules.library(id) {
            Some(found) => return Ok(found),
            None => match undoku::lang::nearest(id, known.iter().copied()) {
                Some(near) => format!("there is no library table `{id}`; did you mean `{near}`?"),
                None => format!(
                    "there is no library table `{id}`; there are: {}",
                    known.join(", ")
                ),
            },
        },
        (None, []) => "the rules have no library table, which says what the codes mean; \
            add a file that starts with `library:` with --rules"
            .to_owned(),
        (None, _) => format!(
            "the rules have several library tables; name one with --table: {}",
            known.join(", ")
        ),
    };
    console::error(problem);
    Err(Exit::Usage)
}

/// A line and what came of it.
type Tried = (Result<LibraryCase, LibraryError>, Option<CaseVerdict>);

/// Tries a case, if it is wanted.
fn one(
    args: &TestArgs,
    table: &Library,
    finder: &mut Finder,
    case: Result<LibraryCase, LibraryError>,
) -> Option<Tried> {
    let case = match case {
        Ok(case) => case,
        Err(error) => return Some((Err(error), None)),
    };
    let (code, kinds) = (case.full_code(), kinds(finder.rules(), table, &case));
    let names = kinds.iter().map(String::as_str).chain([code.as_str()]);
    if !super::is_wanted(args.filter.as_deref(), names) {
        return None;
    }
    let verdict = finder.judge_case(table, &case);
    Some((Ok(case), Some(verdict)))
}

/// The names of the kinds that a case is about.
fn kinds(rules: &RuleSet, table: &Library, case: &LibraryCase) -> Vec<String> {
    match table.meaning(&case.code, case.variant.as_deref()) {
        Meaning::Kinds(kinds) => kinds
            .iter()
            .filter_map(|&kind| rules.kind(kind))
            .map(|kind| kind.name.clone())
            .collect(),
        Meaning::Missing(names) => names.to_vec(),
        Meaning::LeftOut(_) | Meaning::Unknown => Vec::new(),
    }
}

impl Tallies {
    fn count(
        &mut self,
        rules: &RuleSet,
        table: &Library,
        case: &Result<LibraryCase, LibraryError>,
        verdict: Option<CaseVerdict>,
    ) {
        let Ok(case) = case else {
            self.bad_lines += 1;
            return;
        };
        let key = match (&verdict, &case.finds) {
            (Some(CaseVerdict::CaseLeftOut(_)), Some(finds)) => {
                format!("{} {finds}", case.full_code())
            }
            _ => case.full_code(),
        };
        let tally = self.codes.entry(key).or_default();
        tally.cases += 1;
        match verdict {
            Some(CaseVerdict::Tried(verdict)) => {
                if tally.kinds.is_empty() {
                    tally.kinds = kinds(rules, table, case);
                }
                *match verdict {
                    Verdict::Validated => &mut tally.validated,
                    Verdict::Missing(_) => &mut tally.missing,
                    Verdict::Wrong(_) => &mut tally.wrong,
                    Verdict::Noisy(_) => &mut tally.noisy,
                } += 1;
            }
            Some(CaseVerdict::LeftOut(reason) | CaseVerdict::CaseLeftOut(reason)) => {
                tally.left_out = Some(reason);
            }
            Some(CaseVerdict::NoSuchKind(names)) => tally.no_such_kind = names,
            Some(CaseVerdict::UnknownCode) | None => tally.unknown = true,
        }
    }
}

/// How cases are shown.
struct Shown<'a> {
    rules: &'a RuleSet,
    path: &'a Path,
}

impl Shown<'_> {
    /// A case that failed, or a line that is none; nothing for others.
    fn text(
        &self,
        case: &Result<LibraryCase, LibraryError>,
        verdict: Option<&CaseVerdict>,
    ) -> String {
        let file = self.path.display().to_string();
        match (case, verdict) {
            (Err(error), _) => {
                let (line, column) = (error.place.line, error.place.column);
                format!(
                    "{}:{line}:{column}  unreadable\n    {}\n",
                    printable(&file),
                    error.kind
                )
            }
            (Ok(case), Some(CaseVerdict::Tried(verdict))) if !verdict.is_good() => {
                let expected = case.finds.as_ref();
                format!(
                    "{}:{}  {}  {}\n{}",
                    printable(&file),
                    case.line,
                    case.full_code(),
                    word(verdict),
                    super::failure(self.rules, &case.situation, expected, verdict)
                )
            }
            _ => String::new(),
        }
    }

    /// One object for every case.
    fn json(
        &self,
        case: &Result<LibraryCase, LibraryError>,
        verdict: Option<&CaseVerdict>,
    ) -> String {
        let object = match (case, verdict) {
            (Err(error), _) => json!({
                "line": error.place.line,
                "column": error.place.column,
                "verdict": "unreadable",
                "message": error.kind.to_string(),
            }),
            (Ok(case), verdict) => {
                let mut object = json!({"line": case.line, "code": case.full_code()});
                match verdict {
                    Some(CaseVerdict::Tried(verdict)) => {
                        object["verdict"] = word(verdict).into();
                        object["position"] = describe::setup_json(&case.situation);
                        object["expected"] = case.finds.map(|finds| finds.to_string()).into();
                        object["found"] = super::found(self.rules, verdict.findings());
                    }
                    Some(CaseVerdict::LeftOut(reason) | CaseVerdict::CaseLeftOut(reason)) => {
                        object["verdict"] = "left out".into();
                        object["message"] = reason.as_str().into();
                    }
                    Some(CaseVerdict::NoSuchKind(names)) => {
                        object["verdict"] = "no such kind".into();
                        object["message"] = names.join(", ").into();
                    }
                    Some(CaseVerdict::UnknownCode) | None => {
                        object["verdict"] = "unknown code".into();
                    }
                }
                object
            }
        };
        format!("{object}\n")
    }
}

/// What a verdict is called here.
const fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Validated => "found",
        Verdict::Missing(_) => "missed",
        Verdict::Wrong(_) => "wrong",
        Verdict::Noisy(_) => "noisy",
    }
}

fn summary(out: &mut impl Write, table: &Library, tallies: &Tallies) -> io::Result<()> {
    let is_tried = |tally: &&Tally| {
        tally.left_out.is_none() && !tally.unknown && tally.no_such_kind.is_empty()
    };
    let width = tallies
        .codes
        .keys()
        .filter(|key| !key.contains(' '))
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(4);
    if tallies.codes.values().any(|tally| is_tried(&tally)) {
        writeln!(
            out,
            "{:<width$}  cases  found  missed  wrong  noisy  kinds",
            "code"
        )?;
    }
    for (code, tally) in tallies.codes.iter().filter(|(_, tally)| is_tried(tally)) {
        writeln!(
            out,
            "{code:<width$}  {:>5}  {:>5}  {:>6}  {:>5}  {:>5}  {}",
            tally.cases,
            tally.validated,
            tally.missing,
            tally.wrong,
            tally.noisy,
            tally.kinds.join(", ")
        )?;
    }
    for (code, tally) in &tallies.codes {
        let cases = counted(tally.cases, "case");
        if let Some(reason) = &tally.left_out {
            writeln!(
                out,
                "{code:<width$}  {cases} left out: {}",
                printable(reason)
            )?;
        } else if !tally.no_such_kind.is_empty() {
            let names = tally.no_such_kind.join(", ");
            writeln!(
                out,
                "{code:<width$}  {cases} not tried: the rules have no {names}"
            )?;
        } else if tally.unknown {
            writeln!(
                out,
                "{code:<width$}  {cases} of an unknown code: the table {} does not have it",
                table.id
            )?;
        }
    }
    let unknown = tallies.sum(|t| if t.unknown { t.cases } else { 0 });
    let left_out = tallies.sum(|t| t.left_out.as_ref().map_or(0, |_| t.cases));
    let impossible = tallies.sum(|t| {
        if t.no_such_kind.is_empty() {
            0
        } else {
            t.cases
        }
    });
    let all = tallies.sum(|t| t.cases);
    write!(
        out,
        "\n{}: {} found, {} missed, {} wrong, {} noisy",
        counted(all, "case"),
        tallies.sum(|t| t.validated),
        tallies.sum(|t| t.missing),
        tallies.sum(|t| t.wrong),
        tallies.sum(|t| t.noisy),
    )?;
    for (count, what) in [
        (left_out, "left out"),
        (unknown, "of unknown codes"),
        (impossible, "of techniques that the rules do not have"),
    ] {
        if count > 0 {
            write!(out, ", {count} {what}")?;
        }
    }
    if tallies.bad_lines > 0 {
        write!(out, "; {} unreadable", counted(tallies.bad_lines, "line"))?;
    }
    writeln!(out)
}
