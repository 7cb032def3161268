//! What all requests share.

use undoku::PluginError;

use crate::guard::Hosts;
use crate::rules::RuleStore;
use crate::settings::{Limits, Settings};
use crate::work::Workshop;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) hosts: Hosts,
    pub(crate) rules: RuleStore,
    /// Works by the built-in rules.
    pub(crate) house: Workshop,
    /// Compiles other rules and works by them. However long they take, the house goes on.
    pub(crate) guests: Workshop,
}

impl App {
    /// Gets everything ready.
    ///
    /// # Errors
    ///
    /// When plugins cannot be used together.
    pub(crate) fn new(settings: &Settings) -> Result<Self, PluginError> {
        let limits = settings.limits;
        Ok(Self {
            limits,
            hosts: Hosts::new(settings),
            rules: RuleStore::new(limits)?,
            house: Workshop::new(&limits),
            guests: Workshop::new(&limits),
        })
    }

    /// Where work by these rules is done.
    pub(crate) const fn workshop(&self, built_in: bool) -> &Workshop {
        if built_in { &self.house } else { &self.guests }
    }
}
