// Data: SQL with the schema beside it; the result as a table and as a chart. All of it is in the address:
// sql, view (table or chart), sort and descending, and what the chart shows (x, y, chart).

import { apiAddress, ask } from "../lib/ask.js";
import { keep } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { count, plural, span } from "../lib/format.js";
import { empty, reading, trouble } from "../parts/notice.js";
import { ownQueries, savedQueries } from "../parts/sql/queries.js";
import { resultChart } from "../parts/sql/plot.js";
import { schemaList } from "../parts/sql/schema.js";
import { table } from "../parts/table.js";
import { cell, kindOf, numberOf, textOf } from "../parts/values.js";

const ROWS = 1000;
const STATE = ["sql", "view", "sort", "descending", "x", "y", "chart"];

/** @typedef {Partial<Record<string, string | true>>} State */

/** @param {PageGiven} page */
export default function dataPage({ query, signal, title }) {
  title("Data");
  /** @type {State} */
  const state = Object.fromEntries(STATE.map((name) => [name, query.get(name) ?? undefined]));
  const names = setupNames(signal);
  const shown = h("section", { "aria-label": "Result", class: "shown" });
  const said = h("p", { class: "small soft", role: "status" });
  const cancel = h("button", { type: "button", hidden: true, onclick: () => under?.abort() }, "Cancel");
  const editor = h("textarea", { id: "sql", class: "mono", rows: 7, spellcheck: "false", autocapitalize: "off",
    value: state.sql ?? "", "aria-describedby": "sql-keys", onkeydown: keys });
  /** @type {AbortController | null} */
  let under = null;

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  }

  function run() {
    for (const name of STATE) if (name !== "view") state[name] = undefined;
    state.sql = editor.value.trim();
    if (!state.sql) return editor.focus();
    keep(state, { step: true });
    answer();
  }

  async function answer() {
    under?.abort();
    const mine = new AbortController();
    under = mine;
    cancel.hidden = false;
    fill(said, "Running the query …");
    try {
      const result = await ask("/sql", { body: { query: state.sql, limit: ROWS }, reads: true,
        signal: AbortSignal.any([signal, mine.signal]) });
      fill(said, resultLine(result));
      drawResult(shown, result, state, await names);
    } catch (error) {
      if (signal.aborted || under !== mine) return;
      const { name } = /** @type {Error} */ (error);
      fill(said, name === "AbortError" ? "Cancelled." : "");
      if (name !== "AbortError") fill(shown, h("div", { class: "sql-error" }, trouble(error)));
    } finally {
      if (under === mine) cancel.hidden = true;
    }
  }

  /** @param {string} name */
  function insert(name) {
    editor.setRangeText(name, editor.selectionStart, editor.selectionEnd, "end");
    editor.focus();
  }

  if (state.sql) answer();
  return h("div", {},
    h("h1", {}, "Data"),
    h("div", { class: "data" },
      h("div", {},
        h("div", { class: "field editor" },
          h("label", { for: "sql" }, "SQL"), editor,
          h("p", { class: "about", id: "sql-keys" }, "DuckDB's dialect. Ctrl+Enter runs it. It can change nothing.")),
        h("div", { class: "actions" },
          h("button", { type: "button", class: "primary", onclick: run }, "Run"), cancel, said),
        h("details", { open: !state.sql }, h("summary", {}, "Common questions"),
          later(ask("/sql/saved", { signal }), "Reading the questions", savedQueries)),
        h("details", {}, h("summary", {}, "Own queries"), ownQueries(() => editor.value))),
      shown,
      h("details", { class: "beside", open: matchMedia("(min-width: 62rem)").matches },
        h("summary", {}, "Tables and columns"),
        later(ask("/sql/schema", { signal }), "Reading the schema", (relations) => schemaList(relations, insert)))));
}

/** Draw a result as a table or a chart; what is chosen there goes into the state and the address.
 * @param {HTMLElement} shown @param {SqlResult} result @param {State} state @param {Set<string>} names */
function drawResult(shown, result, state, names) {
  /** @param {State} values */
  const change = (values) => {
    Object.assign(state, values);
    keep(state);
  };
  /** @param {State} values @param {string} focus */
  const again = (values, focus) => {
    change(values);
    drawResult(shown, result, state, names);
    /** @type {HTMLElement | null} */ (shown.querySelector(focus))?.focus();
  };
  const chart = state.view === "chart";
  const sort = state.sort ? { name: String(state.sort), descending: Boolean(state.descending) } : undefined;
  fill(shown, views(chart, again), downloads(String(state.sql)),
    chart ? resultChart(result, state, names, (values, picker) => again(values, `[name="${picker}"]`))
      : resultTable(result, names, sort, ({ name, descending }) => change({ sort: name ?? undefined, descending: descending || undefined })));
}

/** How many rows there are, how long it took, and whether there are more.
 * @param {SqlResult} result */
function resultLine({ rows, columns, cut, seconds }) {
  const many = cut ? `The first ${count(rows.length)} rows; there are more.` : `${plural(rows.length, "row")}.`;
  return `${many} ${plural(columns.length, "column")}, ${span(seconds)}.`;
}

/** Rows as a table. Columns are sorted by their place: two of them may have the same name.
 * @param {SqlResult} result @param {Set<string>} names @param {Order | undefined} sort @param {(order: Order) => void} onorder */
function resultTable({ columns, rows }, names, sort, onorder) {
  if (!rows.length) return empty("The query has no rows.");
  const places = columns.map((column, place) => ({
    name: String(place), title: column.name, about: column.type, number: kindOf(column) === "number",
    key: (/** @type {TableRow} */ row) => (kindOf(column) === "number" ? numberOf(row[place]) : row[place] === null ? null : textOf(row[place])),
    cell: (/** @type {TableRow} */ row) => cell(column, row[place], names),
  }));
  return h("div", { class: "result" }, table({ columns: places, rows, caption: "Result of the query", sort, onorder }));
}

/** A part whose values are still being read: the query need not wait for them.
 * @template Values
 * @param {Promise<Values>} asked @param {string} what @param {(values: Values) => Child} draw */
function later(asked, what, draw) {
  const part = h("div", {}, reading(what));
  asked.then((values) => fill(part, draw(values)), (error) => error.name !== "AbortError" && fill(part, trouble(error)));
  return part;
}

/** Names of setups: where one stands in a result it is linked.
 * @param {AbortSignal} signal */
async function setupNames(signal) {
  const named = (/** @type {boolean} */ own) => ask("/setups", { params: { own }, signal }).catch(() => []);
  const lists = await Promise.all([named(false), named(true)]);
  return new Set(lists.flat().map(({ name }) => name));
}

/** @param {boolean} chart @param {(values: State, focus: string) => void} again */
const views = (chart, again) =>
  h("div", { class: "actions", role: "group", "aria-label": "Show the result as" },
    [{ name: "table", text: "Table", pressed: !chart }, { name: "chart", text: "Chart", pressed: chart }].map(({ name, text, pressed }) =>
      h("button", { type: "button", name, "aria-pressed": String(pressed),
        onclick: () => again({ view: name === "chart" ? name : undefined }, `button[name="${name}"]`) }, text)));

/** @param {string} sql */
const downloads = (sql) =>
  h("p", { class: "small" }, "Download all rows: ",
    h("a", { href: apiAddress("/sql/download", { query: sql, format: "csv" }), download: "result.csv" }, "CSV"), " · ",
    h("a", { href: apiAddress("/sql/download", { query: sql, format: "parquet" }), download: "result.parquet" }, "Parquet"));
