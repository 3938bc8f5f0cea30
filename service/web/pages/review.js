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

/** The number of a stored game, which the server keeps once. */
async function openStored(run, game, signal) {
  return (await send("/games", { stored: { run, game: Number(game) } }, { signal })).game;
}

export default async function review({ params: [named, stored], query, signal, title }) {
  const id = stored === undefined ? named : await openStored(named, stored, signal);
  const place = encodeURIComponent(id);
  const replay = await readReplay(`/games/${place}`, signal);
  const { names, outcome } = replay;
  const ui = { agent: query.get("agent") ?? "strong", branch: null, flipped: query.get("flip") === "1" };
  const walk = makeWalk({ replay, step: Number(query.get("step") ?? 0), signal, moved, stopped: () => showStep() });
  await replay.need(walk.step);
  const reviewing = makeReviewing({ game: id, signal, changed: showReview });
  const board = makeBoard({ label: "The game's board" });
  const bar = evaluationBar(), table = positionTable(), controls = replayControls({ signal, walk });
  const part = (name, more) => h("div", { class: `place-${name}`, ...more });
  const places = {
    status: part("status"), happened: part("happened", { "aria-live": "polite" }), branch: part("branch"),
    links: part("links"), reviewer: part("reviewer"), graph: part("graph"), marked: part("marked"),
    sides: part("sides"),
  };
  let graph = null, drawn = null; // the graph, and the review that it shows
  const heading = `${names[0]} against ${names[1]}`;
  title(`Review: ${heading}`);
  const root = h("div", { class: "play review" },
    h("h1", { tabindex: -1 }, heading),
    h("div", { class: "play-board" }, bar.element, places.status, board.element, controls.element, places.happened),
    h("div", { class: "play-side" }, places.branch, places.links, places.reviewer, places.graph, places.marked),
    h("div", { class: "play-foot" }, places.sides, table.element, preferences()));

  // ---- the step that is shown

  function moved(milliseconds) {
    ui.branch = null;
    delete root.dataset.branch;
    keepAddress();
    return showStep(milliseconds);
  }

  const markedHere = () => reviewing.review?.marked.find(({ actions_before: n }) => n === walk.step);

  /** The first side's chance after the last turn that was complete. */
  function chanceHere() {
    if (walk.step === walk.end && outcome) return chanceOf(outcome);
    const found = reviewing.review;
    const done = found?.turns.findLast(({ actions_before, played }) => actions_before + played.length <= walk.step);
    return (done ?? found?.start)?.first_chance;
  }

  function showStep(milliseconds = 0) {
    const position = replay.board(walk.step), event = walk.step ? replay.event(walk.step - 1) : null;
    bar.show(chanceHere());
    showWords(position, event);
    graph?.show(walk.turnAt().turn - (walk.step === 0));
    fill(places.branch, ui.branch && branchPanel(ui.branch, { game: id, agent: ui.agent,
      back: () => walk.to(ui.branch.turn.actions_before), again: () => playBetter(ui.branch.turn) }));
    refill(places.links, links());
    markShown();
    root.dataset.step = walk.step;
    if (!walk.playing) showTables(position);
    const scene = sceneOf(position, { flipped: ui.flipped, arrows: arrows(event), event: milliseconds ? event : null });
    return board.show(scene, { milliseconds });
  }

  function showWords(position, event) {
    const words = event ? sentence(eventWords(event)) : "The beginning.", marked = markedHere();
    places.status.textContent = walk.step === walk.end && outcome
      ? sentence(outcome.text)
      : `Turn ${position.turn}, ${SIDES[position.player].toLowerCase()} to move. ` +
        `Action ${count(walk.step)} of ${count(walk.end)}.`;
    places.happened.textContent = marked
      ? `Turn ${marked.turn}: green arrows are better than what was played.`
      : event?.kind === "end" ? turnWords(walk.events()) : words;
    controls.show(`Action ${walk.step}: ${words}`);
  }

  /** What was played in this turn so far; before a marked turn what was played, and what was better. */
  function arrows(event) {
    const marked = markedHere();
    if (!marked) return [...arrowsOf(walk.events().slice(0, -1), { faint: true }), ...arrowsOf(event ? [event] : [])];
    const its = (actions) => actions.map((action) => ({ ...action, player: marked.player }));
    const better = arrowsOf(its(marked.best_actions)).map((arrow) => ({ ...arrow, kind: `hint ${arrow.kind}` }));
    return [...arrowsOf(its(marked.played_actions), { faint: true }), ...better];
  }

  function showTables(position) {
    const view = { ...position, names, sides: ["", ""], outcome: walk.step === walk.end && outcome };
    const player = (side) => (replay.sides[side] === "human" ? "" : replay.sides[side]);
    refill(places.sides, h("div", { class: "columns" },
      [0, 1].map((side) => sidePanel(view, side, { player: player(side) }))));
    table.show(position);
  }

  function markShown() {
    const turn = ui.branch?.turn.turn ?? markedHere()?.turn;
    for (const card of places.marked.querySelectorAll("article"))
      if (card.dataset.turn === String(turn)) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
  }

  // ---- the review

  async function showReview() {
    const { state, review: found } = reviewing;
    refill(places.reviewer, reviewerPanel(reviewing, ui.agent, { begin, stop: reviewing.stop }));
    if (drawn !== found) {
      drawn = found;
      const before = (found?.marked ?? []).map(({ actions_before }) => actions_before);
      await tried(() => Promise.all(before.map(replay.need)));
      if (signal.aborted || drawn !== found || !before.every(replay.has)) return;
      graph = found?.turns.length ? valueGraph(found, see) : null;
      fill(places.graph, found && sideFacts(found, names),
        graph && [h("h2", {}, "First side's chance to win"), graph.element]);
      fill(places.marked, found && [h("h2", {}, "The turns that cost most"),
        markedList(found, { game: id, troops: (n) => replay.board(n).troops, see, play: playBetter })]);
    }
    root.dataset.review = state;
    if (!walk.playing && !ui.branch) showStep();
  }

  function begin(agent) {
    ui.agent = agent;
    keepAddress();
    reviewing.begin(agent);
  }

  /** A turn of the review: the position before it if it is marked, otherwise the one after it. */
  function see(turn) {
    walk.to(turn.mark ? turn.actions_before : turn.actions_before + turn.played.length);
    board.element.scrollIntoView({ block: "nearest" });
  }

  const playBetter = (turn) => tried(async () => {
    see({ ...turn, mark: true });
    const { events, boards } = await branchPlayed(id, turn.actions_before, turn.best, signal);
    if (signal.aborted || walk.step !== turn.actions_before) return; // one has gone elsewhere meanwhile
    ui.branch = { turn, events };
    showStep();
    bar.show(turn.player ? 1 - betterChance(turn) : betterChance(turn));
    places.status.textContent = `Turn ${turn.turn}, as it was not played.`;
    places.happened.textContent = turnWords(events);
    const mine = (walk.playing = new AbortController());
    await playBack({
      events, boards, settings: boardSettings(), signal: mine.signal, say: () => {},
      show: (position, more, milliseconds) =>
        board.show(sceneOf(position, { flipped: ui.flipped, ...more }), { milliseconds }),
    });
    if (mine.signal.aborted) return;
    walk.playing = null;
    root.dataset.branch = "played";
  });

  // ---- elsewhere

  const links = () => h("div", { class: "actions small" },
    h("a", { class: "button", href: address("/analyse", { game: id, after: walk.step }) }, "Analyse from here"),
    button("Play on from here", playOn),
    button("Turn the board", flip),
    h("a", { class: "button", href: `/api/v1/games/${place}/record`, download: `${id}.jsonl` }, "Download the record"));

  function flip() {
    ui.flipped = !ui.flipped;
    walk.to(walk.step);
  }

  const playOn = () => tried(async () => {
    const sides = replay.board(walk.step).player ? ["quick", "human"] : ["human", "quick"];
    const { game } = await send("/games", { branch: { game: id, after: walk.step }, sides }, { signal });
    go(gameAddress(game));
  });

  function keepAddress() {
    keep({ step: walk.step || null, agent: ui.agent === "strong" ? null : ui.agent, flip: ui.flipped ? "1" : null });
  }

  onBoardSettings(() => ui.branch || walk.playing || showStep(), signal);
  if (!replay.end) {
    fill(places.reviewer, h("p", {}, "Nothing was played in this game yet."));
    board.show(sceneOf(replay.board(0)));
    return root;
  }
  showStep();
  begin(ui.agent);
  return root;
}
