//! Which rule files of a directory were saved.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use undoku::rules::rule_files;

/// How often the directory is looked at. Looking is cheap beside reading, and works on every file system, also on
/// those that tell nobody of changes. Programs save a file in several steps, so a change is over when one look
/// sees nothing new; by then the clock of the files has gone on, so that no later change has the same time.
const INTERVAL: Duration = Duration::from_millis(100);
/// How long the end of a change is waited for at most.
const LONGEST: Duration = Duration::from_secs(2);

/// What happened.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// These files were written, made, moved or removed.
    Changed(BTreeSet<PathBuf>),
    /// The user wants to end it.
    Interrupted,
}

/// By what a changed file differs: its length and the time of its last change, or why that is not known.
type Stamp = Result<(u64, Option<SystemTime>), io::ErrorKind>;

/// The changes in a directory, from when it was made.
pub(super) struct Changes {
    directory: PathBuf,
    seen: BTreeMap<PathBuf, Stamp>,
    interrupted: Arc<AtomicBool>,
}

impl Changes {
    /// Starts to watch a directory and those in it, and to wait for an interruption.
    pub(super) fn of(directory: &Path) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // Without the handler, an interruption ends the process all the same.
        let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
        Self {
            directory: directory.to_owned(),
            seen: stamps(directory),
            interrupted,
        }
    }

    /// Waits for what happens next.
    pub(super) fn next(&mut self) -> Event {
        loop {
            if let Some(event) = self.within(Duration::MAX) {
                return event;
            }
        }
    }

    /// What happens within some time.
    pub(super) fn within(&mut self, time: Duration) -> Option<Event> {
        let start = Instant::now();
        let mut files = BTreeSet::new();
        // The moment of the first change.
        let mut first: Option<Instant> = None;
        loop {
            thread::sleep(INTERVAL);
            if self.interrupted.load(Ordering::Relaxed) {
                return Some(Event::Interrupted);
            }
            let news = self.news();
            let is_over = match first {
                None => news.is_empty() && start.elapsed() >= time,
                Some(first) => news.is_empty() || first.elapsed() >= LONGEST,
            };
            if first.is_none() && !news.is_empty() {
                first = Some(Instant::now());
            }
            files.extend(news);
            if is_over {
                return first.map(|_| Event::Changed(files));
            }
        }
    }

    /// The files that are not as they were when this was asked last.
    fn news(&mut self) -> Vec<PathBuf> {
        let now = stamps(&self.directory);
        let paths: BTreeSet<&PathBuf> = self.seen.keys().chain(now.keys()).collect();
        let news = paths.into_iter().cloned();
        let news = news.filter(|path| self.seen.get(path) != now.get(path));
        let news = news.collect();
        self.seen = now;
        news
    }
}

fn stamps(directory: &Path) -> BTreeMap<PathBuf, Stamp> {
    let stamp = |path: &Path| match fs::metadata(path) {
        Ok(file) => Ok((file.len(), file.modified().ok())),
        Err(error) => Err(error.kind()),
    };
    let files = rule_files(directory).into_iter();
    files.map(|path| (path.clone(), stamp(&path))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files that changed within ten seconds.
    fn names(changes: &mut Changes) -> Vec<String> {
        let Some(Event::Changed(seen)) = changes.within(Duration::from_secs(10)) else {
            panic!("nothing was seen");
        };
        let names = seen.iter().filter_map(|path| path.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn what_follows_closely_is_one_change_of_rule_files_alone() {
        let files = tempfile::tempdir().unwrap();
        let at = |name: &str| files.path().join(name);
        let mut changes = Changes::of(files.path());
        assert_eq!(changes.within(Duration::from_millis(50)), None);
        fs::create_dir(at("deep")).unwrap();
        for name in [
            "a.yaml",
            "deep/b.YML",
            "c.txt",
            ".a.yaml.swp",
            ".d.yaml",
            "a.yaml~",
            "4913",
        ] {
            fs::write(at(name), "x").unwrap();
        }
        assert_eq!(names(&mut changes), ["a.yaml", "b.YML"]);
        fs::read(at("a.yaml")).unwrap();
        fs::write(at("c.txt"), "y").unwrap();
        assert_eq!(changes.within(Duration::from_millis(300)), None);
    }

    #[test]
    fn files_are_changed_by_words_of_one_length_by_a_move_and_by_their_end() {
        let files = directory_of(&["a.yaml", "b.yaml"]);
        let at = |name: &str| files.path().join(name);
        let mut changes = Changes::of(files.path());
        // The clock of a file system may go in steps of some milliseconds.
        thread::sleep(Duration::from_millis(50));
        fs::write(at("b.yaml"), "y").unwrap();
        assert_eq!(names(&mut changes), ["b.yaml"]);
        fs::rename(at("a.yaml"), at("c.yaml")).unwrap();
        assert_eq!(names(&mut changes), ["a.yaml", "c.yaml"]);
        fs::remove_file(at("b.yaml")).unwrap();
        assert_eq!(names(&mut changes), ["b.yaml"]);
    }

    fn directory_of(names: &[&str]) -> tempfile::TempDir {
        let files = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(files.path().join(name), "x").unwrap();
        }
        files
    }
}
