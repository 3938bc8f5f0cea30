// The schema beside the query: tables and views with their columns; a click puts a name into it.

import { fill, h, unique } from "../../lib/dom.js";
import { plural } from "../../lib/format.js";

/** @param {Relation[]} relations @param {(name: string) => void} insert */
export function schemaList(relations, insert) {
  const list = h("ul", { class: "relations" });
  const found = h("p", { class: "small soft", role: "status" });
  const id = unique("schema-filter");
  const field = h("input", { id, type: "search", placeholder: "run, score, …", autocomplete: "off", spellcheck: "false", oninput: draw });

  function draw() {
    const wanted = field.value.trim().toLowerCase();
    const shown = relations.filter((relation) => !wanted || matches(relation, wanted));
    fill(list, shown.map((relation) => relationItem(relation, wanted, insert)));
    fill(found, plural(shown.length, "table or view", "tables and views"));
  }

  draw();
  return h("div", { class: "schema" },
    h("label", { for: id }, "Filter tables and columns"), field, found, list);
}

/** @param {Relation} relation @param {string} wanted */
const matches = ({ name, comment, columns }, wanted) =>
  [name, comment, ...columns.flatMap((column) => [column.name, column.comment])]
    .some((text) => text.toLowerCase().includes(wanted));

/** Its columns are made when it is unfolded: there are hundreds.
 * @param {Relation} relation @param {string} wanted @param {(name: string) => void} insert */
function relationItem(relation, wanted, insert) {
  const columns = h("div", {});
  const element = h("details", { open: relation.open },
    h("summary", {}, h("code", {}, relation.name), " ", h("span", { class: "small soft" }, relation.kind)), columns);
  const unfold = () => element.open && fill(columns,
    h("p", { class: "small" }, relation.comment),
    h("ul", {}, relation.columns.map((column) => h("li", {}, nameButton(column.name, insert),
      " ", h("span", { class: "small soft" }, column.type), column.comment && h("p", { class: "small soft" }, column.comment)))));
  element.addEventListener("toggle", unfold);
  element.open = Boolean(wanted) && relation.columns.some(({ name }) => name.includes(wanted));
  return h("li", {}, nameButton(relation.name, insert, "+", `Insert ${relation.name} into the query`), element);
}

/** @param {string} name @param {(name: string) => void} insert @param {string} text @param {string} [label] */
const nameButton = (name, insert, text = name, label) =>
  h("button", { type: "button", class: "insert", "aria-label": label, title: label ?? `Insert ${name}`, onclick: () => insert(name) }, text);
