//! A rule file of any bytes is refused or loaded, and every message has a place and can be shown.

#![no_main]

use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use undoku::lang::Registry;
use undoku::rules::{Diagnostics, Layers, RenderOptions, SourceFile};

/// What ladders of fuzzed systems can name.
const KNOWN: &str = "\
technique: naked_single
title: Known
pattern: |
  for c in open
  check count(cand(c)) == 1
  place only(cand(c)) at c
assertions: 2
score: 1.0 + count(open) / 81
explain: found
";

fn registry() -> Arc<Registry> {
    static REGISTRY: OnceLock<Arc<Registry>> = OnceLock::new();
    let make = || Arc::new(undoku::registry(&undoku::bundles()).expect("the built-in names differ"));
    Arc::clone(REGISTRY.get_or_init(make))
}

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn show(found: &Diagnostics) {
    for diagnostic in found {
        let (start, end) = (diagnostic.place.start(), diagnostic.place.end());
        assert!(start <= end, "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        assert!(diagnostic.help.is_some(), "{diagnostic:?}");
        diagnostic.render(RenderOptions::default());
        diagnostic.to_json().to_string();
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    // What stands behind a line of four hyphens is a change of a single value.
    let (text, change) = match text.split_once("\n----\n") {
        Some((text, change)) => (text, Some(change)),
        None => (text, None),
    };
    let mut layers = Layers::new();
    layers.files([file("known.yaml", KNOWN), file("fuzzed.yaml", text)]);
    if let Some(change) = change {
        layers.set(change);
    }
    match layers.load().compile(registry()) {
        Ok(rules) => show(&rules.warnings),
        Err(problems) => {
            assert!(problems.has_errors());
            show(&problems);
        }
    }
});
