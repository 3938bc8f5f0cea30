// Games: those that runs have stored, those that were played or opened here, and records to import.

import { go } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { pasteForm } from "../analyse/pasting.js";
import { keptGames } from "../play/kept_games.js";
import { storedGames } from "../review/stored.js";

/** @param {string} game */
const reviewOf = (game) => `/review/${encodeURIComponent(game)}`;

/** @param {PageGiven} page */
export default function games({ query, signal, title }) {
  title("Games");
  return h("div", {},
    h("h1", { tabindex: -1 }, "Games"),
    h("p", {}, "Replay a game, see where it was won, and what would have been better. ",
      "A position alone is looked at under ", h("a", { href: "/analyse" }, "Analyse"), "."),
    storedGames({ query, signal }),
    h("h2", {}, "Open a record"),
    pasteForm({ signal, opened: ({ game }) => go(reviewOf(game)) }),
    keptGames({ title: "Games on this server", placeOf: reviewOf, signal }));
}
