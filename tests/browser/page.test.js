// The page as people use it, in a browser without a screen.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { UNDOKU, barriers, browse, calm, disorder, lines, open, rated, serve, settled } from "./support.js";

const SOLVABLE = "...823..1..3...4...7.....523..96..1....1.2....1..38..683.....4...2...9..6..789...";
/** Its score lies just below the bound of a tier. */
const [BORDER] = lines("tiers-48.txt")[23].split(" ");
/** Not that of the example, so that one can be told from the other. */
const LABEL = "border";

let server;
let browser;

before(async () => {
  server = await serve();
  browser = await browse();
});

after(async () => {
  await browser?.close();
  assert.equal(await server?.stop(), 0, "the server ends with 0");
});

/** The rating of a puzzle by the command. */
function command(puzzle, ...more) {
  const out = execFileSync(UNDOKU, ["rate", "--format", "jsonl", "--steps", ...more, puzzle], { stdio: ["ignore", "pipe", "ignore"] });
  return JSON.parse(out);
}

const paste = async (page, text) => {
  await page.fill("#puzzle-text", text);
  await settled(page);
  assert.ok((await page.textContent("#puzzle-note")).startsWith(text.split(" ")[1] ?? ""));
};

/** Rates a puzzle that needs more than singles by another system, on the page and by the command. */
async function byAnother(page, system) {
  const hard = lines("puzzles/exchange-hard-mixed.txt")[14].split(/[\s,]/)[0];
  await page.selectOption("#system", system);
  await page.fill("#puzzle-text", hard);
  await rated(page);
  return command(hard, "--system", system);
}

const tier = (page) => page.textContent("#ratings .rating:last-child .tier");

test("a page loads with an example, and a puzzle can be pasted in any form", async () => {
  const page = await open(browser, server.address);
  await rated(page);
  const rows = SOLVABLE.match(/.{9}/g).map((row) => row.match(/.{3}/g).join(" | ").replaceAll(".", " . "));
  await page.fill("#puzzle-text", `pasted\n${[...rows.slice(0, 3), "---", ...rows.slice(3, 6), "---", ...rows.slice(6)].join("\n")}`);
  await page.waitForFunction(() => document.querySelector("#puzzle-note").textContent.startsWith("pasted:"));
  const report = command(SOLVABLE);
  assert.equal(await tier(page), report.metrics.granular_tier);
  // All metrics, with the numbers of the command.
  const shown = await page.$$eval("#metrics tr[data-metric]", (rows) =>
    Object.fromEntries(rows.map((row) => [row.dataset.metric, row.querySelector(".now").textContent])),
  );
  assert.deepEqual(Object.keys(shown).sort(), Object.keys(report.metrics).sort());
  for (const [name, value] of Object.entries(report.metrics)) {
    if (typeof value === "number") assert.ok(Math.abs(Number(shown[name]) - value) < 1e-4, name);
    else assert.equal(shown[name], value ?? "–", name);
  }
  assert.equal((await page.$$("#metrics .domain[data-domain]:not([data-domain=''])")).length, 7);
  calm(page);
});

