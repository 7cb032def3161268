// The numbers of a rule file as sliders and fields.

import { el, put } from "./dom.js";

/** From where to where a slider goes, and in which steps. */
export function scaleOf(value) {
  const size = Math.abs(value.value);
  const decimals = value.whole ? 0 : Math.max(1, (String(value.value).split(".")[1] ?? "").length, size < 2 ? 2 : 1);
  const step = 10 ** -decimals;
  const most = value.whole ? Math.max(2 * size, 10) : size === 0 ? 1 : Number((2 * size).toFixed(decimals));
  return { least: value.value < 0 ? -most : 0, most: value.value < 0 ? 0 : most, step, decimals };
}

const words = (label) => label.filter((word) => word !== "table").map((word) => word.replaceAll("_", " ")).join(" · ");

/** Shows the numbers of a file; `changed` is called with a path and a number. */
export class Sliders {
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.rows = new Map();
  }

  /** Shows a file from scratch. */
  show(file) {
    this.file = file;
    this.rows.clear();
    const groups = new Map();
    for (const value of file.values) {
      // What tiers expect comes behind their bounds.
      const group = value.path.includes(".profile.") ? `${value.group}: profile` : value.group;
      groups.set(group, [...(groups.get(group) ?? []), value]);
    }
    const sections = [...groups].map(([group, values]) => this.#group(group, values));
    const none = el("p", { class: "quiet" }, "This file has no numbers to tune.");
    put(this.element, sections.length > 0 ? sections : none);
    this.update();
  }

  #group(group, values) {
    const rows = values.map((value) => this.#row(value));
    const title = group.replaceAll("_", " ");
    const summary = el("summary", {}, title, " ", el("span", { class: "count" }, String(values.length)));
    const open = ["constants", "variants"].includes(group) || values.length <= 10;
    return el("details", { open, class: "group" }, summary, el("div", { class: "rows" }, rows));
  }

  #row(value) {
    const scale = scaleOf(this.file.builtIn(value.path) ?? value);
    const named = value.label.some((word) => !/^\d+$/.test(word));
    const name = words(named ? value.label : [value.group, ...value.label]);
    const id = `value-${value.path}`;
    const slider = el("input", {
      type: "range", id, min: scale.least, max: scale.most, step: scale.step, "data-path": value.path, "aria-label": name,
    });
    const field = el("input", {
      type: "number", step: "any", inputmode: "decimal", "data-path": value.path, "aria-label": `${name}, exactly`,
    });
    const back = el("button", { type: "button", class: "back", "aria-label": `built-in value of ${name}` }, "↺");
    const set = (number) => {
      if (Number.isFinite(number)) this.changed(value.path, number);
    };
    slider.addEventListener("input", () => set(Number(Number(slider.value).toFixed(scale.decimals))));
    field.addEventListener("input", () => field.value !== "" && set(Number(field.value)));
    back.addEventListener("click", () => {
      set(this.file.builtIn(value.path).value);
      slider.focus();
    });
    const note = value.note ? el("span", { class: "note" }, value.note) : null;
    const element = el(
      "div",
      { class: "value", "data-path": value.path },
      el("label", { for: id }, name, note),
      el("div", { class: "inputs" }, slider, field, back),
    );
    this.rows.set(value.path, { element, slider, field, back });
    return element;
  }

  /** Shows the file's numbers as they are now. */
  update() {
    for (const [path, { element, slider, field, back }] of this.rows) {
      const value = this.file.value(path);
      const old = this.file.builtIn(path);
      if (!value) continue;
      if (document.activeElement !== slider || Number(slider.value) !== value.value) slider.value = String(value.value);
      if (document.activeElement !== field || Number(field.value) !== value.value) field.value = String(value.value);
      const differs = old !== undefined && old.value !== value.value;
      element.classList.toggle("changed", differs);
      back.hidden = !differs;
      slider.disabled = this.file.stale;
      field.disabled = this.file.stale;
    }
  }
}
