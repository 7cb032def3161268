// The HTTP API.

/** What the server refused, in its words. */
export class Refusal extends Error {
  constructor(error, status) {
    super(error.message);
    this.code = error.code;
    this.status = status;
    this.diagnostics = error.diagnostics ?? [];
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ code: "gone", message: "the server does not answer; start undoku serve again" }, 0);
  }
  if (response.ok) return response;
  let error = { code: "unknown", message: `the server answered with ${response.status}` };
  try {
    error = (await response.json()).error;
  } catch {
    // Then the status has to do.
  }
  throw new Refusal(error, response.status);
}

function post(path, body, signal) {
  return answer(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** The built-in rules. */
export const builtIn = async () => (await answer("/api/systems")).json();

/** Changed rules: `{rules}`. */
export const changed = async (ask, signal) => (await post("/api/systems", ask, signal)).json();

/** What is wrong with rules. */
export const check = async (ask, signal) => (await post("/api/check", ask, signal)).json();

/** The rating of `{puzzle, system, rules, steps}`. */
export const rate = async (ask, signal) => (await post("/api/rate", ask, signal)).json();

/** The ratings of `{puzzles, system, rules}`. */
export async function rateAll(ask, signal) {
  const text = await (await post("/api/rate", ask, signal)).text();
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** The puzzles of a text. */
export const read = async (text, signal) => (await (await post("/api/read", { text }, signal)).json()).entries;

/** A picture, as the text of an SVG. */
export const plot = async (ask, signal) => (await post("/api/plot", ask, signal)).text();
