// The rules in groups. Troops and commands stand in tables, where all can be seen at once and what
// differs stands out; the other groups are lists.

import { h, unique } from "../../lib/dom.js";
import { properName, title } from "../../lib/format.js";
import { TROOPS } from "../setup_picture.js";
import { fieldOf, ruleControl, sliderRange } from "./control.js";

/** @typedef {import("./control.js").RuleControl} RuleControl
 * @typedef {(rule: Rule, described?: string) => HTMLElement} Make makes the control of a rule; a text that stands elsewhere is `described` */

/** @type {Record<string, string>} */
const NAMES = { actions: "Actions", game: "The game" };
const LETTERS = Object.fromEntries(Object.entries(TROOPS).map(([letter, name]) => [name.toLowerCase().replace(" ", "-"), letter]));

/** All groups, as elements, and the control of each rule by its name.
 * @param {Rules} rules @param {(rule: Rule, value: string) => void} change */
export function ruleGroups({ rules, parts }, change) {
  /** @type {Map<string, RuleControl>} */
  const controls = new Map();
  /** @type {Make} */
  const control = (rule, described) => {
    const { free } = rule;
    const alike = rules.filter((one) => one.group === rule.group && fieldOf(one) === fieldOf(rule) && one.free);
    const made = ruleControl(rule, { range: free && sliderRange({ ...rule, free }, alike), change, described });
    controls.set(rule.name, made);
    return made.element;
  };
  const grouped = Map.groupBy(rules, ({ group }) => group);
  const elements = [...grouped].map(([group, its]) =>
    group === "troops" ? troopTable(its, parts, control)
      : group === "commands" ? commandTable(its, parts, control)
        : ruleList(group, its, parts, control));
  return { elements, controls };
}

/** @param {string} name @param {Child[]} children */
const section = (name, ...children) => {
  const id = unique("group");
  return h("section", { class: "rule-group", "aria-labelledby": id }, h("h2", { id }, name), ...children);
};

/** @param {Rule[]} rules @param {Record<string, string>} parts @param {Make} control */
function troopTable(rules, parts, control) {
  const byPart = Map.groupBy(rules, ({ part }) => part);
  const columns = rules.filter(({ part }) => part === rules[0].part).map((rule) => ({ rule, id: unique("about") }));
  return section("Troops",
    h("p", { class: "soft" }, parts[rules[0].part]),
    h("div", { class: "rule-table troops" },
      h("div", { class: "rule-heads" }, columns.map(({ rule, id }) => columnHead(rule, id))),
      [...byPart].map(([part, its]) => ruleRow(part, null,
        its.map((rule, place) => control(rule, columns[place].id))))));
}

/** Commands share price and rest; what else a command has is its own.
 * @param {Rule[]} rules @param {Record<string, string>} parts @param {Make} control */
function commandTable(rules, parts, control) {
  const byPart = Map.groupBy(rules, ({ part }) => part);
  const heads = ["cost", "cooldown"].flatMap((field) => rules.find((rule) => fieldOf(rule) === field) ?? [])
    .map((rule) => ({ rule, id: unique("about") }));
  /** @param {Rule} rule */
  const described = (rule) => heads.find((head) => fieldOf(head.rule) === fieldOf(rule))?.id;
  return section("Commands",
    h("div", { class: "rule-table commands" },
      h("div", { class: "rule-heads" }, heads.map(({ rule, id }) => columnHead(rule, id))),
      [...byPart].map(([part, its]) => ruleRow(part, parts[part], its.map((rule) => control(rule, described(rule)))))));
}

/** @param {Rule} rule @param {string} id */
const columnHead = (rule, id) =>
  h("div", { class: "rule-column" },
    h("span", { class: "label" }, title(fieldOf(rule))), h("p", { class: "about", id }, rule.about));

/** @param {string} part @param {string | null} text @param {HTMLElement[]} controls */
function ruleRow(part, text, controls) {
  const id = unique("part");
  return h("div", { class: "rule-row", role: "group", "aria-labelledby": id },
    h("div", { class: "rule-part" },
      h("h3", { id }, LETTERS[part] && h("span", { class: `letter t${LETTERS[part]}`, "aria-hidden": "true" }, LETTERS[part]), properName(part)),
      text && h("p", { class: "about" }, text)),
    controls);
}

/** @param {string} group @param {Rule[]} rules @param {Record<string, string>} parts @param {Make} control */
const ruleList = (group, rules, parts, control) =>
  section(NAMES[group] ?? title(group),
    h("p", { class: "soft" }, parts[group]),
    h("div", { class: "rule-list" }, rules.map((rule) => control(rule))));
