// What can be done with a game besides playing: undo, hint, resign, who plays, keep and look at it.

import { address } from "../lib/address.js";
import { h, unique } from "../lib/dom.js";
import { STRENGTHS } from "./hint.js";
import { sentence, SIDES } from "../board/words.js";

const button = (name, onclick, more = {}) =>
  h("button", { type: "button", onclick, dataset: { focus: name }, ...more }, name);

/** `on` has what each button does; those that make no sense now are left out or disabled. */
export function toolBar(view, { busy, resigning, hinter, can, both }, on) {
  const human = view.sides.includes("human"), begun = view.after > 0;
  return h("div", { class: "tools" },
    h("div", { class: "actions" },
      !view.outcome && human && button("End turn", on.end, { class: can.end ? (can.only ? "primary" : "") : "", disabled: !can.end }),
      human && button("Undo", on.undo, { disabled: !begun || busy, title: "Take back the last action" }),
      human && button("Undo turn", on.undoTurn, { disabled: !begun || busy, title: "Take back the whole turn" }),
      view.last && button("Play back the last turn", on.playBack, { disabled: busy }),
      both && !view.outcome && button(can.paused ? "Go on" : "Pause", on.pause),
      button("Turn the board", on.flip)),
    can.act && h("div", { class: "actions" },
      button("Hint", on.hint, { disabled: busy }), strength(hinter, on.hinter),
      !resigning && button("Resign", on.resign, { class: "danger" })),
    resigning && h("div", { class: "actions", role: "group", "aria-label": "Resign?" },
      h("span", {}, `Give the game up for the ${SIDES[view.player].toLowerCase()} side?`),
      button("Yes, resign", on.resigned, { class: "danger" }), button("No", on.notResigned)));
}

function strength(chosen, choose) {
  return h("label", { class: "inline" }, "by ",
    h("select", { onchange: ({ target }) => choose(target.value), dataset: { focus: "hinter" } },
      STRENGTHS.map((name) => h("option", { selected: name === chosen }, name))));
}

/** Links and files of a game. */
export function keepBar(view, on) {
  const place = encodeURIComponent(view.game);
  return h("div", { class: "actions small" },
    button("Copy the position", on.copy),
    h("a", { class: "button", href: `/api/v1/games/${place}/record`, download: `${view.game}.jsonl` }, "Download the record"),
    h("a", { class: "button", href: address("/analyse", { game: view.game, after: view.after }) }, "Analyse"),
    h("a", { class: "button", href: `/review/${place}` }, "Review"));
}

/** Who plays each side from here on. */
export function sidesForm(view, change) {
  return h("details", { class: "who" },
    h("summary", {}, "Who plays"),
    [0, 1].map((side) => {
      const id = unique("who"), known = ["human", ...STRENGTHS];
      const choices = known.includes(view.sides[side]) ? known : [...known, view.sides[side]];
      return h("div", { class: "field" }, h("label", { for: id }, SIDES[side]),
        h("select", { id, onchange: ({ target }) => change(side, target.value) },
          choices.map((name) => h("option", { value: name, selected: name === view.sides[side] }, name === "human" ? "you" : name))));
    }));
}

/** How the game ended, and what to do then. */
export const outcomePanel = (view, on) =>
  h("section", { class: "plan over", "aria-label": "The game is over" },
    h("h2", {}, view.outcome.winner === "draw" ? "A draw" : `${SIDES[view.outcome.winner]} has won`),
    h("p", {}, sentence(view.outcome.text)),
    h("div", { class: "actions" },
      button("Play again", on.again, { class: "primary" }), button("Other sides", on.others),
      h("a", { class: "button", href: `/review/${encodeURIComponent(view.game)}` }, "Review the game")));
