//! JSON schemas of rule files, for editors: made from the plain model.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::model::{LibraryFile, SystemFile, TechniqueFile};

/// What a rule file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSort {
    /// A technique file.
    Technique,
    /// A system file.
    System,
    /// A library table.
    Library,
}

impl FileSort {
    /// All sorts.
    pub const ALL: [Self; 3] = [Self::Technique, Self::System, Self::Library];

    /// The key that says so: `technique`, `system` or `library`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Technique => "technique",
            Self::System => "system",
            Self::Library => "library",
        }
    }

    /// The schema of such files: JSON Schema, draft 2020-12.
    ///
    /// It is as strict as a schema can be without refusing a file that loads. What it cannot say, such as which
    /// names a formula may use, loading checks.
    #[must_use]
    pub fn schema(self) -> Value {
        let generator = generator();
        let schema = match self {
            Self::Technique => generator.into_root_schema_for::<TechniqueFile>(),
            Self::System => generator.into_root_schema_for::<SystemFile>(),
            Self::Library => generator.into_root_schema_for::<LibraryFile>(),
        };
        schema.to_value()
    }
}

/// A schema of all rule files, of which the first key says what they are: JSON Schema, draft 2020-12.
#[must_use]
pub fn rule_file_schema() -> Value {
    fn part<T: JsonSchema>(sort: FileSort, generator: &mut SchemaGenerator) -> Value {
        let schema = generator.subschema_for::<T>().to_value();
        json!({"if": {"required": [sort.key()]}, "then": schema})
    }
    let mut generator = generator();
    let parts = FileSort::ALL.map(|sort| match sort {
        FileSort::Technique => part::<TechniqueFile>(sort, &mut generator),
        FileSort::System => part::<SystemFile>(sort, &mut generator),
        FileSort::Library => part::<LibraryFile>(sort, &mut generator),
    });
    let one_of = FileSort::ALL.map(|sort| json!({"required": [sort.key()]}));
    let mut schema = json!({
        "$schema": generator.settings().meta_schema.clone(),
        "title": "RuleFile",
        "description": "A technique, a system or a library table.",
        "type": "object",
        "oneOf": one_of,
        "allOf": parts,
    });
    schema["$defs"] = generator.take_definitions(true).into();
    schema
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(tidy))
        .into_generator()
}

/// Makes a schema say what the reader wants: a value that may be missing may not be null. Takes out what only
/// serves programs that make Rust code of it, and the line ends within descriptions.
fn tidy(schema: &mut Schema) {
    schema.remove("format");
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs = text.split("\n\n").map(|text| text.replace('\n', " "));
        *text = paragraphs.collect::<Vec<_>>().join("\n\n");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_mut_slice() {
            let only = only.take();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.retain(|one| one.get("type").is_none_or(|ty| ty != "null"));
        if let [Value::Object(only)] = any.as_mut_slice() {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            for (key, value) in only {
                if schema.get(&key).is_none() {
                    schema.insert(key, value);
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
