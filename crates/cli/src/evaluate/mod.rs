//! `undoku evaluate`: ratings held against a column of a table.

pub(crate) mod choice;
mod condition;
mod figures;
mod picture;
mod rating;
mod sheet;
mod target;
mod write_json;
mod write_table;

use std::io::{self, Write};

use rayon::prelude::*;
use undoku::grid::Puzzle;
use undoku::grid::format::parse_puzzle;
use undoku_statistics::Bootstrap;

use crate::args::{self, EvaluateArgs, EvaluateFormat};
use crate::console::{self, counted, grouped, printable};
use crate::exit::Exit;
use crate::input::Input;
use crate::progress::Progress;
use crate::rules;
use crate::tally::Tally;
use crate::threads;

use choice::Choice;
use condition::Condition;
use figures::{Evaluation, Figures};
use rating::Rated;
use sheet::Sheet;
use target::Target;

/// The rows that are evaluated.
struct Rows {
    /// None where the text is no puzzle.
    puzzles: Vec<Option<Puzzle>>,
    /// What each is held against.
    targets: Vec<f64>,
    /// How many rows fulfil the conditions, whether they have something to be held against or not.
    kept: usize,
}

/// Holds ratings against a column.
pub(crate) fn run(args: &EvaluateArgs) -> Exit {
    evaluate(args).unwrap_or_else(|exit| exit)
}

fn evaluate(args: &EvaluateArgs) -> Result<Exit, Exit> {
    let rules = rules::usable(&args.rules, &args.set, args.work.quiet)?;
    let choices = choice::choose(rules, &args.system, &args.metric)?;
    let metrics: usize = choices.iter().map(|choice| choice.metrics.len()).sum();
    if args.scatter.is_some() && metrics > 1 {
        args::conflict(
            "evaluate",
            "--scatter draws one metric of one system; name them with --system and --metric",
        );
    }
    let input = match Input::of(&args.file) {
        Input::Stdin => Input::Stdin,
        Input::Text(_) | Input::File(_) => Input::File(args.file.clone().into()),
    };
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    let sheet = Sheet::read(&input).map_err(usage)?;
    let (rows, target) = rows(args, &sheet).map_err(usage)?;
    if !args.work.quiet {
        notes(&sheet, &rows, &target);
    }
    let pool = threads::pool(args.work.jobs)?;
    let total = rows.puzzles.len() * choices.len();
    let mut progress = Progress::new(Some(total as u64), false, args.work.quiet);
    let mut done = 0;
    let rated: Vec<Rated> = choices
        .iter()
        .map(|choice| rating::rate(choice, &rows.puzzles, &pool, &mut progress, &mut done))
        .collect();
    progress.finish();
    let evaluations = evaluations(args, &rows, &choices, &rated);
    let bootstrap = Bootstrap {
        resamples: args.resamples,
        seed: args.seed,
    };
    let labels = target.labels.as_ref().map(Vec::len);
    let figures: Vec<Figures> = pool.install(|| {
        let all = evaluations.par_iter();
        all.map(|(evaluation, _)| evaluation.figures(bootstrap, labels))
            .collect()
    });
    let all: Vec<(Evaluation, Figures, Tally)> = evaluations
        .into_iter()
        .zip(figures)
        .map(|((evaluation, tally), figures)| (evaluation, figures, tally))
        .collect();
    write(args.format, &all, &target, bootstrap)
        .map_err(|error| console::not_written("the figures", &error))?;
    if let (Some(path), [(evaluation, figures, _)]) = (&args.scatter, &all[..]) {
        picture::draw(path, evaluation, figures, &target)
            .map_err(|error| console::not_written(path.display(), &error))?;
    }
    if !args.work.quiet {
        summary(&all, &choices, &rated);
    }
    let unrated = rated.iter().any(|rated| rated.tally.unrated() > 0);
    Ok(if unrated || sheet.uneven.count > 0 {
        Exit::Unrated
    } else {
        Exit::Fine
    })
}

