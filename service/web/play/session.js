// A game that is being played at this screen: what is chosen, what is waited for, whose turn is
// next. It draws nothing: `redraw(milliseconds)` is called when something has changed, `drawBoard()`
// when nothing but the board has, and `playOn(events, boards, signal)` shows what an agent has played.
//
//   people ─▶ hands: pick, drop, command ... ─▶ choice.js ─▶ course: act, run ─▶ asking.js ─▶ server
//                                                                                   │
//   screen ◀─ redraw ◀────── course: changed ◀──────────────────────────────────────┘─▶ goOn: the agent's turn

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

/** @typedef {object} Screen
 * @property {AbortSignal} signal
 * @property {(milliseconds?: number) => void} redraw
 * @property {() => void} drawBoard
 * @property {(events: GameEvent[], boards: Boards, signal: AbortSignal) => Promise<void>} playOn */

/** @typedef {ReturnType<typeof beginning>} State
 * @typedef {ReturnType<typeof abilities>} Abilities
 * @typedef {ReturnType<typeof courseOf>} Course */

/** @param {string} id @param {Screen} screen */
export function makeSession(id, screen) {
  /** @type {PlayedGame} */
  const game = gameAt(id, {
    signal: screen.signal, changed: (view, before) => course.changed(view, before), conflict,
    lost: () => course.setLost(true), back: () => course.setLost(false),
  });
  const state = beginning(game);
  const able = abilities(state);
  const course = courseOf(state, able, screen);
  const { goOn, run, act, playLast, skip } = course;
  return Object.assign(state, able, { goOn, run, act, playLast, skip }, handsOf(state, able, course, screen));
}

/** @param {PlayedGame} game */
const beginning = (game) => ({
  game,
  // what a person is about to do
  choice: NOTHING,
  hovered: /** @type {Square | null} */ (null),
  preview: /** @type {Preview | null} */ (null),
  hint: /** @type {Hint | null} */ (null),
  hinter: "medium",
  resigning: false,
  // what is waited for
  busy: "",
  playing: /** @type {AbortController | null} */ (null),
  lost: false,
  trouble: /** @type {Error | null} */ (null),
  paused: false,
  happened: "",
});

/** The server refused something: the game has gone on elsewhere, or it says why.
 * @param {Error} error @param {boolean} wentOn */
function conflict(error, wentOn) {
  toast(wentOn ? "The game has gone on in another tab. It is shown as it stands now." : error.message);
}

/** What can be done.
 * @param {State} state */
function abilities(state) {
  const { game } = state;
  const free = () => !state.busy && !state.playing && !state.lost;

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

  return { free, can, open };
}

/** How the game goes on: actions are sent, agents play, and what has changed is shown.
 * @param {State} state @param {Abilities} able @param {Screen} screen */
