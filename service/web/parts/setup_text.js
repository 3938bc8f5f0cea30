// Texts in which setups stand: each of them becomes a link to its page.

import { setupAddress } from "../lib/address.js";
import { h } from "../lib/dom.js";

const SETUP = /\b[SFHAMKC]{1,20}:[a-z]+(?:-[a-z]+)*(?:,[a-z]+(?:-[a-z]+)*)*/g;

/** A sentence with its setups as links.
 * @param {string} text */
export function withSetups(text) {
  /** @type {Child[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SETUP)) {
    parts.push(text.slice(from, found.index), h("a", { href: setupAddress(found[0]), class: "setup-link" }, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}
