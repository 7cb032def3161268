//! What a single line looks like.

use super::error::ReadErrorKind;

/// The cells of a puzzle in a text, as numbers; 0 for a blank.
pub(super) type Numbers = [u8; 81];

/// What a line looks like, before it is known what stands around it.
///
/// Columns are counted in characters from 0.
#[derive(Debug, PartialEq)]
pub(super) enum Shape<'a> {
    /// Nothing but space.
    Blank,
    /// A comment: what follows the `#`.
    Comment(&'a str),
    /// Part of a known format that says nothing about a puzzle.
    Ornament,
    /// A line of one character that is a blank in some grids and a border in others.
    Rule {
        /// The character.
        mark: char,
        /// How often it is there.
        width: usize,
    },
    /// Cells, too few for a puzzle.
    Row(Row),
    /// Nine groups of candidates.
    Candidates,
    /// A puzzle, or what should have been one.
    Puzzle(OneLine<'a>),
    /// Anything else. It may be a row with more wrong than right in it.
    Words(Row),
}

/// The cells of one line of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// The column of the first character that is not space.
    pub(super) column: usize,
    /// How many characters there are that could stand for a cell, right or wrong.
    pub(super) width: usize,
    /// How many of them are cells.
    pub(super) cells: usize,
    /// The first nine, as numbers.
    pub(super) numbers: [u8; 9],
    /// The first character that is no cell, with its column.
    pub(super) stray: Option<(char, usize)>,
    /// The characters that stand for blanks here, as bits by [`blank_bit`].
    pub(super) blanks: u8,
}

/// A puzzle on one line, or what should have been one.
#[derive(Debug, PartialEq)]
pub(super) struct OneLine<'a> {
    /// Where it begins.
    pub(super) column: usize,
    /// Its characters.
    pub(super) text: &'a str,
    /// The rest of the line.
    pub(super) label: Option<String>,
    /// The cells; or what is wrong and in which column.
    pub(super) cells: Result<Numbers, (ReadErrorKind, usize)>,
}

/// The characters for blanks.
const BLANKS: [char; 7] = ['.', '0', '*', '_', '-', 'x', 'X'];

/// Stands for a byte that is no cell in [`CELLS`].
const NO_CELL: u8 = u8::MAX;

/// The clue that each byte stands for, 0 for a blank.
static CELLS: [u8; 256] = {
    let mut table = [NO_CELL; 256];
    let mut i = 0;
    while i < BLANKS.len() {
        table[BLANKS[i] as usize] = 0;
        i += 1;
    }
    let mut number = 1;
    while number <= 9 {
        table[b'0' as usize + number] = number as u8;
        number += 1;
    }
    table
};

/// The clue that a character stands for, 0 for a blank; `None` if it is no cell.
fn cell(c: char) -> Option<u8> {
    let number = CELLS[usize::from(u8::try_from(c).ok()?)];
    (number != NO_CELL).then_some(number)
}

/// A bit for each character that stands for a blank; 0 for other characters.
pub(super) fn blank_bit(c: char) -> u8 {
    BLANKS
        .iter()
        .position(|&blank| blank == c)
        .map_or(0, |i| 1 << i)
}

/// Whether the character ends a puzzle on its line.
fn ends_token(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | ':' | '#' | '"' | '\'' | '`' | '=' | '&' | '|' | '<' | '>'
        )
        || is_bracket(c)
}

/// Whether the character may stand between the cells of a row.
fn is_spacer(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '|' | '!' | '¦' | ':' | ',' | ';' | '/' | '"' | '\'' | '\u{2500}'..='\u{257F}'
        )
        || is_bracket(c)
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}')
}

/// Says what a line looks like.
pub(super) fn shape_of(line: &str) -> Shape<'_> {
    let text = line.trim();
    let column = column_of(line, text);
    if text.is_empty() {
        return Shape::Blank;
    }
    if let Some(comment) = text.strip_prefix('#') {
        return Shape::Comment(comment);
    }
    if let Some(cells) = whole_puzzle(text) {
        return Shape::Puzzle(OneLine {
            column,
            text,
            label: None,
            cells: Ok(cells),
        });
    }
    if text.starts_with(':') && text.matches(':').count() >= 4 {
        return refused(column, text, ReadErrorKind::LibraryCase);
    }
    if is_ornament(text) {
        return Shape::Ornament;
    }
    if let Some(rule) = rule(text) {
        return rule;
    }
    // A comment may follow the cells of a row.
    let row = row_of(line.find('#').map_or(line, |at| &line[..at]));
    let longest = text.split(is_spacer).map(str::len).max().unwrap_or(0);
    if row.width == 81 && row.cells == 81 && longest < 70 && !is_candidates(text) {
        return Shape::Puzzle(in_groups(line, text, column));
    }
    if let Some(puzzle) = puzzle_token(line) {
        return Shape::Puzzle(puzzle);
    }
    if is_candidates(text) {
        return Shape::Candidates;
    }
    if row.width == 0 {
        return Shape::Ornament;
    }
    if row.cells < row.width {
        return Shape::Words(row);
    }
    match row.width {
        1..=3 => Shape::Words(row),
        4..=25 => Shape::Row(row),
        _ => Shape::Puzzle(in_groups(line, text, column)),
    }
}

