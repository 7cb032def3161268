//! A finder finds all matches, and no others, in any position.

use std::collections::HashSet;
use std::ops::ControlFlow;

use undoku::Finder;
use undoku::grid::{Deduction, Situation, Unit, UnitKind};
use undoku::rules::KindId;

use crate::{PAIR, PUZZLES, SINGLE, kind, pairs, puzzle, rules, singles};

fn all(finder: &mut Finder, kind: KindId, situation: &Situation) -> Vec<Deduction> {
    let mut found = Vec::new();
    let ended: Option<()> = finder.each(kind, situation, |one| {
        found.push(*one.deduction());
        ControlFlow::Continue(())
    });
    assert_eq!(ended, None);
    found
}

#[test]
fn every_match_is_found_once_in_every_position() {
    // No ladder has these techniques.
    let rules = rules(&[SINGLE, PAIR]);
    let mut finder = Finder::new(rules.clone());
    let (single, row, in_box) = (
        kind(&rules, "single"),
        kind(&rules, "pair_row"),
        kind(&rules, "pair_box"),
    );
    let units = |kind| {
        Unit::ALL
            .into_iter()
            .filter(move |unit: &Unit| unit.kind() == kind)
    };
    let (mut seen, mut eliminating) = (0, 0);
    for text in PUZZLES {
        let mut situation = Situation::start(&puzzle(text));
        for _ in 0..40 {
            let position = situation.position().clone();
            let found = all(&mut finder, single, &situation);
            assert_eq!(found, singles(&position));
            let set = |found: Vec<Deduction>| found.into_iter().collect::<HashSet<_>>();
            let in_rows = all(&mut finder, row, &situation);
            assert_eq!(in_rows.len(), set(in_rows.clone()).len());
            assert_eq!(
                set(in_rows.clone()),
                set(pairs(&position, units(UnitKind::Row)))
            );
            let in_boxes = all(&mut finder, in_box, &situation);
            assert_eq!(
                set(in_boxes.clone()),
                set(pairs(&position, units(UnitKind::Box)))
            );
            seen += found.len();
            eliminating += in_rows.len() + in_boxes.len();
            let Some(next) = found.iter().chain(&in_rows).chain(&in_boxes).next() else {
                // A candidate more or less makes other positions to look at.
                let cell = position.open().first().unwrap();
                let digit = position.cand(cell).first().unwrap();
                let gone = Deduction::Eliminate([(cell, digit)].into_iter().collect());
                situation.apply(&gone);
                continue;
            };
            situation.apply(next);
            if situation.position().is_solved() || situation.position().is_dead() {
                break;
            }
        }
    }
    assert!(seen > 100 && eliminating > 10, "{seen} and {eliminating}");
}

#[test]
fn a_search_can_be_broken_off_and_explains_what_it_found() {
    let rules = rules(&[SINGLE]);
    let mut finder = Finder::new(rules.clone());
    let situation = Situation::start(&puzzle(PUZZLES[0]));
    let id = kind(&rules, "single");
    let expected = singles(situation.position());
    assert!(expected.len() > 1);
    let mut number = 0;
    let text = finder.each(id, &situation, |mut found| {
        number += 1;
        match number {
            2 => ControlFlow::Break((*found.deduction(), found.explain())),
            _ => ControlFlow::Continue(()),
        }
    });
    let shown = expected[1].to_string().replace('=', " is ");
    assert_eq!(text, Some((expected[1], shown)));
    // Explaining does not disturb the search.
    let mut texts = Vec::new();
    let _: Option<()> = finder.each(id, &situation, |mut found| {
        texts.push(found.explain());
        ControlFlow::Continue(())
    });
    let shown: Vec<String> = expected
        .iter()
        .map(|one| one.to_string().replace('=', " is "))
        .collect();
    assert_eq!(texts, shown);
}

#[test]
fn an_unknown_kind_has_no_matches() {
    let mut finder = Finder::new(rules(&[SINGLE]));
    let situation = Situation::start(&puzzle(PUZZLES[0]));
    for (technique, kind) in [(0, 1), (1, 0), (usize::MAX, usize::MAX)] {
        let id = KindId { technique, kind };
        assert!(all(&mut finder, id, &situation).is_empty());
        assert!(!finder.was_cut_short(id));
    }
}
