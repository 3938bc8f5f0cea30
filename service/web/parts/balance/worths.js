// Worth beside price: what each troop and command is worth by the games of a run, and what it costs.

import { address } from "../../lib/address.js";
import { h } from "../../lib/dom.js";
import { properName } from "../../lib/format.js";
import { dotPlot } from "../chart.js";
import { table } from "../table.js";

/** @typedef {{ thing: string, price: number, worth: number, difference: number, ci95: [low: number, high: number], verdict: string }} Worth */

const ROUND = 5; // prices to try are multiples of this

/** @param {Worth} one */
const triedPrice = ({ worth }) => Math.max(1, ROUND * Math.round(worth / ROUND));
/** @param {Worth} one @param {string[]} base */
const rulesWith = (one, base) => address("/rules", { set: [...base, `${one.thing}.cost=${triedPrice(one)}`] });
/** @param {number} number */
const whole = (number) => String(Math.round(number));
/** @param {number} number */
const signed = (number) => `${Math.round(number) > 0 ? "+" : Math.round(number) < 0 ? "−" : ""}${Math.abs(Math.round(number))}`;
/** @param {Worth} one */
const worthText = ({ worth, ci95 }) => `${whole(worth)} [${ci95.map(whole).join(", ")}]`;

/** A word only where the interval for all things together excludes the price.
 * @param {Worth} one */
const verdict = (one) => (one.verdict === "underpriced" || one.verdict === "overpriced" ? one.verdict : "not shown");

/** @param {Worth[]} things @param {string[]} base */
export function worthPicture(things, base) {
  return dotPlot({
    label: "Worth and price of each troop and command", axis: "points", form: whole, lo: Math.min(0, ...things.map(({ ci95 }) => ci95[0])),
    rows: things.map((one) => ({
      label: properName(one.thing), value: one.worth, low: one.ci95[0], high: one.ci95[1], tick: one.price,
      kind: verdict(one) === "not shown" ? "unsure" : "", href: rulesWith(one, base),
      title: `${properName(one.thing)}: price ${whole(one.price)}, worth ${worthText(one)}, ${verdict(one)}. Sliders with a price of ${triedPrice(one)}`,
    })),
  });
}

/** @param {Worth[]} things @param {string[]} base */
export function worthTable(things, base) {
  return table({
    caption: "Worth and price of each troop and command", rows: things,
    columns: [
      { name: "thing", title: "Thing", key: ({ thing }) => thing, cell: ({ thing }) => properName(thing) },
      { name: "price", title: "Price", number: true, key: ({ price }) => price, cell: ({ price }) => whole(price) },
      { name: "worth", title: "Worth [95 %]", number: true, key: ({ worth }) => worth, cell: worthText },
      { name: "difference", title: "Difference", number: true, key: ({ difference }) => difference, cell: ({ difference }) => signed(difference) },
      { name: "verdict", title: "Shown", key: verdict, cell: verdict },
      { name: "try", title: "Try", cell: (one) => triedPrice(one) !== one.price && h("a", { href: rulesWith(one, base), "aria-label": `${properName(one.thing)} for ${triedPrice(one)} points` }, `for ${triedPrice(one)}`) },
    ],
  });
}
