//! The two models of a file, the one with places and the plain one, hold the same values: for every
//! shipped file, and for whatever the plain one writes.

#![allow(clippy::expect_used, reason = "a helper that fails is a failed test")]

mod common;

use std::path::{Path, PathBuf};

use common::{TECHNIQUE, load};
use undoku_lang::Fragment;
use undoku_rules::model::{
    BandRule, Choice, Class, Constant, Example, Formula, GraphFile, HeadlineRule, LibraryFile,
    Number, OneOrSeveral, Order, OrderedMap, PathRule, Pick, PolarRule, Rung, SystemFile,
    TechniqueFile, TierRow, TierRung, Tiers, TrajectoryRule, Variant,
};
use undoku_rules::{
    ConstantValue, Layers, Located, LocatedGraph, LocatedLibrary, LocatedSystem, LocatedTechnique,
    NamedConstant, NamedFormula, RenderOptions,
};

fn techniques() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../techniques")
}

/// The rule files under a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "yaml") {
            found.push(path);
        }
    }
    found
}

#[test]
fn shipped_files_have_no_problems() {
    let mut layers = Layers::new();
    layers.directory(&techniques());
    let loaded = layers.load();
    let drawn = loaded.diagnostics.render(RenderOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{drawn}");
    let count = loaded.techniques.len() + loaded.systems.len() + loaded.libraries.len();
    assert_eq!(count, files(&techniques()).len());
}

#[test]
fn shipped_files_read_alike() {
    let mut layers = Layers::new();
    layers.directory(&techniques());
    let loaded = layers.load();
    let mut read = 0;
    for path in files(&techniques()) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let name = path.display().to_string();
        let has_key = |key: &str| text.lines().any(|line| line.starts_with(key));
        if has_key("technique:") {
            let file: TechniqueFile =
                serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let found = loaded
                .techniques
                .iter()
                .find(|one| one.id.place.file() == name);
            same_technique(&file, found.expect("the technique"));
        } else if has_key("library:") {
            let file: LibraryFile =
                serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let found = loaded
                .libraries
                .iter()
                .find(|one| one.id.place.file() == name);
            same_library(&file, found.expect("the library table"));
        } else {
            let file: SystemFile =
                serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let found = loaded
                .systems
                .iter()
                .find(|one| one.id.place.file() == name);
            same_system(&file, found.expect("the system"));
        }
        read += 1;
    }
    assert!(read >= 4);
}

/// A value with every optional piece, and texts that need care when they are written.
fn technique_file() -> TechniqueFile {
    TechniqueFile {
        technique: "x_2".to_owned(),
        title: "42".to_owned(),
        summary: Some("- not: a list # nor a comment\nand \"two\" lines\t".to_owned()),
        variants: OrderedMap::from_iter([
            (
                "zeta".to_owned(),
                Variant {
                    title: None,
                    range: None,
                    constants: OrderedMap::from_iter([(
                        "lines".to_owned(),
                        Constant::Expression("rows".to_owned()),
                    )]),
                },
            ),
            (
                "alpha".to_owned(),
                Variant {
                    title: Some("[1, 2]".to_owned()),
                    range: Some([-0.5, 1.0]),
                    constants: OrderedMap::from_iter([(
                        "k".to_owned(),
                        Constant::Number(Number::Int(-3)),
                    )]),
                },
            ),
        ]),
        constants: OrderedMap::from_iter([
            ("b".to_owned(), Constant::Number(Number::Float(2.0))),
            (
                "a".to_owned(),
                Constant::List(vec![
                    Number::Int(1),
                    Number::Float(1e-9),
                    Number::Float(1e300),
                ]),
            ),
            ("y".to_owned(), Constant::Bool(true)),
            ("n".to_owned(), Constant::Expression("~".to_owned())),
        ]),
        pattern: "for c in open\n\n  check true # é\nplace 1 at c\n".to_owned(),
        possible: Some(Formula::Number(Number::Int(7))),
        evidence: OrderedMap::from_iter([
            ("no".to_owned(), Formula::from("{x in open : x == \"a\"}")),
            ("yes".to_owned(), Formula::Bool(false)),
        ]),
        assertions: Formula::from("no"),
        score: Formula::Number(Number::Float(0.5)),
        range: Some([-1.5, 2.0]),
        explain: "{c} is 'it'".to_owned(),
        examples: vec![
            Example {
                puzzle: "0".repeat(81),
                placed: None,
                without: None,
                kind: None,
                finds: Some(OneOrSeveral::One("r1c1=1".to_owned())),
                finds_nothing: None,
            },
            Example {
                puzzle: format!("123456{}", ".".repeat(75)),
                placed: Some(format!("......7.{}", ".".repeat(73))),
                without: Some(OneOrSeveral::One("r1c8<>8 r9c9<>1".to_owned())),
                kind: Some("alpha".to_owned()),
                finds: Some(OneOrSeveral::Several(vec![
                    "r9c1<>45".to_owned(),
                    "r9c9<>9".to_owned(),
                ])),
                finds_nothing: None,
            },
            Example {
                puzzle: ".".repeat(81),
                placed: None,
                without: Some(OneOrSeveral::Several(vec!["r1c1<>1".to_owned()])),
                kind: None,
                finds: None,
                finds_nothing: Some(true),
            },
        ],
    }
}

