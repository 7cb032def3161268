//! `POST /api/plot`: pictures of a rating.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use undoku_plot::{Pictures, Theme, View};

use super::rate::{alone, rater};
use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::rules::RuleAsk;

/// What to draw.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlotAsk {
    puzzle: String,
    #[serde(default)]
    system: Option<String>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    picture: Picture,
    #[serde(default)]
    theme: Ground,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Picture {
    #[default]
    Polar,
    Trajectory,
    Board,
    Sheet,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ground {
    #[default]
    Auto,
    Light,
    Dark,
}

pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Failure> {
    let ask: PlotAsk = body::json(request, app.limits.body, app.limits.body_time).await?;
    let entry = alone(&ask.puzzle)?;
    let rules = RuleAsk {
        rules: ask.rules,
        set: ask.set,
    };
    let workshop = app.workshop(rules.is_empty());
    let loaded = app.rules.get(rules, workshop).await?;
    let engine = loaded.engine(ask.system.as_deref(), true)?;
    let view = match ask.picture {
        Picture::Polar => View::Polar,
        Picture::Trajectory => View::Trajectory,
        Picture::Board => View::Board,
        Picture::Sheet => View::Sheet,
    };
    let theme = match ask.theme {
        Ground::Auto => Theme::Auto,
        Ground::Light => Theme::Light,
        Ground::Dark => Theme::Dark,
    };
    let drawn = workshop
        .run(move |stop| {
            let report = rater(&engine, stop).rate_entry(entry, None);
            let pictures = Pictures::of(&engine, &report).ok_or_else(|| {
                let why = report.error.as_ref().map(|error| error.message.as_str());
                let why = why.unwrap_or("the puzzle has no path");
                Failure::unprocessable("no_picture", format!("there is nothing to draw: {why}"))
            })?;
            pictures.svg(view, theme).ok_or_else(|| {
                Failure::unprocessable(
                    "no_picture",
                    format!(
                        "the system {} does not say how this picture looks; ask for another one",
                        report.system.id
                    ),
                )
            })
        })
        .await??;
    if drawn.len() > app.limits.answer {
        return Err(Failure::unprocessable(
            "answer_too_large",
            format!("the picture has more than {} bytes", app.limits.answer),
        ));
    }
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], drawn).into_response())
}
