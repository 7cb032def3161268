//! Random texts in the language, each of a wanted type.

use super::grids::Dice;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    Bool,
    Int,
    Num,
    Cell,
    Digit,
    Unit,
    Cells,
    Digits,
    Units,
}

pub(crate) const ALL: [Ty; 9] = [
    Ty::Bool,
    Ty::Int,
    Ty::Num,
    Ty::Cell,
    Ty::Digit,
    Ty::Unit,
    Ty::Cells,
    Ty::Digits,
    Ty::Units,
];

const SETS: [Ty; 3] = [Ty::Cells, Ty::Digits, Ty::Units];

impl Ty {
    const fn member(self) -> Self {
        match self {
            Self::Digits => Self::Digit,
            Self::Units => Self::Unit,
            _ => Self::Cell,
        }
    }

    const fn set(self) -> Self {
        match self {
            Self::Digit => Self::Digits,
            Self::Unit => Self::Units,
            _ => Self::Cells,
        }
    }
}

/// Makes texts; knows which names stand for what.
pub(crate) struct Generator<'a> {
    pub(crate) dice: &'a mut Dice,
    pub(crate) scope: Vec<(String, Ty)>,
    made: usize,
    folds: usize,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(dice: &'a mut Dice) -> Self {
        Self {
            dice,
            scope: Vec::new(),
            made: 0,
            folds: 0,
        }
    }

    fn one(&mut self, of: &[&str]) -> String {
        of[self.dice.below(of.len())].to_owned()
    }

    /// A name that is not used yet.
    pub(crate) fn fresh(&mut self) -> String {
        self.made += 1;
        format!("v{}", self.made)
    }

    fn known(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<&String> = self
            .scope
            .iter()
            .filter(|(_, t)| *t == ty)
            .map(|(name, _)| name)
            .collect();
        if known.is_empty() {
            return None;
        }
        let at = self.dice.below(known.len());
        Some(known[at].clone())
    }

    /// A text of a type, nested no deeper than so.
    pub(crate) fn text(&mut self, ty: Ty, depth: usize) -> String {
        if self.dice.chance(if depth == 0 { 85 } else { 30 })
            && let Some(name) = self.known(ty)
        {
            return name;
        }
        if depth == 0 {
            return self.leaf(ty);
        }
        let d = depth - 1;
        match ty {
            Ty::Bool => self.condition(d),
            Ty::Int => self.whole_number(d),
            Ty::Num => self.number(d),
            Ty::Cell | Ty::Digit | Ty::Unit => self.member(ty, d),
            Ty::Cells => self.cells(d),
            Ty::Digits => self.digits(d),
            Ty::Units => self.units(d),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Bool => {
                let n = self.dice.below(81);
                format!("(count(open) > {n})")
            }
            Ty::Int => self.dice.below(10).to_string(),
            Ty::Num => format!("{}.{}", self.dice.below(4), self.dice.below(100)),
            Ty::Cell => self.one(&[
                "first(open)",
                "last(open)",
                "first(bivalue)",
                "only(bivalue)",
            ]),
            Ty::Digit => self.one(&["first(digits)", "last(digits)", "only(cand(first(open)))"]),
            Ty::Unit => self.one(&[
                "first(rows)",
                "last(columns)",
                "first(boxes)",
                "box(first(open))",
            ]),
            Ty::Cells => self.one(&["open", "filled", "bivalue", "cells", "clues"]),
            Ty::Digits => self.one(&["digits", "cand(first(open))", "missing(first(rows))"]),
            Ty::Units => self.one(&["rows", "columns", "boxes", "lines", "all_units"]),
        }
    }

    fn any_set(&mut self) -> Ty {
        SETS[self.dice.below(3)]
    }

    /// `if … then … else …`, which any type can have.
    fn choice(&mut self, ty: Ty, d: usize) -> String {
        let condition = self.text(Ty::Bool, d.min(1));
        let (a, b) = (self.text(ty, d), self.text(ty, d));
        format!("(if {condition} then {a} else {b})")
    }

    /// `x in S : e`
    fn each(&mut self, body: Ty, d: usize) -> Option<String> {
        if self.folds >= 2 {
            return None;
        }
        self.folds += 1;
        let (member, set) = if self.dice.chance(8) {
            (Ty::Cells, "chutes".to_owned())
        } else if self.dice.chance(8) {
            let ty = [Ty::Cell, Ty::Digit, Ty::Unit, Ty::Int][self.dice.below(4)];
            (ty, format!("[{}, {}]", self.text(ty, d), self.text(ty, d)))
        } else {
            let ty = self.any_set();
            (ty.member(), self.text(ty, d.min(2)))
        };
        let name = self.fresh();
        self.scope.push((name.clone(), member));
        let body = self.text(body, d);
        self.scope.pop();
        self.folds -= 1;
        Some(format!("{name} in {set} : {body}"))
    }

    fn fold(&mut self, of: &[&str], body: Ty, d: usize) -> Option<String> {
        let fold = self.one(of);
        let each = self.each(body, d)?;
        Some(format!("{fold}({each})"))
    }

    fn condition(&mut self, d: usize) -> String {
        match self.dice.below(13) {
            0..=2 => {
                let ty = [Ty::Int, Ty::Int, Ty::Num][self.dice.below(3)];
                let op = self.one(&["==", "!=", "<", "<=", ">", ">="]);
                format!(
                    "({} {op} {})",
                    self.text(ty, d),
                    self.text(Ty::Int, d.min(1))
                )
            }
            3 => {
                let ty = ALL[3 + self.dice.below(6)];
                let op = self.one(&["==", "!="]);
                format!("({} {op} {})", self.text(ty, d), self.text(ty, d))
            }
            4 => {
                let set = self.any_set();
                let ty = if self.dice.chance(60) {
                    set.member()
                } else {
                    set
                };
                let op = self.one(&["in", "not in"]);
                format!("({} {op} {})", self.text(ty, d), self.text(set, d))
            }
            5 => {
                let low = self.dice.below(5);
                let high = low + self.dice.below(4);
                format!("({} in {low}..{high})", self.text(Ty::Int, d))
            }
            6 | 7 => {
                let op = self.one(&["and", "or"]);
                format!(
                    "({} {op} {})",
                    self.text(Ty::Bool, d),
                    self.text(Ty::Bool, d)
                )
            }
            8 => format!("(not {})", self.text(Ty::Bool, d)),
            9 => {
                let set = self.any_set();
                format!("is_empty({})", self.text(set, d))
            }
            10 => format!(
                "sees({}, {})",
                self.text(Ty::Cell, d),
                self.text(Ty::Cell, d)
            ),
            11 => {
                let ty = [Ty::Cell, Ty::Digit, Ty::Unit][self.dice.below(3)];
                let op = self.one(&["<", "<=", ">", ">="]);
                format!("({} {op} {})", self.text(ty, d), self.text(ty, d))
            }
            _ => self
                .fold(&["any", "all"], Ty::Bool, d)
                .unwrap_or_else(|| self.leaf(Ty::Bool)),
        }
    }

    fn whole_number(&mut self, d: usize) -> String {
        match self.dice.below(12) {
            0..=2 => {
                let set = self.any_set();
                format!("count({})", self.text(set, d))
            }
            3 => self
                .fold(&["count"], Ty::Bool, d)
                .unwrap_or_else(|| self.leaf(Ty::Int)),
            4 | 5 => self
                .fold(&["sum", "min", "max"], Ty::Int, d)
                .unwrap_or_else(|| self.leaf(Ty::Int)),
            6 | 7 => {
                let op = self.one(&["+", "-", "*"]);
                format!(
                    "({} {op} {})",
                    self.text(Ty::Int, d),
                    self.text(Ty::Int, d.min(1))
                )
            }
            8 => {
                let f = self.one(&["round", "floor", "ceil"]);
                format!("{f}({})", self.text(Ty::Num, d))
            }
            9 => {
                let (a, b) = (self.text(Ty::Int, d), self.text(Ty::Int, d));
                match self.dice.below(4) {
                    0 => format!("min({a}, {b}, 7)"),
                    1 => format!("max({a}, {b})"),
                    2 => format!("abs({a} - {b})"),
                    _ => format!("(-clamp({a}, 1, {b}))"),
                }
            }
            10 => format!("[4, 1, 8][clamp({}, 1, 3)]", self.text(Ty::Int, d)),
            _ => self.choice(Ty::Int, d),
        }
    }

    fn number(&mut self, d: usize) -> String {
        match self.dice.below(9) {
            0 | 1 => format!("({} / {})", self.text(Ty::Int, d), self.text(Ty::Int, d)),
            2 | 3 => {
                let op = self.one(&["+", "-", "*", "/"]);
                format!(
                    "({} {op} {})",
                    self.text(Ty::Num, d),
                    self.text(Ty::Num, d.min(1))
                )
            }
            4 => self
                .fold(&["mean", "variance", "std_dev"], Ty::Int, d)
                .unwrap_or_else(|| self.leaf(Ty::Num)),
            5 => self
                .fold(&["sum", "min", "max", "mean"], Ty::Num, d)
                .unwrap_or_else(|| self.leaf(Ty::Num)),
            6 => {
                let f = self.one(&["sqrt", "ln", "sin", "cos", "abs"]);
                format!("{f}({})", self.text(Ty::Num, d))
            }
            7 => {
                let f = self.one(&["min", "max"]);
                format!("{f}({}, {})", self.text(Ty::Num, d), self.text(Ty::Int, d))
            }
            _ => self.choice(Ty::Num, d),
        }
    }

    fn member(&mut self, ty: Ty, d: usize) -> String {
        match (self.dice.below(8), ty) {
            (0 | 1, Ty::Digit) => format!("value({})", self.text(Ty::Cell, d)),
            (0..=3, Ty::Unit) => {
                let f = self.one(&["row", "column", "box"]);
                format!("{f}({})", self.text(Ty::Cell, d))
            }
            (7, _) => self.choice(ty, d),
            _ => {
                let f = self.one(&["only", "first", "last"]);
                format!("{f}({})", self.text(ty.set(), d))
            }
        }
    }

    /// What sets of all three kinds can be made of.
    fn of_sets(&mut self, ty: Ty, d: usize) -> String {
        match self.dice.below(8) {
            0..=2 => {
                let op = self.one(&["|", "&", "-", "^"]);
                let right = if self.dice.chance(25) {
                    ty.member()
                } else {
                    ty
                };
                format!("({} {op} {})", self.text(ty, d), self.text(right, d))
            }
            3 | 4 if self.folds < 2 => {
                let set = self.text(ty, d.min(2));
                let name = self.fresh();
                self.folds += 1;
                self.scope.push((name.clone(), ty.member()));
                let condition = self.text(Ty::Bool, d + 1);
                self.scope.pop();
                self.folds -= 1;
                format!("{{{name} in {set} : {condition}}}")
            }
            5 => format!("({} after {})", self.text(ty, d), self.text(ty.member(), d)),
            6 => self
                .fold(&["union"], if d == 0 { ty } else { ty.member() }, d)
                .unwrap_or_else(|| self.leaf(ty)),
            _ => self.choice(ty, d),
        }
    }

    fn cells(&mut self, d: usize) -> String {
        match self.dice.below(12) {
            0 => format!("cells({})", self.text(Ty::Unit, d)),
            1 => format!("cells({})", self.text(Ty::Units, d)),
            2 => {
                let f = self.one(&["open", "filled"]);
                format!("{f}({})", self.text(Ty::Unit, d))
            }
            3 => format!("open({})", self.text(Ty::Units, d)),
            4 => {
                let ty = [Ty::Digit, Ty::Digits][self.dice.below(2)];
                format!("spots({})", self.text(ty, d))
            }
            5 | 6 => {
                let ty = [Ty::Digit, Ty::Digits][self.dice.below(2)];
                let within = [Ty::Unit, Ty::Units, Ty::Cells][self.dice.below(3)];
                format!("spots({}, {})", self.text(ty, d), self.text(within, d))
            }
            7 => {
                let ty = [Ty::Cell, Ty::Cells][self.dice.below(2)];
                format!("peers({})", self.text(ty, d))
            }
            8 if self.dice.chance(50) => {
                let f = self.one(&[
                    "half_turn",
                    "mirror_columns",
                    "mirror_rows",
                    "transpose",
                    "anti_transpose",
                ]);
                format!("{f}({})", self.text(Ty::Cells, d))
            }
            _ => self.of_sets(Ty::Cells, d),
        }
    }

    fn digits(&mut self, d: usize) -> String {
        match self.dice.below(6) {
            0 => format!("cand({})", self.text(Ty::Cell, d)),
            1 => format!("cand({})", self.text(Ty::Cells, d)),
            2 => format!("missing({})", self.text(Ty::Unit, d)),
            _ => self.of_sets(Ty::Digits, d),
        }
    }

    fn units(&mut self, d: usize) -> String {
        match self.dice.below(6) {
            0 => format!("units({})", self.text(Ty::Cell, d)),
            1 => format!("units({})", self.text(Ty::Cells, d)),
            2 => format!("holding({})", self.text(Ty::Digit, d)),
            _ => self.of_sets(Ty::Units, d),
        }
    }

    /// A pattern: loops, values and conditions in some order, and a conclusion.
    pub(crate) fn pattern(&mut self) -> String {
        let mut text = String::new();
        let loops = 1 + self.dice.below(3);
        let mut checks = 0;
        for at in 0..loops {
            let ty = self.any_set();
            let (member, set) = if self.dice.chance(15) {
                (ty, format!("choose(2, {})", self.small(ty)))
            } else if at == 0 {
                (ty.member(), self.text(ty, 1))
            } else {
                (ty.member(), self.text(ty, 2))
            };
            let name = self.fresh();
            text.push_str(&format!("for {name} in {set}\n"));
            self.scope.push((name, member));
            if self.dice.chance(25) {
                let ty = ALL[3 + self.dice.below(6)];
                let value = self.text(ty, 2);
                let name = self.fresh();
                text.push_str(&format!("let {name} = {value}\n"));
                self.scope.push((name, ty));
            }
            if self.dice.chance(35) {
                text.push_str(&format!("where {}\n", self.text(Ty::Bool, 2)));
            }
            if self.dice.chance(40) {
                checks += 1;
                text.push_str(&format!("check {}\n", self.text(Ty::Bool, 3)));
            }
        }
        if checks == 0 {
            text.push_str(&format!("check {}\n", self.text(Ty::Bool, 3)));
        }
        if self.dice.chance(50) {
            let digit = [Ty::Digit, Ty::Digits][self.dice.below(2)];
            let cell = [Ty::Cell, Ty::Cells][self.dice.below(2)];
            text.push_str(&format!(
                "place {} at {}",
                self.text(digit, 2),
                self.text(cell, 2)
            ));
        } else {
            let (digits, cells) = (self.text(Ty::Digits, 2), self.text(Ty::Cells, 2));
            text.push_str(&format!("eliminate {digits} from {cells}"));
        }
        text
    }

    /// A set with few members.
    fn small(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Digits => self.one(&["cand(first(bivalue))", "missing(last(rows))"]),
            Ty::Units => self.one(&["boxes", "units(first(open))"]),
            _ => self.one(&["open(first(boxes))", "bivalue & cells(last(rows))"]),
        }
    }
}
