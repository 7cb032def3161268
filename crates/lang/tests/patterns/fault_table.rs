//! Mistakes in techniques, each with the one message that it should give.

use undoku_lang::{Code, codes};

use super::support::{Draft, draft};

/// A mistake and what is said of it.
pub(crate) struct Fault {
    pub(crate) draft: Draft,
    pub(crate) code: Code,
    /// The words it points at.
    pub(crate) place: &'static str,
    /// Something in the message.
    pub(crate) message: &'static str,
    /// Something in the label, the help or the notes.
    pub(crate) advice: &'static str,
}

fn fault(
    draft: Draft,
    code: Code,
    place: &'static str,
    message: &'static str,
    advice: &'static str,
) -> Fault {
    Fault {
        draft,
        code,
        place,
        message,
        advice,
    }
}

/// A loop over the open cells with one thing in it, and a conclusion.
pub(crate) fn checked(condition: &str) -> Draft {
    draft(&format!(
        "for c in open\ncheck {condition}\nplace first(cand(c)) at c"
    ))
}

fn looped(set: &str) -> Draft {
    draft(&format!(
        "for x in {set}\ncheck count(open) > 9\neliminate digits from open - x"
    ))
}

pub(crate) fn right() -> Draft {
    draft("for c in open check count(cand(c)) == 1 place only(cand(c)) at c")
}

#[rustfmt::skip]
fn names() -> Vec<Fault> {
    use codes::{NAME_TAKEN, UNKNOWN_NAME};
    vec![
        fault(checked("count(cnad(c)) == 1"), UNKNOWN_NAME, "cnad", "unknown function `cnad`", "did you mean `cand`?"),
        fault(checked("count(cand(cc)) == 1"), UNKNOWN_NAME, "cc", "unknown name `cc`", "did you mean `c`?"),
        fault(checked("count(zzzzzz) == 1"), UNKNOWN_NAME, "zzzzzz", "unknown name `zzzzzz`", "name it with `let`"),
        fault(checked("is_wing(c)"), UNKNOWN_NAME, "is_wing", "unknown function `is_wing`", "registered by a plugin"),
        fault(checked("peers == open"), UNKNOWN_NAME, "peers", "`peers` is a function, not a value", "`peers(…)`"),
        fault(checked("c in bivalue(c)"), UNKNOWN_NAME, "bivalue", "`bivalue` is a value, not a function", "without brackets"),
        fault(checked("steps > 3"), UNKNOWN_NAME, "steps", "`steps` stands in formulas over a whole path only", ""),
        fault(checked("steps() > 3"), UNKNOWN_NAME, "steps", "`steps` is a value, not a function", ""),
        fault(
            checked("product(x in open : 2) > 3"),
            UNKNOWN_NAME,
            "product",
            "`product` does not fold a set",
            "folds are `sum`, `min`",
        ),
        fault(checked("summ(x in open : 2) > 3"), UNKNOWN_NAME, "summ", "`summ` does not fold", "did you mean `sum`?"),
        fault(looped("row"), UNKNOWN_NAME, "row", "`row` is a function, not a value", "`row(…)`"),
        fault(looped("rws"), UNKNOWN_NAME, "rws", "unknown name `rws`", "did you mean `rows`?"),
        fault(looped("{y in opne : y in filled}"), UNKNOWN_NAME, "opne", "unknown name `opne`", "did you mean `open`?"),
        fault(right().explain("{c} and {targt}"), UNKNOWN_NAME, "targt", "unknown name `targt`", "did you mean `target`?"),
        fault(right().assertions("2 + asertions"), UNKNOWN_NAME, "asertions", "unknown name `asertions`", ""),
        fault(right().score("assertion + 0.5"), UNKNOWN_NAME, "assertion", "unknown name", "did you mean `assertions`?"),
        // What a match does is not known before there is one.
        fault(checked("count(eliminated) > 2"), UNKNOWN_NAME, "eliminated", "`eliminated` is not known yet here", "further down"),
        fault(
            draft("for c in open check count(cand(c)) > 1 eliminate cand(c) from peers(c)").score("count(cand(target))"),
            UNKNOWN_NAME,
            "target",
            "known only where a pattern ends with `place`",
            "`eliminated` are the cells",
        ),
        fault(looped("open\nlet open = x"), NAME_TAKEN, "open", "the name `open` is taken", "it is a word of the language"),
        fault(looped("open\nlet x = filled"), NAME_TAKEN, "x", "the name `x` is taken", "another value here"),
        fault(checked("any(c in peers(c) : c in bivalue)"), NAME_TAKEN, "c", "the name `c` is taken", "another value here"),
        fault(
            checked("count(cand(c)) == 1\nlet target = c"),
            NAME_TAKEN,
            "target",
            "the name `target` is taken",
            "a meaning of its own",
        ),
        fault(right().evidence("score", "count(cand(c))"), NAME_TAKEN, "a key", "the name `score` is taken", "another name"),
        fault(right().evidence("c", "count(cand(c))"), NAME_TAKEN, "a key", "the name `c` is taken", "another name"),
        fault(right().int("count", 3), NAME_TAKEN, "a key", "the name `count` is taken", "a word of the language"),
        fault(
            right().int("k", 2).int("k", 3).score("k + 1.0"),
            NAME_TAKEN,
            "a key",
            "the name `k` is taken",
            "another value here",
        ),
    ]
}

