//! Refusals, as clients see them.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use undoku::rules::Diagnostics;

/// Why a request has no other answer: a status, a stable word and a sentence, and what else there is to say.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: &'static str,
    message: String,
    more: Map<String, Value>,
    /// Whether what is left of the request will not be read.
    closes: bool,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            more: Map::new(),
            closes: false,
        }
    }

    /// A request that can be read, and asks for something that cannot be.
    pub(crate) fn unprocessable(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub(crate) fn too_large(what: &str, most: usize) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            format!("{what} has more than {most} bytes; send less at a time"),
        )
    }

    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong inside the program; its terminal says more",
        )
    }

    /// Rules that cannot be used.
    pub(crate) fn rules(found: &Diagnostics) -> Self {
        let message = format!(
            "{}; the rules cannot be used as they are, and nothing was rated",
            found.summary()
        );
        let list = found
            .iter()
            .map(undoku::rules::Diagnostic::to_json)
            .collect();
        Self::unprocessable("rules", message).with("diagnostics", list)
    }

    /// The same refusal, with one thing more to say.
    pub(crate) fn with(mut self, key: &str, value: Value) -> Self {
        self.more.insert(key.to_owned(), value);
        self
    }

    /// The same refusal, after which the connection ends.
    pub(crate) const fn closing(mut self) -> Self {
        self.closes = true;
        self
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut error = Map::new();
        error.insert("code".to_owned(), json!(self.code));
        error.insert("message".to_owned(), json!(self.message));
        error.extend(self.more);
        let body = format!("{}\n", json!({ "error": error }));
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, JSON);
        if self.closes {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The type of JSON.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");