test("texts that are no puzzles are told apart, and labels never become markup", async () => {
  const page = await open(browser, server.address);
  await rated(page);
  const label = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`;
  await page.fill("#puzzle-text", `${SOLVABLE} ${label}`);
  await page.waitForFunction(() => document.querySelector("#puzzle-note").textContent.includes("<img"));
  assert.equal(await page.title(), "Undoku");
  assert.equal((await page.$$("#puzzle-note img, main script")).length, 0);
  for (const [text, status, words] of [
    [SOLVABLE.slice(1), "invalid", "80 characters"],
    [`11${".".repeat(79)}`, "invalid", "clues conflict"],
    [".".repeat(81), "multiple_solutions", "solutions"],
  ]) {
    await page.fill("#puzzle-text", text);
    await rated(page, status);
    assert.ok((await page.textContent("#puzzle-note")).includes(words));
  }
  await page.fill("#puzzle-text", "");
  await page.waitForFunction(() => document.querySelector("#puzzle-note").textContent.startsWith("Paste a puzzle"));
  await page.fill("#puzzle-text", `${SOLVABLE}\n${SOLVABLE}`);
  await page.waitForFunction(() => document.querySelector("#puzzle-note").textContent.includes("2 puzzles"));
  calm(page, [/422/]);
});

test("keys walk through the steps, and the board shows each", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  const report = command(BORDER);
  await page.click("#board [data-cell=r1c1]");
  const at = async (number) => {
    assert.equal(await page.inputValue("#step"), String(number));
    const step = report.steps[number - 1];
    if (!step) return;
    assert.ok((await page.textContent("#told")).includes(step.text));
    const cell = page.locator(`#board [data-cell=${step.cell}]`);
    assert.equal(await cell.textContent(), String(step.digit));
    assert.ok(/\bplaced\b/.test(await cell.getAttribute("class")));
    const marked = await page.$$eval("#board .pattern", (cells) => cells.map((each) => each.dataset.cell));
    assert.deepEqual(marked.sort(), [...(step.pattern ?? [])].sort());
    const current = await page.$$eval("#steps [aria-current]", (all) => all.map((each) => each.dataset.step));
    assert.deepEqual(current, [String(number)]);
  };
  await at(0);
  await page.keyboard.press("ArrowRight");
  await at(1);
  for (let press = 0; press < 22; press += 1) await page.keyboard.press("ArrowRight");
  await at(23);
  await page.keyboard.press("ArrowLeft");
  await at(22);
  await page.keyboard.press("End");
  await at(report.steps.length);
  assert.equal((await page.$$("#board .candidates")).length, 0, "the board is full");
  await page.keyboard.press("Home");
  await at(0);
  // Cells have the candidates that their peers leave.
  const small = await page.$eval("#board .cell:not(.clue)", (cell) => [
    cell.dataset.cell,
    [...cell.querySelectorAll("[data-digit]")].map((each) => each.dataset.digit).join(""),
  ]);
  const [r, c] = [Number(small[0][1]) - 1, Number(small[0][3]) - 1];
  const seen = new Set();
  for (let i = 0; i < 9; i += 1) {
    const box = (Math.floor(r / 3) * 3 + Math.floor(i / 3)) * 9 + Math.floor(c / 3) * 3 + (i % 3);
    for (const cell of [r * 9 + i, i * 9 + c, box]) seen.add(BORDER[cell]);
  }
  assert.equal(small[1], "123456789".split("").filter((digit) => !seen.has(digit)).join(""));
  calm(page);
});

test("eliminations and their patterns are marked", async () => {
  const page = await open(browser, server.address);
  const report = await byAnother(page, "undoku_plus");
  const step = report.steps.find((each) => each.eliminations.length > 0 && each.pattern);
  await page.click(`#steps [data-step="${step.index}"]`);
  const out = await page.$$eval("#board .candidates .out", (all) =>
    all.map((each) => `${each.closest(".cell").dataset.cell}=${each.dataset.digit}`),
  );
  assert.deepEqual(out.sort(), step.eliminations.map(({ cell, digit }) => `${cell}=${digit}`).sort());
  const marked = await page.$$eval("#board .pattern", (cells) => cells.map((each) => each.dataset.cell));
  assert.deepEqual(marked.sort(), [...step.pattern].sort());
  calm(page);
});

test("where searches have a cost, it is said and drawn", async () => {
  const page = await open(browser, server.address);
  const report = await byAnother(page, "hsolve");
  const listed = await page.$$eval("#steps .score", (all) => all.map((each) => each.textContent));
  assert.deepEqual(listed, report.steps.map((step) => step.cost.toFixed(2)));
  const last = report.steps.at(-1);
  await page.click(`#steps [data-step="${last.index}"]`);
  assert.ok((await page.textContent("#told")).includes(`cost ${last.cost}`));
  const spikes = await page.evaluate(() => document.querySelector("#polar").shadowRoot.querySelectorAll("[data-step]").length);
  assert.equal(spikes, report.steps.length);
  calm(page);
});

test("a spike shows its step, and a click walks there", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  const report = command(BORDER);
  const spikes = await page.evaluate(() => document.querySelector("#polar").shadowRoot.querySelectorAll("[data-step]").length);
  assert.equal(spikes, report.steps.length);
  const end = await page.evaluate(() => {
    const line = document.querySelector("#polar").shadowRoot.querySelector('[data-step="23"] line');
    const point = new DOMPoint(line.x2.baseVal.value, line.y2.baseVal.value).matrixTransform(line.getScreenCTM());
    return { x: point.x, y: point.y };
  });
  await page.mouse.move(end.x, end.y);
  assert.ok((await page.textContent("#pointed")).startsWith("23 · "));
  assert.equal(await page.inputValue("#step"), "0", "pointing walks nowhere");
  await page.mouse.click(end.x, end.y);
  assert.equal(await page.inputValue("#step"), "23");
  assert.ok((await page.textContent("#told")).includes(report.steps[22].text));
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#polar", "aria-valuenow"), "24");
  calm(page);
});

