// What was tried: actions after the beginning, branching where different ones were tried. Each is a
// button that leads there.

import { fill, h } from "../lib/dom.js";
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
    const button = (node, its) => h("button", { type: "button", class: "step", "aria-current": node === here && "step",
      onclick: () => goTo(its), dataset: { focus: its.join(",") || "start" } },
      node.action ?? "start", node.chance !== null && h("span", { class: "soft small" }, ` ${percent(node.chance, 0)}`));
    /** A row of actions up to the place where it branches, then one list item for each branch. */
    function rows(node, its) {
      const row = [];
      for (;;) {
        row.push(button(node, its));
        if (node.children.length !== 1) break;
        [node] = node.children;
        its = [...its, node.action];
      }
      const end = its;
      return [row, node.children.length > 0 && h("ul", {}, node.children.map((child) => h("li", {}, rows(child, [...end, child.action]))))];
    }
    const focused = element.contains(document.activeElement) && document.activeElement.dataset.focus;
    fill(element, rows(root, []));
    if (focused) [...element.querySelectorAll("button")].find((one) => one.dataset.focus === focused)?.focus();
  }

  /** Note the first side's chance after a path. */
  function note(path, chance) {
    const node = walk(path);
    if (node && chance !== null) node.chance = chance;
  }

  return { element, show, note };
}
