// Ratings as comma-separated values, in the columns of `undoku rate --format csv`.

import { plain } from "./rules.js";

function field(value) {
  if (value === null || value === undefined) return "";
  const text = typeof value === "number" ? plain(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function trouble(error) {
  if (!error) return "";
  return error.place ? `line ${error.place.line}, column ${error.place.column}: ${error.message}` : error.message;
}

/** A header and a line for each report. */
export function csv(system, reports) {
  const metrics = system.domains.flatMap((domain) => domain.metrics);
  const header = ["puzzle", "label", "status", ...metrics, ...system.profile.map((name) => `profile_${name}`), "error"];
  const lines = reports.map((report) => [
    report.puzzle,
    report.label,
    report.status,
    ...metrics.map((metric) => report.metrics?.[metric]),
    ...system.profile.map((name) => report.tier_profile?.[name]),
    trouble(report.error),
  ]);
  return [header, ...lines].map((line) => `${line.map(field).join(",")}\n`).join("");
}
