//! The rules that requests ask for: the built-in ones, and changed ones, of which some are kept compiled.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use undoku::rules::{Diagnostic, Diagnostics, RuleSet, SourceFile};
use undoku::{Engine, Loader, Options, PluginError};

use crate::failure::Failure;
use crate::settings::Limits;
use crate::work::Workshop;

/// What a request says about rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RuleAsk {
    /// Rule files by name, laid over the built-in ones.
    pub(crate) rules: BTreeMap<String, String>,
    /// Changes of single values, as `--set` takes them.
    pub(crate) set: Vec<String>,
}

/// Rules, or why they cannot be used.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// The rules; or all that is wrong, if anything is an error.
    pub(crate) rules: Result<Arc<RuleSet>, Diagnostics>,
    /// What is wrong, without what is wrong with the built-in rules alone.
    pub(crate) found: Diagnostics,
}

type Key = [u8; 32];
type Slot = Arc<OnceCell<Arc<Loaded>>>;

/// Compiled rules.
#[derive(Debug)]
pub(crate) struct RuleStore {
    built_in: Arc<Loaded>,
    limits: Limits,
    /// The rules that were used last, last of all those used most recently.
    kept: Mutex<VecDeque<(Key, Slot)>>,
}

impl RuleAsk {
    /// Whether the built-in rules are asked for as they are.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.set.is_empty()
    }

    fn check(&self, limits: &Limits) -> Result<(), Failure> {
        if self.rules.len() > limits.files || self.set.len() > limits.files {
            return Err(Failure::unprocessable(
                "too_many",
                format!(
                    "`rules` and `set` take at most {} entries each",
                    limits.files
                ),
            ));
        }
        let files = self
            .rules
            .iter()
            .map(|(name, text)| name.len() + text.len());
        let sets = self.set.iter().map(String::len);
        if files.chain(sets).sum::<usize>() > limits.rules {
            return Err(Failure::too_large("the text of all rules", limits.rules));
        }
        Ok(())
    }

    fn key(&self) -> Key {
        let mut hash = Sha256::new();
        let texts = self.rules.iter().flat_map(|(name, text)| [name, text]);
        hash.update((self.rules.len() as u64).to_le_bytes());
        for text in texts.chain(&self.set) {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.finalize().into()
    }

    fn load(&self, built_in: &Diagnostics) -> Result<Loaded, PluginError> {
        let mut loader = Loader::new()?;
        loader.files(self.rules.iter().map(|(name, text)| SourceFile {
            name: name.clone(),
            text: text.clone(),
        }));
        for change in &self.set {
            loader.set(change);
        }
        let rules = loader.load();
        let all = match &rules {
            Ok(rules) => &rules.warnings,
            Err(found) => found,
        };
        let is_new = |found: &&Diagnostic| {
            let same =
                |known: &Diagnostic| known.code == found.code && known.message == found.message;
            !built_in.iter().any(same)
        };
        let found = all.iter().filter(is_new).cloned().collect();
        Ok(Loaded {
            rules: rules.map(Arc::new),
            found,
        })
    }
}

impl RuleStore {
    /// Compiles the built-in rules.
    ///
    /// # Errors
    ///
    /// When plugins cannot be used together.
    pub(crate) fn new(limits: Limits) -> Result<Self, PluginError> {
        let mut built_in = RuleAsk::default().load(&Diagnostics::new())?;
        // Where they can be used, there is nothing to say about them.
        if built_in.rules.is_ok() {
            built_in.found = Diagnostics::new();
        }
        Ok(Self {
            built_in: Arc::new(built_in),
            limits,
            kept: Mutex::new(VecDeque::new()),
        })
    }

    /// The rules that a request asks for; compiled by the workshop, if they are not at hand.
    ///
    /// # Errors
    ///
    /// When the request exceeds a limit, or the workshop cannot do it.
    pub(crate) async fn get(
        &self,
        ask: RuleAsk,
        workshop: &Workshop,
    ) -> Result<Arc<Loaded>, Failure> {
        if ask.is_empty() {
            return Ok(Arc::clone(&self.built_in));
        }
        ask.check(&self.limits)?;
        let slot = self.slot(ask.key());
        let warnings = match &self.built_in.rules {
            Ok(rules) => rules.warnings.clone(),
            Err(found) => found.clone(),
        };
        // Whoever asks for the same rules in the meantime waits for them, and does not compile them again.
        let loaded = slot
            .get_or_try_init(|| async {
                let loaded = workshop.run(move |_| ask.load(&warnings)).await?;
                loaded.map(Arc::new).map_err(|_| Failure::internal())
            })
            .await?;
        Ok(Arc::clone(loaded))
    }

    fn slot(&self, key: Key) -> Slot {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| *known == key);
        let entry = at
            .and_then(|at| kept.remove(at))
            .unwrap_or_else(|| (key, Slot::default()));
        let slot = Arc::clone(&entry.1);
        kept.push_back(entry);
        while kept.len() > self.limits.kept.max(1) {
            kept.pop_front();
        }
        slot
    }
}

impl Loaded {
    /// The rules.
    ///
    /// # Errors
    ///
    /// When they cannot be used.
    pub(crate) fn usable(&self) -> Result<&Arc<RuleSet>, Failure> {
        let rules = self.rules.as_ref();
        rules.map_err(|_| Failure::rules(&self.found))
    }

    /// An engine for a system of the rules, or for their default system.
    ///
    /// # Errors
    ///
    /// When the rules cannot be used, or have no such system.
    pub(crate) fn engine(&self, system: Option<&str>, steps: bool) -> Result<Engine, Failure> {
        let rules = Arc::clone(self.usable()?);
        let engine = match system {
            Some(id) => Engine::with_system(rules, id),
            None => Engine::new(rules),
        };
        let engine =
            engine.map_err(|unknown| Failure::unprocessable("system", unknown.to_string()))?;
        Ok(engine.options(Options {
            steps,
            ..Options::default()
        }))
    }
}
