//! `undoku serve`, as it is started and ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::run::{SOLVABLE, command, run};

/// A server, and the address that it printed.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn new(args: &[&str]) -> Self {
        let mut child = command(&[&["serve", "--port", "0"], args].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split('/').next().unwrap().to_owned();
        Self { child, address }
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 "), "{text}");
        body.to_owned()
    }

    /// Ends it by a signal, and says its exit code.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(told.success());
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        let stderr = self.child.stderr.as_mut().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        (code, said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // Nothing is left of it where a test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn ratings_are_the_bytes_of_the_command() {
    let serving = Serving::new(&[]);
    for (steps, args) in [(false, vec![]), (true, vec!["--steps"])] {
        let by_command =
            run(&[&["rate", "-q", "--format", "jsonl"], &args[..], &[SOLVABLE]].concat());
        let body = format!("{{\"puzzle\": \"{SOLVABLE}\", \"steps\": {steps}}}");
        assert_eq!(serving.post("/api/rate", &body), by_command.out);
    }
    let label = format!("{} ab", &SOLVABLE[1..]);
    let by_command = run(&["rate", "-q", "--format", "jsonl", &label]);
    let body = format!("{{\"puzzle\": \"{label}\"}}");
    assert_eq!(serving.post("/api/rate", &body), by_command.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_well() {
    for signal in ["-INT", "-TERM"] {
        let serving = Serving::new(&[]);
        assert!(serving.address.starts_with("127.0.0.1:"));
        // A connection that is open, and asks for nothing.
        let _open = TcpStream::connect(&serving.address).unwrap();
        assert_eq!(serving.end(signal), (Some(0), String::new()), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_for_others_says_so() {
    let serving = Serving::new(&["--host", "0.0.0.0"]);
    let (code, said) = serving.end("-INT");
    assert_eq!(code, Some(0));
    assert!(
        said.contains("warning: whoever can reach 0.0.0.0:"),
        "{said}"
    );
}

#[test]
fn a_port_in_use_is_said_to_be() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let run = run(&["serve", "--port", &port]);
    assert_eq!(run.code, 2);
    assert_eq!(run.out, "");
    let expected = format!(
        "error: port {port} is in use at 127.0.0.1; end the program that uses it, or take another one with --port\n"
    );
    assert_eq!(run.err, expected);
}

#[test]
fn addresses_that_cannot_be_had_are_refused() {
    for (args, words) in [
        (
            ["serve", "--host", "no.such.name.invalid"],
            "--host no.such.name.invalid: no such address",
        ),
        (
            ["serve", "--host", "192.0.2.1"],
            "--host has to be an address of this machine",
        ),
        (["serve", "--port", "70000"], "70000"),
        (["serve", "--port", "x"], "invalid"),
    ] {
        let run = run(&args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(words), "{}", run.err);
    }
}

#[test]
fn a_reader_that_has_gone_is_no_reason_to_end() {
    let mut child = command(&["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}
