//! Requests that are wrong, or meant to do harm. Each is refused with a reason, and others are served meanwhile.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;
use undoku_web::Limits;

use crate::support::{Running, SERVER, SOLVABLE, answer};

/// That a server still does what it is for.
fn serves(server: &Running) {
    let answer = server.post("/api/rate", &json!({"puzzle": SOLVABLE}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["status"], "solved");
}

#[test]
fn broken_json_says_where() {
    for (body, code, status) in [
        ("", "json", 400),
        ("{", "json", 400),
        ("{\"puzzle\": \n \"a", "json", 400),
        ("nonsense", "json", 400),
        ("{\"puzzle\": \"\\ud800\"}", "json", 400),
        ("\"puzzle\"", "shape", 422),
    ] {
        let answer = SERVER.ask("POST", "/api/rate", body);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{body:?}: {}",
            answer.body
        );
        assert!(answer.json()["error"]["line"].is_u64(), "{}", answer.body);
    }
    let deep = "[".repeat(100_000);
    let answer = SERVER.ask("POST", "/api/rate", &deep);
    assert!([400, 422].contains(&answer.status), "{}", answer.status);
    serves(&SERVER);
}

#[test]
fn bytes_that_are_no_text_are_no_json() {
    let mut stream = SERVER.connect();
    let head = "POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(b"{\"puzzle\":\"\xff\xfe \"}").unwrap();
    assert_eq!(answer(&mut stream).unwrap().status, 400);
}

#[test]
fn other_types_are_refused() {
    let body = format!("{{\"puzzle\": \"{SOLVABLE}\"}}");
    for kind in [
        "",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
    ] {
        let answer = SERVER
            .raw(&format!(
                "POST /api/rate HTTP/1.1\r\nHost: localhost\r\n{kind}Content-Length: {}\r\n\r\n{body}",
                body.len()
            ))
            .unwrap();
        assert_eq!((answer.status, answer.code().as_str()), (415, "media_type"));
    }
    let kind = "Content-Type: Application/JSON; charset=utf-8\r\n";
    let answer = SERVER
        .raw(&format!(
            "POST /api/rate HTTP/1.1\r\nHost: localhost\r\n{kind}Content-Length: {}\r\n\r\n{body}",
            body.len()
        ))
        .unwrap();
    assert_eq!(answer.status, 200);
}

#[test]
fn large_bodies_are_refused_before_they_are_read() {
    // Said to be large: nothing of it needs to come.
    let answer = SERVER
        .raw("POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1099511627776\r\n\r\n{")
        .unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"));
    // Not said to be: it is read up to the limit.
    let mut stream = SERVER.connect();
    stream
        .write_all(b"POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
        .unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let mut sent = 0;
    while sent < 4 << 20 && stream.write_all(chunk.as_bytes()).is_ok() {
        sent += 0x10000;
    }
    match crate::support::answer(&mut stream) {
        Ok(answer) => assert_eq!((answer.status, answer.code().as_str()), (413, "too_large")),
        // The connection may be closed before the answer is fetched.
        Err(_) => assert!(sent < 4 << 20),
    }
    serves(&SERVER);
}

#[test]
fn ten_thousand_puzzles_are_too_many() {
    let all = vec![SOLVABLE; 10_000];
    let answer = SERVER.post("/api/rate", &json!({"puzzles": all}));
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (422, "too_many"),
        "{}",
        answer.body
    );
    let all = format!("{SOLVABLE}\n").repeat(20_001);
    let answer = SERVER.post("/api/read", &json!({"text": all}));
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (422, "too_many"),
        "{}",
        answer.body
    );
    let answer = SERVER.post("/api/read", &json!({"text": "x\n".repeat(500_000)}));
    assert!([200, 422].contains(&answer.status));
    serves(&SERVER);
}

#[test]
fn unknown_addresses_and_wrong_methods_are_refused() {
    for path in [
        "/api",
        "/api/",
        "/api/rates",
        "/api/rate/",
        "/favicon.ico",
        "/%",
        "/?",
    ] {
        let answer = SERVER.get(path);
        if path == "/?" {
            assert_eq!(answer.status, 200);
        } else {
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (404, "unknown"),
                "{path}"
            );
        }
    }
    for (method, path) in [
        ("GET", "/api/rate"),
        ("DELETE", "/"),
        ("POST", "/js/main.js"),
        ("BREW", "/api/check"),
    ] {
        let answer = SERVER.ask(method, path, "{}");
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (405, "method"),
            "{method} {path}"
        );
        assert!(answer.header("allow").is_some());
    }
    for bytes in [
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
    ] {
        let answer = SERVER.raw(bytes);
        assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status == 400));
    }
    let long = format!(
        "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(200_000)
    );
    let answer = SERVER.raw(&long);
    assert!(answer.is_err() || answer.is_ok_and(|answer| [414, 431].contains(&answer.status)));
    serves(&SERVER);
}

