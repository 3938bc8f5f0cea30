// The screen of an analysis: the board on which moves are tried, and beside it what the agent sees.
// What is shown is in `ui`, the position in the bench, what the agent sees in the mind.

import { address, gameAddress, go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { h, refill } from "../lib/dom.js";
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
import { pasteForm } from "./pasting.js";
import { lineArrows, seenPanel } from "./seen.js";
import { makeThinking } from "./thinking.js";
import { thinkingPanel } from "./thinking_panel.js";
import { makeTree } from "./tree.js";
import { makeBench } from "./workbench.js";

const TOP = 6; // candidates of each kind
const asks = () => false; // a try is taken back with one step, so nothing has to be confirmed

export async function analysisScreen({ query, signal, title }) {
  const from = { position: query.get("position"), game: query.get("game"), after: query.get("after") };
  const source = from.position ? { position: from.position }
    : { branch: { game: from.game, after: from.after === null ? undefined : Number(from.after) } };
  const ui = { agent: query.get("agent") ?? "strong", choice: NOTHING, hovered: null, pointed: null, paused: false,
    path: [], pending: 0, flipped: query.get("flip") === "1", happened: "" };
  const bench = makeBench({ source, signal });
  const mind = makeThinking({ signal, changed: showSeen });
  const tree = makeTree({ goTo });
  const bar = evaluationBar(), table = positionTable();
  const board = makeBoard({ label: "The board of the analysis", pick, hover, lift, drop, back,
    draggable: (at) => !ui.pending && canDrag(bench.view, at),
    keys: { e: () => canEnd() && play(["end"]), u: stepBack } });
  const place = (name, more) => h("div", { class: `place-${name}`, ...more });
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

  // ---- what is shown

  const canEnd = () => bench.view.actions.some(({ kind }) => kind === "end");

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
    const [upper, lower] = ui.flipped ? [0, 1] : [1, 0];
    refill(places.sides, h("div", { class: "columns" }, [upper, lower].map((side) =>
      sidePanel({ ...view, names: from.game ? view.names : ["", ""] }, side,
        { press: side === view.player && !view.outcome && command, chosen: ui.choice.command, player: "" }))));
    refill(places.tools, tools());
    refill(places.links, links());
    tree.show(bench.path);
    table.show(view, canWords(view, bench.reach));
    root.dataset.after = view.after;
    return showBoard(milliseconds);
  }

  function showSeen() {
    const { seen, state } = mind;
    if (!bench.view) return;
    bar.show(bench.view.outcome ? chanceOf(bench.view.outcome) : seen?.first_chance);
    refill(places.thinking, bench.view.outcome
      ? h("p", {}, "The game is over. Step back to look at an earlier position.")
      : thinkingPanel(mind, ui.agent, { setAgent, pause, think }));
    refill(places.seen, seen && seenPanel(seen, bench.view, { point, play }));
    if (ui.pointed && !places.seen.querySelector(`[data-focus="${CSS.escape(ui.pointed.key)}"]`)) ui.pointed = null;
    Object.assign(root.dataset, { thinking: bench.view.outcome ? "over" : state, advances: seen?.advances ?? 0 });
    if (state === "finished" && seen) {
      tree.note(bench.path, seen.first_chance);
      tree.show(bench.path);
    }
    showBoard();
  }

  const button = (name, onclick, more) =>
    h("button", { type: "button", onclick, dataset: { focus: name }, ...more }, name);

  const tools = () => h("div", { class: "actions" },
    button("Step back", stepBack, { disabled: !bench.path.length }),
    button("To the start", () => goTo([]), { disabled: !bench.path.length }),
    button("End turn", () => play(["end"]), { disabled: !canEnd() }),
    button("Turn the board", flip));

  const links = () => h("div", { class: "actions small" },
    button("Play on from here", playOn),
    link("Edit this board", "/analyse", { position: bench.view.position, edit: "1" }),
    button("Copy the position", copy),
    from.game && link("The whole game", `/review/${encodeURIComponent(from.game)}`, { step: bench.begun.after }));

  const link = (name, path, params) => h("a", { class: "button", href: address(path, params) }, name);

  // ---- what happens

  function think() {
    if (bench.view.outcome || ui.paused) return mind.rest();
    const { game, after } = bench.view;
    mind.look(`/games/${encodeURIComponent(game)}/analysis/events`, { agent: ui.agent, top: TOP, after });
  }

  function keepAddress() {
    const agent = ui.agent === "strong" ? null : ui.agent;
    keep({ ...from, agent, flip: ui.flipped ? "1" : null, try: bench.path.join(",") });
  }

  /** Show the position after these actions. Steps may be asked for faster than the server answers. */
  async function goTo(path) {
    const before = bench.view;
    Object.assign(ui, { choice: NOTHING, pointed: null, path, pending: ui.pending + 1 });
    mind.stop();
    const view = await tried(() => bench.goTo(path));
    ui.pending--;
    if (signal.aborted || ui.pending) return;
    ui.path = bench.path;
    ui.happened = view ? changeWords(before, view) : "";
    const focused = root.contains(document.activeElement);
    showPosition(stepTime(boardSettings()));
    keepAddress();
    think();
    // What had the focus may be gone, such as a candidate that was played: the board has it then.
    if (focused && !root.contains(document.activeElement)) board.focus();
    bench.readReach().then((read) => read && showPosition(), () => {});
  }

  function play(texts) {
    if (!ui.pending) goTo([...ui.path, ...texts]);
  }

  function stepBack() {
    if (ui.path.length) goTo(ui.path.slice(0, -1));
  }

  function setAgent(agent) {
    Object.assign(ui, { agent, paused: false });
    keepAddress();
    think();
  }

  function pause() {
    ui.paused = mind.state === "thinking";
    if (ui.paused) mind.stop();
    else think();
  }

  function point(choice) {
    ui.pointed = choice;
    showBoard();
  }

  // ---- the board

  function take({ choice, play: actions }) {
    ui.choice = choice;
    if (actions) return play(actions);
    showPosition();
  }

  function pick(at) {
    if (!ui.pending) take(picked(bench.view, bench.reach, ui.choice, at, asks));
  }

  function hover(at) {
    ui.hovered = at;
    if (ui.choice.troop === null) showBoard();
  }

  function lift(at) {
    ui.choice = { ...NOTHING, troop: troopAt(bench.view, at).id };
    showBoard();
  }

  function drop(at, to) {
    if (to) take(dragged(bench.view, bench.reach, at, to, asks));
    else back();
  }

  function back() {
    ui.choice = takenBack(ui.choice);
    showPosition();
  }

  const command = (slug) => take(commanded(bench.view, ui.choice, slug, asks));

  function flip() {
    ui.flipped = !ui.flipped;
    keepAddress();
    showPosition();
  }

  // ---- elsewhere

  const copy = () => tried(async () => {
    await navigator.clipboard.writeText(bench.view.position);
    toast("The position is in the clipboard.");
  });

  const playOn = () => tried(async () => {
    const sides = bench.view.player ? ["quick", "human"] : ["human", "quick"];
    const { game } = await send("/games", { branch: { game: bench.view.game }, sides }, { signal });
    go(gameAddress(game));
  });

  onBoardSettings(() => bench.view && showBoard(), signal);
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
  await goTo(tries);
  return root;
}
