// Several recorded games: which one?

import { h } from "../lib/dom.js";
import { plural } from "../lib/format.js";

/** The API's choices; `pick(number)` is called with the one that is chosen.
 * @param {RecordChoice[]} choices @param {(number: number) => void} pick */
export function recordChoices(choices, pick) {
  return h("section", { class: "record-choices", "aria-label": "Several games" },
    h("p", {}, `There are ${choices.length} games. Which one?`),
    h("ol", {}, choices.map(({ number, names, actions, outcome }) => h("li", {},
      h("button", { type: "button", onclick: () => pick(number) }, `${names[0]} against ${names[1]}`), " ",
      h("span", { class: "small soft" }, outcome ? outcome.text : `not ended, ${plural(actions, "action")}`)))));
}
