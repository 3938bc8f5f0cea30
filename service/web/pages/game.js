// The page of a game: the board and the panels around it, drawn from the session.

import { gameAddress, go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { h, refill } from "../lib/dom.js";
import { toast, tried, trouble } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { arrowsOf } from "../board/replay.js";
import { boardSettings, onBoardSettings } from "../board/settings.js";
import { sceneOf, troopAt } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { commandName, eventWords, sentence } from "../board/words.js";
import { marksOf } from "../play/choice.js";
import { hintArrows, hintPanel } from "../play/hint.js";
import { historyPanel } from "../play/history.js";
import { drawnSeed } from "../play/new_game.js";
import { planPanel } from "../play/plan.js";
import { playBack } from "../play/playback.js";
import { preferences } from "../play/preferences.js";
import { ADVICE, canWords, turnLine } from "../play/saying.js";
import { makeSession } from "../play/session.js";
import { sidePanel } from "../play/sides.js";
import { keepPanel, outcomePanel, sidesForm, toolBar } from "../play/tools.js";
import { troopPanel } from "../play/troop.js";

export default async function gamePage({ params: [id], query, signal, title }) {
  let flipped = query.has("flip") ? query.get("flip") === "1" : null;
  const typed = query.get("seed"); // a seed that was typed stays when the game is played again
  const session = makeSession(id, { signal, redraw, drawBoard, playOn });
  const { game } = session;
  const { pick, hover, lift, drop, back, draggable } = session;
  const board = makeBoard({ label: "The game's board", pick, hover, lift, drop, back, draggable,
    keys: { e: session.end, u: () => session.undo("action"), h: () => session.can().act && session.askHint() } });
  const table = positionTable(), history = historyPanel(), who = sidesForm(session.change);
  const place = (name, more) => h("div", { class: `place-${name}`, ...more });
  const places = {
    status: place("status", { role: "status" }), happened: place("happened", { role: "status" }),
    plan: place("plan"), tools: place("tools"), top: place("top"), bottom: place("bottom"), keep: place("keep"),
  };
  const heading = h("h1", { tabindex: -1 });
  const root = h("div", { class: "play" },
    heading,
    h("div", { class: "play-board" }, places.status, board.element, places.happened),
    h("div", { class: "play-side" }, places.plan, places.tools, places.top, places.bottom, history.element,
      who.element, preferences(), places.keep),
    h("div", { class: "play-foot" }, table.element));

  // ---- the board

  function scene() {
    const view = session.open(), { choice, hint, hovered } = session;
    const begins = view.last && view.after === view.last.first + view.last.events.length;
    const last = begins && choice.troop === null && !choice.command && !hint ? view.last.events : [];
    const squares = last.flatMap(({ kind, from, to }) => (kind === "select" ? [] : [from, to].filter(Boolean)));
    return sceneOf(view, {
      flipped,
      marks: marksOf(view, game.reach, choice, { hovered: hovered && troopAt(view, hovered)?.id, last: squares }),
      arrows: hint ? hintArrows(hint) : arrowsOf(last, { faint: true }),
    });
  }

  function drawBoard(milliseconds = 0) {
    if (!session.playing) board.show(scene(), { milliseconds });
    const known = `${game.view.after} ${game.reach?.after}`;
    if (root.dataset.described !== known) table.show(game.view, canWords(game.view, game.reach));
    Object.assign(root.dataset, { described: known, reach: game.reach?.after ?? "" });
  }

  function playOn(events, boards, stop) {
    return playBack({
      events, boards, settings: boardSettings(), signal: stop,
      show: (position, more, milliseconds) => board.show(sceneOf(position, { flipped, ...more }), { milliseconds }),
      say: (event) => { places.happened.textContent = sentence(eventWords(event)); },
    });
  }

  // ---- the panels

  function redraw(milliseconds = 0) {
    const { view } = game;
    flipped ??= view.sides[0] !== "human" && view.sides[1] === "human";
    drawBoard(milliseconds);
    if (!session.playing) places.happened.textContent = session.happened;
    const focused = root.contains(document.activeElement);
    drawPanels(view);
    // What had the focus may be gone, such as a button that confirms: the board has it then.
    if (focused && !root.contains(document.activeElement)) board.focus();
    root.setAttribute("aria-busy", String(!session.free()));
    if (root.dataset.after !== String(view.after) || root.dataset.outcome !== String(!!view.outcome)) drawPosition(view);
    Object.assign(root.dataset, { after: view.after, outcome: !!view.outcome });
  }

  function drawPosition(view) {
    heading.textContent = `${view.names[0]} against ${view.names[1]}`;
    title(heading.textContent);
    history.show(view);
    refill(places.keep, keepPanel(view, copy));
  }

  function drawPanels(view) {
    const can = session.can();
    const panel = (side) => sidePanel(view, side,
      { press: can.act && side === view.player && session.command, chosen: session.choice.command });
    const [upper, lower] = flipped ? [0, 1] : [1, 0];
    refill(places.top, panel(upper));
    refill(places.bottom, panel(lower));
    refill(places.status, session.lost ? lostNotice() : turnLine(view, session),
      session.trouble && trouble(session.trouble, () => session.run("read", game.load)));
    refill(places.plan, planOf(view));
    refill(places.tools, toolBar(view, session, flip));
    who.show(view);
  }

  function planOf(view) {
    const { choice, hint, preview, act } = session;
    if (session.playing) return h("div", { class: "actions" }, h("button", { type: "button", onclick: session.skip }, "Skip"));
    if (view.outcome) return outcomePanel(view, { anew, typed });
    if (choice.plan) return planPanel(view, choice.plan, preview, { confirm: () => act(choice.plan.actions), cancel: back });
    const looked = view.troops.find((troop) => troop.id === choice.troop);
    if (looked) return troopPanel(looked, selecting(looked));
    if (choice.command) return h("p", { class: "advice" }, `${commandName(choice.command)}: choose its target. Escape takes it back.`);
    if (hint) return hintPanel(view, hint, { play: () => act(hint.turn.map(({ text }) => text)), close: back });
    return session.can().act && h("p", { class: "advice small soft" }, ADVICE[view.phase]);
  }

  /** What selects a troop, if it can be selected now. */
  function selecting(troop) {
    const action = session.open().actions.find((one) => one.kind === "select" && one.troop === troop.id);
    return action && (() => session.act([action.text]));
  }

  const lostNotice = () =>
    h("p", { class: "stale" }, "The server does not answer. The game is kept: this page goes on when the server is back.");

  // ---- what is not about the next action

  function flip() {
    flipped = !flipped;
    keep({ seed: typed, flip: flipped ? "1" : "0" });
    redraw();
  }

  const copy = () => tried(async () => {
    await navigator.clipboard.writeText(game.view.position);
    toast("The position is in the clipboard.");
  });

  /** The same setups and rules from the beginning; with another seed unless the same is wanted. */
  async function anew(sides, { sameSeed = false } = {}) {
    const seed = typed || sameSeed ? undefined : drawnSeed();
    const next = await tried(() => send("/games", { branch: { game: id, after: 0, seed }, sides }));
    if (next) go(gameAddress(next.game, typed));
  }

  onBoardSettings(() => redraw(), signal);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && session.free()) game.refresh(); }, { signal });
  await game.load();
  session.goOn();
  return root;
}
