// A game: the board, what can be done, and what happened. What is chosen but not yet played is in
// `ui`; the game itself is the server's.

import { go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { h, refill } from "../lib/dom.js";
import { trouble, toast, tried } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { arrowsOf, boardsOf } from "../board/replay.js";
import { boardSettings, onBoardSettings, stepTime } from "../board/settings.js";
import { sceneOf, troopAt } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { eventWords, sentence, turnWords } from "../board/words.js";
import { gameAt } from "../play/asking.js";
import { canDrag, commanded, dragged, marksOf, NOTHING, picked, takenBack } from "../play/choice.js";
import { hintArrows, hintPanel } from "../play/hint.js";
import { historyPanel } from "../play/history.js";
import { planPanel } from "../play/plan.js";
import { playBack } from "../play/playback.js";
import { preferences } from "../play/preferences.js";
import { canWords, changeWords, turnLine } from "../play/saying.js";
import { sidePanel } from "../play/sides.js";
import { sound } from "../play/sound.js";
import { troopPanel } from "../play/troop.js";
import { keepBar, outcomePanel, sidesForm, toolBar } from "../play/tools.js";

const ADVICE = {
  selection: "Click a troop to see where it can go and attack, of either side. Drag it, or click where it goes. " +
    "Click it again to select it without a move.",
  movement: "Dots are squares to move to, rings are targets. Commands stand below.",
  combat: "Rings are targets. Commands stand below.",
  rally: "Use a command, or end the turn.",
};

export default async function gamePage({ params: [id], query, signal, title }) {
  const ui = { choice: NOTHING, hovered: null, touch: false, busy: "", playing: null, hint: null, hinter: "medium",
    preview: null, paused: false, flipped: null, resigning: false, trouble: null, lost: false };
  const game = gameAt(id, { signal, changed, conflict, lost: () => setLost(true), back: () => setLost(false) });
  const board = makeBoard({ label: "The game's board", pick, hover, draggable, lift, drop, back, signal, keys: {
    e: () => can().end && act(["end"]), u: () => undo("action"), h: () => can().act && hint() } });
  const places = Object.fromEntries(["status", "happened", "plan", "top", "bottom", "tools", "keep", "who", "history"]
    .map((name) => [name, h("div", { class: `place-${name}` })]));
  places.happened.setAttribute("role", "status");
  places.status.setAttribute("role", "status");
  let nextTurn; // the timer of an agent's turn
  signal.addEventListener("abort", () => clearTimeout(nextTurn));
  const table = positionTable();
  const heading = h("h1", { tabindex: -1 });
  const root = h("div", { class: "play" },
    heading,
    h("div", { class: "play-board" }, places.status, board.element, places.happened),
    h("div", { class: "play-side" }, places.plan, places.tools, places.top, places.bottom, places.history,
      places.who, preferences(), places.keep),
    h("div", { class: "play-foot" }, table.element));

  // ---- what is shown

  const free = () => !ui.busy && !ui.playing && !ui.lost;

  function can() {
    const { view } = game;
    const act = free() && !view.outcome && view.sides[view.player] === "human";
    return { act, paused: ui.paused, end: act && view.actions.some(({ kind }) => kind === "end"),
      only: view.actions.every(({ kind }) => kind === "end") };
  }

  /** The view as far as one may act: without actions while another plays. */
  const open = () => (can().act ? game.view : { ...game.view, actions: [] });

  const resting = () => !ui.choice.troop && ui.choice.troop !== 0 && !ui.choice.command && !ui.hint;

  function scene() {
    const view = open();
    const begins = view.last && view.after === view.last.first + view.last.events.length;
    const events = begins && resting() ? view.last.events : [];
    const last = events.flatMap(({ kind, from, to }) => (kind === "select" ? [] : [from, to].filter(Boolean)));
    return sceneOf(view, {
      flipped: ui.flipped,
      marks: marksOf(view, game.reach, ui.choice, { hovered: ui.hovered && troopAt(view, ui.hovered)?.id, last }),
      arrows: ui.hint ? hintArrows(ui.hint) : arrowsOf(events, { faint: true }),
    });
  }

  function showBoard(milliseconds = 0) {
    if (!ui.playing) return board.show(scene(), { milliseconds });
  }

  function showPanels() {
    const { view } = game, now = can();
    const press = now.act ? command : null;
    const panel = (side) => sidePanel(view, side, { press: side === view.player && press, chosen: ui.choice.command });
    const [upper, lower] = ui.flipped ? [0, 1] : [1, 0];
    refill(places.top, panel(upper));
    refill(places.bottom, panel(lower));
    refill(places.status, ui.lost ? lostNotice() : turnLine(view, ui), ui.trouble && trouble(ui.trouble, () => run("read", game.load)));
    refill(places.plan, planOf(view));
    refill(places.tools, toolBar(view, { ...ui, busy: !free(), can: now, both: !view.sides.includes("human") }, on));
    refill(places.keep, keepBar(view, on));
  }

  function planOf(view) {
    if (ui.playing) return h("div", { class: "actions" }, h("button", { type: "button", onclick: skip, dataset: { focus: "skip" } }, "Skip"));
    if (view.outcome) return outcomePanel(view, on);
    if (ui.choice.plan) return planPanel(view, ui.choice.plan, ui.preview, { confirm: () => act(ui.choice.plan.actions), cancel: back });
    const looked = view.troops.find((troop) => troop.id === ui.choice.troop);
    if (looked) return troopPanel(view, looked, selecting(looked));
    if (ui.hint) return hintPanel(view, ui.hint, { play: () => act(ui.hint.turn.map(({ text }) => text)), close: closeHint });
    return can().act && h("p", { class: "advice small soft" }, ADVICE[view.phase]);
  }

  /** What selects a troop, if it can be selected now. */
  function selecting(troop) {
    const action = open().actions.find((one) => one.kind === "select" && one.troop === troop.id);
    return action && (() => act([action.text]));
  }

  function show(milliseconds = 0) {
    const moving = showBoard(milliseconds);
    showPanels();
    root.setAttribute("aria-busy", String(!free()));
    Object.assign(root.dataset, { after: game.view.after, reach: game.reach?.after ?? "" });
    return moving;
  }

  const lostNotice = () =>
    h("p", { class: "stale" }, "The server does not answer. The game is kept: this page goes on when the server is back.");

  // ---- the game changes

  async function changed(view, before) {
    Object.assign(ui, { choice: NOTHING, preview: null, hint: null, resigning: false });
    ui.flipped ??= query.has("flip") ? query.get("flip") === "1" : view.sides[0] !== "human" && view.sides[1] === "human";
    title(`${view.names[0]} against ${view.names[1]}`);
    heading.textContent = `${view.names[0]} against ${view.names[1]}`;
    const fresh = before ? (view.last?.events ?? []).filter(({ n }) => n > before.after) : [];
    const byAgent = fresh.length > 0 && view.played.length > 0;
    if (byAgent && boardSettings().animations) await played(fresh);
    if (signal.aborted) return;
    const said = byAgent || !before ? turnWords(view.last?.events ?? []) : changeWords(before, view);
    places.happened.textContent = view.outcome ? `${said} ${sentence(view.outcome.text)}` : said;
    if (view.outcome && before && !before.outcome) sound("over");
    refill(places.history, historyPanel(view));
    refill(places.who, sidesForm(view, (side, name) => run("sides", () => game.sides(view.sides.with(side, name)))));
    table.show(view, canWords(view, null));
    show(before && !byAgent ? stepTime(boardSettings()) : 0);
    game.readReach().then((reach) => {
      if (!reach) return;
      table.show(view, canWords(view, reach));
      root.dataset.reach = reach.after;
      showBoard();
    }, () => {});
  }

  /** The server refused something: the game has gone on elsewhere, or it says why. */
  function conflict(error, wentOn) {
    toast(wentOn ? "The game has gone on in another tab. It is shown as it stands now." : error.message);
  }

  function setLost(lost) {
    ui.lost = lost;
    show();
    if (!lost) goOn();
  }

  async function run(busy, call) {
    if (ui.busy || ui.lost) return;
    Object.assign(ui, { busy, trouble: null });
    if (game.view) show();
    try {
      await call();
    } catch (error) {
      if (!signal.aborted && error.status !== 0) ui.trouble = error;
    }
    ui.busy = "";
    if (signal.aborted) return;
    if (game.view) show();
    if (!ui.trouble) goOn();
  }

  /** Agents play by themselves; turns with nothing left to do end, where that is wished. */
  function goOn() {
    clearTimeout(nextTurn);
    const { view } = game;
    if (signal.aborted || !free() || view.outcome) return;
    if (view.sides[view.player] === "human") {
      if (boardSettings().ends && can().end && can().only) act(["end"]);
    } else if (!ui.paused) {
      const pause = view.sides.includes("human") ? 0 : 250 / boardSettings().speed;
      nextTurn = setTimeout(() => { if (free() && !ui.paused) run("agent", game.agent); }, pause);
    }
  }

  async function played(events) {
    const boards = boardsOf(await game.replay());
    ui.playing = new AbortController();
    signal.addEventListener("abort", skip);
    showPanels();
    await playBack({
      events, boards, settings: boardSettings(), signal: ui.playing.signal,
      show: (position, more, time) => board.show(sceneOf(position, { flipped: ui.flipped, ...more }), { milliseconds: time }),
      say: (event) => { if (event.kind !== "select" && event.kind !== "end") places.happened.textContent = sentence(eventWords(event)); },
    });
    ui.playing = null;
  }

  const skip = () => ui.playing?.abort();

  // ---- what people do

  const asks = (kind) => (kind === "attack" || kind === "command" ? boardSettings().confirm || ui.touch : ui.touch && kind === "move");

  function take({ choice, play }) {
    ui.choice = choice;
    ui.hint = null;
    if (play) return act(play);
    if (choice.plan) askPreview(choice.plan);
    show();
  }

  async function askPreview(plan) {
    ui.preview = null;
    const preview = await tried(() => game.preview(plan.actions));
    if (ui.choice.plan !== plan || !preview) return;
    ui.preview = preview;
    board.say(sentence(eventWords(preview.events.at(-1))));
    showPanels();
  }

  function act(actions) {
    sound(actions.at(-1).split(" ")[0]);
    return run("act", () => game.act(actions));
  }

  function pick(at, { touch }) {
    if (ui.playing) return skip();
    ui.touch = touch;
    if (free()) take(picked(open(), game.reach, ui.choice, at, asks));
  }

  function hover(at) {
    ui.hovered = at;
    if (free() && ui.choice.troop === null) showBoard();
  }

  function draggable(at) {
    return free() && canDrag(open(), at);
  }

  function lift(at) {
    const troop = troopAt(game.view, at);
    ui.choice = { ...NOTHING, troop: troop.id };
    ui.touch = false;
    show();
  }

  function drop(from, to) {
    if (to) take(dragged(open(), game.reach, from, to, asks));
    else back();
  }

  function back() {
    if (ui.playing) return skip();
    ui.choice = takenBack(ui.choice);
    ui.resigning = false;
    ui.hint = null;
    show();
  }

  const command = (slug) => take(commanded(open(), ui.choice, slug, asks));

  const undo = (what) => run("undo", () => game.undo(what));

  const hint = () => run("hint", async () => {
    ui.choice = NOTHING;
    ui.hint = { ...(await game.hint(ui.hinter)), by: ui.hinter };
  });

  function closeHint() {
    ui.hint = null;
    show();
  }

  async function lastTurn() {
    await tried(() => played(game.view.last.events));
    show();
    goOn();
  }

  async function anew(sides) {
    const next = await tried(() => send("/games", { branch: { game: id, after: 0 }, sides }));
    if (next) go(`/play/${encodeURIComponent(next.game)}`);
  }

  const on = {
    end: () => act(["end"]), undo: () => undo("action"), undoTurn: () => undo("turn"), playBack: lastTurn, hint,
    hinter: (name) => { ui.hinter = name; },
    pause: () => { ui.paused = !ui.paused; show(); goOn(); },
    flip: () => { ui.flipped = !ui.flipped; keep({ flip: ui.flipped ? "1" : "0" }); show(); },
    resign: () => { ui.resigning = true; showPanels(); },
    notResigned: () => { ui.resigning = false; showPanels(); },
    resigned: () => run("resign", () => game.resign(game.view.player)),
    copy: () => tried(async () => {
      await navigator.clipboard.writeText(game.view.position);
      toast("The position is in the clipboard.");
    }),
    again: () => anew(game.view.sides), others: () => anew([...game.view.sides].reverse()),
  };

  onBoardSettings(() => show(), signal);
  await game.load();
  setTimeout(goOn);
  return root;
}
