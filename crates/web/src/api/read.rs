//! `POST /api/read`: the puzzles of a text, unrated.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use undoku::grid::format::{Entry, ReadOptions, read_puzzles};

use crate::app::App;
use crate::body;
use crate::failure::{Failure, JSON};

/// What to read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadAsk {
    text: String,
    #[serde(default)]
    column: Option<String>,
}

pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Failure> {
    let ask: ReadAsk = body::json(request, app.limits.bank, app.limits.body_time).await?;
    let most = app.limits.entries;
    let list = app.house.run(move |_| list(&ask, most)).await??;
    let answer = json!({ "entries": list });
    Ok(([(header::CONTENT_TYPE, JSON)], format!("{answer}\n")).into_response())
}

fn list(ask: &ReadAsk, most: usize) -> Result<Vec<Value>, Failure> {
    let options = ReadOptions {
        column: ask.column.clone(),
    };
    let mut list = Vec::new();
    // Reading from memory gives no errors.
    for entry in read_puzzles(ask.text.as_bytes(), options).flatten() {
        if list.len() == most {
            return Err(Failure::unprocessable(
                "too_many",
                format!("more than {most} puzzles in one text; send it in parts"),
            ));
        }
        list.push(shown(entry));
    }
    Ok(list)
}

fn shown(entry: Entry) -> Value {
    let mut shown = match entry.puzzle {
        Ok(puzzle) => json!({ "puzzle": puzzle.to_string() }),
        Err(error) => json!({
            "text": entry.text,
            "error": {
                "code": error.code(),
                "message": error.message(),
                "line": error.place.line,
                "column": error.place.column,
            },
        }),
    };
    shown["line"] = entry.place.line.into();
    shown["column"] = entry.place.column.into();
    if let Some(label) = entry.label {
        shown["label"] = label.into();
    }
    shown
}
