// An edited board: troops of either side are placed, moved and removed; health, effects, points, commands,
// the side to move and how far its turn is are set. The server says of every change whether it is a position.

import { address, gameAddress, go, keep } from "../lib/address.js";
import { ask, send } from "../lib/ask.js";
import { fill, h, refill, settled } from "../lib/dom.js";
import { tried, trouble } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { sceneOf } from "../board/state.js";
import {
  boardOf, drawnOf, emptyBoard, erased, inPhase, moved, placed, selecting, shownTroops, toggledObstacle, troopOn, turnAnew,
  withTurn,
} from "./drawn.js";
import { phaseField, sidesPanel, toolPanel, troopFields, turnFields } from "./editor_panels.js";

/** @typedef {{ drawn: SetBoard, board: Omit<Ground, "obstacles">, set: string[], actions?: string }} Beginning */

/** @param {PageGiven} page */
export async function editorScreen({ query, signal, title }) {
  title("Set up a board");
  const beginning = await readBeginning(query.get("position"), signal);
  const stats = await readStats(beginning.set, signal);
  const ui = { tool: /** @type {Tool} */ ("choose"), chosen: /** @type {number | null} */ (null),
    form: /** @type {string | null} */ (null) };
  let drawn = beginning.drawn;
  const answer = answerPlace(beginning, () => drawn, signal);
  const board = makeBoard({ label: "The board that is set up", pick,
    drop: (from, to) => change(to ? moved(drawn, from, to) : erased(drawn, from)),
    draggable: (at) => !!troopOn(drawn, at), keys: { Delete: remove } });
  const { root, places } = layout(board.element, answer.element, empty);

  const chosenTroop = () => drawn.troops.find(({ id }) => id === ui.chosen) ?? null;

  function remove() {
    const chosen = chosenTroop();
    if (chosen) change(erased(drawn, chosen.at));
  }

  function show() {
    const chosen = chosenTroop();
    const { player, selected, obstacles } = drawn;
    const position = { board: { ...beginning.board, obstacles }, troops: shownTroops(drawn, stats), player, selected };
    board.show(sceneOf(position, { marks: chosen ? [{ at: chosen.at, kind: "chosen" }] : [] }));
    refill(places.tools, toolPanel(ui.tool, (tool) => { Object.assign(ui, { tool, chosen: null }); show(); }));
    refill(places.phase, phaseField(drawn, (phase) => change(inPhase(drawn, phase))));
    showTroop(chosen);
  }

  /** A form that is typed in stays: only another troop, or one that is in another state, gets another one.
   * @param {SetTroop | null} chosen */
  function showTroop(chosen) {
    const { player, selected } = drawn, own = chosen?.side === player;
    const form = chosen && [chosen.id, chosen.side, own, selected === chosen.id, ...chosen.effects].join(" ");
    if (form === ui.form) return;
    ui.form = form;
    refill(places.troop, chosen && troopFields(chosen, stats, { set: setChosen, remove,
      select: (on) => change(selecting(drawn, on ? ui.chosen : null)), selected: own ? selected === chosen.id : undefined }));
  }

  /** @param {Partial<SetTroop>} values */
  const setChosen = (values) =>
    set({ troops: drawn.troops.map((troop) => (troop.id === ui.chosen ? { ...troop, ...values } : troop)) });

  function showForms() {
    fill(places.turn, turnFields(drawn, (values) => change({ ...("player" in values ? turnAnew(drawn) : drawn), ...values })));
    fill(places.sides, sidesPanel(drawn, stats, set));
  }

  /** @param {Partial<SetBoard>} values */
  const set = (values) => change({ ...drawn, ...values });

  /** @param {SetBoard} next */
  function change(next) {
    drawn = withTurn(next);
    if (!chosenTroop()) ui.chosen = null;
    show();
    answer.later();
  }

  /** @param {Square} at */
  function pick(at) {
    const { tool } = ui, there = troopOn(drawn, at), chosen = chosenTroop();
    if (tool === "erase") return change(erased(drawn, at));
    if (tool === "obstacle") return change(toggledObstacle(drawn, at));
    if (tool !== "choose") {
      change(placed(drawn, at, tool));
      ui.chosen = troopOn(drawn, at)?.id ?? null;
    } else if (there) ui.chosen = there.id === ui.chosen ? null : there.id;
    else if (chosen) return change(moved(drawn, chosen.at, at));
    show();
  }

  function empty() {
    drawn = { ...emptyBoard(), commands: drawn.commands };
    showForms();
    change(drawn);
  }

  show();
  showForms();
  answer.check();
  return root;
}

