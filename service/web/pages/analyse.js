// Analyse: a position of a game (?game=ID&after=N), of a text (?position=LINE) or of an edited board
// (&edit=1). ?agent= says who analyses, ?try= what was tried from there.

import { h } from "../lib/dom.js";
import { analysisScreen } from "../analyse/screen.js";
import { editorScreen } from "../analyse/editor.js";
import { pasteForm } from "../analyse/pasting.js";

/** @param {PageGiven} page */
export default function analysePage(page) {
  const { query, title, signal } = page;
  title("Analyse");
  if (query.has("edit")) return editorScreen(page);
  if (query.has("position") || query.has("game")) return analysisScreen(page);
  return h("div", {},
    h("h1", { tabindex: -1 }, "Analyse"),
    h("p", {}, "See what an agent thinks of a position, and try moves. Games that were played are under ",
      h("a", { href: "/games" }, "Games"), "."),
    pasteForm({ signal }),
    h("div", { class: "actions" }, h("a", { class: "button", href: "/analyse?edit=1" }, "Set up a board")));
}
