// Where one is in a game that is replayed, and how it plays by itself. It draws nothing:
// `moved(milliseconds)` is called for every step, and `stopped()` when it no longer plays by itself.

import { boardsOf } from "../board/replay.js";
import { boardSettings, stepTime } from "../board/settings.js";
import { rest } from "../play/playback.js";

const BETWEEN = 450; // milliseconds that autoplay rests after an action that is seen
const QUIET = ["select", "end"];

export function makeWalk({ replay, step, signal, moved, stopped }) {
  const { steps, turns } = replay, end = steps.length;
  const within = (n) => Math.max(0, Math.min(Number.isInteger(n) ? n : 0, end));
  const walk = { step: within(step), playing: null, end, boards: boardsOf(replay) };
  signal.addEventListener("abort", stop);

  /** The turn of the action that was played last; at the beginning the first one. */
  const turnAt = () => turns.findLast(({ first }) => first < walk.step) ?? turns[0];

  const turnBefore = () => turns.findLast(({ first }) => first < walk.step)?.first ?? 0;
  const turnAfter = () => turns.find(({ first }) => first > walk.step)?.first ?? end;

  /** What has happened of the turn. */
  const events = () => (turns.length ? steps.slice(turnAt().first, walk.step).map(({ event }) => event) : []);

  function go(step, seen = false) {
    walk.step = within(step);
    return moved(seen ? stepTime(boardSettings()) : 0);
  }

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
    const mine = (walk.playing = new AbortController());
    if (walk.step === end) walk.step = 0;
    while (!mine.signal.aborted && walk.step < end) {
      await go(walk.step + 1, true);
      if (!QUIET.includes(steps[walk.step - 1]?.event.kind)) await rest(BETWEEN / boardSettings().speed, mine.signal);
    }
    if (walk.playing === mine) stop();
    if (!signal.aborted) stopped();
  }

  return Object.assign(walk, { turnAt, events, to, stop, play,
    start: () => to(0), finish: () => to(end), back: () => to(walk.step - 1), on: () => to(walk.step + 1, true),
    turnBack: () => to(turnBefore()), turnOn: () => to(turnAfter()) });
}
