//! Ratings that another thread ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use undoku::{Engine, Loader, Options, Status};

const PUZZLE: &str =
    "...823..1..3...4...7.....523..96..1....1.2....1..38..683.....4...2...9..6..789...";

#[test]
fn a_raised_flag_ends_every_way_to_pick() {
    for (system, change) in [
        ("undoku", None),
        ("undoku", Some("undoku.path.pick=easiest")),
        ("undoku_plus", None),
        ("hsolve", None),
    ] {
        let mut loader = Loader::new().unwrap();
        if let Some(change) = change {
            loader.set(change);
        }
        let engine = Engine::with_system(loader.load().unwrap(), system)
            .unwrap()
            .options(Options {
                steps: true,
                ..Options::default()
            });
        let puzzle = PUZZLE.parse().unwrap();
        let flag = Arc::new(AtomicBool::new(true));
        let mut rater = engine.rater();
        rater.give_up_when(Arc::clone(&flag));
        let ended = rater.rate(&puzzle);
        assert_eq!(
            (ended.status, ended.step_count),
            (Status::Stuck, 0),
            "{system} {change:?}"
        );
        // With the flag down it rates as any other does.
        flag.store(false, Ordering::Relaxed);
        let (again, other) = (rater.rate(&puzzle), engine.rate(&puzzle));
        assert_eq!(again.status, Status::Solved);
        assert_eq!(again.steps, other.steps);
        assert_eq!(again.values, other.values);
    }
}
