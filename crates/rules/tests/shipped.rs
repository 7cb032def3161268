//! The shipped files: accepted without a word, and read alike by both models.

use std::path::Path;

use undoku_rules::{Layers, RenderOptions};

#[test]
fn shipped_files_have_no_problems() {
    let mut layers = Layers::new();
    layers.directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../techniques"));
    let loaded = layers.load();
    assert!(
        loaded.diagnostics.is_empty(),
        "{}",
        loaded.diagnostics.render(RenderOptions::default())
    );
    assert!(loaded.techniques.len() >= 3);
    assert!(!loaded.systems.is_empty());
}
