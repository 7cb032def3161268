//! Chains: by hand, against a plain search, and each link of each.

use std::collections::BTreeMap;

use undoku_grid::{CellSet, Digit, Position, Unit};
use undoku_lang::{Look, Outcome, Record, Records, Source, Type, Value};
use undoku_sources::SOURCES;
use undoku_sources::chains::{
    BIVALUE_CHAINS, CHAINS, Chain, Link, Node, SINGLE_DIGIT_CHAINS, Scope, Shape, find_chains,
};

use crate::support::{Eliminations, cells, digit, digits, sample};

pub(crate) const ALL: Scope = Scope {
    in_units: true,
    in_cells: true,
    groups: true,
    sets: 8,
    longest: 31,
    work: u64::MAX,
};

const ONE_DIGIT: Scope = Scope {
    in_cells: false,
    groups: false,
    sets: 0,
    ..ALL
};

const IN_CELLS: Scope = Scope {
    in_units: false,
    groups: false,
    sets: 0,
    ..ALL
};

pub(crate) const PLAIN: Scope = Scope {
    groups: false,
    sets: 0,
    ..ALL
};

pub(crate) const GROUPED: Scope = Scope { sets: 0, ..ALL };

/// The empty grid, with a digit in some units in these cells only.
fn only_in(figure: char, of: &[(Unit, &str)]) -> Position {
    let mut position = Position::empty();
    for (unit, names) in of {
        position.eliminate_all(digit(figure).into(), unit.cells() - cells(names));
    }
    position
}

fn gone(of: &[(&str, &str)]) -> Box<Eliminations> {
    let mut gone = Box::new([CellSet::EMPTY; 9]);
    for (figures, names) in of {
        for digit in digits(figures) {
            gone[digit.index()] |= cells(names);
        }
    }
    gone
}

/// The chain with this shape and conclusion.
fn chain_with(position: &Position, scope: &Scope, shape: Shape, gone: &Eliminations) -> Chain {
    let found = find_chains(position, scope);
    assert!(!found.cut_short);
    let mut same = found
        .chains
        .iter()
        .filter(|chain| chain.shape == shape && *chain.eliminations == *gone);
    let chain = same
        .next()
        .unwrap_or_else(|| panic!("not among {:#?}", found.chains));
    chain.clone()
}

#[test]
fn two_rows_with_one_column_in_common() {
    let position = only_in(
        '4',
        &[(Unit::ALL[1], "r2c3 r2c8"), (Unit::ALL[4], "r5c3 r5c7")],
    );
    let found = find_chains(&position, &ONE_DIGIT);
    // What sees r2c8 and r5c7.
    let expected = gone(&[("4", "r1c7 r3c7 r4c8 r6c8")]);
    assert_eq!(found.chains.len(), 1);
    let chain = &found.chains[0];
    assert_eq!((chain.shape, &chain.eliminations), (Shape::Open, &expected));
    assert_eq!((chain.length(), chain.nodes.len()), (3, 4));
    assert_eq!((chain.groups, chain.sets), (0, 0));
    assert_eq!(chain.cells(), cells("r2c3 r2c8 r5c3 r5c7"));
    assert_eq!(chain.digits(), digits("4"));
    let notation = [
        "r2c8(4)=r2c3(4)-r5c3(4)=r5c7(4)",
        "r5c7(4)=r5c3(4)-r2c3(4)=r2c8(4)",
    ];
    assert!(notation.contains(&&*chain.to_string()), "{chain}");
}

#[test]
fn a_rectangle_of_one_digit_is_a_loop() {
    let position = only_in(
        '4',
        &[(Unit::ALL[1], "r2c3 r2c8"), (Unit::ALL[4], "r5c3 r5c8")],
    );
    let rest = |column: usize| -> Vec<String> {
        let rows = (1..=9).filter(|row| ![2, 5].contains(row));
        rows.map(|row| format!("r{row}c{column}")).collect()
    };
    let (left, right) = (rest(3).join(" "), rest(8).join(" "));
    let both = gone(&[("4", &left), ("4", &right)]);
    let chain = chain_with(&position, &ONE_DIGIT, Shape::Loop, &both);
    assert_eq!((chain.length(), chain.nodes.len()), (4, 4));
    assert!(chain.to_string().ends_with('-'), "{chain}");
    // Each weak link alone is a chain with ends that see each other.
    for side in [&left, &right] {
        let chain = chain_with(&position, &ONE_DIGIT, Shape::Open, &gone(&[("4", side)]));
        assert_eq!(chain.length(), 3);
    }
}

