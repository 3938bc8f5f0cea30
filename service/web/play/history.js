// The turns of a game, as they were played.

import { address } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { count } from "../lib/format.js";
import { SIDES } from "../board/words.js";

/** History of texts -> [{ turn, player, first, actions }].
 * @param {Pick<View, "history" | "turn" | "player">} view */
export function turnsOf({ history, turn, player }) {
  /** @type {{ first: number, actions: string[] }[]} */
  const turns = [];
  let actions = /** @type {string[]} */ ([]), first = 0;
  history.forEach((text, n) => {
    actions.push(text);
    if (text === "end") {
      turns.push({ first, actions });
      [first, actions] = [n + 1, []];
    }
  });
  const ended = turns.length;
  if (actions.length) turns.push({ first, actions });
  return turns.map((one, n) => ({ ...one, turn: turn - ended + n, player: (player + ended + n) % 2 }));
}

const LATEST = 200; // turns that are listed; the review leads through the others

/** A list that is filled anew; the latest turn stands first. */
export function historyPanel() {
  const summary = h("summary"), list = h("ol", { tabindex: 0, "aria-label": "The turns of the game" });
  const earlier = h("p", { class: "small", hidden: true });
  const element = h("details", { class: "history", open: true }, summary, list, earlier);

  /** @param {View} view */
  function show(view) {
    const turns = turnsOf(view);
    summary.textContent = `Turns (${turns.length})`;
    earlier.hidden = turns.length <= LATEST;
    if (!earlier.hidden)
      fill(earlier, h("a", { href: `/review/${encodeURIComponent(view.game)}` },
        `The ${count(turns.length - LATEST)} turns before these`));
    fill(list, turns.slice(-LATEST).reverse().map(({ turn, player, first, actions }) => h("li", { class: `side${player}` },
      h("a", { href: address("/analyse", { game: view.game, after: first }),
        title: "Analyse the position before this turn", "aria-label": `Analyse turn ${turn}, ${SIDES[player].toLowerCase()}` }, turn), " ",
      h("span", { class: "side-mark", "aria-hidden": "true" }), " ",
      h("span", { class: "played" }, actions.join(" · ")))));
  }

  return { element, show };
}
