// How this browser's user likes boards: kept here, used by every page with a board.

import { remember, remembered } from "../lib/settings.js";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {Record<string, string>} */
export const SPEEDS = { 0.5: "slow", 1: "normal", 2: "fast", 4: "very fast" };
/** @type {Record<string, string>} */
export const SCHEMES = { standard: "Blue and orange", safe: "Colour-blind safe, with shapes" };

const DEFAULTS = { sound: false, speed: 1, scheme: "standard", confirm: true, ends: false };

/** sound, animations, speed, scheme, confirm (ask before attacks), ends (end turns with nothing left to do).
 * @returns {typeof DEFAULTS & { animations: boolean }} */
export const boardSettings = () => ({ ...DEFAULTS, animations: !calm(), ...remembered("board", {}) });

/** The colours of the sides hold for boards and for what stands beside them.
 * @param {{ scheme: string }} settings */
function colour({ scheme }) {
  document.documentElement.dataset.scheme = scheme;
}

/** @type {Set<(settings: typeof DEFAULTS & { animations: boolean }) => void>} */
const listeners = new Set([colour]);
colour(boardSettings());

/** @param {string} name @param {unknown} value */
export function setBoardSetting(name, value) {
  remember("board", { ...remembered("board", {}), [name]: value });
  for (const listener of listeners) listener(boardSettings());
}

/** @param {(settings: BoardSettings) => void} listener @param {AbortSignal} [signal] */
export function onBoardSettings(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** Milliseconds of a step that is seen to happen; 0 if nothing is to move.
 * @param {{ animations: boolean, speed: number }} settings */
export const stepTime = ({ animations, speed }) => (animations ? 320 / speed : 0);
