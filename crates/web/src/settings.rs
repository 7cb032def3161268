//! Where a server listens, and how much it takes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Where a server listens, and how much it takes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address and the port; with port 0 the system picks one.
    pub address: SocketAddr,
    /// A name of this machine that pages may be asked for by, beside `localhost` and the numbers of addresses. Any
    /// other name is refused: a page of somewhere else could have made it point here.
    pub name: Option<String>,
    /// How much it takes.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            name: None,
            limits: Limits::default(),
        }
    }
}

/// What bounds the memory and the time that requests take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most connections at once; those beyond wait.
    pub connections: usize,
    /// The most bytes of a request's body.
    pub body: usize,
    /// The most bytes of a text that puzzles are read from.
    pub bank: usize,
    /// The most puzzles that are rated in one request.
    pub puzzles: usize,
    /// The most puzzles that are read out of one text.
    pub entries: usize,
    /// The most bytes of all rule texts of a request.
    pub rules: usize,
    /// The most rule texts of a request, and the most single changes.
    pub files: usize,
    /// The most bytes of an answer.
    pub answer: usize,
    /// How many sets of changed rules are kept compiled.
    pub kept: usize,
    /// How many requests are worked on at once by the built-in rules, and how many by others.
    pub workers: usize,
    /// How long the head of a request may take.
    pub head_time: Duration,
    /// How long the body of a request may take.
    pub body_time: Duration,
    /// How long a connection may be silent.
    pub idle_time: Duration,
    /// How long a request waits to be worked on.
    pub queue_time: Duration,
    /// How long a request is worked on.
    pub work_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            connections: 128,
            body: 1 << 20,
            bank: 2 << 20,
            puzzles: 256,
            entries: 20_000,
            rules: 256 << 10,
            files: 64,
            answer: 16 << 20,
            kept: 8,
            workers: cores.clamp(1, 8),
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(10),
            idle_time: Duration::from_secs(60),
            queue_time: Duration::from_secs(10),
            work_time: Duration::from_secs(20),
        }
    }
}
