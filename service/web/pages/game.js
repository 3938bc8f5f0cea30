// The page of a game: the board and the panels around it, drawn from the session.

import { gameAddress, go, keep } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { drawnBeside, h, refill } from "../lib/dom.js";
import { toast, tried, trouble } from "../parts/notice.js";
import { makeBoard } from "../board/board.js";
import { arrowsOf } from "../board/replay.js";
import { boardSettings, onBoardSettings } from "../board/settings.js";
import { sceneOf, troopAt } from "../board/state.js";
import { positionTable } from "../board/table.js";
import { eventWords, sentence } from "../board/words.js";
import { marksOf } from "../play/choice.js";
import { hintArrows } from "../play/hint.js";
import { historyPanel } from "../play/history.js";
import { drawnSeed } from "../play/new_game.js";
import { panelOf } from "../play/panels.js";
import { playBack } from "../play/playback.js";
import { preferences } from "../play/preferences.js";
import { canWords, turnLine } from "../play/saying.js";
import { makeSession } from "../play/session.js";
import { sidePanel } from "../play/sides.js";
import { keepPanel, sidesForm, toolBar } from "../play/tools.js";

/** @param {PageGiven} page */
export default async function gamePage({ params: [id], query, signal, title }) {
  let flipped = query.has("flip") ? query.get("flip") === "1" : null;
  const typed = query.get("seed"); // a seed that was typed stays when the game is played again
  /** @type {Session} */
  const session = makeSession(id, { signal, redraw, drawBoard, playOn });
  const { game } = session;
  const { pick, hover, lift, drop, back, draggable } = session;
  const board = makeBoard({ label: "The game's board", pick, hover, lift, drop, back, draggable,
    keys: { e: session.end, u: () => session.undo("action"), h: () => session.can().act && session.askHint() } });
  const table = positionTable(), history = historyPanel(), who = sidesForm(session.change);
  const { root, heading, places } = layout(board, table, history, who);

  function drawBoard(milliseconds = 0) {
    if (!session.playing) board.show(sceneAt(session, flipped ?? false), { milliseconds });
    const known = `${game.view.after} ${game.reach?.after}`;
    if (root.dataset.described !== known) table.show(game.view, canWords(game.view, game.reach));
    Object.assign(root.dataset, { described: known, reach: game.reach?.after ?? "" });
  }

  /** @param {GameEvent[]} events @param {Boards} boards @param {AbortSignal} stop */
  function playOn(events, boards, stop) {
    return playBack({
      events, boards, settings: boardSettings(), signal: stop,
      show: (position, more, milliseconds) => board.show(sceneOf(position, { flipped: flipped ?? false, ...more }), { milliseconds }),
      say: (event) => { places.happened.textContent = sentence(eventWords(event)); },
    });
  }

  function redraw(milliseconds = 0) {
    const { view } = game;
    flipped ??= view.sides[0] !== "human" && view.sides[1] === "human";
    drawBoard(milliseconds);
    if (!session.playing) places.happened.textContent = session.happened;
    drawnBeside(root, board, () => drawPanels(view));
    root.setAttribute("aria-busy", String(!session.free()));
    if (root.dataset.after !== String(view.after) || root.dataset.outcome !== String(!!view.outcome)) drawPosition(view);
    Object.assign(root.dataset, { after: view.after, outcome: !!view.outcome });
  }

  /** @param {View} view */
  function drawPosition(view) {
    heading.textContent = `${view.names[0]} against ${view.names[1]}`;
    title(heading.textContent);
    history.show(view);
    refill(places.keep, keepPanel(view, copy));
  }

  /** @param {View} view */
  function drawPanels(view) {
    const can = session.can();
    const panel = (/** @type {number} */ side) => sidePanel(view, side,
      { press: can.act && side === view.player && session.command, chosen: session.choice.command });
    const [upper, lower] = flipped ? [0, 1] : [1, 0];
    refill(places.top, panel(upper));
    refill(places.bottom, panel(lower));
    refill(places.status, session.lost ? lostNotice() : turnLine(view, session),
      session.trouble && trouble(session.trouble, () => session.run("read", game.load)));
    refill(places.plan, panelOf(view, session, { anew, typed }));
    refill(places.tools, toolBar(view, session, flip));
    who.show(view);
  }

  function flip() {
    flipped = !flipped;
    keep({ seed: typed, flip: flipped ? "1" : "0" });
    redraw();
  }

  const copy = () => tried(async () => {
    await navigator.clipboard.writeText(game.view.position);
    toast("The position is in the clipboard.");
  });

  /** The same setups and rules from the beginning; with another seed unless the same is wanted.
   * @param {string[]} sides */
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

/** The places on the page, and what stands in them from the beginning.
 * @param {Board} board @param {{ element: HTMLElement }} table @param {{ element: HTMLElement }} history
 * @param {{ element: HTMLElement }} who */
function layout(board, table, history, who) {
  const place = (/** @type {string} */ name, more = {}) => h("div", { class: `place-${name}`, ...more });
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
  return { root, heading, places };
}

/** What the board shows between two actions.
 * @param {Session} session @param {boolean} flipped */
function sceneAt(session, flipped) {
  const view = session.open(), { game, choice, hint, hovered } = session, { last } = view;
  const begins = last && view.after === last.first + last.events.length;
  const events = begins && choice.troop === null && !choice.command && !hint ? last.events : [];
  const squares = events.flatMap(({ kind, from, to }) => (kind === "select" ? [] : [from, to])).filter((at) => at !== null);
  return sceneOf(view, {
    flipped,
    marks: marksOf(view, game.reach, choice, { hovered: hovered && troopAt(view, hovered)?.id, last: squares }),
    arrows: hint ? hintArrows(hint) : arrowsOf(events, { faint: true }),
  });
}

const lostNotice = () =>
  h("p", { class: "stale" }, "The server does not answer. The game is kept: this page goes on when the server is back.");
