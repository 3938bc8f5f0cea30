// The rows that a run has stored, by table, a page of them at a time.

import { storedAddress } from "../lib/address.js";
import { apiAddress, ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { count, plural, title } from "../lib/format.js";
import { reading, staleness, trouble } from "./notice.js";
import { pager, table } from "./table.js";
import { cell, kindOf } from "./values.js";

/** @typedef {object} TablesGiven
 * @property {string} run
 * @property {Record<string, number>} counts
 * @property {string | null} shown
 * @property {number} offset
 * @property {(place: { table: string, offset: number }) => void} chosen
 * @property {AbortSignal} signal */

const ROWS = 25;

/** Links to the tables, and rows of the chosen one; chosen({ table, offset }) keeps the address.
 * @param {TablesGiven} given */
export function runTables({ run, counts, shown, offset, chosen, signal }) {
  const rows = h("div", { class: "rows" });
  const names = Object.keys(counts).filter((name) => name !== "run_results");
  const links = names.map((name) => h("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => show(name, 0) },
    `${title(name)} ${count(counts[name])}`));
  if (shown !== null && names.includes(shown)) show(shown, offset, false);
  return h("div", {}, h("div", { class: "actions" }, links), rows);

  /** @param {string} name @param {number} from */
  async function show(name, from, keep = true) {
    links.forEach((link, place) => { link.setAttribute("aria-pressed", String(names[place] === name)); });
    if (keep) chosen({ table: name, offset: from });
    fill(rows, reading("Reading rows"));
    try {
      /** @type {Answer<RunTable>} */
      const answer = await ask(`/runs/${encodeURIComponent(run)}/tables/${name}`, { params: { offset: from, limit: ROWS }, signal });
      fill(rows, staleness(answer), ...rowsOf(answer.data, from, (next) => show(name, next), run, savedGames(name, counts)));
    } catch (error) {
      if (!signal.aborted) fill(rows, trouble(error, () => show(name, from, false)));
    }
  }
}

/** @type {Record<string, string[]>} */
const GAMES_IN = { game_records: ["game"], explain_games: ["game"], agreement_differences: ["game_one", "game_other"] };

/** The columns of a table whose games can be replayed: each of them is whole in game_records.
 * @param {string} table @param {Record<string, number>} counts @returns {string[]} */
function savedGames(table, { games, game_records: saved }) {
  if (table === "games") return games === saved ? ["game"] : [];
  return GAMES_IN[table] ?? [];
}

/** @param {RunTable} table @param {number} offset @param {(offset: number) => void} go @param {string} run @param {string[]} saved */
function rowsOf({ table: name, columns, rows, total }, offset, go, run, saved) {
  /** @param {TableColumn} column @param {any} value */
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

/** @param {string} table @param {string} run */
const selection = (table, run) => `FROM ${table} WHERE run = '${run.replaceAll("'", "''")}'`;
