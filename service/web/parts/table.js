// Tables: sorted by a click on a heading, wide ones scroll within themselves.
//
//   table({ columns: [{ name, title, number: true, cell: (row) => element, key: (row) => value }],
//           rows, caption, sort: { name, descending }, onsort, onorder, attributes: (row) => of its tr })
//
// Without onsort the rows are sorted here, and onorder hears of it; with it the page asks the server
// for another order.

import { fill, h } from "../lib/dom.js";

export function table({ columns, rows, caption, sort, onsort, onorder, linked, attributes }) {
  let order = sort ?? { name: null, descending: false };
  const body = h("tbody");
  const heads = columns.map((column) => head(column));
  const element = h("table", {},
    h("caption", { class: "hidden" }, caption),
    h("thead", {}, h("tr", {}, heads)), body);

  function head(column) {
    const cell = h("th", { scope: "col", class: column.number && "number" });
    const sortable = column.key || (onsort && column.sortable);
    const label = sortable
      ? h("button", { type: "button", class: "sorter", onclick: () => by(column) }, column.title)
      : column.title;
    cell.append(label ?? "");
    if (column.about) cell.title = column.about;
    return cell;
  }

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
      h("tr", { class: linked?.(row) && "marked", ...attributes?.(row) }, columns.map((column) =>
        h("td", { class: column.number ? "number" : column.wide && "wide" }, column.cell(row))))));
  }

  function sorted() {
    const column = columns.find(({ name, key }) => key && name === order.name);
    if (!column || onsort) return rows;
    const turn = order.descending ? -1 : 1;
    return [...rows].sort((a, b) => turn * compared(column.key(a), column.key(b)));
  }

  draw();
  return h("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 }, element);
}

/** Numbers by size, texts by letters, nothing at the end. */
function compared(a, b) {
  const none = (value) => value === null || value === undefined;
  if (none(a) || none(b)) return none(a) - none(b);
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** Links to the pages of a long list: before, after, and where one is. */
export function pager({ offset, limit, matching, go }) {
  const last = Math.min(offset + limit, matching);
  return h("nav", { class: "pager", "aria-label": "Pages of the list" },
    h("button", { type: "button", disabled: offset === 0, onclick: () => go(Math.max(0, offset - limit)) }, "Previous"),
    h("span", {}, matching ? `${(offset + 1).toLocaleString("en-GB")}–${last.toLocaleString("en-GB")} of ${matching.toLocaleString("en-GB")}` : "none"),
    h("button", { type: "button", disabled: last >= matching, onclick: () => go(offset + limit) }, "Next"));
}
