//! The schemas beside the built-in rules, and the line by which editors find them.

use std::fs;
use std::path::Path;

use undoku::rules::FileSort;

use crate::blocks::root;

#[test]
fn schemas_beside_the_rules_are_those_of_the_model() {
    let directory = root().join("techniques/schemas");
    for sort in FileSort::ALL {
        let path = directory.join(format!("{}.json", sort.key()));
        let made = format!("{:#}\n", sort.schema());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::create_dir_all(&directory).unwrap();
            fs::write(&path, made).unwrap();
        } else {
            assert!(
                fs::read_to_string(&path).is_ok_and(|text| text == made),
                "{} is stale; write it anew with `UPDATE_DOCS=1 cargo test --test docs`",
                path.display()
            );
        }
    }
    assert_eq!(
        fs::read_dir(&directory).unwrap().count(),
        FileSort::ALL.len()
    );
}

#[test]
fn the_first_line_of_every_rule_file_leads_to_its_schema() {
    for file in undoku::built_in_files() {
        let mut lines = file.text.lines();
        let line = lines.next().unwrap();
        let schema = line.strip_prefix("# yaml-language-server: $schema=");
        let schema = schema.unwrap_or_else(|| panic!("{}: {line}", file.name));
        let key = lines.find(|line| !line.starts_with('#')).unwrap();
        let (key, _) = key.split_once(':').unwrap();
        let folder = Path::new(&file.name).parent().unwrap();
        let found = root().join("techniques").join(folder).join(schema);
        let expected = root().join(format!("techniques/schemas/{key}.json"));
        assert_eq!(
            found.canonicalize().unwrap(),
            expected.canonicalize().unwrap(),
            "{}",
            file.name
        );
    }
}
