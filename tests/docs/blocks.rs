//! The documents and their fenced blocks.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The documents that people read, with their names.
pub(crate) fn documents() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = ["README.md", "CHANGELOG.md"].map(PathBuf::from).into();
    for directory in ["docs", "docs/codes"] {
        for entry in fs::read_dir(root().join(directory)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "md") {
                paths.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        (
            path.display().to_string(),
            fs::read_to_string(root().join(&path)).unwrap(),
        )
    };
    paths.into_iter().map(read).collect()
}

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Block {
    /// `document:line` of its first line.
    pub(crate) place: String,
    /// What stands behind the fence.
    pub(crate) info: String,
    /// Its lines.
    pub(crate) text: String,
}

/// All fenced blocks of all documents.
pub(crate) fn blocks() -> Vec<Block> {
    let mut all = Vec::new();
    for (name, text) in documents() {
        let mut open: Option<Block> = None;
        for (line, text) in (1..).zip(text.lines()) {
            match (text.strip_prefix("```"), &mut open) {
                (Some(""), Some(_)) => all.extend(open.take()),
                (Some(info), None) => {
                    let place = format!("{name}:{}", line + 1);
                    open = Some(Block {
                        place,
                        info: info.to_owned(),
                        text: String::new(),
                    });
                }
                (Some(_), Some(block)) => panic!("{}: the block is not closed", block.place),
                (None, Some(block)) => {
                    block.text += text;
                    block.text.push('\n');
                }
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{name}: a block is not closed");
    }
    all
}
