//! Bundles of rules that crates bring along, and the registry of what they register.

use std::fmt;

use include_dir::{Dir, DirEntry, include_dir};
use undoku_lang::{Function, NameTaken, Registry, Source};
use undoku_rules::{SourceFile, is_rule_file};

/// Rule files, sources and functions that belong together.
///
/// A crate submits its bundle with [`inventory::submit!`]; whoever links the crate has it. The built-in
/// techniques and systems are a bundle like any other. A crate that nothing names is not linked at all, and its
/// bundle is then missing without a word: write `use plugin_crate as _;`.
pub struct Bundle {
    /// Its name, unique among the bundles of a program.
    pub name: &'static str,
    /// Its rule files.
    pub files: fn() -> Vec<SourceFile>,
    /// Its sources.
    pub sources: &'static [Source],
    /// Its functions.
    pub functions: &'static [Function],
}

inventory::collect!(Bundle);

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../techniques");

inventory::submit! {
    Bundle {
        name: "built-in",
        files: built_in_files,
        sources: undoku_sources::SOURCES,
        functions: &[],
    }
}

/// The built-in rule files; their names are their paths below `techniques/`.
#[must_use]
pub fn built_in_files() -> Vec<SourceFile> {
    let mut files = Vec::new();
    collect(&BUILT_IN, &mut files);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn collect(dir: &Dir<'_>, files: &mut Vec<SourceFile>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, files),
            // Schemas for editors stand beside the rules.
            DirEntry::File(file) if is_rule_file(file.path()) => {
                files.extend(file.contents_utf8().map(|text| SourceFile {
                    name: file.path().to_string_lossy().into_owned(),
                    text: text.to_owned(),
                }));
            }
            DirEntry::File(_) => {}
        }
    }
}

/// The bundles that are linked into this program, by name.
#[must_use]
pub fn bundles() -> Vec<&'static Bundle> {
    let mut bundles: Vec<&Bundle> = inventory::iter::<Bundle>.into_iter().collect();
    bundles.sort_by_key(|bundle| bundle.name);
    bundles
}

/// The sources and functions of these bundles.
///
/// # Errors
///
/// When two bundles have one name, or two of their sources or functions have.
pub fn registry(bundles: &[&Bundle]) -> Result<Registry, PluginError> {
    let mut registry = Registry::new();
    for (at, bundle) in bundles.iter().enumerate() {
        if bundles[..at].iter().any(|other| other.name == bundle.name) {
            return Err(PluginError::BundleTwice(bundle.name));
        }
        let taken = |NameTaken(name)| PluginError::NameTaken {
            bundle: bundle.name,
            name,
        };
        for source in bundle.sources {
            registry.add_source(*source).map_err(taken)?;
        }
        for function in bundle.functions {
            registry.add_function(*function).map_err(taken)?;
        }
    }
    Ok(registry)
}

/// Why bundles cannot be used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginError {
    /// Two bundles have this name.
    BundleTwice(&'static str),
    /// A source or function has a name that is taken.
    NameTaken {
        /// The bundle that brings it.
        bundle: &'static str,
        /// The name.
        name: &'static str,
    },
}

impl fmt::Display for PluginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BundleTwice(name) => write!(
                f,
                "two plugins are called `{name}`: rename one, or link only one of them"
            ),
            Self::NameTaken { bundle, name } => write!(
                f,
                "the plugin `{bundle}` registers `{name}`, a name that a word of the language or another plugin has: rename it"
            ),
        }
    }
}

impl std::error::Error for PluginError {}

#[cfg(test)]
mod tests {
    use super::*;
    use undoku_lang::{Type, Value};

    fn no_files() -> Vec<SourceFile> {
        Vec::new()
    }

    const fn function(name: &'static str) -> Function {
        Function {
            name,
            summary: "seven",
            params: &[],
            result: Type::Int,
            call: |_| Value::Int(7),
        }
    }

    static SEVEN: [Function; 1] = [function("seven")];
    static CAND: [Function; 1] = [function("cand")];

    const fn bundle(name: &'static str, functions: &'static [Function]) -> Bundle {
        Bundle {
            name,
            files: no_files,
            sources: &[],
            functions,
        }
    }

    #[test]
    fn the_built_in_bundle_is_linked_with_the_three_singles_and_their_system() {
        let names: Vec<&str> = bundles().iter().map(|bundle| bundle.name).collect();
        assert_eq!(names, ["built-in"]);
        let files: Vec<String> = built_in_files().into_iter().map(|file| file.name).collect();
        for expected in [
            "singles/naked_single.yaml",
            "singles/hidden_single_box.yaml",
            "singles/hidden_single_line.yaml",
            "systems/undoku.yaml",
        ] {
            assert!(files.iter().any(|name| name == expected), "{files:?}");
        }
    }

    #[test]
    fn one_name_twice_is_refused() {
        let (a, b) = (bundle("a", &SEVEN), bundle("b", &SEVEN));
        assert_eq!(
            registry(&[&a, &b]).err(),
            Some(PluginError::NameTaken {
                bundle: "b",
                name: "seven"
            })
        );
        assert_eq!(
            registry(&[&a, &a]).err(),
            Some(PluginError::BundleTwice("a"))
        );
        let c = bundle("c", &CAND);
        assert!(matches!(
            registry(&[&c]),
            Err(PluginError::NameTaken { name: "cand", .. })
        ));
        assert_eq!(registry(&[&a]).map(|r| r.functions().len()), Ok(1));
    }
}
