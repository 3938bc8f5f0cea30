// What an agent would play, as words and arrows.

import { h } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { turnText } from "../analyse/seen.js";
import { sentence } from "../board/words.js";

export const STRENGTHS = ["quick", "medium", "strong"];

/** @param {Hint} hint @returns {Arrow[]} */
export const hintArrows = (hint) =>
  hint.turn.flatMap(({ from, to, kind }) =>
    (to && kind !== "select" ? [{ from: from ?? to, to, kind: `hint ${kind}`, side: 0 }] : []));

/** `hint` is the API's, with `by`: the name of the agent that was asked.
 * @param {View} view @param {Hint} hint @param {{ play(): void, close(): void }} on */
export function hintPanel(view, hint, { play, close }) {
  return h("section", { class: "plan hint", "aria-label": "Hint" },
    h("h2", {}, `${hint.by} would play`),
    h("p", {}, sentence(turnText(hint.turn, view.troops))),
    hint.first_chance !== null && h("p", { class: "small soft" },
      `It gives the first side a chance of ${percent(hint.first_chance, 0)} to win from here.`),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: play, dataset: { focus: "play-hint" } }, "Play this"),
      h("button", { type: "button", onclick: close, dataset: { focus: "close-hint" } }, "Close")));
}
