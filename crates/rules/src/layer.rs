//! Layers of rule files: built-in ones, those of directories over them, single values over all.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::codes;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::directory;
use crate::fragment::Fragments;
use crate::ladder;
use crate::located::{LocatedLibrary, LocatedSystem, LocatedTechnique};
use crate::read::{Shape, near};
use crate::read_library::library;
use crate::read_system::system;
use crate::read_technique::technique;
use crate::set;
use crate::source::{Located, Place, Source};
use crate::yaml::{self, Entry, Node};

/// A rule file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name to show, usually a path.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Rule files in layers. A file of a later layer replaces one of an earlier layer with the same id;
/// [`set`](Self::set) changes single values afterwards.
#[derive(Debug, Default)]
pub struct Layers {
    layers: Vec<Vec<Arc<Source>>>,
    sets: Vec<String>,
    problems: Vec<Diagnostic>,
}

/// What was loaded, and everything that is wrong with it. With errors among the diagnostics the
/// lists are incomplete, and nothing may be rated under them.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The techniques, in the order in which their ids first came.
    pub techniques: Vec<LocatedTechnique>,
    /// The systems, in the order in which their ids first came.
    pub systems: Vec<LocatedSystem>,
    /// The library tables, in the order in which their ids first came.
    pub libraries: Vec<LocatedLibrary>,
    /// The ids of all of them, also of those whose files are left out for what is wrong with them.
    pub ids: Vec<Located<String>>,
    /// The fragments of all of them.
    pub fragments: Fragments,
    /// What is wrong, sorted by file and place.
    pub diagnostics: Diagnostics,
}

/// What a rule file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Technique,
    System,
    Library,
}

/// A rule file that says what it is.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) kind: Kind,
    pub(crate) id: Located<String>,
    pub(crate) root: Node,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Technique, Self::System, Self::Library];

    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Technique => "technique",
            Self::System => "system",
            Self::Library => "library",
        }
    }
}

impl Layers {
    /// No layers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a layer of files in memory.
    pub fn files(&mut self, files: impl IntoIterator<Item = SourceFile>) -> &mut Self {
        let mut layer = Vec::new();
        for SourceFile { name, text } in files {
            if text.len() > yaml::MAX_BYTES {
                self.problems.push(yaml::too_large(&Source::unread(name)));
            } else {
                layer.push(Source::new(name, text));
            }
        }
        self.layers.push(layer);
        self
    }

    /// Adds the files of a directory and of those in it that end in `.yaml` or `.yml`, sorted by
    /// path, as a layer. Names that start with a dot are passed over. What cannot be read becomes a
    /// diagnostic.
    pub fn directory(&mut self, path: &Path) -> &mut Self {
        let (sources, problems) = directory::read(path);
        self.layers.push(sources);
        self.problems.extend(problems);
        self
    }

    /// Adds a change of a single value: `technique.constant=value`, `system.path.pick=easiest`.
    ///
    /// The path starts with an id and goes on with keys, elements of lists counted from 1; a constant
    /// may be named without `constants`. A value that starts with a quote, `[` or `{` is YAML, any
    /// other is taken as it stands. Changes are made in the order in which they were added.
    pub fn set(&mut self, argument: impl Into<String>) -> &mut Self {
        self.sets.push(argument.into());
        self
    }

    /// Reads everything and reports everything that is wrong.
    #[must_use]
    pub fn load(&self) -> Loaded {
        let mut load = Load {
            problems: self.problems.clone(),
            // A file that could not be read may define what others name.
            incomplete: self
                .problems
                .iter()
                .any(|d| d.severity == undoku_lang::Severity::Error),
            fragments: Fragments::new(),
        };
        let mut found: Vec<Found> = Vec::new();
        for layer in &self.layers {
            load.layer(layer, &mut found);
        }
        load.shared_ids(&found);
        for argument in &self.sets {
            load.problems
                .extend(set::apply(argument, &mut found, load.incomplete));
        }
        let mut techniques = Vec::new();
        let mut systems = Vec::new();
        let mut libraries = Vec::new();
        for one in &found {
            match one.kind {
                Kind::Technique => techniques.extend(load.walk(&one.root, technique)),
                Kind::System => systems.extend(load.walk(&one.root, system)),
                Kind::Library => libraries.extend(load.walk(&one.root, library)),
            }
        }
        load.problems.extend(ladder::problems(
            &systems,
            &techniques,
            &found,
            load.incomplete,
        ));
        load.library_names(&libraries, &techniques, &found);
        let mut diagnostics: Diagnostics = load.problems.into_iter().collect();
        diagnostics.sort();
        Loaded {
            techniques,
            systems,
            libraries,
            ids: found.into_iter().map(|one| one.id).collect(),
            fragments: load.fragments,
            diagnostics,
        }
    }
}

struct Load {
    problems: Vec<Diagnostic>,
    incomplete: bool,
    fragments: Fragments,
}

impl Load {
    /// Reads the files of a layer and lays them over those that were found before.
    fn layer(&mut self, sources: &[Arc<Source>], found: &mut Vec<Found>) {
        let mut here: HashMap<(Kind, String), Place> = HashMap::new();
        for source in sources {
            let one = match yaml::parse(source) {
                Ok(root) => self.identify(root),
                Err(problems) => {
                    self.problems.extend(problems);
                    None
                }
            };
            let Some(one) = one else {
                self.incomplete = true;
                continue;
            };
            let key = (one.kind, one.id.value.clone());
            if let Some(first) = here.get(&key) {
                self.problems.push(
                    Diagnostic::error(
                        codes::DUPLICATE_ID,
                        one.id.place.clone(),
                        format!("two {}s have the id `{}`", one.kind.key(), one.id.value),
                    )
                    .label("again here")
                    .secondary(first.clone(), "first here")
                    .help("rename one of them; a file of another layer may replace one of the same id"),
                );
                continue;
            }
            here.insert(key, one.id.place.clone());
            match found
                .iter_mut()
                .find(|other| other.kind == one.kind && other.id.value == one.id.value)
            {
                Some(other) => *other = one,
                None => found.push(one),
            }
        }
    }

