//! The words of the language: named sets and functions, with their types and meaning.
//!
//! The tables here are what names are resolved against, what "did you mean" chooses from, and what
//! the language reference is generated from.

use undoku_grid::{CHUTES, CellSet, DigitSet, UnitSet};

use crate::graph::{Graph, NodeId, Op};
use crate::prim::{FoldKind, Prim, ReduceKind};
use crate::range::Range;
use crate::types::{Element, Type};

/// How a word becomes a value.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    Prim(Prim),
    Expand(fn(&mut Graph, &[NodeId]) -> NodeId),
}

/// A name that stands for a value.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) ty: Type,
    pub(crate) build: fn(&mut Graph) -> NodeId,
    pub(crate) summary: &'static str,
}

/// One form of a function: its name may have several.
pub(crate) struct Form {
    pub(crate) name: &'static str,
    pub(crate) params: &'static [Type],
    pub(crate) result: Type,
    pub(crate) build: Build,
    pub(crate) summary: &'static str,
}

/// A word with a rule of its own, documented here and resolved by the checker.
pub(crate) struct Special {
    pub(crate) name: &'static str,
    pub(crate) signature: &'static str,
    pub(crate) summary: &'static str,
}

/// A fold's word.
pub(crate) struct FoldWord {
    pub(crate) name: &'static str,
    pub(crate) kind: FoldKind,
    pub(crate) summary: &'static str,
}

/// A reduction's word: from a column to one value.
pub(crate) struct ReduceWord {
    pub(crate) name: &'static str,
    pub(crate) kind: ReduceKind,
    /// The column must hold numbers (or texts).
    pub(crate) of_numbers: bool,
    pub(crate) result: Type,
    pub(crate) summary: &'static str,
}

use Type::{Bool, Cell, Cells, Digit, Digits, Int, Number, Unit, Units};

const fn named(
    name: &'static str,
    ty: Type,
    build: fn(&mut Graph) -> NodeId,
    summary: &'static str,
) -> Named {
    Named {
        name,
        ty,
        build,
        summary,
    }
}

const fn form(
    name: &'static str,
    params: &'static [Type],
    result: Type,
    prim: Prim,
    summary: &'static str,
) -> Form {
    Form {
        name,
        params,
        result,
        build: Build::Prim(prim),
        summary,
    }
}

const fn expand(
    name: &'static str,
    params: &'static [Type],
    result: Type,
    build: fn(&mut Graph, &[NodeId]) -> NodeId,
    summary: &'static str,
) -> Form {
    Form {
        name,
        params,
        result,
        build: Build::Expand(build),
        summary,
    }
}

fn units(g: &mut Graph, set: UnitSet) -> NodeId {
    g.word(i64::from(set.bits()), Units)
}

/// The names that stand for a value.
pub(crate) static NAMES: &[Named] = &[
    named(
        "open",
        Cells,
        |g| g.prim(Prim::Open, &[], Cells),
        "the open cells",
    ),
    named(
        "filled",
        Cells,
        |g| {
            let all = g.cells(CellSet::ALL.bits());
            let open = g.prim(Prim::Open, &[], Cells);
            g.prim(Prim::DiffC, &[all, open], Cells)
        },
        "the cells that hold a digit",
    ),
    named(
        "clues",
        Cells,
        |g| g.prim(Prim::Clues, &[], Cells),
        "the cells whose digit was given",
    ),
    named(
        "bivalue",
        Cells,
        |g| {
            let two = g.int(2);
            g.prim(Prim::CellsWithCount, &[two], Cells)
        },
        "the open cells with two candidates",
    ),
    named(
        "cells",
        Cells,
        |g| g.cells(CellSet::ALL.bits()),
        "all 81 cells",
    ),
    named(
        "digits",
        Digits,
        |g| g.word(i64::from(DigitSet::ALL.bits()), Digits),
        "all nine digits",
    ),
    named("rows", Units, |g| units(g, UnitSet::ROWS), "the nine rows"),
    named(
        "columns",
        Units,
        |g| units(g, UnitSet::COLUMNS),
        "the nine columns",
    ),
    named(
        "boxes",
        Units,
        |g| units(g, UnitSet::BOXES),
        "the nine boxes",
    ),
    named(
        "lines",
        Units,
        |g| units(g, UnitSet::LINES),
        "the rows and columns",
    ),
    named(
        "all_units",
        Units,
        |g| units(g, UnitSet::ALL),
        "rows, columns and boxes, in this order",
    ),
    named(
        "chutes",
        Type::List(Element::Cells),
        |g| {
            let sets: Vec<NodeId> = CHUTES.iter().map(|c| g.cells(c.bits())).collect();
            g.list(&sets, Element::Cells)
        },
        "the three bands and three stacks, each a set of 27 cells",
    ),
    named(
        "rectangles",
        Type::List(Element::Cells),
        |g| {
            let range = Range::new(486.0, 486.0);
            g.other(Op::Rectangles, &[], Type::List(Element::Cells), range)
        },
        "the 486 sets of four cells that stand in two rows, two columns and two boxes",
    ),
    named("pi", Number, |g| g.float(std::f64::consts::PI), "3.14159…"),
];

