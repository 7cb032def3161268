//! Which rule files of a directory were saved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, EventKind, PollWatcher, RecursiveMode, Watcher};

/// How long nothing must have happened: programs save a file in several steps.
const QUIET: Duration = Duration::from_millis(100);
/// How long that is waited for at most.
const LONGEST: Duration = Duration::from_secs(2);
/// How often a directory is looked at where the system does not tell of changes.
const INTERVAL: Duration = Duration::from_millis(300);

/// What happened.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// These files were written, made, moved or removed.
    Changed(BTreeSet<PathBuf>),
    /// The user wants to end it.
    Interrupted,
}

/// The changes in a directory, from when it was made.
pub(super) struct Changes {
    events: Receiver<Event>,
    /// Watches as long as it lives.
    _watcher: Box<dyn Watcher>,
}

impl Changes {
    /// Starts to watch a directory and those in it, and to wait for an interruption.
    pub(super) fn of(directory: &Path) -> notify::Result<Self> {
        let (sender, events) = mpsc::channel();
        let watcher = watcher(directory, &sender)?;
        // Without the handler, an interruption ends the process all the same.
        let _ = ctrlc::set_handler(move || drop(sender.send(Event::Interrupted)));
        Ok(Self {
            events,
            _watcher: watcher,
        })
    }

    /// Waits for what happens next.
    pub(super) fn next(&self) -> Event {
        match self.events.recv() {
            Ok(first) => self.settled(first),
            // Nobody can send any more.
            Err(_) => Event::Interrupted,
        }
    }

    /// What happens within some time.
    pub(super) fn within(&self, time: Duration) -> Option<Event> {
        let first = self.events.recv_timeout(time).ok()?;
        Some(self.settled(first))
    }

    /// An event with those that follow closely.
    fn settled(&self, first: Event) -> Event {
        let Event::Changed(mut files) = first else {
            return first;
        };
        let end = Instant::now() + LONGEST;
        while Instant::now() < end {
            match self.events.recv_timeout(QUIET) {
                Ok(Event::Changed(more)) => files.extend(more),
                Ok(Event::Interrupted) => return Event::Interrupted,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        Event::Changed(files)
    }
}

fn watcher(directory: &Path, sender: &Sender<Event>) -> notify::Result<Box<dyn Watcher>> {
    let mut watcher: Box<dyn Watcher> = match notify::recommended_watcher(teller(sender)) {
        Ok(watcher) => Box::new(watcher),
        Err(_) => {
            let config = Config::default().with_poll_interval(INTERVAL);
            Box::new(PollWatcher::new(teller(sender), config)?)
        }
    };
    watcher.watch(directory, RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// Tells of the files that changed.
fn teller(sender: &Sender<Event>) -> impl FnMut(notify::Result<notify::Event>) + Send + use<> {
    let sender = sender.clone();
    move |event| {
        let files = match event {
            Ok(event) if is_change(&event.kind) => {
                let rescan = event.need_rescan();
                let files: BTreeSet<PathBuf> = event
                    .paths
                    .into_iter()
                    .filter(|path| may_hold_rules(path))
                    .collect();
                if files.is_empty() && !rescan {
                    return;
                }
                files
            }
            Ok(_) => return,
            // Something was missed: it may have been anything.
            Err(_) => BTreeSet::new(),
        };
        // Nobody listens where the process is about to end.
        let _ = sender.send(Event::Changed(files));
    }
}

/// Whether something is different afterwards. Reading is no change.
fn is_change(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => *access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Whether a path may be that of a rule file, or of a directory with some.
fn may_hold_rules(path: &Path) -> bool {
    let Some(name) = path.file_name() else {
        return false;
    };
    let hidden = name.as_encoded_bytes().starts_with(b".");
    let ends = path
        .extension()
        .is_none_or(|end| end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml"));
    // Some editors try whether they may write, with a file whose name is a number.
    let is_trial = name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    !hidden && ends && !is_trial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rule_files_and_directories_matter() {
        for path in ["a/x.yaml", "x.YML", "a/singles", "a"] {
            assert!(may_hold_rules(Path::new(path)), "{path}");
        }
        for path in ["a/.x.yaml.swp", ".git", "x.yaml~", "a/4913", "x.json", "/"] {
            assert!(!may_hold_rules(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn reading_is_no_change() {
        assert!(!is_change(&EventKind::Access(AccessKind::Open(
            AccessMode::Any
        ))));
        assert!(!is_change(&EventKind::Access(AccessKind::Read)));
        assert!(is_change(&EventKind::Access(AccessKind::Close(
            AccessMode::Write
        ))));
        assert!(is_change(&EventKind::Any));
    }

    #[test]
    fn what_follows_closely_is_one_change() {
        let files = tempfile::tempdir().unwrap();
        let changes = Changes::of(files.path()).unwrap();
        assert_eq!(changes.within(Duration::from_millis(50)), None);
        for name in ["a.yaml", "b.yaml", "c.txt"] {
            std::fs::write(files.path().join(name), "x").unwrap();
        }
        let Some(Event::Changed(seen)) = changes.within(Duration::from_secs(10)) else {
            panic!("nothing was seen");
        };
        let names: Vec<_> = seen.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.yaml", "b.yaml"]);
        assert_eq!(changes.within(Duration::from_millis(300)), None);
    }
}
