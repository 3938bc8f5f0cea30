// Play: a new game, and those that were begun.

import { gameAddress, go } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { keptGames } from "../play/kept_games.js";
import { newGame } from "../play/new_game.js";

/** @param {PageGiven} page */
export default function play({ query, signal, title }) {
  title("Play");
  return h("div", {},
    h("h1", { tabindex: -1 }, "Play"),
    h("p", {}, "Play against an agent or another person at this screen, or let two agents play. ",
      "A game is kept after every action."),
    h("h2", {}, "A new game"),
    newGame({ query, signal, begun: (view, seed) => go(gameAddress(view.game, seed)) }),
    keptGames({ title: "Games on this server", placeOf: (game) => gameAddress(game), signal }));
}
