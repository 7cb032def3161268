// The first tab: one puzzle, its path and its rating.

import * as api from "./api.js";
import { Board } from "./board.js";
import { busy, byId, el, later, put, say, shown } from "./dom.js";
import { DIGITS, clues, conclusion, positions, textOf } from "./grid.js";
import * as metrics from "./metrics.js";
import { Polar } from "./polar.js";
import { StepList, headOf, titleOf } from "./steps.js";

/** Keys that walk, from whatever is no field of its own. */
const WALK = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };

export class PuzzleView {
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    this.text = "";
    this.step = 0;
    this.steps = [];
    this.field = byId("puzzle-text");
    this.board = new Board(byId("board"), (digits) => this.#drawn(digits));
    this.polar = new Polar(byId("polar"), {
      pointed: (step) => this.#point(step),
      chosen: (step) => this.go(step),
    });
    this.list = new StepList(byId("steps"), (step) => this.go(step));
    const typed = later(200, () => this.show(this.field.value, 0));
    this.field.addEventListener("input", typed);
    byId("draw").addEventListener("click", () => this.#draw(!this.board.drawing));
    const keys = [...DIGITS, 0].map((digit) =>
      el("button", { type: "button", "aria-label": digit ? null : "take out", onclick: () => this.board.put(digit) }, digit ? String(digit) : "⌫"),
    );
    put(byId("keys"), keys);
    byId("step").addEventListener("input", (event) => this.go(Number(event.target.value)));
    for (const [id, by] of [["step-first", -Infinity], ["step-back", -1], ["step-on", 1], ["step-last", Infinity]]) {
      byId(id).addEventListener("click", () => this.go(this.step + by));
    }
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a puzzle, in any form that the reader knows. */
  show(text, step) {
    this.text = text.trim();
    if (this.field.value.trim() !== this.text) this.field.value = this.text;
    this.step = step ?? 0;
    return this.rate();
  }

  /** Rates what is shown by the rules as they are. */
  rate() {
    return busy(() => this.#rate());
  }

  async #rate() {
    this.rating?.abort();
    const rating = (this.rating = new AbortController());
    const { signal } = rating;
    const { systemId: system, rules } = this.page;
    if (this.text === "") {
      this.#empty("Paste a puzzle, or draw one on the board.");
      return;
    }
    const changed = rules.changed();
    const mine = Object.keys(changed).length > 0;
    const ask = { puzzle: this.text, system, steps: true };
    try {
      // By the built-in rules first, so that there is something to compare with.
      const known = rules.builtIn.systems.some((each) => each.id === system);
      const old = mine && known ? await this.#old(ask, signal) : null;
      const by = mine && this.page.usable ? { ...ask, rules: changed } : known ? ask : null;
      if (!by) return;
      const report = await api.rate(by, signal);
      if (signal.aborted) return;
      this.#rated(report, mine ? old : null, mine && !this.page.usable);
      await this.#picture(by, report, signal);
    } catch (error) {
      if (error.name !== "AbortError" && !signal.aborted) this.#empty(error.message, true);
    }
  }

  async #old(ask, signal) {
    const key = JSON.stringify(ask);
    if (this.oldKey !== key) {
      this.oldReport = await api.rate(ask, signal);
      this.oldKey = key;
    }
    return this.oldReport;
  }

  async #picture({ steps, ...ask }, report, signal) {
    if (!["solved", "stuck"].includes(report.status)) {
      this.polar.clear("");
      return;
    }
    try {
      const picture = this.page.rules.system(ask.system)?.polar === false ? "trajectory" : "polar";
      const text = await api.plot({ ...ask, picture }, signal);
      if (!signal.aborted) this.polar.show(text);
    } catch (error) {
      if (error.name !== "AbortError") this.polar.clear(error.message);
    }
  }

