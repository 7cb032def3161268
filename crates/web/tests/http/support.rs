//! A running server, and a client that can be as rude as a test wants it.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use undoku_web::{Limits, Server, Settings};

/// A puzzle that the three singles solve.
pub(crate) const SOLVABLE: &str =
    "...823..1..3...4...7.....523..96..1....1.2....1..38..683.....4...2...9..6..789...";
/// A puzzle in which the three singles find one step and no more.
pub(crate) const STUCK: &str =
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

/// A server that is stopped when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<Arc<tokio::sync::Notify>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn new(limits: Limits) -> Self {
        let server = Server::bind(&Settings {
            limits,
            ..Settings::default()
        })
        .unwrap();
        let address = server.address();
        let stop = Arc::new(tokio::sync::Notify::new());
        let told = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(async move { told.notified().await }));
        Self {
            address,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// The answer to a request.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        let head = if method == "POST" {
            format!(
                "Content-Type: application/json\r\nContent-Length: {}\r\n",
                body.len()
            )
        } else {
            String::new()
        };
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}\r\n{body}",
            self.address
        ))
        .unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &body.to_string())
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// What comes back for these bytes.
    pub(crate) fn raw(&self, bytes: &str) -> io::Result<Answer> {
        let mut stream = self.connect();
        // A server that refuses a body need not read it.
        let _ = stream.write_all(bytes.as_bytes());
        answer(&mut stream)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.notify_one();
        }
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

/// One server for all tests that need nothing special. It ends with the process.
pub(crate) static SERVER: LazyLock<Running> = LazyLock::new(|| Running::new(Limits::default()));

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// A header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.eq_ignore_ascii_case(name)).then(|| value.trim())
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The code of a refusal, which has to be JSON with a message.
    pub(crate) fn code(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{}",
            self.body
        );
        let error = &self.json()["error"];
        assert!(error["message"].as_str().unwrap().len() > 10, "{error}");
        error["code"].as_str().unwrap().to_owned()
    }
}

/// Reads an answer up to the end of the connection, or of its body.
pub(crate) fn answer(stream: &mut TcpStream) -> io::Result<Answer> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case("content-length")
                    .then(|| value.trim().parse::<usize>().ok())?
            });
            if length.is_some_and(|length| body.len() >= length) {
                break;
            }
        }
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            // Whoever closes a connection with unread bytes resets it.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset && !bytes.is_empty() => {
                break;
            }
            Err(error) => return Err(error),
        }
    }
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text
        .split_once("\r\n\r\n")
        .ok_or(io::ErrorKind::UnexpectedEof)?;
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Ok(Answer {
        status,
        head: head.to_owned(),
        body: body.to_owned(),
    })
}
