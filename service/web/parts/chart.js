// Charts as SVG, drawn for the width they have. Values come with their intervals, drawn as such.
//
//   chart({ label, height, draw: (width) => [svg elements] })     the ground of all of them
//   intervalMark({ value, low, high })                            a small one, for a table's cell
//   dotPlot({ rows: [{ label, value, low, high, href, tick }] })  one line each; a tick beside its value
//   scatter({ points: [{ x, y, label, href, low, high, id }] })   a point each, to click
//   lines({ series: [{ name, points: [{ x, y, low, high }] }] })  a line each, with its band
//   bars({ rows: [{ label, value }] })

import { h, svg, fill } from "../lib/dom.js";
import { percent } from "../lib/format.js";

/** @typedef {{ value: number, low?: number | null, high?: number | null }} Interval
 * @typedef {{ name: string, points: Plotted[] }} Series
 * @typedef {{ xTitle?: string, yTitle?: string, xForm?: Form, yForm?: Form }} Axes titles of the axes, and how their numbers are written */

/** @param {{ label: string, height: number | ((width: number) => number), draw(width: number, height: number): Child }} given */
export function chart({ label, height, draw }) {
  const figure = h("figure", { class: "chart part" });
  let width = 0;
  /** @param {number} given */
  const redraw = (given) => {
    if (!given || Math.abs(given - width) < 2) return;
    width = given;
    const tall = typeof height === "function" ? height(width) : height;
    fill(figure, svg("svg", { viewBox: `0 0 ${width} ${tall}`, height: tall, width, role: "group", "aria-label": label },
      draw(width, tall)));
  };
  new ResizeObserver(([entry]) => redraw(Math.floor(entry.contentRect.width))).observe(figure);
  return figure;
}

/** A linear scale: numbers to places.
 * @param {[from: number, to: number]} domain @param {[start: number, end: number]} range @returns {(value: number) => number} */
export function scale([from, to], [start, end]) {
  const step = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * step;
}

/** About so many round numbers between two.
 * @param {number} from @param {number} to */
export function ticks(from, to, wanted = 5) {
  const rough = (to - from) / Math.max(1, wanted) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + step * 1e-9; at += step)
    found.push(Math.abs(at) < step * 1e-9 ? 0 : Number(at.toPrecision(12)));
  return found;
}

/** The least and the largest of some numbers, with room around them.
 * @param {(number | null | undefined)[]} values @returns {[number, number]} */
export function extent(values, room = 0.05) {
  const given = values.filter(isThere).filter((value) => Number.isFinite(value));
  if (!given.length) return [0, 1];
  const low = Math.min(...given), high = Math.max(...given);
  const more = (high - low || Math.abs(high) || 1) * room;
  return [low - more, high + more];
}

/** A value with its interval on a scale from lo to hi, with a line at a reference.
 * @param {Interval & { lo?: number, hi?: number, reference?: number | null, width?: number }} given */
export function intervalMark({ value, low, high, lo = 0, hi = 1, reference = 0.5, width = 120 }) {
  const x = scale([lo, hi], [4, width - 4]);
  const within = (/** @type {number} */ number) => Math.min(width - 4, Math.max(4, x(number)));
  return svg("svg", { class: "interval part", viewBox: `0 0 ${width} 16`, width, height: 16, role: "img",
      "aria-label": `${percent(value)}, between ${percent(low)} and ${percent(high)}` },
    reference !== null && svg("line", { class: "reference", x1: x(reference), x2: x(reference), y1: 0, y2: 16 }),
    isThere(low) &&
      svg("line", { class: "whisker", x1: within(low), x2: within(high ?? low), y1: 8, y2: 8 }),
    svg("circle", { class: "dot", cx: within(value), cy: 8, r: 3.5 }));
}

/** One line for each value, with its interval.
 * @param {{ label: string, rows: PlottedRow[], lo?: number, hi?: number, reference?: number | null, form?: Form, axis?: string }} given */
