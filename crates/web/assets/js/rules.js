// The texts of the rules: as they are built in, and as they are now. Whatever is tuned is changed in the text.

/** The rules that the page works with. */
export class Rules {
  constructor(builtIn) {
    this.builtIn = builtIn;
    this.files = new Map();
    for (const file of builtIn.files) this.files.set(file.name, new RuleFile(file));
    /** What is described last: the systems, with their metrics and tiers. */
    this.described = builtIn;
  }

  file(name) {
    return this.files.get(name);
  }

  /** The file that defines an id. */
  fileOf(id) {
    return [...this.files.values()].find((file) => file.id === id);
  }

  system(id) {
    return this.described.systems.find((system) => system.id === id);
  }

  /** The files of a system: its own, those of its techniques, and then all others. */
  filesFor(system) {
    const own = system ? [system.id, ...new Set(system.kinds.map((kind) => kind.technique))] : [];
    const first = own.map((id) => this.fileOf(id)).filter(Boolean);
    const rest = [...this.files.values()].filter((file) => !first.includes(file) && file.sort !== "library");
    return { first, rest };
  }

  /** The texts that differ from the built-in ones, by file. */
  changed() {
    const changed = {};
    for (const file of this.files.values()) if (file.isChanged()) changed[file.name] = file.text;
    return changed;
  }

  /** The same as few single values as possible, and whole texts where more is different. */
  differences() {
    const sets = [];
    const rules = {};
    for (const file of this.files.values()) {
      if (!file.isChanged()) continue;
      const values = file.changedValues();
      if (values) sets.push(...values);
      else rules[file.name] = file.text;
    }
    return { sets, rules };
  }

  /** Goes back to the built-in texts. */
  reset() {
    for (const file of this.files.values()) file.reset();
    this.described = this.builtIn;
  }

  /** Takes over differences; says which of them mean nothing here. */
  restore({ sets, rules }) {
    this.reset();
    const unknown = [];
    for (const [name, text] of Object.entries(rules)) {
      if (this.files.has(name)) this.files.get(name).write(text);
      else unknown.push(name);
    }
    for (const [path, value] of sets) {
      const file = this.fileOf(path.split(".")[0]);
      if (!file?.set(path, value)) unknown.push(path);
    }
    return unknown;
  }

  /** Takes over what the server says about the present texts. */
  describe(answer) {
    this.described = answer;
    for (const described of answer.files) {
      const file = this.files.get(described.name);
      if (file && file.text === described.text) {
        file.values = described.values;
        file.stale = false;
      }
    }
  }
}

const copy = (values) => structuredClone(values);

/** One rule file. */
class RuleFile {
  constructor({ name, sort, id, text, values }) {
    Object.assign(this, { name, sort, id, text });
    this.original = { text, values };
    this.values = copy(values);
    /** Whether the text was changed by hand, so that nobody knows where its numbers are. */
    this.stale = false;
  }

  isChanged() {
    return this.text !== this.original.text;
  }

  reset() {
    this.text = this.original.text;
    this.values = copy(this.original.values);
    this.stale = false;
  }

  /** Takes a text that was written by hand. */
  write(text) {
    if (text === this.text) return;
    this.text = text;
    if (text === this.original.text) this.reset();
    else this.stale = true;
  }

  value(path) {
    return this.values.find((value) => value.path === path);
  }

  /** The value that a path has in the built-in text. */
  builtIn(path) {
    return this.original.values.find((value) => value.path === path);
  }

  /** Changes a number where it stands; says whether there is such a number. */
  set(path, number) {
    const value = this.value(path);
    if (!value || this.stale) return false;
    const old = this.builtIn(path);
    let literal = plain(number);
    // What is as it was shall look as it did.
    if (old && old.value === number) literal = this.original.text.slice(old.places[0].start, old.places[0].end);
    const places = this.values.flatMap((each) => each.places).sort((a, b) => a.start - b.start);
    let shift = 0;
    for (const place of places) {
      const mine = value.places.includes(place);
      const [start, end] = [place.start + shift, place.end + shift];
      if (mine) {
        this.text = this.text.slice(0, start) + literal + this.text.slice(end);
        shift += literal.length - (end - start);
      }
      place.start = start;
      place.end = mine ? start + literal.length : end;
    }
    value.value = number;
    return true;
  }

  /** The numbers that differ, if nothing else does. */
  changedValues() {
    if (this.stale) return null;
    const trial = new RuleFile({ ...this, ...this.original });
    const changed = [];
    for (const value of this.values) {
      const old = this.builtIn(value.path);
      if (!old) return null;
      if (old.value !== value.value) {
        changed.push([value.path, value.value]);
        trial.set(value.path, value.value);
      }
    }
    return trial.text === this.text ? changed : null;
  }
}

/** A number without an exponent. */
export function plain(number) {
  const text = String(number);
  if (!text.includes("e")) return text;
  if (Math.abs(number) >= 1e21) return String(BigInt(number));
  return number.toFixed(12).replace(/\.?0+$/, "");
}
