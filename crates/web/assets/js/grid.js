// Cells, digits, and the positions of a path. No techniques: what a step does, its report says.

export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const row = (cell) => Math.floor(cell / 9);
export const column = (cell) => cell % 9;
const box = (cell) => Math.floor(row(cell) / 3) * 3 + Math.floor(column(cell) / 3);

/** `r4c7` */
export const nameOf = (cell) => `r${row(cell) + 1}c${column(cell) + 1}`;

/** The cell of a name. */
export function cellOf(name) {
  const [, r, c] = /^r(\d)c(\d)$/.exec(name);
  return (Number(r) - 1) * 9 + Number(c) - 1;
}

const PEERS = CELLS.map((cell) =>
  CELLS.filter(
    (other) =>
      other !== cell && (row(other) === row(cell) || column(other) === column(cell) || box(other) === box(cell)),
  ),
);

/** The digits of a puzzle of 81 characters, 0 for a blank; null if the text is none. */
export function clues(text) {
  if (!/^[.0-9]{81}$/.test(text)) return null;
  return Array.from(text, (c) => (c === "." ? 0 : Number(c)));
}

/** The same as text. */
export const textOf = (digits) => digits.map((digit) => (digit === 0 ? "." : String(digit))).join("");

/** Cells whose digit a peer has, too. */
export function conflicts(digits) {
  return new Set(CELLS.filter((cell) => digits[cell] && PEERS[cell].some((peer) => digits[peer] === digits[cell])));
}

function place(position, cell, digit) {
  position.digits[cell] = digit;
  position.candidates[cell] = new Set();
  for (const peer of PEERS[cell]) position.candidates[peer].delete(digit);
}

function startOf(given) {
  const position = { digits: Array(81).fill(0), candidates: CELLS.map(() => new Set(DIGITS)) };
  for (const cell of CELLS) if (given[cell]) place(position, cell, given[cell]);
  return position;
}

const copyOf = (position) => ({
  digits: [...position.digits],
  candidates: position.candidates.map((set) => new Set(set)),
});

/** What a step places: cells with digits. */
export function placements(step) {
  if (step.placements) return step.placements.map(({ cell, digit }) => [cellOf(cell), digit]);
  return step.cell ? [[cellOf(step.cell), step.digit]] : [];
}

/** What a step eliminates. */
export const eliminations = (step) => step.eliminations.map(({ cell, digit }) => [cellOf(cell), digit]);

/** `r4c5=7`, or `r1c2<>4 r1c3<>48`. */
export function conclusion(step) {
  const placed = placements(step).map(([cell, digit]) => `${nameOf(cell)}=${digit}`);
  if (placed.length > 0) return placed.join(" ");
  const gone = new Map();
  for (const [cell, digit] of eliminations(step)) gone.set(cell, (gone.get(cell) ?? "") + digit);
  return [...gone].map(([cell, digits]) => `${nameOf(cell)}<>${digits}`).join(" ");
}

/**
 * The position in which each step is found, by its index; that of 0 is the start. Steps of one wave share theirs, and
 * are taken together.
 */
export function positions(given, steps) {
  let position = startOf(given);
  const all = [position];
  let wave = null;
  let waiting = [];
  const take = () => {
    if (waiting.length === 0) return;
    position = copyOf(position);
    for (const step of waiting) {
      for (const [cell, digit] of placements(step)) if (!position.digits[cell]) place(position, cell, digit);
      for (const [cell, digit] of eliminations(step)) position.candidates[cell].delete(digit);
    }
    waiting = [];
  };
  for (const step of steps) {
    if (step.wave === undefined || step.wave !== wave) take();
    wave = step.wave;
    all.push(position);
    waiting.push(step);
  }
  return all;
}
