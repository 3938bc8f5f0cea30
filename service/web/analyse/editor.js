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

export async function editorScreen({ query, signal, title }) {
  title("Set up a board");
  const beginning = await readBeginning(query.get("position"), signal);
  const stats = await readStats(beginning.set, signal);
  const ui = { tool: "choose", chosen: null, form: null };
  let drawn = beginning.drawn;
  let asked = 0;
  const board = makeBoard({ label: "The board that is set up", pick, drop,
    draggable: (at) => !!troopOn(drawn, at),
    keys: { Delete: () => ui.chosen !== null && change(erased(drawn, chosenTroop().at)) } });
  const place = (name, more) => h("div", { class: `place-${name}`, ...more });
  const places = {
    answer: place("answer", { "aria-live": "polite" }), tools: place("tools"), troop: place("troop"),
    turn: place("turn"), phase: place("phase"), sides: place("sides"),
  };

  const chosenTroop = () => drawn.troops.find(({ id }) => id === ui.chosen) ?? null;

  function show() {
    const chosen = chosenTroop();
    const { player, selected, obstacles } = drawn;
    const position = { board: { ...beginning.board, obstacles }, troops: shownTroops(drawn, stats), player, selected };
    board.show(sceneOf(position, { marks: chosen ? [{ at: chosen.at, kind: "chosen" }] : [] }));
    refill(places.tools, toolPanel(ui.tool, (tool) => { Object.assign(ui, { tool, chosen: null }); show(); }));
    refill(places.phase, phaseField(drawn, (phase) => change(inPhase(drawn, phase))));
    // A form that is typed in stays: only another troop, or one that is in another state, gets another one.
    const own = chosen?.side === player;
    const form = chosen && [chosen.id, chosen.side, own, selected === chosen.id, ...chosen.effects].join(" ");
    if (form === ui.form) return;
    ui.form = form;
    const remove = () => change(erased(drawn, chosenTroop().at));
    const select = (on) => change(selecting(drawn, on ? ui.chosen : null));
    refill(places.troop, chosen && troopFields(chosen, stats,
      { set: setChosen, remove, select, selected: own ? selected === chosen.id : undefined }));
  }

  const setChosen = (values) =>
    set({ troops: drawn.troops.map((troop) => (troop.id === ui.chosen ? { ...troop, ...values } : troop)) });

  function showForms() {
    fill(places.turn, turnFields(drawn, (values) => change({ ...("player" in values ? turnAnew(drawn) : drawn), ...values })));
    fill(places.sides, sidesPanel(drawn, stats, set));
  }

  const set = (values) => change({ ...drawn, ...values });

  function change(next) {
    drawn = withTurn(next);
    if (!chosenTroop()) ui.chosen = null;
    show();
    later();
  }

  // ---- the server says what it is

  const later = settled(200, check);

  const bothThere = () => [0, 1].every((side) => drawn.troops.some((troop) => troop.side === side));

  async function check() {
    const mine = ++asked;
    if (!bothThere()) return fill(places.answer, advice());
    try {
      const { set: edits, actions } = beginning;
      const answer = await send("/positions/check", { board: boardOf(drawn), set: edits, actions }, { signal });
      if (mine !== asked) return;
      fill(places.answer, answer.ok ? fine(answer) : faulty(answer));
      if (answer.ok) keep({ position: answer.position, edit: "1" });
    } catch (error) {
      if (!signal.aborted) fill(places.answer, trouble(error, check));
    }
  }

  const advice = () => h("p", { class: "advice" },
    "Each side needs a troop. Choose one of them here, then click a square. ",
    "Drag a troop to move it, and off the board to remove it.");

  const fine = ({ position, view }) => h("section", { class: "plan", "aria-label": "This position" },
    h("p", {}, view.outcome ? "The game would be over here." : "This position can be analysed."),
    h("div", { class: "actions" },
      !view.outcome && [
        h("a", { class: "button primary", href: address("/analyse", { position }) }, "Analyse this position"),
        h("button", { type: "button", onclick: () => playFrom(position) }, "Play from here")]),
    h("p", { class: "small" }, h("code", {}, position)));

  const faulty = ({ faults }) => h("div", { class: "trouble" },
    h("p", {}, "This is no position yet:"), h("ul", {}, faults.map((fault) => h("li", {}, fault))));

  const playFrom = (position) => tried(async () => {
    const sides = drawn.player ? ["quick", "human"] : ["human", "quick"];
    const { game } = await send("/games", { position, sides }, { signal });
    go(gameAddress(game));
  });

  // ---- the board

  function pick(at) {
    const { tool } = ui, there = troopOn(drawn, at);
    if (tool === "erase") return change(erased(drawn, at));
    if (tool === "obstacle") return change(toggledObstacle(drawn, at));
    if (tool !== "choose") {
      change(placed(drawn, at, tool));
      ui.chosen = troopOn(drawn, at).id;
    } else if (there) ui.chosen = there.id === ui.chosen ? null : there.id;
    else if (ui.chosen !== null) return change(moved(drawn, chosenTroop().at, at));
    show();
  }

  function drop(from, to) {
    change(to ? moved(drawn, from, to) : erased(drawn, from));
  }

  const empty = () => {
    drawn = { ...emptyBoard(), commands: drawn.commands };
    showForms();
    change(drawn);
  };

  show();
  showForms();
  check();
  return h("div", { class: "play editor" },
    h("h1", { tabindex: -1 }, "Set up a board"),
    h("div", { class: "play-board" }, board.element),
    h("div", { class: "play-side" }, places.answer, places.tools, places.troop, places.turn, places.phase,
      h("div", { class: "actions" }, h("button", { type: "button", onclick: empty }, "Empty the board"))),
    h("div", { class: "play-foot" }, places.sides));
}

/** What the editor begins with: a position of the address, or an empty board. */
async function readBeginning(position, signal) {
  const plain = { drawn: emptyBoard(), board: { width: 20, height: 20, home_rows: 3 }, set: [] };
  if (!position) return plain;
  const view = await send("/games", { position }, { signal });
  ask(`/games/${encodeURIComponent(view.game)}`, { method: "DELETE" }).catch(() => {});
  const actions = view.action_space === "other" ? undefined : view.action_space;
  return { drawn: drawnOf(view), board: view.board, set: view.rules, actions };
}

/** Health and damage of every troop, and the commands there are, by the rules. */
async function readStats(set, signal) {
  const { rules } = await ask("/rules", { params: { set }, signal });
  const stats = { troops: {}, commands: [] };
  for (const { name, group, part, value } of rules) {
    const field = name.slice(part.length + 1);
    if (group === "troops") (stats.troops[part] ??= {})[field] = value;
    if (group === "commands" && !stats.commands.includes(part)) stats.commands.push(part);
  }
  return stats;
}
