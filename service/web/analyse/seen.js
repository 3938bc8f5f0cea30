// What an agent sees in a position: candidate turns and actions with visits and values, and the line
// that it expects. Each of them has its arrows, and can be played.

import { h } from "../lib/dom.js";
import { count, percent, plural } from "../lib/format.js";
import { arrowsOf } from "../board/replay.js";
import { actionWords, SIDES } from "../board/words.js";

/** @typedef {{ point(choice: Pointed | null): void, play(texts: string[]): void }} On */

const TURNS_SHOWN = 3; // turns of the expected line that are drawn at once; more cover each other

/** @param {Action[]} actions @param {number} player */
const arrowsFor = (actions, player, faint = false) =>
  arrowsOf(actions.map((action) => ({ ...action, player })), { faint });

/** The expected line as arrows, later turns fainter.
 * @param {Seen} seen */
export const lineArrows = ({ line }) =>
  line.slice(0, TURNS_SHOWN).flatMap(({ actions, player }, n) => arrowsFor(actions, player, n > 0));

/** Actions of one turn in words; what only prepares them is left out.
 * @param {Action[]} actions @param {Pick<Troop, "id" | "name">[]} troops */
export function turnText(actions, troops) {
  const shown = actions.filter(({ kind }) => kind !== "select" && kind !== "end");
  if (shown.length) return shown.map((action) => actionWords(action, troops)).join(", ");
  return actionWords(actions[0], troops);
}

/** @param {Action[]} actions */
const textsOf = (actions) => actions.map(({ text }) => text);
/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** All that can be pointed at: [{ key, texts, words, arrows, ... }], whole turns, first actions, turns of the line.
 * @param {Seen} seen @param {View} view */
function choicesOf(seen, view) {
  /** @template More
   * @param {string} kind @param {Action[]} actions @param {number} player @param {More} more @param {string[]} texts */
  const one = (kind, actions, player, more, texts = textsOf(actions)) => ({
    key: `${kind}:${texts.join(",")}`, texts, words: turnText(actions, view.troops), arrows: arrowsFor(actions, player), ...more,
  });
  const candidates = seen.candidates.map(({ actions, value, visits, share }) =>
    one("turn", actions, seen.player, { value, visits, share }));
  const first = seen.first_actions.map(({ action, value, visits, share }) =>
    one("action", [action], seen.player, { value, visits, share }));
  /** @type {string[]} */
  let before = [];
  const line = seen.line.map(({ turn, player, actions }) => {
    before = [...before, ...textsOf(actions)];
    return one("line", actions, player, { turn, player }, before);
  });
  return { turns: seen.candidates_are === "turns" ? candidates : [], first, line };
}

/** `point(choice or null)` when one is pointed at, `play(texts)` when it is chosen.
 * @param {Seen} seen @param {View} view @param {On} on */
export function seenPanel(seen, view, { point, play }) {
  const { turns, first, line } = choicesOf(seen, view);
  const on = { point, play };
  return h("div", { class: "seen" },
    turns.length > 0 && candidateTable("Turns", turns, on),
    first.length > 0 && candidateTable("First actions", first, on),
    !first.length && h("p", { class: "small soft" }, "This agent compares no candidates: it says what it would play."),
    lineList(seen, line, on));
}

/** @param {Pointed} choice @param {On} on @param {Child[]} children */
function pointed(choice, { point, play }, ...children) {
  return h("button", { type: "button", class: "candidate", dataset: { focus: choice.key },
    onclick: () => play(choice.texts),
    onmouseenter: () => point(choice), onmouseleave: () => point(null),
    onfocus: () => point(choice), onblur: () => point(null) }, ...children);
}

/** @param {string} title @param {Candidate[]} rows @param {On} on */
function candidateTable(title, rows, on) {
  return h("table", { class: "candidates" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Play"),
      h("th", { scope: "col", class: "number", title: "How often the search looked at it" }, "Visits"),
      h("th", { scope: "col", class: "number", title: "For the side to move: 1 is won, −1 is lost" }, "Value"))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      h("td", { class: "wide" }, pointed(row, on, row.words)),
      h("td", { class: "number" }, h("span", { title: percent(row.share) }, count(row.visits)),
        h("span", { class: "share", "aria-hidden": "true", "--share": row.share })),
      h("td", { class: "number" }, signed(row.value))))));
}

/** @param {Seen} seen @param {LineTurn[]} line @param {On} on */
function lineList({ winner_of_line: winner }, line, on) {
  if (!line.length) return null;
  const end = winner === null ? "" : winner === "draw" ? "A draw at its end." : `${SIDES[winner]} wins at its end.`;
  return h("section", { "aria-label": "The line that is expected" },
    h("h2", {}, `Expected line, ${plural(line.length, "turn")}`),
    h("ol", { class: "line" }, line.map((turn) => h("li", { class: `side${turn.player}` },
      h("span", { class: "soft small" }, `${turn.turn} `), h("span", { class: "side-mark", "aria-hidden": "true" }),
      h("span", { class: "hidden" }, SIDES[turn.player]), " ",
      pointed(turn, on, turn.words)))),
    end && h("p", { class: "small" }, end));
}