#[test]
fn what_follows_from_its_opposite_is_true() {
    let position = only_in(
        '1',
        &[
            (Unit::ALL[0], "r1c1 r1c9"),
            (Unit::ALL[9], "r1c1 r9c1"),
            (Unit::ALL[26], "r7c9 r9c8"),
        ],
    );
    // Without r1c1 the 1 is in r1c9, so in r9c8, and no place is left for it in column 1.
    let expected = gone(&[("23456789", "r1c1")]);
    let chain = chain_with(&position, &PLAIN, Shape::Discontinuous, &expected);
    assert_eq!(chain.length(), 5);
    let notation = [
        "r1c1(1)=r1c9(1)-r7c9(1)=r9c8(1)-r9c1(1)=r1c1(1)",
        "r1c1(1)=r9c1(1)-r9c8(1)=r7c9(1)-r1c9(1)=r1c1(1)",
    ];
    assert!(notation.contains(&&*chain.to_string()), "{chain}");
}

#[test]
fn three_cells_with_two_candidates() {
    let mut position = Position::empty();
    for (figures, name) in [("12", "r1c1"), ("13", "r1c9"), ("23", "r5c1")] {
        position.eliminate_all(!digits(figures), cells(name));
    }
    // r1c9 and r5c1 see r5c9.
    let expected = gone(&[("3", "r5c9")]);
    let chain = chain_with(&position, &IN_CELLS, Shape::Discontinuous, &expected);
    assert_eq!(chain.length(), 5);
    assert_eq!(chain.end_digits(), digits("3"));
    let notation = [
        "r1c9(3=1)-r1c1(1=2)-r5c1(2=3)",
        "r5c1(3=2)-r1c1(2=1)-r1c9(1=3)",
    ];
    assert!(notation.contains(&&*chain.to_string()), "{chain}");
}

#[test]
fn two_cells_of_a_box_and_a_line_are_a_group() {
    let position = only_in(
        '1',
        &[
            (Unit::ALL[0], "r1c1 r1c2 r1c9"),
            (Unit::ALL[8], "r9c2 r9c9"),
        ],
    );
    // What sees r1c1, r1c2 and r9c2.
    let expected = gone(&[("1", "r2c2 r3c2")]);
    let chain = chain_with(&position, &GROUPED, Shape::Open, &expected);
    assert_eq!((chain.length(), chain.groups), (3, 1));
    let notation = [
        "r1c12(1)=r1c9(1)-r9c9(1)=r9c2(1)",
        "r9c2(1)=r9c9(1)-r1c9(1)=r1c12(1)",
    ];
    assert!(notation.contains(&&*chain.to_string()), "{chain}");
    assert!(find_chains(&position, &PLAIN).chains.is_empty());
}

#[test]
fn a_set_without_one_digit_has_the_other() {
    let mut position = Position::empty();
    position.eliminate_all(!digits("123"), cells("r1c1 r1c2"));
    position.eliminate_all(!digits("13"), cells("r1c9"));
    let rest = "r1c3 r1c4 r1c5 r1c6 r1c7 r1c8";
    let open = chain_with(&position, &ALL, Shape::Open, &gone(&[("1", rest)]));
    assert_eq!((open.length(), open.sets, open.groups), (3, 1, 0));
    let notation = ["r1c12(1=3)-r1c9(3=1)", "r1c9(1=3)-r1c12(3=1)"];
    assert!(notation.contains(&&*open.to_string()), "{open}");
    // As a loop: both links, and the 2, which the set has whichever of the others it lacks.
    let box_1 = "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3";
    let all = gone(&[("123", rest), ("2", box_1)]);
    // The 2 of r1c9 is gone already.
    let chain = chain_with(&position, &ALL, Shape::Loop, &all);
    assert_eq!((chain.length(), chain.sets), (4, 1));
    assert_eq!(chain.cells(), cells("r1c1 r1c2 r1c9"));
}

#[test]
fn no_chain_is_longer_than_wanted() {
    let mut longest_found = 0;
    for position in sample(10) {
        let all = find_chains(&position, &GROUPED).chains;
        for longest in [0, 3, 4, 7, 8] {
            let scope = Scope { longest, ..GROUPED };
            let found = find_chains(&position, &scope).chains;
            let shorter = all.iter().filter(|chain| chain.length() <= longest);
            // A shorter one is never hidden by a longer one.
            let key = |chain: &Chain| (chain.shape, chain.length(), chain.eliminations.clone());
            assert!(found.iter().map(key).eq(shorter.map(key)));
            longest_found = longest_found.max(found.iter().map(Chain::length).max().unwrap_or(0));
        }
    }
    assert_eq!(longest_found, 8);
}

