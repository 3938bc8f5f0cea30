// The front as a picture and as a table, highlighted together; each point leads to its what-if.

import { h, svg } from "../../lib/dom.js";
import { address } from "../../lib/address.js";
import { percent } from "../../lib/format.js";
import { extent, intervalMark, scatter } from "../chart.js";
import { table } from "../table.js";

/** @typedef {{ value: number, ci95: [low: number, high: number] }} Measured
 * @typedef {{ shown: boolean, better: boolean }} Compared */

/** @typedef {object} MeasuredPoint
 * @property {number} candidate
 * @property {string[]} edits
 * @property {string[]} words
 * @property {number | null} stability
 * @property {Record<string, Measured>} objectives
 * @property {Record<string, Compared>} [against_origin] */

/** @typedef {MeasuredPoint & { number: number | null, held: boolean, origin: boolean }} FrontPoint */

/** @typedef {object} PictureGiven
 * @property {FrontPoint[]} points
 * @property {Objective} x
 * @property {Objective} y
 * @property {(point: FrontPoint) => string} reach
 * @property {(point: FrontPoint) => unknown} examined
 * @property {string | null} chosen */

/** The points of a result, numbered as in its report: 0 are the rules as they are.
 * @param {{ front: MeasuredPoint[], fell: MeasuredPoint[] }} result @returns {FrontPoint[]} */
export function numberedPoints(result) {
  const first = result.front.some(({ candidate }) => candidate === 0) ? 0 : 1;
  /** @param {MeasuredPoint} values @param {number | null} number @param {boolean} held */
  const point = (values, number, held) => ({ ...values, number, held, origin: values.candidate === 0 });
  return [
    ...result.front.map((values, place) => point(values, place + first, true)),
    ...result.fell.map((values) => point(values, null, false)),
  ];
}

/** @param {FrontPoint} point */
export const pointName = ({ number, candidate, origin }) =>
  origin ? "The rules as they are" : number === null ? `Candidate ${candidate}` : `Number ${number}`;

/** @param {FrontPoint} point */
export const pointWords = ({ origin, words }) => (origin ? "no change" : words.join("; "));

/** Two objectives of all points; `reach(point)` is where a click on one leads.
 * @param {PictureGiven} given */
export function frontPicture({ points, x, y, reach, examined, chosen }) {
  const shown = points.map((point) => {
    const across = point.objectives[x.name], up = point.objectives[y.name];
    return {
      id: point.candidate, x: across.value, y: up.value,
      ...(x.games ? { xLow: across.ci95[0], xHigh: across.ci95[1] } : {}),
      ...(y.games ? { low: up.ci95[0], high: up.ci95[1] } : {}),
      kind: [point.origin ? "origin" : point.held ? "held" : "fell", examined(point) && "examined",
        String(point.candidate) === chosen && "chosen"].filter(Boolean).join(" "),
      mark: point.origin ? "as they are" : point.number,
      href: reach(point),
      label: `${pointName(point)}: ${pointWords(point)}. ${x.name} ${measuredText(x, across)}, ${y.name} ${measuredText(y, up)}`,
    };
  });
  return scatter({ label: `The front by ${x.name} and ${y.name}`, points: shown, height: 400,
    xTitle: directionText(x), yTitle: directionText(y),
    xForm: (value) => figure(x, value), yForm: (value) => figure(y, value) });
}

/** What the kinds of points in the picture are. */
export const pictureKey = () =>
  h("ul", { class: "front-key small" }, KEY.map(([kind, text]) => h("li", {},
    svg("svg", { class: "dot-key part", width: 18, height: 18, viewBox: "0 0 18 18", "aria-hidden": "true" },
      svg("g", { class: `point ${kind}` }, svg("circle", { class: "dot", cx: 9, cy: 9, r: 6 }))), text)));

const KEY = [
  ["origin", "the rules as they are"],
  ["held", "on the front; a click begins its what-if"],
  ["held examined", "on the front, and examined; a click opens the what-if"],
  ["fell", "did not hold on held-out seeds"],
];

