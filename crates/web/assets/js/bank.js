// The second tab: many puzzles at once.

import * as api from "./api.js";
import { byId, download, el, put, say, shown } from "./dom.js";
import { csv } from "./csv.js";
import { tierOf } from "./metrics.js";

const PAGE = 50;
/** Requests that are under way at once: enough to keep the server busy, few enough to leave room for others. */
const AHEAD = 2;

/** `ask` gives what ratings are made by, `opened` is called with a puzzle to show. */
export class Bank {
  constructor({ ask, system, limits, opened, changed }) {
    Object.assign(this, { ask, system, limits, opened, changed });
    this.rows = [];
    this.sort = { key: "number", down: false };
    this.page = 0;
    this.field = byId("bank-text");
    byId("bank-rate").addEventListener("click", () => this.rate(this.field.value));
    byId("bank-stop").addEventListener("click", () => this.stop?.abort());
    byId("bank-csv").addEventListener("click", () => this.save());
    byId("bank-file").addEventListener("change", (event) => this.#file(event.target.files[0]));
    byId("bank-metric").addEventListener("change", () => this.#table());
    const drop = byId("bank-drop");
    for (const name of ["dragenter", "dragover"]) {
      drop.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      const file = event.dataTransfer.files[0];
      if (file) this.#file(file);
      else this.rate(event.dataTransfer.getData("text/plain"));
    });
  }

  async #file(file) {
    if (!file) return;
    if (file.size > this.limits.bank) {
      const most = Math.floor(this.limits.bank / 1024);
      this.#tell(`${file.name} has more than ${most} KiB; use undoku rate ${file.name} for files of this size`, true);
      return;
    }
    await this.rate(await file.text());
  }