    /// What a file defines. A file with an id that is none is checked at once and left out.
    fn identify(&mut self, root: Node) -> Option<Found> {
        let mut kinds: Vec<(Kind, &Entry)> = Kind::ALL
            .into_iter()
            .filter_map(|kind| {
                let mut entries = root.mapping()?.iter();
                Some((kind, entries.find(|e| e.key.text() == kind.key())?))
            })
            .collect();
        kinds.sort_by_key(|(_, entry)| entry.key.place.range().start);
        let (kind, id) = match kinds[..] {
            [(kind, entry)] => (kind, &entry.value),
            [] => {
                self.problems.push(neither(&root));
                return None;
            }
            [(_, first), (_, second), ..] => {
                self.problems.push(
                    Diagnostic::error(
                        codes::NOT_A_RULE_FILE,
                        second.key.place.clone(),
                        "a file is either a technique or a system or a library table",
                    )
                    .secondary(first.key.place.clone(), "this one says what the file is")
                    .help("put the other into a file of its own"),
                );
                return None;
            }
        };
        let mut shape = Shape::new(&mut self.fragments);
        if let Some(id) = shape.name(id, kind.key()) {
            return Some(Found { kind, id, root });
        }
        // The id's problem is among those that the walk finds.
        match kind {
            Kind::Technique => drop(self.walk(&root, technique)),
            Kind::System => drop(self.walk(&root, system)),
            Kind::Library => drop(self.walk(&root, library)),
        }
        None
    }

    /// Checks a file's shape.
    fn walk<T>(
        &mut self,
        root: &Node,
        read: impl FnOnce(&mut Shape<'_>, &Node) -> Option<T>,
    ) -> Option<T> {
        let mut shape = Shape::new(&mut self.fragments);
        let model = read(&mut shape, root);
        let (problems, whole) = shape.finish();
        self.problems.extend(problems);
        model.filter(|_| whole)
    }

    /// Reports ids that files of different kinds share: a change of a single value could mean both.
    fn shared_ids(&mut self, found: &[Found]) {
        for (at, one) in found.iter().enumerate() {
            let same = |other: &&Found| other.id.value == one.id.value;
            for other in found[at + 1..].iter().filter(same) {
                // In the order of the kinds, whichever file came first.
                let (a, b) = if (one.kind as u8) < other.kind as u8 {
                    (one, other)
                } else {
                    (other, one)
                };
                let (first, second) = (a.kind.key(), b.kind.key());
                self.problems.push(
                    Diagnostic::error(
                        codes::SHARED_ID,
                        b.id.place.clone(),
                        format!("a {first} and a {second} have the id `{}`", one.id.value),
                    )
                    .label(format!("the {second}"))
                    .secondary(a.id.place.clone(), format!("the {first}"))
                    .help("rename one of them"),
                );
            }
        }
    }

    /// Warns of names in library tables that mean nothing: nothing that is rated depends on them.
    fn library_names(
        &mut self,
        libraries: &[LocatedLibrary],
        techniques: &[LocatedTechnique],
        found: &[Found],
    ) {
        let of_kind = |kind| found.iter().filter(move |one| one.kind == kind);
        // What could not be read may be what a table names.
        if self.incomplete || techniques.len() < of_kind(Kind::Technique).count() {
            return;
        }
        let ids = techniques.iter().map(|technique| &technique.id);
        let kinds = techniques.iter().flat_map(LocatedTechnique::kinds);
        let known: Vec<&str> = ids.chain(kinds).map(|name| name.value.as_str()).collect();
        for name in libraries
            .iter()
            .flat_map(|library| &library.codes)
            .flat_map(|code| &code.names)
            .filter(|name| !known.contains(&name.value.as_str()))
        {
            let problem = Diagnostic::warning(
                codes::UNKNOWN_IN_LIBRARY,
                name.place.clone(),
                format!(
                    "no technique and no kind of step has the name `{}`",
                    name.value
                ),
            );
            self.problems
                .push(match near(&name.value, known.iter().copied()) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem.note("cases of this code will not pass").help(
                        "name a technique or a kind of step, or list the code under `left_out`",
                    ),
                });
        }
    }
}

impl LocatedTechnique {
    /// The kinds of step that the technique reports, with the places that name them: its variants,
    /// or its id where it has none.
    pub fn kinds(&self) -> impl Iterator<Item = &Located<String>> {
        let own = self.variants.is_empty().then_some(&self.id);
        self.variants.iter().map(|variant| &variant.kind).chain(own)
    }
}

/// The problem of a file that is neither a technique nor a system.
fn neither(root: &Node) -> Diagnostic {
    let first = root.mapping().and_then(|entries| entries.first());
    let place = first.map_or_else(|| root.place.first_line(), |entry| entry.key.place.clone());
    const FORM: &str =
        "its first key must be `technique: …`, `system: …` or `library: …`, with the id";
    let problem = Diagnostic::error(
        codes::NOT_A_RULE_FILE,
        place,
        "the file is neither a technique nor a system nor a library table",
    );
    let keys = Kind::ALL.map(Kind::key);
    match first.and_then(|entry| near(entry.key.text(), keys)) {
        Some(name) => problem.note(FORM).help(format!("did you mean `{name}`?")),
        None => problem.help(FORM),
    }
}
