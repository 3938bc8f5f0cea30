// The screen of an analysis: the board on which moves are tried, and beside it what the agent sees.
// What is shown is in `ui`, the position in the bench, what the agent sees in the mind.

import { gameAddress, go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { drawnBeside, h, refill } from "../lib/dom.js";
import { toast, tried, trouble } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { boardSettings, onBoardSettings, stepTime } from "../board/settings.js";
import { sceneOf, troopAt } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { sentence, SIDES } from "../board/words.js";
import { canDrag, commanded, dragged, marksOf, NOTHING, picked, takenBack } from "../play/choice.js";
import { preferences } from "../play/preferences.js";
import { canWords, changeWords } from "../play/saying.js";
import { sidePanel } from "../play/sides.js";
import { chanceOf, evaluationBar } from "./bar.js";
import { analysisLinks, analysisTools, thinkingPanel } from "./panels.js";
import { pasteForm } from "./pasting.js";
import { lineArrows, seenPanel } from "./seen.js";
import { makeThinking } from "./thinking.js";
import { makeTree } from "./tree.js";
import { makeBench } from "./workbench.js";

const TOP = 6; // candidates of each kind
const asks = () => false; // a try is taken back with one step, so nothing has to be confirmed

/** @param {PageGiven} page */
export async function analysisScreen({ query, signal, title }) {
  const from = { position: query.get("position"), game: query.get("game"), after: query.get("after") };
  const source = from.position ? { position: from.position }
    : { branch: { game: from.game, after: from.after === null ? undefined : Number(from.after) } };
  const ui = beginning(query);
  const bench = makeBench({ source, signal });
  const mind = makeThinking({ signal, changed: () => drawing.showSeen() });
  const tree = makeTree({ goTo: (path) => steps.goTo(path) });
  const board = makeBoard({ label: "The board of the analysis",
    pick: (at) => hands.pick(at), hover: (at) => hands.hover(at), lift: (at) => hands.lift(at),
    drop: (at, to) => hands.drop(at, to), back: () => hands.back(),
    draggable: (at) => !ui.pending && canDrag(bench.view, at),
    keys: { e: () => canEnd(bench) && steps.play(["end"]), u: () => steps.stepBack() } });
  /** @type {Screen} */
  const screen = { ui, bench, mind, tree, board, from, signal, ...layout(board, tree, signal) };
  const drawing = drawingOf(screen, {
    command: (slug) => hands.command(slug), point: (choice) => hands.point(choice), play: (texts) => steps.play(texts),
    setAgent: (agent) => steps.setAgent(agent), pause: () => steps.pause(), think: () => steps.think(),
    stepBack: () => steps.stepBack(), toStart: () => steps.goTo([]), endTurn: () => steps.play(["end"]),
    flip: () => steps.flip(), playOn: () => playOn(screen), copy: () => copy(bench),
  });
  const steps = stepsOf(screen, drawing);
  const hands = handsOf(screen, drawing, steps);
  const { root, heading } = screen;

  onBoardSettings(() => bench.view && drawing.showBoard(), signal);
  const tries = (query.get("try") ?? "").split(",").filter(Boolean);
  try {
    await bench.goTo([]);
  } catch (error) {
    if (signal.aborted) throw error;
    return h("div", {}, heading, trouble(error), pasteForm({ signal, text: from.position }),
      h("div", { class: "actions" }, h("a", { class: "button", href: "/analyse?edit=1" }, "Set up a board")));
  }
  const { names, source: kind } = bench.view;
  if (kind === "branch") heading.textContent = `Analyse: ${names[0]} against ${names[1]}`;
  title(heading.textContent);
  await steps.goTo(tries);
  return root;
}

/** @typedef {ReturnType<typeof beginning>} Ui
 * @typedef {{ ui: Ui, bench: Bench, mind: Thinking, tree: ReturnType<typeof makeTree>, board: Board,
 *   from: { position: string | null, game: string | null, after: string | null }, signal: AbortSignal }
 *   & ReturnType<typeof layout>} Screen
 * @typedef {ReturnType<typeof drawingOf>} Drawing
 * @typedef {ReturnType<typeof stepsOf>} Steps */

/** @param {URLSearchParams} query */
const beginning = (query) => ({
  agent: query.get("agent") ?? "strong",
  choice: NOTHING,
  hovered: /** @type {Square | null} */ (null),
  pointed: /** @type {Pointed | null} */ (null),
  paused: false,
  path: /** @type {string[]} */ ([]),
  pending: 0,
  flipped: query.get("flip") === "1",
  happened: "",
});

/** @param {Bench} bench */
const canEnd = ({ view }) => view.actions.some(({ kind }) => kind === "end");

/** The places on the page, and what stands in them from the beginning.
 * @param {Board} board @param {{ element: HTMLElement }} tree @param {AbortSignal} signal */
function layout(board, tree, signal) {
  const bar = evaluationBar(), table = positionTable();
  const place = (/** @type {string} */ name, more = {}) => h("div", { class: `place-${name}`, ...more });
  const places = {
    status: place("status"), happened: place("happened", { role: "status" }), thinking: place("thinking"),
    seen: place("seen"), tools: place("tools"), sides: place("sides"), links: place("links"),
  };
  const heading = h("h1", { tabindex: -1 }, "Analyse");
  const root = h("div", { class: "play analyse" }, heading,
    h("div", { class: "play-board" }, bar.element, places.status, board.element, places.tools, places.happened),
    h("div", { class: "play-side" }, places.thinking, places.seen,
      h("section", { "aria-label": "What was tried" }, h("h2", {}, "Tried"), tree.element),
      places.links),
    h("div", { class: "play-foot" }, places.sides, table.element, preferences(),
      h("details", {}, h("summary", {}, "Another position"), pasteForm({ signal }))));
  return { root, heading, places, bar, table };
}

/** What is shown: the board alone, the position with all that goes with it, what the agent sees.
 * @param {Screen} screen
 * @param {{ command(slug: string): void, point(choice: Pointed | null): void, play(texts: string[]): void }
 *   & Parameters<typeof thinkingPanel>[2] & Parameters<typeof analysisTools>[1] & Parameters<typeof analysisLinks>[2]} on */
function drawingOf({ ui, bench, mind, tree, board, from, root, places, bar, table }, on) {
  function showBoard(milliseconds = 0) {
    const { view, reach } = bench, { choice, hovered, pointed } = ui;
    const idle = choice.troop === null && !choice.command;
    const arrows = pointed ? pointed.arrows : idle && mind.seen ? lineArrows(mind.seen) : [];
    const marks = marksOf(view, reach, choice, { hovered: hovered && troopAt(view, hovered)?.id });
    return board.show(sceneOf(view, { flipped: ui.flipped, arrows, marks }), { milliseconds });
  }

  function showPosition(milliseconds = 0) {
    const { view } = bench;
    places.status.textContent = view.outcome
      ? sentence(view.outcome.text) : `Turn ${view.turn}, ${SIDES[view.player].toLowerCase()} to move.`;
    places.happened.textContent = ui.happened;
    const sides = ui.flipped ? [0, 1] : [1, 0];
    refill(places.sides, h("div", { class: "columns" }, sides.map((side) =>
      sidePanel({ ...view, names: from.game ? view.names : ["", ""] }, side,
        { press: side === view.player && !view.outcome && on.command, chosen: ui.choice.command, player: "" }))));
    refill(places.tools, analysisTools({ atStart: !bench.path.length, canEnd: canEnd(bench) }, on));
    refill(places.links, analysisLinks(bench, from.game, on));
    tree.show(bench.path);
    table.show(view, canWords(view, bench.reach));
    root.dataset.after = String(view.after);
    return showBoard(milliseconds);
  }

  function showSeen() {
    const { seen, state } = mind;
    if (!bench.view) return;
    const { outcome } = bench.view;
    bar.show(outcome ? chanceOf(outcome) : seen?.first_chance);
    refill(places.thinking, outcome
      ? h("p", {}, "The game is over. Step back to look at an earlier position.")
      : thinkingPanel(mind, ui.agent, on));
    refill(places.seen, seen && seenPanel(seen, bench.view, on));
    if (ui.pointed && !places.seen.querySelector(`[data-focus="${CSS.escape(ui.pointed.key)}"]`)) ui.pointed = null;
    Object.assign(root.dataset, { thinking: outcome ? "over" : state, advances: seen?.advances ?? 0 });
    if (state === "finished" && seen) {
      tree.note(bench.path, seen.first_chance);
      tree.show(bench.path);
    }
    showBoard();
  }

  return { showBoard, showPosition, showSeen };
}

/** How one goes through the tries, and who thinks about what is shown.
 * @param {Screen} screen @param {Drawing} drawing */
function stepsOf({ ui, bench, mind, board, from, root, signal }, { showPosition }) {
  function think() {
    if (bench.view.outcome || ui.paused) return mind.rest();
    const { game, after } = bench.view;
    mind.look(`/games/${encodeURIComponent(game)}/analysis/events`, { agent: ui.agent, top: TOP, after });
  }

  function keepAddress() {
    const agent = ui.agent === "strong" ? null : ui.agent;
    keep({ ...from, agent, flip: ui.flipped ? "1" : null, try: bench.path.join(",") });
  }

  /** Show the position after these actions. Steps may be asked for faster than the server answers.
   * @param {string[]} path */
  async function goTo(path) {
    const before = bench.view;
    Object.assign(ui, { choice: NOTHING, pointed: null, path, pending: ui.pending + 1 });
    mind.stop();
    const view = await tried(() => bench.goTo(path));
    ui.pending--;
    if (signal.aborted || ui.pending) return;
    ui.path = bench.path;
    ui.happened = view ? changeWords(before, view) : "";
    drawnBeside(root, board, () => {
      showPosition(stepTime(boardSettings()));
      keepAddress();
      think();
    });
    bench.readReach().then((read) => { if (read) showPosition(); }, () => {});
  }

  return {
    goTo, think,
    /** @param {string[]} texts */
    play: (texts) => { if (!ui.pending) goTo([...ui.path, ...texts]); },
    stepBack: () => { if (ui.path.length) goTo(ui.path.slice(0, -1)); },
    /** @param {string} agent */
    setAgent: (agent) => {
      Object.assign(ui, { agent, paused: false });
      keepAddress();
      think();
    },
    pause: () => {
      ui.paused = mind.state === "thinking";
      if (ui.paused) mind.stop();
      else think();
    },
    flip: () => {
      ui.flipped = !ui.flipped;
      keepAddress();
      showPosition();
    },
  };
}

/** What people do on the board, and with what the agent sees.
 * @param {Screen} screen @param {Drawing} drawing @param {Steps} steps */
function handsOf({ ui, bench }, { showBoard, showPosition }, { play }) {
  /** @param {Chosen} chosen */
  function take({ choice, play: actions }) {
    ui.choice = choice;
    if (actions) return play(actions);
    showPosition();
  }

  function back() {
    ui.choice = takenBack(ui.choice);
    showPosition();
  }

  return {
    back,
    /** @param {Square} at */
    pick: (at) => { if (!ui.pending) take(picked(bench.view, bench.reach, ui.choice, at, asks)); },
    /** @param {Square | null} at */
    hover: (at) => {
      ui.hovered = at;
      if (ui.choice.troop === null) showBoard();
    },
    /** @param {Square} at */
    lift: (at) => {
      ui.choice = { ...NOTHING, troop: troopAt(bench.view, at)?.id ?? null };
      showBoard();
    },
    /** @param {Square} at @param {Square | null} to */
    drop: (at, to) => {
      if (to) take(dragged(bench.view, bench.reach, at, to, asks));
      else back();
    },
    /** @param {string} slug */
    command: (slug) => take(commanded(bench.view, ui.choice, slug, asks)),
    /** @param {Pointed | null} choice */
    point: (choice) => {
      ui.pointed = choice;
      showBoard();
    },
  };
}

// ---- elsewhere

/** @param {Bench} bench */
const copy = (bench) => tried(async () => {
  await navigator.clipboard.writeText(bench.view.position);
  toast("The position is in the clipboard.");
});

/** @param {Screen} screen */
const playOn = ({ bench, signal }) => tried(async () => {
  const sides = bench.view.player ? ["quick", "human"] : ["human", "quick"];
  const { game } = await send("/games", { branch: { game: bench.view.game }, sides }, { signal });
  go(gameAddress(game));
});
