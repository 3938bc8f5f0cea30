// The worst turns of a game: what each cost, what was played, and what would have been better.

import { address } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { turnText } from "../analyse/seen.js";
import { sentence, SIDES } from "../board/words.js";

/** The chance of the turn's own side to win after what it played, and after what would have been better. */
export const playedChance = (turn) => (turn.player ? 1 - turn.first_chance : turn.first_chance);
export const betterChance = (turn) => Math.min(1, playedChance(turn) + turn.chance_loss);

/** `troops(n)` are those before an action; `on.see(turn)`, `on.play(turn)` show it and play the better turn. */
export function markedList(review, { game, troops, on, shown }) {
  if (!review.marked.length)
    return h("p", {}, "No turn gave away 5 % of the chance to win or more: nothing is marked.");
  return h("ol", { class: "marked" }, review.marked.map((turn) => h("li", {}, markedTurn(turn))));

  function markedTurn(turn) {
    const there = troops(turn.actions_before), key = turn.actions_before;
    return h("article", { class: `card side${turn.player}`, "aria-current": shown === key && "true", dataset: { turn: turn.turn },
        "aria-label": `Turn ${turn.turn}: ${turn.mark}` },
      h("h3", {}, h("span", { class: "stone", "aria-hidden": "true" }), ` Turn ${turn.turn}, ${SIDES[turn.player].toLowerCase()}: `,
        h("span", { class: `mark-word ${turn.mark}` }, turn.mark)),
      h("p", { class: "small" }, `It cost ${percent(turn.chance_loss, 0)} of the chance to win: `,
        `from ${percent(betterChance(turn), 0)} to ${percent(playedChance(turn), 0)}.`),
      h("p", { class: "small" }, h("span", { class: "soft" }, "Played: "), sentence(turnText(turn.played_actions, there))),
      h("p", { class: "small" }, h("span", { class: "soft" }, "Better: "), sentence(turnText(turn.best_actions, there))),
      h("div", { class: "actions" },
        h("button", { type: "button", onclick: () => on.see(turn), dataset: { focus: `see-${key}` } }, "Go there"),
        h("button", { type: "button", class: "primary", onclick: () => on.play(turn), dataset: { focus: `play-${key}` } }, "Play the better turn"),
        h("a", { class: "button", href: address("/analyse", { game, after: turn.actions_before, try: turn.best.join(",") }) }, "Analyse it")));
  }
}

/** What each side gave away. */
export const sideFacts = ({ sides }, names) => h("dl", { class: "small" }, sides.flatMap((side) => [
  h("dt", {}, `${SIDES[side.player]}, ${names[side.player]}`),
  h("dd", {}, side.turns
    ? `${plural(side.blunders, "blunder")}, ${plural(side.mistakes, "mistake")}, ${plural(side.inaccuracies, "inaccuracy", "inaccuracies")}; ` +
      `${percent(side.mean_loss)} of the chance to win given away a turn`
    : "no turn")]));
