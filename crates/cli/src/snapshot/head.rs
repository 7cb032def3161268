//! The head of a baseline: the rules that its ratings were made by.

use std::io::{self, Write};

use undoku::rules::{Outline, Part, PartValue, System};

use super::flow::{Flow, quote};

/// The version of the format.
pub(super) const FORMAT: u32 = 1;
/// The program's version.
pub(super) const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// What marks a hash, so that none looks like a number.
const HASH: char = 'x';
/// The line for pieces that stand in no group.
const TEXTS: &str = "texts";
/// The line for the kinds of a technique.
pub(super) const KINDS: &str = "kinds";

const COMMENT: &str = "\
# The rating of every puzzle of a bank, and the rules that they were made by.
# `undoku snapshot verify` lists what moved since, `undoku snapshot accept` takes it over.
";

/// The rules that ratings were made by, and which metrics are kept of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The version of the program.
    pub(super) program: String,
    /// The id of the system.
    pub(super) system: String,
    /// The system's version.
    pub(super) version: u32,
    /// The hash of the rules.
    pub(super) rules: String,
    /// The metrics that are kept, in order.
    pub(super) metrics: Vec<String>,
    /// The rules, piece by piece.
    pub(super) files: Vec<Outline>,
}

impl Head {
    /// The head for a system.
    pub(super) fn new(system: &System, metrics: Vec<String>) -> Self {
        Self {
            program: PROGRAM.to_owned(),
            system: system.id.clone(),
            version: system.version,
            rules: system.hash.clone(),
            metrics,
            files: system.outline.clone(),
        }
    }

    /// Writes the head, up to where the puzzles start.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(COMMENT.as_bytes())?;
        writeln!(out, "baseline: {FORMAT}")?;
        writeln!(out, "program: {}", quote(&self.program))?;
        writeln!(
            out,
            "system: {{id: {}, version: {}, rules: {}}}",
            self.system,
            self.version,
            quote(&self.rules)
        )?;
        writeln!(out, "metrics: [{}]", self.metrics.join(", "))?;
        writeln!(out, "rules:")?;
        for file in &self.files {
            writeln!(out, "  {}:", file.id)?;
            // What a kind is called says nothing where it is the technique's name.
            if !file.kinds.is_empty() && file.kinds != [file.id.as_str()] {
                writeln!(out, "    {KINDS}: [{}]", file.kinds.join(", "))?;
            }
            let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
            for part in &file.parts {
                let (group, name) = part.path.rsplit_once('.').unwrap_or((TEXTS, &part.path));
                let text = format!("{name}: {}", written(&part.value));
                match groups.iter_mut().find(|(known, _)| *known == group) {
                    Some((_, texts)) => texts.push(text),
                    None => groups.push((group, vec![text])),
                }
            }
            for (group, texts) in groups {
                writeln!(out, "    {group}: {{{}}}", texts.join(", "))?;
            }
        }
        writeln!(out, "puzzles:")
    }
}

fn written(value: &PartValue) -> String {
    match value {
        PartValue::Number(text) | PartValue::List(text) => text.clone(),
        PartValue::Text(text) => quote(text),
        PartValue::Hash(hash) => format!("{HASH}{hash}"),
    }
}

/// The pieces of one line of a file of rules.
pub(super) fn parts(group: &str, pairs: Vec<(&str, Flow)>) -> impl Iterator<Item = Part> {
    pairs.into_iter().map(move |(name, flow)| Part {
        path: if group == TEXTS {
            name.to_owned()
        } else {
            format!("{group}.{name}")
        },
        value: match flow {
            Flow::Text(text) => PartValue::Text(text),
            Flow::List(text) => PartValue::List(text),
            Flow::Word(word) => match word.strip_prefix(HASH) {
                Some(hash) => PartValue::Hash(hash.to_owned()),
                None => PartValue::Number(word),
            },
        },
    })
}
