//! The page about metrics lists each metric of the default system, and of search times, with its formula, and no
//! others.

use std::collections::BTreeMap;

use undoku::rules::Layers;
use undoku::{Loader, built_in_files};

use crate::blocks::documents;

/// The heading of the section about search times, and that of the one behind it.
const SEARCH_TIME: [&str; 2] = ["## Search time\n", "## The whole ladder\n"];

/// Name and formula of everything that a system exports, the default one without an id; what is no formula has none.
fn exported(id: Option<&str>) -> BTreeMap<String, Option<String>> {
    let rules = Loader::new().unwrap().load().unwrap();
    let system = match id {
        Some(id) => rules.system(id).unwrap(),
        None => rules.default_system().unwrap(),
    };
    let loaded = Layers::new().files(built_in_files()).load();
    let file = loaded
        .systems
        .iter()
        .find(|one| one.id.value == system.id)
        .unwrap();
    let formulas = file
        .metrics
        .iter()
        .flat_map(|domain| &domain.metrics)
        .chain(&file.extras);
    let formulas: Vec<_> = formulas
        .map(|one| (&one.name.value, &one.formula.text))
        .collect();
    let of = |name: &str| {
        formulas
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).clone())
    };
    system
        .metrics
        .iter()
        .map(|metric| (metric.name.clone(), of(&metric.name)))
        .collect()
}

#[test]
fn every_metric_is_listed_with_its_formula() {
    let documents = documents();
    let (_, text) = documents
        .iter()
        .find(|(name, _)| name == "docs/metrics.md")
        .unwrap();
    let [from, to] = SEARCH_TIME.map(|heading| text.find(heading).unwrap());
    assert_eq!(exported(None).len(), 41);
    assert_eq!(
        listed(
            &format!("{}{}", &text[..from], &text[to..]),
            &exported(None)
        ),
        exported(None)
    );
    let hsolve = exported(Some("hsolve"));
    assert_eq!(hsolve.len(), 8);
    assert_eq!(listed(&text[from..to], &hsolve), hsolve);
}

/// Name and formula of every metric that a text lists in tables.
fn listed(
    text: &str,
    exported: &BTreeMap<String, Option<String>>,
) -> BTreeMap<String, Option<String>> {
    let mut listed = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> = line
            .split('|')
            .map(|cell| cell.trim().replace('\u{1}', "|"))
            .collect();
        let code = |text: &str| {
            text.strip_prefix('`')
                .and_then(|rest| rest.strip_suffix('`'))
                .map(str::to_owned)
        };
        let Some(name) =
            code(&cells[1]).filter(|name| exported.contains_key(name) || name.contains('_'))
        else {
            continue;
        };
        assert!(
            listed.insert(name.clone(), code(&cells[2])).is_none(),
            "{name} is listed twice"
        );
    }
    listed
}
