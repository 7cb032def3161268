// The page: what is on it, and what changes when.

import * as api from "./api.js";
import { byId, later, say } from "./dom.js";
import { Bank } from "./bank.js";
import * as link from "./link.js";
import { PuzzleView } from "./puzzle.js";
import { Rules } from "./rules.js";
import { RulePanel } from "./panel.js";
import { tabs } from "./tabs.js";

/** The longest address that is made of a bank; a larger one is left out of links. */
const LONGEST = 16_000;

/** An example to begin with. */
const EXAMPLE = "..6.....97..96.8..5........6.947.18..2.....7..71.534.2........5..3.84..71.....9.. medium-2-f";

class Page {
  constructor(builtIn) {
    this.rules = new Rules(builtIn);
    this.puzzle = new PuzzleView(this, () => this.keep());
    this.panel = new RulePanel(this, () => this.rulesChanged());
    this.bank = new Bank({
      ask: () => ({ system: this.systemId, rules: this.rules.changed() }),
      system: () => this.rules.system(this.systemId),
      limits: builtIn.limits,
      opened: (entry) => this.open(entry),
      changed: () => this.keep(),
    });
    this.showView = tabs(document.querySelector(".views"), (id) => {
      this.view = id;
      this.keep();
    });
    byId("version").textContent = builtIn.program;
    byId("system").addEventListener("change", (event) => {
      this.systemId = event.target.value;
      this.panel.list();
      this.puzzle.rate();
      this.keep();
    });
    byId("copy-link").addEventListener("click", () => this.copyLink());
    this.keep = later(300, () => this.#keep());
    this.reload = later(120, () => this.#reload());
    window.addEventListener("hashchange", () => {
      if (decodeURI(location.hash) !== decodeURI(this.written ?? "")) this.restore();
    });
  }

  /** Shows what the address says. */
  async restore() {
    const state = await link.read(location.hash);
    this.restoring = true;
    this.written = location.hash;
    const unknown = this.rules.restore(state);
    const ids = this.rules.described.systems.map((system) => system.id);
    this.systemId = ids.includes(state.system) ? state.system : this.rules.builtIn.default;
    this.wantedSystem = state.system;
    this.listSystems();
    this.panel.list(state.file);
    this.showView(state.tab === "bank" ? "view-bank" : "view-puzzle");
    byId("banner").hidden = !(state.damaged || unknown.length > 0);
    byId("banner").textContent = "Part of this link could not be read; what could be is shown.";
    await this.#reload(state.puzzle || EXAMPLE, state.step);
    if (state.bank) await this.bank.rate(state.bank);
    this.restoring = false;
    this.keep();
  }

  listSystems() {
    const select = byId("system");
    select.replaceChildren(
      ...this.rules.described.systems.map((system) => new Option(system.title, system.id, false, system.id === this.systemId)),
    );
  }

  rulesChanged() {
    this.keep();
    this.reload();
  }

  /** Checks the rules as they are now, and rates by them. */
  async #reload(puzzle = null, step = null) {
    this.checking?.abort();
    this.checking = new AbortController();
    const { signal } = this.checking;
    const rules = this.rules.changed();
    try {
      if (Object.keys(rules).length === 0) {
        this.rules.described = this.rules.builtIn;
        this.usable = true;
        this.panel.found([]);
      } else {
        const found = await api.check({ rules }, signal);
        this.usable = found.usable;
        this.panel.found(found.diagnostics);
        if (found.usable) this.rules.describe(await api.changed({ rules }, signal));
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      this.usable = false;
      this.panel.trouble(error.message);
    }
    const ids = this.rules.described.systems.map((system) => system.id);
    if (this.wantedSystem && ids.includes(this.wantedSystem)) this.systemId = this.wantedSystem;
    this.wantedSystem = "";
    if (!ids.includes(this.systemId)) this.systemId = this.rules.builtIn.default;
    this.listSystems();
    this.panel.update();
    if (puzzle !== null) this.puzzle.show(puzzle, step);
    else this.puzzle.rate();
  }

  /** A puzzle of the bank, in the first tab. */
  open({ puzzle, label }) {
    this.showView("view-puzzle");
    this.puzzle.show(label ? `${puzzle} ${label}` : puzzle, 0);
    byId("main").focus();
  }

  async #fragment() {
    const { sets, rules } = this.rules.differences();
    const state = {
      tab: this.view === "view-bank" ? "bank" : "",
      puzzle: this.puzzle.text,
      system: this.systemId === this.rules.builtIn.default ? "" : this.systemId,
      step: this.puzzle.step,
      file: this.panel.touched ? this.panel.file?.name : "",
      sets,
      rules,
      bank: this.bank.text ?? "",
    };
    const whole = await link.write(state);
    if (whole.length <= LONGEST || !state.bank) return { fragment: whole, whole: true };
    return { fragment: await link.write({ ...state, bank: "" }), whole: false };
  }

  async #keep() {
    // Until all is shown, the address says it better.
    if (this.restoring) return true;
    const { fragment, whole } = await this.#fragment();
    this.written = `#${fragment}`;
    history.replaceState(null, "", this.written);
    return whole;
  }

  async copyLink() {
    const whole = await this.#keep();
    let done = whole ? "Link copied" : "Link copied, without the bank: it is too long for one";
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      done = "The link is in the address bar";
    }
    const button = byId("copy-link");
    button.textContent = whole ? "Copied" : "Copied without bank";
    setTimeout(() => (button.textContent = "Copy link"), 2000);
    say(done);
  }
}

try {
  const page = new Page(await api.builtIn());
  await page.restore();
} catch (error) {
  byId("banner").hidden = false;
  byId("banner").textContent = `The page cannot start: ${error.message}`;
}
document.body.dataset.ready = "true";