#[test]
fn the_work_has_an_end() {
    for position in sample(3) {
        assert!(!find_chains(&position, &PLAIN).cut_short);
        let little = find_chains(&position, &Scope { work: 100, ..PLAIN });
        assert!(little.cut_short);
        assert!(little.chains.len() < find_chains(&position, &PLAIN).chains.len());
    }
    assert!(find_chains(&Position::empty(), &ALL).chains.is_empty());
}

/// Whether the candidate is false if the node is true.
fn sees(position: &Position, node: &Node, digit: Digit, cell: undoku_grid::Cell) -> bool {
    let far = node.digit == digit && node.cells.iter().all(|c| c != cell && c.sees(cell));
    let beside = node.digit != digit && node.cells == cell.into();
    position.cand(cell).contains(digit) && (far || beside)
}

fn are_weak(position: &Position, a: &Node, b: &Node) -> bool {
    b.cells.iter().all(|cell| sees(position, a, b.digit, cell))
        && (a.digit == b.digit || (a.cells == b.cells && !a.cells.has_several()))
}

fn are_strong(position: &Position, a: &Node, b: &Node) -> bool {
    let in_unit = |unit: Unit| {
        a.digit == b.digit
            && (a.cells & b.cells).is_empty()
            && position.spots_in(a.digit, unit) == a.cells | b.cells
    };
    let in_cell = |cell| position.cand(cell) == digits(&format!("{}{}", a.digit, b.digit));
    Unit::ALL.into_iter().any(in_unit)
        || (a.digit != b.digit && a.cells == b.cells && a.cells.only().is_some_and(in_cell))
}

fn are_strong_through(position: &Position, set: CellSet, a: &Node, b: &Node) -> bool {
    let all = set
        .iter()
        .fold(digits(""), |all, cell| all | position.cand(cell));
    let in_unit = Unit::ALL
        .into_iter()
        .any(|unit| set.is_subset(unit.cells()));
    let nodes = [a, b]
        .iter()
        .all(|n| n.cells == set & position.spots(n.digit) && !n.cells.is_empty());
    in_unit && all.len() == set.len() + 1 && nodes && a.digit != b.digit
}

/// All candidates that these conditions hold for.
fn candidates(
    position: &Position,
    mut holds: impl FnMut(Digit, undoku_grid::Cell) -> bool,
) -> Eliminations {
    let mut all = [CellSet::EMPTY; 9];
    for digit in Digit::ALL {
        for cell in position.spots(digit) {
            if holds(digit, cell) {
                all[digit.index()].insert(cell);
            }
        }
    }
    all
}

#[test]
fn each_link_holds_and_each_conclusion_follows() {
    let mut counts = BTreeMap::new();
    for position in &sample(25) {
        for (scope, most_groups, most_sets) in [(PLAIN, 0, 0), (GROUPED, 99, 0), (ALL, 99, 99)] {
            let found = find_chains(position, &scope);
            let lengths: Vec<u32> = found.chains.iter().map(Chain::length).collect();
            assert!(lengths.is_sorted());
            for chain in &found.chains {
                *counts.entry((chain.shape, chain.sets > 0)).or_insert(0) += 1;
                check_chain(position, chain);
                assert!(chain.groups <= most_groups && chain.sets <= most_sets);
            }
        }
    }
    for shape in [Shape::Open, Shape::Discontinuous, Shape::Loop] {
        for sets in [false, true] {
            assert!(counts.get(&(shape, sets)) > Some(&50), "{counts:?}");
        }
    }
}

