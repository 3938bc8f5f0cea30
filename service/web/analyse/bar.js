// The evaluation bar: the first side's chance to win, and the second's.

import { h } from "../lib/dom.js";
import { percent } from "../lib/format.js";

export function evaluationBar() {
  const bar = h("div", { class: "chance" });
  const first = h("span"), second = h("span");
  const meter = h("div", { class: "meter", role: "meter", "aria-label": "Chance of the first side to win",
    "aria-valuemin": 0, "aria-valuemax": 100 }, bar, h("div", { class: "half" }));
  const element = h("div", { class: "evaluation" }, first, meter, second);

  /** `chance` is the first side's, or null where none is known.
   * @param {number | null | undefined} chance */
  function show(chance) {
    const known = chance !== null && chance !== undefined;
    element.classList.toggle("unknown", !known);
    bar.style.setProperty("width", `${100 * (known ? chance : 0.5)}%`);
    meter.setAttribute("aria-valuenow", String(known ? Math.round(100 * chance) : 50));
    meter.setAttribute("aria-valuetext", known ? `${percent(chance, 0)}` : "not known");
    first.textContent = known ? `First ${percent(chance, 0)}` : "First";
    second.textContent = known ? `${percent(1 - chance, 0)} Second` : "Second";
  }

  show(null);
  return { element, show };
}

/** The first side's chance in a game that is over.
 * @param {Outcome} outcome */
export const chanceOf = ({ winner }) => (winner === "draw" ? 0.5 : 1 - winner);
