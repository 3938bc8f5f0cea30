// Small things that parts of the lab share: setups as links into it, headings for readers alone.

import { address } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { troopLine } from "../parts/setup_picture.js";

/** @param {string | null} setup @param {string[]} edits */
export const labAddress = (setup, edits = []) => address("/lab", { setup, set: edits });

/** A setup by its name, or else its troops and commands; a click opens it in the lab.
 * @param {string} setup @param {string | null | undefined} name @param {string[]} edits */
export function labLink(setup, name, edits) {
  const [letters, commands = ""] = setup.split(":");
  return h("a", { href: labAddress(name ?? setup, edits), class: "setup-link", title: `Open ${setup} in the lab` },
    name ?? [troopLine(letters), " ", h("span", { class: "soft" }, commands.split(",").join(", "))]);
}

/** @param {string} text */
export const hiddenTitle = (text) => h("span", { class: "hidden" }, text);
