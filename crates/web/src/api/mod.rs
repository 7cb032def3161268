//! The HTTP API: which address does what.

mod check;
mod plot;
mod rate;
mod read;
mod systems;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::assets;
use crate::failure::{Failure, JSON};
use crate::guard;

/// The description of the API.
const OPENAPI: &str = include_str!("../../openapi.json");

/// A method, an address, and who answers.
type Route = (&'static str, &'static str, MethodRouter<Arc<App>>);

fn table() -> Vec<Route> {
    vec![
        ("POST", "/api/rate", post(rate::answer)),
        ("POST", "/api/read", post(read::answer)),
        ("POST", "/api/check", post(check::answer)),
        ("POST", "/api/plot", post(plot::answer)),
        ("GET", "/api/systems", get(systems::built_in)),
        ("POST", "/api/systems", post(systems::changed)),
        ("GET", "/api/openapi.json", get(openapi)),
    ]
}

/// The methods and addresses of the API.
#[must_use]
pub fn routes() -> Vec<(&'static str, &'static str)> {
    table()
        .into_iter()
        .map(|(method, path, _)| (method, path))
        .collect()
}

/// Everything that is served.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for (_, path, answer) in table() {
        router = router.route(path, answer);
    }
    for (path, answer) in assets::routes() {
        router = router.route(&path, answer);
    }
    router
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(CatchPanicLayer::custom(|_| {
            Failure::internal().into_response()
        }))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, JSON)], OPENAPI).into_response()
}

async fn unknown(request: Request) -> Failure {
    let failure = Failure::new(
        StatusCode::NOT_FOUND,
        "unknown",
        "there is nothing at this address; /api/openapi.json says what there is",
    );
    if has_body(&request) {
        failure.closing()
    } else {
        failure
    }
}

async fn wrong_method(request: Request) -> Failure {
    let failure = Failure::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method",
        format!(
            "this address does not take {}; /api/openapi.json says what it takes",
            request.method()
        ),
    );
    if has_body(&request) {
        failure.closing()
    } else {
        failure
    }
}

/// Whether a request has more to say than it is listened to.
fn has_body(request: &Request) -> bool {
    let headers = request.headers();
    headers.contains_key(header::CONTENT_LENGTH) || headers.contains_key(header::TRANSFER_ENCODING)
}
