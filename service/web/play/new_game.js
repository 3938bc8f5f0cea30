// The form of a new game: two setups, who plays, rules, action space, seed; or a position or record.

import { keep } from "../lib/address.js";
import { ask, send } from "../lib/ask.js";
import { fill, h, settled, unique } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { wholeNumber } from "../lib/json.js";
import { trouble } from "../parts/notice.js";
import { recordChoices } from "../parts/record_choices.js";
import { formationPicture } from "../parts/setup_picture.js";
import { SIDES } from "../board/words.js";
import { STRENGTHS } from "./hint.js";

const SPACES = {
  thesis: "thesis: one move a turn, wasted actions left out",
  full: "full: everything that the rules allow",
};
const OTHER = "other agent";

/** @typedef {{ first: string, second: string, who: string[], set: string, actions: string, seed: string, text: string }} Asked
 * @typedef {(name: keyof Asked, value: string | string[]) => void} Note notes what was typed */

/** @param {{ query: URLSearchParams, signal: AbortSignal, begun(view: View, seed?: string): void }} given */
export function newGame({ query, signal, begun }) {
  /** @type {Asked} */
  const asked = {
    first: query.get("first") ?? "Default", second: query.get("second") ?? "Rush",
    who: [query.get("who") ?? "human", query.get("against") ?? "quick"],
    set: query.getAll("set").join("\n"), actions: query.get("actions") ?? "thesis", seed: query.get("seed") ?? "",
    text: "",
  };
  const names = h("datalist", { id: unique("setups") });
  const fault = h("div");
  knownNames(signal).then((known) => fill(names, known.map((name) => h("option", { value: name }))), () => {});

  /** @type {Note} */
  const note = (name, value) => {
    Object.assign(asked, { [name]: value });
    const { first, second, who, set, actions, seed } = asked;
    keep({ first, second, who: who[0], against: who[1], set: lines(set), actions, seed });
  };

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    try {
      const answer = await send("/games", bodyOf(asked), { signal });
      if (answer.choices) fill(fault, recordChoices(answer.choices, (pick) => start({ ...bodyOf(asked), pick })));
      else begun(answer, asked.text.trim() ? "" : asked.seed);
    } catch (error) {
      if (!signal.aborted) fill(fault, trouble(error));
    }
  }

  /** @param {Record<string, unknown>} body */
  async function start(body) {
    try {
      begun(await send("/games", body, { signal }));
    } catch (error) {
      fill(fault, trouble(error));
    }
  }

  return h("form", { class: "new-game", onsubmit: begin }, names,
    h("div", { class: "columns" }, [0, 1].map((side) => sideFields(asked, side, names.id, note, signal))),
    h("details", { open: !!(asked.set || asked.seed || asked.actions !== "thesis") },
      h("summary", {}, "Rules, action space and seed"),
      field("Changes of the rules", "One a line, such as scout.movement=2 or obstacles=6.", (id) =>
        h("textarea", { id, rows: 3, value: asked.set, spellcheck: "false",
          oninput: ({ target }) => note("set", target.value) })),
      field("Action space", null, (id) =>
        h("select", { id, onchange: ({ target }) => note("actions", target.value) },
          Object.entries(SPACES).map(([value, text]) => h("option", { value, selected: value === asked.actions }, text)))),
      field("Seed", "Empty: another one each time.", (id) =>
        h("input", { id, type: "number", min: 0, step: 1, value: asked.seed,
          oninput: ({ target }) => note("seed", target.value) }))),
    h("details", {},
      h("summary", {}, "From a position or a record"),
      field("Position or record", "The line of a position, or recorded games as this program writes them. " +
        "Setups and rules above are not used.", (id) =>
        h("textarea", { id, rows: 4, spellcheck: "false", oninput: ({ target }) => { asked.text = target.value; } }))),
    fault,
    h("div", { class: "actions" }, h("button", { class: "primary" }, "Begin the game")));
}

export const drawnSeed = () => Math.floor(Math.random() * 2 ** 31);

/** @param {string} text */
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** @param {Asked} asked */
function bodyOf({ first, second, who, set, actions, seed, text }) {
  const sides = who.map((name) => name.trim() || "human");
  const given = text.trim();
  if (given) return given.startsWith("{") ? { record: given, sides } : { position: given, sides };
  return { first, second, sides, set: lines(set), actions, seed: seed === "" ? drawnSeed() : wholeNumber(seed) ?? seed };
}

/** @param {AbortSignal} signal @returns {Promise<string[]>} */
async function knownNames(signal) {
  const lists = await Promise.all([ask("/setups", { signal }), ask("/setups", { params: { own: true }, signal })]);
  return lists.flat().map(({ name }) => name).filter(Boolean);
}

/** @param {string} label @param {string | null} about @param {(id: string) => HTMLElement} input */
function field(label, about, input) {
  const id = unique("field");
  return h("div", { class: "field" }, h("label", { for: id }, label), input(id), about && h("p", { class: "about" }, about));
}

/** @param {Asked} asked @param {number} side @param {string} list @param {Note} note @param {AbortSignal} signal */
function sideFields(asked, side, list, note, signal) {
  const name = side ? "second" : "first";
  const looked = h("div", { class: "looked", "aria-live": "polite" });
  const look = async () => {
    try {
      const found = await ask("/setups/check", { params: { setup: asked[name], set: lines(asked.set) }, signal });
      fill(looked, found.formation && formationPicture(found.formation),
        h("p", { class: "small soft" }, `${plural(found.points, "point")}: ${found.setup}`));
    } catch (error) {
      if (!signal.aborted) fill(looked, h("p", { class: "fault bad small" }, /** @type {Error} */ (error).message));
    }
  };
  const later = settled(300, look);
  look();
  return h("fieldset", { class: `side${side}` }, h("legend", {}, `${SIDES[side]} side`),
    field("Setup", "A name, or a text such as SSCCC:charge.", (id) =>
      h("input", { id, list, value: asked[name], autocomplete: "off", spellcheck: "false", required: true,
        oninput: ({ target }) => { note(name, target.value); later(); } })),
    looked,
    whoField(asked, side, note));
}

/** @param {Asked} asked @param {number} side @param {Note} note */
function whoField(asked, side, note) {
  const known = ["human", ...STRENGTHS];
  /** @param {string} value */
  const change = (value) => note("who", asked.who.with(side, value));
  const own = h("input", { "aria-label": "The agent's text", placeholder: "fpu:advances=500", spellcheck: "false",
    value: known.includes(asked.who[side]) ? "" : asked.who[side], hidden: known.includes(asked.who[side]),
    oninput: ({ target }) => change(target.value) });
  const choose = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
    own.hidden = target.value !== OTHER;
    change(target.value === OTHER ? own.value : target.value);
  };
  const chosen = known.includes(asked.who[side]) ? asked.who[side] : OTHER;
  return h("div", {},
    field("Played by", null, (id) => h("select", { id, onchange: choose },
      [...known, OTHER].map((value) =>
        h("option", { value, selected: value === chosen }, value === "human" ? "you" : value)))),
    own);
}
