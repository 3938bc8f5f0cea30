// The worst turns of a game: what each cost, what was played, and what would have been better.

import { h } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { turnText } from "../analyse/seen.js";
import { sentence, SIDES } from "../board/words.js";
import { analyseBetter, betterChance, playedChance } from "./better.js";

/** @typedef {{ see(turn: MarkedTurn): void, play(turn: MarkedTurn): void }} On */

/** `troops(n)` are those after so many actions; `see(turn)` and `play(turn)` show it and play the better turn.
 * @param {Review} review @param {{ game: string, troops(n: number): Troop[] } & On} given */
export function markedList(review, { game, troops, see, play }) {
  if (!review.marked.length)
    return h("p", {}, "No turn gave away 5 % of the chance to win or more: nothing is marked.");
  return h("ol", { class: "marked" }, review.marked.map((turn) =>
    h("li", {}, card(turn, { game, there: troops(turn.actions_before), see, play }))));
}

/** @param {MarkedTurn} turn @param {{ game: string, there: Troop[] } & On} given */
function card(turn, { game, there, see, play }) {
  /** @param {string} label @param {Action[]} actions */
  const line = (label, actions) =>
    h("p", { class: "small" }, h("span", { class: "soft" }, label), sentence(turnText(actions, there)));
  return h("article", { class: `card side${turn.player}`, dataset: { turn: turn.turn },
      "aria-label": `Turn ${turn.turn}: ${turn.mark}` },
    h("h3", {},
      h("span", { class: "side-mark", "aria-hidden": "true" }), ` Turn ${turn.turn}, ${SIDES[turn.player].toLowerCase()}: `,
      h("span", { class: `mark-word ${turn.mark}` }, turn.mark)),
    h("p", { class: "small" }, `It cost ${percent(turn.chance_loss, 0)} of the chance to win: `,
      `from ${percent(betterChance(turn), 0)} to ${percent(playedChance(turn), 0)}.`),
    line("Played: ", turn.played_actions),
    line("Better: ", turn.best_actions),
    h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => see(turn) }, "Go there"),
      h("button", { type: "button", class: "primary", onclick: () => play(turn) }, "Play the better turn"),
      h("a", { class: "button", href: analyseBetter(game, turn) }, "Analyse it")));
}

/** What each side gave away.
 * @param {Review} review @param {string[]} names */
export const sideFacts = ({ sides }, names) => h("dl", { class: "small" }, sides.flatMap((side) => [
  h("dt", {}, `${SIDES[side.player]}, ${names[side.player]}`), h("dd", {}, sideWords(side))]));

/** @param {ReviewSide} side */
function sideWords({ turns, blunders, mistakes, inaccuracies, mean_loss: loss }) {
  if (!turns) return "no turn";
  const marks = [
    plural(blunders, "blunder"), plural(mistakes, "mistake"), plural(inaccuracies, "inaccuracy", "inaccuracies"),
  ];
  return `${marks.join(", ")}; ${percent(loss)} of the chance to win given away a turn`;
}
