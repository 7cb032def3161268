//! The schemas and the reader agree.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_yaml::{Mapping, Value as Yaml};
use undoku_lang::{Code, Severity};

use super::*;
use crate::read::Key;
use crate::{
    Layers, SourceFile, codes, read_example, read_graph, read_library, read_system, read_technique,
    read_tiers,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every rule file of the repository, with its path.
fn shipped() -> Vec<(String, String)> {
    fn collect(folder: &Path, all: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, all);
            } else if path.extension().is_some_and(|end| end == "yaml") {
                let text = fs::read_to_string(&path).unwrap();
                all.push((path.display().to_string(), text));
            }
        }
    }
    let mut all = Vec::new();
    for folder in ["techniques", "docs/examples", "crates/cli/templates"] {
        collect(&root().join(folder), &mut all);
    }
    all.sort();
    assert!(all.len() > 60, "only {} files found", all.len());
    all
}

/// What a program that checks YAML by a schema sees.
fn json(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::Null => Value::Null,
        Yaml::Bool(value) => json!(value),
        Yaml::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(int), _) => json!(int),
            // JSON has no infinity; programs that check YAML have.
            (None, Some(float)) => json!(float.clamp(f64::MIN, f64::MAX)),
            (None, None) => panic!("{number} is no number"),
        },
        Yaml::String(text) => json!(text),
        Yaml::Sequence(items) => items.iter().map(json).collect(),
        Yaml::Mapping(entries) => entries
            .iter()
            .map(|(key, value)| (key.as_str().unwrap().to_owned(), json(value)))
            .collect(),
        Yaml::Tagged(_) => panic!("a tag"),
    }
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .build(schema)
        .unwrap()
}

fn complaints(validator: &Validator, instance: &Value) -> Vec<String> {
    let errors = validator.iter_errors(instance);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// The codes of what the reader finds wrong with the shape of a file.
fn problems(text: &str) -> Vec<Code> {
    let file = SourceFile {
        name: "file.yaml".to_owned(),
        text: text.to_owned(),
    };
    let loaded = Layers::new().files([file]).load();
    let errors = loaded.diagnostics.iter();
    errors
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.code)
        // Names of other files, which are not there.
        .filter(|code| ![codes::UNKNOWN_TECHNIQUE, codes::UNKNOWN_IN_LIBRARY].contains(code))
        .collect()
}

/// What a file is by the first of its lines that is neither empty nor a comment.
fn sort_of(text: &str) -> Option<FileSort> {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#') && *line != "---")?;
    let (key, _) = first.split_once(':')?;
    FileSort::ALL.into_iter().find(|sort| sort.key() == key)
}

#[test]
fn schemas_are_of_draft_2020_12_and_say_what_they_are_about() {
    let schemas = FileSort::ALL.map(FileSort::schema);
    for schema in schemas.iter().chain([&rule_file_schema()]) {
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert!(jsonschema::draft202012::meta::is_valid(schema));
        assert!(schema["description"].as_str().unwrap().len() > 20);
    }
    for (sort, schema) in FileSort::ALL.into_iter().zip(&schemas) {
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.keys().next().unwrap(), sort.key());
        for (key, property) in properties {
            let text = property["description"].as_str().unwrap_or_default();
            assert!(text.len() > 10 && !text.contains('\n'), "{key}: {text}");
        }
    }
}

#[test]
fn every_shipped_file_is_valid() {
    let by_sort = FileSort::ALL.map(|sort| validator(&sort.schema()));
    let any = validator(&rule_file_schema());
    for (name, text) in shipped() {
        let instance = json(&serde_yaml::from_str(&text).unwrap());
        let sort = sort_of(&text).unwrap();
        for (other, validator) in FileSort::ALL.into_iter().zip(&by_sort) {
            let complaints = complaints(validator, &instance);
            assert_eq!(
                complaints.is_empty(),
                sort == other,
                "{name}: {complaints:?}"
            );
        }
        assert_eq!(complaints(&any, &instance), [""; 0], "{name}");
    }
}

