// What a setup is made of: troops and commands with their prices, what still fits, its texts.

import { setupAddress } from "../../lib/address.js";
import { h, unique } from "../../lib/dom.js";
import { plural } from "../../lib/format.js";
import { toast, tried } from "../notice.js";
import { table } from "../table.js";
import { amount } from "./things.js";

/** @param {SetupFacts} setup @param {Thing[]} things */
export function priceTable(setup, things) {
  const rows = things.map((thing) => ({ ...thing, number: amount(thing, setup) })).filter(({ number }) => number);
  return table({
    caption: "Troops and commands with their prices", rows,
    columns: [
      { name: "name", title: "Troops and commands", cell: ({ name, letter, number }) =>
        (letter ? [h("span", { class: `letter t${letter}` }, letter), " ", plural(number, name)] : name) },
      { name: "price", title: "Price", number: true, key: ({ price }) => price, cell: ({ price }) => price },
      { name: "points", title: "Points", number: true, key: ({ number, price }) => number * price, cell: ({ number, price }) => number * price },
    ],
  });
}

/** Legal, maximal, and what could be added.
 * @param {SetupFacts} setup @param {Thing[]} things @param {string[]} set */
export function verdict({ legal, maximal, faults, fits, troops, commands }, things, set) {
  if (!legal) return h("p", { class: "bad" }, `Not legal: ${faults.join("; ")}.`);
  if (maximal) return h("p", {}, "Legal and maximal: nothing can be added.");
  const more = things.filter(({ slug, letter }) => fits.includes(letter ?? slug));
  /** @param {Thing} thing */
  const text = ({ slug, letter }) => `${troops}${letter ?? ""}:${[...commands, ...(letter ? [] : [slug])].join(",")}`.replace(/:$/, "");
  return h("div", {}, h("p", {}, "Legal, not maximal. ", `${plural(more.length, "thing")} could be added:`),
    h("p", { class: "chips" }, more.map((thing) => h("a", { class: "chip", href: setupAddress(text(thing), set) }, `+ ${thing.name}`))));
}

/** Its text to copy, and its JSON with the formation.
 * @param {SetupFacts} setup */
export function texts({ name, setup, troops, commands, formation }) {
  const json = JSON.stringify({ ...(name && { name }), troops, commands, formation }, null, 1);
  return [copied("Text", setup), h("details", {}, h("summary", {}, "JSON, with its formation"), h("pre", { tabindex: 0 }, json), copyButton(json))];
}

/** @param {string} label @param {string} text */
function copied(label, text) {
  const id = unique("text");
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("div", { class: "copied" }, h("input", { id, class: "mono", readonly: true, value: text, onfocus: (event) => event.target.select() }), copyButton(text)));
}

/** @param {string} text */
const copyButton = (text) =>
  h("button", { type: "button", onclick: () => tried(async () => {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  }) }, "Copy");