#[rustfmt::skip]
fn types() -> Vec<Fault> {
    use codes::TYPE;
    vec![
        fault(checked("cand(c)"), TYPE, "cand(c)", "expected a condition, found a set of digits", "this is a set of digits"),
        fault(checked("c + 1 > 2"), TYPE, "c", "expected a number, found a cell", "`count(…)` gives a number"),
        fault(checked("cand(c) + 1 > 2"), TYPE, "cand(c)", "expected a number, found a set of digits", "`count(…)`"),
        fault(checked("cand(c) > 2"), TYPE, "cand(c)", "expected a number, found a set of digits", "`count(…)` gives a number"),
        fault(checked("cand(c) | peers(c) == open"), TYPE, "peers(c)", "expected a set of digits, found a set of cells", "the other side is a set of digits"),
        fault(checked("1 & 2 == 3"), TYPE, "1", "expected a set, found a whole number", ""),
        fault(checked("(c in open) | (c in filled)"), TYPE, "c in open", "expected a set, found a condition", "`and` and `or`"),
        fault(checked("c in open and cand(c)"), TYPE, "cand(c)", "expected a condition, found a set of digits", ""),
        fault(checked("not count(cand(c))"), TYPE, "count(cand(c))", "expected a condition, found a whole number", ""),
        fault(checked("-cand(c) == 1"), TYPE, "cand(c)", "expected a number, found a set of digits", ""),
        fault(checked("c == cand(c)"), TYPE, "cand(c)", "expected a cell, found a set of digits", ""),
        fault(checked("count(cand(c)) == open"), TYPE, "open", "expected a whole number, found a set of cells", ""),
        fault(checked("row(c) in cand(c)"), TYPE, "row(c)", "expected a digit or a set of digits, found a unit", ""),
        fault(checked("c in count(open)"), TYPE, "count(open)", "expected a set, a list or a span `a..b`, found a whole number", ""),
        fault(checked("c in 1..4"), TYPE, "1", "expected a cell, found a whole number", ""),
        fault(checked("(1..4) == 3"), TYPE, "..", "a span of numbers can only stand behind `in`", "`x in a..b`"),
        fault(checked("c in [1, 2]"), TYPE, "c", "expected a whole number, found a cell", ""),
        fault(checked("[1, c] == 3"), TYPE, "c", "expected a whole number, found a cell", ""),
        fault(checked("c in []"), TYPE, "[]", "an empty list has no type", "at least one value"),
        fault(checked("[1, 2] == [1, 2]"), TYPE, "[1, 2]", "expected values that can be equal, found a list of whole numbers", ""),
        fault(checked("count(if c in open then cand(c) else 3) > 1"), TYPE, "3", "expected a set of digits, found a whole number", ""),
        fault(checked("(if count(open) then 1 else 2) > 1"), TYPE, "count(open)", "expected a condition, found a whole number", ""),
        fault(checked("count(digits after c) > 1"), TYPE, "c", "expected a digit, found a cell", ""),
        fault(checked("count(c after c) > 1"), TYPE, "c", "expected a set, or the records of a source, found a cell", ""),
        fault(checked("c[1] == c"), TYPE, "c", "expected a list to take an element of, found a cell", ""),
        fault(checked("c.cells == open"), TYPE, "c", "expected a record, which has fields, found a cell", ""),
        fault(checked("sum(x in open : cand(x)) > 1"), TYPE, "cand(x)", "expected a number, found a set of digits", ""),
        fault(checked("any(x in open : count(cand(x)))"), TYPE, "count(cand(x))", "expected a condition, found a whole number", ""),
        fault(checked("count(x in open : 3) > 1"), TYPE, "3", "expected a condition, found a whole number", ""),
        fault(checked("count(union(x in open : 3)) > 1"), TYPE, "3", "expected a set, found a whole number", ""),
        fault(checked("count({x in open : cand(x)}) > 1"), TYPE, "cand(x)", "expected a condition, found a set of digits", ""),
        fault(checked("min(c, 2) > 1"), TYPE, "c", "expected a number, found a cell", ""),
        fault(checked("clamp(2, c, 3) > 1"), TYPE, "c", "expected a number, found a cell", ""),
        fault(looped("3"), TYPE, "3", "expected a set or a list to range over, found a whole number", ""),
        fault(looped("{s in choose(2, open) : s in bivalue}"), TYPE, "choose(2, open)", "expected a set to take members from, found a list of sets of cells", "`where`"),
        fault(draft("for c in open check c in bivalue place c at c"), TYPE, "c", "expected a digit, found a cell", ""),
        fault(draft("for c in open check c in bivalue place cand(c) at cand(c)"), TYPE, "cand(c)", "expected a cell, found a set of digits", ""),
        fault(draft("for c in open check c in bivalue eliminate c from peers(c)"), TYPE, "c", "expected a set of digits, found a cell", ""),
        fault(draft("for c in open check c in bivalue eliminate cand(c) from row(c)"), TYPE, "row(c)", "expected a set of cells, found a unit", ""),
        fault(right().assertions("cand(c)"), TYPE, "cand(c)", "expected a number, found a set of digits", ""),
        fault(right().score("c in open"), TYPE, "c in open", "expected a number, found a condition", ""),
        fault(right().explain("{[1, 2]}"), TYPE, "[1, 2]", "a list of whole numbers cannot be printed", ""),
        fault(right().evidence("e", "[1, 2]").score("e[1] / 1"), TYPE, "[1, 2]", "a list of whole numbers cannot be reported", ""),
        fault(right().evidence("e", "\"hard\"").explain("{c}"), TYPE, "\"hard\"", "a text cannot be reported", ""),
        fault(right().possible("open"), TYPE, "open", "expected a whole number, found a set of cells", ""),
    ]
}

