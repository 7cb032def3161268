//! Work that takes the processor: a bounded amount at once, and for a bounded time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::settings::Limits;

/// Does one thing for each worker at a time; the others wait.
#[derive(Debug)]
pub(crate) struct Workshop {
    workers: Arc<Semaphore>,
    queue_time: Duration,
    work_time: Duration,
}

/// Raises the flag when the request that waits for the work is gone, for whatever reason.
struct Raise(Arc<AtomicBool>);

impl Drop for Raise {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Workshop {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(limits.workers)),
            queue_time: limits.queue_time,
            work_time: limits.work_time,
        }
    }

    /// Does something on a thread for it. The flag that it is given is raised when nobody waits for it any more; until
    /// it ends, it keeps its worker.
    ///
    /// # Errors
    ///
    /// When no worker is free for too long, or the work takes too long, or panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let worker = Arc::clone(&self.workers).acquire_owned();
        let Ok(Ok(worker)) = timeout(self.queue_time, worker).await else {
            return Err(Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "too much is being worked on; try again in a moment",
            ));
        };
        let stop = Arc::new(AtomicBool::new(false));
        let raise = Raise(Arc::clone(&stop));
        let task = tokio::task::spawn_blocking(move || {
            let done = work(&stop);
            drop(worker);
            done
        });
        let done = timeout(self.work_time, task).await;
        drop(raise);
        match done {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => Err(Failure::internal()),
            Err(_) => Err(Failure::unprocessable(
                "too_slow",
                format!(
                    "this took longer than {} seconds and was given up; ask for fewer puzzles, or use rules that \
                     search less",
                    self.work_time.as_secs_f32()
                ),
            )),
        }
    }
}
