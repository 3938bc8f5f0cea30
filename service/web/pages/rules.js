// Rules: every number as a slider with its text. The counts of setups change as one moves; a what-if
// starts from here. What differs from standard is in the address: /rules?set=champion.cost=225.

import { ask } from "../lib/ask.js";
import { address, keep } from "../lib/address.js";
import { fill, h, settled } from "../lib/dom.js";
import { editTexts, readEdits } from "../lib/edits.js";
import { plural } from "../lib/format.js";
import { changeList, countList } from "../parts/rules/counts.js";
import { ruleTitle } from "../parts/rules/control.js";
import { ruleGroups } from "../parts/rules/groups.js";
import { whatifStart } from "../parts/whatif_start.js";

/** @typedef {import("../parts/rules/control.js").RuleControl} RuleControl */

const MOVED = 60; // milliseconds in which further steps of a slider are waited for

/** @param {PageGiven} page */
export default async function rulesPage({ query, signal, title }) {
  title("Rules");
  /** @type {[Rules, Api.CheckedRules]} */
  const [listed, standard] = await Promise.all([ask("/rules", { signal }), ask("/rules/check", { signal })]);
  const known = new Map(listed.rules.map((rule) => [rule.name, rule]));
  const edits = readEdits(query.getAll("set"));
  const { elements, controls } = ruleGroups(listed, change);
  const counts = countList(standard), whatif = whatifStart({ signal });
  const changes = h("div"), fault = h("p", { class: "fault", role: "alert" }), digest = h("p", { class: "small soft" }), links = h("ul");
  const filter = ruleFilter(query, [...controls.values()], elements, () => keepAddress());
  let moved = /** @type {string | null} */ (null), late = new AbortController();

  /** @param {Rule} rule @param {string} value */
  function change(rule, value) {
    if (value === String(rule.standard)) edits.delete(rule.name);
    else edits.set(rule.name, value);
    moved = rule.name;
    changed([rule.name]);
  }

  /** @param {string[]} names */
  function reset(...names) {
    for (const name of names) edits.delete(name);
    changed(names);
    document.getElementById("changes-title")?.focus();
  }

  /** @param {string[]} names */
  function changed(names) {
    for (const name of names)
      controls.get(name)?.show(edits.get(name) ?? known.get(name)?.standard ?? "");
    keepAddress();
    check();
    filter.apply();
  }

  const keepAddress = () => keep({ set: editTexts(edits), ...filter.state() });

  const check = settled(MOVED, async () => {
    late.abort();
    late = new AbortController();
    try {
      const params = { set: editTexts(edits) };
      show(await ask("/rules/check", { params, signal: AbortSignal.any([signal, late.signal]) }), null);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== "AbortError") show(null, message);
    }
  });

  /** @param {Api.CheckedRules | null} checked @param {string | null} wrong */
  function show(checked, wrong) {
    const at = wrong && ([...controls.keys()].find((name) => mentions(wrong, name)) ?? moved);
    for (const [name, control] of controls) control.fault(name === at ? wrong : null);
    fault.textContent = wrong ?? "";
    counts.show(checked);
    fill(changes, changeList({ edits, checked, reset }),
      edits.size > 1 && h("button", { type: "button", onclick: () => reset(...edits.keys()) }, "Reset all"));
    fill(digest, checked && `Rules ${checked.digest}${edits.size ? "" : ", standard"}`);
    const set = editTexts(edits);
    fill(links, checked && LINKS.map(([path, name]) => h("li", {}, h("a", { href: address(path, { set }) }, name))));
    whatif.show({ base: [], edits: checked?.changes.map(({ edit }) => edit) ?? [] }, wrong && "Rules that cannot be are not played.");
  }

  for (const [name, value] of edits) controls.get(name)?.show(value);
  filter.apply();
  show(edits.size ? null : standard, null);
  if (edits.size) check();

  return h("div", {},
    h("h1", {}, "Rules"),
    h("p", { class: "soft" }, `All ${plural(listed.rules.length, "rule")}. Move a slider by mouse or arrow keys, or type a number. The mark below a slider is the standard value.`),
    h("div", { class: "rules-columns" },
      h("div", { class: "rules-all" }, filter.element, elements),
      h("aside", { class: "rules-side", "aria-label": "These rules" },
        h("div", { class: "rules-now" }, h("h2", {}, "How many setups"), counts.element),
        h("div", { class: "rules-changes" },
          h("h2", { id: "changes-title", tabindex: -1 }, "What is changed"), changes, fault, digest,
          h("a", { class: "jump", href: "#whatif" }, "To the what-if of these rules")),
        h("div", { id: "whatif" }, whatif.element, h("h2", {}, "More by these rules"), links))));
}

const LINKS = [
  ["/setups", "Setups by these rules"],
  ["/start/counter", "Counters by these rules"],
  ["/start/rank", "The best setups by these rules"],
  ["/start/whatif", "A what-if with all its settings"],
];

/** @param {string} text @param {string} name */
const mentions = (text, name) => new RegExp(`(^|[^\\w.-])${name.replaceAll(".", "\\.")}([^\\w.-]|$)`, "i").test(text);

/** A box that leaves those rules whose name or text has all its words; and only changed ones.
 * @param {URLSearchParams} query @param {RuleControl[]} controls @param {HTMLElement[]} groups @param {() => void} kept */
function ruleFilter(query, controls, groups, kept) {
  const box = h("input", { type: "search", value: query.get("q") ?? "", placeholder: "cost, archer, limits …", oninput: settled(MOVED, () => { apply(); kept(); }) });
  const only = h("input", { type: "checkbox", checked: query.get("changed") === "true", onchange: () => { apply(); kept(); } });
  const found = h("p", { class: "small soft", role: "status" });
  /** @param {RuleControl} control */
  const text = ({ rule }) => `${ruleTitle(rule)} ${rule.name} ${rule.group} ${rule.about}`.toLowerCase();

  function apply() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const control of controls) {
      const fits = words.every((word) => text(control).includes(word));
      control.element.hidden = !fits || (only.checked && !control.element.classList.contains("changed"));
      shown += Number(!control.element.hidden);
    }
    for (const group of groups) {
      for (const row of /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll(".rule-row"))) row.hidden = !row.querySelector(".rule:not([hidden])");
      group.hidden = !group.querySelector(".rule:not([hidden])");
    }
    found.textContent = words.length || only.checked ? `${plural(shown, "rule")} of ${controls.length}` : "";
  }

  return {
    apply,
    state: () => ({ q: box.value.trim(), changed: only.checked }),
    element: h("div", { class: "rule-filter", role: "search" },
      h("label", {}, "Find a rule ", box), h("label", {}, only, " Only what is changed"), found),
  };
}