fn library_file() -> LibraryFile {
    LibraryFile {
        library: "cases".to_owned(),
        title: "7".to_owned(),
        summary: Some("yes".to_owned()),
        codes: OrderedMap::from_iter([
            ("0100".to_owned(), OneOrSeveral::One("x_2".to_owned())),
            (
                "1e3-1".to_owned(),
                OneOrSeveral::Several(vec!["zeta".to_owned(), "t".to_owned()]),
            ),
        ]),
        left_out: OrderedMap::from_iter([("0x1".to_owned(), "why: not # now".to_owned())]),
    }
}

fn graph_file() -> GraphFile {
    let metric = |name: &str| Some(name.to_owned());
    GraphFile {
        constants: OrderedMap::from_iter([("hub".to_owned(), Constant::Number(Number::Int(40)))]),
        step: OrderedMap::from_iter([("level".to_owned(), Formula::from("score / 2"))]),
        polar: Some(PolarRule {
            size: 400,
            angle: Formula::from("index / steps"),
            start: Formula::from("hub"),
            radius: Formula::from("hub + 100 * level"),
            width: Formula::Number(Number::Float(1.5)),
            by: Formula::from("level"),
            bands: vec![
                BandRule {
                    name: "# low".to_owned(),
                    color: "#00aa00".to_owned(),
                    dark: Some("#112233".to_owned()),
                    below: Some(0.5),
                },
                BandRule {
                    name: "yes".to_owned(),
                    color: "#aa0000".to_owned(),
                    dark: None,
                    below: None,
                },
            ],
        }),
        trajectory: Some(TrajectoryRule {
            title: "3".to_owned(),
            value: Formula::from("score"),
            slope: metric("total"),
            bottleneck: metric("total"),
            jump: metric("one"),
            pacing: metric("pace"),
        }),
        headline: vec![HeadlineRule {
            title: "a: b".to_owned(),
            metric: "tier".to_owned(),
        }],
    }
}

fn system_file() -> SystemFile {
    let row = |name: &str, from: Option<f64>, below: Option<f64>, high: f64| TierRow {
        names: OrderedMap::from_iter([
            ("rating".to_owned(), name.to_owned()),
            ("tier".to_owned(), format!("{name} (Tier: 1)")),
        ]),
        from,
        below,
        profile: OrderedMap::from_iter([("blanks".to_owned(), [1.0, high])]),
    };
    SystemFile {
        system: "s".to_owned(),
        version: 3,
        title: "S: a system".to_owned(),
        summary: Some("yes".to_owned()),
        default: true,
        ladder: vec![
            Rung::Item("zeta".to_owned()),
            Rung::Tier(TierRung {
                tier: vec!["t".to_owned(), "alpha".to_owned()],
                name: Some("both".to_owned()),
                constants: OrderedMap::from_iter([(
                    "edge".to_owned(),
                    Constant::Number(Number::Int(2)),
                )]),
            }),
        ],
        ordered_by: Some(Order::Score),
        path: PathRule {
            pick: Pick::Random,
            runs: Some(20),
            seed: Some(2858),
        },
        cost: Some(Formula::from("(p + 1) / (v + 1) * edge")),
        constants: OrderedMap::from_iter([(
            "edge".to_owned(),
            Constant::Number(Number::Float(1.2)),
        )]),
        step: OrderedMap::from_iter([("open_cells".to_owned(), Formula::from("count(open)"))]),
        metrics: OrderedMap::from_iter([
            (
                "scoring".to_owned(),
                OrderedMap::from_iter([("total".to_owned(), Formula::from("sum(score)"))]),
            ),
            ("none".to_owned(), OrderedMap::default()),
        ]),
        extras: OrderedMap::from_iter([("one".to_owned(), Formula::Number(Number::Int(1)))]),
        classes: OrderedMap::from_iter([(
            "pace".to_owned(),
            Class {
                domain: "none".to_owned(),
                choose: vec![
                    Choice {
                        name: None,
                        when: Some(Formula::from("steps == 0")),
                    },
                    Choice {
                        name: Some("Front-Loaded".to_owned()),
                        when: Some(Formula::Bool(true)),
                    },
                    Choice {
                        name: Some("true".to_owned()),
                        when: None,
                    },
                ],
            },
        )]),
        tiers: Some(Tiers {
            domain: "scoring".to_owned(),
            by: Formula::from("total"),
            names: vec!["rating".to_owned(), "tier".to_owned()],
            profile: OrderedMap::from_iter([("blanks".to_owned(), Formula::from("count(open)"))]),
            table: vec![
                row("Easy", None, Some(44.0), 42.0),
                row("Hard", Some(44.0), Some(50.5), 44.0),
                row("3", Some(50.5), None, f64::INFINITY),
            ],
        }),
        graph: Some(graph_file()),
    }
}

