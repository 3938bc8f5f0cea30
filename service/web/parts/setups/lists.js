// Setups in lists: named ones as cards with their formation, the long list as a table.

import { setupAddress } from "../../lib/address.js";
import { h } from "../../lib/dom.js";
import { estimate, plural } from "../../lib/format.js";
import { intervalMark } from "../chart.js";
import { commandChips, formationPicture, setupLink, troopWords } from "../setup_picture.js";
import { table } from "../table.js";
import { amount } from "./things.js";

/** @param {Api.SetupRating | null | undefined} found */
export function rating(found) {
  if (!found) return h("span", { class: "soft" }, "–");
  return h("span", { class: "rating", title: `${plural(found.games, "game")} of its own` },
    intervalMark(found), h("span", { class: "small" }, estimate(found.value, found.low, found.high, 0)));
}

/** @param {NamedSetup[]} setups @param {string[]} set */
export const setupCards = (setups, set) =>
  h("ul", { class: "cards setups" }, setups.map((one) => h("li", {},
    h("article", { class: "card" },
      h("h2", {}, h("a", { href: setupAddress(one.name, set) }, one.name)),
      formationPicture(one.formation),
      h("p", { class: "small" }, troopWords(one.troops)),
      h("p", {}, commandChips(one.commands)),
      h("p", { class: "small soft" }, `${one.points} points`, !one.legal && ", not legal", one.legal && !one.maximal && ", not maximal"),
      one.rating && rating(one.rating),
      one.note && h("p", { class: "small soft" }, one.note)))));

/** @param {Api.ListedSetup[]} setups @param {{ ranked: boolean, set: string[], sort: Order, onsort(order: Order): void }} given */
export function setupTable(setups, { ranked, set, sort, onsort }) {
  /** @type {(Column<Api.ListedSetup> | false)[]} */
  const columns = [
    { name: "setup", title: "Setup", wide: true, cell: ({ setup, name }) => [name && h("strong", {}, name, " "), setupLink(setup, null, set)] },
    { name: "formation", title: "Formation", cell: ({ formation }) => formationPicture(formation, { square: 13 }) },
    ranked && { name: "rating", title: "Rating", number: true, sortable: true, cell: (one) => rating(one.rating) },
    { name: "points", title: "Points", number: true, sortable: true, cell: ({ points }) => points },
    { name: "troops", title: "Troops", number: true, sortable: true, cell: ({ troops }) => troops.length },
    { name: "commands", title: "Commands", number: true, sortable: true, cell: ({ commands }) => commands.length },
  ];
  return table({ columns: columns.filter((one) => one !== false), rows: setups, caption: "Maximal setups", sort, onsort });
}

/** @type {Record<string, (one: NamedSetup) => number | null>} */
const KEYS = {
  rating: (one) => one.rating?.value ?? null, points: (one) => one.points,
  troops: (one) => one.troops.length, commands: (one) => one.commands.length,
};

/** Named setups in the order that is asked for; those without a value come last.
 * @param {NamedSetup[]} setups @param {string} by @param {boolean} descending @param {Thing[]} things */
export function sorted(setups, by, descending, things) {
  if (!by) return descending ? [...setups].reverse() : setups;
  const thing = things.find(({ slug, letter }) => by === (letter ?? slug));
  const key = thing ? (/** @type {NamedSetup} */ one) => amount(thing, one) : KEYS[by] ?? (() => 0);
  const turn = descending ? -1 : 1;
  return [...setups].sort((a, b) => {
    const one = key(a), other = key(b);
    return one === null || other === null ? Number(one === null) - Number(other === null) : turn * (one - other);
  });
}
