//! `POST /api/rate`: the lines that `undoku rate --format jsonl` writes.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use undoku::grid::format::{Entry, ReadOptions, read_puzzles};
use undoku::{Engine, Rater, Report, ReportError};

use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::rules::RuleAsk;

/// What to rate, and by what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RateAsk {
    #[serde(default)]
    puzzle: Option<String>,
    #[serde(default)]
    puzzles: Option<Vec<String>>,
    #[serde(default)]
    system: Option<String>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    steps: bool,
}

pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Failure> {
    let ask: RateAsk = body::json(request, app.limits.body, app.limits.body_time).await?;
    let (entries, kind) = match (ask.puzzle, ask.puzzles) {
        (Some(puzzle), None) => (vec![Asked::Entry(alone(&puzzle)?)], "application/json"),
        (None, Some(puzzles)) => {
            let most = app.limits.puzzles;
            if puzzles.len() > most {
                return Err(Failure::unprocessable(
                    "too_many",
                    format!(
                        "{} puzzles, and a request takes at most {most}; send them in several requests",
                        puzzles.len()
                    ),
                ));
            }
            let entries = puzzles.iter().map(|text| one(text)).collect();
            (entries, "application/x-ndjson")
        }
        (None, None) => {
            return Err(Failure::unprocessable(
                "shape",
                "there is nothing to rate; give a text as `puzzle`, or a list of texts as `puzzles`",
            ));
        }
        (Some(_), Some(_)) => {
            return Err(Failure::unprocessable(
                "shape",
                "give either `puzzle` or `puzzles`, not both",
            ));
        }
    };
    let rules = RuleAsk {
        rules: ask.rules,
        set: ask.set,
    };
    let workshop = app.workshop(rules.is_empty());
    let loaded = app.rules.get(rules, workshop).await?;
    let engine = loaded.engine(ask.system.as_deref(), ask.steps)?;
    let most = app.limits.answer;
    let lines = workshop
        .run(move |stop| lines(&engine, entries, most, stop))
        .await??;
    Ok(([(header::CONTENT_TYPE, kind)], lines).into_response())
}

/// Something to rate.
enum Asked {
    Entry(Entry),
    /// A text with none or several puzzles.
    Text(String, ReportError),
}

/// The one puzzle of a text, or what should have been one.
///
/// # Errors
///
/// When there is none, or more than one.
pub(crate) fn alone(text: &str) -> Result<Entry, Failure> {
    match one(text) {
        Asked::Entry(entry) => Ok(entry),
        Asked::Text(_, error) => Err(Failure::unprocessable("no_puzzle", error.message)),
    }
}

fn one(text: &str) -> Asked {
    // Reading from memory gives no other errors.
    let mut entries = read_puzzles(text.as_bytes(), ReadOptions::default()).flatten();
    let (code, message) = match (entries.next(), entries.next()) {
        (Some(entry), None) => return Asked::Entry(entry),
        (None, _) => (
            "empty",
            "no puzzle; write 81 characters or nine rows".to_owned(),
        ),
        (Some(_), Some(_)) => {
            let found = 2 + entries.count();
            let message =
                format!("{found} puzzles where one is expected; give each by itself in `puzzles`");
            ("several", message)
        }
    };
    Asked::Text(
        text.chars().take(200).collect(),
        ReportError {
            code: code.to_owned(),
            message,
            place: None,
        },
    )
}

/// A rater that ends early when nobody waits for it.
pub(crate) fn rater(engine: &Engine, stop: &Arc<AtomicBool>) -> Rater {
    let mut rater = engine.rater();
    rater.give_up_when(Arc::clone(stop));
    rater
}

fn lines(
    engine: &Engine,
    entries: Vec<Asked>,
    most: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<u8>, Failure> {
    let mut rater = rater(engine, stop);
    let mut out = Bounded {
        bytes: Vec::new(),
        most,
    };
    for asked in entries {
        let report = match asked {
            Asked::Entry(entry) => rater.rate_entry(entry, None),
            Asked::Text(text, error) => Report::unreadable(engine.system().clone(), text, error),
        };
        let written = serde_json::to_writer(&mut out, &report).map_err(io::Error::from);
        if written.and_then(|()| out.write_all(b"\n")).is_err() {
            return Err(Failure::unprocessable(
                "answer_too_large",
                format!(
                    "the answer has more than {most} bytes; ask for fewer puzzles, or without steps"
                ),
            ));
        }
    }
    Ok(out.bytes)
}

/// Bytes up to a number of them.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
