//! `POST /api/check`: what is wrong with rules.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use undoku::rules::Diagnostic;

use crate::app::App;
use crate::body;
use crate::failure::{Failure, JSON};
use crate::rules::RuleAsk;

pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Failure> {
    let ask: RuleAsk = body::json(request, app.limits.body, app.limits.body_time).await?;
    let loaded = app.rules.get(ask, &app.guests).await?;
    let found: Vec<Value> = loaded.found.iter().map(Diagnostic::to_json).collect();
    let answer = json!({
        "usable": loaded.rules.is_ok(),
        "summary": loaded.found.summary(),
        "diagnostics": found,
    });
    Ok(([(header::CONTENT_TYPE, JSON)], format!("{answer}\n")).into_response())
}
