// The filter of setups: one field, and chips that put words into it.

import { h, refill } from "../../lib/dom.js";

const EXAMPLES = [
  ["C>=2", "two champions or more"],
  ["S+F<=4", "four scouts and foot soldiers at most"],
  ["points>=990", "990 points or more"],
  ["charge", "with charge"],
  ["-mage", "without mages"],
  ["troops<=6 charge -bombard", "all of them must hold"],
];
/** @type {Record<string, string>} */
const SIGNS = { with: "+", without: "−", either: "" };

/** @param {string} text @param {Thing[]} things @param {(text: string) => void} onchange */
export function setupFilter(text, things, onchange) {
  const field = h("input", { id: "filter", type: "search", value: text, autocomplete: "off", spellcheck: "false",
    autocapitalize: "off", placeholder: "charge -mage C>=2", "aria-describedby": "filter-fault", oninput: () => changed() });
  const fault = h("p", { class: "fault", id: "filter-fault", role: "status" });
  const chips = h("div", { class: "filter-chips" });

  function changed() {
    drawChips();
    onchange(field.value);
  }

  /** @param {string} value */
  function put(value) {
    field.value = value;
    changed();
  }

  /** @param {Thing} thing */
  function chip(thing) {
    const state = stateOf(field.value, thing.slug);
    return h("button", { type: "button", class: `chip ${state}`, "aria-label": `${thing.name}: ${state}`,
        title: `${thing.name}, ${thing.price} points: ${state}`, onclick: () => press(thing) },
      SIGNS[state] && h("span", { "aria-hidden": "true" }, SIGNS[state]), thing.name);
  }

  /** @param {Thing} thing */
  function press(thing) {
    put(turned(field.value, thing.slug));
    /** @type {HTMLElement | null} */ (chips.querySelector(`[aria-label^="${thing.name}:"]`))?.focus();
  }

  /** @param {string} label @param {Thing[]} those */
  const group = (label, those) =>
    h("div", { role: "group", "aria-label": label }, h("span", { class: "small soft" }, label), those.map(chip));

  function drawChips() {
    refill(chips,
      group("Troops", things.filter(({ letter }) => letter)),
      group("Commands", things.filter(({ letter }) => !letter)));
  }

  drawChips();
  const element = h("div", { class: "filter" },
    h("div", { class: "field" }, h("label", { for: "filter" }, "Filter"), field, fault),
    chips,
    h("details", { class: "small" }, h("summary", {}, "How to filter"),
      h("p", {}, "Words are apart by spaces. A troop's letter or a name is how many there are of it; troops, commands and points are totals."),
      h("ul", {}, EXAMPLES.map(([example, meaning]) => h("li", {},
        h("button", { type: "button", class: "insert", onclick: () => put(example) }, example), ` ${meaning}`)))));
  /** @param {string} sentence */
  const say = (sentence) => {
    fault.textContent = sentence;
    if (sentence) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  };
  return { element, say };
}

// ---- troops and commands as words of the filter: charge, -charge. A name within a comparison, such as
// charge+M<=2, is left alone.

/** @param {string} slug */
const word = (slug) =>
  new RegExp(`(?<![<>=+*]\\s*)(?<=^|[\\s,;])([-!]?)${slug}(?=$|[\\s,;])(?!\\s*[<>=+*])`, "i");

/** with, without or either.
 * @param {string} text @param {string} slug */
export function stateOf(text, slug) {
  const found = word(slug).exec(text);
  return found ? (found[1] ? "without" : "with") : "either";
}

/** @type {Record<string, string>} */
const NEXT = { either: "with", with: "without", without: "either" };

/** The filter with the next state for a troop or command.
 * @param {string} text @param {string} slug */
export function turned(text, slug) {
  const next = NEXT[stateOf(text, slug)];
  const rest = text.replace(word(slug), "").replace(/\s+/g, " ").trim();
  if (next === "either") return rest;
  return `${rest} ${next === "with" ? "" : "-"}${slug}`.trim();
}