/// The functions of fixed types.
pub(crate) static FORMS: &[Form] = &[
    // Candidates and spots.
    form(
        "cand",
        &[Cell],
        Digits,
        Prim::CandOfCell,
        "the candidates of a cell; none when it is filled",
    ),
    form(
        "cand",
        &[Cells],
        Digits,
        Prim::CandOfCells,
        "the candidates of any of the cells",
    ),
    form(
        "spots",
        &[Digit],
        Cells,
        Prim::SpotsOfDigit,
        "the cells with this candidate",
    ),
    form(
        "spots",
        &[Digits],
        Cells,
        Prim::SpotsOfDigits,
        "the cells with any of these candidates",
    ),
    form(
        "spots",
        &[Digit, Unit],
        Cells,
        Prim::SpotsInUnit,
        "those of them in a unit",
    ),
    expand(
        "spots",
        &[Digit, Units],
        Cells,
        |g, a| {
            let spots = g.prim(Prim::SpotsOfDigit, &a[..1], Cells);
            let cells = g.prim(Prim::CellsOfUnits, &a[1..], Cells);
            g.prim(Prim::AndC, &[spots, cells], Cells)
        },
        "those of them in any of the units",
    ),
    expand(
        "spots",
        &[Digit, Cells],
        Cells,
        |g, a| {
            let spots = g.prim(Prim::SpotsOfDigit, &a[..1], Cells);
            g.prim(Prim::AndC, &[spots, a[1]], Cells)
        },
        "those of them among the cells",
    ),
    expand(
        "spots",
        &[Digits, Units],
        Cells,
        |g, a| {
            let spots = g.prim(Prim::SpotsOfDigits, &a[..1], Cells);
            let cells = g.prim(Prim::CellsOfUnits, &a[1..], Cells);
            g.prim(Prim::AndC, &[spots, cells], Cells)
        },
        "the cells of the units with any of these candidates",
    ),
    expand(
        "spots",
        &[Digits, Cells],
        Cells,
        |g, a| {
            let spots = g.prim(Prim::SpotsOfDigits, &a[..1], Cells);
            g.prim(Prim::AndC, &[spots, a[1]], Cells)
        },
        "those of the cells with any of these candidates",
    ),
    form(
        "value",
        &[Cell],
        Digit,
        Prim::ValueOf,
        "the digit a cell holds; nothing when it is open",
    ),
    // Units.
    form(
        "open",
        &[Unit],
        Cells,
        Prim::OpenInUnit,
        "the open cells of a unit",
    ),
    expand(
        "open",
        &[Units],
        Cells,
        |g, a| {
            let open = g.prim(Prim::Open, &[], Cells);
            let cells = g.prim(Prim::CellsOfUnits, a, Cells);
            g.prim(Prim::AndC, &[open, cells], Cells)
        },
        "the open cells of the units",
    ),
    expand(
        "filled",
        &[Unit],
        Cells,
        |g, a| {
            let open = g.prim(Prim::Open, &[], Cells);
            let cells = g.prim(Prim::CellsOfUnit, a, Cells);
            g.prim(Prim::DiffC, &[cells, open], Cells)
        },
        "the cells of a unit that hold a digit",
    ),
    form(
        "missing",
        &[Unit],
        Digits,
        Prim::Missing,
        "the digits that a unit does not hold yet",
    ),
    form(
        "holding",
        &[Digit],
        Units,
        Prim::Holding,
        "the units that hold a digit already",
    ),
    form("row", &[Cell], Unit, Prim::RowOf, "the row of a cell"),
    form(
        "column",
        &[Cell],
        Unit,
        Prim::ColumnOf,
        "the column of a cell",
    ),
    form("box", &[Cell], Unit, Prim::BoxOf, "the box of a cell"),
    form(
        "units",
        &[Cell],
        Units,
        Prim::UnitsOfCell,
        "the row, column and box of a cell",
    ),
    form(
        "units",
        &[Cells],
        Units,
        Prim::UnitsOfCells,
        "the units that any of the cells is in",
    ),
    form(
        "cells",
        &[Unit],
        Cells,
        Prim::CellsOfUnit,
        "the nine cells of a unit",
    ),
    form(
        "cells",
        &[Units],
        Cells,
        Prim::CellsOfUnits,
        "the cells of any of the units",
    ),
    form(
        "peers",
        &[Cell],
        Cells,
        Prim::PeersOfCell,
        "the 20 cells that share a unit with a cell",
    ),
    form(
        "peers",
        &[Cells],
        Cells,
        Prim::PeersOfCells,
        "the cells that see every one of the cells; of no cells, none",
    ),
    form(
        "sees",
        &[Cell, Cell],
        Bool,
        Prim::Sees,
        "whether two cells share a unit",
    ),
    // Sets.
    form(
        "count",
        &[Cells],
        Int,
        Prim::CountC,
        "the number of members",
    ),
    form(
        "count",
        &[Digits],
        Int,
        Prim::CountW,
        "the number of members",
    ),
    form(
        "count",
        &[Units],
        Int,
        Prim::CountW,
        "the number of members",
    ),
    form(
        "is_empty",
        &[Cells],
        Bool,
        Prim::IsEmptyC,
        "whether there is no member",
    ),
    form(
        "is_empty",
        &[Digits],
        Bool,
        Prim::IsEmptyW,
        "whether there is no member",
    ),
    form(
        "is_empty",
        &[Units],
        Bool,
        Prim::IsEmptyW,
        "whether there is no member",
    ),
    form(
        "only",
        &[Cells],
        Cell,
        Prim::OnlyC,
        "the one member of a set; nothing when it has more or none",
    ),
    form(
        "only",
        &[Digits],
        Digit,
        Prim::OnlyDigit,
        "the one member of a set; nothing when it has more or none",
    ),
    form(
        "only",
        &[Units],
        Unit,
        Prim::OnlyUnit,
        "the one member of a set; nothing when it has more or none",
    ),
    form(
        "first",
        &[Cells],
        Cell,
        Prim::FirstC,
        "the least member of a set; nothing when it is empty",
    ),
    form(
        "first",
        &[Digits],
        Digit,
        Prim::FirstDigit,
        "the least member of a set; nothing when it is empty",
    ),
    form(
        "first",
        &[Units],
        Unit,
        Prim::FirstUnit,
        "the least member of a set; nothing when it is empty",
    ),
    form(
        "last",
        &[Cells],
        Cell,
        Prim::LastC,
        "the greatest member of a set; nothing when it is empty",
    ),
    form(
        "last",
        &[Digits],
        Digit,
        Prim::LastDigit,
        "the greatest member of a set; nothing when it is empty",
    ),
    form(
        "last",
        &[Units],
        Unit,
        Prim::LastUnit,
        "the greatest member of a set; nothing when it is empty",
    ),
    // Images of a set of cells.
    form(
        "half_turn",
        &[Cells],
        Cells,
        Prim::HalfTurn,
        "the set turned by 180 degrees",
    ),
    form(
        "mirror_columns",
        &[Cells],
        Cells,
        Prim::MirrorColumns,
        "the set with left and right exchanged",
    ),
    form(
        "mirror_rows",
        &[Cells],
        Cells,
        Prim::MirrorRows,
        "the set with top and bottom exchanged",
    ),
    form(
        "transpose",
        &[Cells],
        Cells,
        Prim::Transpose,
        "the set reflected in the diagonal through r1c1",
    ),
    form(
        "anti_transpose",
        &[Cells],
        Cells,
        Prim::AntiTranspose,
        "the set reflected in the diagonal through r1c9",
    ),
    // Numbers.
    form(
        "abs",
        &[Int],
        Int,
        Prim::AbsW,
        "the number without its sign",
    ),
    form(
        "abs",
        &[Number],
        Number,
        Prim::AbsF,
        "the number without its sign",
    ),
    form(
        "round",
        &[Number],
        Int,
        Prim::Round,
        "the nearest whole number, halves away from zero",
    ),
    form(
        "floor",
        &[Number],
        Int,
        Prim::Floor,
        "the nearest whole number below",
    ),
    form(
        "ceil",
        &[Number],
        Int,
        Prim::Ceil,
        "the nearest whole number above",
    ),
    form(
        "sqrt",
        &[Number],
        Number,
        Prim::Sqrt,
        "the square root; of a negative number 0",
    ),
    form(
        "ln",
        &[Number],
        Number,
        Prim::Ln,
        "the natural logarithm; 0 where there is none",
    ),
    form(
        "exp",
        &[Number],
        Number,
        Prim::Exp,
        "e to the power of the number",
    ),
    form(
        "sin",
        &[Number],
        Number,
        Prim::Sin,
        "the sine of an angle in radians",
    ),
    form(
        "cos",
        &[Number],
        Number,
        Prim::Cos,
        "the cosine of an angle in radians",
    ),
];

