// Data: SQL with the schema beside it; the result as a table and as a chart. All of it is in the address:
// sql, view (table or chart), sort and descending, and what the chart shows (x, y, chart).

import { apiAddress, ask } from "../lib/ask.js";
import { keep } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { reading, trouble } from "../parts/notice.js";
import { ownQueries, savedQueries } from "../parts/sql/queries.js";
import { resultChart } from "../parts/sql/plot.js";
import { resultLine, resultTable } from "../parts/sql/result.js";
import { schemaList } from "../parts/sql/schema.js";

const ROWS = 1000;
const STATE = ["sql", "view", "sort", "descending", "x", "y", "chart"];

export default function data({ query, signal, title }) {
  title("Data");
  const state = Object.fromEntries(STATE.map((name) => [name, query.get(name) ?? undefined]));
  const names = setupNames(signal);
  const shown = h("section", { "aria-label": "Result", class: "shown" });
  const said = h("p", { class: "small soft", role: "status" });
  const cancel = h("button", { type: "button", hidden: true, onclick: () => under?.abort() }, "Cancel");
  const editor = h("textarea", { id: "sql", class: "mono", rows: 7, spellcheck: "false", autocapitalize: "off",
    value: state.sql ?? "", "aria-describedby": "sql-keys", onkeydown: keys });
  let under = null;

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
      draw(result, await names);
    } catch (error) {
      if (signal.aborted || under !== mine) return;
      fill(said, error.name === "AbortError" ? "Cancelled." : "");
      if (error.name !== "AbortError") fill(shown, h("div", { class: "sql-error" }, trouble(error)));
    } finally {
      if (under === mine) cancel.hidden = true;
    }
  }

  function draw(result, known) {
    const change = (values) => {
      Object.assign(state, values);
      keep(state);
    };
    const again = (values, focus) => {
      change(values);
      draw(result, known);
      shown.querySelector(focus)?.focus();
    };
    const chart = state.view === "chart";
    const sort = state.sort && { name: state.sort, descending: Boolean(state.descending) };
    fill(shown, views(chart, again), downloads(state.sql),
      chart ? resultChart(result, state, known, (values, picker) => again(values, `[name="${picker}"]`))
        : resultTable(result, known, sort, ({ name, descending }) => change({ sort: name, descending: descending || undefined })));
  }

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

/** A part whose values are still being read: the query need not wait for them. */
function later(asked, what, draw) {
  const part = h("div", {}, reading(what));
  asked.then((values) => fill(part, draw(values)), (error) => error.name !== "AbortError" && fill(part, trouble(error)));
  return part;
}

/** Names of setups: where one stands in a result it is linked. */
async function setupNames(signal) {
  const named = (own) => ask("/setups", { params: { own }, signal }).catch(() => []);
  const lists = await Promise.all([named(false), named(true)]);
  return new Set(lists.flat().map(({ name }) => name));
}

const views = (chart, again) =>
  h("div", { class: "actions", role: "group", "aria-label": "Show the result as" },
    [["table", "Table", !chart], ["chart", "Chart", chart]].map(([name, text, pressed]) =>
      h("button", { type: "button", name, "aria-pressed": String(pressed),
        onclick: () => again({ view: name === "chart" ? name : undefined }, `button[name="${name}"]`) }, text)));

const downloads = (sql) =>
  h("p", { class: "small" }, "Download all rows: ",
    h("a", { href: apiAddress("/sql/download", { query: sql, format: "csv" }), download: "result.csv" }, "CSV"), " · ",
    h("a", { href: apiAddress("/sql/download", { query: sql, format: "parquet" }), download: "result.parquet" }, "Parquet"));