  #tell(text, bad = false) {
    const note = byId("bank-note");
    note.textContent = text;
    note.classList.toggle("error", bad);
  }

  /** Rates all puzzles of a text. */
  async rate(text) {
    this.stop?.abort();
    const stop = (this.stop = new AbortController());
    this.text = text;
    if (this.field.value !== text) this.field.value = text;
    this.changed();
    const { signal } = stop;
    const busy = (on) => {
      byId("bank-stop").hidden = !on;
      byId("bank-progress").hidden = !on;
    };
    this.rows = [];
    this.page = 0;
    try {
      busy(true);
      this.#tell("Reading …");
      const entries = await api.read(text, signal);
      const system = this.system();
      this.rated = system;
      this.#columns();
      this.rows = entries.map((entry, at) => ({ number: at + 1, entry, report: entry.error ? refused(entry, system) : null }));
      await this.#all(signal);
      this.#tell(this.#summary());
      say(this.#summary());
    } catch (error) {
      if (stop !== this.stop) return;
      this.#tell(error.name === "AbortError" ? `Stopped. ${this.#summary()}` : error.message, error.name !== "AbortError");
    } finally {
      if (stop === this.stop) {
        this.stop = null;
        busy(false);
        this.#show();
      }
    }
  }

  async #all(signal) {
    const waiting = this.rows.filter((row) => row.report === null);
    const size = Math.max(1, Math.min(this.limits.puzzles, 100));
    const chunks = [];
    for (let at = 0; at < waiting.length; at += size) chunks.push(waiting.slice(at, at + size));
    let done = this.rows.length - waiting.length;
    const progress = byId("bank-progress");
    progress.max = Math.max(1, this.rows.length);
    const work = async () => {
      for (let chunk = chunks.shift(); chunk && !signal.aborted; chunk = chunks.shift()) {
        const puzzles = chunk.map(({ entry }) => entry.puzzle);
        const reports = await this.#chunk({ ...this.ask(), puzzles }, signal);
        chunk.forEach((row, at) => {
          row.report = placed(reports[at], row.entry);
        });
        done += chunk.length;
        progress.value = done;
        this.#tell(`${done} of ${this.rows.length}`);
        this.#show();
      }
    };
    await Promise.all(Array.from({ length: AHEAD }, work));
  }

  /** Rates a few puzzles; a server that is busy is asked again. */
  async #chunk(ask, signal) {
    for (let again = 0; ; again += 1) {
      try {
        return await api.rateAll(ask, signal);
      } catch (error) {
        if (error.status !== 503 || again === 5) throw error;
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }

  #summary() {
    const counts = { solved: 0, stuck: 0, refused: 0 };
    for (const { report } of this.rows) {
      if (report) counts[report.status in counts ? report.status : "refused"] += 1;
    }
    return `${counts.solved} rated, ${counts.stuck} stuck, ${counts.refused} refused`;
  }

  #columns() {
    const system = this.rated;
    const select = byId("bank-metric");
    const chosen = select.value;
    const groups = system.domains.map(({ name, metrics }) =>
      el("optgroup", { label: (name ?? "extras").replaceAll("_", " ") }, metrics.map((metric) => el("option", {}, metric))),
    );
    put(select, groups);
    const known = system.domains.flatMap(({ metrics }) => metrics);
    select.value = known.includes(chosen) ? chosen : (system.decides ?? known[0]);
  }

  #show() {
    byId("bank-results").hidden = this.rows.length === 0;
    byId("bank-csv").disabled = this.rows.length === 0 || this.stop !== null;
    this.#histogram();
    this.#table();
  }

  #histogram() {
    const system = this.rated;
    if (!system) return;
    const names = system.tiers.map((tier) => tier.names.at(-1));
    const bars = [...names.map((name) => [name, 0]), ["Stuck", 0], ["Refused", 0]];
    if (names.length === 0) bars.unshift(["Solved", 0]);
    for (const { report } of this.rows) {
      if (!report) continue;
      const tier = report.status === "solved" ? Math.max(0, tierOf(system, report)) : bars.length - (report.status === "stuck" ? 2 : 1);
      bars[tier][1] += 1;
    }
    const most = Math.max(1, ...bars.map(([, count]) => count));
    const list = bars.map(([name, count], at) => {
      const shade = at >= names.length ? "other" : `shade-${Math.round((at / Math.max(1, names.length - 1)) * 7)}`;
      const bar = el("span", { class: `bar ${shade}` });
      bar.style.width = `${(count / most) * 100}%`;
      return el("li", {}, el("span", { class: "name" }, name), el("span", { class: "track" }, bar), el("span", { class: "number" }, String(count)));
    });
    put(byId("bank-histogram"), list);
  }

  #keys() {
    const system = this.rated;
    const metric = byId("bank-metric").value;
    const keys = [
      ["number", "#", (row) => row.number],
      ["label", "label", (row) => row.entry.label ?? ""],
      ["status", "status", (row) => row.report?.status ?? "…"],
    ];
    const of = (name) => (row) => row.report?.metrics?.[name] ?? null;
    const names = [...new Set([metric, system?.decides, ...(system?.tier_names ?? []).slice(-1)].filter(Boolean))];
    for (const name of names) keys.push([name, name.replaceAll("_", " "), of(name)]);
    return keys;
  }

  #table() {
    if (!this.rated) return;
    const keys = this.#keys();
    const [key, , value] = keys.find(([each]) => each === this.sort.key) ?? keys[0];
    const rows = [...this.rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      // What has no value comes last, whichever way.
      if (x === null || y === null) return (x === null) - (y === null) || a.number - b.number;
      const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return (this.sort.down ? -order : order) || a.number - b.number;
    });
    const heads = keys.map(([each, title]) => {
      const state = each === key ? (this.sort.down ? "descending" : "ascending") : "none";
      const click = () => {
        this.sort = { key: each, down: each === key && !this.sort.down };
        this.page = 0;
        this.#table();
        byId("bank-table").querySelector(`[data-key="${each}"]`)?.focus();
      };
      return el("th", { scope: "col", "aria-sort": state }, el("button", { type: "button", "data-key": each, onclick: click }, title));
    });
    const pages = Math.max(1, Math.ceil(rows.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const part = rows.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const body = part.map((row) => {
      const cells = keys.map(([each, , of], at) => {
        const text = shown(of(row));
        if (each === "number") return el("th", { scope: "row" }, this.#open(row));
        if (each === "status" && row.report?.error) return el("td", { title: row.report.error.message }, text);
        return el("td", { class: at > 2 && typeof of(row) === "number" ? "figure" : null }, text);
      });
      return el("tr", {}, cells);
    });
    put(byId("bank-table"), el("thead", {}, el("tr", {}, heads)), el("tbody", {}, body));
    this.#pages(pages);
  }

  #open(row) {
    if (!row.entry.puzzle) return String(row.number);
    return el(
      "button",
      { type: "button", "aria-label": `show puzzle ${row.number}`, onclick: () => this.opened(row.entry) },
      String(row.number),
    );
  }

  #pages(pages) {
    const go = (page) => () => {
      this.page = page;
      this.#table();
    };
    const nav = byId("bank-pages");
    nav.hidden = pages < 2;
    put(
      nav,
      el("button", { type: "button", disabled: this.page === 0, onclick: go(this.page - 1) }, "Previous"),
      el("span", {}, `page ${this.page + 1} of ${pages}`),
      el("button", { type: "button", disabled: this.page === pages - 1, onclick: go(this.page + 1) }, "Next"),
    );
  }

  /** The ratings as a file, with the columns of `undoku rate --format csv`. */
  save() {
    const reports = this.rows.map(({ report }) => report).filter(Boolean);
    download("ratings.csv", [csv(this.rated, reports)], "text/csv");
  }
}

/** A report as it would be if the puzzle had been read where it stood. */
function placed(report, { label, line, column }) {
  const error = report.error && { ...report.error, place: { line, column } };
  return { ...report, label, error };
}

/** The report on what is no puzzle, as the server would give it. */
function refused({ text, label, error }, system) {
  const { code, message, line, column } = error;
  const by = { id: system.id, version: system.version, rules: system.rules };
  return { puzzle: text, label, status: "invalid", system: by, error: { code, message, place: { line, column } } };
}