#[test]
fn what_the_plain_model_writes_reads_alike() {
    let (technique, system, library) = (technique_file(), system_file(), library_file());
    let technique_text = serde_yaml::to_string(&technique).expect("a technique");
    let system_text = serde_yaml::to_string(&system).expect("a system");
    let library_text = serde_yaml::to_string(&library).expect("a library table");
    assert_eq!(
        serde_yaml::from_str::<TechniqueFile>(&technique_text).expect("YAML"),
        technique
    );
    assert_eq!(
        serde_yaml::from_str::<SystemFile>(&system_text).expect("YAML"),
        system
    );

    assert_eq!(
        serde_yaml::from_str::<LibraryFile>(&library_text).expect("YAML"),
        library
    );

    let loaded = load(&[
        ("t.yaml", TECHNIQUE),
        ("x.yaml", &technique_text),
        ("s.yaml", &system_text),
        ("l.yaml", &library_text),
    ]);
    let drawn = loaded.diagnostics.render(RenderOptions::default());
    assert!(loaded.diagnostics.is_empty(), "{drawn}");
    same_technique(&technique, &loaded.techniques[1]);
    same_system(&system, &loaded.systems[0]);
    same_library(&library, &loaded.libraries[0]);
}

#[test]
fn the_plain_model_refuses_what_it_does_not_know() {
    for text in [
        "technique: t\ntitle: T\npattern: p\nassertions: 1\nscore: 1\nexplain: e\ncolour: red\n",
        "technique: t\ntitle: T\npattern: p\nassertions: 1\nscore: 1\nexplain: e\nconstants: {a: 1, a: 2}\n",
        "technique: t\n",
    ] {
        assert!(
            serde_yaml::from_str::<TechniqueFile>(text).is_err(),
            "{text}"
        );
    }
}

#[track_caller]
fn same_formula(file: &Formula, fragment: &Fragment) {
    match file {
        Formula::Text(text) => assert_eq!(*text, fragment.text),
        Formula::Bool(value) => assert_eq!(value.to_string(), fragment.text),
        Formula::Number(number) => assert_eq!(Ok(number.as_f64()), fragment.text.parse()),
    }
}

#[track_caller]
fn same_formulas(file: &OrderedMap<Formula>, located: &[NamedFormula]) {
    assert_eq!(file.entries.len(), located.len());
    for ((name, formula), named) in file.entries.iter().zip(located) {
        assert_eq!(*name, named.name.value);
        same_formula(formula, &named.formula);
    }
}

#[track_caller]
fn same_constants(file: &OrderedMap<Constant>, located: &[NamedConstant]) {
    assert_eq!(file.entries.len(), located.len());
    for ((name, constant), named) in file.entries.iter().zip(located) {
        assert_eq!(*name, named.name.value);
        match (constant, &named.value) {
            (Constant::Number(a), ConstantValue::Number(b)) => assert_eq!(a, b),
            (Constant::List(a), ConstantValue::List(b)) => {
                assert_eq!(*a, b.iter().map(|one| one.value).collect::<Vec<_>>());
            }
            (Constant::Expression(a), ConstantValue::Expression(b)) => assert_eq!(*a, b.text),
            (Constant::Bool(a), ConstantValue::Expression(b)) => assert_eq!(a.to_string(), b.text),
            (a, b) => panic!("{name}: {a:?} and {b:?}"),
        }
    }
}

