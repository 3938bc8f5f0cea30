// Buttons, slider and keys that lead through a game.

import { h, svg } from "../lib/dom.js";
import { boardSettings, setBoardSetting, SPEEDS } from "../board/settings.js";

/** @typedef {"start" | "turnBack" | "back" | "on" | "turnOn" | "finish" | "play"} Step
 * @typedef {Partial<Record<Step, [shape: string, label: string]>>} Signs the shape of each button, and its label */

/** @type {Record<string, Step>} */
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turnBack", ArrowDown: "turnOn",
  Home: "start", End: "finish", " ": "play",
};
const TYPED = "input, select, textarea, .surface, summary, .scroll"; // these have keys of their own
const PRESSED = "button, a, [role=button]"; // and these the space bar

/** @type {Signs} */
const BACK = {
  start: ["M4 3 V17 H6 V3 Z M16 3 V17 L7 10 Z", "To the beginning (Home)"],
  turnBack: ["M10 3 V17 L2 10 Z M18 3 V17 L10 10 Z", "One turn back (arrow up)"],
  back: ["M14 3 V17 L5 10 Z", "One action back (arrow left)"],
};
/** @type {Signs} */
const ON = {
  on: ["M6 3 V17 L15 10 Z", "One action on (arrow right)"],
  turnOn: ["M2 3 V17 L10 10 Z M10 3 V17 L18 10 Z", "One turn on (arrow down)"],
  finish: ["M16 3 V17 H14 V3 Z M4 3 V17 L13 10 Z", "To the end (End)"],
};

/** What leads through a walk; `show(words)` when it has moved.
 * @param {{ walk: Walk, signal: AbortSignal }} given */
export function replayControls({ walk, signal }) {
  const slider = h("input", { type: "range", min: 0, max: walk.end, step: 1, "aria-label": "Action of the game",
    oninput: () => { walk.to(Number(slider.value)); } });
  /** @param {Signs} names */
  const signs = (names) => Object.entries(names).map(([name, [shape, label]]) =>
    h("button", { type: "button", class: "sign", "aria-label": label, title: label, onclick: () => walk[/** @type {Step} */ (name)]() },
      svg("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
        svg("path", { d: shape, fill: "currentColor" }))));
  const back = signs(BACK), on = signs(ON);
  const play = h("button", { type: "button", class: "primary", onclick: walk.play });
  const element = h("div", { class: "replay-controls", role: "group", "aria-label": "Replay" },
    slider, h("div", { class: "actions" }, back, play, on, speedChoice()));

  document.addEventListener("keydown", (event) => {
    const { key } = event, target = /** @type {Element} */ (event.target);
    if (!(key in KEYS) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.(TYPED) || (key === " " && target.closest?.(PRESSED))) return;
    event.preventDefault();
    walk[KEYS[key]]();
  }, { signal });

  /** @param {string} words */
  function show(words) {
    slider.value = String(walk.step);
    slider.setAttribute("aria-valuetext", words);
    play.textContent = walk.playing ? "Pause" : "Play";
    for (const one of back) one.disabled = walk.step === 0;
    for (const one of on) one.disabled = walk.step === walk.end;
  }

  return { element, show };
}

const speedChoice = () => h("label", { class: "inline" }, "Speed ",
  h("select", { onchange: ({ target }) => setBoardSetting("speed", Number(target.value)) },
    Object.entries(SPEEDS).map(([value, name]) =>
      h("option", { value, selected: Number(value) === boardSettings().speed }, name))));
