// What was tried: actions after the beginning, branching where different ones were tried. Each is a
// button that leads there.

import { h, refill } from "../lib/dom.js";
import { percent } from "../lib/format.js";

/** A node: an action, what was tried after it, and the first side's chance after it where it is known. */
const nodeOf = (action = null) => ({ action, children: [], chance: null });

export function makeTree({ goTo }) {
  const root = nodeOf();
  const element = h("div", { class: "tried" });

  function walk(path, { add = false } = {}) {
    let node = root;
    for (const action of path) {
      let child = node.children.find((one) => one.action === action);
      if (!child && !add) return null;
      if (!child) node.children.push((child = nodeOf(action)));
      node = child;
    }
    return node;
  }

  /** Draw the tree, with the path that is shown on the board. */
  function show(path) {
    const here = walk(path, { add: true });
    refill(element, rows(root, [], here));
  }

  /** A row of actions up to the place where it branches, then one list item for each branch. */
  function rows(node, path, here) {
    const row = [button(node, path, here)];
    while (node.children.length === 1) {
      [node] = node.children;
      path = [...path, node.action];
      row.push(button(node, path, here));
    }
    const branches = node.children.map((child) => h("li", {}, rows(child, [...path, child.action], here)));
    return [row, branches.length > 0 && h("ul", {}, branches)];
  }

  const button = (node, path, here) =>
    h("button", { type: "button", class: "step", "aria-current": node === here && "step",
        onclick: () => goTo(path), dataset: { focus: path.join(",") || "start" } },
      node.action ?? "start",
      node.chance !== null && h("span", { class: "soft small" }, ` ${percent(node.chance, 0)}`));

  /** Note the first side's chance after a path. */
  function note(path, chance) {
    const node = walk(path);
    if (node && chance !== null) node.chance = chance;
  }

  return { element, show, note };
}
