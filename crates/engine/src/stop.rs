//! A way to end ratings early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that another thread may raise; none, and nothing stops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(pub(crate) Option<Arc<AtomicBool>>);

impl Stop {
    /// Whether to give up.
    pub(crate) fn is_set(&self) -> bool {
        let Self(flag) = self;
        flag.as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
