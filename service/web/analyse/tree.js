// What was tried: actions after the beginning, branching where different ones were tried. Each is a
// button that leads there.

import { h, refill } from "../lib/dom.js";
import { percent } from "../lib/format.js";

/** An action, what was tried after it, and the first side's chance after it where it is known.
 * @typedef {{ action: string | null, children: Tried[], chance: number | null }} Tried */

/** A node without branches.
 * @param {string | null} action @returns {Tried} */
const nodeOf = (action = null) => ({ action, children: [], chance: null });

/** @param {{ goTo(path: string[]): void }} on */
export function makeTree({ goTo }) {
  const root = nodeOf();
  const element = h("div", { class: "tried" });

  /** @param {string[]} path */
  function walk(path, { add = false } = {}) {
    let node = root;
    for (const action of path) {
      let child = node.children.find((one) => one.action === action);
      if (!child && !add) return null;
      child ??= branch(node, action);
      node = child;
    }
    return node;
  }

  /** @param {Tried} node @param {string} action */
  function branch(node, action) {
    const child = nodeOf(action);
    node.children.push(child);
    return child;
  }

  /** Draw the tree, with the path that is shown on the board.
   * @param {string[]} path */
  function show(path) {
    const here = walk(path, { add: true });
    refill(element, rows(root, [], here));
  }

  /** A row of actions up to the place where it branches, then one list item for each branch.
   * @param {Tried} node @param {string[]} path @param {Tried | null} here @returns {Child[]} */
  function rows(node, path, here) {
    const row = [button(node, path, here)];
    while (node.children.length === 1) {
      [node] = node.children;
      path = [...path, node.action ?? ""];
      row.push(button(node, path, here));
    }
    const branches = node.children.map((child) => h("li", {}, rows(child, [...path, child.action ?? ""], here)));
    return [row, branches.length > 0 && h("ul", {}, branches)];
  }

  /** @param {Tried} node @param {string[]} path @param {Tried | null} here */
  const button = (node, path, here) =>
    h("button", { type: "button", class: "step", "aria-current": node === here && "step",
        onclick: () => goTo(path), dataset: { focus: path.join(",") || "start" } },
      node.action ?? "start",
      node.chance !== null && h("span", { class: "soft small" }, ` ${percent(node.chance, 0)}`));

  /** Note the first side's chance after a path.
   * @param {string[]} path @param {number | null} chance */
  function note(path, chance) {
    const node = walk(path);
    if (node && chance !== null) node.chance = chance;
  }

  return { element, show, note };
}
