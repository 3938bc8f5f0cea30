// Review and replay: a game that was played, step by step, with the values of its turns and what would
// have been better. ?step= says where, ?agent= who reviews.

import { address, go, keep } from "../lib/address.js";
import { ask, send } from "../lib/ask.js";
import { fill, h, refill } from "../lib/dom.js";
import { count, percent } from "../lib/format.js";
import { reading, tried, trouble } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { arrowsOf, boardsOf } from "../board/replay.js";
import { boardSettings, onBoardSettings, stepTime } from "../board/settings.js";
import { sceneOf } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { eventWords, sentence, SIDES, turnWords } from "../board/words.js";
import { agentChoice, agentName } from "../analyse/agents.js";
import { evaluationBar } from "../analyse/bar.js";
import { playBack, rest } from "../play/playback.js";
import { preferences } from "../play/preferences.js";
import { sidePanel } from "../play/sides.js";
import { branchPlayed } from "../review/better.js";
import { replayControls } from "../review/controls.js";
import { valueGraph } from "../review/graph.js";
import { betterChance, markedList, playedChance, sideFacts } from "../review/marked.js";
import { makeReviewing } from "../review/reviewing.js";

const REVIEWERS = ["strong", "strong:advances=240000"]; // the others see no mistake in the play of their like
const BETWEEN = 450; // milliseconds that autoplay rests after an action that is seen

