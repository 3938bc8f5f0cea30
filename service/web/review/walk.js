// Where one is in a game that is replayed, and how it plays by itself. It draws nothing:
// `moved(milliseconds)` is called for every step, and `stopped()` when it no longer plays by itself.

import { boardSettings, stepTime } from "../board/settings.js";
import { tried } from "../parts/notice.js";
import { rest } from "../play/playback.js";

/** @typedef {object} WalkGiven
 * @property {Replay} replay
 * @property {number} step
 * @property {AbortSignal} signal
 * @property {(milliseconds: number) => Promise<unknown>} moved
 * @property {() => void} stopped */

const BETWEEN = 450; // milliseconds that autoplay rests after an action that is seen
const QUIET = ["select", "end"];
const AHEAD = 60; // actions that are read before they are wanted

/** @param {WalkGiven} given */
export function makeWalk({ replay, step, signal, moved, stopped }) {
  const { end, event, turnOf } = replay;
  /** @param {number} n */
  const within = (n) => Math.max(0, Math.min(Number.isInteger(n) ? n : 0, end));
  const walk = { step: within(step), playing: /** @type {AbortController | null} */ (null), end };
  let wanted = walk.step; // the step that is shown once it is read
  signal.addEventListener("abort", stop);

  /** The turn of the action that was played last; at the beginning the first one. */
  const turnAt = () => turnOf(Math.max(0, walk.step - 1));

  const turnBefore = () => turnAt().first;

  function turnAfter() {
    if (walk.step === end) return end;
    const { first, actions } = turnOf(walk.step);
    return first + actions;
  }

  /** What has happened of the turn. */
  function events() {
    const { first } = turnAt();
    return Array.from({ length: walk.step - first }, (_, n) => event(first + n));
  }

  /** @param {number} step */
  async function go(step, seen = false) {
    const mine = within(step), ahead = within(mine + AHEAD);
    wanted = mine;
    if (!replay.has(mine)) {
      await tried(() => replay.need(mine));
      if (!replay.has(mine) || wanted !== mine || signal.aborted) return;
    }
    walk.step = mine;
    if (!replay.has(ahead)) replay.need(ahead).catch(() => {});
    await moved(seen ? stepTime(boardSettings()) : 0);
  }

  /** @param {number} step @param {boolean} [seen] */
  function to(step, seen) {
    stop();
    return go(step, seen);
  }

  function stop() {
    walk.playing?.abort();
    walk.playing = null;
  }

  async function play() {
    if (walk.playing) {
      stop();
      return stopped();
    }
    const mine = new AbortController();
    walk.playing = mine;
    if (walk.step === end) walk.step = 0;
    while (!mine.signal.aborted && walk.step < end) {
      const next = walk.step + 1;
      await go(next, true);
      if (walk.step !== next) break;
      if (!QUIET.includes(event(walk.step - 1).kind)) await rest(BETWEEN / boardSettings().speed, mine.signal);
    }
    if (walk.playing === mine) stop();
    if (!signal.aborted) stopped();
  }

  return Object.assign(walk, { turnAt, events, to, stop, play,
    start: () => to(0), finish: () => to(end), back: () => to(walk.step - 1), on: () => to(walk.step + 1, true),
    turnBack: () => to(turnBefore()), turnOn: () => to(turnAfter()) });
}
