// Buttons, slider and keys that lead through a game.

import { h } from "../lib/dom.js";
import { boardSettings, setBoardSetting, SPEEDS } from "../board/settings.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "turnBack", ArrowDown: "turnOn", Home: "start", End: "end", " ": "play" };
const TYPED = "input, select, textarea, .surface, summary, .scroll"; // these have keys of their own
const PRESSED = "button, a"; // and these the space bar

const NAMES = {
  start: ["⏮", "To the beginning (Home)"], turnBack: ["⏪", "One turn back (arrow up)"], back: ["◀", "One action back (arrow left)"],
  on: ["▶", "One action on (arrow right)"], turnOn: ["⏩", "One turn on (arrow down)"], end: ["⏭", "To the end (End)"],
};

/** `act[name]()` for every name above and play; `to(step)` for the slider. */
export function replayControls({ act, to, signal }) {
  const slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Action of the game", oninput: () => to(Number(slider.value)) });
  const buttons = Object.entries(NAMES).map(([name, [sign, label]]) =>
    h("button", { type: "button", class: "sign", "aria-label": label, title: label, onclick: act[name] }, `${sign}\ufe0e`));
  const play = h("button", { type: "button", class: "primary", onclick: act.play });
  const speed = h("label", { class: "inline" }, "Speed ",
    h("select", { onchange: ({ target }) => setBoardSetting("speed", Number(target.value)) },
      Object.entries(SPEEDS).map(([value, name]) => h("option", { value, selected: Number(value) === boardSettings().speed }, name))));
  const element = h("div", { class: "replay-controls", role: "group", "aria-label": "Replay" },
    slider, h("div", { class: "actions" }, buttons.slice(0, 3), play, buttons.slice(3), speed));

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!(key in KEYS) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.(TYPED) || (key === " " && target.closest?.(PRESSED))) return;
    event.preventDefault();
    act[KEYS[key]]();
  }, { signal });

  function show({ step, of, playing, words }) {
    Object.assign(slider, { max: of, value: step });
    slider.setAttribute("aria-valuetext", words);
    play.textContent = playing ? "Pause" : "Play";
    buttons.forEach((button, n) => { button.disabled = n < 3 ? step === 0 : step === of; });
  }

  return { element, show };
}
