// Who analyses: agents by strength, each looking deeper than the one before.

import { h } from "../lib/dom.js";

/** @type {Record<string, string>} */
const DEEPER = {
  quick: "quick", medium: "medium", strong: "strong", "strong:advances=240000": "strong, eight times as long",
};

/** @param {string} agent */
export const agentName = (agent) => DEEPER[agent] ?? agent;

/** The next deeper agent; null after the last, and of agents that are not in the list.
 * @param {string} agent */
export function deeperThan(agent) {
  const names = Object.keys(DEEPER), place = names.indexOf(agent);
  return place < 0 ? null : (names[place + 1] ?? null);
}

/** A choice of agents; one of the address that is not in the list stands there too.
 * @param {string} label @param {string} chosen @param {(agent: string) => void} choose */
export function agentChoice(label, chosen, choose, names = Object.keys(DEEPER)) {
  const all = names.includes(chosen) ? names : [...names, chosen];
  return h("label", { class: "inline" }, label,
    h("select", { onchange: ({ target }) => choose(target.value), dataset: { focus: "agent" } },
      all.map((name) => h("option", { value: name, selected: name === chosen }, agentName(name)))));
}