/// The rows that fulfil the conditions and have something to be held against; the error says what is wrong with
/// the arguments.
fn rows(args: &EvaluateArgs, sheet: &Sheet) -> Result<(Rows, Target), String> {
    let conditions = args
        .conditions
        .iter()
        .map(|text| Condition::parse(text, sheet));
    let conditions: Vec<Condition> = conditions.collect::<Result<_, _>>()?;
    let puzzles = sheet.puzzles(args.column.as_deref())?;
    let wanted = sheet.only(|row| conditions.iter().all(|condition| condition.holds(row)));
    let target = Target::of(args, &wanted)?;
    let mut rows = Rows {
        puzzles: Vec::new(),
        targets: Vec::new(),
        kept: wanted.rows.len(),
    };
    for row in &wanted.rows {
        if let Some(value) = target.value(row) {
            rows.targets.push(value);
            let text = row.get(puzzles).unwrap_or_default();
            rows.puzzles.push(parse_puzzle(text).ok());
        }
    }
    Ok((rows, target))
}

/// Says what should be looked at before figures are.
fn notes(sheet: &Sheet, rows: &Rows, target: &Target) {
    let (name, uneven) = (&sheet.name, sheet.uneven);
    if uneven.count > 0 {
        console::warning(format_args!(
            "{name}: {} without as many fields as the header left out, the first in line {}",
            counted(uneven.count, "row"),
            uneven.line
        ));
    }
    target.warnings.iter().for_each(console::warning);
    let all = counted(sheet.rows.len(), "row");
    if sheet.rows.is_empty() {
        console::warning(format_args!("no puzzles found in {name}"));
    } else if rows.kept == 0 {
        console::warning(format_args!(
            "none of {all} of {name} fulfils the conditions"
        ));
    } else if rows.kept < sheet.rows.len() {
        let kept = grouped(rows.kept as u64);
        console::say(format_args!("{kept} of {all} fulfil the conditions"));
    }
    let without = rows.kept - rows.targets.len();
    if without > 0 {
        let noun = target.labels.as_ref().map_or("value", |_| "label");
        console::say(format_args!(
            "{} without a {noun} in `{}` left out",
            counted(without, "row"),
            printable(&target.title)
        ));
    }
}

/// The values of every metric of every system side by side with what they are held against.
fn evaluations(
    args: &EvaluateArgs,
    rows: &Rows,
    choices: &[Choice],
    rated: &[Rated],
) -> Vec<(Evaluation, Tally)> {
    let by_all = |row: usize| rated.iter().all(|rated| rated.rows[row].is_some());
    let wanted = |row: &usize| !args.common || by_all(*row);
    let mut all = Vec::new();
    for (choice, rated) in choices.iter().zip(rated) {
        for (at, measure) in choice.metrics.iter().enumerate() {
            let mut evaluation = Evaluation {
                system: choice.engine.system().clone(),
                measure: measure.clone(),
                values: Vec::new(),
                targets: Vec::new(),
                without_value: 0,
            };
            for row in (0..rows.targets.len()).filter(wanted) {
                let value = rated.rows[row].as_ref().and_then(|values| values.get(at));
                match value {
                    Some(value) if value.is_nan() => evaluation.without_value += 1,
                    Some(&value) => {
                        evaluation.values.push(value);
                        evaluation.targets.push(rows.targets[row]);
                    }
                    None => {}
                }
            }
            all.push((evaluation, rated.tally));
        }
    }
    all
}

fn write(
    format: EvaluateFormat,
    all: &[(Evaluation, Figures, Tally)],
    target: &Target,
    bootstrap: Bootstrap,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match format {
        EvaluateFormat::Table => write_table::write(all, target, &mut out)?,
        EvaluateFormat::Json => write_json::write(all, target, bootstrap, &mut out)?,
    }
    out.flush()
}

/// Says how many puzzles each system rated, and what else was left out.
fn summary(all: &[(Evaluation, Figures, Tally)], choices: &[Choice], rated: &[Rated]) {
    for (choice, rated) in choices.iter().zip(rated) {
        let system = &choice.engine.system().id;
        console::say(format_args!(
            "{system}: {}",
            rated.tally.summary(rated.time)
        ));
    }
    for (evaluation, figures, _) in all {
        let (system, metric) = (&evaluation.system.id, &evaluation.measure.name);
        if evaluation.without_value > 0 {
            console::say(format_args!(
                "{system} {metric}: {} without a value left out",
                counted(evaluation.without_value, "puzzle")
            ));
        }
        let rows = evaluation.values.len();
        if let Figures::Numbers {
            positive: Some(positive),
            ..
        } = figures
            && *positive < rows
        {
            console::say(format_args!(
                "{system} {metric}: {} with a value that is not positive left out of the logarithms",
                counted(rows - positive, "row")
            ));
        }
    }
}
