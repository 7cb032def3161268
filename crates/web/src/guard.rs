//! Who may ask, and what browsers may make of the answers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::failure::Failure;
use crate::settings::Settings;

/// What browsers are told with every answer: to run and to show nothing that does not come from here, and to guess
/// no types.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The names that pages may be asked for by. Any page can make its own name point at this machine; what it then
/// asks for carries that name, and is refused.
#[derive(Clone, Debug)]
pub(crate) struct Hosts {
    name: Option<String>,
    /// Whether only this machine itself can be meant.
    loopback: bool,
}

impl Hosts {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            name: settings.name.clone(),
            loopback: settings.address.ip().is_loopback(),
        }
    }

    fn allow(&self, host: &str) -> bool {
        let name = without_port(host);
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let given = self.name.as_deref();
        if given.is_some_and(|given| given.eq_ignore_ascii_case(name)) {
            return true;
        }
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'))
            .unwrap_or(name);
        bare.parse::<IpAddr>()
            .is_ok_and(|ip| ip.is_loopback() || !self.loopback)
    }

    /// Whether a request may be answered.
    fn check(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "host",
                "the request has to name one host",
            ));
        };
        let host = host.to_str().unwrap_or_default();
        if !self.allow(host) {
            return Err(Failure::new(
                StatusCode::FORBIDDEN,
                "host",
                "this name is not one of the server's; use localhost or the number of its address",
            ));
        }
        let own = format!("http://{host}");
        let foreign =
            |origin: &HeaderValue| !origin.as_bytes().eq_ignore_ascii_case(own.as_bytes());
        if headers.get_all(header::ORIGIN).iter().any(foreign) {
            return Err(Failure::new(
                StatusCode::FORBIDDEN,
                "origin",
                "pages of other origins are not answered",
            ));
        }
        Ok(())
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Answers those who may ask, and tells browsers what to make of it.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match app.hosts.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.closing().into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, name: Option<&str>) -> Hosts {
        Hosts::new(&Settings {
            address: format!("{address}:0").parse().unwrap(),
            name: name.map(str::to_owned),
            ..Settings::default()
        })
    }

    #[test]
    fn names_of_others_are_refused() {
        let own = hosts("127.0.0.1", None);
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:7777",
            "[::1]:7777",
            "127.9.9.9",
        ] {
            assert!(own.allow(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org",
            "192.168.0.1",
            "0.0.0.0",
            "[::2]",
            "localhost:80:80",
            "localhost:x",
        ] {
            assert!(!own.allow(host), "{host}");
        }
    }

    #[test]
    fn an_open_server_goes_by_numbers_and_by_its_name() {
        let open = hosts("0.0.0.0", Some("attic"));
        for host in ["192.168.0.1:7777", "Attic:7777", "[fe80::1]", "localhost"] {
            assert!(open.allow(host), "{host}");
        }
        assert!(!open.allow("example.org"));
    }
}