#[rustfmt::skip]
fn arguments() -> Vec<Fault> {
    use codes::{ARGUMENTS, NOT_CONSTANT, TYPE};
    vec![
        fault(checked("count(cand(c, c)) == 1"), ARGUMENTS, "cand", "`cand` cannot be called with a cell, a cell", "`cand(cell)` or `cand(cells)`"),
        fault(checked("count(cand()) == 1"), ARGUMENTS, "cand", "`cand` cannot be called with nothing", "`cand(cell)`"),
        fault(checked("count(missing(c)) == 1"), ARGUMENTS, "missing", "`missing` cannot be called with a cell", "`missing(unit)`"),
        fault(checked("sees(c)"), ARGUMENTS, "sees", "`sees` cannot be called with a cell", "`sees(cell, cell)`"),
        fault(checked("count(3) == 1"), ARGUMENTS, "count", "`count` cannot be called with a whole number", "`count(cells)`"),
        fault(checked("count(spots(row(c), first(digits))) == 1"), ARGUMENTS, "spots", "cannot be called with a unit, a digit", "`spots(digit, unit)`"),
        fault(checked("count(cand(of: c)) == 1"), ARGUMENTS, "of", "`cand` takes no named arguments", "write the value alone"),
        fault(checked("min(2) > 1"), ARGUMENTS, "min", "`min` cannot be called with a whole number", "two or more numbers"),
        fault(checked("max() > 1"), ARGUMENTS, "max", "`max` cannot be called with nothing", "`max(a, b, …)`"),
        fault(checked("clamp(1, 2) > 1"), ARGUMENTS, "clamp", "`clamp` cannot be called with", "`clamp(x, low, high)`"),
        fault(checked("any(open)"), ARGUMENTS, "any", "`any` cannot be called with a set of cells", "`any(x in set : …)`"),
        fault(checked("sum(open) > 1"), ARGUMENTS, "sum", "`sum` cannot be called with a set of cells", "`sum(x in set : …)`"),
        fault(checked("entropy(open) > 1"), ARGUMENTS, "entropy", "`entropy` cannot be called with a set of cells", "over a whole path"),
        fault(looped("choose(2)"), ARGUMENTS, "choose(2)", "`choose` takes a number and a set", "`choose(2, set)`"),
        fault(looped("choose(0, open)"), ARGUMENTS, "0", "`choose` makes subsets of 1 to 9 members", "from 1 to 9"),
        fault(looped("choose(10, open)"), ARGUMENTS, "10", "`choose` makes subsets of 1 to 9 members", "from 1 to 9"),
        fault(looped("choose(2.0, open)"), TYPE, "2.0", "expected a whole number, found a number", ""),
        fault(looped("choose(2, 3)"), TYPE, "3", "expected a set, found a whole number", ""),
        fault(looped("choose(count(open), open)"), NOT_CONSTANT, "count(open)", "must be known when the rules are loaded", "a constant of the technique or variant"),
        fault(
            right().formula("k", "count(open)").score("k + 1.0"),
            NOT_CONSTANT,
            "count(open)",
            "a constant cannot depend on the position",
            "`let`",
        ),
        fault(
            right().possible("count(cand(c))"),
            NOT_CONSTANT,
            "count(cand(c))",
            "how many bindings are tried cannot depend on one of them",
            "leave `possible` out",
        ),
    ]
}