/** @param {HTMLElement} board @param {HTMLElement} answer @param {() => void} empty */
function layout(board, answer, empty) {
  const place = (/** @type {string} */ name) => h("div", { class: `place-${name}` });
  const places = {
    tools: place("tools"), troop: place("troop"), turn: place("turn"), phase: place("phase"), sides: place("sides"),
  };
  const root = h("div", { class: "play editor" },
    h("h1", { tabindex: -1 }, "Set up a board"),
    h("div", { class: "play-board" }, board),
    h("div", { class: "play-side" }, answer, places.tools, places.troop, places.turn, places.phase,
      h("div", { class: "actions" }, h("button", { type: "button", onclick: empty }, "Empty the board"))),
    h("div", { class: "play-foot" }, places.sides));
  return { root, places };
}

/** What the server says of the board: a position with what can be done with it, or what is wrong.
 * @param {Beginning} beginning @param {() => SetBoard} drawn @param {AbortSignal} signal */
function answerPlace({ set, actions }, drawn, signal) {
  const element = h("div", { class: "place-answer", "aria-live": "polite" });
  let asked = 0;

  const bothThere = () => [0, 1].every((side) => drawn().troops.some((troop) => troop.side === side));

  async function check() {
    const mine = ++asked;
    if (!bothThere()) return void fill(element, advice());
    try {
      /** @type {Api.CheckedPosition} */
      const answer = await send("/positions/check", { board: boardOf(drawn()), set, actions }, { signal });
      if (mine !== asked) return;
      const { ok, position, view, faults } = answer;
      fill(element, ok && position && view ? fine(position, view.outcome) : faulty(faults));
      if (ok) keep({ position, edit: "1" });
    } catch (error) {
      if (!signal.aborted) fill(element, trouble(error, check));
    }
  }

  /** @param {string} position @param {Outcome | null} outcome */
  const fine = (position, outcome) => h("section", { class: "plan", "aria-label": "This position" },
    h("p", {}, outcome ? "The game would be over here." : "This position can be analysed."),
    h("div", { class: "actions" },
      !outcome && [
        h("a", { class: "button primary", href: address("/analyse", { position }) }, "Analyse this position"),
        h("button", { type: "button", onclick: () => playFrom(position) }, "Play from here")]),
    h("p", { class: "small" }, h("code", {}, position)));

  /** @param {string} position */
  const playFrom = (position) => tried(async () => {
    const sides = drawn().player ? ["quick", "human"] : ["human", "quick"];
    const { game } = await send("/games", { position, sides }, { signal });
    go(gameAddress(game));
  });

  return { element, check, later: settled(200, check) };
}

const advice = () => h("p", { class: "advice" },
  "Each side needs a troop. Choose one of them here, then click a square. ",
  "Drag a troop to move it, and off the board to remove it.");

/** @param {string[]} faults */
const faulty = (faults) => h("div", { class: "trouble" },
  h("p", {}, "This is no position yet:"), h("ul", {}, faults.map((fault) => h("li", {}, fault))));

/** What the editor begins with: a position of the address, or an empty board.
 * @param {string | null} position @param {AbortSignal} signal @returns {Promise<Beginning>} */
async function readBeginning(position, signal) {
  const plain = { drawn: emptyBoard(), board: { width: 20, height: 20, home_rows: 3 }, set: [] };
  if (!position) return plain;
  /** @type {View} */
  const view = await send("/games", { position }, { signal });
  ask(`/games/${encodeURIComponent(view.game)}`, { method: "DELETE" }).catch(() => {});
  const actions = view.action_space === "other" ? undefined : view.action_space;
  return { drawn: drawnOf(view), board: view.board, set: view.rules, actions };
}

/** Health and damage of every troop, and the commands there are, by the rules.
 * @param {string[]} set @param {AbortSignal} signal */
async function readStats(set, signal) {
  /** @type {Rules} */
  const { rules } = await ask("/rules", { params: { set }, signal });
  /** @type {Stats} */
  const stats = { troops: {}, commands: [] };
  for (const { name, group, part, value } of rules) {
    const field = name.slice(part.length + 1);
    if (group === "troops") {
      stats.troops[part] ??= {};
      stats.troops[part][field] = Number(value);
    }
    if (group === "commands" && !stats.commands.includes(part)) stats.commands.push(part);
  }
  return stats;
}
