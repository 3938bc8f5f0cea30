// Plays actions back on a board, one after the other.

import { arrowsOf } from "../board/replay.js";
import { stepTime } from "../board/settings.js";
import { soundOf } from "./sound.js";

/** @typedef {object} Played
 * @property {GameEvent[]} events
 * @property {Boards} boards
 * @property {BoardSettings} settings
 * @property {(position: Position, more: Partial<Scene>, milliseconds: number) => Promise<unknown>} show
 * @property {(event: GameEvent) => void} say
 * @property {AbortSignal} signal */

const QUIET = ["select", "end"]; // shown, but without a rest
const STILL = 700; // milliseconds for each step if nothing moves

/** Show events with the boards after them: `boards(n)` is the position after n actions. `show(position,
 *  more, milliseconds)` draws one. Ends early when the signal is aborted.
 * @param {Played} played */
export async function playBack({ events, boards, settings, show, say, signal }) {
  const time = stepTime(settings);
  /** @type {GameEvent[]} */
  const shown = [];
  for (const event of events) {
    if (signal.aborted) return;
    shown.push(event);
    soundOf(event);
    say(event);
    const drawn = show(boards(event.n), { arrows: arrowsOf(shown), event }, time);
    if (QUIET.includes(event.kind)) continue;
    await Promise.race([drawn, aborted(signal)]);
    await rest(time ? time : STILL / settings.speed, signal);
  }
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
export const rest = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });

/** @param {AbortSignal} signal */
const aborted = (signal) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
