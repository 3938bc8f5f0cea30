// How this browser's user likes boards: kept here, used by every page with a board.

import { remember, remembered } from "../lib/settings.js";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const SPEEDS = { 0.5: "slow", 1: "normal", 2: "fast", 4: "very fast" };
export const SCHEMES = { standard: "Blue and orange", safe: "Colour-blind safe, with shapes" };

const DEFAULTS = { sound: false, speed: 1, scheme: "standard", confirm: true, ends: false };

/** sound, animations, speed, scheme, confirm (ask before attacks), ends (end turns with nothing left to do). */
export const boardSettings = () => ({ ...DEFAULTS, animations: !calm(), ...remembered("board", {}) });

/** The colours of the sides hold for boards and for what stands beside them. */
function colour({ scheme }) {
  document.documentElement.dataset.scheme = scheme;
}

const listeners = new Set([colour]);
colour(boardSettings());

export function setBoardSetting(name, value) {
  remember("board", { ...remembered("board", {}), [name]: value });
  listeners.forEach((listener) => listener(boardSettings()));
}

export function onBoardSettings(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** Milliseconds of a step that is seen to happen; 0 if nothing is to move. */
export const stepTime = ({ animations, speed }) => (animations ? 320 / speed : 0);