/// The keys of a schema, those that have to be there marked.
fn keys_of(schema: &Value) -> BTreeSet<(String, bool)> {
    let required = |key: &str| {
        let list = schema["required"].as_array();
        list.is_some_and(|list| list.iter().any(|one| one == key))
    };
    let properties = schema["properties"].as_object().unwrap();
    properties
        .keys()
        .map(|key| (key.clone(), required(key)))
        .collect()
}

#[test]
fn the_keys_are_those_that_the_reader_knows() {
    let [technique, system, library] = FileSort::ALL.map(FileSort::schema);
    let rows: Vec<Key> = read_tiers::ROW_KEYS
        .iter()
        .map(|name| crate::read::optional(name))
        .collect();
    let all: [(&str, &Value, &[Key]); 16] = [
        ("technique", &technique, read_technique::KEYS),
        (
            "variant",
            &technique["$defs"]["Variant"],
            read_technique::VARIANT_KEYS,
        ),
        (
            "example",
            &technique["$defs"]["Example"],
            read_example::KEYS,
        ),
        ("system", &system, read_system::KEYS),
        ("path", &system["$defs"]["PathRule"], read_system::PATH_KEYS),
        ("rung", &system["$defs"]["TierRung"], read_system::RUNG_KEYS),
        ("class", &system["$defs"]["Class"], read_system::CLASS_KEYS),
        (
            "choice",
            &system["$defs"]["Choice"],
            read_system::CHOICE_KEYS,
        ),
        ("tiers", &system["$defs"]["Tiers"], read_tiers::KEYS),
        ("row", &system["$defs"]["TierRow"], &rows),
        ("graph", &system["$defs"]["GraphFile"], read_graph::KEYS),
        (
            "polar",
            &system["$defs"]["PolarRule"],
            read_graph::POLAR_KEYS,
        ),
        ("band", &system["$defs"]["BandRule"], read_graph::BAND_KEYS),
        (
            "trajectory",
            &system["$defs"]["TrajectoryRule"],
            read_graph::TRAJECTORY_KEYS,
        ),
        (
            "headline",
            &system["$defs"]["HeadlineRule"],
            read_graph::HEADLINE_KEYS,
        ),
        ("library", &library, read_library::KEYS),
    ];
    for (what, schema, keys) in all {
        let known: BTreeSet<(String, bool)> = keys
            .iter()
            .map(|key| (key.name.to_owned(), key.example.is_some()))
            .collect();
        assert_eq!(keys_of(schema), known, "{what}");
    }
    // Nothing else has keys of its own.
    let with_keys = |schema: &Value| {
        let parts = schema["$defs"].as_object().unwrap().values();
        parts
            .filter(|part| part.get("properties").is_some())
            .count()
    };
    assert_eq!([&technique, &system, &library].map(with_keys), [2, 11, 0]);
}

/// A node of a YAML tree, by the keys and indexes that lead to it.
type Way = Vec<Step>;

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

fn paths(yaml: &Yaml, here: &mut Way, all: &mut Vec<Way>) {
    match yaml {
        Yaml::Mapping(entries) => {
            for (key, value) in entries {
                here.push(Step::Key(key.as_str().unwrap().to_owned()));
                all.push(here.clone());
                paths(value, here, all);
                here.pop();
            }
        }
        Yaml::Sequence(items) => {
            // The third item is like the second one.
            for (index, value) in items.iter().enumerate().take(2) {
                here.push(Step::Index(index));
                all.push(here.clone());
                paths(value, here, all);
                here.pop();
            }
        }
        _ => {}
    }
}

fn at<'y>(yaml: &'y mut Yaml, path: &[Step]) -> &'y mut Yaml {
    path.iter().fold(yaml, |yaml, step| match step {
        Step::Key(key) => yaml.get_mut(key.as_str()).unwrap(),
        Step::Index(index) => yaml.get_mut(*index).unwrap(),
    })
}

