// Objectives of a search for balance as people read them.

import { h } from "../../lib/dom.js";
import { percent } from "../../lib/format.js";
import { intervalMark } from "../chart.js";

/** A value in the form of its objective. */
export function figure(objective, value) {
  if (objective.form === "share") return percent(value);
  return objective.form === "count" ? String(Math.round(value)) : value.toFixed(2);
}

const bare = (objective, value) => (objective.form === "share" ? (100 * value).toFixed(1) : figure(objective, value));

/** A measured value with its interval; one that games do not decide is known exactly. */
export function measuredText(objective, { value, ci95 }) {
  if (!objective.games) return figure(objective, value);
  return `${figure(objective, value)} [${bare(objective, ci95[0])}, ${bare(objective, ci95[1])}]`;
}

/** The same for a cell, drawn on the scale that all points share. */
export function measuredCell(objective, measured, [lo, hi], reference) {
  if (!objective.games) return figure(objective, measured.value);
  const mark = intervalMark({ value: measured.value, low: measured.ci95[0], high: measured.ci95[1], lo, hi, reference, width: 96 });
  mark.setAttribute("aria-hidden", "true"); // the text beside it says the same
  return h("span", { class: "measured" }, mark, h("span", { class: "small" }, measuredText(objective, measured)));
}

/** What was shown of a point beside the rules as they are: only where intervals are apart. */
export function shownWords(point) {
  const compared = Object.entries(point.against_origin ?? {});
  const shown = compared.filter(([, one]) => one.shown).map(([name, one]) => `${name} ${one.better ? "better" : "worse"}`);
  if (shown.length) return shown.join("; ");
  return compared.length ? "not shown to differ" : "";
}

export const directionText = (objective) => `${objective.name} (${objective.more ? "more" : "less"} is better)`;