fn same_technique(file: &TechniqueFile, located: &LocatedTechnique) {
    assert_eq!(file.technique, located.id.value);
    assert_eq!(file.title, located.title.value);
    assert_eq!(
        file.summary.as_ref(),
        located.summary.as_ref().map(|one| &one.value)
    );
    assert_eq!(file.variants.entries.len(), located.variants.len());
    for ((kind, file), located) in file.variants.entries.iter().zip(&located.variants) {
        assert_eq!(*kind, located.kind.value);
        assert_eq!(
            file.title.as_ref(),
            located.title.as_ref().map(|one| &one.value)
        );
        assert_eq!(
            file.range,
            located
                .range
                .as_ref()
                .map(|range| [range.low.value, range.high.value])
        );
        same_constants(&file.constants, &located.constants);
    }
    same_constants(&file.constants, &located.constants);
    assert_eq!(file.pattern, located.pattern.text);
    assert_eq!(file.possible.is_some(), located.possible.is_some());
    if let (Some(file), Some(located)) = (&file.possible, &located.possible) {
        same_formula(file, located);
    }
    same_formulas(&file.evidence, &located.evidence);
    same_formula(&file.assertions, &located.assertions);
    same_formula(&file.score, &located.score);
    assert_eq!(
        file.range,
        located
            .range
            .as_ref()
            .map(|range| [range.low.value, range.high.value])
    );
    assert_eq!(file.explain, located.explain.text);
    assert_eq!(file.examples.len(), located.examples.len());
    for (file, located) in file.examples.iter().zip(&located.examples) {
        assert_eq!(file.puzzle, located.puzzle.value);
        let text = |located: &Option<Located<String>>| located.as_ref().map(|t| t.value.clone());
        assert_eq!(file.placed, text(&located.placed));
        assert_eq!(file.kind, text(&located.kind));
        same_texts(file.without.as_ref(), &located.without);
        same_texts(file.finds.as_ref(), &located.finds);
        assert_eq!(file.finds_nothing == Some(true), located.finds.is_empty());
    }
}

fn same_texts(file: Option<&OneOrSeveral>, located: &[Located<String>]) {
    let file: Vec<&String> = match file {
        None => Vec::new(),
        Some(OneOrSeveral::One(one)) => vec![one],
        Some(OneOrSeveral::Several(several)) => several.iter().collect(),
    };
    let located: Vec<&String> = located.iter().map(|one| &one.value).collect();
    assert_eq!(file, located);
}

fn same_library(file: &LibraryFile, located: &LocatedLibrary) {
    assert_eq!(file.library, located.id.value);
    assert_eq!(file.title, located.title.value);
    assert_eq!(
        file.summary.as_ref(),
        located.summary.as_ref().map(|one| &one.value)
    );
    assert_eq!(file.codes.entries.len(), located.codes.len());
    for ((code, names), located) in file.codes.entries.iter().zip(&located.codes) {
        assert_eq!(*code, located.code.value);
        same_texts(Some(names), &located.names);
    }
    let left_out = located.left_out.iter();
    let left_out: Vec<_> = left_out
        .map(|(code, reason)| (code.value.clone(), reason.value.clone()))
        .collect();
    assert_eq!(file.left_out.entries, left_out);
}

fn same_graph(file: &GraphFile, located: &LocatedGraph) {
    same_constants(&file.constants, &located.constants);
    same_formulas(&file.step, &located.step);
    assert_eq!(file.polar.is_some(), located.polar.is_some());
    if let (Some(file), Some(located)) = (&file.polar, &located.polar) {
        assert_eq!(file.size, located.size.value);
        same_formula(&file.angle, &located.angle);
        same_formula(&file.start, &located.start);
        same_formula(&file.radius, &located.radius);
        same_formula(&file.width, &located.width);
        same_formula(&file.by, &located.by);
        assert_eq!(file.bands.len(), located.bands.len());
        for (file, located) in file.bands.iter().zip(&located.bands) {
            assert_eq!(
                (&file.name, &file.color),
                (&located.name.value, &located.color.value)
            );
            let dark = located.dark.as_ref().map(|dark| &dark.value);
            assert_eq!(file.dark.as_ref(), dark);
            assert_eq!(file.below, located.below.as_ref().map(|below| below.value));
        }
    }
    assert_eq!(file.trajectory.is_some(), located.trajectory.is_some());
    if let (Some(file), Some(located)) = (&file.trajectory, &located.trajectory) {
        assert_eq!(file.title, located.title.value);
        same_formula(&file.value, &located.value);
        for (file, located) in [
            (&file.slope, &located.slope),
            (&file.bottleneck, &located.bottleneck),
            (&file.jump, &located.jump),
            (&file.pacing, &located.pacing),
        ] {
            assert_eq!(file.as_ref(), located.as_ref().map(|name| &name.value));
        }
    }
    let headline = located.headline.iter();
    let headline: Vec<HeadlineRule> = headline
        .map(|figure| HeadlineRule {
            title: figure.title.value.clone(),
            metric: figure.metric.value.clone(),
        })
        .collect();
    assert_eq!(file.headline, headline);
}

