//! `undoku schema`, and the schemas that are written beside rules.

use std::fs;

use serde_json::Value;

use crate::run::{below, directory, run};

#[test]
fn each_sort_has_a_schema_and_all_have_one() {
    for (arguments, key) in [
        (&["schema", "technique"][..], "technique"),
        (&["schema", "system"], "system"),
        (&["schema", "library"], "library"),
    ] {
        let schema = run(arguments);
        assert_eq!((schema.code, schema.err.as_str()), (0, ""));
        let schema: Value = serde_json::from_str(&schema.out).unwrap();
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert_eq!(schema["required"][0], key);
        assert_eq!(schema["additionalProperties"], false);
    }
    let all: Value = serde_json::from_str(&run(&["schema"]).out).unwrap();
    assert_eq!(all["oneOf"].as_array().unwrap().len(), 3);
    let wrong = run(&["schema", "tecnique"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("technique"), "{}", wrong.err);
}

#[test]
fn init_writes_schemas_and_every_rule_file_names_its_own() {
    let files = directory(&[]);
    let target = below(&files, "rules");
    assert_eq!(run(&["init", &target]).code, 0);
    for file in undoku::built_in_files() {
        let path = files.path().join("rules").join(&file.name);
        let text = fs::read_to_string(&path).unwrap();
        let (line, rest) = text.split_once('\n').unwrap();
        let schema = line
            .strip_prefix("# yaml-language-server: $schema=")
            .unwrap();
        let schema = path.parent().unwrap().join(schema);
        let schema: Value = serde_json::from_str(&fs::read_to_string(&schema).unwrap()).unwrap();
        let key = rest.lines().find(|line| !line.starts_with('#')).unwrap();
        let (key, _) = key.split_once(':').unwrap();
        assert_eq!(schema["required"][0], key, "{}", file.name);
    }
}
