// A server of its own, a browser, and what every page has to keep to.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The command, as a debug build leaves it. */
export const UNDOKU = process.env.UNDOKU ?? `${process.env.CARGO_TARGET_DIR ?? `${ROOT}/target`}/debug/undoku`;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const lines = (name) =>
  readFileSync(`${ROOT}/tests/data/${name}`, "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"));

/** Starts the server, and says its address; with UNDOKU_ADDRESS it is one that runs already. */
export async function serve() {
  if (process.env.UNDOKU_ADDRESS) return { address: process.env.UNDOKU_ADDRESS, stop: async () => 0 };
  const server = spawn(UNDOKU, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      const match = /http:\/\/\S+/.exec(text);
      if (match) found(match[0]);
    });
    server.once("error", failed);
    server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const stop = () =>
    new Promise((ended) => {
      server.once("exit", (code) => ended(code));
      server.kill("SIGINT");
    });
  return { address, stop };
}

export const browse = () => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

/** A page of some width. What it logs as an error, and whatever it asks elsewhere for, is collected. */
export async function open(browser, address, { width = 1440, height = 1000, dark = false, fragment = "" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", acceptDownloads: true });
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("request", (request) => {
    const own = request.url().startsWith(address) || /^(blob|data):/.test(request.url());
    if (!own) page.troubles.push(`asked for ${request.url()}`);
  });
  await page.goto(address + (fragment ? `#${fragment}` : ""));
  await page.waitForSelector("body[data-ready]");
  return page;
}

/** Nothing may have gone wrong in the browser, except for refusals that a test provokes. */
export function calm(page, expected = []) {
  const troubles = page.troubles.filter((text) => !expected.some((pattern) => pattern.test(text)));
  assert.deepEqual(troubles, []);
}

/** Waits until all that was asked of the page is done. */
export async function settled(page) {
  await page.waitForSelector("body:not([data-busy])");
}

/** Waits until the rating of the last puzzle that was given, with its picture, is on the page. */
export async function rated(page, status = "solved") {
  await settled(page);
  await page.waitForSelector(`#ratings .rating:last-child[data-status="${status}"]`);
}

/** Whatever sticks out of the window, or lies on something else. */
export const disorder = (page) =>
  page.evaluate(() => {
    const found = [];
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
    const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".spoken, .skip");
    // What scrolls inside has its own order.
    const clipped = (element) => {
      for (let up = element.parentElement; up; up = up.parentElement) {
        if (up !== document.body && /auto|scroll|hidden/.test(getComputedStyle(up).overflow + getComputedStyle(up).overflowX)) return true;
      }
      return false;
    };
    const all = [...document.querySelectorAll("button, input, select, textarea, h1, h2, h3, p, label, th, td, .card, .board, #polar, summary")].filter(shown);
    for (const element of all) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || clipped(element)) continue;
      if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) {
        found.push(`${element.tagName} ${element.id || element.className || element.textContent.slice(0, 20)} sticks out: ${box.left}–${box.right}`);
      }
    }
    const leaves = all.filter((element) => !element.matches(".card, .board, #polar") && !clipped(element));
    for (const [at, a] of leaves.entries()) {
      const p = a.getBoundingClientRect();
      if (p.width === 0 || p.height === 0) continue;
      for (const b of leaves.slice(at + 1)) {
        if (a.contains(b) || b.contains(a)) continue;
        const q = b.getBoundingClientRect();
        const [w, h] = [Math.min(p.right, q.right) - Math.max(p.left, q.left), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)];
        if (w > 1.5 && h > 1.5) found.push(`${a.tagName} "${a.textContent.slice(0, 20)}" lies on ${b.tagName} "${b.textContent.slice(0, 20)}"`);
      }
    }
    // Texts that are cut off without a sign of it.
    for (const element of document.querySelectorAll("button, label, h2, .tier, summary")) {
      if (shown(element) && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") {
        found.push(`${element.tagName} "${element.textContent.slice(0, 20)}" is wider than its place`);
      }
    }
    return found;
  });

/** What axe finds that is serious. */
export async function barriers(page) {
  // The policy of the page lets no script in; a debugger may evaluate one all the same.
  const result = await page.evaluate(`${AXE}; axe.run(document, { resultTypes: ["violations"] })`);
  return result.violations
    .filter((violation) => ["serious", "critical"].includes(violation.impact))
    .map(({ id, nodes }) => `${id}: ${nodes.length} places, such as ${nodes[0].html.slice(0, 160)}; ${nodes[0].failureSummary}`);
}
