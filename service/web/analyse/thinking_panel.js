// Who thinks, how much was searched, and how to go on.

import { h } from "../lib/dom.js";
import { count } from "../lib/format.js";
import { trouble } from "../parts/notice.js";
import { agentChoice, agentName, deeperThan } from "./agents.js";

const NEXT = { thinking: "Pause", paused: "Go on", finished: "Search again", failed: "Search again" };

/** `on` has setAgent(agent), pause() and think(). */
export function thinkingPanel(mind, agent, on) {
  const deeper = mind.state === "finished" && deeperThan(agent);
  const button = (focus, name, onclick) => h("button", { type: "button", onclick, dataset: { focus } }, name);
  return h("section", { class: "thinking", "aria-label": "Who analyses" },
    h("div", { class: "actions" },
      agentChoice("Agent ", agent, on.setAgent),
      button("pause", NEXT[mind.state], on.pause),
      deeper && button("deeper", `Deeper: ${agentName(deeper)}`, () => on.setAgent(deeper))),
    mind.problem ? trouble(mind.problem, on.think) : h("p", { class: "small soft searched" }, searchedWords(mind)));
}

function searchedWords({ seen, state }) {
  const much = seen ? `${count(seen.advances)} advances, ${count(seen.iterations)} iterations` : "";
  if (state === "thinking") return seen ? `Searching: ${much} so far.` : "Beginning to search.";
  if (state === "paused") return seen ? `Paused after ${much}.` : "Paused.";
  return seen?.first_chance === null ? "Finished. This agent gives no values." : `Finished: ${much} searched.`;
}
