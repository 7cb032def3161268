//! The files of `tests/broken/`, and what is found in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use undoku::lang::{Code, Registry};
use undoku::rules::{Diagnostic, Diagnostics, Layers, RenderOptions, SourceFile};

/// A message as far as its place goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) file: String,
    pub(crate) code: Code,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// What it points at, up to the end of the line.
    pub(crate) text: String,
}

/// A file or a directory, what must be found in it, and what is.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) expected: Vec<Spot>,
    pub(crate) found: Vec<Diagnostic>,
}

impl Case {
    /// Where the messages are.
    pub(crate) fn places(&self) -> Vec<Spot> {
        self.found.iter().map(spot).collect()
    }

    /// The messages as they are shown.
    pub(crate) fn rendered(&self) -> String {
        let all: Diagnostics = self.found.iter().cloned().collect();
        all.render(RenderOptions::default())
    }
}

fn spot(diagnostic: &Diagnostic) -> Spot {
    let place = &diagnostic.place;
    let whole = place.text();
    let mut text: String = whole.lines().next().unwrap_or_default().to_owned();
    // Characters that a comment cannot hold, which some of the cases are about.
    text.retain(|c| !c.is_control() && c != '\u{2028}' && c != char::REPLACEMENT_CHARACTER);
    let text = text.trim_end();
    let more = if whole.contains('\n') { "…" } else { "" };
    Spot {
        file: place.file().to_owned(),
        code: diagnostic.code,
        line: place.start().line,
        column: place.start().column,
        text: format!("{text}{more}"),
    }
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names of what a directory of the repository holds, in order.
pub(crate) fn names_in(directory: &str) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(root().join(directory)).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names.into_iter()
}

/// The cases of the directory.
pub(crate) fn all() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(read)
}

fn read() -> Vec<Case> {
    const DIRECTORY: &str = "tests/broken";
    let names = names_in(DIRECTORY).filter(|name| !name.ends_with(".rs"));
    let case = |name: String| {
        let path = Path::new(DIRECTORY).join(&name);
        let expected = if root().join(&path).is_dir() {
            let files = names_in(path.to_str().unwrap());
            files.flat_map(|file| expected(&path.join(file))).collect()
        } else {
            expected(&path)
        };
        let mut layers = below();
        layers.directory(&path);
        Case {
            name: name.trim_end_matches(".yaml").to_owned(),
            expected,
            found: found(&layers),
        }
    };
    names.map(case).collect()
}

/// What the first lines of a file say that must be found.
fn expected(path: &Path) -> Vec<Spot> {
    let bytes = fs::read(root().join(path)).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map_while(|l| l.strip_prefix("# expect: "));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, ' ');
            let code = parts.next().unwrap().trim_start_matches('U');
            let (at, column) = parts.next().unwrap().split_once(':').unwrap();
            Spot {
                file: path.to_str().unwrap().to_owned(),
                code: Code(code.parse().unwrap()),
                line: at.parse().unwrap(),
                column: column.parse().unwrap(),
                text: parts.next().unwrap_or_default().to_owned(),
            }
        })
        .collect()
}

/// The built-in sources.
pub(crate) fn sources() -> Arc<Registry> {
    static REGISTRY: OnceLock<Arc<Registry>> = OnceLock::new();
    let make = || Arc::new(undoku::registry(&undoku::bundles()).unwrap());
    Arc::clone(REGISTRY.get_or_init(make))
}

/// Some techniques that cases can name.
pub(crate) fn below() -> Layers {
    const KNOWN: [&str; 3] = [
        "singles/naked_single.yaml",
        "singles/hidden_single_box.yaml",
        "singles/hidden_single_line.yaml",
    ];
    let mut layers = Layers::new();
    let known = |file: &SourceFile| KNOWN.contains(&file.name.as_str());
    layers.files(undoku::built_in_files().into_iter().filter(known));
    layers
}

/// What is wrong with layers of rules, errors and warnings.
pub(crate) fn found(layers: &Layers) -> Vec<Diagnostic> {
    let found = match layers.load().compile(sources()) {
        Ok(rules) => rules.warnings,
        Err(problems) => problems,
    };
    found.into_iter().collect()
}
