//! Links inside the repository lead to files, and to headings that are there.

use std::fs;

use crate::blocks::{documents, root};

/// The targets of `[text](target)`, fenced blocks left out.
fn targets(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut all = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = !inside;
        }
        if !inside {
            let ends = line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split_once(')'));
            all.extend(ends.map(|(target, _)| target.to_owned()));
        }
    }
    all
}

/// A heading as a link names it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#').trim()))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, text) in documents() {
        let folder = root().join(&name).parent().unwrap().to_owned();
        for target in targets(&text)
            .iter()
            .filter(|target| !target.starts_with("https://"))
        {
            count += 1;
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() {
                root().join(&name)
            } else {
                folder.join(path)
            };
            let there = file.exists();
            let has = |heading| {
                fs::read_to_string(&file)
                    .is_ok_and(|text| anchors(&text).iter().any(|a| a == heading))
            };
            if !there || (!heading.is_empty() && !has(heading)) {
                wrong.push(format!("{name}: {target}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count >= 10, "only {count} links found");
}

/// The first cell of a row in the code map names modules; behind `name:` stand those within it.
#[test]
fn the_code_map_names_modules_that_exist() {
    let documents = documents();
    let (_, text) = documents
        .iter()
        .find(|(name, _)| name == "docs/architecture.md")
        .unwrap();
    let mut source = None;
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        if line.starts_with('#') {
            source = line
                .strip_prefix("### crates/")
                .map(|name| root().join("crates").join(name).join("src"));
        }
        let Some(mut folder) = source.clone().filter(|_| line.starts_with("| `")) else {
            continue;
        };
        let cell = line.split('|').nth(1).unwrap();
        let (outer, inner) = cell.split_once(':').unwrap_or((cell, ""));
        for (at, names) in [outer, inner].into_iter().enumerate() {
            let names = names.split('`').skip(1).step_by(2);
            for name in names.filter(|name| !name.ends_with('…')) {
                count += 1;
                let folder_too = folder.join(name).join("mod.rs");
                if !folder.join(name).with_extension("rs").exists() && !folder_too.exists() {
                    wrong.push(format!("{}/{name}", folder.display()));
                }
                if at == 0 && !inner.is_empty() {
                    folder.push(name);
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count > 50, "only {count} modules found");
}
