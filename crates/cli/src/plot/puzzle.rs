//! Pictures of one puzzle.

use std::io::BufReader;

use undoku::grid::format::read_puzzles;
use undoku::{Engine, Report, Status};
use undoku_plot::{Pictures, View};

use super::Drawn;
use crate::args::PlotArgs;
use crate::console::{self, counted, printable};
use crate::exit::Exit;
use crate::input::{self, Input, shown_place};

/// A picture of the only puzzle there is. What keeps it from being drawn has been said when this returns an error.
pub(super) fn draw(args: &PlotArgs, engine: &Engine, inputs: &[Input]) -> Result<Drawn, Exit> {
    let usage = |message: String| {
        console::error(message);
        Exit::Usage
    };
    let report = only(args, engine, inputs).map_err(usage)?;
    if report.status != Status::Solved {
        console::error(why_not(engine, &report));
        return Err(Exit::Unrated);
    }
    let view = View::from(args.kind);
    let pictures = Pictures::of(engine, &report);
    let svg = pictures
        .as_ref()
        .and_then(|pictures| pictures.svg(view, args.theme.into()));
    let (Some(pictures), Some(svg)) = (pictures, svg) else {
        return Err(usage(format!(
            "the system `{}` does not say how a polar graph looks; add `graph:` with `polar:` to its file, or draw \
             --kind trajectory or --kind board",
            engine.system().id
        )));
    };
    if !args.work.quiet {
        warn(engine, &pictures, view);
    }
    Ok(Drawn {
        svg,
        exit: Exit::Fine,
    })
}

/// Says what a picture is without.
fn warn(engine: &Engine, pictures: &Pictures, view: View) {
    for (key, what) in &pictures.missing {
        let is_seen = match view {
            View::Sheet => true,
            View::Trajectory => key.starts_with("graph.trajectory"),
            View::Polar | View::Board => false,
        };
        if is_seen {
            console::warning(format_args!(
                "the system `{}` has no `{key}`: the picture is without {what}",
                engine.system().id
            ));
        }
    }
}

/// The report on the only puzzle of all inputs.
fn only(args: &PlotArgs, engine: &Engine, inputs: &[Input]) -> Result<Report, String> {
    let mut found: Option<Report> = None;
    for input in inputs {
        let bytes = input.open()?;
        let file = input.file();
        let options = input.options(args.input.column.as_deref());
        for entry in read_puzzles(BufReader::new(bytes), options) {
            let entry =
                entry.map_err(|error| format!("{} cannot be read: {error}", input.name()))?;
            if let Some(trouble) = input::trouble_of(&entry, input) {
                return Err(trouble);
            }
            if found.is_some() {
                return Err(
                    "there are several puzzles, and a picture shows the path of one; give that one alone, or draw all \
                     of them with --histogram or --scatter"
                        .to_owned(),
                );
            }
            found = Some(engine.rater().rate_entry(entry, file.as_deref()));
        }
    }
    found.ok_or_else(|| {
        let names: Vec<String> = inputs.iter().map(Input::name).collect();
        format!("no puzzle found in {}", names.join(", "))
    })
}

/// Why a puzzle has no rating, and what to do.
fn why_not(engine: &Engine, report: &Report) -> String {
    if let Some(error) = &report.error {
        let text = printable(&error.message);
        return match &error.place {
            Some(place) => format!("{}: {text}", shown_place(place)),
            None => text,
        };
    }
    let here = &engine.system().id;
    let systems = engine.rules().systems.iter();
    let others: Vec<&str> = systems
        .map(|system| system.id.as_str())
        .filter(|id| id != here)
        .collect();
    let advice = if others.is_empty() {
        "add techniques to its ladder".to_owned()
    } else {
        format!(
            "try another system: --system {}",
            others.join(", --system ")
        )
    };
    format!(
        "the ladder of `{here}` is stuck after {} with {} left, so there is no rating to draw; {advice}",
        counted(report.step_count, "step"),
        counted(report.remaining as usize, "open cell")
    )
}
