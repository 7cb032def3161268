//! The body of a request as the JSON that it has to be.

use std::error::Error;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// Reads a request's body.
///
/// # Errors
///
/// When it is not said to be JSON, has more bytes than `most`, takes longer than `time`, is no JSON, or is JSON of
/// another shape.
pub(crate) async fn json<T: DeserializeOwned>(
    request: Request,
    most: usize,
    time: Duration,
) -> Result<T, Failure> {
    // A page of another origin cannot send this type without asking first, and is not told yes.
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(Failure::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "media_type",
            "the body has to be JSON; send it with `Content-Type: application/json`",
        )
        .closing());
    }
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Err(Failure::too_large("the body", most).closing());
    }
    let read = axum::body::to_bytes(request.into_body(), most);
    let bytes = match tokio::time::timeout(time, read).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => return Err(unread(&error, most).closing()),
        Err(_) => {
            return Err(Failure::new(
                StatusCode::REQUEST_TIMEOUT,
                "slow",
                format!(
                    "the body did not come within {} seconds",
                    time.as_secs_f32()
                ),
            )
            .closing());
        }
    };
    let value = serde_json::from_slice(&bytes).map_err(|error| unfit(&error))?;
    // The reader takes a list for an object whose keys were left out.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Failure::unprocessable(
            "shape",
            "the body is a list, and has to be an object",
        ));
    }
    Ok(value)
}

fn unread(error: &axum::Error, most: usize) -> Failure {
    // The limit is one of the causes, deeper or less deep.
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if error.to_string().contains("limit") {
            return Failure::too_large("the body", most);
        }
        cause = error.source();
    }
    Failure::new(
        StatusCode::BAD_REQUEST,
        "unreadable",
        "the body ended before it was whole",
    )
}

fn unfit(error: &serde_json::Error) -> Failure {
    let (line, column) = (error.line(), error.column());
    let failure = match error.classify() {
        serde_json::error::Category::Data => Failure::unprocessable("shape", error.to_string()),
        _ => Failure::new(
            StatusCode::BAD_REQUEST,
            "json",
            format!("the body is no JSON: {error}"),
        ),
    };
    failure
        .with("line", line.into())
        .with("column", column.into())
}
