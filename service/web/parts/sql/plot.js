// The rows of a query as a chart: bars of a number for each text, points or a line of two numbers.
// A number with its interval beside it (score, score_low, score_high) is drawn with it.

import { h, unique } from "../../lib/dom.js";
import { count, timeText } from "../../lib/format.js";
import { bars, dotPlot, lines, scatter } from "../chart.js";
import { empty } from "../notice.js";
import { addressOf, kindOf, numberOf, textOf } from "../values.js";

/** @typedef {Partial<Record<string, string | true>>} Asked what the address says of a chart: x, y, chart */

const MOST_ROWS = 60; // lines of text that a chart still shows well
/** @type {Record<string, string>} */
const FORMS = { bars: "Bars", line: "Line", points: "Points" };

/** What to draw where the address says nothing: a text and a number, otherwise two numbers.
 * @param {SqlResult} result @param {Asked} asked */
export function chosen({ columns, rows }, asked) {
  /** @param {unknown} name */
  const named = (name) => columns.find((column) => column.name === name);
  const numbers = columns.filter((column) => kindOf(column) === "number" && !/(^|_)(low|high)$/.test(column.name));
  const texts = columns.filter((column) => ["text", "flag"].includes(kindOf(column)) && differ(columns, rows, column));
  const times = columns.filter((column) => kindOf(column) === "time");
  const x = named(asked.x) ?? times[0] ?? texts[0] ?? (numbers.length > 1 ? numbers[0] : null);
  const y = named(asked.y) ?? preferred(columns, numbers.filter((column) => column !== x));
  if (!x || !y) return null;
  return { x, y, form: FORMS[String(asked.chart)] ? String(asked.chart) : usual(columns, rows, x) };
}

/** A number that has an interval says most; otherwise the last one, which queries compute.
 * @param {TableColumn[]} columns @param {TableColumn[]} numbers */
function preferred(columns, numbers) {
  return numbers.find((column) => intervalOf(columns, column)) ?? numbers.at(-1) ?? null;
}

/** The places of the two ends of a number's interval: score_low and score_high, or low and high after it.
 * @param {TableColumn[]} columns @param {TableColumn} column */
function intervalOf(columns, { name }) {
  /** @param {string} wanted */
  const place = (wanted) => columns.findIndex((column) => column.name === wanted);
  const own = [place(`${name}_low`), place(`${name}_high`)];
  if (own.every((one) => one >= 0)) return own;
  const next = place(name) + 1;
  return columns[next]?.name === "low" && columns[next + 1]?.name === "high" ? [next, next + 1] : null;
}

/** @param {TableColumn[]} columns @param {TableRow[]} rows @param {TableColumn} column */
const valuesOf = (columns, rows, column) => rows.map((row) => row[columns.indexOf(column)]);

/** @param {TableColumn[]} columns @param {TableRow[]} rows @param {TableColumn} column */
const differ = (columns, rows, column) =>
  rows.length < 2 || new Set(valuesOf(columns, rows, column).map(textOf)).size > 1;

/** Texts have bars. Numbers that only rise are a line; others are points.
 * @param {TableColumn[]} columns @param {TableRow[]} rows @param {TableColumn} x */
function usual(columns, rows, x) {
  const kind = kindOf(x);
  if (kind === "text" || kind === "flag") return "bars";
  const values = valuesOf(columns, rows, x).map((value) => numberOf(value, kind));
  return values.every((value, number) => !number || Number(value) > Number(values[number - 1])) ? "line" : "points";
}

/** @param {SqlResult} result @param {Asked} asked @param {Set<string>} names
 * @param {(asked: Record<string, string | undefined>, picker: string) => void} onchoice */
export function resultChart(result, asked, names, onchoice) {
  const choice = chosen(result, asked);
  if (!choice) return empty("A chart needs a column of numbers, and another column beside it.");
  /** @param {string} picker @param {Record<string, string | undefined>} change */
  const choose = (picker, change) => onchoice({ chart: choice.form, x: choice.x.name, y: choice.y.name, ...change }, picker);
  const numbers = result.columns.filter((column) => kindOf(column) === "number");
  const forms = ["text", "flag"].includes(kindOf(choice.x)) ? ["bars"] : Object.keys(FORMS);
  return h("div", { class: "plot" },
    h("div", { class: "actions" },
      picker("x", "Along", result.columns.map(({ name }) => [name, name]), choice.x.name,
        (x) => choose("x", { x, chart: undefined })),
      picker("y", "Shown", numbers.map(({ name }) => [name, name]), choice.y.name, (y) => choose("y", { y })),
      picker("chart", "As", forms.map((form) => [form, FORMS[form]]), choice.form, (chart) => choose("chart", { chart }))),
    drawn(result, choice, names));
}

/** @param {string} name @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} onchange */
function picker(name, label, options, value, onchange) {
  const id = unique(name);
  return h("span", { class: "picker" }, h("label", { for: id }, label),
    h("select", { id, name, onchange: (event) => onchange(event.target.value) },
      options.map(([given, text]) => h("option", { value: given, selected: given === value }, text))));
}

/** @param {SqlResult} result @param {{ x: TableColumn, y: TableColumn, form: string }} choice @param {Set<string>} names */
function drawn({ columns, rows }, { x, y, form }, names) {
  const [along, up] = [columns.indexOf(x), columns.indexOf(y)], ends = intervalOf(columns, y) ?? [];
  /** @param {TableRow} row @param {number | undefined} place */
  const at = (row, place) => (place === undefined ? null : numberOf(row[place], "number"));
  const points = rows.map((row) => ({
    label: textOf(row[along]), x: numberOf(row[along], kindOf(x)), y: at(row, up), value: at(row, up),
    low: at(row, ends[0]), high: at(row, ends[1]), href: addressOf(x, row[along], names),
  })).flatMap(({ x, y, value, ...more }) =>
    (y === null || value === null || (form !== "bars" && x === null) ? [] : [{ x: x ?? 0, y, value, ...more }]));
  if (!points.length) return empty("No row has both values.");
  const label = `${y.name} by ${x.name}`;
  if (form === "bars") return barsOf(points, label, y.name);
  const xForm = kindOf(x) === "time" ? (/** @type {number} */ value) => timeText(value / 1000) : undefined;
  const common = { label, xTitle: x.name, yTitle: y.name, xForm };
  if (form === "line") return lines({ ...common, series: [{ name: y.name, points: points.sort((a, b) => a.x - b.x) }] });
  return scatter({ ...common, points: points.map((point) => ({ ...point, label: `${x.name} ${point.label}, ${y.name} ${point.y}` })) });
}

/** @param {PlottedRow[]} points @param {string} label @param {string} axis */
function barsOf(points, label, axis) {
  const shown = points.slice(0, MOST_ROWS), form = (/** @type {number} */ value) => String(Number(value.toPrecision(4)));
  const whole = shown.some(({ low }) => low !== null)
    ? dotPlot({ label, rows: shown, form, axis })
    : bars({ label, rows: shown, form });
  return [whole, points.length > MOST_ROWS &&
    h("p", { class: "small soft" }, `The first ${MOST_ROWS} of ${count(points.length)} rows, in the order of the result.`)];
}