test("a puzzle can be drawn", async () => {
  const page = await open(browser, server.address);
  await rated(page);
  await page.fill("#puzzle-text", "");
  await page.click("#draw");
  await page.click("#board [data-cell=r1c1]");
  for (const c of SOLVABLE) {
    await page.keyboard.press(c === "." ? "0" : c);
    await page.keyboard.press("ArrowRight");
    const column = Number(await page.evaluate(() => document.activeElement.dataset.cell[3]));
    if (column === 1) await page.keyboard.press("ArrowDown");
  }
  await page.click("#draw");
  await rated(page);
  assert.equal(await page.inputValue("#puzzle-text"), SOLVABLE);
  assert.equal(await tier(page), command(SOLVABLE).metrics.granular_tier);
  calm(page);
});

test("a constant moves the tier, old and new stand side by side, and the file is kept", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  const old = await tier(page);
  await page.click("#side-values");
  await page.selectOption("#file", "singles/hidden_single_box.yaml");
  const field = page.locator('input[type=number][data-path$=".peer_weight"]');
  assert.equal(await field.inputValue(), "0.4");
  await field.fill("0.5");
  await page.waitForSelector("#ratings.two");
  const by = command(BORDER, "--set", "hidden_single_box.peer_weight=0.5");
  assert.notEqual(by.metrics.granular_tier, old);
  assert.equal(await tier(page), by.metrics.granular_tier);
  assert.equal(await page.textContent("#ratings .rating:first-child .tier"), old);
  assert.equal(await page.textContent("#then-now"), `${old} → ${by.metrics.granular_tier}`);
  // The slider and the text go along.
  assert.equal(await page.inputValue('input[type=range][data-path$=".peer_weight"]'), "0.5");
  await page.click("#side-yaml");
  assert.ok((await page.inputValue("#editor .field")).includes("peer_weight: 0.5,"));
  // The file that is kept makes the command say the same.
  const [kept] = await Promise.all([page.waitForEvent("download"), page.click("#download-rules")]);
  const directory = mkdtempSync(`${tmpdir()}/undoku-`);
  try {
    await kept.saveAs(`${directory}/${kept.suggestedFilename()}`);
    const again = command(BORDER, "--rules", directory);
    assert.equal(again.metrics.granular_tier, by.metrics.granular_tier);
    assert.equal(again.system.rules, by.system.rules);
  } finally {
    rmSync(directory, { recursive: true });
  }
  await page.click("#reset-all");
  await page.waitForSelector("#ratings:not(.two)");
  assert.equal(await tier(page), old);
  calm(page);
});

test("a slider that is dragged rates on the way", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  await page.click("#side-values");
  await page.selectOption("#file", "systems/undoku.yaml");
  // The end of one tier is the start of the next: one slider for both.
  const slider = page.locator('input[type=range][data-path="undoku.tiers.table.4.below"]');
  await slider.evaluate((element) => {
    element.closest("details").open = true;
    for (const value of [61.5, 60, 58]) {
      element.value = String(value);
      element.dispatchEvent(new Event("input"));
    }
  });
  await page.waitForFunction(() => /→ Hard/.test(document.querySelector("#then-now").textContent));
  await page.click("#side-yaml");
  const text = await page.inputValue("#editor .field");
  assert.ok(text.includes("below: 58,") && text.includes("from: 58,"), text);
  calm(page);
});

test("several files are kept in one that can be unpacked", async () => {
  const page = await open(browser, server.address, {
    fragment: new URLSearchParams([["puzzle", BORDER], ["set", "hidden_single_box.constants.peer_weight=0.5"], ["set", "undoku.constants.volatile_from=1.1"]]).toString(),
  });
  await page.waitForSelector("#ratings.two");
  await page.click("#side-values");
  const [kept] = await Promise.all([page.waitForEvent("download"), page.click("#download-rules")]);
  assert.equal(kept.suggestedFilename(), "my-rules.zip");
  const directory = mkdtempSync(`${tmpdir()}/undoku-`);
  try {
    await kept.saveAs(`${directory}/my-rules.zip`);
    execFileSync("python3", ["-m", "zipfile", "-e", `${directory}/my-rules.zip`, `${directory}/rules`]);
    const by = command(BORDER, "--set", "hidden_single_box.peer_weight=0.5", "--set", "undoku.volatile_from=1.1");
    const again = command(BORDER, "--rules", `${directory}/rules`);
    assert.equal(again.system.rules, by.system.rules);
    assert.deepEqual(again.metrics, by.metrics);
  } finally {
    rmSync(directory, { recursive: true });
  }
  calm(page);
});

