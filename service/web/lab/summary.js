// How a setup stands by the rules: points, legal, maximal, what is wrong; and what would still fit,
// apart: it grows and shrinks, and must not move the buttons that are being clicked.

import { fill, h } from "../lib/dom.js";
import { count, plural } from "../lib/format.js";
import { labAddress } from "./links.js";

/** @param {{ onmore(component: string, kind: string): void, onclear(): void }} on */
export function summary({ onmore, onclear }) {
  const words = h("p", { class: "lab-points" }), bar = h("progress", { "aria-label": "Points used" });
  const state = h("p", { class: "lab-state", role: "status" });
  const faults = h("ul", { class: "lab-faults bad" });
  const fits = h("div", { class: "lab-fits" });
  const empty = h("button", { type: "button", class: "quiet", onclick: onclear }, "Start anew");

  /** @param {SetupFacts} facts */
  function show(facts) {
    const limit = facts.points + facts.left.points, over = facts.left.points < 0;
    fill(words, h("strong", {}, count(facts.points)), ` of ${count(limit)} points, `,
      over ? h("span", { class: "bad" }, `${count(-facts.left.points)} too many`) : `${count(facts.left.points)} left`);
    bar.max = limit;
    bar.value = Math.min(facts.points, limit);
    bar.classList.toggle("over", over);
    const nothing = !facts.setup;
    fill(state, badge(nothing ? "empty" : facts.legal ? "legal" : "not legal", nothing ? "" : facts.legal ? "finished" : "failed"), " ",
      !nothing && badge(facts.maximal ? "maximal" : "not maximal", facts.maximal ? "finished" : ""), " ",
      h("span", { class: "soft small" }, facts.fits.length > 0 && room(facts.left)));
    fill(faults, facts.faults.map((text) => h("li", {}, `It ${text}.`)));
    fill(fits, facts.fits.length > 0 && !nothing && [
      h("h2", { class: "lab-heading" }, "What would still fit"),
      h("div", { class: "chips" }, facts.components.filter(({ component }) => facts.fits.includes(component)).map((part) =>
        h("button", { type: "button", class: "chip", onclick: () => onmore(part.component, part.kind) }, `+ ${part.name} `, h("span", { class: "soft" }, part.cost))))]);
    empty.hidden = nothing;
  }

  return { element: h("section", { class: "lab-summary", "aria-label": "Points and limits" }, h("div", { class: "lab-head" }, words, empty), bar, state, faults), fits, show };
}

/** @param {string} text @param {string} kind */
const badge = (text, kind) => h("span", { class: `badge ${kind}` }, text);

/** @param {SetupFacts["left"]} left */
const room = ({ troops, commands }) =>
  [troops > 0 && `room for ${plural(troops, "troop")}`, commands > 0 && `for ${plural(commands, "command")}`].filter(Boolean).join(", ");

/** The named setups that have the same troops and commands.
 * @param {SetupFacts} facts @param {string[]} edits */
export function equals({ setup, same_as: same }, edits) {
  if (!setup) return null;
  if (!same.length) return h("p", { class: "soft" }, "No setup of the catalogue, and none of your own, has these troops and commands.");
  return h("ul", {}, same.map(({ name, own, formation }) => h("li", {},
    h("a", { href: labAddress(name, edits) }, name), own ? ", your own" : ", of the catalogue",
    formation === "same" ? "" : ", in another formation")));
}
