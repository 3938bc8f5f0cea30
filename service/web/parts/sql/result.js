// The rows of a query as a table: numbers at the right, NULL as such, runs and setups as links.

import { h } from "../../lib/dom.js";
import { count, plural, span } from "../../lib/format.js";
import { empty } from "../notice.js";
import { table } from "../table.js";
import { cell, kindOf, numberOf, textOf } from "../values.js";

/** How many rows there are, how long it took, and whether there are more. */
export function resultLine({ rows, columns, cut, seconds }) {
  const many = cut ? `The first ${count(rows.length)} rows; there are more.` : `${plural(rows.length, "row")}.`;
  return `${many} ${plural(columns.length, "column")}, ${span(seconds)}.`;
}

/** Columns are sorted by their place: two of them may have the same name. */
export function resultTable({ columns, rows }, names, sort, onorder) {
  if (!rows.length) return empty("The query has no rows.");
  const places = columns.map((column, place) => ({
    name: String(place), title: column.name, about: column.type, number: kindOf(column) === "number",
    key: (row) => (kindOf(column) === "number" ? numberOf(row[place]) : row[place] === null ? null : textOf(row[place])),
    cell: (row) => cell(column, row[place], names),
  }));
  return h("div", { class: "result" }, table({ columns: places, rows, caption: "Result of the query", sort, onorder }));
}
