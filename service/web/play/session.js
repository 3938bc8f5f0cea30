// A game that is being played at this screen: what is chosen, what is waited for, whose turn is
// next. It draws nothing: `redraw(milliseconds)` is called when something has changed, `drawBoard()`
// when nothing but the board has, and `playOn(events, boards, signal)` shows what an agent has played.
//
//   people ─▶ pick, drop, command, act ... ─▶ choice.js ─▶ asking.js ─▶ server
//                                                             │
//   screen ◀─ redraw ◀────────── changed ◀────────────────────┘─▶ goOn: the agent's turn

import { boardsOf } from "../board/replay.js";
import { boardSettings, stepTime } from "../board/settings.js";
import { troopAt } from "../board/state.js";
import { sentence, turnWords } from "../board/words.js";
import { toast, tried } from "../parts/notice.js";
import { gameAt } from "./asking.js";
import { canDrag, commanded, dragged, NOTHING, picked, takenBack } from "./choice.js";
import { changeWords } from "./saying.js";
import { sound } from "./sound.js";

const BETWEEN = 250; // milliseconds between the turns of two agents

export function makeSession(id, { signal, redraw, drawBoard, playOn }) {
  const game = gameAt(id, { signal, changed, conflict, lost: () => setLost(true), back: () => setLost(false) });
  const session = {
    game,
    choice: NOTHING, hovered: null, preview: null, // what a person is about to do
    hint: null, hinter: "medium", resigning: false,
    busy: "", playing: null, lost: false, trouble: null, paused: false, // what is waited for
    happened: "",
  };
  let touch = false; // whether the last square was chosen by a finger: then moves are asked about too
  let nextTurn; // the timer of an agent's turn
  signal.addEventListener("abort", () => clearTimeout(nextTurn));
  signal.addEventListener("abort", skip);

  // ---- what can be done

  const free = () => !session.busy && !session.playing && !session.lost;

  function can() {
    const { view } = game;
    const act = free() && !view.outcome && view.sides[view.player] === "human";
    return {
      act,
      end: act && view.actions.some(({ kind }) => kind === "end"),
      endOnly: view.actions.every(({ kind }) => kind === "end"),
    };
  }

  /** The view as far as one may act: without actions while another plays. */
  const open = () => (can().act ? game.view : { ...game.view, actions: [] });

  const asks = (kind) => (kind === "move" || kind === "select" ? touch && kind === "move" : touch || boardSettings().confirm);

  // ---- the game changes

  async function changed(view, before) {
    Object.assign(session, { choice: NOTHING, preview: null, hint: null, resigning: false });
    const fresh = before ? (view.last?.events ?? []).filter(({ n }) => n > before.after) : [];
    const byAgent = fresh.length > 0 && view.played.length > 0;
    if (byAgent && boardSettings().animations) await playBack(fresh);
    if (signal.aborted) return;
    const said = byAgent || !before ? turnWords(view.last?.events ?? []) : changeWords(before, view);
    session.happened = view.outcome ? `${said} ${sentence(view.outcome.text)}` : said;
    if (view.outcome && before && !before.outcome) sound("over");
    redraw(before && !byAgent ? stepTime(boardSettings()) : 0);
    game.readReach().then(() => drawBoard(), () => {}); // without it nothing but reach is missing
  }

  /** The server refused something: the game has gone on elsewhere, or it says why. */
  function conflict(error, wentOn) {
    toast(wentOn ? "The game has gone on in another tab. It is shown as it stands now." : error.message);
  }

  function setLost(lost) {
    session.lost = lost;
    redraw();
    if (!lost) goOn();
  }

  /** Ask the server for something, one thing at a time; then the next one goes on. */
  async function run(busy, call) {
    if (session.busy || session.lost) return;
    Object.assign(session, { busy, trouble: null });
    if (game.view) redraw();
    try {
      await call();
    } catch (error) {
      if (!signal.aborted && error.status !== 0) session.trouble = error;
    }
    session.busy = "";
    if (signal.aborted) return;
    redraw();
    if (!session.trouble) goOn();
  }

  /** Agents play by themselves; turns with nothing left to do end, where that is wished. */
  function goOn() {
    clearTimeout(nextTurn);
    const { view } = game;
    if (signal.aborted || !free() || view.outcome) return;
    if (view.sides[view.player] === "human") {
      if (boardSettings().ends && can().end && can().endOnly) act(["end"]);
    } else if (!session.paused) {
      const pause = view.sides.includes("human") ? 0 : BETWEEN / boardSettings().speed;
      nextTurn = setTimeout(() => { if (free() && !session.paused) run("agent", game.agent); }, pause);
    }
  }

  async function playBack(events) {
    const boards = boardsOf(await game.replay(events[0].n - 1));
    session.playing = new AbortController();
    redraw();
    await playOn(events, boards, session.playing.signal);
    session.playing = null;
  }

  function skip() {
    session.playing?.abort();
  }

  // ---- what people do

  function take({ choice, play }) {
    Object.assign(session, { choice, hint: null });
    if (play) return act(play);
    if (choice.plan) askPreview(choice.plan);
    redraw();
  }

  async function askPreview(plan) {
    session.preview = null;
    const preview = await tried(() => game.preview(plan.actions));
    if (session.choice.plan !== plan || !preview) return;
    session.preview = preview;
    redraw();
  }

  function act(actions) {
    sound(actions.at(-1).split(" ")[0]);
    return run("act", () => game.act(actions));
  }

  function pick(at, how) {
    if (session.playing) return skip();
    touch = how.touch;
    if (free()) take(picked(open(), game.reach, session.choice, at, asks));
  }

  function hover(at) {
    session.hovered = at;
    if (free() && session.choice.troop === null) drawBoard();
  }

  function lift(at) {
    touch = false;
    session.choice = { ...NOTHING, troop: troopAt(game.view, at).id };
    redraw();
  }

  function drop(from, to) {
    if (to) take(dragged(open(), game.reach, from, to, asks));
    else back();
  }

  function back() {
    if (session.playing) return skip();
    Object.assign(session, { choice: takenBack(session.choice), resigning: false, hint: null });
    redraw();
  }

  function put(values) {
    Object.assign(session, values);
    redraw();
  }

  const askHint = () => run("hint", async () => {
    session.choice = NOTHING;
    session.hint = { ...(await game.hint(session.hinter)), by: session.hinter };
  });

  async function playLast() {
    await tried(() => playBack(game.view.last.events));
    redraw();
    goOn();
  }

  return Object.assign(session, {
    free, can, open, run, goOn, pick, hover, lift, drop, back, act, put, askHint, playLast, skip,
    draggable: (at) => free() && canDrag(open(), at),
    command: (slug) => take(commanded(open(), session.choice, slug, asks)),
    end: () => can().end && act(["end"]),
    undo: (what) => run("undo", () => game.undo(what)),
    resign: () => run("resign", () => game.resign(game.view.player)),
    change: (side, player) => run("sides", () => game.sides(game.view.sides.with(side, player))),
    pause: () => { put({ paused: !session.paused }); goOn(); },
  });
}