#[test]
fn names_and_pages_of_others_are_refused() {
    let ask = |head: &str| {
        SERVER
            .raw(&format!(
                "GET / HTTP/1.1\r\n{head}Connection: close\r\n\r\n"
            ))
            .unwrap()
    };
    for (head, status, code) in [
        ("Host: example.org\r\n", 403, "host"),
        ("Host: 127.0.0.1.example.org\r\n", 403, "host"),
        ("Host: localhost\r\nHost: example.org\r\n", 400, "host"),
        ("", 400, "host"),
        (
            "Host: localhost\r\nOrigin: http://example.org\r\n",
            403,
            "origin",
        ),
        ("Host: localhost\r\nOrigin: null\r\n", 403, "origin"),
        (
            "Host: localhost:1\r\nOrigin: http://localhost:2\r\n",
            403,
            "origin",
        ),
    ] {
        let answer = ask(head);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{head}"
        );
    }
    for head in [
        "Host: localhost\r\n",
        "Host: 127.0.0.1:1\r\n",
        "Host: [::1]:1\r\nOrigin: http://[::1]:1\r\n",
    ] {
        assert_eq!(ask(head).status, 200, "{head}");
    }
}

#[test]
fn slow_clients_are_left_behind() {
    let server = Running::new(Limits {
        connections: 4,
        head_time: Duration::from_millis(400),
        body_time: Duration::from_millis(400),
        idle_time: Duration::from_millis(1500),
        ..Limits::default()
    });
    // As many as there may be, each with half a head.
    let mut slow: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
            stream
        })
        .collect();
    let started = Instant::now();
    serves(&server);
    assert!(started.elapsed() < Duration::from_secs(20));
    for stream in &mut slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let rest = String::from_utf8_lossy(&rest);
        assert!(rest.is_empty() || rest.contains(" 408 "), "{rest}");
    }
    // A body that does not come.
    let mut stream = server.connect();
    stream
        .write_all(b"POST /api/rate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        .unwrap();
    let late = answer(&mut stream).unwrap();
    assert_eq!((late.status, late.code().as_str()), (408, "slow"));
    // A connection on which nothing is asked for any more.
    let mut stream = server.connect();
    stream
        .write_all(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .unwrap();
    assert_eq!(answer(&mut stream).unwrap().status, 200);
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.is_empty());
    // Whoever goes before the answer comes leaves no trace.
    for _ in 0..20 {
        let mut stream = server.connect();
        stream
            .write_all(b"GET /api/systems HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
    }
    serves(&server);
}

/// A hard puzzle, of which the whole ladder is searched for the easiest of all matches at every step.
const HARD: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
const LONG: [&str; 1] = ["undoku_plus.path={pick: easiest}"];

#[test]
fn rules_that_search_long_are_given_up_and_others_are_served() {
    let server = Running::new(Limits {
        work_time: Duration::from_secs(5),
        queue_time: Duration::from_secs(20),
        workers: 1,
        ..Limits::default()
    });
    // The rules are compiled once, however often they are asked for while that takes too long.
    while server.post("/api/check", &json!({"set": LONG})).status != 200 {}
    let ask = json!({"puzzles": vec![HARD; 256], "system": "undoku_plus", "set": LONG});
    let asking = std::thread::scope(|scope| {
        let asking = scope.spawn(|| server.post("/api/rate", &ask));
        for _ in 0..5 {
            serves(&server);
        }
        asking.join().unwrap()
    });
    assert_eq!(
        (asking.status, asking.code().as_str()),
        (422, "too_slow"),
        "{}",
        asking.body
    );
    // The thread that worked on it is free again.
    let answer = server.post("/api/rate", &json!({"puzzle": SOLVABLE, "set": LONG}));
    assert_eq!(answer.status, 200, "{}", answer.body);
    serves(&server);
}

#[test]
fn rule_texts_are_bounded() {
    let large = format!("technique: a\ntitle: {}\n", "x".repeat(300 << 10));
    let answer = SERVER.post("/api/check", &json!({"rules": {"a.yaml": large}}));
    assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"));
    let many: serde_json::Map<String, serde_json::Value> = (0..100)
        .map(|number| (format!("{number}.yaml"), json!("a: 1")))
        .collect();
    let answer = SERVER.post("/api/check", &json!({"rules": many}));
    assert_eq!((answer.status, answer.code().as_str()), (422, "too_many"));
    let answer = SERVER.post("/api/check", &json!({"set": vec!["a.b=1"; 100]}));
    assert_eq!((answer.status, answer.code().as_str()), (422, "too_many"));
    for text in [
        "",
        "\u{0}",
        "[[[[",
        "a: &a [*a]",
        "technique: ../../etc/passwd",
        "- 1",
    ] {
        let answer = SERVER.post("/api/check", &json!({"rules": {"../../x.yaml": text}}));
        assert_eq!(answer.status, 200, "{text:?}: {}", answer.body);
        assert_eq!(answer.json()["usable"], false, "{text:?}");
    }
    serves(&SERVER);
}

#[test]
fn answers_are_bounded() {
    let server = Running::new(Limits {
        answer: 10_000,
        ..Limits::default()
    });
    let answer = server.post(
        "/api/rate",
        &json!({"puzzles": [SOLVABLE, SOLVABLE], "steps": true}),
    );
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (422, "answer_too_large")
    );
    serves(&server);
}
