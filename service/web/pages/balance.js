// Balance: the Pareto front of a search, what things are worth beside their price, and what-if runs.

import { h } from "../lib/dom.js";
import { frontSection } from "../parts/balance/front_section.js";
import { whatifSection, worthSection } from "../parts/balance/sections.js";

/** @param {PageGiven} page */
export default function balancePage({ query, signal, title }) {
  title("Balance");
  return h("div", {},
    h("h1", {}, "Balance"),
    h("p", {}, "Which changes of the rules make the game richer, what troops and commands are worth, and what single changes do. Games between agents decide."),
    frontSection({ query, signal }), worthSection({ query, signal }), whatifSection({ signal }));
}
