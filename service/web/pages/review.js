// Review and replay: a game that was played, step by step, with the values of its turns and what would
// have been better. ?step= says where, ?agent= who reviews. The address names a game of the server, or a
// run and which of its stored games it is.

import { address, gameAddress, go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { fill, h, refill } from "../lib/dom.js";
import { count } from "../lib/format.js";
import { tried } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { arrowsOf, readReplay } from "../board/replay.js";
import { boardSettings, onBoardSettings } from "../board/settings.js";
import { sceneOf } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { eventWords, sentence, SIDES, turnWords } from "../board/words.js";
import { chanceOf, evaluationBar } from "../analyse/bar.js";
import { playBack } from "../play/playback.js";
import { preferences } from "../play/preferences.js";
import { sidePanel } from "../play/sides.js";
import { betterChance, branchPlayed } from "../review/better.js";
import { replayControls } from "../review/controls.js";
import { valueGraph } from "../review/graph.js";
import { markedList, sideFacts } from "../review/marked.js";
import { branchPanel, button, reviewerPanel } from "../review/panels.js";
import { makeReviewing } from "../review/reviewing.js";
import { makeWalk } from "../review/walk.js";

/** @typedef {ReturnType<typeof beginning>} Ui
 * @typedef {{ id: string, ui: Ui, replay: Replay, walk: Walk, reviewing: Reviewing, board: Board, signal: AbortSignal }
 *   & ReturnType<typeof layout>} Screen
 * @typedef {ReturnType<typeof drawingOf>} Drawing */

/** @param {PageGiven} page */
export default async function reviewPage({ params: [named, stored], query, signal, title }) {
  const id = stored === undefined ? named : await openStored(named, stored, signal);
  /** @type {Replay} */
  const replay = await readReplay(`/games/${encodeURIComponent(id)}`, signal);
  const ui = beginning(query);
  const walk = makeWalk({ replay, step: Number(query.get("step") ?? 0), signal,
    moved: (milliseconds) => {
      ui.branch = null;
      delete screen.root.dataset.branch;
      keepAddress(screen);
      return drawing.showStep(milliseconds);
    },
    stopped: () => drawing.showStep() });
  await replay.need(walk.step);
  const reviewing = makeReviewing({ game: id, signal, changed: () => reviewed.show() });
  const board = makeBoard({ label: "The game's board" });
  const heading = `${replay.names[0]} against ${replay.names[1]}`;
  title(`Review: ${heading}`);
  /** @type {Screen} */
  const screen = { id, ui, replay, walk, reviewing, board, signal, ...layout(heading, board, walk, signal) };
  const drawing = drawingOf(screen, { playBetter: (turn) => reviewed.playBetter(turn) });
  const reviewed = reviewOf(screen, drawing);
  const { root, places } = screen;

  onBoardSettings(() => { if (!ui.branch && !walk.playing) drawing.showStep(); }, signal);
  if (!replay.end) {
    fill(places.reviewer, h("p", {}, "Nothing was played in this game yet."));
    board.show(sceneOf(replay.board(0)));
    return root;
  }
  drawing.showStep();
  reviewed.begin(ui.agent);
  return root;
}

/** @param {URLSearchParams} query */
const beginning = (query) => ({
  agent: query.get("agent") ?? "strong",
  branch: /** @type {Branch | null} */ (null),
  flipped: query.get("flip") === "1",
  graph: /** @type {ReturnType<typeof valueGraph> | null} */ (null),
  drawn: /** @type {Review | null} */ (null), // the review that the graph shows
});

/** The number of a stored game, which the server keeps once.
 * @param {string} run @param {string} game @param {AbortSignal} signal @returns {Promise<string>} */
async function openStored(run, game, signal) {
  return (await send("/games", { stored: { run, game: Number(game) } }, { signal })).game;
}

/** @param {Screen} screen */
function keepAddress({ ui, walk }) {
  keep({ step: walk.step || null, agent: ui.agent === "strong" ? null : ui.agent, flip: ui.flipped ? "1" : null });
}

/** The places on the page, and what stands in them from the beginning.
 * @param {string} heading @param {Board} board @param {Walk} walk @param {AbortSignal} signal */
function layout(heading, board, walk, signal) {
  const bar = evaluationBar(), table = positionTable(), controls = replayControls({ signal, walk });
  const part = (/** @type {string} */ name, more = {}) => h("div", { class: `place-${name}`, ...more });
  const places = {
    status: part("status"), happened: part("happened", { "aria-live": "polite" }), branch: part("branch"),
    links: part("links"), reviewer: part("reviewer"), graph: part("graph"), marked: part("marked"),
    sides: part("sides"),
  };
  const root = h("div", { class: "play review" },
    h("h1", { tabindex: -1 }, heading),
    h("div", { class: "play-board" }, bar.element, places.status, board.element, controls.element, places.happened),
    h("div", { class: "play-side" }, places.branch, places.links, places.reviewer, places.graph, places.marked),
    h("div", { class: "play-foot" }, places.sides, table.element, preferences()));
  return { root, places, bar, table, controls };
}

// ---- what is at a step

/** @param {Screen} screen */
const outcomeHere = ({ replay, walk }) => (walk.step === walk.end ? replay.outcome : null);

/** @param {Screen} screen */
const markedHere = ({ reviewing, walk }) => reviewing.review?.marked.find(({ actions_before: n }) => n === walk.step);

/** The first side's chance after the last turn that was complete.
 * @param {Screen} screen */
function chanceHere(screen) {
  const outcome = outcomeHere(screen), found = screen.reviewing.review;
  if (outcome) return chanceOf(outcome);
  const done = found?.turns.findLast(({ actions_before, played }) => actions_before + played.length <= screen.walk.step);
  return (done ?? found?.start)?.first_chance;
}

/** What was played in this turn so far; before a marked turn what was played, and what was better.
 * @param {Screen} screen @param {GameEvent | null} event */
function arrowsHere(screen, event) {
  const marked = markedHere(screen);
  if (!marked)
    return [...arrowsOf(screen.walk.events().slice(0, -1), { faint: true }), ...arrowsOf(event ? [event] : [])];
  const its = (/** @type {Action[]} */ actions) => actions.map((action) => ({ ...action, player: marked.player }));
  const better = arrowsOf(its(marked.best_actions)).map((arrow) => ({ ...arrow, kind: `hint ${arrow.kind}` }));
  return [...arrowsOf(its(marked.played_actions), { faint: true }), ...better];
}

// ---- the step that is shown

/** @param {Screen} screen @param {{ playBetter(turn: MarkedTurn): void }} on */
function drawingOf(screen, { playBetter }) {
  const { id, ui, replay, walk, board, root, places, bar, table, controls } = screen;

  function showStep(milliseconds = 0) {
    const position = replay.board(walk.step), event = walk.step ? replay.event(walk.step - 1) : null;
    const { branch } = ui;
    bar.show(chanceHere(screen));
    showWords(position, event);
    ui.graph?.show(walk.turnAt().turn - (walk.step === 0 ? 1 : 0));
    fill(places.branch, branch && branchPanel(branch, { game: id, agent: ui.agent,
      back: () => walk.to(branch.turn.actions_before), again: () => playBetter(branch.turn) }));
    refill(places.links, linksOf(screen));
    markShown();
    root.dataset.step = String(walk.step);
    if (!walk.playing) showTables(position);
    const scene = sceneOf(position, { flipped: ui.flipped, arrows: arrowsHere(screen, event), event: milliseconds ? event : null });
    return board.show(scene, { milliseconds });
  }

  /** @param {Position} position @param {GameEvent | null} event */
  function showWords(position, event) {
    const words = event ? sentence(eventWords(event)) : "The beginning.";
    const marked = markedHere(screen), outcome = outcomeHere(screen);
    places.status.textContent = outcome
      ? sentence(outcome.text)
      : `Turn ${position.turn}, ${SIDES[position.player].toLowerCase()} to move. ` +
        `Action ${count(walk.step)} of ${count(walk.end)}.`;
    places.happened.textContent = marked
      ? `Turn ${marked.turn}: green arrows are better than what was played.`
      : event?.kind === "end" ? turnWords(walk.events()) : words;
    controls.show(`Action ${walk.step}: ${words}`);
  }

  /** @param {Position} position */
  function showTables(position) {
    const view = { ...position, names: replay.names, sides: ["", ""], outcome: outcomeHere(screen) };
    const player = (/** @type {number} */ side) => (replay.sides[side] === "human" ? "" : replay.sides[side]);
    refill(places.sides, h("div", { class: "columns" },
      [0, 1].map((side) => sidePanel(view, side, { player: player(side) }))));
    table.show(position);
  }

  function markShown() {
    const turn = ui.branch?.turn.turn ?? markedHere(screen)?.turn;
    for (const card of places.marked.querySelectorAll("article"))
      if (card.dataset.turn === String(turn)) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
  }

  return { showStep };
}

// ---- the review

/** @param {Screen} screen @param {Drawing} drawing */
function reviewOf(screen, { showStep }) {
  const { id, ui, replay, walk, reviewing, board, signal, root, places, bar } = screen;

  async function show() {
    const { state, review: found } = reviewing;
    refill(places.reviewer, reviewerPanel(reviewing, ui.agent, { begin, stop: reviewing.stop }));
    if (ui.drawn !== found && !(await showFound(found))) return;
    root.dataset.review = state;
    if (!walk.playing && !ui.branch) showStep();
  }

  /** Draw another review, once its turns are read; returns whether it still is the one to show.
   * @param {Review | null} found */
  async function showFound(found) {
    ui.drawn = found;
    const before = (found?.marked ?? []).map(({ actions_before }) => actions_before);
    await tried(() => Promise.all(before.map(replay.need)));
    if (signal.aborted || ui.drawn !== found || !before.every(replay.has)) return false;
    ui.graph = found?.turns.length ? valueGraph(found, see) : null;
    fill(places.graph, found && sideFacts(found, replay.names),
      ui.graph && [h("h2", {}, "First side's chance to win"), ui.graph.element]);
    fill(places.marked, found && [h("h2", {}, "The turns that cost most"),
      markedList(found, { game: id, troops: (n) => replay.board(n).troops, see, play: playBetter })]);
    return true;
  }

  /** @param {string} agent */
  function begin(agent) {
    ui.agent = agent;
    keepAddress(screen);
    reviewing.begin(agent);
  }

  /** A turn of the review: the position before it if it is marked, otherwise the one after it.
   * @param {ReviewTurn} turn */
  function see(turn) {
    walk.to(turn.mark ? turn.actions_before : turn.actions_before + turn.played.length);
    board.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {MarkedTurn} turn */
  const playBetter = (turn) => tried(async () => {
    see(turn);
    const { events, boards } = await branchPlayed(id, turn.actions_before, turn.best, signal);
    if (signal.aborted || walk.step !== turn.actions_before) return; // one has gone elsewhere meanwhile
    ui.branch = { turn, events };
    showStep();
    bar.show(turn.player ? 1 - betterChance(turn) : betterChance(turn));
    places.status.textContent = `Turn ${turn.turn}, as it was not played.`;
    places.happened.textContent = turnWords(events);
    const mine = new AbortController();
    walk.playing = mine;
    await playBack({
      events, boards, settings: boardSettings(), signal: mine.signal, say: () => {},
      show: (position, more, milliseconds) =>
        board.show(sceneOf(position, { flipped: ui.flipped, ...more }), { milliseconds }),
    });
    if (mine.signal.aborted) return;
    walk.playing = null;
    root.dataset.branch = "played";
  });

  return { show, begin, playBetter };
}

// ---- elsewhere

/** @param {Screen} screen */
const linksOf = ({ id, ui, replay, walk, signal }) => h("div", { class: "actions small" },
  h("a", { class: "button", href: address("/analyse", { game: id, after: walk.step }) }, "Analyse from here"),
  button("Play on from here", () => playOn(id, walk.step, replay.board(walk.step).player, signal)),
  button("Turn the board", () => {
    ui.flipped = !ui.flipped;
    walk.to(walk.step);
  }),
  h("a", { class: "button", href: `/api/v1/games/${encodeURIComponent(id)}/record`, download: `${id}.jsonl` }, "Download the record"));

/** @param {string} id @param {number} after @param {number} player @param {AbortSignal} signal */
const playOn = (id, after, player, signal) => tried(async () => {
  const sides = player ? ["quick", "human"] : ["human", "quick"];
  const { game } = await send("/games", { branch: { game: id, after }, sides }, { signal });
  go(gameAddress(game));
});
