//! The threads that work.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::console;
use crate::exit::Exit;

/// How many threads work: as many as there are processor cores unless their number is given.
pub(crate) fn jobs(given: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    given.map_or_else(cores, usize::from)
}

/// So many threads. What keeps them from being started has been said when this returns an error.
pub(crate) fn pool(given: Option<u16>) -> Result<ThreadPool, Exit> {
    let pool = ThreadPoolBuilder::new().num_threads(jobs(given)).build();
    pool.map_err(|error| {
        console::error(format_args!("no threads can be started: {error}"));
        Exit::Usage
    })
}
