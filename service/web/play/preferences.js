// How the board is liked: sound, animations, colours, what is asked.

import { boardSettings, SCHEMES, setBoardSetting, SPEEDS } from "../board/settings.js";
import { h, unique } from "../lib/dom.js";

export function preferences() {
  const now = boardSettings();
  return h("details", { class: "preferences" },
    h("summary", {}, "Settings of the board"),
    tick("animations", "Show moves as movement", now.animations),
    choice("speed", "Speed", SPEEDS, now.speed, Number),
    choice("scheme", "Colours", SCHEMES, now.scheme, String),
    tick("sound", "Sound", now.sound),
    tick("confirm", "Ask before attacks and commands, and show what they would do", now.confirm),
    tick("ends", "End a turn in which nothing else can be done", now.ends));
}

/** @param {string} name @param {string} label @param {boolean} checked */
function tick(name, label, checked) {
  const id = unique(name);
  return h("div", { class: "field line" },
    h("input", { type: "checkbox", id, checked, onchange: ({ target }) => setBoardSetting(name, target.checked) }),
    h("label", { for: id }, label));
}

/** @template {string | number} Value
 * @param {string} name @param {string} label @param {Record<string, string>} choices @param {Value} chosen
 * @param {(text: string) => Value} read */
function choice(name, label, choices, chosen, read) {
  const id = unique(name);
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { id, onchange: ({ target }) => setBoardSetting(name, read(target.value)) },
      Object.entries(choices).map(([value, text]) => h("option", { value, selected: read(value) === chosen }, text))));
}
