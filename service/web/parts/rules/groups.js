// The rules in groups. Troops and commands stand in tables, where all can be seen at once and what
// differs stands out; the other groups are lists.

import { h, unique } from "../../lib/dom.js";
import { properName, title } from "../../lib/format.js";
import { TROOPS } from "../setup_picture.js";
import { fieldOf, ruleControl, sliderRange } from "./control.js";

const NAMES = { actions: "Actions", game: "The game" };
const LETTERS = Object.fromEntries(Object.entries(TROOPS).map(([letter, name]) => [name.toLowerCase().replace(" ", "-"), letter]));

/** All groups, as elements, and the control of each rule by its name. */
export function ruleGroups({ rules, parts }, change) {
  const controls = new Map();
  const control = (rule, described) => {
    const alike = rules.filter((one) => one.group === rule.group && fieldOf(one) === fieldOf(rule) && one.free);
    const made = ruleControl(rule, { range: rule.free && sliderRange(rule, alike), change, described });
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

const section = (name, ...children) => {
  const id = unique("group");
  return h("section", { class: "rule-group", "aria-labelledby": id }, h("h2", { id }, name), ...children);
};

function troopTable(rules, parts, control) {
  const byPart = Map.groupBy(rules, ({ part }) => part);
  const columns = [...byPart.values()][0].map((rule) => ({ rule, id: unique("about") }));
  return section("Troops",
    h("p", { class: "soft" }, parts[rules[0].part]),
    h("div", { class: "rule-table troops" },
      h("div", { class: "rule-heads" }, columns.map(({ rule, id }) => columnHead(rule, id))),
      [...byPart].map(([part, its]) => ruleRow(part, null,
        its.map((rule, place) => control(rule, columns[place].id))))));
}

/** Commands share price and rest; what else a command has is its own. */
function commandTable(rules, parts, control) {
  const byPart = Map.groupBy(rules, ({ part }) => part);
  const heads = ["cost", "cooldown"].map((field) =>
    ({ rule: rules.find((rule) => fieldOf(rule) === field), id: unique("about") }));
  const described = (rule) => heads.find((head) => fieldOf(head.rule) === fieldOf(rule))?.id;
  return section("Commands",
    h("div", { class: "rule-table commands" },
      h("div", { class: "rule-heads" }, heads.map(({ rule, id }) => columnHead(rule, id))),
      [...byPart].map(([part, its]) => ruleRow(part, parts[part], its.map((rule) => control(rule, described(rule)))))));
}

const columnHead = (rule, id) =>
  h("div", { class: "rule-column" },
    h("span", { class: "label" }, title(fieldOf(rule))), h("p", { class: "about", id }, rule.about));

function ruleRow(part, text, controls) {
  const id = unique("part");
  return h("div", { class: "rule-row", role: "group", "aria-labelledby": id },
    h("div", { class: "rule-part" },
      h("h3", { id }, LETTERS[part] && h("span", { class: `letter t${LETTERS[part]}`, "aria-hidden": "true" }, LETTERS[part]), properName(part)),
      text && h("p", { class: "about" }, text)),
    controls);
}

const ruleList = (group, rules, parts, control) =>
  section(NAMES[group] ?? title(group),
    h("p", { class: "soft" }, parts[group]),
    h("div", { class: "rule-list" }, rules.map((rule) => control(rule))));
