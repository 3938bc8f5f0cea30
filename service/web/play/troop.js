// A troop that is looked at: its figures, and its selection where it can be selected.

import { h } from "../lib/dom.js";
import { effectWords, healthWords, SIDES } from "../board/words.js";

export function troopPanel(troop, select) {
  const effects = effectWords(troop);
  return h("section", { class: `plan troop-panel side${troop.side}`, "aria-label": "The troop that is looked at" },
    h("h2", {}, h("span", { class: "stone", "aria-hidden": "true" }),
      ` ${SIDES[troop.side]}'s ${troop.name} ${troop.square}`),
    h("p", { class: "small" }, `Health ${healthWords(troop)}, damage ${troop.damage}, range ${troop.range}, ` +
      `movement ${troop.movement_left}${effects ? `. ${effects}` : ""}.`),
    select && h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: select, dataset: { focus: "select" } }, "Select it"),
      h("span", { class: "small soft" }, "or choose where it goes")));
}
