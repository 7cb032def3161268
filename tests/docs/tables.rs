//! Tables that are made from the program: between `<!-- NAME: … -->` and `<!-- end of NAME -->`.

use std::fs;

use undoku::lang::words;
use undoku::rules::model::{Formula, TechniqueFile};

use crate::blocks::root;

/// Compares a table with what stands in a document, or writes it there.
pub(crate) fn table(document: &str, name: &str, made: &str) {
    let path = root().join(document);
    let text = fs::read_to_string(&path).unwrap();
    let start = text
        .find(&format!("<!-- {name}:"))
        .unwrap_or_else(|| panic!("{document} has no table {name}"));
    let start = start + text[start..].find("-->").unwrap() + "-->".len();
    let end = start
        + text[start..]
            .find(&format!("<!-- end of {name} -->"))
            .unwrap();
    let made = format!("\n\n{}\n\n", made.trim());
    if text[start..end] == made {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_DOCS").is_some(),
        "{document}: the table {name} is stale; write it anew with `UPDATE_DOCS=1 cargo test --test docs`"
    );
    fs::write(&path, format!("{}{made}{}", &text[..start], &text[end..])).unwrap();
}

/// Text in a cell of a table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[test]
fn the_vocabulary() {
    let mut groups: Vec<(&str, String)> = Vec::new();
    for word in words() {
        if groups.last().is_none_or(|(name, _)| *name != word.group) {
            let head = format!("### {}\n\n| word | meaning |\n|---|---|\n", word.group);
            groups.push((word.group, head));
        }
        let (_, rows) = groups.last_mut().unwrap();
        *rows += &format!("| `{}` | {} |\n", cell(&word.signature), cell(word.summary));
    }
    let made: Vec<String> = groups.into_iter().map(|(_, rows)| rows).collect();
    table("docs/language.md", "vocabulary", &made.join("\n"));
}

#[test]
fn the_codes() {
    let all: Vec<_> = undoku::rules::codes::all().collect();
    assert!(all.len() > 40 && all.iter().all(|(_, meaning)| !meaning.is_empty()));
    assert!(
        all.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "the codes ascend and differ"
    );
    let rows: Vec<String> = all
        .iter()
        .map(|(code, meaning)| format!("| [{code}](codes/{code}.md) | {} |", cell(meaning)))
        .collect();
    table(
        "docs/rule-files.md",
        "codes",
        &format!("| code | what is wrong |\n|---|---|\n{}", rows.join("\n")),
    );
}

#[test]
fn the_sources() {
    let registry = undoku::registry(&undoku::bundles()).unwrap();
    let fields = |fields: &[undoku::lang::Field]| {
        let all = fields
            .iter()
            .map(|f| format!("{}: {}", f.name, plain(f.ty)));
        all.collect::<Vec<_>>().join(", ")
    };
    let rows: Vec<String> = registry
        .sources()
        .iter()
        .map(|source| {
            let mut can = Vec::new();
            can.extend(source.concludes.then_some("concluded"));
            can.extend(source.show.map(|_| "printed"));
            format!(
                "| `{}({})` | {} | {} | {} |",
                source.name,
                fields(source.params),
                cell(source.summary),
                fields(source.fields),
                can.join(", ")
            )
        })
        .collect();
    let head = "| source | what it finds | fields of a record | can be |\n|---|---|---|---|";
    table(
        "docs/language.md",
        "sources",
        &format!("{head}\n{}", rows.join("\n")),
    );
}

/// A type as the vocabulary writes it.
fn plain(ty: undoku::lang::Type) -> String {
    format!("{ty:?}").to_lowercase()
}

#[test]
fn the_ladder_of_the_whole_system() {
    let rules = undoku::Loader::new().unwrap().load().unwrap();
    let system = rules.system("undoku_plus").unwrap();
    let files: Vec<TechniqueFile> = undoku::built_in_files()
        .iter()
        .filter(|file| file.text.lines().any(|line| line.starts_with("technique:")))
        .map(|file| serde_yaml::from_str(&file.text).unwrap())
        .collect();
    let formula = |technique: &str| {
        let file = files
            .iter()
            .find(|file| file.technique == technique)
            .unwrap();
        match &file.assertions {
            Formula::Text(text) => text.clone(),
            Formula::Number(number) => number.to_string(),
            Formula::Bool(_) => unreachable!("assertions are numbers"),
        }
    };
    let rows: Vec<String> = system
        .kinds
        .iter()
        .map(|kind| {
            let range = kind.program.score_range();
            format!(
                "| {} | `{}` | {:.2} – {:.2} | `{}` |",
                kind.rung + 1,
                kind.name,
                range.lo,
                range.hi,
                cell(&formula(&kind.technique))
            )
        })
        .collect();
    let head = "| rung | kind | score | assertions |\n|---|---|---|---|";
    table(
        "docs/metrics.md",
        "ladder",
        &format!("{head}\n{}", rows.join("\n")),
    );
}
