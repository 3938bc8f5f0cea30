// Says by which rules setups are shown, where these are not the standard ones.

import { address } from "../../lib/address.js";
import { ask } from "../../lib/ask.js";
import { h } from "../../lib/dom.js";

/** @param {string[]} set @param {string} back @param {AbortSignal} signal */
export async function rulesLine(set, back, signal) {
  if (!set.length) return null;
  /** @type {Api.CheckedRules} */
  const { changes } = await ask("/rules/check", { params: { set }, signal });
  if (!changes.length) return null;
  return h("p", { class: "other-rules" }, "By changed rules: ", changes.map(({ words }) => words).join("; "), ". ",
    h("a", { href: address("/rules", { set }) }, "These rules"), " · ", h("a", { href: back }, "Standard rules"));
}
