// The rows that a run has stored, by table, a page of them at a time.

import { storedAddress } from "../lib/address.js";
import { apiAddress, ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { count, plural, title } from "../lib/format.js";
import { reading, staleness, trouble } from "./notice.js";
import { pager, table } from "./table.js";
import { cell, kindOf } from "./values.js";

const ROWS = 25;

/** Links to the tables, and rows of the chosen one; chosen({ table, offset }) keeps the address. */
export function runTables({ run, counts, shown, offset, chosen, signal }) {
  const rows = h("div", { class: "rows" });
  const names = Object.keys(counts).filter((name) => name !== "run_results");
  const links = names.map((name) => h("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => show(name, 0) },
    `${title(name)} ${count(counts[name])}`));
  if (names.includes(shown)) show(shown, offset, false);
  return h("div", {}, h("div", { class: "actions" }, links), rows);

  async function show(name, from, keep = true) {
    links.forEach((link, place) => link.setAttribute("aria-pressed", names[place] === name));
    if (keep) chosen({ table: name, offset: from });
    fill(rows, reading("Reading rows"));
    try {
      const answer = await ask(`/runs/${encodeURIComponent(run)}/tables/${name}`, { params: { offset: from, limit: ROWS }, signal });
      fill(rows, staleness(answer), ...rowsOf(answer.data, from, (next) => show(name, next), run, savedGames(name, counts)));
    } catch (error) {
      if (!signal.aborted) fill(rows, trouble(error, () => show(name, from, false)));
    }
  }
}

/** The columns of a table whose games can be replayed: each of them is whole in game_records. */
function savedGames(table, { games, game_records: saved }) {
  if (table === "games") return games === saved ? ["game"] : [];
  return { game_records: ["game"], explain_games: ["game"], agreement_differences: ["game_one", "game_other"] }[table] ?? [];
}

function rowsOf({ table: name, columns, rows, total }, offset, go, run, saved) {
  const shown = (column, value) => saved.includes(column.name) && value !== null
    ? h("a", { href: storedAddress(run, value), "aria-label": `Replay game ${value}` }, value) : cell(column, value);
  return [
    table({ caption: `${title(name)}: ${plural(total, "row")}`, rows, columns: columns.map((column, place) => ({
      name: column.name, title: column.name, about: column.type, number: kindOf(column) === "number",
      cell: (row) => shown(column, row[place]),
    })) }),
    total > rows.length && pager({ offset, limit: ROWS, matching: total, go }),
    h("p", { class: "small" }, "All rows: ", ["csv", "parquet"].map((format) => [
      h("a", { href: apiAddress("/sql/download", { query: selection(name, run), format }), download: `${run}-${name}.${format}` }, format), " "]),
      h("a", { href: `/data?${new URLSearchParams({ sql: selection(name, run) })}` }, "ask in SQL")),
  ];
}

const selection = (table, run) => `FROM ${table} WHERE run = '${run.replaceAll("'", "''")}'`;
