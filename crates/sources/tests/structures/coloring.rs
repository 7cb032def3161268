//! Groups of coloured cells against their definition.

use undoku_grid::{Cell, CellSet, Digit, Position, Unit};
use undoku_lang::{Look, Records, Value};
use undoku_sources::coloring::{COLOR_GROUPS, ColorGroup, color_groups};

use crate::support::{cells, digit, sample};

/// The empty grid in which the digit 5 has these spots alone.
fn fives(names: &str) -> Position {
    let mut position = Position::empty();
    position.eliminate_all(digit('5').into(), !cells(names));
    position
}

#[test]
fn pairs_are_joined_over_cells_in_common() {
    // Row 1 has r1c1 and r1c7, column 7 r1c7 and r9c7; r5c2, r5c4, r5c8 and r9c7 are in no other pair – though
    // columns 1, 2, 4 and 8 have one spot each, and box 9 has one.
    let position = fives("r1c1 r1c7 r9c7 r5c2 r5c4 r5c8");
    let group = ColorGroup {
        a: cells("r1c1 r9c7"),
        b: cells("r1c7"),
    };
    assert_eq!(color_groups(&position, digit('5')), [group]);
    // With nine spots in each unit there is no pair at all.
    assert_eq!(color_groups(&position, digit('4')), []);
}

#[test]
fn groups_that_nothing_joins_are_apart() {
    let position = fives("r1c1 r1c5 r9c4 r9c9 r4c7 r5c8 r6c9");
    let groups = [
        ColorGroup {
            a: cells("r1c1"),
            b: cells("r1c5"),
        },
        ColorGroup {
            a: cells("r6c9"),
            b: cells("r9c9"),
        },
    ];
    // r6c9 and r9c9 make a pair of column 9, which row 9 joins to r9c4.
    let joined = ColorGroup {
        b: groups[1].b,
        a: groups[1].a | cells("r9c4"),
    };
    assert_eq!(color_groups(&position, digit('5')), [groups[0], joined]);
}

#[test]
fn the_source_tells_the_cells_that_see_a_side() {
    let position = fives("r1c1 r1c7 r9c7 r5c2 r5c4 r5c8");
    let mut records = Records::new(COLOR_GROUPS.most);
    let look = Look {
        position: &position,
        clues: CellSet::EMPTY,
        arguments: &[Value::Digit(Some(digit('5')))],
    };
    (COLOR_GROUPS.make)(&look, &mut records);
    let (a, b) = (cells("r1c1 r9c7"), cells("r1c7"));
    let either = |x: &str, y: &str| {
        let [x, y] = [x, y].map(|name| name.parse::<Cell>().unwrap().peers());
        x | y
    };
    let expected = [a, b, a | b, either("r1c1", "r9c7"), either("r1c7", "r1c7")];
    let values: Vec<_> = records.all().iter().map(|r| r.values.clone()).collect();
    assert_eq!(values, [expected.map(Value::Cells).to_vec()]);
}

#[test]
fn groups_of_real_positions_are_components_with_two_sides() {
    let mut seen = 0;
    for position in sample(60) {
        for digit in Digit::ALL {
            let groups = color_groups(&position, digit);
            let pairs: Vec<CellSet> = Unit::ALL
                .into_iter()
                .map(|unit| position.spots_in(digit, unit))
                .filter(|spots| spots.len() == 2)
                .collect();
            // Both ends of each pair are in one group, on different sides.
            for &pair in &pairs {
                let of: Vec<_> = groups
                    .iter()
                    .filter(|g| pair.is_subset(g.a | g.b))
                    .collect();
                assert_eq!(of.len(), 1, "{digit} {pair}");
                assert_eq!((pair & of[0].a).len(), 1, "{digit} {pair}");
            }
            let mut all = CellSet::EMPTY;
            for group in &groups {
                seen += 1;
                let both = group.a | group.b;
                assert!(both.is_disjoint(all) && both.first() == group.a.first());
                all |= both;
                // From its least cell the pairs reach all of it.
                let mut reached: CellSet = both.first().into_iter().collect();
                for _ in 0..both.len() {
                    let touched = pairs.iter().filter(|pair| !pair.is_disjoint(reached));
                    reached = touched.fold(reached, |all, &pair| all | pair);
                }
                assert_eq!(reached, both);
            }
            assert_eq!(
                all,
                pairs.iter().fold(CellSet::EMPTY, |all, &pair| all | pair)
            );
        }
    }
    assert!(seen > 300, "only {seen} groups");
}
