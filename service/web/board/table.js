// A position as a table, for those who do not see the board.

import { fill, h } from "../lib/dom.js";
import { effectWords, healthWords, SIDES } from "./words.js";

/** A table that is filled anew; `can(troop)` says in words what a troop can do now. */
export function positionTable() {
  const body = h("tbody");
  const element = h("details", { class: "position-table" },
    h("summary", {}, "The position as a table"),
    h("div", { class: "scroll", role: "region", "aria-label": "The position as a table", tabindex: 0 },
      h("table", {},
        h("caption", { class: "hidden" }, "Troops on the board"),
        h("thead", {}, h("tr", {}, ["Side", "Square", "Troop", "Health", "Damage", "Range", "Moves", "Effects", "Can"]
          .map((name) => h("th", { scope: "col" }, name)))),
        body)));

  /** @param {{ troops: Troop[] }} position @param {(troop: Troop) => string} can */
  function show({ troops }, can = () => "") {
    fill(body, [...troops].sort((a, b) => a.side - b.side || a.id - b.id).map((troop) => h("tr", {},
      h("td", {}, SIDES[troop.side]), h("th", { scope: "row" }, troop.square), h("td", {}, troop.name),
      h("td", {}, healthWords(troop)), h("td", { class: "number" }, troop.damage),
      h("td", { class: "number" }, troop.range), h("td", { class: "number" }, troop.movement_left),
      h("td", {}, effectWords(troop) || "–"), h("td", { class: "wide" }, can(troop) || "–"))));
  }

  return { element, show };
}