/// The column of a part of a line.
pub(super) fn column_of(line: &str, part: &str) -> usize {
    let at = part.as_ptr() as usize - line.as_ptr() as usize;
    line[..at].chars().count()
}

fn refused(column: usize, text: &str, kind: ReadErrorKind) -> Shape<'_> {
    let cells = Err((kind, column));
    Shape::Puzzle(OneLine {
        column,
        text,
        label: None,
        cells,
    })
}

/// The cells of a text that is a puzzle and nothing else.
fn whole_puzzle(text: &str) -> Option<Numbers> {
    if text.len() != 81 {
        return None;
    }
    let mut numbers = [0; 81];
    let mut is_whole = true;
    for (number, byte) in numbers.iter_mut().zip(text.bytes()) {
        *number = CELLS[usize::from(byte)];
        is_whole &= *number != NO_CELL;
    }
    is_whole.then_some(numbers)
}

/// Section headers, and the tags around the games of an OpenSudoku file.
fn is_ornament(text: &str) -> bool {
    const TAGS: [&str; 12] = [
        "?xml",
        "!--",
        "opensudoku",
        "folder",
        "name",
        "author",
        "description",
        "comment",
        "created",
        "source",
        "level",
        "sourceURL",
    ];
    if let Some(section) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    {
        return !section.is_empty()
            && section
                .chars()
                .all(|c| c.is_ascii_alphabetic() && cell(c).is_none());
    }
    let Some(tag) = text.strip_prefix('<') else {
        return false;
    };
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let name = tag
        .split(|c: char| c.is_whitespace() || c == '>' || c == '/')
        .next()
        .unwrap_or_default();
    !text.contains("<game ") && (TAGS.contains(&name) || name == "game" && text.starts_with("</"))
}

/// The puzzle among the words of a line, or the word that comes closest to one.
fn puzzle_token(line: &str) -> Option<OneLine<'_>> {
    let tokens = || line.split(ends_token).filter(|token| token.len() >= 26);
    if let Some((token, cells)) = tokens().find_map(|t| Some((t, whole_puzzle(t)?))) {
        let label = label_beside(line, token);
        return Some(OneLine {
            column: column_of(line, token),
            text: token,
            label,
            cells: Ok(cells),
        });
    }
    let (token, kind, at) = tokens().find_map(|token| {
        let (kind, at) = near_miss(token)?;
        Some((token, kind, at))
    })?;
    let column = column_of(line, token);
    let label = label_beside(line, token);
    Some(OneLine {
        column,
        text: token,
        label,
        cells: Err((kind, column + at)),
    })
}

/// What is wrong with a word that is no puzzle, and at which of its characters; `None` if it does
/// not look like an attempt at one.
fn near_miss(token: &str) -> Option<(ReadErrorKind, usize)> {
    let length = token.chars().count();
    let cells = token.chars().filter(|&c| cell(c).is_some()).count();
    let stray = token.chars().enumerate().find(|&(_, c)| cell(c).is_none());
    let marks = token.chars().filter(|&c| c == '+').count();
    if marks > 0 && length - marks == 81 && cells + marks == length {
        let what = "a grid in which + marks placed digits";
        return Some((ReadErrorKind::Unsupported { what }, 0));
    }
    match (length, stray) {
        (729, None) => {
            let what = "a grid of 729 characters, nine candidates a cell";
            Some((ReadErrorKind::Unsupported { what }, 0))
        }
        (36, None) => Some((ReadErrorKind::Size { size: 6 }, 0)),
        (256 | 625, _)
            if token
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || cell(c).is_some()) =>
        {
            Some((
                ReadErrorKind::Size {
                    size: if length == 256 { 16 } else { 25 },
                },
                0,
            ))
        }
        // Words made of digits and dots only; a row of dashes is a border.
        (_, None) if token.chars().any(|c| c != '-' && c != '_' && c != '*') => Some((
            ReadErrorKind::Length {
                found: length,
                stray: None,
            },
            0,
        )),
        (81, Some((at, found))) if cells >= 17 => Some((ReadErrorKind::Character { found }, at)),
        (_, Some((at, found))) if cells * 5 >= length * 4 => Some((
            ReadErrorKind::Length {
                found: length,
                stray: Some(found),
            },
            at,
        )),
        _ => None,
    }
}

