// Troops and commands with their prices: how many the setup has, one more, one less. What fits and
// what it costs, the server says.
//
//   const list = componentList({ onmore: (component) => ..., onless: ... });
//   list.show(facts);            an answer of /setups/check

import { fill, h } from "../lib/dom.js";
import { toast } from "../parts/notice.js";

/** @typedef {{ onmore(component: string, kind: string): void, onless(component: string, kind: string): void }} On */

const KINDS = { troop: "Troops", command: "Commands" };

/** @param {On} on */
export function componentList({ onmore, onless }) {
  /** @type {Map<string, ReturnType<typeof componentLine>>} */
  const lines = new Map();
  const element = h("div", { class: "lab-parts", onkeydown: pressed });

  /** @param {Component[]} components */
  function make(components) {
    lines.clear();
    for (const part of components) lines.set(part.component, componentLine(part, { onmore, onless }));
    fill(element, Object.entries(KINDS).map(([kind, title]) => h("section", {},
      h("h2", { class: "lab-heading" }, title),
      h("ul", { class: "lab-list" },
        components.filter((part) => part.kind === kind).map((part) => lines.get(part.component)?.element)))));
  }

  /** Plus and minus act on the line that has the focus, arrows go to the next.
   * @param {KeyboardEvent & { readonly target: Element }} event */
  function pressed(event) {
    const here = /** @type {HTMLElement | null} */ (event.target.closest(".lab-part"));
    const line = lines.get(here?.dataset.component ?? "");
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") line.more();
    else if (event.key === "-") line.less();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = [...lines.values()];
      const next = all[all.indexOf(line) + (event.key === "ArrowDown" ? 1 : -1)];
      const button = event.target.closest("button");
      /** @type {HTMLElement | null | undefined} */
      const other = next?.element.querySelector(button?.classList.contains("less") ? ".less" : ".more");
      other?.focus();
    } else return;
    event.preventDefault();
  }

  return {
    element,
    /** @param {SetupFacts} facts */
    show(facts) {
      if (!lines.size) make(facts.components);
      for (const part of facts.components) lines.get(part.component)?.show(part, facts.left);
    },
  };
}

/** @param {Component} component @param {On} on */
function componentLine({ component, name, kind, cost }, { onmore, onless }) {
  const amount = h("output", { class: "amount" });
  const price = h("span", { class: "price soft" });
  const why = { more: "", less: "" };
  const more = h("button", { type: "button", class: "more", onclick: () => { line.more(); } }, "+");
  const less = h("button", { type: "button", class: "less", onclick: () => { line.less(); } }, "−");
  const mark = kind === "troop"
    ? h("span", { class: `letter t${component}`, "aria-hidden": "true" }, component)
    : h("span", { class: "letter command", "aria-hidden": "true" });

  // A button that is refused keeps the focus and says why; one that is disabled could do neither.
  /** @param {HTMLButtonElement} button @param {string} verb @param {string} reason */
  function refuse(button, verb, reason) {
    button.setAttribute("aria-disabled", reason ? "true" : "false");
    button.setAttribute("aria-label", reason ? `${verb} ${name}: ${reason}` : `${verb} ${name}`);
    button.title = reason;
  }

  const line = {
    element: h("li", { class: "lab-part", dataset: { component } },
      mark, h("span", { class: "part-name" }, name), price, less, amount, more),
    more: () => (why.more ? toast(`${name}: ${why.more}`) : onmore(component, kind)),
    less: () => (why.less ? toast(`${name}: ${why.less}`) : onless(component, kind)),
    /** @param {Component} part @param {SetupFacts["left"]} left */
    show(part, left) {
      price.textContent = String(part.cost);
      amount.textContent = String(part.has);
      line.element.classList.toggle("has", part.has > 0);
      why.more = part.more > 0 ? "" : reasonAgainst(part, left);
      why.less = part.has > 0 ? "" : "there is none";
      refuse(more, "One more", why.more);
      refuse(less, "One less", why.less);
    },
  };
  price.title = `costs ${cost} points`;
  return line;
}

/** Why no more of it fits, by what is left.
 * @param {Component} component @param {SetupFacts["left"]} left */
function reasonAgainst({ kind, cost, has }, left) {
  if (kind === "command" && has) return "it is there already, and once is the most";
  if ((kind === "troop" ? left.troops : left.commands) <= 0) return `no room for another ${kind}`;
  return `it costs ${cost}, and ${Math.max(0, left.points)} points are left`;
}
