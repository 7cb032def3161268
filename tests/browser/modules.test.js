// Parts of the page that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { csv } from "../../crates/web/assets/js/csv.js";
import { offsetOf } from "../../crates/web/assets/js/editor.js";
import { CELLS, positions } from "../../crates/web/assets/js/grid.js";
import * as link from "../../crates/web/assets/js/link.js";
import { Rules, plain } from "../../crates/web/assets/js/rules.js";
import { scaleOf } from "../../crates/web/assets/js/sliders.js";
import { zip } from "../../crates/web/assets/js/zip.js";

const TEXT = "system: s\nconstants: {a: 1.20, b: [2, 30]} # …\ntiers: {t: 44.0, from: 44.0}\n";

/** A file whose numbers are those of `TEXT`, found by what stands before them. */
function file() {
  const place = (before) => {
    const start = TEXT.indexOf(before) + before.length;
    return { start, end: start + /^[\d.]+/.exec(TEXT.slice(start))[0].length };
  };
  const value = (path, number, ...befores) => ({ path, value: number, places: befores.map(place) });
  const values = [
    value("s.constants.a", 1.2, "a: "),
    value("s.constants.b.1", 2, "b: ["),
    value("s.constants.b.2", 30, "b: [2, "),
    value("s.tiers.t", 44, "t: ", "from: "),
  ];
  return { name: "s.yaml", sort: "system", id: "s", text: TEXT, values };
}

const fresh = () => new Rules({ files: [file()], systems: [] });

test("numbers are changed where they stand, and nothing else is", () => {
  const rules = fresh();
  const one = rules.file("s.yaml");
  assert.ok(one.set("s.constants.b.1", 12345));
  assert.ok(one.set("s.tiers.t", 5));
  assert.ok(one.set("s.constants.a", -0.5));
  assert.ok(one.set("s.constants.b.2", 3));
  const expected = TEXT.replace("1.20", "-0.5").replace("[2, 30]", "[12345, 3]").replaceAll("44.0", "5");
  assert.equal(one.text, expected);
  assert.deepEqual(rules.differences().sets, [
    ["s.constants.a", -0.5],
    ["s.constants.b.1", 12345],
    ["s.constants.b.2", 3],
    ["s.tiers.t", 5],
  ]);
  // Back again, every character is what it was.
  for (const [path, number] of [["s.tiers.t", 44], ["s.constants.b.1", 2], ["s.constants.b.2", 30], ["s.constants.a", 1.2]]) {
    one.set(path, number);
  }
  assert.equal(one.text, TEXT);
  assert.deepEqual(rules.changed(), {});
});

test("what is written by hand is kept as a whole text", () => {
  const rules = fresh();
  const one = rules.file("s.yaml");
  one.write(`${TEXT}# mine\n`);
  assert.ok(!one.set("s.constants.a", 3), "nobody knows where its numbers are");
  assert.deepEqual(rules.differences(), { sets: [], rules: { "s.yaml": `${TEXT}# mine\n` } });
  one.write(TEXT);
  assert.ok(one.set("s.constants.a", 3));
});

test("differences can be taken over again, and what means nothing is named", () => {
  const rules = fresh();
  const unknown = rules.restore({ sets: [["s.constants.a", 9], ["s.nothing", 1], ["t.x", 1]], rules: { "other.yaml": "x" } });
  assert.equal(rules.file("s.yaml").text, TEXT.replace("1.20", "9"));
  assert.deepEqual(unknown, ["other.yaml", "s.nothing", "t.x"]);
});

test("a link gives back what it was made of", async () => {
  const state = {
    tab: "bank",
    puzzle: "..1 name & more # 100%",
    system: "s",
    step: 7,
    file: "a/b.yaml",
    sets: [["a.b", -0.5], ["a.c", 1e-7]],
    rules: { "x.yaml": "ü\n".repeat(1000) },
    bank: "1\n2",
  };
  const { damaged, ...again } = await link.read(`#${await link.write(state)}`);
  assert.deepEqual(again, state);
  assert.equal(damaged, false);
  for (const fragment of ["rules=!!", "rules=AAAA", "set=x", "set=a=b", "set=a="]) {
    assert.equal((await link.read(fragment)).damaged, true, fragment);
  }
});

