// Texts in which setups stand: each of them becomes a link to its page.

import { runAddress, setupAddress } from "../lib/address.js";
import { h } from "../lib/dom.js";

const SETUP = /\b[SFHAMKC]{1,20}:[a-z]+(?:-[a-z]+)*(?:,[a-z]+(?:-[a-z]+)*)*/g;
const RUN = /^\d{8}-\d{6}-[a-z]+-[0-9a-f]{4,}$/;

/** A sentence with its setups as links. */
export function withSetups(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SETUP)) {
    parts.push(text.slice(from, found.index), h("a", { href: setupAddress(found[0]), class: "setup-link" }, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

/** Any value of a table: runs and setups as links, numbers short, objects as JSON. */
export function valueCell(value) {
  if (value === null || value === undefined) return h("span", { class: "soft" }, "–");
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (RUN.test(text)) return h("a", { href: runAddress(text) }, text);
  return text.length > LONG ? h("details", {}, h("summary", {}, `${text.slice(0, LONG)}…`), h("p", { class: "small" }, text)) : withSetups(text);
}

const LONG = 80; // letters of a value that is shown whole
