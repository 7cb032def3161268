//! The OpenAPI document against the routes, and against what they answer.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::SERVER;

fn document() -> Value {
    let answer = SERVER.get("/api/openapi.json");
    assert_eq!(answer.status, 200);
    answer.json()
}

/// The methods and addresses that the document has.
fn described(document: &Value) -> BTreeSet<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

#[test]
fn the_document_has_the_routes_and_no_others() {
    let document = document();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let routes: BTreeSet<(String, String)> = undoku_web::routes()
        .into_iter()
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(described(&document), routes);
    // As they are served: what is described is there, and other methods are not.
    for (_, path) in &routes {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let answer = SERVER.ask(method, path, "{}");
            let there = routes.contains(&(method.to_owned(), path.clone()));
            assert_eq!(
                answer.status == 405,
                !there,
                "{method} {path}: {}",
                answer.status
            );
            assert_ne!(answer.status, 404);
            if !there {
                assert_eq!(answer.code(), "method");
                let allowed = answer.header("allow").unwrap();
                for (other, at) in &routes {
                    assert_eq!(
                        at == path,
                        at == path && allowed.contains(other.as_str()),
                        "{path}: {allowed}"
                    );
                }
            }
        }
    }
}

/// What a reference stands for.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

/// Holds a value against a schema: types, required and known properties, elements, words.
fn hold(document: &Value, schema: &Value, value: &Value, at: &str) {
    let schema = resolved(document, schema);
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{at}: {value} is none of {words:?}");
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    };
    let fits = types.contains(&kind) || (kind == "integer" && types.contains(&"number"));
    assert!(
        types.is_empty() || fits,
        "{at}: {kind} is none of {types:?}"
    );
    match value {
        Value::Object(entries) => {
            for required in schema["required"].as_array().into_iter().flatten() {
                assert!(
                    entries.contains_key(required.as_str().unwrap()),
                    "{at}: no {required}"
                );
            }
            let Some(known) = schema["properties"].as_object() else {
                for (key, value) in entries {
                    hold(
                        document,
                        &schema["additionalProperties"],
                        value,
                        &format!("{at}.{key}"),
                    );
                }
                return;
            };
            for (key, value) in entries {
                let schema = known
                    .get(key)
                    .unwrap_or_else(|| panic!("{at}: {key} is not described"));
                hold(document, schema, value, &format!("{at}.{key}"));
            }
        }
        Value::Array(items) => {
            for item in items {
                hold(document, &schema["items"], item, &format!("{at}[]"));
            }
        }
        _ => {}
    }
}

#[test]
fn examples_are_answered_as_the_document_says() {
    let document = document();
    let mut tried = 0;
    for (method, path) in described(&document) {
        let operation = &document["paths"][&path][method.to_lowercase()];
        let body = &operation["requestBody"]["content"]["application/json"];
        let examples: Vec<String> = match body["examples"].as_object() {
            Some(examples) => examples
                .values()
                .map(|example| example["value"].to_string())
                .collect(),
            None => vec![String::new()],
        };
        for example in examples {
            if !example.is_empty() {
                let value = serde_json::from_str(&example).unwrap();
                hold(
                    &document,
                    &body["schema"],
                    &value,
                    &format!("{path} request"),
                );
            }
            let answer = SERVER.ask(&method, &path, &example);
            assert_eq!(answer.status, 200, "{path} {example}: {}", answer.body);
            let kind = answer.header("content-type").unwrap();
            let content = &operation["responses"]["200"]["content"][kind];
            assert!(content.is_object(), "{path}: {kind}");
            if kind == "application/json" {
                hold(&document, &content["schema"], &answer.json(), &path);
            } else if kind == "application/x-ndjson" {
                let report =
                    &operation["responses"]["200"]["content"]["application/json"]["schema"];
                for line in answer.body.lines() {
                    hold(
                        &document,
                        report,
                        &serde_json::from_str(line).unwrap(),
                        &path,
                    );
                }
            }
            tried += 1;
        }
        // And a refusal, where there is one to have.
        if method == "POST" {
            let refused = SERVER.ask(&method, &path, "{\"a\": 1}");
            let schema = &operation["responses"][refused.status.to_string()]["content"]["application/json"]
                ["schema"];
            assert!(schema.is_object(), "{path}: {}", refused.status);
            hold(&document, schema, &refused.json(), &path);
        }
    }
    assert!(tried >= 10, "{tried}");
}
