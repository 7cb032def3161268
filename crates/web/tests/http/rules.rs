//! Rules that a request changes.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use undoku::rules::SourceFile;
use undoku::{Engine, Loader};

use crate::support::{SERVER, SOLVABLE};

const FILE: &str = "singles/hidden_single_box.yaml";

fn text(name: &str) -> String {
    let files = undoku::built_in_files();
    files
        .into_iter()
        .find(|file| file.name == name)
        .unwrap()
        .text
}

#[test]
fn a_changed_text_and_a_changed_value_rate_alike() {
    let changed = text(FILE).replace("peer_weight: 0.4", "peer_weight: 0.5");
    assert_ne!(changed, text(FILE));
    let by_text = json!({"puzzle": SOLVABLE, "rules": {FILE: changed}});
    let by_set = json!({"puzzle": SOLVABLE, "set": ["hidden_single_box.peer_weight=0.5"]});
    let by_text = SERVER.post("/api/rate", &by_text);
    let by_set = SERVER.post("/api/rate", &by_set);
    assert_eq!(by_text.status, 200, "{}", by_text.body);
    // The library, with the same file as a layer.
    let mut loader = Loader::new().unwrap();
    loader.files([SourceFile {
        name: "mine.yaml".to_owned(),
        text: changed,
    }]);
    let engine = Engine::new(loader.load().unwrap()).unwrap();
    let report = engine.rate(&SOLVABLE.parse().unwrap());
    assert_eq!(
        by_text.body,
        format!("{}\n", serde_json::to_string(&report).unwrap())
    );
    // Both change the same rules, so the fingerprint is the same, too.
    assert_eq!(by_text.body, by_set.body);
    // And it is not that of the built-in rules.
    let plain = SERVER.post("/api/rate", &json!({"puzzle": SOLVABLE}));
    assert_ne!(
        plain.json()["system"]["rules"],
        by_text.json()["system"]["rules"]
    );
}

#[test]
fn a_system_of_ones_own_rates() {
    let mine = "system: mine\nversion: 1\ntitle: Mine\nladder: [naked_single, hidden_single_box, hidden_single_line]\n\
                metrics:\n  all:\n    steps_total: steps\n";
    let ask = json!({"puzzle": SOLVABLE, "system": "mine", "rules": {"mine.yaml": mine}});
    let report = SERVER.post("/api/rate", &ask).json();
    // All three find one digit a step, so there are as many steps as open cells.
    let open = SOLVABLE.bytes().filter(|&byte| byte == b'.').count();
    assert_eq!(report["metrics"], json!({"steps_total": open}));
}

