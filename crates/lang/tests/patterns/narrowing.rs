//! Loops that are narrowed before they run, against every binding tried one after the other.

use undoku_grid::{Digit, DigitSet, Position};
use undoku_lang::Registry;
use undoku_lang::parse_pattern;

use super::grids::{self, Dice};
use super::interpreter::Interpreter;
use super::naive::Plain;
use super::support::{draft, fragment};

/// Positions of which some are sparse in candidates, and some follow no grid.
fn positions() -> Vec<Position> {
    (0..30)
        .map(|seed| {
            let mut dice = Dice::new(70_000 + seed);
            let grid = grids::mixed_solution(&mut dice);
            let filled = [20, 35, 50, 60][dice.below(4)];
            let excluded = [0, 50, 75, 90][dice.below(4)];
            let mut position = grids::position(&mut dice, &grid, filled, excluded);
            if dice.chance(30) {
                grids::exclude(&mut dice, &mut position, None, 40);
            }
            position
        })
        .collect()
}

/// Makes patterns with a loop that conditions bound.
struct Maker<'a> {
    dice: &'a mut Dice,
}

impl Maker<'_> {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.dice.below(of.len())]
    }

    fn cells(&mut self) -> String {
        self.one(&[
            "open",
            "cells(u)",
            "spots(d)",
            "spots(d, u)",
            "bivalue",
            "peers(c)",
            "(cells(u) - peers(c))",
            "spots(cand(c))",
        ])
        .to_owned()
    }

    fn digits(&mut self) -> String {
        self.one(&[
            "digits",
            "cand(c)",
            "missing(u)",
            "(d | d)",
            "(digits - d)",
            "(missing(u) - cand(c))",
        ])
        .to_owned()
    }

    fn units(&mut self) -> String {
        self.one(&["rows", "columns", "boxes", "lines", "all_units", "units(c)"])
            .to_owned()
    }

    /// A set that is made of the set `x` of a kind, with its own kind.
    fn made_of(&mut self, kind: char, x: &str, depth: usize) -> (char, String) {
        if depth == 0 {
            return (kind, x.to_owned());
        }
        let (kind, inner) = self.made_of(kind, x, depth - 1);
        let fixed = match kind {
            'c' => self.cells(),
            'd' => self.digits(),
            _ => self.units(),
        };
        match (kind, self.dice.below(9)) {
            ('c', 0 | 1) => ('d', format!("cand({inner})")),
            ('c', 2 | 3) => ('u', format!("units({inner})")),
            ('c', 4) => ('c', format!("peers({inner})")),
            ('d', 0 | 1) => ('c', format!("spots({inner}, u)")),
            ('d', 2) => ('c', format!("spots({inner})")),
            ('d', 3) => ('c', format!("spots({inner}, cells(u) | peers(c))")),
            ('u', 0 | 1) => ('c', format!("cells({inner})")),
            ('u', 2 | 3) => ('c', format!("spots(d, {inner})")),
            ('u', 4) => ('c', format!("open({inner})")),
            (_, 5 | 6) => (kind, format!("({inner} & {fixed})")),
            (_, 7) => (kind, format!("({inner} - {fixed})")),
            _ => {
                let joined = self.one(&["|", "^", "-"]);
                let (fixed, inner) = if joined == "-" {
                    (inner, fixed)
                } else {
                    (fixed, inner)
                };
                (kind, format!("({inner} {joined} {fixed})"))
            }
        }
    }

    fn condition(&mut self, kind: char, x: &str) -> String {
        let depth = self.dice.below(4);
        let (made, set) = self.made_of(kind, x, depth);
        let fixed = match made {
            'c' => self.cells(),
            'd' => self.digits(),
            _ => self.units(),
        };
        let n = self.dice.below(6).to_string();
        let n = if self.dice.chance(15) {
            format!("count({fixed})")
        } else {
            n
        };
        let (m, top) = (self.dice.below(4), 2 + self.dice.below(4));
        match self.dice.below(13) {
            0 | 1 => format!("count({set}) == {n}"),
            2 => format!("count({set}) <= {n}"),
            3 => format!("count({set}) < {n}"),
            4 => format!("{n} >= count({set})"),
            5 => format!("not count({set}) > {n}"),
            6 => format!("count({set}) in {m}..{top}"),
            7 => format!("{set} in {fixed}"),
            8 => format!("is_empty({set} - {fixed})"),
            9 => format!("count({fixed} | {set}) <= {n}"),
            10 => format!("count({fixed} - {set}) <= {n}"),
            11 => format!("{set} == {fixed}"),
            _ => format!("{fixed} in {set}"),
        }
    }

    fn conditions(&mut self, kind: char, x: &str) -> String {
        let first = self.condition(kind, x);
        match self.dice.below(4) {
            0 => {
                let joined = self.one(&["and", "and", "or"]);
                format!("{first} {joined} {}", self.condition(kind, x))
            }
            1 => format!("not ({first})"),
            _ => first,
        }
    }

    fn pattern(&mut self) -> String {
        let units = self.one(&["boxes", "rows", "columns"]);
        let mut text = format!(
            "for u in {units}\nlet c = first(open(u))\nlet d = last(missing(u))\nwhere count(open(u)) >= 1\n"
        );
        let (kind, from) = match self.dice.below(7) {
            0 => ('c', "open(u)".to_owned()),
            1 => ('c', "bivalue & open(u)".to_owned()),
            2 => ('d', "missing(u)".to_owned()),
            3 => ('d', "digits".to_owned()),
            4 => ('u', "rows".to_owned()),
            5 => ('u', "columns".to_owned()),
            _ => ('u', "{x in lines : count(spots(d, x)) in 2..4}".to_owned()),
        };
        let subsets = self.dice.chance(65);
        if subsets {
            let k = 1 + self.dice.below(3);
            text.push_str(&format!("for s in choose({k}, {from})\n"));
        } else {
            let set = self.one(&["", " & ", " - "]);
            let narrower = match kind {
                'c' => "peers(c)",
                'd' => "cand(c)",
                _ => "units(c)",
            };
            let set = if set.is_empty() {
                from
            } else {
                format!("({from}){set}{narrower}")
            };
            text.push_str(&format!("for y in {set}\nlet s = y & {set}\n"));
        }
        if self.dice.chance(40) {
            text.push_str(&format!("where {}\n", self.conditions(kind, "s")));
        }
        let (made, set) = self.made_of(kind, "s", 2);
        text.push_str(&format!("let z = {set}\n"));
        if self.dice.chance(30) {
            text.push_str("for w in z\nlet t = w & z\n");
            text.push_str(&format!("check {}\n", self.conditions(made, "(t | z)")));
        } else {
            text.push_str(&format!(
                "let t = z\ncheck {}\n",
                self.conditions(made, "z")
            ));
        }
        let cells = match made {
            'c' => "t",
            'd' => "spots(t, u)",
            _ => "open(t)",
        };
        text.push_str(&format!("eliminate d from {cells}"));
        text
    }
}

