// How many setups rules allow, beside the standard ones, and the changes in words.

import { h, settled } from "../../lib/dom.js";
import { count, plural } from "../../lib/format.js";

/** @type {[name: "legal" | "maximal" | "exact", called: string, about: string][]} */
const KINDS = [
  ["legal", "Legal", "Setups that can be bought"],
  ["maximal", "Maximal", "Setups to which nothing can be added"],
  ["exact", "Exact", "Setups that cost exactly the limit"],
];
/** @typedef {Pick<Api.CheckedRules, "legal" | "maximal" | "exact">} Counts */

const SAY_AFTER = 700; // milliseconds: a screen reader is not asked to read every step of a slider

/** The numbers; show(counts) draws them anew, show(null) says that there are none.
 * @param {Counts} standard */
export function countList(standard) {
  /** @param {string} as */
  const cells = (as) => Object.fromEntries(KINDS.map(([name]) => [name, h("dd", { class: as, dataset: { [as]: name } })]));
  const now = cells("count"), changes = cells("difference");
  const said = h("p", { class: "hidden", role: "status" });
  const say = settled(SAY_AFTER, (/** @type {string} */ text) => { said.textContent = text; });
  const element = h("div", {},
    h("dl", { class: "counts" }, KINDS.map(([name, called, about]) => h("div", {},
      h("dt", { title: about }, called), now[name], changes[name],
      h("dd", { class: "of-standard" }, `standard ${count(standard[name])}`)))), said);
  return {
    element,
    /** @param {Counts | null} counts */
    show(counts) {
      for (const [name] of KINDS) {
        now[name].textContent = counts ? count(counts[name]) : "–";
        changes[name].textContent = counts ? difference(counts[name], standard[name]) : "";
      }
      if (counts) say(`${plural(counts.legal, "legal setup")}, ${count(counts.maximal)} maximal, ${count(counts.exact)} exact.`);
    },
  };
}

/** +1,203 (+4.2 %), or that nothing changed.
 * @param {number} now @param {number} before */
export function difference(now, before) {
  if (now === before) return "as standard";
  const sign = now > before ? "+" : "−", by = Math.abs(now - before);
  return `${sign}${count(by)}${before ? ` (${sign}${((100 * by) / before).toFixed(1)}\u00a0%)` : ""}`;
}

/** The changes as sentences, each with a way back; edits that the server refuses stand as they are.
 * @param {{ edits: Map<string, string>, checked: Api.CheckedRules | null, reset(name: string): void }} given */
export function changeList({ edits, checked, reset }) {
  if (!edits.size) return h("p", { class: "soft" }, "Nothing is changed: these are the standard rules.");
  const words = new Map((checked?.changes ?? []).map(({ edit, words: said }) => [edit.split("=")[0], said]));
  return h("ul", { class: "changes" }, [...edits].map(([name, value]) => {
    const said = words.get(name) ?? `${name}=${value}`;
    const shown = words.has(name) ? said.charAt(0).toUpperCase() + said.slice(1) : h("code", {}, said);
    return h("li", {}, h("span", {}, shown),
      h("button", { type: "button", class: "reset quiet", "aria-label": `Reset: ${said}`, title: "Reset", onclick: () => reset(name) }, "↺"));
  }));
}