export default async function review({ params: [id], query, signal, title }) {
  const place = encodeURIComponent(id);
  const replay = await ask(`/games/${place}/replay`, { signal });
  const boards = boardsOf(replay), { steps, turns, names, outcome } = replay;
  const ui = { step: within(Number(query.get("step") ?? 0)), agent: query.get("agent") ?? "strong", playing: null,
    branch: null, flipped: query.get("flip") === "1" };
  const reviewing = makeReviewing({ game: id, signal, changed: showReview });
  const board = makeBoard({ label: "The game's board" });
  const bar = evaluationBar(), table = positionTable();
  const controls = replayControls({ signal, to: jump, act: {
    start: () => jump(0), end: () => jump(steps.length), back: () => jump(ui.step - 1), on: () => jump(ui.step + 1, true),
    turnBack: () => jump(turnStart(-1)), turnOn: () => jump(turnStart(1)), play: autoplay } });
  const part = (name, more) => h("div", { class: `place-${name}`, ...more });
  const places = { status: part("status"), happened: part("happened", { "aria-live": "polite" }), branch: part("branch"),
    reviewer: part("reviewer"), graph: part("graph"), marked: part("marked"), sides: part("sides"), links: part("links") };
  let graph = null, drawn = null;
  const heading = `${names[0]} against ${names[1]}`;
  title(`Review: ${heading}`);
  const root = h("div", { class: "play review" },
    h("h1", { tabindex: -1 }, heading),
    h("div", { class: "play-board" }, bar.element, places.status, board.element, controls.element, places.happened),
    h("div", { class: "play-side" }, places.branch, places.links, places.reviewer, places.graph, places.marked),
    h("div", { class: "play-foot" }, places.sides, table.element, preferences()));

  function within(step) {
    return Math.max(0, Math.min(Number.isInteger(step) ? step : 0, steps.length));
  }

  // ---- where one is

  /** The turn of the action that was played last, or the first one. */
  const turnAt = (step) => turns.findLast(({ first }) => first < step) ?? turns[0];

  /** The beginning of the turn before or after, or the end. */
  function turnStart(way) {
    if (way < 0) return turns.findLast(({ first }) => first < ui.step)?.first ?? 0;
    return turns.find(({ first }) => first > ui.step)?.first ?? steps.length;
  }

  const eventsOfTurn = () => {
    const turn = turnAt(ui.step);
    return turn ? steps.slice(turn.first, ui.step).map(({ event }) => event) : [];
  };

  const valueAfter = () => {
    const done = reviewing.review?.turns.findLast(({ actions_before, played }) => actions_before + played.length <= ui.step);
    return reviewing.review ? (done ?? reviewing.review.start).first_chance : null;
  };

  const markedHere = () => reviewing.review?.marked.find(({ actions_before: n }) => n === ui.step);

  // ---- what is shown

  function showStep(milliseconds = 0) {
    const position = boards(ui.step), event = steps[ui.step - 1]?.event ?? null, events = eventsOfTurn();
    const marked = markedHere();
    const over = ui.step === steps.length && outcome;
    const words = event ? sentence(eventWords(event)) : "The beginning.";
    places.status.textContent = over ? sentence(outcome.text)
      : `Turn ${position.turn}, ${SIDES[position.player].toLowerCase()} to move. Action ${count(ui.step)} of ${count(steps.length)}.`;
    places.happened.textContent = marked
      ? `Turn ${marked.turn}: green arrows are better than what was played.` : event?.kind === "end" ? turnWords(events) : words;
    bar.show(over ? (outcome.winner === "draw" ? 0.5 : 1 - outcome.winner) : valueAfter());
    controls.show({ step: ui.step, of: steps.length, playing: !!ui.playing, words: `Action ${ui.step}: ${words}` });
    graph?.show(ui.step === 0 ? turns[0].turn - 1 : turnAt(ui.step).turn);
    fill(places.branch, ui.branch && branchPanel());
    refill(places.links, links());
    root.dataset.step = ui.step;
    if (!ui.playing) showTables(position);
    const arrows = marked ? [...arrowsOf(withPlayer(marked, marked.played_actions), { faint: true }), ...betterArrows(marked)]
      : [...arrowsOf(events.slice(0, -1), { faint: true }), ...arrowsOf(event ? [event] : [])];
    return board.show(sceneOf(position, { flipped: ui.flipped, arrows, event: milliseconds ? event : null }), { milliseconds });
  }

  function showTables(position) {
    const view = { ...position, names, sides: ["", ""], outcome: ui.step === steps.length && outcome };
    const player = (side) => (replay.sides[side] === "human" ? "" : replay.sides[side]);
    refill(places.sides, h("div", { class: "columns" }, [0, 1].map((side) => sidePanel(view, side, { player: player(side) }))));
    table.show(position);
  }

  const withPlayer = ({ player }, actions) => actions.map((action) => ({ ...action, player }));
  const betterArrows = (marked) => arrowsOf(withPlayer(marked, marked.best_actions)).map((arrow) => ({ ...arrow, kind: `hint ${arrow.kind}` }));

  const button = (name, onclick, more) => h("button", { type: "button", onclick, dataset: { focus: name }, ...more }, name);

  const links = () => h("div", { class: "actions small" },
    h("a", { class: "button", href: address("/analyse", { game: id, after: ui.step }) }, "Analyse from here"),
    button("Play on from here", playOn),
    button("Turn the board", () => { ui.flipped = !ui.flipped; keepAddress(); showStep(); }),
    h("a", { class: "button", href: `/api/v1/games/${place}/record`, download: `${id}.jsonl` }, "Download the record"));

  function showReview() {
    const { state, review: found } = reviewing;
    refill(places.reviewer, reviewerPanel());
    if (state === "made" && drawn !== found) {
      drawn = found;
      graph = found.turns.length ? valueGraph(found, see) : null;
      fill(places.graph, sideFacts(found, names), graph && h("h2", {}, "First side's chance to win"), graph?.element);
    } else if (!found) {
      [drawn, graph] = [null, null];
      fill(places.graph);
    }
    refill(places.marked, found && [h("h2", {}, "The turns that cost most"),
      markedList(found, { game: id, troops: (n) => boards(n).troops, on: { see, play: playBetter }, shown: ui.branch?.turn.actions_before ?? ui.step })]);
    root.dataset.review = state;
    if (!ui.playing && !ui.branch) showStep();
  }

  function reviewerPanel() {
    const { state, progress, problem } = reviewing;
    return h("section", { class: "reviewer", "aria-label": "Who reviews" },
      h("div", { class: "actions" }, agentChoice("Review by ", ui.agent, begin, REVIEWERS),
        state === "running" ? button("Stop", reviewing.stop) : state === "none" && button("Review the game", () => begin(ui.agent), { class: "primary" })),
      state === "running" && h("div", { role: "status" },
        h("progress", { value: progress?.of ? progress.done / progress.of : 0, max: 1, "aria-label": "Progress of the review" }),
        h("p", { class: "small soft" }, progressWords(progress))),
      state === "failed" && trouble(problem, () => begin(ui.agent)));
  }

  function progressWords(progress) {
    if (!progress) return `${agentName(ui.agent)} begins.`;
    if (progress.what === "waiting") return "Another review is under way; this one is next.";
    return `Searching ${progress.what}: ${count(progress.done)} of ${count(progress.of)}.`;
  }

  // ---- steps

  function keepAddress() {
    keep({ step: ui.step || null, agent: ui.agent === "strong" ? null : ui.agent, flip: ui.flipped ? "1" : null });
  }

  function jump(step, seen = false) {
    stopPlaying();
    ui.branch = null;
    move(step, seen);
    markShown();
  }

  function move(step, seen) {
    ui.step = within(step);
    keepAddress();
    return showStep(seen ? stepTime(boardSettings()) : 0);
  }

  /** A turn of the review: the position before it if it is marked, otherwise the one after it. */
  function see(turn) {
    jump(turn.mark ? turn.actions_before : turn.actions_before + turn.played.length);
    board.element.scrollIntoView({ block: "nearest" });
  }

  function markShown() {
    for (const card of places.marked.querySelectorAll("article")) {
      const here = String(markedHere()?.turn) === card.dataset.turn;
      if (here) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
  }

  function stopPlaying() {
    ui.playing?.abort();
    ui.playing = null;
  }

  async function autoplay() {
    if (ui.playing) {
      stopPlaying();
      return showStep();
    }
    ui.branch = null;
    const mine = (ui.playing = new AbortController());
    if (ui.step === steps.length) ui.step = 0;
    while (!mine.signal.aborted && !signal.aborted && ui.step < steps.length) {
      await move(ui.step + 1, true);
      const quiet = ["select", "end"].includes(steps[ui.step - 1]?.event.kind);
      if (!quiet) await rest(BETWEEN / boardSettings().speed, mine.signal);
    }
    if (ui.playing === mine) stopPlaying();
    if (!signal.aborted) showStep();
  }

  // ---- what would have been better

  const playBetter = (turn) => tried(async () => {
    stopPlaying();
    ui.step = turn.actions_before;
    keepAddress();
    showStep();
    const { events, boards: other } = await branchPlayed(id, turn.actions_before, turn.best, signal);
    if (signal.aborted || ui.step !== turn.actions_before) return; // one has gone elsewhere meanwhile
    ui.branch = { turn, events };
    bar.show(turn.player ? 1 - betterChance(turn) : betterChance(turn));
    markShown();
    board.element.scrollIntoView({ block: "nearest" });
    fill(places.branch, branchPanel());
    places.status.textContent = `Turn ${turn.turn}, as it was not played.`;
    places.happened.textContent = turnWords(events);
    root.dataset.branch = "playing";
    const mine = (ui.playing = new AbortController());
    await playBack({ events, boards: other, settings: boardSettings(), signal: mine.signal, say: () => {},
      show: (position, more, milliseconds) => board.show(sceneOf(position, { flipped: ui.flipped, ...more }), { milliseconds }) });
    if (ui.playing === mine) ui.playing = null;
    root.dataset.branch = mine.signal.aborted ? "" : "played";
  });

  const branchPanel = () => {
    const { turn, events } = ui.branch, agent = agentName(ui.agent);
    return h("section", { class: "plan", "aria-label": "What would have been better" },
      h("h2", {}, "What would have been better"),
      h("p", {}, turnWords(events)),
      h("p", { class: "small soft" }, `${agent} gives ${SIDES[turn.player].toLowerCase()} ${percent(betterChance(turn), 0)} after it, in place of ${percent(playedChance(turn), 0)}.`),
      h("div", { class: "actions" },
        button("Back to the game", () => { jump(turn.actions_before); delete root.dataset.branch; }, { class: "primary" }),
        button("Again", () => playBetter(turn)),
        h("a", { class: "button", href: address("/analyse", { game: id, after: turn.actions_before, try: turn.best.join(",") }) }, "Analyse from there")));
  };

  const playOn = () => tried(async () => {
    const sides = boards(ui.step).player ? ["quick", "human"] : ["human", "quick"];
    const { game } = await send("/games", { branch: { game: id, after: ui.step }, sides }, { signal });
    go(`/play/${encodeURIComponent(game)}`);
  });

  function begin(agent) {
    ui.agent = agent;
    keepAddress();
    reviewing.begin(agent);
  }

  onBoardSettings(() => ui.branch || ui.playing || showStep(), signal);
  signal.addEventListener("abort", stopPlaying);
  if (!steps.length) {
    fill(places.reviewer, h("p", {}, "Nothing was played in this game yet."));
    board.show(sceneOf(boards(0), {}));
    return root;
  }
  showStep();
  begin(ui.agent);
  return root;
}