export function dotPlot({ label, rows, lo, hi, reference = null, form = percent, axis = "" }) {
  const ends = rows.flatMap(({ value, low, high, tick }) => [value, low ?? value, high ?? value, tick ?? value]);
  const [from, to] = extent(reference === null ? ends : [...ends, reference]);
  /** @type {[number, number]} */
  const domain = [lo ?? from, hi ?? to];
  const line = 26, foot = axis ? 40 : 24;
  return chart({ label, height: rows.length * line + foot, draw: (width) => {
    const names = roomForNames(rows, width);
    const x = scale(domain, [names, width - 22]);
    const bottom = rows.length * line;
    return [
      ticks(...domain, width / 110).map((at) => [
        svg("line", { class: "grid", x1: x(at), x2: x(at), y1: 0, y2: bottom }),
        svg("text", { class: "tick", x: x(at), y: bottom + 15, "text-anchor": "middle" }, form(at, 0))]),
      axis && svg("text", { class: "axis", x: (names + width) / 2, y: bottom + 33, "text-anchor": "middle" }, axis),
      reference !== null &&
        svg("line", { class: "reference", x1: x(reference), x2: x(reference), y1: 0, y2: bottom }),
      rows.map((row, number) => linked(row.href, svg("g", { class: "row" },
        svg("title", {}, row.title ?? `${row.label}: ${form(row.value)}${interval(row, form)}`),
        svg("text", { class: "name", x: names - 8, y: number * line + 17, "text-anchor": "end" }, shortened(row.label, names - 10)),
        isThere(row.low) && isThere(row.high) &&
          svg("line", { class: "whisker", x1: x(row.low), x2: x(row.high), y1: number * line + 13, y2: number * line + 13 }),
        isThere(row.tick) &&
          svg("line", { class: "beside", x1: x(row.tick), x2: x(row.tick), y1: number * line + 4, y2: number * line + 22 }),
        svg("circle", { class: `dot ${row.kind ?? ""}`, cx: x(row.value), cy: number * line + 13, r: 4.5 })))),
    ];
  } });
}

/** @param {PlottedRow} row @param {Form} form */
const interval = ({ low, high }, form) =>
  isThere(low) && isThere(high) ? ` [${form(low)}, ${form(high)}]` : "";

/** @param {number | null | undefined} value @returns {value is number} */
const isThere = (value) => value !== null && value !== undefined;

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
/** How wide a name is in a chart, in pixels: letters of the reader's font, which nobody knows here.
 * @param {string} text */
function widthOf(text) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return 8 * text.length; // a browser without a canvas
  ruler.font = "13px system-ui, sans-serif"; // as in style/chart.css
  return ruler.measureText(text).width;
}

/** @param {PlottedRow[]} rows @param {number} width */
const roomForNames = (rows, width) => Math.min(0.42 * width, 14 + Math.max(30, ...rows.map((row) => widthOf(row.label))));

/** As much of a text as has room; a title beside it has all of it.
 * @param {string} text @param {number} room */
function shortened(text, room) {
  if (widthOf(text) <= room) return text;
  let letters = text.length;
  while (letters > 3 && widthOf(`${text.slice(0, letters)}…`) > room) letters -= 1;
  return `${text.slice(0, letters)}…`;
}

/** An element as a link where it has one: by click and by keyboard.
 * @param {string | undefined} href @param {SVGElement} element @param {string} [label] */
function linked(href, element, label) {
  return href ? svg("a", { href, "aria-label": label ?? element.querySelector("title")?.textContent }, element) : element;
}

/** Axes with grid lines around a plane; returns the two scales too.
 * @param {number} width @param {number} height @param {Axes & { xs: [number, number], ys: [number, number] }} given */
