//! What the patterns and formulas of the language's own sketch read as.

use super::print::{self, check_pattern_places, check_places};
use super::{formula, pattern, template};
use undoku_lang::syntax::TemplatePiece;

#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    let tree = pattern(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    assert_eq!(print::pattern(&tree), expected.join("\n"), "{text}");
    check_pattern_places(text, &tree);
}

#[track_caller]
fn means(text: &str, expected: &str) {
    let tree = formula(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    assert_eq!(print::expr(&tree), expected, "{text}");
    check_places(text, &tree);
}

#[test]
fn singles() {
    reads(
        "for c in open\ncheck count(cand(c)) == 1\nplace only(cand(c)) at c\n",
        &[
            "for c open",
            "check (== (count (cand c)) 1)",
            "place (only (cand c)) c",
        ],
    );
    reads(
        "for b in boxes\nfor d in missing(b)\ncheck count(spots(d, b)) == 1\nplace d at only(spots(d, b))",
        &[
            "for b boxes",
            "for d (missing b)",
            "check (== (count (spots d b)) 1)",
            "place d (only (spots d b))",
        ],
    );
    reads(
        "for c in {x in open : count(cand(x)) > 1}
         let ds = {d in cand(c) : any(u in units(c) : spots(d, u) == c)}
         check count(ds) >= 1
         place first(ds) at c",
        &[
            "for c {x open (> (count (cand x)) 1)}",
            "let ds {d (cand c) (any [u (units c)] (== (spots d u) c))}",
            "check (>= (count ds) 1)",
            "place (first ds) c",
        ],
    );
}

#[test]
fn locked_candidates() {
    reads(
        "for b in boxes
         for d in missing(b)
         for l in units(cells(b)) & lines
         check spots(d, b) in cells(l)
         eliminate d from spots(d, l) - cells(b)",
        &[
            "for b boxes",
            "for d (missing b)",
            "for l (& (units (cells b)) lines)",
            "check (in (spots d b) (cells l))",
            "eliminate d (- (spots d l) (cells b))",
        ],
    );
}

#[test]
fn subsets() {
    reads(
        "for u in all_units
         for s in choose(k, open(u))
         check count(cand(s)) == k
         eliminate cand(s) from open(u) - s",
        &[
            "for u all_units",
            "for s (choose k (open u))",
            "check (== (count (cand s)) k)",
            "eliminate (cand s) (- (open u) s)",
        ],
    );
    reads(
        "for u in all_units
         for ds in choose(k, missing(u))
         check count(spots(ds, u)) == k
         eliminate digits - ds from spots(ds, u)",
        &[
            "for u all_units",
            "for ds (choose k (missing u))",
            "check (== (count (spots ds u)) k)",
            "eliminate (- digits ds) (spots ds u)",
        ],
    );
}

#[test]
fn fish() {
    reads(
        "for d in digits
         for bs in choose(k, {u in base : count(spots(d, u)) in 2..k})
         let s  = spots(d, bs)
         let cs = units(s) & cover
         check count(cs) == k
         eliminate d from spots(d, cs) - s",
        &[
            "for d digits",
            "for bs (choose k {u base (in (count (spots d u)) (.. 2 k))})",
            "let s (spots d bs)",
            "let cs (& (units s) cover)",
            "check (== (count cs) k)",
            "eliminate d (- (spots d cs) s)",
        ],
    );
    reads(
        "for d in digits
         for bs in choose(k, {u in base : count(spots(d, u)) >= 1})
         for cs in choose(k, units(spots(d, bs)) & cover)
         let fins = spots(d, bs) - cells(cs)
         where count(fins) >= 1
         check count(units(fins) & boxes) == 1
         eliminate d from (spots(d, cs) - cells(bs)) & peers(fins)",
        &[
            "for d digits",
            "for bs (choose k {u base (>= (count (spots d u)) 1)})",
            "for cs (choose k (& (units (spots d bs)) cover))",
            "let fins (- (spots d bs) (cells cs))",
            "where (>= (count fins) 1)",
            "check (== (count (& (units fins) boxes)) 1)",
            "eliminate d (& (- (spots d cs) (cells bs)) (peers fins))",
        ],
    );
}

#[test]
fn wings() {
    reads(
        "for p in bivalue
         for a in bivalue & peers(p)
         for b in bivalue & peers(p) after a
         let z = (cand(a) & cand(b)) - cand(p)
         check count(z) == 1 and count(cand(p) | cand(a) | cand(b)) == 3 and cand(a) != cand(b)
         eliminate z from peers(a | b)",
        &[
            "for p bivalue",
            "for a (& bivalue (peers p))",
            "for b (after (& bivalue (peers p)) a)",
            "let z (- (& (cand a) (cand b)) (cand p))",
            "check (and (and (== (count z) 1) (== (count (| (| (cand p) (cand a)) (cand b))) 3)) (!= (cand a) (cand b)))",
            "eliminate z (peers (| a b))",
        ],
    );
    reads(
        "for a in bivalue
         for b in {x in bivalue after a : cand(x) == cand(a) and not sees(x, a)}
         for d in cand(a)
         for u in all_units
         let s = spots(d, u)
         check count(s) == 2 and count(s & peers(a)) == 1 and s in peers(a) ^ peers(b)
         eliminate cand(a) - d from peers(a | b)",
        &[
            "for a bivalue",
            "for b {x (after bivalue a) (and (== (cand x) (cand a)) (not (sees x a)))}",
            "for d (cand a)",
            "for u all_units",
            "let s (spots d u)",
            "check (and (and (== (count s) 2) (== (count (& s (peers a))) 1)) (in s (^ (peers a) (peers b))))",
            "eliminate (- (cand a) d) (peers (| a b))",
        ],
    );
}

#[test]
fn uniqueness() {
    reads(
        "for rs in choose(2, rows)
         for qs in choose(2, columns)
         let s = cells(rs) & cells(qs)
         where count(units(s) & boxes) == 2 and s in open
         for odd in s
         let pair = cand(s - odd)
         check count(pair) == 2 and all(c in s - odd : cand(c) == pair) and pair in cand(odd)
         eliminate pair from odd",
        &[
            "for rs (choose 2 rows)",
            "for qs (choose 2 columns)",
            "let s (& (cells rs) (cells qs))",
            "where (and (== (count (& (units s) boxes)) 2) (in s open))",
            "for odd s",
            "let pair (cand (- s odd))",
            "check (and (and (== (count pair) 2) (all [c (- s odd)] (== (cand c) pair))) (in pair (cand odd)))",
            "eliminate pair odd",
        ],
    );
    reads(
        "let odd = {c in open : count(cand(c)) > 2}
         check count(odd) == 1 and count(cand(only(odd))) == 3
         let ds = {d in cand(only(odd)) : all(u in units(odd) : count(spots(d, u)) == 3)}
         check count(ds) == 1
         place ds at odd",
        &[
            "let odd {c open (> (count (cand c)) 2)}",
            "check (and (== (count odd) 1) (== (count (cand (only odd))) 3))",
            "let ds {d (cand (only odd)) (all [u (units odd)] (== (count (spots d u)) 3))}",
            "check (== (count ds) 1)",
            "place ds odd",
        ],
    );
}

#[test]
fn direct_pointing() {
    reads(
        "let gone = spots(d, l) - cells(b)
         for u in units(gone) - l
         check count(spots(d, u) - gone) == 1
         place d at only(spots(d, u) - gone)",
        &[
            "let gone (- (spots d l) (cells b))",
            "for u (- (units gone) l)",
            "check (== (count (- (spots d u) gone)) 1)",
            "place d (only (- (spots d u) gone))",
        ],
    );
}

#[test]
fn records_and_sources() {
    reads(
        "for d in digits
         for g in color_groups(d)
         for side in [g.a, g.b]
         check any(u in units(side) : count(side & cells(u)) >= 2)
         eliminate d from side",
        &[
            "for d digits",
            "for g (color_groups d)",
            "for side [(. g a) (. g b)]",
            "check (any [u (units side)] (>= (count (& side (cells u))) 2))",
            "eliminate d side",
        ],
    );
    reads(
        "for x in als()
         for y in als() after x
         where is_empty(x.cells & y.cells)
         for r in restricted_common(x, y)
         for z in (x.digits & y.digits) - r
         check count(spots(z, x.cells | y.cells)) >= 2
         eliminate z from spots(z) & peers(spots(z, x.cells | y.cells)) - x.cells - y.cells",
        &[
            "for x (als)",
            "for y (after (als) x)",
            "where (is_empty (& (. x cells) (. y cells)))",
            "for r (restricted_common x y)",
            "for z (- (& (. x digits) (. y digits)) r)",
            "check (>= (count (spots z (| (. x cells) (. y cells)))) 2)",
            "eliminate z (& (spots z) (- (- (peers (spots z (| (. x cells) (. y cells)))) (. x cells)) (. y cells)))",
        ],
    );
    reads(
        "for ch in chains(links: candidate, ends: strong, longest: 12)
         check not is_empty(ch.eliminations)",
        &[
            "for ch (chains links:candidate ends:strong longest:12)",
            "check (not (is_empty (. ch eliminations)))",
        ],
    );
}

#[test]
fn statements_stand_anywhere() {
    // White space, line ends and comments mean nothing; a line may hold several statements.
    reads(
        "# a heading\n\nfor c in open check c # first\n  == 1\r\nplace\n 1\nat\tc # last",
        &["for c open", "check (== c 1)", "place 1 c"],
    );
    reads(
        "check a not\n  in b # not the end\n  or c",
        &["check (or (not in a b) c)"],
    );
    reads(
        "for u in if k == 2 then rows else columns",
        &["for u (if (== k 2) rows columns)"],
    );
    // A word that is nearly a keyword may stand first on a line where an operand is due.
    reads(
        "let s = a |\n  lets\ncheck s",
        &["let s (| a lets)", "check s"],
    );
}

#[test]
fn step_formulas() {
    means(
        "(p + 1) / (v + 1) * check_time",
        "(* (/ (+ p 1) (+ v 1)) check_time)",
    );
    means(
        "sum(x in open(u) - s : count(units(x) & holding(d)))",
        "(sum [x (- (open u) s)] (count (& (units x) (holding d))))",
    );
    means(
        "if open_min <= 6 then by_open[clamp(open_min, 1, 6)] else min(ceiling, beyond + per_cell * (open_min - 6))",
        "(if (<= open_min 6) (@ by_open (clamp open_min 1 6)) (min ceiling (+ beyond (* per_cell (- open_min 6)))))",
    );
    means(
        "clamp(round(base + peer_weight * peer_eliminations + reason_weight * reasons), 15, 32)",
        "(clamp (round (+ (+ base (* peer_weight peer_eliminations)) (* reason_weight reasons))) 15 32)",
    );
    means(
        "1.75 + assertions / 32 * 0.50",
        "(+ 1.75 (* (/ assertions 32) 0.5))",
    );
}

#[test]
fn path_formulas() {
    means(
        "0.4 * sum(assertions) + 3.5 * mean(assertions) + 0.8 * max(assertions)",
        "(+ (+ (* 0.4 (sum assertions)) (* 3.5 (mean assertions))) (* 0.8 (max assertions)))",
    );
    means(
        "trajectory_pacing_slope < -0.030",
        "(< trajectory_pacing_slope (- 0.03))",
    );
    means(
        "-pi/2 + index / steps * 2 * pi",
        "(+ (/ (- pi) 2) (* (* (/ index steps) 2) pi))",
    );
    means(
        "clamp((score - 1.00) / 1.35, 0, 1)",
        "(clamp (/ (- score 1.0) 1.35) 0 1)",
    );
    means(
        "count(kind == \"naked_single\")",
        "(count (== kind \"naked_single\"))",
    );
    means(
        "mean(abs(score - mean(score)))",
        "(mean (abs (- score (mean score))))",
    );
    means(
        "max(c in open : count(cand(c)))",
        "(max [c open] (count (cand c)))",
    );
}

#[test]
fn literals() {
    means("12", "12");
    means("007", "7");
    means("9223372036854775807", "9223372036854775807");
    means("2.0", "2.0");
    means("1e-3", "0.001");
    means("2E+2", "200.0");
    means("1.5e2", "150.0");
    means("-3", "(- 3)");
    means("true", "#true");
    means("false", "#false");
    means(r#""""#, r#""""#);
    means(r#""a \"b\" \\ c # ( é""#, r#""a \"b\" \\ c # ( é""#);
    means("[]", "[]");
    means("[[1], 2..9]", "[[1] (.. 2 9)]");
    means("1.5..2.5", "(.. 1.5 2.5)");
    means("_", "_");
}

#[test]
fn keywords_end_at_word_boundaries() {
    for name in [
        "format",
        "for_x",
        "inner",
        "letter",
        "order",
        "android",
        "nothing",
        "iffy",
        "thenx",
        "elsewhere",
        "atom",
        "from1",
        "truex",
        "falsey",
        "afterwards",
        "checks",
        "places",
        "eliminated",
        "wherever",
        "in_",
        "Not",
        "OR",
    ] {
        means(name, name);
        means(
            &format!("{name} or not {name}"),
            &format!("(or {name} (not {name}))"),
        );
        reads(
            &format!("for {name} in {name}"),
            &[&format!("for {name} {name}")],
        );
    }
    means("a or(b)", "(or a b)");
    means("not(a)", "(not a)");
}

#[test]
fn folds_filters_and_calls_are_told_apart() {
    means("any(x in S)", "(any (in x S))");
    means("any(x in S : c)", "(any [x S] c)");
    means("any(x in S, c)", "(any (in x S) c)");
    means("f(x : c)", "(f x:c)");
    means("f(a, x : c, y: d)", "(f a x:c y:d)");
    means("any(x not in S)", "(any (not in x S))");
    means("any(x in a in b : c)", "(any [x (in a b)] c)");
    means(
        "any(x in a | b after c : d or e)",
        "(any [x (after (| a b) c)] (or d e))",
    );
    means("any(x in a and b : c)", "(any [x (and a b)] c)");
    means("any(x in if a then b else c : d)", "(any [x (if a b c)] d)");
    means(
        "any(x in if a then b else c : if d then e else f)",
        "(any [x (if a b c)] (if d e f))",
    );
    means("any(x in not a : b)", "(any [x (not a)] b)");
    means("{x in if a then b else c : d}", "{x (if a b c) d}");
    means("{x in {y in S : a} : b}", "{x {y S a} b}");
    means("f(if a then b else c, d)", "(f (if a b c) d)");
    means("any((x in S))", "(any (in x S))");
    means("f()", "(f)");
    means("f().a[1].b", "(. (@ (. (f) a) 1) b)");
}

#[test]
fn conditionals() {
    means("if a then b else c + 1", "(if a b (+ c 1))");
    means("(if a then b else c) + 1", "(+ (if a b c) 1)");
    means("if a then b else if c then d else e", "(if a b (if c d e))");
    means("if a then if b then c else d else e", "(if a (if b c d) e)");
    means("if if a then b else c then d else e", "(if (if a b c) d e)");
}

#[test]
fn templates() {
    let pieces = |text: &str| -> Vec<String> {
        let tree = template(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
        tree.pieces
            .iter()
            .map(|piece| match piece {
                TemplatePiece::Text(text) => format!("{text:?}"),
                TemplatePiece::Value(value) => {
                    check_places(text, value);
                    print::expr(value)
                }
            })
            .collect()
    };
    assert_eq!(
        pieces("{d} has one cell left in {u}: {target}"),
        ["d", "\" has one cell left in \"", "u", "\": \"", "target"]
    );
    assert_eq!(pieces("nothing to fill in"), ["\"nothing to fill in\""]);
    assert_eq!(pieces(""), [] as [&str; 0]);
    assert_eq!(
        pieces("{{d}} is {d}é{c}"),
        ["\"{d} is \"", "d", "\"é\"", "c"]
    );
    assert_eq!(
        pieces("{count({x in S : x == \"}\"})}!"),
        ["(count {x S (== x \"}\")})", "\"!\""]
    );
    assert_eq!(pieces("{ {x in S : c} }"), ["{x S c}"]);
    assert_eq!(pieces("{{{a}}}"), ["\"{\"", "a", "\"}\""]);
    assert_eq!(pieces("{a}{b}"), ["a", "b"]);
    assert_eq!(pieces("{f(\"\\\"}\")}"), ["(f \"\\\"}\")"]);
}