/** @param {{ points: FrontPoint[], objectives: Objective[], action(point: FrontPoint): Child, base: string[] }} given */
export function frontTable({ points, objectives, action, base }) {
  const origin = points.find((point) => point.origin);
  const scales = Object.fromEntries(objectives.map(({ name }) =>
    [name, extent(points.flatMap(({ objectives: its }) => its[name].ci95), 0.02)]));
  /** @type {Column<FrontPoint>[]} */
  const columns = [
    { name: "number", title: "No.", number: true, key: ({ number }) => number, cell: ({ number }) => number ?? "–" },
    { name: "words", title: "Edits", wide: true, cell: pointWords },
    ...objectives.map((one) => /** @type {Column<FrontPoint>} */ ({ name: one.name, title: one.name, about: one.about, key: (point) => point.objectives[one.name].value,
      cell: (point) => measuredCell(one, point.objectives[one.name], scales[one.name], origin?.objectives[one.name].value) })),
    { name: "shown", title: "Beside the rules as they are", cell: shownWords },
    { name: "stability", title: "On the front again", number: true, about: "How often it would be on the front if all were measured again",
      key: ({ stability }) => stability, cell: ({ stability, held }) => (held ? percent(stability, 0) : "–") },
    { name: "whatif", title: "What-if", cell: action },
    { name: "rules", title: "Rules", cell: (point) => h("a", { href: address("/rules", { set: [...base, ...point.edits] }), "aria-label": `${pointName(point)} as sliders` }, "Sliders") },
  ];
  return table({ columns, rows: points, caption: "The points of the front", attributes: ({ candidate }) => ({ "data-point": candidate }) });
}

/** The point that an element of the picture or the table belongs to.
 * @param {Element} element */
export const pointAt = (element) =>
  /** @type {HTMLElement | null | undefined} */ (
    element.closest?.("[data-point]") ?? element.closest?.("a")?.querySelector("[data-point]"))?.dataset.point ?? null;

/** Whatever has the mouse or the focus, in the picture or the table, stands out in both.
 * @param {HTMLElement} element */
export function highlightTogether(element) {
  /** @type {string | null} */
  let lit = null;
  /** @param {Event} event */
  const light = (event) => {
    const point = pointAt(/** @type {Element} */ (event.target));
    if (point === lit) return;
    lit = point;
    for (const one of element.querySelectorAll("[data-point]"))
      one.classList.toggle("lit", one.getAttribute("data-point") === point);
  };
  for (const name of ["mouseover", "focusin"]) element.addEventListener(name, light);
  element.addEventListener("mouseleave", light);
  return element;
}

// ---- objectives as people read them

/** A value in the form of its objective.
 * @param {Objective} objective @param {number} value */
function figure(objective, value) {
  if (objective.form === "share") return percent(value);
  return objective.form === "count" ? String(Math.round(value)) : value.toFixed(2);
}

/** @param {Objective} objective @param {number} value */
const bare = (objective, value) => (objective.form === "share" ? (100 * value).toFixed(1) : figure(objective, value));

/** A measured value with its interval; one that games do not decide is known exactly.
 * @param {Objective} objective @param {Measured} measured */
function measuredText(objective, { value, ci95 }) {
  if (!objective.games) return figure(objective, value);
  return `${figure(objective, value)} [${bare(objective, ci95[0])}, ${bare(objective, ci95[1])}]`;
}

/** The same for a cell, drawn on the scale that all points share.
 * @param {Objective} objective @param {Measured} measured @param {[number, number]} scale @param {number | undefined} reference */
function measuredCell(objective, measured, [lo, hi], reference) {
  if (!objective.games) return figure(objective, measured.value);
  const mark = intervalMark({ value: measured.value, low: measured.ci95[0], high: measured.ci95[1], lo, hi, reference, width: 96 });
  mark.setAttribute("aria-hidden", "true"); // the text beside it says the same
  return h("span", { class: "measured" }, mark, h("span", { class: "small" }, measuredText(objective, measured)));
}

/** What was shown of a point beside the rules as they are: only where intervals are apart.
 * @param {FrontPoint} point */
function shownWords(point) {
  const compared = Object.entries(point.against_origin ?? {});
  const shown = compared.filter(([, one]) => one.shown).map(([name, one]) => `${name} ${one.better ? "better" : "worse"}`);
  if (shown.length) return shown.join("; ");
  return compared.length ? "not shown to differ" : "";
}

/** @param {Objective} objective */
const directionText = (objective) => `${objective.name} (${objective.more ? "more" : "less"} is better)`;