/// What else a line says besides its puzzle.
fn label_beside(line: &str, token: &str) -> Option<String> {
    let start = token.as_ptr() as usize - line.as_ptr() as usize;
    let (before, after) = (&line[..start], &line[start + token.len()..]);
    if before.trim_start().starts_with('<') {
        return None;
    }
    // The puzzle of a link is one of its parameters; the rest of the link says nothing about it.
    let in_link = before.contains("://") || before.ends_with("bd=");
    let (before, after) = if in_link {
        (
            "",
            after
                .find(char::is_whitespace)
                .map_or("", |end| &after[end..]),
        )
    } else {
        (before, after)
    };
    let trim = |text: &str| {
        let is_edge = |c: char| c.is_whitespace() || ",;:#=|\"'`".contains(c);
        text.trim_matches(is_edge).to_owned()
    };
    let (before, after) = (trim(before), trim(after));
    let gap = if before.is_empty() || after.is_empty() {
        ""
    } else {
        " "
    };
    let label = before + gap + &after;
    (!label.is_empty()).then_some(label)
}

/// Whether a line is nine groups of candidates, some of more than one digit.
fn is_candidates(text: &str) -> bool {
    let groups: Vec<&str> = text
        .split(is_spacer)
        .filter(|group| !group.is_empty())
        .take(10)
        .collect();
    let all_in = |group: &&str| {
        let mut seen = 0u16;
        group.bytes().all(|byte| {
            let new = byte.is_ascii_digit() && byte != b'0' && seen >> (byte - b'0') & 1 == 0;
            seen |= if new { 1 << (byte - b'0') } else { 0 };
            new
        })
    };
    groups.len() == 9
        && groups.iter().any(|group| group.len() > 1)
        && groups.iter().all(all_in)
        // Nine groups of nine are the rows of a solved grid, unless none of them excludes a digit.
        && (groups.iter().any(|group| group.len() != 9) || groups.iter().all(|&group| group == "123456789"))
}

/// A border between the rows of a grid, or a line that may be one.
fn rule(text: &str) -> Option<Shape<'_>> {
    let is_border = |c: char| {
        matches!(
            c,
            '-' | '=' | '_' | '*' | '~' | '+' | '\u{2500}'..='\u{257F}'
        )
    };
    let marks = || text.chars().filter(|&c| !is_spacer(c) || is_border(c));
    let drawn = |c: char| is_border(c) || matches!(c, '.' | '\'' | '`' | ',' | ':' | '|' | ' ');
    if !text.chars().all(drawn) {
        return None;
    }
    // Three of a kind in a row; a grid's blanks stand alone or between bars.
    let run = |mark: char| {
        let three = [mark; 3];
        text.contains(&String::from_iter(three))
    };
    let mark = ['-', '_', '*', '=', '~', '─', '━', '═']
        .into_iter()
        .find(|&mark| run(mark))?;
    if marks().any(|c| c != mark && c != '|') {
        // Cells of several kinds: a row of blanks is written in one.
        return Some(Shape::Ornament);
    }
    let width = marks().filter(|&c| c == mark).count();
    match (blank_bit(mark), width) {
        (0, _) => Some(Shape::Ornament),
        // A puzzle without clues.
        (_, 81) => None,
        _ => Some(Shape::Rule { mark, width }),
    }
}

/// The cells of a line, with or without something between them.
fn row_of(line: &str) -> Row {
    let mut row = Row::default();
    let mut begun = false;
    for (column, c) in line.chars().enumerate() {
        if !begun && !c.is_whitespace() {
            row.column = column;
            begun = true;
        }
        if is_spacer(c) {
            continue;
        }
        match cell(c) {
            Some(number) => {
                row.cells += 1;
                row.blanks |= blank_bit(c);
                if let Some(place) = row.numbers.get_mut(row.width) {
                    *place = number;
                }
            }
            None => row.stray = row.stray.or(Some((c, column))),
        }
        row.width += 1;
    }
    row
}

/// The puzzle of a line of many cells with something between them.
fn in_groups<'a>(line: &str, text: &'a str, column: usize) -> OneLine<'a> {
    let cells = line.find('#').map_or(line, |at| &line[..at]);
    let numbers: Vec<u8> = cells
        .chars()
        .filter(|&c| !is_spacer(c))
        .filter_map(cell)
        .collect();
    let found = numbers.len();
    let cells = <Numbers>::try_from(numbers)
        .map_err(|_| (ReadErrorKind::Length { found, stray: None }, column));
    OneLine {
        column,
        text,
        label: None,
        cells,
    }
}
