//! Loading rules: what is built in, what a user adds, and what a user changes.

use std::path::Path;
use std::sync::Arc;

use undoku_lang::Registry;
use undoku_rules::{Diagnostics, IdleConstant, Layers, Loaded, RuleSet, SourceFile};

use crate::plugin::{self, Bundle, PluginError};

/// Gathers the layers of rules: plugins first, then files and directories, then single changes.
#[derive(Debug)]
pub struct Loader {
    layers: Layers,
    registry: Arc<Registry>,
}

impl Loader {
    /// Starts with the rules of all linked plugins, the built-in ones among them.
    ///
    /// # Errors
    ///
    /// When two plugins claim one name.
    pub fn new() -> Result<Self, PluginError> {
        Self::with_bundles(&plugin::bundles())
    }

    /// Starts with the rules of these bundles.
    ///
    /// # Errors
    ///
    /// When two of them claim one name.
    pub fn with_bundles(bundles: &[&Bundle]) -> Result<Self, PluginError> {
        let registry = Arc::new(plugin::registry(bundles)?);
        let mut layers = Layers::new();
        // One layer, so that an id that two plugins claim is an error and not a replacement.
        layers.files(bundles.iter().flat_map(|bundle| (bundle.files)()));
        Ok(Self { layers, registry })
    }

    /// Adds files, which replace those of the same id.
    pub fn files(&mut self, files: impl IntoIterator<Item = SourceFile>) -> &mut Self {
        self.layers.files(files);
        self
    }

    /// Adds the rule files of a directory, which replace those of the same id.
    pub fn directory(&mut self, path: &Path) -> &mut Self {
        self.layers.directory(path);
        self
    }

    /// Changes one value, as in `technique.constant=value`.
    pub fn set(&mut self, change: impl Into<String>) -> &mut Self {
        self.layers.set(change);
        self
    }

    /// Reads everything without compiling it: what the files define, and what is wrong with their shape.
    #[must_use]
    pub fn read(&self) -> Loaded {
        self.layers.load()
    }

    /// Reads, checks and compiles everything.
    ///
    /// # Errors
    ///
    /// All that is wrong, if anything is an error.
    pub fn load(&self) -> Result<RuleSet, Diagnostics> {
        self.read().compile(Arc::clone(&self.registry))
    }

    /// The constants of these rules that do nothing; see [`Loaded::idle_constants`]. `rules` are what
    /// [`load`](Self::load) gave.
    ///
    /// [`Loaded::idle_constants`]: undoku_rules::Loaded::idle_constants
    #[must_use]
    pub fn idle_constants(&self, rules: &RuleSet) -> Vec<IdleConstant> {
        self.layers.load().idle_constants(rules)
    }
}
