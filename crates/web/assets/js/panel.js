// The panel of the rules: a file, its numbers and its text.

import { byId, download, el, put } from "./dom.js";
import { Editor } from "./editor.js";
import { Sliders } from "./sliders.js";
import { tabs } from "./tabs.js";
import { zip } from "./zip.js";

export class RulePanel {
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    this.diagnostics = [];
    this.touched = false;
    this.sliders = new Sliders(byId("values"), (path, number) => this.#set(path, number));
    this.editor = new Editor(byId("editor"), "Text of the rule file", (text) => this.#write(text));
    this.showSide = tabs(document.querySelector(".side .tabs"), (id) => {
      const steps = id === "side-steps";
      byId("file-choice").hidden = steps;
      byId("rule-tools").hidden = steps;
      if (!steps) this.touched = true;
    });
    byId("file").addEventListener("change", (event) => {
      this.touched = true;
      this.choose(event.target.value);
    });
    byId("reset-file").addEventListener("click", () => {
      this.file.reset();
      this.#anew();
    });
    byId("reset-all").addEventListener("click", () => {
      this.page.rules.reset();
      this.#anew();
    });
    byId("download-rules").addEventListener("click", () => this.download());
  }

  /** Lists the files of the system, and shows one. */
  list(name) {
    const { rules, systemId } = this.page;
    const { first, rest } = rules.filesFor(rules.system(systemId));
    const options = (files) => files.map((file) => el("option", { value: file.name }, this.#title(file)));
    put(byId("file"), el("optgroup", { label: "of this system" }, options(first)), el("optgroup", { label: "others" }, options(rest)));
    const kept = name && rules.file(name) ? name : first.includes(this.file) ? this.file.name : first[0]?.name;
    if (name && rules.file(name)) this.showSide("side-values");
    this.choose(kept ?? rest[0]?.name);
  }

  #title(file) {
    return `${file.id}${file.isChanged() ? " •" : ""}`;
  }

  choose(name) {
    this.file = this.page.rules.file(name);
    byId("file").value = name;
    this.sliders.show(this.file);
    this.editor.show(this.file.text);
    this.#mark();
    this.update();
  }

  #set(path, number) {
    if (!this.file.set(path, number)) return;
    this.sliders.update();
    this.editor.show(this.file.text);
    this.update();
    this.changed();
  }

  #write(text) {
    this.file.write(text);
    this.sliders.update();
    this.update();
    this.changed();
  }

  #anew() {
    this.diagnostics = [];
    this.choose(this.file.name);
    this.changed();
  }

  /** Shows the numbers and the texts as they are now. */
  update() {
    for (const option of byId("file").querySelectorAll("option")) {
      option.textContent = this.#title(this.page.rules.file(option.value));
    }
    const known = this.sliders.file === this.file && !this.file.stale;
    const paths = new Set(this.file.values.map((value) => value.path));
    const same = paths.size === this.sliders.rows.size && [...this.sliders.rows.keys()].every((path) => paths.has(path));
    if (known && !same) this.sliders.show(this.file);
    else this.sliders.update();
    const changed = Object.keys(this.page.rules.changed());
    byId("reset-file").disabled = !this.file.isChanged();
    byId("reset-all").disabled = changed.length === 0;
    byId("download-rules").disabled = changed.length === 0;
  }

  /** Shows what is wrong with the rules. */
  found(diagnostics) {
    this.diagnostics = diagnostics;
    this.#mark();
  }

  trouble(message) {
    this.diagnostics = [];
    put(byId("diagnostics"), el("li", { class: "error" }, message));
  }

  #mark() {
    const here = this.diagnostics.filter((found) => found.file === this.file?.name);
    this.editor.mark(here);
    const items = this.diagnostics.map((found) => {
      const mine = found.file === this.file?.name;
      const place = found.line ? `${found.line}:${found.column}` : "";
      const go = () => {
        if (!mine) this.choose(found.file);
        this.showSide("side-yaml");
        const mark = this.editor.diagnostics.find((each) => each.found === found);
        if (mark) this.editor.select(mark.start, mark.end);
      };
      const where = this.page.rules.file(found.file)
        ? el("button", { type: "button", class: "place", onclick: go }, `${mine ? "" : `${found.file}:`}${place}`)
        : el("span", { class: "place" }, `${found.file}:${place}`);
      return el(
        "li",
        { class: found.severity },
        where,
        el("span", {}, el("b", {}, found.code), ` ${found.message}${found.label ? ` (${found.label})` : ""}`),
        found.help ? el("span", { class: "help" }, found.help) : null,
      );
    });
    put(byId("diagnostics"), items);
    const errors = this.diagnostics.filter((found) => found.severity === "error").length;
    byId("side-yaml").textContent = errors > 0 ? `YAML (${errors})` : "YAML";
  }

  /** Files that `--rules` takes: one by itself, several in a ZIP. */
  download() {
    const changed = this.page.rules.changed();
    const names = Object.keys(changed);
    if (names.length === 1) download(names[0].split("/").at(-1), [changed[names[0]]], "application/yaml");
    else if (names.length > 1) download("my-rules.zip", zip(changed), "application/zip");
  }
}