const fn special(name: &'static str, signature: &'static str, summary: &'static str) -> Special {
    Special {
        name,
        signature,
        summary,
    }
}

/// The words that the checker resolves by rules of their own.
pub(crate) static SPECIALS: &[Special] = &[
    special(
        "choose",
        "choose(k, set) -> list of sets",
        "the subsets of k members, k from 1 to 9 and known at load time; `choose(2..4, set)` for several sizes, smaller ones first",
    ),
    special("min", "min(a, b, …) -> number", "the least of the numbers"),
    special(
        "max",
        "max(a, b, …) -> number",
        "the greatest of the numbers",
    ),
    special(
        "clamp",
        "clamp(x, low, high) -> number",
        "x, but not below low and not above high",
    ),
    special(
        "count",
        "count(x in set : condition) -> whole number",
        "how many members satisfy a condition",
    ),
    special(
        "steps",
        "steps -> whole number",
        "the number of steps of the path (in a system's formulas)",
    ),
];

const fn fold(name: &'static str, kind: FoldKind, summary: &'static str) -> FoldWord {
    FoldWord {
        name,
        kind,
        summary,
    }
}

/// The words of folds: `sum(x in S : e)`.
pub(crate) static FOLDS: &[FoldWord] = &[
    fold("sum", FoldKind::Sum, "the sum; of nothing 0"),
    fold("min", FoldKind::Min, "the least value; of nothing 0"),
    fold("max", FoldKind::Max, "the greatest value; of nothing 0"),
    fold("mean", FoldKind::Mean, "the mean; of nothing 0"),
    fold(
        "variance",
        FoldKind::Variance,
        "the population variance; of nothing 0",
    ),
    fold(
        "std_dev",
        FoldKind::StdDev,
        "the population standard deviation; of nothing 0",
    ),
    fold(
        "any",
        FoldKind::Any,
        "whether the condition holds for some member",
    ),
    fold(
        "all",
        FoldKind::All,
        "whether the condition holds for every member",
    ),
    fold("union", FoldKind::Union, "all members of the sets together"),
];