  #empty(text, bad = false) {
    const digits = clues(this.text) ?? Array(81).fill(0);
    this.report = null;
    this.steps = [];
    this.#note(text, bad);
    if (!this.board.drawing) this.board.showClues(digits);
    this.list.show(null, []);
    this.polar.clear("");
    put(byId("ratings"), el("p", { class: "quiet" }, "No rating yet."));
    put(byId("scale"));
    put(byId("metrics"), el("p", { class: "quiet" }, "No metrics yet."));
    this.go(0);
  }

  #note(text, bad) {
    const note = byId("puzzle-note");
    note.textContent = text;
    note.classList.toggle("error", Boolean(bad));
  }

  #rated(report, old, stale) {
    const { rules, systemId } = this.page;
    const system = rules.system(systemId);
    const given = clues(report.puzzle);
    this.report = report;
    this.steps = report.steps ?? [];
    if (given) {
      this.clues = given;
      this.positions = positions(given, this.steps);
    } else {
      this.clues = null;
    }
    const count = given ? given.filter(Boolean).length : 0;
    const about = given ? `${report.label ? `${report.label}: ` : ""}${count} clues, ${this.steps.length} steps` : "";
    const place = report.error?.place;
    const at = !given && place ? `line ${place.line}, column ${place.column}: ` : "";
    this.#note(report.error ? at + report.error.message : about, report.error);
    this.list.show(system, this.steps);
    byId("by").textContent = `${report.system.id}, version ${report.system.version}`;
    byId("by").title = `rules ${report.system.rules}`;
    const builtIn = rules.builtIn.systems.find((each) => each.id === systemId);
    const cards = old
      ? [metrics.card("Built-in rules", builtIn, old), metrics.card(stale ? "Your rules, once they are mended" : "Your rules", system, report)]
      : [metrics.card(system?.title ?? "", system, report)];
    put(byId("ratings"), cards);
    byId("ratings").classList.toggle("two", cards.length > 1);
    byId("ratings").classList.toggle("stale", stale);
    const ratings = [{ system, report, name: "now" }];
    if (old) ratings.unshift({ system: builtIn, report: old, name: "old" });
    const scale = metrics.scale(system, ratings);
    put(byId("scale"), scale);
    metrics.table(byId("metrics"), system, report, old);
    const change = old ? `${metrics.headline(builtIn, old)} → ${stale ? "…" : metrics.headline(system, report)}` : metrics.headline(system, report);
    byId("then-now").textContent = change;
    this.go(this.step);
  }

  /** Walks to a step; 0 is the start. */
  go(step) {
    const last = this.steps.length;
    this.step = Math.min(last, Math.max(0, step));
    const current = this.steps[this.step - 1];
    const system = this.page.rules.system(this.page.systemId);
    if (!this.board.drawing) {
      if (this.clues && this.report) this.board.showPosition(this.clues, this.positions[this.step], current);
      else if (this.report) this.board.showClues(Array(81).fill(0));
    }
    const told = current ? headOf(system, current) : "";
    put(byId("told"), this.#told(system, current));
    for (const [id, value] of [["step", this.step]]) {
      byId(id).max = String(last);
      byId(id).value = String(value);
      byId(id).setAttribute("aria-valuetext", current ? `step ${this.step} of ${last}: ${told}` : "start");
    }
    const polar = byId("polar");
    polar.setAttribute("aria-valuemax", String(last));
    polar.setAttribute("aria-valuenow", String(this.step));
    polar.setAttribute("aria-valuetext", current ? `step ${this.step} of ${last}: ${told}` : "start");
    for (const id of ["step-first", "step-back"]) byId(id).disabled = this.step === 0;
    for (const id of ["step-on", "step-last"]) byId(id).disabled = this.step === last;
    this.list.mark(this.step);
    this.polar.mark(this.step);
    this.#point(null);
    this.changed();
  }

  #told(system, step) {
    if (!step) return this.steps.length > 0 ? [el("p", { class: "quiet" }, "The start. Arrow keys walk through the steps.")] : [];
    const evidence = Object.entries(step.evidence).map(([name, value]) => `${name.replaceAll("_", " ")} ${Array.isArray(value) ? value.join(" ") : shown(value)}`);
    const wave = step.wave === undefined ? "" : `, wave ${step.wave}`;
    const cost = step.cost === undefined ? "" : ` · cost ${shown(step.cost, 2)}`;
    return [
      el("p", { class: "line" }, el("b", {}, `${step.index} · ${titleOf(system, step)}`), " ", el("span", { class: "result" }, conclusion(step))),
      el("p", {}, step.text),
      el("p", { class: "quiet" }, `score ${shown(step.score)} · ${shown(step.assertions)} assertions${cost}${wave}${evidence.length > 0 ? ` · ${evidence.join(", ")}` : ""}`),
    ];
  }

  #point(step) {
    const system = this.page.rules.system(this.page.systemId);
    const each = this.steps[(step ?? this.step) - 1];
    byId("pointed").textContent = each ? `${each.index} · ${headOf(system, each)}` : "";
  }

  #draw(on) {
    byId("draw").setAttribute("aria-pressed", String(on));
    byId("draw").textContent = on ? "Done" : "Draw";
    byId("keys").hidden = !on;
    byId("walk").hidden = on;
    byId("told").hidden = on;
    this.board.draw(on);
    if (on) {
      this.board.showClues(this.clues ?? Array(81).fill(0));
      this.board.cells[this.board.current].focus();
      say("Type digits; arrow keys move; 0 takes one out.");
    } else {
      this.go(this.step);
    }
  }

  #drawn(digits) {
    this.clues = digits;
    this.show(digits.some(Boolean) ? textOf(digits) : "", 0);
  }

  #key(event) {
    const by = WALK[event.key];
    if (by === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (byId("puzzle-view").hidden || this.board.drawing || this.steps.length === 0) return;
    const { target } = event;
    const own = target.closest("input, textarea, select, [role=tablist], [contenteditable]");
    if (own) return;
    // Up and down scroll the page, unless something that walks has the focus.
    const vertical = event.key === "ArrowUp" || event.key === "ArrowDown";
    const walks = target.closest("#polar, #steps, #board");
    if ((vertical || event.key === "Home" || event.key === "End") && !walks) return;
    event.preventDefault();
    const down = target.closest("#steps") && vertical;
    this.go(this.step + (down ? -by : by));
    if (target.closest("#steps")) this.list.items[this.step - 1]?.firstChild.focus({ preventScroll: true });
  }
}
