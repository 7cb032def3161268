// A text field that shows diagnostics where they are: under it lies the same text with marks.

import { el, later, put } from "./dom.js";

/** The offset of a line and a column, both from 1, the column in characters. */
export function offsetOf(text, line, column) {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let offset = start;
  for (let at = 1; at < column && offset < text.length && text[offset] !== "\n"; at += 1) {
    offset += text.codePointAt(offset) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** An editor in an element. `written` is called a moment after each change. */
export class Editor {
  constructor(element, label, written) {
    this.diagnostics = [];
    this.shade = el("pre", { class: "shade", "aria-hidden": "true" });
    this.numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
    this.field = el("textarea", {
      class: "field",
      "aria-label": label,
      "aria-describedby": "diagnostics",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
    });
    put(element, this.numbers, el("div", { class: "page" }, this.shade, this.field));
    const soon = later(250, () => written(this.field.value));
    this.field.addEventListener("input", () => {
      // Marks of an older text would stand in the wrong places.
      this.mark([]);
      soon();
    });
    this.field.addEventListener("scroll", () => this.#scroll());
    this.field.addEventListener("keydown", (event) => {
      // Two blanks, as the files have them; Escape and then Tab leaves the field.
      if (event.key !== "Tab" || event.shiftKey || this.leaving) {
        this.leaving = event.key === "Escape";
        return;
      }
      event.preventDefault();
      this.field.setRangeText("  ", this.field.selectionStart, this.field.selectionEnd, "end");
      this.field.dispatchEvent(new Event("input"));
    });
  }

  get text() {
    return this.field.value;
  }

  /** Shows a text; where it is the one shown, the cursor stays. */
  show(text) {
    if (this.field.value === text) return;
    const { selectionStart, selectionEnd, scrollTop } = this.field;
    this.field.value = text;
    this.field.setSelectionRange(selectionStart, selectionEnd);
    this.field.scrollTop = scrollTop;
    this.mark([]);
  }

  /** Marks the places of diagnostics. */
  mark(diagnostics) {
    const text = this.field.value;
    this.diagnostics = diagnostics
      .filter((found) => found.line)
      .map((found) => {
        const start = offsetOf(text, found.line, found.column);
        const end = offsetOf(text, found.end_line ?? found.line, found.end_column ?? found.column);
        return { found, start, end: Math.max(end, Math.min(start + 1, text.length)) };
      })
      .sort((a, b) => a.start - b.start);
    const parts = [];
    let at = 0;
    for (const { found, start, end } of this.diagnostics) {
      if (start < at) continue;
      parts.push(text.slice(at, start));
      parts.push(el("mark", { class: found.severity, "data-code": found.code }, text.slice(start, end) || " "));
      at = end;
    }
    // A line end at the very end takes a line of its own only with something behind it.
    put(this.shade, ...parts, `${text.slice(at)}\n`);
    const lines = text.split("\n").length;
    const bad = new Set(this.diagnostics.map(({ found }) => found.line));
    const list = Array.from({ length: lines }, (_, line) =>
      bad.has(line + 1) ? el("b", {}, `${line + 1}\n`) : `${line + 1}\n`,
    );
    put(this.numbers, list);
    this.field.setAttribute("aria-invalid", String(diagnostics.some((found) => found.severity === "error")));
    this.#scroll();
  }

  /** Goes to a place. */
  select(start, end) {
    this.field.focus();
    this.field.setSelectionRange(start, end);
    const line = this.field.value.slice(0, start).split("\n").length;
    const height = this.shade.scrollHeight / Math.max(1, this.field.value.split("\n").length + 1);
    this.field.scrollTop = Math.max(0, (line - 5) * height);
    this.#scroll();
  }

  #scroll() {
    const { scrollTop, scrollLeft } = this.field;
    this.shade.scrollTop = scrollTop;
    this.shade.scrollLeft = scrollLeft;
    this.numbers.scrollTop = scrollTop;
  }
}