const fn reduction(
    name: &'static str,
    kind: ReduceKind,
    of_numbers: bool,
    result: Type,
    summary: &'static str,
) -> ReduceWord {
    ReduceWord {
        name,
        kind,
        of_numbers,
        result,
        summary,
    }
}

/// The words that make one value of a column: `sum(score)`.
pub(crate) static REDUCTIONS: &[ReduceWord] = &[
    reduction(
        "sum",
        ReduceKind::Sum,
        true,
        Number,
        "the sum over all steps; without steps 0",
    ),
    reduction(
        "mean",
        ReduceKind::Mean,
        true,
        Number,
        "the mean over all steps; without steps 0",
    ),
    reduction(
        "min",
        ReduceKind::Min,
        true,
        Number,
        "the least value; without steps 0",
    ),
    reduction(
        "max",
        ReduceKind::Max,
        true,
        Number,
        "the greatest value; without steps 0",
    ),
    reduction(
        "variance",
        ReduceKind::Variance,
        true,
        Number,
        "the population variance",
    ),
    reduction(
        "std_dev",
        ReduceKind::StdDev,
        true,
        Number,
        "the population standard deviation",
    ),
    reduction(
        "mean_deviation",
        ReduceKind::MeanDeviation,
        true,
        Number,
        "the mean distance from the mean",
    ),
    reduction(
        "slope",
        ReduceKind::Slope,
        true,
        Number,
        "the least-squares slope over steps 1, 2, …; 0 for fewer than two",
    ),
    reduction(
        "max_jump",
        ReduceKind::MaxJump,
        true,
        Number,
        "the largest difference between neighbouring steps",
    ),
    reduction(
        "first_max",
        ReduceKind::FirstMax,
        true,
        Int,
        "the first step, from 1, with the greatest value; without steps 0",
    ),
    reduction(
        "entropy",
        ReduceKind::Entropy,
        false,
        Number,
        "−Σ p ln p over the shares p of the different texts",
    ),
    reduction(
        "longest_run",
        ReduceKind::LongestRun,
        false,
        Int,
        "the length of the longest run of one text",
    ),
    reduction(
        "longest_run_value",
        ReduceKind::LongestRunValue,
        false,
        Type::Text,
        "the text of that run, the first on a tie",
    ),
    reduction(
        "most_frequent",
        ReduceKind::MostFrequent,
        false,
        Type::Text,
        "the most frequent text, the first of the ladder on a tie",
    ),
    reduction(
        "least_frequent",
        ReduceKind::LeastFrequent,
        false,
        Type::Text,
        "the least frequent text that occurs, the first of the ladder on a tie",
    ),
];