function courseOf(state, { free, can }, { signal, redraw, drawBoard, playOn }) {
  const { game } = state;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let nextTurn; // the timer of an agent's turn
  signal.addEventListener("abort", () => clearTimeout(nextTurn));
  signal.addEventListener("abort", skip);

  /** @param {View} view @param {View | null} before */
  async function changed(view, before) {
    Object.assign(state, { choice: NOTHING, preview: null, hint: null, resigning: false });
    const fresh = before ? (view.last?.events ?? []).filter(({ n }) => n > before.after) : [];
    const byAgent = fresh.length > 0 && view.played.length > 0;
    if (byAgent && boardSettings().animations) await playBack(fresh);
    if (signal.aborted) return;
    const said = byAgent || !before ? turnWords(view.last?.events ?? []) : changeWords(before, view);
    state.happened = view.outcome ? `${said} ${sentence(view.outcome.text)}` : said;
    if (view.outcome && before && !before.outcome) sound("over");
    redraw(before && !byAgent ? stepTime(boardSettings()) : 0);
    game.readReach().then(() => drawBoard(), () => {}); // without it nothing but reach is missing
  }

  /** @param {boolean} lost */
  function setLost(lost) {
    state.lost = lost;
    redraw();
    if (!lost) goOn();
  }

  /** Ask the server for something, one thing at a time; then the next one goes on.
   * @param {string} busy @param {() => Promise<unknown>} call */
  async function run(busy, call) {
    if (state.busy || state.lost) return;
    Object.assign(state, { busy, trouble: null });
    if (game.view) redraw();
    try {
      await call();
    } catch (error) {
      const problem = /** @type {Error & { status?: number }} */ (error);
      if (!signal.aborted && problem.status !== 0) state.trouble = problem;
    }
    state.busy = "";
    if (signal.aborted) return;
    redraw();
    if (!state.trouble) goOn();
  }

  /** @param {string[]} actions */
  function act(actions) {
    sound(actions[actions.length - 1].split(" ")[0]);
    return run("act", () => game.act(actions));
  }

  /** Agents play by themselves; turns with nothing left to do end, where that is wished. */
  function goOn() {
    clearTimeout(nextTurn);
    const { view } = game;
    if (signal.aborted || !free() || view.outcome) return;
    if (view.sides[view.player] === "human") {
      if (boardSettings().ends && can().end && can().endOnly) act(["end"]);
    } else if (!state.paused) {
      const pause = view.sides.includes("human") ? 0 : BETWEEN / boardSettings().speed;
      nextTurn = setTimeout(() => { if (free() && !state.paused) run("agent", game.agent); }, pause);
    }
  }

  /** @param {GameEvent[]} events */
  async function playBack(events) {
    const boards = boardsOf(await game.replay(events[0].n - 1));
    state.playing = new AbortController();
    redraw();
    await playOn(events, boards, state.playing.signal);
    state.playing = null;
  }

  async function playLast() {
    await tried(() => playBack(game.view.last?.events ?? []));
    redraw();
    goOn();
  }

  function skip() {
    state.playing?.abort();
  }

  return { changed, setLost, run, act, goOn, playLast, skip };
}

/** What people do at the board and beside it.
 * @param {State} state @param {Abilities} able @param {Course} course @param {Screen} screen */
function handsOf(state, { free, can, open }, { run, act, goOn, skip }, { redraw, drawBoard }) {
  const { game } = state;
  let touch = false; // whether the last square was chosen by a finger: then moves are asked about too

  /** @type {Asks} */
  const asks = (kind) => (kind === "move" || kind === "select" ? touch && kind === "move" : touch || boardSettings().confirm);

  /** @param {Chosen} chosen */
  function take({ choice, play }) {
    Object.assign(state, { choice, hint: null });
    if (play) return void act(play);
    if (choice.plan) askPreview(choice.plan);
    redraw();
  }

  /** @param {Plan} plan */
  async function askPreview(plan) {
    state.preview = null;
    const preview = await tried(() => game.preview(plan.actions));
    if (state.choice.plan !== plan || !preview) return;
    state.preview = preview;
    redraw();
  }

  /** @param {Partial<State>} values */
  function put(values) {
    Object.assign(state, values);
    redraw();
  }

  /** @param {Square} at @param {Touched} how */
  function pick(at, how) {
    if (state.playing) return skip();
    touch = how.touch;
    if (free()) take(picked(open(), game.reach, state.choice, at, asks));
  }

  function back() {
    if (state.playing) return skip();
    put({ choice: takenBack(state.choice), resigning: false, hint: null });
  }

  return {
    pick, back, put,
    /** @param {Square | null} at */
    hover: (at) => {
      state.hovered = at;
      if (free() && state.choice.troop === null) drawBoard();
    },
    /** @param {Square} at */
    lift: (at) => {
      touch = false;
      put({ choice: { ...NOTHING, troop: troopAt(game.view, at)?.id ?? null } });
    },
    /** @param {Square} from @param {Square | null} to */
    drop: (from, to) => (to ? take(dragged(open(), game.reach, from, to, asks)) : back()),
    /** @param {Square} at */
    draggable: (at) => free() && canDrag(open(), at),
    /** @param {string} slug */
    command: (slug) => take(commanded(open(), state.choice, slug, asks)),
    end: () => can().end && act(["end"]),
    /** @param {"action" | "turn"} what */
    undo: (what) => run("undo", () => game.undo(what)),
    resign: () => run("resign", () => game.resign(game.view.player)),
    /** @param {number} side @param {string} player */
    change: (side, player) => run("sides", () => game.sides(game.view.sides.with(side, player))),
    pause: () => { put({ paused: !state.paused }); goOn(); },
    askHint: () => run("hint", async () => {
      state.choice = NOTHING;
      state.hint = { ...(await game.hint(state.hinter)), by: state.hinter };
    }),
  };
}
