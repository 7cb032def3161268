// The rating: its tier, the scale of tiers, and all metrics by their domains, of one rating or of two side by side.

import { breakable, el, put, shown } from "./dom.js";

const words = (name) => name.replaceAll("_", " ");

const STATUS = {
  solved: "Solved",
  stuck: "Stuck",
  invalid: "Not a puzzle to rate",
  no_solution: "No solution",
  multiple_solutions: "Several solutions",
};

/** What a report says in a few words: the tier, or why there is none. */
export function headline(system, report) {
  if (report.status !== "solved") return STATUS[report.status] ?? report.status;
  const names = (system?.tier_names ?? []).map((name) => report.metrics[name]);
  return names.at(-1) ?? names[0] ?? STATUS.solved;
}

/** The value that decides the tier, or the first number there is. */
export function deciding(system, report) {
  const known = system?.decides ?? system?.domains[0]?.metrics[0];
  if (!known || !report.metrics) return null;
  return { name: known, value: report.metrics[known] };
}

/** The row of the tier table that a report is in. */
export function tierOf(system, report) {
  if (!report.metrics || !system) return -1;
  const names = system.tier_names.map((name) => report.metrics[name]);
  return names.length === 0 ? -1 : system.tiers.findIndex((tier) => tier.names.every((name, at) => name === names[at]));
}

/** One rating in short. */
export function card(title, system, report) {
  const figure = deciding(system, report);
  const lines = [el("h3", {}, title), el("p", { class: "tier", "data-tier": tierOf(system, report) }, headline(system, report))];
  if (figure) lines.push(el("p", { class: "figure" }, `${words(figure.name)} `, el("b", {}, shown(figure.value))));
  if (report.status === "stuck") lines.push(el("p", { class: "figure" }, `${report.remaining} cells left open`));
  if (report.error) {
    const place = report.error.place ? `line ${report.error.place.line}, column ${report.error.place.column}: ` : "";
    lines.push(el("p", { class: "figure error" }, place + report.error.message));
  }
  if (report.cut_short) lines.push(el("p", { class: "figure" }, `Searches cut short: ${report.cut_short.join(", ")}`));
  const profile = Object.entries(report.tier_profile ?? {});
  if (profile.length > 0) {
    const range = system?.tiers[tierOf(system, report)]?.profile ?? {};
    const chips = profile.map(([name, fit]) => {
      const [low, high] = range[name] ?? [];
      const bounds = low === undefined ? "" : ` ${shown(low)}–${high === null ? "∞" : shown(high)}`;
      return el("li", { class: `fit ${fit}` }, `${words(name)} ${fit}${bounds}`);
    });
    lines.push(el("ul", { class: "profile", "aria-label": "profile of the tier" }, chips));
  }
  return el("div", { class: "rating", "data-status": report.status }, lines);
}

/** The tiers as a scale, with a mark for each rating: `[{system, report, name}]`. */
export function scale(system, ratings) {
  if (!system || system.tiers.length === 0 || !system.decides) return null;
  const bounds = system.tiers.slice(1).map((tier) => tier.from);
  const values = ratings.map(({ report }) => report.metrics?.[system.decides]).filter((value) => typeof value === "number");
  const all = [...bounds, ...values];
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  const margin = (greatest - least || 1) * 0.12;
  const [from, to] = [least - margin, greatest + margin];
  const place = (value) => ((value - from) / (to - from)) * 100;
  const edges = [from, ...bounds, to];
  const current = tierOf(system, ratings.at(-1).report);
  const bands = system.tiers.map((tier, at) => {
    const band = el("span", { class: `band shade-${Math.round((at / Math.max(1, system.tiers.length - 1)) * 7)}`, title: tier.names.join(", ") });
    band.style.left = `${place(edges[at])}%`;
    band.style.width = `${place(edges[at + 1]) - place(edges[at])}%`;
    band.classList.toggle("current", at === current);
    return band;
  });
  const marks = ratings
    .filter(({ report }) => typeof report.metrics?.[system.decides] === "number")
    .map(({ report, name }) => {
      const mark = el("span", { class: `mark ${name}` });
      mark.style.left = `${place(report.metrics[system.decides])}%`;
      return mark;
    });
  const ends = bounds.map((bound) => {
    const end = el("span", { class: "bound" }, shown(bound));
    end.style.left = `${place(bound)}%`;
    return end;
  });
  return el("div", { class: "scale", "aria-hidden": "true" }, el("div", { class: "bands" }, bands, marks), el("div", { class: "bounds" }, ends));
}

function difference(old, now) {
  if (typeof old !== "number" || typeof now !== "number") return "";
  const change = now - old;
  return `${change > 0 ? "+" : "−"}${shown(Number(Math.abs(change).toPrecision(3)), 10)}`;
}

/** What all names of a domain begin with, up to an underscore. */
function prefix(names) {
  const first = names[0]?.split("_")[0];
  const start = `${first}_`;
  return names.length > 1 && names.every((name) => name.startsWith(start)) ? start : "";
}

function cell(value, kind, ...more) {
  const number = typeof value === "number" ? " number" : "";
  return el("td", { class: kind + number }, typeof value === "string" ? breakable(value) : shown(value), more);
}

/** All metrics of `now`, beside those of `old` where there is one. */
export function table(element, system, now, old) {
  if (!system || !now?.metrics) {
    put(element, el("p", { class: "quiet" }, "Metrics are there for puzzles that are solved."));
    return;
  }
  const cards = system.domains.map(({ name, metrics }) => {
    const common = prefix(metrics);
    const rows = metrics.map((metric) => {
      const [value, before] = [now.metrics[metric], old?.metrics?.[metric]];
      const differs = old && before !== value;
      const cells = [el("th", { scope: "row" }, words(metric.slice(common.length)))];
      if (old) cells.push(cell(before, "old"));
      cells.push(cell(value, "now", differs ? el("span", { class: "change" }, difference(before, value)) : null));
      return el("tr", { class: differs ? "changed" : null, "data-metric": metric, title: metric }, cells);
    });
    const title = words(name ?? "extras");
    const heads = [el("th", { scope: "col" }, "metric")];
    if (old) heads.push(el("th", { scope: "col" }, "built-in"));
    heads.push(el("th", { scope: "col" }, old ? "yours" : "value"));
    return el(
      "section",
      { class: "domain", "data-domain": name ?? "" },
      el("h3", {}, title, el("span", { class: "count" }, String(metrics.length))),
      el("table", {}, el("thead", { class: old ? null : "spoken" }, el("tr", {}, heads)), el("tbody", {}, rows)),
    );
  });
  put(element, cards);
}
