//! The fragments of rule text that files hold, and the way from a place in one to a place in a file.

use undoku_lang::{Fragment, FragmentId, Problem, Span};

use crate::diagnostic::Diagnostic;
use crate::scalar::ScalarMap;
use crate::source::{Place, Source};
use crate::yaml::Node;

/// All fragments of a load, numbered from 0 in the order in which they were read.
#[derive(Clone, Debug, Default)]
pub struct Fragments {
    origins: Vec<Origin>,
}

/// Where a fragment comes from.
#[derive(Clone, Debug)]
struct Origin {
    place: Place,
    map: ScalarMap,
    path: String,
}

impl Fragments {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many fragments there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Numbers the text of a scalar; `path` says where it stands in its file, such as
    /// `metrics.scoring.total`. Other nodes give an empty fragment.
    pub fn add(&mut self, node: &Node, path: impl Into<String>) -> Fragment {
        let (text, map) = match node.scalar() {
            Some(scalar) => (scalar.text.clone(), scalar.map.clone()),
            None => (String::new(), ScalarMap::whole(0, node.place.range())),
        };
        // A load holds fewer nodes than 2³²: at most 10,000 files of 100,000 nodes.
        let id = FragmentId(self.origins.len() as u32);
        self.origins.push(Origin {
            place: node.place.clone(),
            map,
            path: path.into(),
        });
        Fragment { id, text }
    }

    /// Where the fragment stands in its file, such as `metrics.scoring.total`; empty for a
    /// number that is not in the table.
    #[must_use]
    pub fn path(&self, id: FragmentId) -> &str {
        self.origin(id).map_or("", |origin| &origin.path)
    }

    /// The place of the whole scalar, quotes included.
    #[must_use]
    pub fn place(&self, id: FragmentId) -> Place {
        self.origin(id)
            .map_or_else(nowhere, |origin| origin.place.clone())
    }

    /// The place of a part of a fragment.
    #[must_use]
    pub fn place_of(&self, id: FragmentId, span: Span) -> Place {
        self.origin(id).map_or_else(nowhere, |origin| {
            Place::new(origin.place.source(), origin.map.locate(span.range()))
        })
    }

    /// A problem of a fragment at its place in the file.
    #[must_use]
    pub fn diagnostic(&self, problem: Problem) -> Diagnostic {
        Diagnostic {
            code: problem.code,
            severity: problem.severity,
            message: problem.message,
            place: self.place_of(problem.fragment, problem.span),
            label: problem.label,
            secondary: Vec::new(),
            help: problem.help,
            notes: problem.notes,
        }
    }

    fn origin(&self, id: FragmentId) -> Option<&Origin> {
        self.origins.get(id.0 as usize)
    }
}

/// The place of a fragment that no file holds.
fn nowhere() -> Place {
    Place::whole(&Source::unread("unknown"))
}
