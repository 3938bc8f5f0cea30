// The panels beside an analysis: who thinks and how much was searched, the tools of the board, and where
// else the position leads.

import { address } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { count } from "../lib/format.js";
import { trouble } from "../parts/notice.js";
import { agentChoice, agentName, deeperThan } from "./agents.js";

/** @param {string} name @param {() => unknown} onclick */
const button = (name, onclick, more = {}, focus = name) =>
  h("button", { type: "button", onclick, dataset: { focus }, ...more }, name);

/** @param {string} name @param {string} path @param {Record<string, unknown>} params */
const link = (name, path, params) => h("a", { class: "button", href: address(path, params) }, name);

const NEXT = { thinking: "Pause", paused: "Go on", finished: "Search again", failed: "Search again" };

/** @param {Mind} mind @param {string} agent
 * @param {{ setAgent(agent: string): void, pause(): void, think(): void }} on */
export function thinkingPanel(mind, agent, on) {
  const deeper = mind.state === "finished" && deeperThan(agent);
  return h("section", { class: "thinking", "aria-label": "Who analyses" },
    h("div", { class: "actions" },
      agentChoice("Agent ", agent, on.setAgent),
      button(NEXT[mind.state], on.pause, {}, "pause"),
      deeper && button(`Deeper: ${agentName(deeper)}`, () => on.setAgent(deeper), {}, "deeper")),
    mind.problem ? trouble(mind.problem, on.think) : h("p", { class: "small soft searched" }, searchedWords(mind)));
}

/** @param {Mind} mind */
function searchedWords({ seen, state }) {
  const much = seen ? `${count(seen.advances)} advances, ${count(seen.iterations)} iterations` : "";
  if (state === "thinking") return seen ? `Searching: ${much} so far.` : "Beginning to search.";
  if (state === "paused") return seen ? `Paused after ${much}.` : "Paused.";
  return seen?.first_chance === null ? "Finished. This agent gives no values." : `Finished: ${much} searched.`;
}

/** @param {{ atStart: boolean, canEnd: boolean }} now
 * @param {{ stepBack(): void, toStart(): void, endTurn(): void, flip(): void }} on */
export const analysisTools = ({ atStart, canEnd }, on) => h("div", { class: "actions" },
  button("Step back", on.stepBack, { disabled: atStart }),
  button("To the start", on.toStart, { disabled: atStart }),
  button("End turn", on.endTurn, { disabled: !canEnd }),
  button("Turn the board", on.flip));

/** @param {Bench} bench @param {string | null} game the game from which the position is
 * @param {{ playOn(): void, copy(): void }} on */
export const analysisLinks = ({ view, begun }, game, on) => h("div", { class: "actions small" },
  button("Play on from here", on.playOn),
  link("Edit this board", "/analyse", { position: view.position, edit: "1" }),
  button("Copy the position", on.copy),
  game && link("The whole game", `/review/${encodeURIComponent(game)}`, { step: begun.after }));
