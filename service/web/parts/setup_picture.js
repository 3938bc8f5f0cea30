// A setup as people see it: its formation on 3 x 20 squares, its troops and commands in words.

import { h, svg } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { setupAddress } from "../lib/address.js";

/** @type {Record<string, string>} */
export const TROOPS = {
  S: "Scout", F: "Foot soldier", H: "Halberdier", A: "Archer", M: "Mage", K: "Knight", C: "Champion",
};
const COLUMNS = 20, ROWS = 3;

/** A formation, front row first, as a picture; the letters are those of the troops.
 * @param {string[]} formation @param {{ square?: number, label?: string }} given */
export function formationPicture(formation, { square = 14, label } = {}) {
  const rows = [...formation, "", "", ""].slice(0, ROWS);
  const stones = rows.flatMap((row, y) =>
    [...row].map((letter, x) => (letter === " " || letter === "." ? null : stone(letter, x, y, square))));
  const words = label ?? `Formation, front row first: ${rows.map((row) => row.trim() || "empty").join("; ")}`;
  return svg("svg", { class: "formation part", viewBox: `0 0 ${COLUMNS * square} ${ROWS * square}`,
      width: COLUMNS * square, height: ROWS * square, role: "img", "aria-label": words },
    Array.from({ length: COLUMNS * ROWS }, (_, n) =>
      svg("rect", { class: (n + Math.floor(n / COLUMNS)) % 2 ? "square dark" : "square",
        x: (n % COLUMNS) * square, y: Math.floor(n / COLUMNS) * square, width: square, height: square })),
    stones);
}

/** @param {string} letter @param {number} x @param {number} y @param {number} square */
function stone(letter, x, y, square) {
  return svg("g", { class: `troop t${letter}` },
    svg("circle", { cx: (x + 0.5) * square, cy: (y + 0.5) * square, r: square * 0.44 }),
    svg("text", { x: (x + 0.5) * square, y: (y + 0.5) * square + square * 0.24, "font-size": square * 0.66,
      "text-anchor": "middle" }, letter));
}

/** How many of each troop: 2 Scouts, 1 Champion.
 * @param {string} letters */
export function troopWords(letters) {
  return Object.entries(TROOPS)
    .map(([letter, name]) => ({ number: [...letters].filter((one) => one === letter).length, name }))
    .filter(({ number }) => number)
    .map(({ number, name }) => plural(number, name))
    .join(", ");
}

/** Troops as small round letters, in a row, for lists.
 * @param {string} letters */
export function troopLine(letters) {
  return h("span", { class: "troop-line", role: "img", "aria-label": troopWords(letters), title: troopWords(letters) },
    [...letters].map((letter) => h("span", { class: `letter t${letter}` }, letter)));
}

/** @param {string[]} commands */
export const commandChips = (commands) =>
  h("span", { class: "chips" }, commands.map((name) => h("span", { class: "chip" }, name)));

/** A link to a setup's page: its name where it has one, otherwise its troops and commands.
 * @param {string} setup @param {string | null} name @param {string[]} [set] */
export function setupLink(setup, name, set) {
  const [letters, commands = ""] = setup.split(/[:@]/);
  return h("a", { href: setupAddress(name || setup, set), class: "setup-link", title: setup },
    name || [troopLine(letters), " ", h("span", { class: "soft" }, commands.split(",").join(", "))]);
}