#[test]
fn diagnostics_have_their_place_in_the_text() {
    let broken = text(FILE).replace("check count", "check cuont");
    let line = 1 + broken
        .lines()
        .position(|line| line.contains("cuont"))
        .unwrap();
    let column = 1 + broken.lines().nth(line - 1).unwrap().find("cuont").unwrap();
    let ask = json!({"rules": {FILE: broken}});
    let answer = SERVER.post("/api/check", &ask);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let found = answer.json();
    assert_eq!(found["usable"], false);
    let only = &found["diagnostics"][0];
    assert_eq!(found["diagnostics"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(
        (&only["code"], &only["severity"], &only["file"]),
        (&json!("U0201"), &json!("error"), &json!(FILE))
    );
    assert_eq!(
        (&only["line"], &only["column"]),
        (&json!(line), &json!(column))
    );
    assert_eq!(
        (&only["end_line"], &only["end_column"]),
        (&json!(line), &json!(column + 5))
    );
    assert_eq!(only["help"], "did you mean `count`?");
    // By the same rules nothing is rated, and the same is said.
    for path in ["/api/rate", "/api/systems"] {
        let mut ask = ask.clone();
        if path == "/api/rate" {
            ask["puzzle"] = SOLVABLE.into();
        }
        let refused = SERVER.post(path, &ask);
        assert_eq!((refused.status, refused.code().as_str()), (422, "rules"));
        assert_eq!(refused.json()["error"]["diagnostics"], found["diagnostics"]);
    }
}

#[test]
fn fine_rules_have_no_diagnostics() {
    for ask in [json!({}), json!({"rules": {FILE: text(FILE)}})] {
        let found = SERVER.post("/api/check", &ask).json();
        assert_eq!(
            found,
            json!({"usable": true, "summary": "no problems", "diagnostics": []})
        );
    }
    // What the built-in rules are warned of is not said again; what a change is warned of is.
    let name = "systems/undoku.yaml";
    let idle = text(name).replace("volatile_from: 1.20", "volatile_from: 1.20\n  idle: 3");
    let found = SERVER
        .post("/api/check", &json!({"rules": {name: idle}}))
        .json();
    assert_eq!(found["usable"], true);
    let codes: Vec<&Value> = found["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["code"])
        .collect();
    assert_eq!(codes, ["U0203"], "{found}");
    assert_eq!(found["diagnostics"][0]["severity"], "warning");
}

#[test]
fn systems_say_what_there_is() {
    let answer = SERVER.get("/api/systems");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let all = answer.json();
    assert_eq!(all["default"], "undoku");
    let system = &all["systems"]
        .as_array()
        .unwrap()
        .iter()
        .find(|system| system["id"] == "undoku")
        .unwrap();
    let domains = system["domains"].as_array().unwrap();
    // 40 metrics in seven domains, and what is exported beside them.
    let (of_domains, extras): (Vec<_>, Vec<_>) =
        domains.iter().partition(|domain| !domain["name"].is_null());
    let count = |list: &[&Value]| {
        list.iter()
            .map(|one| one["metrics"].as_array().unwrap().len())
            .sum::<usize>()
    };
    assert_eq!(
        (of_domains.len(), count(&of_domains), extras.len()),
        (7, 40, 1)
    );
    assert_eq!(system["decides"], "score_total");
    let tiers = system["tiers"].as_array().unwrap();
    assert_eq!(tiers.len(), 8);
    assert_eq!(
        (&tiers[0]["from"], &tiers[0]["below"]),
        (&Value::Null, &json!(44.0))
    );
    assert_eq!(tiers[7]["profile"]["peak_assertions"], json!([20.0, null]));
    // Every file, with its text as it is built in.
    let files: BTreeMap<&str, &str> = all["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            (
                file["name"].as_str().unwrap(),
                file["text"].as_str().unwrap(),
            )
        })
        .collect();
    for file in undoku::built_in_files() {
        assert_eq!(files.get(file.name.as_str()), Some(&file.text.as_str()));
    }
}

#[test]
fn every_number_can_be_set_by_its_path() {
    let all = SERVER.get("/api/systems").json();
    let mut seen = 0;
    for file in all["files"].as_array().unwrap() {
        let (name, text) = (
            file["name"].as_str().unwrap(),
            file["text"].as_str().unwrap(),
        );
        for value in file["values"].as_array().unwrap() {
            // The same number again, with a decimal that changes nothing.
            let set = format!("{}={}", value["path"].as_str().unwrap(), value["value"]);
            let set = set.strip_suffix(".0").unwrap_or(&set).to_owned();
            let mut loader = Loader::new().unwrap();
            let place = &value["places"][0];
            let line = text
                .lines()
                .nth(place["line"].as_u64().unwrap() as usize - 1)
                .unwrap();
            let at = place["column"].as_u64().unwrap() as usize - 1;
            let end = place["end_column"].as_u64().unwrap() as usize - 1;
            let written: String = line.chars().skip(at).take(end - at).collect();
            assert_eq!(
                written.parse::<f64>().unwrap(),
                value["value"].as_f64().unwrap(),
                "{name}: {set}"
            );
            // Loading takes long, so not every number is tried.
            if seen % 40 == 0 {
                loader.set(set.clone());
                assert!(loader.load().is_ok(), "{set}");
            }
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
    for path in [
        "undoku.constants.volatile_from",
        "undoku.tiers.table.1.below",
        "naked_single.constants.by_open.2",
    ] {
        assert!(
            all.to_string().contains(&format!("\"path\":\"{path}\"")),
            "{path}"
        );
    }
}

#[test]
fn changed_systems_come_with_the_files_of_the_request() {
    let name = "systems/undoku.yaml";
    let changed = text(name)
        .replace("below: 44.0", "below: 45.5")
        .replace("from: 44.0", "from: 45.5");
    let all = SERVER
        .post("/api/systems", &json!({"rules": {name: changed}}))
        .json();
    let system = all["systems"]
        .as_array()
        .unwrap()
        .iter()
        .find(|system| system["id"] == "undoku")
        .unwrap();
    assert_eq!(system["tiers"][0]["below"], 45.5);
    assert_eq!(system["tiers"][1]["from"], 45.5);
    let files = all["files"].as_array().unwrap();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0]["text"], changed);
}
