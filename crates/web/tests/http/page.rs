//! The page's files and what browsers are told about them.

use crate::support::{SERVER, SOLVABLE};

#[test]
fn the_page_and_its_files_are_served() {
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/css/base.css", "text/css; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = SERVER.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind));
        let tag = answer.header("etag").unwrap();
        let again = SERVER
            .raw(&format!(
                "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-None-Match: {tag}\r\n\r\n"
            ))
            .unwrap();
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        let head = SERVER.ask("HEAD", path, "");
        assert_eq!((head.status, head.body.as_str()), (200, ""));
    }
}

#[test]
fn everything_the_page_asks_for_is_there() {
    let mut waiting = vec!["/".to_owned()];
    let mut seen: Vec<String> = Vec::new();
    while let Some(path) = waiting.pop() {
        if seen.contains(&path) {
            continue;
        }
        let answer = SERVER.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        for part in answer.body.split(['"', '\'']) {
            let next = if let Some(module) = part.strip_prefix("./") {
                format!("/js/{module}")
            } else if part.starts_with("/js/") || part.starts_with("/css/") || part == "/icon.svg" {
                part.to_owned()
            } else {
                continue;
            };
            waiting.push(next);
        }
        seen.push(path);
    }
    assert!(seen.len() > 15, "{seen:?}");
}

#[test]
fn nothing_comes_from_elsewhere_or_stands_in_the_markup() {
    let page = SERVER.get("/").body;
    assert!(!page.contains("://"), "an address of elsewhere");
    assert!(!page.contains(" style="), "a style in the markup");
    for part in page.split(" on").skip(1) {
        let name = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        assert!(
            !name.starts_with('='),
            "a listener in the markup: on{part:.40}"
        );
    }
    for script in page.split("<script").skip(1) {
        assert!(script.contains("src=\"/"), "a script in the markup");
    }
}

#[test]
fn browsers_are_told_to_be_careful() {
    for (method, path, body) in [
        ("GET", "/", String::new()),
        ("GET", "/api/systems", String::new()),
        (
            "POST",
            "/api/rate",
            format!("{{\"puzzle\": \"{SOLVABLE}\"}}"),
        ),
        ("GET", "/nothing", String::new()),
        ("POST", "/api/rate", "{".to_owned()),
        ("DELETE", "/", String::new()),
    ] {
        let answer = SERVER.ask(method, path, &body);
        let policy = answer.header("content-security-policy").unwrap();
        let said: Vec<&str> = policy.split("; ").collect();
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(said.contains(&rule), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert!(answer.header("cache-control").is_some());
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn no_file_of_the_machine_can_be_had() {
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/js/../../Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/js",
        "/js/",
        "/index.html",
        "/openapi.json",
        "/js/main.js/",
        "/js/main.js%00",
        "/js%2fmain.js",
        "/css\\base.css",
    ] {
        let answer = SERVER.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.code(), "unknown");
    }
}