fn same_system(file: &SystemFile, located: &LocatedSystem) {
    assert_eq!(file.graph.is_some(), located.graph.is_some());
    if let (Some(file), Some(located)) = (&file.graph, &located.graph) {
        same_graph(file, located);
    }
    assert_eq!(file.system, located.id.value);
    assert_eq!(file.version, located.version.value);
    assert_eq!(file.default, located.default);
    assert_eq!(file.title, located.title.value);
    assert_eq!(
        file.summary.as_ref(),
        located.summary.as_ref().map(|one| &one.value)
    );
    assert_eq!(file.ladder.len(), located.ladder.len());
    for (file, located) in file.ladder.iter().zip(&located.ladder) {
        let ids = match file {
            Rung::Item(id) => std::slice::from_ref(id),
            Rung::Tier(tier) => &tier.tier,
        };
        let name = match file {
            Rung::Item(_) => None,
            Rung::Tier(tier) => tier.name.as_ref(),
        };
        assert_eq!(name, located.name.as_ref().map(|name| &name.value));
        assert_eq!(
            ids,
            located
                .items
                .iter()
                .map(|id| id.value.clone())
                .collect::<Vec<_>>()
        );
    }
    assert_eq!(file.ordered_by, located.ordered_by);
    assert_eq!(file.path.pick, located.path.pick);
    assert_eq!(
        file.path.runs,
        located.path.runs.as_ref().map(|runs| runs.value)
    );
    assert_eq!(
        file.path.seed,
        located.path.seed.as_ref().map(|seed| seed.value)
    );
    same_constants(&file.constants, &located.constants);
    same_formulas(&file.step, &located.step);
    assert_eq!(file.metrics.entries.len(), located.metrics.len());
    for ((name, metrics), domain) in file.metrics.entries.iter().zip(&located.metrics) {
        assert_eq!(*name, domain.name.value);
        same_formulas(metrics, &domain.metrics);
    }
    same_formulas(&file.extras, &located.extras);
    assert_eq!(file.classes.entries.len(), located.classes.len());
    for ((name, class), other) in file.classes.entries.iter().zip(&located.classes) {
        assert_eq!(
            (name, &class.domain),
            (&other.name.value, &other.domain.value)
        );
        assert_eq!(class.choose.len(), other.choices.len());
        for (choice, other) in class.choose.iter().zip(&other.choices) {
            assert_eq!(
                choice.name.as_ref(),
                other.name.as_ref().map(|name| &name.value)
            );
            assert_eq!(choice.when.is_some(), other.when.is_some());
            if let (Some(file), Some(located)) = (&choice.when, &other.when) {
                same_formula(file, located);
            }
        }
    }
    assert_eq!(file.tiers.is_some(), located.tiers.is_some());
    let (Some(file), Some(located)) = (&file.tiers, &located.tiers) else {
        return;
    };
    assert_eq!(file.domain, located.domain.value);
    same_formula(&file.by, &located.by);
    assert_eq!(
        file.names,
        located
            .names
            .iter()
            .map(|name| name.value.clone())
            .collect::<Vec<_>>()
    );
    same_formulas(&file.profile, &located.profile);
    assert_eq!(file.table.len(), located.table.len());
    for (row, other) in file.table.iter().zip(&located.table) {
        let texts: Vec<&String> = file
            .names
            .iter()
            .filter_map(|name| row.names.get(name))
            .collect();
        assert_eq!(
            texts,
            other
                .names
                .iter()
                .map(|name| &name.value)
                .collect::<Vec<_>>()
        );
        assert_eq!(row.from, other.from.as_ref().map(|from| from.value));
        assert_eq!(row.below, other.below.as_ref().map(|below| below.value));
        for ((name, _), bounds) in file.profile.entries.iter().zip(&other.profile) {
            assert_eq!(
                row.profile.get(name),
                Some(&[bounds.low.value, bounds.high.value])
            );
        }
    }
}