/// The file with one thing changed, in several ways.
fn spoilt(file: &Yaml, path: &[Step]) -> Vec<(&'static str, Yaml)> {
    let mut all = Vec::new();
    for (what, value) in [
        ("null", Yaml::Null),
        ("true", Yaml::Bool(true)),
        ("a number", Yaml::from(-3)),
        ("a fraction", Yaml::from(2.5)),
        ("an empty text", Yaml::from("")),
        ("a text", Yaml::from("A text")),
        ("an empty list", Yaml::Sequence(Vec::new())),
        (
            "a list",
            Yaml::Sequence(vec![Yaml::from("A text"), Yaml::from(3)]),
        ),
        ("an empty mapping", Yaml::Mapping(Mapping::new())),
    ] {
        let mut changed = file.clone();
        *at(&mut changed, path) = value;
        all.push((what, changed));
    }
    let (Some(Step::Key(key)), above) = (path.last(), &path[..path.len() - 1]) else {
        return all;
    };
    for (what, other) in [
        ("another key", Some(format!("{key}x"))),
        ("a key that is no name", Some(format!("{key} X"))),
        ("no key", None),
    ] {
        let mut changed = file.clone();
        let Yaml::Mapping(entries) = at(&mut changed, above) else {
            unreachable!("a key stands in a mapping");
        };
        *entries = std::mem::take(entries)
            .into_iter()
            .filter_map(|(name, value)| match (name.as_str() == Some(key), &other) {
                (false, _) => Some((name, value)),
                (true, Some(other)) => Some((Yaml::from(other.as_str()), value)),
                (true, None) => None,
            })
            .collect();
        all.push((what, changed));
    }
    all
}

/// What a schema cannot say, as it depends on what stands elsewhere in the file.
fn is_beyond_schemas(path: &[Step], sort: FileSort) -> bool {
    let keys: Vec<&str> = path
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        })
        .collect();
    // The names of a table are the keys of its rows, and the profile has keys in both.
    sort == FileSort::System && matches!(keys[..], ["tiers", "names" | "profile" | "table", ..])
}

#[test]
fn schemas_refuse_what_the_reader_refuses_and_nothing_else() {
    const SHAPE: [Code; 5] = [
        codes::UNKNOWN_KEY,
        codes::MISSING_KEY,
        codes::WRONG_KIND,
        codes::BAD_NAME,
        codes::EMPTY,
    ];
    let validators = FileSort::ALL.map(|sort| validator(&sort.schema()));
    let (mut tried, mut refused) = (0, 0);
    let mut seen: HashMap<(&str, String), u32> = HashMap::new();
    let mut wrong = Vec::new();
    for (name, text) in shipped() {
        let sort = sort_of(&text).unwrap();
        let validator = &validators[sort as usize];
        let file: Yaml = serde_yaml::from_str(&text).unwrap();
        let mut all = Vec::new();
        paths(&file, &mut Vec::new(), &mut all);
        for path in all {
            // Two files with the same key are enough.
            let times = seen.entry((sort.key(), format!("{path:?}"))).or_default();
            *times += 1;
            if *times > 2 {
                continue;
            }
            for (what, changed) in spoilt(&file, &path) {
                let text = serde_yaml::to_string(&changed).unwrap();
                // Then it is another sort of file, or none.
                if sort_of(&text) != Some(sort) {
                    continue;
                }
                let found = problems(&text);
                let valid = validator.is_valid(&json(&changed));
                tried += 1;
                refused += usize::from(!valid);
                let shape = found.iter().any(|code| SHAPE.contains(code));
                // A name may be written as a word that means something else to YAML.
                let too_strict = !valid && found.is_empty() && what != "true";
                let too_lax = valid && shape && !is_beyond_schemas(&path, sort);
                if too_strict || too_lax {
                    wrong.push(format!(
                        "{name}: {path:?} as {what}: valid {valid}, found {found:?}"
                    ));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {tried}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(tried > 5_000 && refused > 2_500, "{tried}, {refused}");
}
