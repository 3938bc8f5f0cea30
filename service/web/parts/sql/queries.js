// Queries that are kept: those of the common questions, and the user's own, in this browser.

import { address } from "../../lib/address.js";
import { fill, h, unique } from "../../lib/dom.js";
import { remember, remembered } from "../../lib/settings.js";
import { empty } from "../notice.js";

const KEPT = "queries";

/** @param {string} sql @param {string} text */
const link = (sql, text) => h("a", { href: address("/data", { sql }) }, text);

/** @param {Api.SavedQuery[]} saved */
export const savedQueries = (saved) =>
  h("ul", { class: "queries" }, saved.map(({ title, about, sql }) =>
    h("li", {}, link(sql, title), about && h("span", { class: "small soft" }, ` ${about}`))));

/** The user's own queries, and a field that keeps the one that stands in the editor.
 * @param {() => string} current */
export function ownQueries(current) {
  const list = h("div");
  const id = unique("query-name");
  const name = h("input", { id, maxlength: 60, autocomplete: "off", placeholder: "A name for it" });
  /** @returns {Record<string, string>} */
  const own = () => remembered(KEPT, {});

  /** @param {Event} event */
  function save(event) {
    event.preventDefault();
    const given = name.value.trim();
    if (!given || !current().trim()) return;
    remember(KEPT, { ...own(), [given]: current() });
    name.value = "";
    draw();
  }

  /** @param {string} given */
  function forget(given) {
    remember(KEPT, Object.fromEntries(Object.entries(own()).filter(([one]) => one !== given)));
    draw();
    name.focus();
  }

  function draw() {
    const all = Object.entries(own());
    fill(list, all.length
      ? h("ul", { class: "queries" }, all.map(([given, sql]) => h("li", {}, link(sql, given), " ",
          h("button", { type: "button", class: "quiet small", "aria-label": `Forget the query ${given}`, onclick: () => forget(given) }, "Forget"))))
      : empty("None yet."));
  }

  draw();
  return h("div", {}, list,
    h("form", { class: "actions", onsubmit: save },
      h("label", { for: id }, "Keep this query as"), name, h("button", {}, "Keep")));
}
