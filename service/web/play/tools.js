// What can be done with a game besides playing: undo, hint, resign, who plays, keep and look at it.

import { address } from "../lib/address.js";
import { h, refill, unique } from "../lib/dom.js";
import { sentence, SIDES } from "../board/words.js";
import { STRENGTHS } from "./hint.js";

/** @param {string} name @param {() => unknown} onclick */
const button = (name, onclick, more = {}) =>
  h("button", { type: "button", onclick, dataset: { focus: name }, ...more }, name);

/** What makes no sense now is left out or disabled.
 * @param {View} view @param {Session} session @param {() => void} flip */
export function toolBar(view, session, flip) {
  const can = session.can(), busy = !session.free(), person = view.sides.includes("human");
  const nothing = view.after === 0 || busy;
  return h("div", { class: "tools" },
    h("div", { class: "actions" },
      !view.outcome && person && button("End turn", session.end,
        { class: can.end && can.endOnly && "primary", disabled: !can.end }),
      person && button("Undo", () => session.undo("action"), { disabled: nothing, title: "Take back the last action" }),
      person && button("Undo turn", () => session.undo("turn"), { disabled: nothing, title: "Take back the whole turn" }),
      !person && !view.outcome && button(session.paused ? "Go on" : "Pause", session.pause),
      button("Play back the last turn", session.playLast, { disabled: busy || !view.last }),
      button("Turn the board", flip)),
    can.act && h("div", { class: "actions" },
      button("Hint", session.askHint), hinter(session),
      !session.resigning && button("Resign", () => session.put({ resigning: true }), { class: "danger" })),
    session.resigning && resigning(view, session));
}

/** @param {Session} session */
function hinter(session) {
  return h("label", { class: "inline" }, "by ",
    h("select", { onchange: ({ target }) => session.put({ hinter: target.value }), dataset: { focus: "hinter" } },
      STRENGTHS.map((name) => h("option", { selected: name === session.hinter }, name))));
}

/** @param {View} view @param {Session} session */
const resigning = (view, session) =>
  h("div", { class: "actions", role: "group", "aria-label": "Resign?" },
    h("span", {}, `Give the game up for the ${SIDES[view.player].toLowerCase()} side?`),
    button("Yes, resign", session.resign, { class: "danger" }),
    button("No", () => session.put({ resigning: false })));

/** The rules of a game, its position and record, and where it can be looked at.
 * @param {View} view @param {() => void} copy */
export function keepPanel(view, copy) {
  const place = encodeURIComponent(view.game), id = unique("position");
  const changes = view.rules.filter((edit) => !edit.startsWith("actions."));
  return h("div", {},
    h("p", { class: "small soft" }, `Rules: ${changes.join(", ") || "standard"}. Action space: ${view.action_space}. Seed: ${view.seed}.`),
    h("label", { for: id, class: "small" }, "Position"),
    h("input", { id, class: "mono position", readonly: true, value: view.position,
      onfocus: ({ target }) => target.select() }),
    h("div", { class: "actions small" },
      navigator.clipboard && button("Copy the position", copy),
      h("a", { class: "button", href: `/api/v1/games/${place}/record`, download: `${view.game}.jsonl` },
        "Download the record"),
      h("a", { class: "button", href: address("/analyse", { game: view.game, after: view.after }) }, "Analyse"),
      h("a", { class: "button", href: `/review/${place}` }, "Review")));
}

/** Who plays each side from here on.
 * @param {(side: number, player: string) => void} change */
export function sidesForm(change) {
  const fields = h("div");
  const element = h("details", { class: "who" }, h("summary", {}, "Who plays"), fields);
  let shown = "";

  /** @param {View} view */
  function show({ sides }) {
    if (shown === sides.join()) return;
    shown = sides.join();
    refill(fields, sides.map((player, side) => {
      const id = unique("who"), known = [...new Set(["human", ...STRENGTHS, player])];
      return h("div", { class: "field" }, h("label", { for: id }, SIDES[side]),
        h("select", { id, onchange: ({ target }) => change(side, target.value), dataset: { focus: `who-${side}` } },
          known.map((value) => h("option", { value, selected: value === player }, value === "human" ? "you" : value))));
    }));
  }

  return { element, show };
}

/** Who has won; said to the person, if one person played.
 * @param {View} view @param {Outcome} outcome */
function resultWords({ sides }, { winner }) {
  if (winner === "draw") return "A draw";
  const people = sides.filter((side) => side === "human").length;
  if (people !== 1) return `${SIDES[winner]} has won`;
  return sides[winner] === "human" ? "You have won" : `You have lost: ${sides[winner]} has won`;
}

/** How the game ended, and what to do then: `anew(sides)` begins it again, by another seed unless one was typed.
 * @param {View} view @param {Outcome} outcome
 * @param {{ anew(sides: string[], options?: { sameSeed: boolean }): void, typed: string | null }} given */
export const outcomePanel = (view, outcome, { anew, typed }) =>
  h("section", { class: "plan over", "aria-label": "The game is over" },
    h("h2", {}, resultWords(view, outcome)),
    h("p", {}, sentence(outcome.text)),
    h("div", { class: "actions" },
      button("Play again", () => anew(view.sides), { class: "primary" }),
      button("Other sides", () => anew([...view.sides].reverse())),
      !typed && button("Same seed again", () => anew(view.sides, { sameSeed: true }),
        { title: `Seed ${view.seed}: the same obstacles, and the same reply to the same play` }),
      h("a", { class: "button", href: `/review/${encodeURIComponent(view.game)}` }, "Review the game")));