fn check_chain(position: &Position, chain: &Chain) {
    let nodes = &chain.nodes;
    assert_eq!(chain.links.len() + 1, nodes.len());
    let (mut groups, mut sets) = (0, 0);
    for (at, (pair, link)) in nodes.windows(2).zip(&chain.links).enumerate() {
        let (a, b) = (&pair[0], &pair[1]);
        let holds = match link {
            Link::Weak => at % 2 == 1 && are_weak(position, a, b),
            Link::Strong => at % 2 == 0 && are_strong(position, a, b),
            Link::Through(set) => at % 2 == 0 && are_strong_through(position, *set, a, b),
        };
        assert!(holds, "link {at} of {chain}");
        match link {
            Link::Weak => {}
            Link::Strong => {
                groups += [a, b].iter().filter(|n| n.cells.has_several()).count() as u32
            }
            Link::Through(_) => sets += 1,
        }
    }
    assert_eq!((groups, sets), (chain.groups, chain.sets), "{chain}");
    let (first, last) = (&nodes[0], &nodes[nodes.len() - 1]);
    let by_ends = conclusion(position, first, last);
    if chain.shape != Shape::Loop {
        assert_eq!(*chain.eliminations, by_ends, "{chain}");
        let about: CellSet = by_ends
            .iter()
            .fold(CellSet::EMPTY, |all, cells| all | *cells);
        let one = first == last || !about.has_several();
        assert_eq!(chain.shape == Shape::Discontinuous, one, "{chain}");
        return;
    }
    assert!(are_weak(position, first, last), "{chain}");
    let weak = nodes[1..].chunks_exact(2).map(|pair| (pair[0], pair[1]));
    let weak: Vec<(Node, Node)> = weak.chain([(*first, *last)]).collect();
    let all = candidates(position, |digit, cell| {
        let both = |(a, b): &(Node, Node)| {
            sees(position, a, digit, cell) && sees(position, b, digit, cell)
        };
        weak.iter().any(both)
            || nodes
                .chunks_exact(2)
                .zip(chain.links.iter().step_by(2))
                .any(|(pair, link)| {
                    let Link::Through(set) = link else {
                        return false;
                    };
                    let has = *set & position.spots(digit);
                    let kept = digit != pair[0].digit && digit != pair[1].digit;
                    kept && !has.is_empty() && has.iter().all(|c| c != cell && c.sees(cell))
                })
    });
    let beside = candidates(position, |digit, cell| {
        let in_cell = |(a, b): &(Node, Node)| {
            a.cells == cell.into() && a.cells == b.cells && digit != a.digit && digit != b.digit
        };
        all[digit.index()].contains(cell)
            && (!chain.cells().contains(cell) || weak.iter().any(in_cell))
    });
    assert!([all, beside].contains(&*chain.eliminations), "{chain}");
}

/// What goes if one of two nodes is true. If both are the same candidate, the rest of its cell.
fn conclusion(position: &Position, a: &Node, b: &Node) -> Eliminations {
    candidates(position, |digit, cell| {
        let in_itself = a == b && !a.cells.has_several();
        sees(position, a, digit, cell)
            && sees(position, b, digit, cell)
            && (!in_itself || a.cells == cell.into())
    })
}

/// The least number of links for each conclusion from two ends, by following single links from each candidate
/// and group.
fn plain_search(position: &Position, groups: bool) -> BTreeMap<(bool, Eliminations), u32> {
    let mut all_nodes: Vec<Node> = Vec::new();
    for digit in Digit::ALL {
        for unit in Unit::ALL {
            let spots: Vec<_> = position.spots_in(digit, unit).iter().collect();
            for bits in 1_u32..1 << spots.len() {
                let chosen = (0..spots.len()).filter(|at| bits >> at & 1 != 0);
                let node = Node {
                    digit,
                    cells: chosen.map(|at| spots[at]).collect(),
                };
                let units: Vec<Unit> = Unit::ALL
                    .into_iter()
                    .filter(|u| node.cells.is_subset(u.cells()))
                    .collect();
                let wanted = bits.count_ones() == 1
                    || (groups && bits.count_ones() <= 3 && units.len() == 2);
                if wanted && !all_nodes.contains(&node) {
                    all_nodes.push(node);
                }
            }
        }
    }
    let linked = |are: fn(&Position, &Node, &Node) -> bool| -> Vec<Vec<usize>> {
        let from = |a: &Node| {
            (0..all_nodes.len())
                .filter(|&b| are(position, a, &all_nodes[b]))
                .collect()
        };
        all_nodes.iter().map(from).collect()
    };
    let (strong, weak) = (linked(are_strong), linked(are_weak));
    let mut least = BTreeMap::new();
    for start in 0..all_nodes.len() {
        let mut true_after = vec![None; all_nodes.len()];
        let mut false_after = vec![None; all_nodes.len()];
        false_after[start] = Some(0);
        for length in 1..=PLAIN.longest {
            let (from, links, to) = match length % 2 {
                1 => (&false_after, &strong, &mut true_after),
                _ => (&true_after, &weak, &mut false_after),
            };
            for node in 0..all_nodes.len() {
                if from[node] == Some(length - 1) {
                    for &next in &links[node] {
                        to[next].get_or_insert(length);
                    }
                }
            }
        }
        for (end, length) in true_after.iter().enumerate() {
            let Some(length) = length.filter(|length| *length >= 3) else {
                continue;
            };
            let (a, b) = (&all_nodes[start], &all_nodes[end]);
            let gone = conclusion(position, a, b);
            if gone.iter().any(|cells| !cells.is_empty()) {
                let best = least.entry((a.digit == b.digit, gone)).or_insert(length);
                *best = length.min(*best);
            }
        }
    }
    least
}

