//! The patterns under test, as a technique author writes them.

use super::support::{Draft, draft};

pub(crate) fn full_house() -> Draft {
    draft(
        "for u in all_units
         check count(open(u)) == 1
         place only(missing(u)) at only(open(u))",
    )
}

pub(crate) fn naked_single() -> Draft {
    draft(
        "for c in open
         check count(cand(c)) == 1
         place only(cand(c)) at c",
    )
}

/// `home` is the set of units that are searched.
pub(crate) fn hidden_single(home: &str) -> Draft {
    draft(
        "for u in home
         for d in missing(u)
         check count(spots(d, u)) == 1
         place d at only(spots(d, u))",
    )
    .formula("home", home)
}

pub(crate) fn one_look_per_cell() -> Draft {
    draft(
        "for c in {x in open : count(cand(x)) > 1}
         let ds = {d in cand(c) : any(u in units(c) : spots(d, u) == c)}
         check count(ds) >= 1
         place first(ds) at c",
    )
    .possible("count(open)")
}

/// Pointing for (boxes, lines), claiming for (lines, boxes).
pub(crate) fn locked(home: &str, away: &str) -> Draft {
    draft(
        "for u in home
         for d in missing(u)
         for t in units(cells(u)) & away
         check spots(d, u) in cells(t)
         eliminate d from spots(d, t) - cells(u)",
    )
    .formula("home", home)
    .formula("away", away)
}

pub(crate) fn direct_pointing() -> Draft {
    draft(
        "for b in boxes
         for d in missing(b)
         for l in units(cells(b)) & lines
         check spots(d, b) in cells(l)
         let gone = spots(d, l) - cells(b)
         for u in units(gone) - l
         check count(spots(d, u) - gone) == 1
         place d at only(spots(d, u) - gone)",
    )
}

pub(crate) fn naked_subset(k: i64) -> Draft {
    draft(
        "for u in all_units
         for s in choose(k, open(u))
         check count(cand(s)) == k
         eliminate cand(s) from open(u) - s",
    )
    .int("k", k)
}

pub(crate) fn hidden_subset(k: i64) -> Draft {
    draft(
        "for u in all_units
         for ds in choose(k, missing(u))
         check count(spots(ds, u)) == k
         eliminate digits - ds from spots(ds, u)",
    )
    .int("k", k)
}

pub(crate) fn basic_fish(k: i64, base: &str, cover: &str) -> Draft {
    draft(
        "for d in digits
         for bs in choose(k, {u in base : count(spots(d, u)) in 2..k})
         let s  = spots(d, bs)
         let cs = units(s) & cover
         check count(cs) == k
         eliminate d from spots(d, cs) - s",
    )
    .int("k", k)
    .formula("base", base)
    .formula("cover", cover)
}

pub(crate) fn finned_fish(k: i64, base: &str, cover: &str) -> Draft {
    draft(
        "for d in digits
         for bs in choose(k, {u in base : count(spots(d, u)) >= 1})
         for cs in choose(k, units(spots(d, bs)) & cover)
         let fins = spots(d, bs) - cells(cs)
         where count(fins) >= 1
         check count(units(fins) & boxes) == 1
         eliminate d from (spots(d, cs) - cells(bs)) & peers(fins)",
    )
    .int("k", k)
    .formula("base", base)
    .formula("cover", cover)
}

pub(crate) fn skyscraper(base: &str, cover: &str) -> Draft {
    draft(
        "for d in digits
         for bs in choose(2, {u in base : count(spots(d, u)) == 2})
         let s = spots(d, bs)
         for q in units(s) & cover
         let ends = s - cells(q)
         check count(ends) == 2 and count(units(ends) & cover) == 2
         eliminate d from peers(ends)",
    )
    .formula("base", base)
    .formula("cover", cover)
}

pub(crate) fn xy_wing() -> Draft {
    draft(
        "for p in bivalue
         for a in bivalue & peers(p)
         for b in bivalue & peers(p) after a
         let z = (cand(a) & cand(b)) - cand(p)
         check count(z) == 1 and count(cand(p) | cand(a) | cand(b)) == 3 and cand(a) != cand(b)
         eliminate z from peers(a | b)",
    )
}

pub(crate) fn w_wing() -> Draft {
    draft(
        "for a in bivalue
         for b in {x in bivalue after a : cand(x) == cand(a) and not sees(x, a)}
         for d in cand(a)
         for u in all_units
         let s = spots(d, u)
         check count(s) == 2 and count(s & peers(a)) == 1 and count(s & peers(b)) == 1 and s in peers(a) ^ peers(b)
         eliminate cand(a) - d from peers(a | b)",
    )
}

/// The same pattern over the rectangles that the language has a word for.
pub(crate) fn rectangles_by_name() -> Draft {
    draft(
        "for s in rectangles
         where s in open
         for odd in s
         let pair = cand(s - odd)
         check count(pair) == 2 and all(c in s - odd : cand(c) == pair) and pair in cand(odd)
         eliminate pair from odd",
    )
}

pub(crate) fn unique_rectangle() -> Draft {
    draft(
        "for rs in choose(2, rows)
         for qs in choose(2, columns)
         let s = cells(rs) & cells(qs)
         where count(units(s) & boxes) == 2 and s in open
         for odd in s
         let pair = cand(s - odd)
         check count(pair) == 2 and all(c in s - odd : cand(c) == pair) and pair in cand(odd)
         eliminate pair from odd",
    )
}

pub(crate) fn bug_plus_one() -> Draft {
    draft(
        "let odd = {c in open : count(cand(c)) > 2}
         check count(odd) == 1 and count(cand(only(odd))) == 3
         let ds = {d in cand(only(odd)) : all(u in units(odd) : count(spots(d, u)) == 3)}
         check count(ds) == 1
         place ds at odd",
    )
}