test("places are counted in characters", () => {
  const text = "a\n😀b: c\n\nü";
  assert.equal(text.slice(offsetOf(text, 2, 2)), "b: c\n\nü");
  assert.equal(text.slice(offsetOf(text, 4, 1)), "ü");
  assert.equal(offsetOf(text, 4, 2), text.length);
  assert.equal(offsetOf(text, 2, 99), text.indexOf("\n\n"), "not beyond the line");
  assert.equal(offsetOf(text, 99, 1), text.length);
});

test("steps of one wave are found in one position", () => {
  const clues = Array(81).fill(0);
  clues[0] = 1;
  const step = (wave, cell, digit) => ({ wave, cell, digit, eliminations: [] });
  const gone = { wave: 2, cell: null, digit: null, eliminations: [{ cell: "r9c8", digit: 4 }] };
  const all = positions(clues, [step(1, "r1c2", 2), step(1, "r9c9", 3), gone, step(3, "r5c5", 5)]);
  assert.equal(all.length, 5);
  assert.equal(all[1], all[2]);
  assert.equal(all[2].digits[1], 0, "what the wave places is not there yet");
  assert.deepEqual([all[3].digits[1], all[3].digits[80]], [2, 3]);
  assert.ok(all[3].candidates[79].has(4) && !all[4].candidates[79].has(4));
  // r1c3 sees r1c1 and r1c2, and nothing else that is placed.
  assert.deepEqual([...all[4].candidates[2]], [3, 4, 5, 6, 7, 8, 9]);
  assert.equal(CELLS.length, 81);
});

test("numbers have no exponent, and fields are quoted where they must be", () => {
  assert.deepEqual([0.1, 1e-7, -2.5e-10, 12, 1e21].map(plain), ["0.1", "0.0000001", "-0.00000000025", "12", "1000000000000000000000"]);
  const system = { domains: [{ metrics: ["m"] }], profile: ["p"] };
  const report = { puzzle: "1", label: 'a "b", c', status: "solved", metrics: { m: 1e-7 }, tier_profile: { p: "inside" } };
  assert.equal(csv(system, [report]), 'puzzle,label,status,m,profile_p,error\n1,"a ""b"", c",solved,0.0000001,inside,\n');
});

test("sliders go to both sides of a value", () => {
  assert.deepEqual(scaleOf({ value: 8, whole: true }), { least: 0, most: 16, step: 1, decimals: 0 });
  assert.deepEqual(scaleOf({ value: 1.2, whole: false }), { least: 0, most: 2.4, step: 0.01, decimals: 2 });
  assert.deepEqual(scaleOf({ value: -0.03, whole: false }), { least: -0.06, most: 0, step: 0.01, decimals: 2 });
  assert.deepEqual(scaleOf({ value: 44, whole: false }), { least: 0, most: 88, step: 0.1, decimals: 1 });
});

test("a file of files has each as it is", () => {
  const texts = { "a/ü.yaml": "eins\n", "b.yaml": "" };
  const bytes = Buffer.concat(zip(texts).map((part) => Buffer.from(part)));
  // By the form's own words: the end says where the directory is, the directory where the files are.
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = bytes.readUInt32LE(end + 16);
  const found = {};
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const [size, length, head] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    assert.equal(bytes.readUInt32LE(head), 0x04034b50);
    found[bytes.toString("utf8", at + 46, at + 46 + length)] = bytes.toString("utf8", start, start + size);
    // The checksum of "eins\n", by another program; that of nothing is 0.
    assert.equal(bytes.readUInt32LE(at + 16), size ? 0x775092a8 : 0);
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  assert.deepEqual(found, texts);
});
