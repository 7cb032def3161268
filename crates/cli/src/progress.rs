//! The progress bar of a long run, and the threads it has.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::grouped;

/// How long a run may take without a bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// A bar on standard error, if that is a terminal and the run is not over soon.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: bool,
    /// Whether results go to a terminal too, where the bar is in their way.
    among_rows: bool,
}

impl Progress {
    /// A bar over this many bytes, or one that only counts where the number is unknown; `among_rows` says
    /// that results are written to a terminal.
    pub(crate) fn new(bytes: Option<u64>, among_rows: bool, quiet: bool) -> Self {
        let wanted = !quiet && io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let (bar, template) = match bytes {
                Some(bytes) => (
                    ProgressBar::new(bytes),
                    "{wide_bar} {percent:>3} %  {msg}  {eta} left",
                ),
                None => (ProgressBar::no_length(), "{spinner} {msg}"),
            };
            bar.set_draw_target(ProgressDrawTarget::hidden());
            // The templates above are complete; with a faulty one the bar has its default look.
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Self {
            bar,
            started: Instant::now(),
            shown: false,
            among_rows,
        }
    }

    /// Moves the bar.
    pub(crate) fn advance(&mut self, bytes: u64, puzzles: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        let elapsed = self.started.elapsed();
        if !self.shown && elapsed >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(200));
            self.shown = true;
        }
        if self.shown {
            let rate = puzzles as f64 / elapsed.as_secs_f64();
            bar.set_position(bytes);
            bar.set_message(format!(
                "{} puzzles, {} a second",
                grouped(puzzles),
                grouped(rate.round() as u64)
            ));
        }
    }

    /// Takes the bar away while results are written, if they are written to a terminal.
    pub(crate) fn aside_rows<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.among_rows {
            self.aside(write)
        } else {
            write()
        }
    }

    /// Takes the bar away while something else is written to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shown => bar.suspend(write),
            _ => write(),
        }
    }

    /// Takes the bar away for good.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
