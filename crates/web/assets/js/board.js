// The board: a puzzle that can be drawn, and the positions of its path.

import { CELLS, DIGITS, column, conflicts, eliminations, nameOf, placements, row } from "./grid.js";
import { el, put } from "./dom.js";
import { cellOf } from "./grid.js";

/** A board in an element. `drawn` is called with the digits after each change by hand. */
export class Board {
  constructor(element, drawn) {
    this.element = element;
    this.drawn = drawn;
    this.digits = Array(81).fill(0);
    this.drawing = false;
    this.current = 0;
    this.cells = CELLS.map((cell) => this.#make(cell));
    const rows = [];
    for (let at = 0; at < 9; at += 1) {
      rows.push(el("div", { role: "row", class: "row" }, this.cells.slice(at * 9, at * 9 + 9)));
    }
    put(element, rows);
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether digits can be put in by hand. */
  draw(on) {
    this.drawing = on;
    this.element.classList.toggle("drawing", on);
    this.element.setAttribute("aria-readonly", String(!on));
    this.cells[this.current].tabIndex = 0;
  }

  /** Shows clues alone. */
  showClues(digits) {
    this.digits = [...digits];
    const wrong = conflicts(digits);
    for (const cell of CELLS) {
      const digit = digits[cell];
      this.#paint(cell, digit ? ["clue", wrong.has(cell) && "wrong"] : [], digit ? String(digit) : "", digit || "empty");
    }
  }

  /** Shows a position of the path, and what a step says about it. */
  showPosition(clues, position, step) {
    this.digits = [...clues];
    const pattern = new Set((step?.pattern ?? []).map(cellOf));
    const placed = new Map(step ? placements(step) : []);
    const gone = new Map();
    for (const [cell, digit] of step ? eliminations(step) : []) gone.set(cell, [...(gone.get(cell) ?? []), digit]);
    for (const cell of CELLS) {
      const digit = position.digits[cell];
      const marks = [pattern.has(cell) && "pattern", gone.has(cell) && "hit"];
      const spoken = [pattern.has(cell) && "in the pattern"];
      if (digit) {
        this.#paint(cell, [clues[cell] ? "clue" : "found", ...marks], String(digit), [digit, ...spoken]);
      } else if (placed.has(cell)) {
        this.#paint(cell, ["placed", ...marks], String(placed.get(cell)), [`${placed.get(cell)} goes here`, ...spoken]);
      } else {
        const out = new Set(gone.get(cell) ?? []);
        const candidates = position.candidates[cell];
        const small = DIGITS.map((each) => {
          // Drawn by the style sheet: what is heard is the cell's label.
          return el("span", { "data-digit": candidates.has(each) ? each : null, class: out.has(each) ? "out" : null });
        });
        const list = `candidates ${[...candidates].join(" ")}`;
        const without = out.size > 0 && `${[...out].join(" ")} eliminated`;
        this.#paint(cell, marks, el("span", { class: "candidates", "aria-hidden": "true" }, small), [list, without, ...spoken]);
      }
    }
  }

  #paint(cell, classes, content, spoken) {
    const element = this.cells[cell];
    element.className = ["cell", ...[classes].flat().filter(Boolean)].join(" ");
    element.setAttribute("aria-label", [nameOf(cell), ...[spoken].flat().filter(Boolean)].join(", "));
    put(element, content === "" ? [] : [content]);
  }

  #make(cell) {
    return el("div", {
      class: "cell",
      role: "gridcell",
      "data-cell": nameOf(cell),
      "aria-label": nameOf(cell),
      tabindex: cell === 0 ? "0" : "-1",
      onfocus: () => this.#move(cell, false),
      onmousedown: (event) => {
        event.preventDefault();
        this.#move(cell, true);
      },
    });
  }

  #move(cell, focus) {
    this.cells[this.current].tabIndex = -1;
    this.current = cell;
    this.cells[cell].tabIndex = 0;
    if (focus) this.cells[cell].focus();
  }

  #key(event) {
    if (!this.drawing || event.ctrlKey || event.metaKey || event.altKey) return;
    const [r, c] = [row(this.current), column(this.current)];
    const moves = { ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c] };
    const to = moves[event.key];
    if (to) {
      this.#move(((to[0] + 9) % 9) * 9 + ((to[1] + 9) % 9), true);
    } else if (/^[1-9]$/.test(event.key)) {
      this.put(Number(event.key));
    } else if (["0", ".", " ", "Backspace", "Delete"].includes(event.key)) {
      this.put(0);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts a digit into the current cell, or takes it out with 0. */
  put(digit) {
    if (!this.drawing || this.digits[this.current] === digit) return;
    this.digits[this.current] = digit;
    this.showClues(this.digits);
    this.drawn([...this.digits]);
  }
}
