//! The operations a program is made of, each on operands of fixed types.
//!
//! Suffixes name the operand: `W` a word (whole numbers, conditions, cells, digits, units, sets of
//! digits and of units), `C` a set of cells, `F` a number with a fraction.

/// Where a value is kept while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bank {
    /// 64-bit words.
    Word,
    /// Sets of cells.
    Cells,
    /// Floating-point numbers.
    Float,
}

macro_rules! prims {
    ($($(#[$doc:meta])* $name:ident ($($arg:ident),*) -> $out:ident $(, $flag:ident)?;)*) => {
        /// A pure operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Prim { $($(#[$doc])* $name,)* }

        impl Prim {
            /// The banks of the operands.
            pub(crate) const fn operands(self) -> &'static [Bank] {
                match self { $(Self::$name => &[$(Bank::$arg),*],)* }
            }

            /// The bank of the result.
            pub(crate) const fn result(self) -> Bank {
                match self { $(Self::$name => Bank::$out,)* }
            }

            /// Whether the result depends on the position and not on the operands alone.
            pub(crate) const fn reads_position(self) -> bool {
                match self { $(Self::$name => prims!(@flag $($flag)?),)* }
            }

            /// The instruction that does it.
            pub(crate) const fn code(self) -> Code {
                match self { $(Self::$name => Code::$name,)* }
            }
        }

        /// What an instruction does: a pure operation `out = prim(a, b, c)`, or one of those that steer a
        /// program, keep state or fill columns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Code {
            $($(#[$doc])* $name,)*
            /// Goes to `to`.
            Jump,
            /// Goes to `to` unless the condition `a` holds.
            JumpUnless,
            /// Goes to `to` if the condition `a` holds.
            JumpIf,
            /// `out = a`, words.
            CopyW,
            /// `out = a`, sets of cells.
            CopyC,
            /// `out = a`, numbers.
            CopyF,
            /// Takes the least cell out of the set `a` into `out`; goes to `to` when there is none.
            NextCell,
            /// Takes the least member out of the set of digits or units `a` into `out`; likewise.
            NextBit,
            /// Sets chooser `out` to the subsets of `b` to `c` members of the set of cells `a`.
            ChooseC,
            /// Sets chooser `out` likewise for the set of digits or units `a`.
            ChooseW,
            /// The next subset of chooser `a` into `out`; goes to `to` when there is none.
            NextChoiceC,
            /// Likewise for sets of digits or units.
            NextChoiceW,
            /// `out` = those of the cells `a` that are in the unit `b`.
            InUnit,
            /// Goes to `to` if the set of cells `a` is empty.
            JumpIfEmptyC,
            /// Goes to `to` if the set of digits or units `a` is empty.
            JumpIfEmptyW,
            /// Starts filling chooser `out`, as its filling says.
            Fill,
            /// Adds the member `a` with its value `b`, a set of digits or units, to chooser `out`, unless it
            /// is larger than a union may be, and goes to `to`.
            AddChoiceW,
            /// Likewise with a set of cells.
            AddChoiceC,
            /// Fills chooser `out` with the cells `a`, or those of unit `b` among them if `c` is not 0, each with
            /// those of its candidates that its filling says; goes to `to` if they are too few for a subset.
            FillCells,
            /// Likewise with the digits `a` and their spots.
            FillDigits,
            /// Likewise with the units `a` and their cells.
            FillUnits,
            /// Likewise with the units `a` and the units that their cells are in.
            FillCrossings,
            /// Starts chooser `out` over with the members that it has.
            Restart,
            /// The next subset of chooser `a` into `out`, and the union of its members' values into `b`; goes
            /// to `to` when there is none. The values are sets of digits or units; `c` says whether the
            /// subset is one of cells.
            NextWithinW,
            /// Likewise where the values are sets of cells.
            NextWithinC,
            /// Counts `out` up; goes to `to` when it reaches `b`, a number.
            NextIndex,
            /// `out` = the word in the register `a` plus the number in register `b`.
            PickW,
            /// Likewise for sets of cells.
            PickC,
            /// Likewise for numbers.
            PickF,
            /// Counts `a` up; `out` = the rectangle of that number that lies within the cells `b`, or goes to
            /// `to` where there is none.
            NextRectangle,
            /// Fills the record list `out` by call number `to`.
            CallSource,
            /// `out` = the value of call number `to`.
            CallFunction,
            /// Counts `out` up; goes to `to` when record list `a` has no such record.
            NextRecord,
            /// `out` = field `c` of record number `b` of list `a`.
            FieldW,
            /// Likewise, a set of cells.
            FieldC,
            /// Likewise, a number.
            FieldF,
            /// `out` = table `to` at `a`, `b`, `c`.
            TableW,
            /// Likewise, a number.
            TableF,
            /// Empties column `out`.
            ClearColumn,
            /// Puts the number `a` behind column `out`.
            Push,
            /// Makes column `out` the number of cells of the set `a` in each of the units `b`.
            UnitCounts,
            /// Counts `out` up; goes to `to` when it reaches the number of steps.
            NextStep,
            /// `out` = column `a` at step `b`, a number.
            AtF,
            /// `out` = column `a` at step `b`, a word.
            AtW,
            /// `out` = reduction number `to` of column `a`, a number.
            ReduceF,
            /// `out` = reduction number `to` of column `a`, a word.
            ReduceW,
            /// `out` = for how many steps column `a` equals the word `b`.
            CountEqual,
            /// `out` = the number of steps.
            Steps,
            /// A match that puts digit `b` into cell `a`, if it can go there, as `Emit`; else goes to `to`.
            Place,
            /// `out` = the only candidate of the cell `a`; a match that puts it there, as `Emit`, or `to` if
            /// there is no such candidate.
            PlaceOnly,
            /// `NextCell` into `out` from `a`, and `PlaceOnly` there with its digit into `b`, on to the next cell
            /// where there is no such digit; goes to `to` when there is no cell.
            NextPlaceOnly,
            /// `OpenAround`, and table `to` at its three values into the word `out + 3` and its partner;
            /// ends the program if `b` is not 0.
            TableAround,
            /// `out`, `out + 1`, `out + 2` = the open cells of the row, column and box of the cell `a`.
            OpenAround,
            /// Two tables at once: `to` at `a`, `b`, `c` into the word `out`, and its partner into the number
            /// that it names.
            TablePair,
            /// Forgets the eliminations noted so far.
            ClearEliminations,
            /// Notes that the digits `a` go from the cells `b`, where they are candidates.
            Eliminate,
            /// `out` = the cells of the noted eliminations; goes to `to` when there are none.
            Eliminated,
            /// `out` = the number of noted eliminations.
            Removed,
            /// What record number `b` of list `a` concludes, as the match; goes to `to` if it changes nothing.
            Conclude,
            /// `out` = the cells that the concluded record fills.
            Placed,
            /// `out` = the cells that lose candidates by it.
            Losing,
            /// `ClearEliminations`, `Eliminate` of the digits `a` from the cells `b`, `Eliminated` into `out` and
            /// `Removed` into the word `c`; goes to `to` when there are none.
            EliminateAll,
            /// Adds one to the number of bindings tried.
            Tried,
            /// Adds the word `a` to the number of bindings tried.
            TriedMany,
            /// A match: stops, to be resumed at the next instruction.
            Emit,
            /// The end.
            Halt,
        }
    };
    (@flag position) => { true };
    (@flag) => { false };
}

prims! {
    // Whole numbers.
    AddW(Word, Word) -> Word;
    SubW(Word, Word) -> Word;
    MulW(Word, Word) -> Word;
    MinW(Word, Word) -> Word;
    MaxW(Word, Word) -> Word;
    AbsW(Word) -> Word;
    EqW(Word, Word) -> Word;
    LtW(Word, Word) -> Word;
    LeW(Word, Word) -> Word;
    /// Logical negation of a condition.
    NotW(Word) -> Word;
    ToF(Word) -> Float;
    SelectW(Word, Word, Word) -> Word;
    SelectC(Word, Cells, Cells) -> Cells;
    SelectF(Word, Float, Float) -> Float;
    // Sets of digits or units, and conditions.
    AndW(Word, Word) -> Word;
    OrW(Word, Word) -> Word;
    XorW(Word, Word) -> Word;
    DiffW(Word, Word) -> Word;
    CountW(Word) -> Word;
    IsEmptyW(Word) -> Word;
    SubsetW(Word, Word) -> Word;
    /// Whether the first, a digit or unit, is in the second.
    HasW(Word, Word) -> Word;
    /// The set of one digit; nothing gives the empty set.
    OneDigit(Word) -> Word;
    /// The set of one unit; nothing gives the empty set.
    OneUnit(Word) -> Word;
    FirstDigit(Word) -> Word;
    OnlyDigit(Word) -> Word;
    FirstUnit(Word) -> Word;
    OnlyUnit(Word) -> Word;
    LastDigit(Word) -> Word;
    LastUnit(Word) -> Word;
    /// The members of the first greater than the second.
    AfterW(Word, Word) -> Word;
    // Sets of cells.
    AndC(Cells, Cells) -> Cells;
    OrC(Cells, Cells) -> Cells;
    XorC(Cells, Cells) -> Cells;
    DiffC(Cells, Cells) -> Cells;
    CountC(Cells) -> Word;
    IsEmptyC(Cells) -> Word;
    EqC(Cells, Cells) -> Word;
    SubsetC(Cells, Cells) -> Word;
    /// Whether the first, a cell, is in the second.
    HasC(Word, Cells) -> Word;
    /// The set of one cell; nothing gives the empty set.
    OneCell(Word) -> Cells;
    FirstC(Cells) -> Word;
    OnlyC(Cells) -> Word;
    LastC(Cells) -> Word;
    AfterC(Cells, Word) -> Cells;
    // The board's geometry.
    RowOf(Word) -> Word;
    ColumnOf(Word) -> Word;
    BoxOf(Word) -> Word;
    UnitsOfCell(Word) -> Word;
    UnitsOfCells(Cells) -> Word;
    CellsOfUnit(Word) -> Cells;
    CellsOfUnits(Word) -> Cells;
    PeersOfCell(Word) -> Cells;
    PeersOfCells(Cells) -> Cells;
    Sees(Word, Word) -> Word;
    HalfTurn(Cells) -> Cells;
    MirrorColumns(Cells) -> Cells;
    MirrorRows(Cells) -> Cells;
    Transpose(Cells) -> Cells;
    AntiTranspose(Cells) -> Cells;
    /// For each cell of the first, how many of its units are in the second; their sum.
    Incidences(Cells, Word) -> Word;
    /// The units that hold a number of the cells that is in the span.
    UnitsByCount(Cells, Word) -> Word;
    /// The units that all of the cells are in.
    CommonUnits(Cells) -> Word;
    /// The whole numbers from one to another, both included, as a span.
    Span(Word, Word) -> Word;
    /// How many subsets of so many members a set of so many has.
    Binomial(Word, Word) -> Word;
    // Numbers.
    AddF(Float, Float) -> Float;
    SubF(Float, Float) -> Float;
    MulF(Float, Float) -> Float;
    /// Division; by zero it is zero.
    DivF(Float, Float) -> Float;
    MinF(Float, Float) -> Float;
    MaxF(Float, Float) -> Float;
    AbsF(Float) -> Float;
    EqF(Float, Float) -> Word;
    LtF(Float, Float) -> Word;
    LeF(Float, Float) -> Word;
    Round(Float) -> Word;
    Floor(Float) -> Word;
    Ceil(Float) -> Word;
    Sqrt(Float) -> Float;
    Ln(Float) -> Float;
    Exp(Float) -> Float;
    Sin(Float) -> Float;
    Cos(Float) -> Float;
    // The position.
    Open() -> Cells, position;
    Clues() -> Cells, position;
    CandOfCell(Word) -> Word, position;
    /// The one candidate of a cell; nothing when it has more or none.
    OnlyCand(Word) -> Word, position;
    CandOfCells(Cells) -> Word, position;
    SpotsOfDigit(Word) -> Cells, position;
    SpotsOfDigits(Word) -> Cells, position;
    SpotsInUnit(Word, Word) -> Cells, position;
    SpotCount(Word, Word) -> Word, position;
    OpenInUnit(Word) -> Cells, position;
    OpenCount(Word) -> Word, position;
    OpenInRowOf(Word) -> Word, position;
    OpenInColumnOf(Word) -> Word, position;
    OpenInBoxOf(Word) -> Word, position;
    Missing(Word) -> Word, position;
    Holding(Word) -> Word, position;
    ValueOf(Word) -> Word, position;
    /// Open cells with so many candidates.
    CellsWithCount(Word) -> Cells, position;
    /// Missing digits of a unit with so many spots in it.
    DigitsWithSpots(Word, Word) -> Word, position;
    /// Units in which a digit has so many spots.
    UnitsWithSpots(Word, Word) -> Word, position;
    /// Those of the units in which some digit has so many spots.
    UnitsWithAnySpots(Word, Word) -> Word, position;
    /// The cells that have, among the digits, a number of candidates that is in the span.
    CellsByCount(Word, Word) -> Cells, position;
    /// The digits that have, among the cells, a number of spots that is in the span.
    DigitsByCount(Cells, Word) -> Word, position;
    /// The cells that have all these candidates.
    CellsWithAll(Word) -> Cells, position;
    /// The cells that have exactly these candidates.
    CellsWithExactly(Word) -> Cells, position;
    /// How many candidates the cells have together.
    CandidatesIn(Cells) -> Word, position;
    /// The largest number of candidates of an open cell.
    MostCandidates() -> Word, position;
}

/// How a loop's values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FoldKind {
    Sum,
    Min,
    Max,
    Any,
    All,
    Union,
    Mean,
    Variance,
    StdDev,
}

/// How a column of values becomes one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum ReduceKind {
    Sum,
    Mean,
    Min,
    Max,
    Variance,
    StdDev,
    MeanDeviation,
    Slope,
    MaxJump,
    /// The first step, from 1, with the largest value; 0 without steps.
    FirstMax,
    /// Steps for which a condition holds.
    Count,
    Entropy,
    LongestRun,
    LongestRunValue,
    MostFrequent,
    LeastFrequent,
}

impl ReduceKind {
    /// All kinds, each at the place of its number.
    pub(crate) const ALL: [Self; 16] = [
        Self::Sum,
        Self::Mean,
        Self::Min,
        Self::Max,
        Self::Variance,
        Self::StdDev,
        Self::MeanDeviation,
        Self::Slope,
        Self::MaxJump,
        Self::FirstMax,
        Self::Count,
        Self::Entropy,
        Self::LongestRun,
        Self::LongestRunValue,
        Self::MostFrequent,
        Self::LeastFrequent,
    ];
}
