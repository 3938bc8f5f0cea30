// The panels of a review: who reviews and how far that is, and the better turn that is on the board.

import { h } from "../lib/dom.js";
import { count, percent } from "../lib/format.js";
import { trouble } from "../parts/notice.js";
import { agentChoice, agentName } from "../analyse/agents.js";
import { SIDES, turnWords } from "../board/words.js";
import { analyseBetter, betterChance, playedChance } from "./better.js";

const REVIEWERS = ["strong", "strong:advances=240000"]; // the others see no mistake in the play of their like

/** @param {string} name @param {() => unknown} onclick @param {Properties<HTMLButtonElement>} [more] */
export const button = (name, onclick, more) =>
  h("button", { type: "button", onclick, dataset: { focus: name }, ...more }, name);

/** @param {Reviewing} reviewing @param {string} agent @param {{ begin(agent: string): void, stop(): void }} on */
export function reviewerPanel({ state, progress, problem }, agent, { begin, stop }) {
  return h("section", { class: "reviewer", "aria-label": "Who reviews" },
    h("div", { class: "actions" },
      agentChoice("Review by ", agent, begin, REVIEWERS),
      state === "running" && button("Stop", stop),
      state === "none" && button("Review the game", () => begin(agent), { class: "primary" })),
    state === "running" && h("div", { role: "status" },
      h("progress", { value: progress?.of ? progress.done / progress.of : 0, max: 1,
        "aria-label": "Progress of the review" }),
      h("p", { class: "small soft" }, progressWords(progress, agent))),
    state === "failed" && problem && trouble(problem, () => begin(agent)));
}

/** @param {ReviewProgress | null} progress @param {string} agent */
function progressWords(progress, agent) {
  if (!progress) return `${agentName(agent)} begins.`;
  if (progress.what === "waiting") return "Another review is under way; this one is next.";
  return `Searching ${progress.what}: ${count(progress.done)} of ${count(progress.of)}.`;
}

/** `branch` has the turn of the review and the events of the better one.
 * @param {Branch} branch @param {{ game: string, agent: string, back(): void, again(): void }} given */
export function branchPanel({ turn, events }, { game, agent, back, again }) {
  const side = SIDES[turn.player].toLowerCase();
  return h("section", { class: "plan", "aria-label": "What would have been better" },
    h("h2", {}, "What would have been better"),
    h("p", {}, turnWords(events)),
    h("p", { class: "small soft" },
      `${agentName(agent)} gives ${side} ${percent(betterChance(turn), 0)} after it, `,
      `in place of ${percent(playedChance(turn), 0)}.`),
    h("div", { class: "actions" },
      button("Back to the game", back, { class: "primary" }),
      button("Again", again),
      h("a", { class: "button", href: analyseBetter(game, turn) }, "Analyse from there")));
}