/// Whether a name means something in the language by itself.
pub(crate) fn is_word(name: &str) -> bool {
    all_names().any(|n| n == name)
}

/// Every name with a meaning, some more than once.
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    NAMES
        .iter()
        .map(|n| n.name)
        .chain(FORMS.iter().map(|f| f.name))
        .chain(SPECIALS.iter().map(|s| s.name))
        .chain(FOLDS.iter().map(|f| f.name))
        .chain(REDUCTIONS.iter().map(|r| r.name))
}

/// The range that values of a type have when nothing more is known.
pub(crate) const fn widest(ty: Type) -> Range {
    match ty {
        Type::Bool => Range::EITHER,
        Type::Cells => Range::new(0.0, 81.0),
        Type::Digits => Range::new(0.0, 9.0),
        Type::Units => Range::new(0.0, 27.0),
        _ => Range::ANY,
    }
}

/// A word of the language as the reference lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Which part of the vocabulary it belongs to.
    pub group: &'static str,
    /// How it is written: `cand(cell) -> digits`.
    pub signature: String,
    /// What it means, in a few words.
    pub summary: &'static str,
}

/// The whole vocabulary, in the order of the reference.
#[must_use]
pub fn words() -> Vec<Word> {
    let mut words = Vec::new();
    let mut add = |group, signature: String, summary| {
        words.push(Word {
            group,
            signature,
            summary,
        });
    };
    for n in NAMES {
        add(
            "Named values",
            format!("{} -> {}", n.name, plain(n.ty)),
            n.summary,
        );
    }
    for f in FORMS {
        let params: Vec<&str> = f.params.iter().map(|&p| plain(p)).collect();
        add(
            "Functions",
            format!("{}({}) -> {}", f.name, params.join(", "), plain(f.result)),
            f.summary,
        );
    }
    for s in SPECIALS {
        add("Functions", s.signature.to_owned(), s.summary);
    }
    for f in FOLDS {
        add("Folds", format!("{}(x in set : value)", f.name), f.summary);
    }
    for r in REDUCTIONS {
        let of = if r.of_numbers { "numbers" } else { "texts" };
        add(
            "Over all steps",
            format!("{}({of} of all steps) -> {}", r.name, plain(r.result)),
            r.summary,
        );
    }
    words
}

/// A type as one word.
pub(crate) const fn plain(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "condition",
        Type::Int => "int",
        Type::Number => "number",
        Type::Text => "text",
        Type::Cell => "cell",
        Type::Digit => "digit",
        Type::Unit => "unit",
        Type::Cells => "cells",
        Type::Digits => "digits",
        Type::Units => "units",
        Type::Record(_) => "record",
        Type::List(_) => "list",
        Type::Span => "span",
        Type::Column(_) => "column",
    }
}
