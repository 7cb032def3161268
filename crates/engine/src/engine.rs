//! The engine: checked rules, ready to rate.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use undoku_grid::Puzzle;
use undoku_rules::{RuleSet, System};

use crate::rater::{Options, Rater};
use crate::report::Report;

/// Rates puzzles by one system of a rule set. It can be shared between threads.
///
/// ```
/// use undoku::{Engine, Loader, Status};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let rules = Loader::new()?.load().map_err(|problems| problems.summary())?;
/// let engine = Engine::new(rules)?;
/// let puzzle = "...823..1..3...4...7.....523..96..1....1.2....1..38..683.....4...2...9..6..789...".parse()?;
/// let report = engine.rate(&puzzle);
/// assert_eq!(report.status, Status::Solved);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Engine {
    rules: Arc<RuleSet>,
    system: Arc<System>,
    options: Options,
    idle: Mutex<Vec<Rater>>,
}

impl Engine {
    /// An engine for the default system of a rule set.
    ///
    /// # Errors
    ///
    /// When the rule set has no system.
    pub fn new(rules: impl Into<Arc<RuleSet>>) -> Result<Self, UnknownSystem> {
        let rules = rules.into();
        let Some(system) = rules.default_system().cloned() else {
            return Err(UnknownSystem {
                id: None,
                known: Vec::new(),
            });
        };
        Ok(Self::of(rules, system))
    }

    /// An engine for the system with an id.
    ///
    /// # Errors
    ///
    /// When the rule set has no such system.
    pub fn with_system(rules: impl Into<Arc<RuleSet>>, id: &str) -> Result<Self, UnknownSystem> {
        let rules = rules.into();
        let Some(system) = rules.system(id).cloned() else {
            return Err(UnknownSystem {
                id: Some(id.to_owned()),
                known: rules
                    .systems
                    .iter()
                    .map(|system| system.id.clone())
                    .collect(),
            });
        };
        Ok(Self::of(rules, system))
    }

    fn of(rules: Arc<RuleSet>, system: Arc<System>) -> Self {
        Self {
            rules,
            system,
            options: Options::default(),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// The same engine with other options.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self.idle = Mutex::new(Vec::new());
        self
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The rules, to share them.
    #[must_use]
    pub fn shared_rules(&self) -> Arc<RuleSet> {
        Arc::clone(&self.rules)
    }

    /// The system that rates.
    #[must_use]
    pub const fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// A rater with working memory of its own: the way to rate many puzzles on one thread.
    #[must_use]
    pub fn rater(&self) -> Rater {
        Rater::new(
            Arc::clone(&self.system),
            Arc::clone(&self.rules.registry),
            self.options,
        )
    }

    /// Rates a puzzle, with working memory that an earlier rating left.
    pub fn rate(&self, puzzle: &Puzzle) -> Report {
        // A rating that panicked took its rater with it: what is left is whole.
        let mut rater = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
            .unwrap_or_else(|| self.rater());
        let report = rater.rate(puzzle);
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(rater);
        report
    }
}

/// A system that the rules do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSystem {
    /// The id asked for; none if any system would have done.
    pub id: Option<String>,
    /// The ids there are.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(id) = &self.id else {
            return f
                .write_str("the rules contain no system: add a file that starts with `system:`");
        };
        write!(f, "there is no system `{id}`")?;
        match undoku_lang::nearest(id, self.known.iter().map(String::as_str)) {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => write!(f, "; the rules have {}", self.known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownSystem {}