#[test]
fn a_plain_search_finds_the_same_conclusions() {
    let mut count = 0;
    for position in &sample(12) {
        for scope in [PLAIN, GROUPED] {
            let mut found = BTreeMap::new();
            for chain in find_chains(position, &scope).chains {
                if chain.shape != Shape::Loop {
                    let one_digit = !chain.end_digits().has_several();
                    let length = chain.length();
                    let best = found
                        .entry((one_digit, *chain.eliminations))
                        .or_insert(length);
                    *best = length.min(*best);
                }
            }
            assert_eq!(found, plain_search(position, scope.groups));
            count += found.len();
        }
    }
    assert!(count > 500, "{count}");
}

fn records(source: &Source, position: &Position, arguments: &[Value]) -> Records {
    let clues = CellSet::EMPTY;
    let look = Look {
        position,
        clues,
        arguments,
    };
    let mut records = Records::new(source.most);
    (source.make)(&look, &mut records);
    records
}

#[test]
fn records_tell_the_chains() {
    use Value::{Bool, Int};
    let searches = [
        (SINGLE_DIGIT_CHAINS, vec![Int(31)], ONE_DIGIT),
        (BIVALUE_CHAINS, vec![Int(31)], IN_CELLS),
        (
            CHAINS,
            vec![Bool(false), Int(0), Int(31), Int(i64::MAX)],
            PLAIN,
        ),
        (
            CHAINS,
            vec![Bool(true), Int(8), Int(31), Int(i64::MAX)],
            ALL,
        ),
    ];
    for position in &sample(5) {
        for (source, arguments, scope) in &searches {
            assert!(SOURCES.iter().any(|known| known.name == source.name));
            let found = records(source, position, arguments);
            assert!(!found.is_cut_short());
            let chains = find_chains(position, scope).chains;
            assert_eq!(found.all().len(), chains.len());
            for (record, chain) in found.all().iter().zip(&chains) {
                let number = |number: usize| Int(number as i64);
                let expected = [
                    ("cells", Value::Cells(chain.cells())),
                    ("digits", Value::Digits(chain.digits())),
                    ("ends", Value::Digits(chain.end_digits())),
                    ("length", number(chain.length() as usize)),
                    ("nodes", number(chain.nodes.len())),
                    ("groups", number(chain.groups as usize)),
                    ("sets", number(chain.sets as usize)),
                    ("loop", Bool(chain.shape == Shape::Loop)),
                    ("discontinuous", Bool(chain.shape == Shape::Discontinuous)),
                ];
                let names = source.fields.iter().map(|field| field.name);
                assert!(names.zip(record.values.iter().copied()).eq(expected));
                let types = source.fields.iter().map(|field| field.ty);
                assert!(types.eq(record.values.iter().map(Value::ty)));
                let outcome = Outcome::Eliminate(chain.eliminations.clone());
                assert_eq!(record.outcome.as_ref(), Some(&outcome));
                assert_eq!(
                    source.show.map(|show| show(record)),
                    Some(chain.to_string())
                );
            }
        }
    }
}

#[test]
fn arguments_and_trails_out_of_any_bounds_do_no_harm() {
    let position = &sample(1)[0];
    for source in [SINGLE_DIGIT_CHAINS, BIVALUE_CHAINS, CHAINS] {
        for number in [i64::MIN, -1, 0, 1, i64::MAX] {
            let argument = |ty| {
                if ty == Type::Bool {
                    Value::Bool(true)
                } else {
                    Value::Int(number)
                }
            };
            let arguments: Vec<Value> = source.params.iter().map(|p| argument(p.ty)).collect();
            records(&source, position, &arguments);
        }
        assert!(records(&source, position, &[]).all().is_empty());
        for trail in [
            vec![],
            vec![1],
            vec![0, 9],
            vec![7, 0, 4, 1, 99, 4, 1, 80],
            vec![0, 0, 10, 0, 10, 0],
        ] {
            let record = Record {
                trail,
                ..Record::default()
            };
            assert!(source.show.is_some_and(|show| show(&record).len() < 20));
        }
    }
    // No node to go on from, and the reports say so.
    let none = records(
        &CHAINS,
        position,
        &[
            Value::Bool(false),
            Value::Int(0),
            Value::Int(31),
            Value::Int(0),
        ],
    );
    assert!(none.is_cut_short() && none.all().is_empty());
}