#[rustfmt::skip]
fn patterns() -> Vec<Fault> {
    use codes::{CONCLUSION, FIXED_CONDITION, INDEX, OUT_OF_RANGE, TOO_COSTLY};
    vec![
        fault(draft("for c in open check c in bivalue"), CONCLUSION, "for c in open check c in bivalue", "the pattern concludes nothing", "`eliminate … from …`"),
        fault(draft("place first(digits) at first(open) check count(open) > 1"), CONCLUSION, "check count(open) > 1", "has already concluded", "in front of the conclusion"),
        fault(draft("check count(open) > 1 place first(digits) at first(open) place last(digits) at first(open)"), CONCLUSION, "place last(digits) at first(open)", "has already concluded", ""),
        fault(draft("check count(open) > 1 place first(digits) at first(open) eliminate digits from bivalue"), CONCLUSION, "eliminate digits from bivalue", "has already concluded", ""),
        fault(
            draft("check count(open) > 1 place first(digits) at first(open) let a = open for c in a where c in bivalue"),
            CONCLUSION,
            "let a = open",
            "has already concluded",
            "",
        ),
        fault(
            draft(
                "for a in choose(8, cells)\nfor b in choose(8, cells)\nfor c in choose(8, cells)\ncheck count(a & b & c) == 1\neliminate digits from a",
            ),
            TOO_COSTLY,
            "for a in choose(8, cells)",
            "can visit about 3.2e10 bindings",
            "the limit is 2.0e7",
        ),
        fault(
            draft("for a in cells for b in cells for c in cells for d in cells check sees(a, d) eliminate digits from b - c"),
            TOO_COSTLY,
            "for d in cells",
            "can visit about 4.3e7 bindings",
            "up to 81 values for each of 531441",
        ),
        fault(checked("[3, 4, 5][count(cand(c))] == 3"), INDEX, "count(cand(c))", "this index can be 0 to 9, but the list has elements 1 to 3", "clamp(…, 1, 3)"),
        fault(checked("[3, 4, 5][0] == 3"), INDEX, "0", "this index can be 0, but", ""),
        fault(checked("[3, 4, 5][round(1 / count(cand(c)))] == 3"), INDEX, "round(1 / count(cand(c)))", "this index can be 0 or more", ""),
        fault(checked("count(cand(c)) > 9"), FIXED_CONDITION, "count(cand(c)) > 9", "this condition never holds", "the pattern cannot match"),
        fault(checked("1 == 2"), FIXED_CONDITION, "1 == 2", "this condition never holds", ""),
        fault(checked("count(s in choose(2, rows) : true) < 0"), FIXED_CONDITION, "count(s in choose(2, rows) : true) < 0", "never holds", ""),
        fault(
            right().evidence("n", "count(cand(c))").assertions("n + 1").score("assertions * 0.1").range(0.1, 0.9),
            OUT_OF_RANGE,
            "assertions * 0.1",
            "the score can be 1, outside its declared range [0.1, 0.9]",
            "it is so when n is 9",
        ),
        fault(
            right()
                .evidence("row_open", "count(open(row(target)))")
                .evidence("box_open", "count(open(box(target)))")
                .score("1.0 + row_open * 0.1 - box_open * 0.01")
                .range(1.0, 1.9),
            OUT_OF_RANGE,
            "1.0 + row_open * 0.1 - box_open * 0.01",
            "the score can be 0.91, outside its declared range [1, 1.9]",
            "row_open is 0 and box_open is 9",
        ),
        fault(
            right().score("sum(x in open : 1 / count(cand(x)))").range(0.0, 81.0),
            OUT_OF_RANGE,
            "sum(x in open : 1 / count(cand(x)))",
            "the score has no greatest value",
            "can be 0 or more",
        ),
    ]
}

#[rustfmt::skip]
fn reading() -> Vec<Fault> {
    use codes::{BAD_NUMBER, BAD_TEMPLATE, SYNTAX};
    vec![
        fault(checked("count(cand(c) == 1"), SYNTAX, "", "expected `)` to close the call of `count`", ""),
        fault(checked("count(cand(c)) = 1"), SYNTAX, "=", "", "=="),
        fault(draft("for c open check c in bivalue place first(cand(c)) at c"), SYNTAX, "open", "", ""),
        fault(right().score("1.0 +"), SYNTAX, "", "", ""),
        fault(checked("count(cand(c)) == 99999999999999999999"), BAD_NUMBER, "99999999999999999999", "larger than", ""),
        fault(right().explain("{c} and {}"), BAD_TEMPLATE, "{}", "", ""),
    ]
}

/// Every mistake of the table.
pub(crate) fn all_faults() -> Vec<Fault> {
    [names(), types(), arguments(), patterns(), reading()]
        .into_iter()
        .flatten()
        .collect()
}