test("broken YAML is underlined where it is broken", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  await page.click("#side-yaml");
  await page.selectOption("#file", "singles/hidden_single_box.yaml");
  const text = await page.inputValue("#editor .field");
  await page.fill("#editor .field", text.replace("check count", "check cuont"));
  await page.waitForSelector("#editor mark.error");
  assert.equal(await page.textContent("#editor mark.error"), "cuont");
  // The mark lies exactly under the word: as many lines down and characters in as the text says.
  const place = await page.evaluate(() => {
    const field = document.querySelector("#editor .field");
    const shade = document.querySelector("#editor .shade").getBoundingClientRect();
    const mark = document.querySelector("#editor mark").getBoundingClientRect();
    const before = field.value.slice(0, field.value.indexOf("cuont")).split("\n");
    const style = getComputedStyle(field);
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.font = `${style.fontSize} ${style.fontFamily}`;
    return {
      across: mark.left - shade.left - Number.parseFloat(style.paddingLeft) + field.scrollLeft - canvas.measureText(before.at(-1)).width,
      down: mark.top - shade.top - Number.parseFloat(style.paddingTop) + field.scrollTop - (before.length - 1) * Number.parseFloat(style.lineHeight),
      height: Number.parseFloat(style.lineHeight),
    };
  });
  assert.ok(Math.abs(place.across) < 1.5, JSON.stringify(place));
  assert.ok(place.down >= -1 && place.down < place.height / 2, JSON.stringify(place));
  const said = await page.textContent("#diagnostics");
  assert.ok(said.includes("unknown function `cuont`") && said.includes("did you mean `count`?"), said);
  assert.equal(await page.getAttribute("#editor .field", "aria-invalid"), "true");
  // What was rated before stays, and is said to be old.
  await page.waitForSelector("#ratings.two.stale");
  await page.fill("#editor .field", text);
  await page.waitForSelector("#editor:not(:has(mark))");
  await page.waitForSelector("#ratings:not(.two)");
  // What is no YAML at all.
  await page.fill("#editor .field", `${text}\n  - [`);
  await page.waitForSelector("#editor mark.error");
  calm(page);
});

test("a bank of 200 is rated, sorted and written", async () => {
  const page = await open(browser, server.address);
  await page.click("#view-bank");
  const bank = lines("mixed-500.txt").slice(0, 198);
  bank.splice(50, 0, "no puzzle at all", `11${".".repeat(79)} "quoted", <b>`);
  await page.fill("#bank-text", `${bank.join("\n")}\n`);
  await page.click("#bank-rate");
  const directory = mkdtempSync(`${tmpdir()}/undoku-`);
  try {
    let expected;
    try {
      expected = execFileSync(UNDOKU, ["rate", "-q", "--format", "csv", "-"], { input: `${bank.join("\n")}\n`, encoding: "utf8" });
    } catch (error) {
      // Some have no rating, which the command says by its code.
      assert.equal(error.status, 3);
      expected = error.stdout;
    }
    await page.waitForSelector("#bank-csv:not([disabled])");
    const [kept] = await Promise.all([page.waitForEvent("download"), page.click("#bank-csv")]);
    await kept.saveAs(`${directory}/ratings.csv`);
    assert.equal(readFileSync(`${directory}/ratings.csv`, "utf8"), expected);
    const solved = expected.split("\n").filter((line) => line.includes(",solved,")).length;
    assert.ok((await page.textContent("#bank-note")).startsWith(`${solved} rated`));
    const counts = await page.$$eval("#bank-histogram .number", (all) => all.map((each) => Number(each.textContent)));
    assert.equal(counts.reduce((a, b) => a + b, 0), 200);
    assert.equal(counts.slice(0, 8).reduce((a, b) => a + b, 0), solved);
  } finally {
    rmSync(directory, { recursive: true });
  }
  // Sorted by score, downwards.
  await page.click('#bank-table [data-key="score_total"]');
  await page.click('#bank-table [data-key="score_total"]');
  const scores = await page.$$eval("#bank-table td.figure", (all) => all.map((each) => Number(each.textContent)));
  assert.ok(scores.length > 10 && scores.every((score, at) => at === 0 || scores[at - 1] >= score));
  assert.equal(await page.getAttribute('#bank-table th:has([data-key="score_total"])', "aria-sort"), "descending");
  // And from a row to its puzzle.
  await page.click("#bank-table tbody tr:first-child button");
  await rated(page);
  assert.ok(await page.isVisible("#board"));
  calm(page);
});

