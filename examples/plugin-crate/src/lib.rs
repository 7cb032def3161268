//! A plugin for Undoku: a source that finds odd loops of one digit with their guardians, and a technique on it.
//!
//! Whoever links this crate, with `use undoku_guardians as _;`, has both.

mod guarded_loops;

use undoku::Bundle;
use undoku::lang::Source;
use undoku::rules::SourceFile;

pub use guarded_loops::{GUARDED_LOOPS, GuardedLoop, guarded_loops};

static SOURCES: [Source; 1] = [GUARDED_LOOPS];

/// What the plugin brings along.
#[must_use]
pub const fn bundle() -> Bundle {
    Bundle {
        name: "guardians",
        files: rule_files,
        sources: &SOURCES,
        functions: &[],
    }
}

undoku::inventory::submit! { bundle() }

/// The rule files, by the names that messages show.
#[must_use]
pub fn rule_files() -> Vec<SourceFile> {
    vec![SourceFile {
        name: "guardians/broken_wing.yaml".to_owned(),
        text: include_str!("../techniques/broken_wing.yaml").to_owned(),
    }]
}