export function plane(width, height, { xs, ys, xTitle, yTitle, xForm = plain, yForm = plain }) {
  const left = 56, right = width - 12, top = 10, bottom = height - (xTitle ? 44 : 26);
  const x = scale(xs, [left, right]), y = scale(ys, [bottom, top]);
  const parts = [
    ticks(...xs, width / 100).map((at) => [
      svg("line", { class: "grid", x1: x(at), x2: x(at), y1: top, y2: bottom }),
      svg("text", { class: "tick", x: x(at), y: bottom + 16, "text-anchor": "middle" }, xForm(at))]),
    ticks(...ys, height / 60).map((at) => [
      svg("line", { class: "grid", x1: left, x2: right, y1: y(at), y2: y(at) }),
      svg("text", { class: "tick", x: left - 6, y: y(at) + 4, "text-anchor": "end" }, yForm(at))]),
    xTitle && svg("text", { class: "axis", x: (left + right) / 2, y: bottom + 36, "text-anchor": "middle" }, xTitle),
    yTitle && svg("text", { class: "axis", transform: `translate(13 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, yTitle),
  ];
  return { x, y, parts, left, right, top, bottom };
}

/** @param {number} number */
const plain = (number) => Number(number.toPrecision(6)).toLocaleString("en-GB");

/** Points in a plane; each with a link can be clicked, and has its name as a title.
 * @param {Axes & { label: string, points: Plotted[], height?: number, diagonal?: boolean, joined?: boolean }} given */
export function scatter({ label, points, xTitle, yTitle, height = 340, xForm = plain, yForm = plain, diagonal = false, joined = false }) {
  const xs = extent(points.flatMap((p) => [p.x, p.xLow ?? p.x, p.xHigh ?? p.x]), 0.08);
  const ys = extent(points.flatMap((p) => [p.y, p.low ?? p.y, p.high ?? p.y]), 0.08);
  return chart({ label, height, draw: (width, tall) => {
    const at = plane(width, tall, { xs, ys, xTitle, yTitle, xForm, yForm });
    const path = [...points].sort((a, b) => a.x - b.x).map((p) => `${at.x(p.x)},${at.y(p.y)}`).join(" ");
    const ends = [Math.max(xs[0], ys[0]), Math.min(xs[1], ys[1])];
    return [at.parts,
      diagonal && ends[0] < ends[1] &&
        svg("line", { class: "reference", x1: at.x(ends[0]), x2: at.x(ends[1]), y1: at.y(ends[0]), y2: at.y(ends[1]) }),
      joined && svg("polyline", { class: "joined", points: path }),
      points.map((p) => linked(p.href, svg("g", { class: `point ${p.kind ?? ""}`, "data-point": p.id },
        svg("title", {}, p.label),
        isThere(p.low) && isThere(p.high) && svg("line", { class: "whisker", x1: at.x(p.x), x2: at.x(p.x), y1: at.y(p.low), y2: at.y(p.high) }),
        isThere(p.xLow) && isThere(p.xHigh) && svg("line", { class: "whisker", x1: at.x(p.xLow), x2: at.x(p.xHigh), y1: at.y(p.y), y2: at.y(p.y) }),
        svg("circle", { class: "dot", cx: at.x(p.x), cy: at.y(p.y), r: 6 }),
        p.mark && svg("text", { class: "mark", x: at.x(p.x), y: at.y(p.y) - 10, "text-anchor": "middle" }, p.mark))))];
  } });
}

/** Lines over an axis, with bands where there are intervals.
 * @param {Axes & { label: string, series: Series[], height?: number, reference?: number | null, ys?: [number, number] }} given */
export function lines({ label, series, xTitle, yTitle, height = 300, xForm = plain, yForm = plain, reference = null, ys: given }) {
  const all = series.flatMap(({ points }) => points);
  const xs = extent(all.map(({ x }) => x), 0);
  const ys = given ?? extent([...all.flatMap((p) => [p.y, p.low ?? p.y, p.high ?? p.y]), ...(reference === null ? [] : [reference])]);
  const figure = chart({ label, height, draw: (width, tall) => {
    const at = plane(width, tall, { xs, ys, xTitle, yTitle, xForm, yForm });
    return [at.parts,
      reference !== null && svg("line", { class: "reference", x1: at.left, x2: at.right, y1: at.y(reference), y2: at.y(reference) }),
      series.map(({ points }, number) => {
        const there = points.filter((p) => isThere(p.low));
        const band = [...there.map((p) => [p.x, p.high ?? p.y]), ...there.reverse().map((p) => [p.x, p.low ?? p.y])];
        return svg("g", { class: `series s${number % 6}` },
          band.length > 0 && svg("polygon", { class: "band", points: band.map(([a, b]) => `${at.x(a)},${at.y(b)}`).join(" ") }),
          svg("polyline", { class: "line", points: points.map((p) => `${at.x(p.x)},${at.y(p.y)}`).join(" ") }),
          points.length < 60 && points.map((p) => svg("circle", { class: "dot", cx: at.x(p.x), cy: at.y(p.y), r: 3 },
            svg("title", {}, `${xForm(p.x)}: ${yForm(p.y)}`))));
      })];
  } });
  return series.length > 1 ? h("div", {}, legend(series.map(({ name }) => name)), figure) : figure;
}

/** @param {string[]} names */
export const legend = (names) =>
  h("ul", { class: "legend" }, names.map((name, number) => h("li", { class: `s${number % 6}` }, name)));

/** Bars from zero, one line each.
 * @param {{ label: string, rows: PlottedRow[], form?: Form }} given */
export function bars({ label, rows, form = plain }) {
  /** @type {[number, number]} */
  const domain = [Math.min(0, ...rows.map((row) => row.value)), Math.max(0, ...rows.map((row) => row.value)) || 1];
  const line = 26;
  return chart({ label, height: rows.length * line + 4, draw: (width) => {
    const names = roomForNames(rows, width);
    const x = scale(domain, [names, width - 60]);
    return rows.map((row, number) => linked(row.href, svg("g", { class: "row" },
      svg("title", {}, `${row.label}: ${form(row.value)}`),
      svg("text", { class: "name", x: names - 8, y: number * line + 17, "text-anchor": "end" }, shortened(row.label, names - 10)),
      svg("rect", { class: "bar", x: Math.min(x(0), x(row.value)), width: Math.max(1, Math.abs(x(row.value) - x(0))), y: number * line + 4, height: line - 8 }),
      svg("text", { class: "tick", x: Math.max(x(0), x(row.value)) + 6, y: number * line + 17 }, form(row.value)))));
  } });
}
