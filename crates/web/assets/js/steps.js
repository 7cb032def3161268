// The list of steps.

import { el, put, shown } from "./dom.js";
import { conclusion } from "./grid.js";

/** The name of a step's kind, to show. */
export function titleOf(system, step) {
  const kind = system?.kinds.find((each) => each.name === step.kind);
  return kind?.title ?? step.kind ?? "";
}

/** A step in one line. */
export function headOf(system, step) {
  const cost = step.cost === undefined ? "" : `, cost ${shown(step.cost, 2)}`;
  const figures = `score ${shown(step.score)}, ${shown(step.assertions)} assertions${cost}`;
  return `${titleOf(system, step)}, ${conclusion(step)}: ${figures}`;
}

/** A list in an element; `chosen` is called with a step. */
export class StepList {
  constructor(element, chosen) {
    this.element = element;
    this.chosen = chosen;
    this.items = [];
  }

  show(system, steps) {
    // Where searches have a cost, that is what makes a step hard.
    const weights = steps.map((step) => Math.max(0, step.cost ?? step.score));
    const greatest = Math.max(0, ...weights);
    this.items = steps.map((step, at) => {
      const level = el("span");
      level.style.width = `${(weights[at] / (greatest || 1)) * 100}%`;
      const meter = el("span", { class: "meter", "aria-hidden": "true" }, level);
      const button = el(
        "button",
        { type: "button", "data-step": step.index, onclick: () => this.chosen(step.index) },
        el("span", { class: "index" }, String(step.index)),
        el("span", { class: "kind" }, titleOf(system, step)),
        el("span", { class: "result" }, conclusion(step)),
        el("span", { class: "score" }, (step.cost ?? step.score).toFixed(2)),
        meter,
      );
      return el("li", {}, button);
    });
    put(this.element, this.items);
    this.current = 0;
  }

  /** Marks a step, and brings it into view within the list. */
  mark(step) {
    this.items[this.current - 1]?.firstChild.removeAttribute("aria-current");
    this.current = step;
    const item = this.items[step - 1];
    if (!item) {
      this.element.scrollTop = 0;
      return;
    }
    item.firstChild.setAttribute("aria-current", "step");
    const [top, height] = [item.offsetTop - this.element.offsetTop, item.offsetHeight];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + height - clientHeight;
  }
}
