//! Tables that are made from the program: between `<!-- NAME: … -->` and `<!-- end of NAME -->`.

use std::fs;

use undoku::lang::words;

use crate::blocks::root;

/// Compares a table with what stands in a document, or writes it there.
fn table(document: &str, name: &str, made: &str) {
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
fn cell(text: &str) -> String {
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

/// The codes that a source file defines: number and meaning.
fn codes(file: &str) -> Vec<(u32, String)> {
    let text = fs::read_to_string(root().join(file)).unwrap();
    let mut all = Vec::new();
    let mut meaning = String::new();
    for line in text.lines() {
        if let Some(words) = line.strip_prefix("/// ") {
            if !meaning.is_empty() {
                meaning.push(' ');
            }
            meaning += words;
        } else if let Some((_, number)) = line
            .strip_prefix("pub const ")
            .and_then(|rest| rest.split_once("Code("))
        {
            let number = number.trim_end_matches([')', ';']).parse().unwrap();
            all.push((number, std::mem::take(&mut meaning)));
        }
    }
    all
}

#[test]
fn the_codes() {
    let mut all = codes("crates/lang/src/codes.rs");
    all.extend(codes("crates/rules/src/codes.rs"));
    assert!(all.len() > 40 && all.iter().all(|(_, meaning)| !meaning.is_empty()));
    assert!(
        all.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "the codes ascend and differ"
    );
    let rows: Vec<String> = all
        .iter()
        .map(|(n, meaning)| format!("| U{n:04} | {} |", cell(meaning)))
        .collect();
    table(
        "docs/rule-files.md",
        "codes",
        &format!("| code | what is wrong |\n|---|---|\n{}", rows.join("\n")),
    );
}