test("a bank can be dropped as a file", async () => {
  const page = await open(browser, server.address);
  await page.click("#view-bank");
  await page.setInputFiles("#bank-file", { name: "bank.csv", mimeType: "text/csv", buffer: Buffer.from(`id,grid\na,${SOLVABLE}\nb,${BORDER}\n`) });
  await page.waitForFunction(() => document.querySelector("#bank-note").textContent.startsWith("2 rated"));
  calm(page);
});

test("a link shows what was on the screen", async () => {
  const page = await open(browser, server.address);
  await paste(page, `${BORDER} ${LABEL}`);
  await page.click('#steps [data-step="23"]');
  await page.click("#side-values");
  await page.selectOption("#file", "singles/hidden_single_box.yaml");
  await page.fill('input[type=number][data-path$=".peer_weight"]', "0.5");
  await page.waitForSelector("#ratings.two");
  await page.click("#side-yaml");
  await page.selectOption("#file", "systems/undoku.yaml");
  const text = (await page.inputValue("#editor .field")).replace("name: Volatile,", "name: Wild,    ");
  await page.fill("#editor .field", text);
  await page.waitForFunction(() => location.hash.includes("rules=") && location.hash.includes("set="));
  await settled(page);
  const look = async (each) => ({
    tiers: await each.$$eval("#ratings .tier", (all) => all.map((one) => one.textContent)),
    step: await each.inputValue("#step"),
    metrics: await each.textContent("#metrics"),
    told: await each.textContent("#told"),
  });
  const other = await open(browser, server.address, { fragment: new URL(page.url()).hash.slice(1) });
  await other.waitForSelector("#ratings.two");
  assert.deepEqual(await look(other), await look(page));
  assert.equal(await other.inputValue("#step"), "23");
  await other.click("#side-yaml");
  await other.selectOption("#file", "systems/undoku.yaml");
  assert.equal(await other.inputValue("#editor .field"), text);
  // A link that is damaged says so, and shows what it can.
  const damaged = await open(browser, server.address, { fragment: `puzzle=${BORDER}&rules=%21%21&set=nothing.at.all=3` });
  await rated(damaged);
  assert.ok(await damaged.isVisible("#banner"));
  calm(page);
  calm(other);
  calm(damaged);
});

for (const width of [360, 800, 1440]) {
  for (const dark of [false, true]) {
    test(`nothing overlaps at ${width} pixels${dark ? ", in the dark" : ""}, and no barrier is serious`, async () => {
      const fragment = new URLSearchParams([["puzzle", `${BORDER} ${LABEL}`], ["step", "23"], ["set", "hidden_single_box.constants.peer_weight=0.5"]]).toString();
      const page = await open(browser, server.address, { width, dark, fragment });
      await page.waitForSelector("#ratings.two");
      const fine = async (what) => {
        assert.deepEqual(await disorder(page), [], what);
        assert.deepEqual(await barriers(page), [], what);
      };
      await fine("steps");
      await page.click("#side-values");
      await fine("values");
      await page.selectOption("#file", "singles/hidden_single_box.yaml");
      await page.click("#side-yaml");
      const text = await page.inputValue("#editor .field");
      await page.fill("#editor .field", text.replace("check count", "check cuont"));
      await page.waitForSelector("#editor mark.error");
      await fine("YAML");
      await page.fill("#editor .field", text);
      await page.click("#draw");
      await fine("drawing");
      await page.click("#draw");
      await page.click("#view-bank");
      await fine("an empty bank");
      await page.fill("#bank-text", lines("tiers-48.txt").join("\n"));
      await page.click("#bank-rate");
      await page.waitForSelector("#bank-csv:not([disabled])");
      await fine("bank");
      calm(page);
    });
  }
}
