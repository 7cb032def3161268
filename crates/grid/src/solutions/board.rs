//! The cells that one digit may be in, and what follows from them alone.

/// 81 cells as three bands of 27 bits, each three rows of nine.
pub(super) type Cells = [u32; 3];

/// All cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;

/// The lowest cell of each of a band's nine segments (where a row crosses a box).
const SEGMENTS: u32 = 0o111_111_111;

/// For a row of nine bits, the same in each of a band's three rows.
const EACH_ROW: u32 = 1 | 1 << 9 | 1 << 18;

/// The peers of each cell and the cell itself.
pub(super) static SEEN: [Cells; 81] = {
    let mut table = [[0; 3]; 81];
    let mut i = 0;
    while i < 81 {
        let mut k = 0;
        while k < 81 {
            let same_box = i / 27 == k / 27 && i % 9 / 3 == k % 9 / 3;
            if i / 9 == k / 9 || i % 9 == k % 9 || same_box {
                table[i][k / 27] |= 1 << (k % 27);
            }
            k += 1;
        }
        i += 1;
    }
    table
};

/// What a digit can do in a chute, from which of its nine segments have a cell for it.
///
/// The digit takes three of the segments, no two in the same line or box. Bit 3·line + box of an
/// index is 1 where the segment has a cell left.
#[derive(Clone, Copy)]
struct Chute {
    /// The cells of the segments that some choice of three uses; none if there is no choice.
    possible: u32,
    /// The cells of the segments that every choice of three uses.
    certain: u32,
}

/// A table of chutes, whose segment with bit `i` has the cells `cells[i]`.
const fn chutes(cells: [u32; 9]) -> [Chute; 512] {
    const CHOICES: [u32; 6] = [
        0b100_010_001,
        0b010_100_001,
        0b100_001_010,
        0b001_100_010,
        0b010_001_100,
        0b001_010_100,
    ];
    let mut table = [Chute {
        possible: 0,
        certain: 0,
    }; 512];
    let mut segments = 0;
    while segments < 512 {
        let (mut possible, mut certain) = (0, 0o777);
        let mut k = 0;
        while k < 6 {
            if CHOICES[k] & !(segments as u32) == 0 {
                possible |= CHOICES[k];
                certain &= CHOICES[k];
            }
            k += 1;
        }
        let mut i = 0;
        while i < 9 {
            if possible >> i & 1 != 0 {
                table[segments].possible |= cells[i];
                if certain >> i & 1 != 0 {
                    table[segments].certain |= cells[i];
                }
            }
            i += 1;
        }
        segments += 1;
    }
    table
}

/// Bands: a segment is three cells of the band.
static BANDS: [Chute; 512] = {
    let mut cells = [0; 9];
    let mut i = 0;
    while i < 9 {
        cells[i] = 0o7 << (3 * i);
        i += 1;
    }
    chutes(cells)
};

/// The left stack, in a summary of the board: bit 9·band + column is 1 where the band has a cell in
/// the column. A segment is one such bit; its "line" is the band, its "box" the column.
static STACKS: [Chute; 512] = {
    let mut cells = [0; 9];
    let mut i = 0;
    while i < 9 {
        cells[i] = 1 << (9 * (i / 3) + i % 3);
        i += 1;
    }
    chutes(cells)
};

/// The three lowest bits of each of three groups of nine, side by side.
#[inline]
const fn gather(bits: u32) -> usize {
    let bits = bits & (0o7 * EACH_ROW);
    ((bits | bits >> 6 | bits >> 12) & 0o777) as usize
}

/// Takes out the cells that the digit cannot be in for want of room elsewhere, and returns those
/// that it has to be in; `None` if some unit has no cell for it.
#[inline]
pub(super) fn confine(board: &mut Cells) -> Option<Cells> {
    let mut certain = [0; 3];
    let mut summary = 0;
    let mut twice_in_column = [0; 3];
    for (b, band) in board.iter_mut().enumerate() {
        let segments = (*band | *band >> 1 | *band >> 2) & SEGMENTS;
        let chute = &BANDS[gather(segments | segments >> 2 | segments >> 4)];
        if chute.possible == 0 {
            return None;
        }
        *band &= chute.possible;
        let twice = (*band & (*band >> 1 | *band >> 2) | (*band >> 1 & *band >> 2)) & SEGMENTS;
        certain[b] = *band & chute.certain & !(twice * 0o7);

        let (upper, middle, lower) = (*band & 0o777, *band >> 9 & 0o777, *band >> 18);
        summary |= (upper | middle | lower) << (9 * b);
        twice_in_column[b] = upper & (middle | lower) | middle & lower;
    }
    let (left, centre, right) = (
        &STACKS[gather(summary)],
        &STACKS[gather(summary >> 3)],
        &STACKS[gather(summary >> 6)],
    );
    if left.possible == 0 || centre.possible == 0 || right.possible == 0 {
        return None;
    }
    let possible = left.possible | centre.possible << 3 | right.possible << 6;
    let sure = left.certain | centre.certain << 3 | right.certain << 6;
    for b in 0..3 {
        let columns = possible >> (9 * b) & 0o777;
        board[b] &= columns * EACH_ROW;
        let once = sure >> (9 * b) & 0o777 & !twice_in_column[b];
        certain[b] |= once * EACH_ROW;
        certain[b] &= board[b];
    }
    Some(certain)
}
