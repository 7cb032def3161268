// A bounded load test on loopback: clients that ask for one rating after the other.
//
//   node load.js [ADDRESS] [CLIENTS] [SECONDS]
//
// Without an address it starts the command in $UNDOKU. It ends with 1 if a request fails, if the 95th percentile is
// not below 50 ms, or if the server's memory grows by more than a quarter between the first and the last fifth.

import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const [given, clients = "32", seconds = "20"] = process.argv.slice(2);
const MOST = 50;

const puzzles = readFileSync(`${ROOT}/tests/data/mixed-500.txt`, "utf8").split("\n").filter((line) => /^[.0-9]{81}/.test(line));
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) });

let server = null;
let address = given;
if (!address) {
  server = spawn(process.env.UNDOKU ?? `${ROOT}/target/release/undoku`, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((found) => server.stdout.on("data", (part) => found(/http:\/\/\S+/.exec(String(part))[0])));
}

/** One rating; says how long it took. */
function rate(puzzle) {
  const body = JSON.stringify({ puzzle });
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  return new Promise((done, failed) => {
    const start = performance.now();
    const asked = request(`${address}api/rate`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => (text += part));
      response.on("end", () => {
        if (response.statusCode === 200 && JSON.parse(text).status) done(performance.now() - start);
        else failed(new Error(`${response.statusCode}: ${text}`));
      });
    });
    asked.on("error", failed);
    asked.end(body);
  });
}

/** The server's memory in KiB, where the system says it. */
function memory() {
  if (!server) return null;
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]);
  } catch {
    return null;
  }
}

const times = [];
const memories = [];
let errors = 0;
const end = performance.now() + Number(seconds) * 1000;
const watch = setInterval(() => memories.push(memory()), 250);
await Promise.all(
  Array.from({ length: Number(clients) }, async (_, client) => {
    for (let at = client; performance.now() < end; at += 1) {
      try {
        times.push(await rate(puzzles[at % puzzles.length]));
      } catch (error) {
        errors += 1;
        if (errors === 1) console.error(error.message);
      }
    }
  }),
);
clearInterval(watch);
agent.destroy();
server?.kill("SIGINT");

times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
const fifth = Math.max(1, Math.floor(memories.length / 5));
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const [first, last] = [mean(memories.slice(1, fifth + 1)), mean(memories.slice(-fifth))];
console.log(`${clients} clients, ${seconds} s: ${times.length} ratings, ${Math.round(times.length / Number(seconds))} a second, ${errors} errors`);
console.log(`median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms, 99th ${at(0.99).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`);
if (server) console.log(`memory ${Math.round(first)} KiB at first, ${Math.round(last)} KiB at last`);
const grown = Boolean(server) && last > first * 1.25;
process.exitCode = errors > 0 || at(0.95) >= MOST || grown ? 1 : 0;