/// Where all conditions hold, and how often they were looked at.
#[test]
fn narrowed_loops_miss_nothing_and_count_everything() {
    let positions = positions();
    let (mut matches, mut run) = (0, 0);
    for seed in 0..1200 {
        let mut dice = Dice::new(80_000 + seed);
        let text = Maker { dice: &mut dice }.pattern();
        let draft = draft(&text);
        let (problems, program) = draft.check(&Registry::new());
        let Some(program) = program else {
            // A condition that never holds, at the most.
            let said = format!("{problems:#?}");
            assert!(said.contains("never holds"), "{text}\n{said}");
            continue;
        };
        if program.cost() > 2e4 {
            continue;
        }
        let technique = draft.compile_quietly();
        let tree = parse_pattern(&fragment(Default::default(), &text)).expect("it parses");
        let position = &positions[dice.below(positions.len())];
        let plain = Plain::of(position);
        let expected = Interpreter { plain: &plain }.run(&tree);
        let found = technique.look(position);
        assert_eq!(
            found,
            expected,
            "{text}{position:?}\n{}",
            technique.program.listing()
        );
        matches += found.matches.len();
        run += 1;
    }
    assert!(run >= 900, "{run} of the patterns ran");
    assert!(matches >= 2_000, "{matches} matches");
}

/// Three cells of one pair in a row are two pairs and more; what the search visits must not depend on it.
#[test]
fn subsets_are_counted_as_if_all_were_walked() {
    let empty = Position::empty();
    let pattern = "for u in rows\nfor s in choose(3, open(u))\ncheck count(cand(s)) == 3\neliminate cand(s) from open(u) - s";
    let found = draft(pattern).compile().look(&empty);
    // Nine rows, 84 subsets of three in each.
    assert_eq!((found.matches.len(), found.possible), (0, 9 * 84));

    let mut position = empty;
    let pair: DigitSet = [Digit::ALL[0], Digit::ALL[1]].into_iter().collect();
    let three = super::support::cells("r1c1 r1c5 r1c9");
    position.eliminate_all(!pair, three);
    let of_where = "for u in rows\nfor s in choose(2, open(u))\nwhere count(cand(s)) <= 2\ncheck true\neliminate cand(s) from open(u) - s";
    let found = draft(of_where).compile_quietly().look(&position);
    // Three pairs of the three cells, each of which takes both digits from the third and the other six.
    assert_eq!((found.matches.len(), found.possible), (3, 3));
}

/// Sets that stand in themselves many times over are looked at once.
#[test]
fn narrowing_takes_no_time_that_grows_with_what_is_shared() {
    for (start, next) in [
        ("cand(s)", "($ & cand(c)) | ($ - cand(c))"),
        ("units(s)", "($ | rows) & ($ | columns)"),
        ("s", "($ & peers(c)) ^ ($ & open)"),
        ("s", "($ - peers(c)) & ($ | open)"),
    ] {
        for (bound, inner) in [
            ("count($) <= 2", ""),
            ("count($) == 2", "for x in $\n"),
            ("$ in a3", ""),
        ] {
            let mut pattern =
                format!("for c in open\nfor s in choose(2, open(box(c)))\nlet a0 = {start}\n");
            for at in 1..=40 {
                let value = next.replace('$', &format!("a{}", at - 1));
                pattern.push_str(&format!("let a{at} = {value}\n"));
            }
            let inner = inner.replace('$', "a39");
            let bound = bound.replace('$', "a40");
            pattern.push_str(&format!("{inner}check {bound}\neliminate cand(c) from s"));
            let (problems, _) = draft(&pattern).check(&Registry::new());
            let errors = problems
                .iter()
                .filter(|p| p.severity == undoku_lang::Severity::Error);
            assert_eq!(errors.count(), 0, "{problems:#?}");
        }
    }
}
