//! The bit sets against the standard library's ordered sets.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::prelude::*;
use undoku_grid::{Cell, CellSet, Digit, DigitSet, Unit, UnitSet};

/// One property for all three kinds of set.
macro_rules! algebra_of {
    ($name:ident, $Set:ty, $Member:ty, $size:literal) => {
        mod $name {
            use super::*;

            fn members() -> impl Strategy<Value = BTreeSet<$Member>> {
                let all = <$Member>::ALL.to_vec();
                prop::collection::vec(prop::bool::weighted(0.3), $size).prop_map(move |chosen| {
                    all.iter().zip(chosen).filter(|(_, is_in)| *is_in).map(|(&m, _)| m).collect()
                })
            }

            fn set(members: &BTreeSet<$Member>) -> $Set {
                members.iter().copied().collect()
            }

            proptest! {
                #[test]
                fn agrees_with_ordered_sets(a in members(), b in members(), at in 0..$size) {
                    let (s, t) = (set(&a), set(&b));
                    let one = <$Member>::ALL[at as usize];
                    same(s | t, &a | &b)?;
                    same(s & t, &a & &b)?;
                    same(s - t, &a - &b)?;
                    same(s ^ t, &a ^ &b)?;
                    same(!s, &<$Member>::ALL.into_iter().collect() - &a)?;
                    same(s.with(one), &a | &BTreeSet::from([one]))?;
                    same(s.without(one), &a - &BTreeSet::from([one]))?;
                    same(s.after(one), a.iter().copied().filter(|&m| m > one).collect())?;
                    prop_assert_eq!(s.contains(one), a.contains(&one));
                    prop_assert_eq!(s.is_subset(t), a.is_subset(&b));
                    prop_assert_eq!(s.is_superset(t), a.is_superset(&b));
                    prop_assert_eq!(s.is_disjoint(t), a.is_disjoint(&b));
                    prop_assert_eq!(s.is_empty(), a.is_empty());
                    prop_assert_eq!(s.has_several(), a.len() > 1);
                    prop_assert_eq!(s.len() as usize, a.len());
                    prop_assert_eq!(s.first(), a.first().copied());
                    prop_assert_eq!(s.last(), a.last().copied());
                    let only = if a.len() == 1 { a.first().copied() } else { None };
                    prop_assert_eq!(s.only(), only);
                    prop_assert_eq!(<$Set>::from_bits(s.bits()), s);
                    let mut grown = s;
                    prop_assert_eq!(grown.insert(one), !a.contains(&one));
                    prop_assert_eq!(grown, s.with(one));
                    prop_assert_eq!(grown.remove(one), true);
                    prop_assert_eq!(grown, s.without(one));
                }

                #[test]
                fn iterates_from_both_ends(a in members(), ends in prop::collection::vec(any::<bool>(), 90)) {
                    let mut iter = set(&a).iter();
                    let mut expected: std::collections::VecDeque<_> = a.iter().copied().collect();
                    for front in ends {
                        prop_assert_eq!(iter.len(), expected.len());
                        if front {
                            prop_assert_eq!(iter.next(), expected.pop_front());
                        } else {
                            prop_assert_eq!(iter.next_back(), expected.pop_back());
                        }
                    }
                }

                #[test]
                fn is_shown_as_a_list(a in members()) {
                    let listed: Vec<String> = a.iter().map(ToString::to_string).collect();
                    prop_assert_eq!(set(&a).to_string(), listed.join(", "));
                }
            }

            fn same(kept: $Set, expected: BTreeSet<$Member>) -> Result<(), TestCaseError> {
                prop_assert_eq!(kept.iter().collect::<BTreeSet<_>>(), expected);
                Ok(())
            }

            #[test]
            fn ends_of_the_range() {
                assert_eq!(<$Set>::ALL.len(), $size);
                assert_eq!(<$Set>::FULL, <$Set>::ALL);
                assert_eq!(<$Set>::EMPTY.len(), 0);
                assert_eq!(<$Set>::from_bits(!0), <$Set>::ALL);
                assert_eq!(<$Set>::default(), <$Set>::EMPTY);
                let last = <$Member>::ALL[$size - 1];
                assert_eq!(<$Set>::ALL.after(last), <$Set>::EMPTY);
                assert_eq!(<$Set>::ALL.last(), Some(last));
            }
        }
    };
}

algebra_of!(cells, CellSet, Cell, 81);
algebra_of!(digits, DigitSet, Digit, 9);
algebra_of!(units, UnitSet, Unit, 27);

fn shows(value: impl Debug, text: &str) {
    assert_eq!(format!("{value:?}"), text);
}

#[test]
fn debug_forms() {
    shows(DigitSet::from_bits(0b1_0001), "{1, 5}");
    shows(UnitSet::from_bits(1 | 1 << 19), "{row 1, box 2}");
}

#[test]
fn kinds_of_units() {
    assert_eq!(UnitSet::ROWS.to_string().matches("row").count(), 9);
    assert_eq!(UnitSet::COLUMNS.to_string().matches("column").count(), 9);
    assert_eq!(UnitSet::BOXES.to_string().matches("box").count(), 9);
    assert_eq!(UnitSet::LINES, UnitSet::ROWS | UnitSet::COLUMNS);
    for kind in [UnitSet::ROWS, UnitSet::COLUMNS, UnitSet::BOXES] {
        assert_eq!(kind.cells(), CellSet::ALL);
    }
}

proptest! {
    #[test]
    fn units_and_cells_of_each_other(bits in any::<u128>(), chosen in any::<u32>()) {
        let set = CellSet::from_bits(bits & bits >> 40 & bits.rotate_left(17));
        let touched: UnitSet = set.iter().flat_map(Cell::units).collect();
        prop_assert_eq!(set.units(), touched);
        let units = UnitSet::from_bits(chosen & chosen >> 7);
        let inside: CellSet =
            Cell::ALL.into_iter().filter(|c| c.units().iter().any(|&u| units.contains(u))).collect();
        prop_assert_eq!(units.cells(), inside);
    }

    #[test]
    fn images_move_each_cell(bits in any::<u128>()) {
        let set = CellSet::from_bits(bits);
        let moved = |to: &dyn Fn(u8, u8) -> (u8, u8)| -> CellSet {
            let image = |cell: Cell| {
                let (row, column) = to(cell.index() as u8 / 9, cell.index() as u8 % 9);
                Cell::new(row, column).unwrap()
            };
            set.iter().map(image).collect()
        };
        prop_assert_eq!(set.half_turn(), moved(&|r, c| (8 - r, 8 - c)));
        prop_assert_eq!(set.mirror_columns(), moved(&|r, c| (r, 8 - c)));
        prop_assert_eq!(set.mirror_rows(), moved(&|r, c| (8 - r, c)));
        prop_assert_eq!(set.transpose(), moved(&|r, c| (c, r)));
        prop_assert_eq!(set.anti_transpose(), moved(&|r, c| (8 - c, 8 - r)));
    }

    #[test]
    fn peers_of_a_set_see_all_of_it(few in prop::collection::vec(0u8..81, 1..4)) {
        let set: CellSet = few.iter().filter_map(|&i| Cell::from_index(i)).collect();
        let all_seeing = Cell::ALL.into_iter().filter(|&c| set.iter().all(|m| c.sees(m))).collect();
        prop_assert_eq!(set.peers(), all_seeing);
    }
}
