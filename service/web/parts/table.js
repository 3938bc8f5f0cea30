// Tables: sorted by a click on a heading, wide ones scroll within themselves.
//
// Without onsort the rows are sorted here, and onorder hears of it; with it the page asks the server
// for another order.

import { fill, h } from "../lib/dom.js";

/** @template Row
 * @typedef {object} TableGiven
 * @property {Column<Row>[]} columns
 * @property {Row[]} rows
 * @property {string} caption
 * @property {Order} [sort]
 * @property {(order: Order) => void} [onsort]
 * @property {(order: Order) => void} [onorder]
 * @property {(row: Row) => Record<string, unknown>} [attributes] of its tr */

/** @template Row
 * @param {TableGiven<Row>} given */
export function table({ columns, rows, caption, sort, onsort, onorder, attributes }) {
  /** @type {Order} */
  let order = sort ?? { name: null, descending: false };
  const body = h("tbody");
  const heads = columns.map((column) => head(column));
  const element = h("table", {},
    h("caption", { class: "hidden" }, caption),
    h("thead", {}, h("tr", {}, heads)), body);

  /** @param {Column<Row>} column */
  function head(column) {
    const cell = h("th", { scope: "col", class: column.number && "number" });
    const sortable = column.key || (onsort && column.sortable);
    const label = sortable
      ? h("button", { type: "button", class: "sorter", onclick: () => by(column) }, column.title)
      : column.title;
    fill(cell, label);
    if (column.about) cell.title = column.about;
    return cell;
  }

  /** @param {Column<Row>} column */
  function by(column) {
    const again = order.name === column.name;
    order = { name: column.name, descending: again ? !order.descending : !!column.number };
    if (onsort) return onsort(order);
    draw();
    onorder?.(order);
  }

  function draw() {
    columns.forEach((column, place) => {
      if (column.name === order.name)
        heads[place].setAttribute("aria-sort", order.descending ? "descending" : "ascending");
      else heads[place].removeAttribute("aria-sort");
    });
    fill(body, sorted().map((row) =>
      h("tr", { ...attributes?.(row) }, columns.map((column) =>
        h("td", { class: column.number ? "number" : column.wide && "wide" }, column.cell(row))))));
  }

  function sorted() {
    const column = columns.find(({ name, key }) => key && name === order.name);
    if (!column?.key || onsort) return rows;
    const { key } = column;
    const turn = order.descending ? -1 : 1;
    return [...rows].sort((a, b) => turn * compared(key(a), key(b)));
  }

  draw();
  return h("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 }, element);
}

/** Numbers by size, texts by letters, nothing at the end.
 * @param {any} a @param {any} b */
function compared(a, b) {
  /** @param {any} value */
  const none = (value) => value === null || value === undefined;
  if (none(a) || none(b)) return Number(none(a)) - Number(none(b));
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** Links to the pages of a long list: before, after, and where one is.
 * @param {{ offset: number, limit: number, matching: number, go(offset: number): void }} given */
export function pager({ offset, limit, matching, go }) {
  const last = Math.min(offset + limit, matching);
  return h("nav", { class: "pager", "aria-label": "Pages of the list" },
    h("button", { type: "button", disabled: offset === 0, onclick: () => go(Math.max(0, offset - limit)) }, "Previous"),
    h("span", {}, matching ? `${(offset + 1).toLocaleString("en-GB")}–${last.toLocaleString("en-GB")} of ${matching.toLocaleString("en-GB")}` : "none"),
    h("button", { type: "button", disabled: last >= matching, onclick: () => go(offset + limit) }, "Next"));
}
