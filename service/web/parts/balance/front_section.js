// The front of a search for balance: a picture to click, a table, and the what-if of a chosen point.

import { ask, read } from "../../lib/ask.js";
import { address, keep, query as nowQuery, runAddress } from "../../lib/address.js";
import { fill, h } from "../../lib/dom.js";
import { answering, whatifRuns } from "../../lib/edits.js";
import { onJobs } from "../../lib/live.js";
import { lines } from "../chart.js";
import { empty, staleness } from "../notice.js";
import { whatifStart } from "../whatif_start.js";
import { frontPicture, frontTable, highlightTogether, numberedPoints, pictureKey, pointAt, pointName, pointWords } from "./front.js";
import { chosenRun, notFinished, readSection, runSelect, saidText } from "./sections.js";

/** @param {{ query: URLSearchParams, signal: AbortSignal }} given */
export const frontSection = ({ query, signal }) => readSection({
  heading: "The Pareto front", waits: "Reading the search", signal,
  load: async () => {
    const answer = await chosenRun("balance", "run", query, signal);
    if (!answer)
      return empty("No search for balance has finished yet. One shows changes of the rules that no other beats in all objectives: how even match-ups are, how many setups are worth playing, how little changes. It takes about 15 minutes on two free cores, a quick one 3 minutes. ",
        h("a", { href: address("/start/balance", { free: "*.cost" }) }, "Start one"), ".");
    const { run, runs } = answer, choice = runSelect({ label: "Search", name: "run", run, runs });
    if (!run.result) return [choice, notFinished(run)];
    const [objectives, examined, volumes] = await Promise.all([
      ask("/rules/objectives", { signal }), whatifRuns({ status: "finished" }, signal),
      read(`/runs/${encodeURIComponent(run.run)}/tables/generations`, { params: { limit: 500 }, signal })]);
    return [staleness(answer), choice, saidText(run.said),
      front({ run, objectives, examined: examined.runs, query, signal }), volumeLine(volumes.data)];
  },
});

/** @typedef {import("./front.js").FrontPoint} FrontPoint */

/** @param {{ run: Run, objectives: Objective[], examined: WhatifRun[], query: URLSearchParams, signal: AbortSignal }} given */
function front({ run, objectives, examined, query, signal }) {
  const points = numberedPoints(run.result);
  const byName = new Map(objectives.map((one) => [one.name, one]));
  const measured = objectives.filter(({ name }) => name in points[0].objectives);
  /** @type {Objective[]} */
  const wanted = run.result.objectives.map((/** @type {string} */ name) => byName.get(name));
  /** @param {FrontPoint} point */
  const question = (point) => ({ base: run.edits, edits: point.edits });
  /** @param {FrontPoint} point */
  const found = (point) => (point.edits.length ? answering(examined, question(point))[0] : undefined);
  const state = { x: query.get("x"), y: query.get("y"), point: query.get("point") };
  const picture = h("div"), list = h("div"), chosen = h("div", { class: "chosen-point" });
  const whatif = whatifStart({ signal, heading: "Examine it by a what-if" });

  /** @param {string | null} name @param {Objective} fallback */
  const axis = (name, fallback) => ((name !== null && name in points[0].objectives && byName.get(name)) || fallback);
  const axes = () => ({ x: axis(state.x, wanted[0]), y: axis(state.y, wanted[1]) });
  /** @param {Record<string, unknown>} more */
  const here = (more) => address("/balance", { ...Object.fromEntries(nowQuery()), ...more });
  /** @param {FrontPoint} point */
  const reach = (point) => {
    const examined = found(point);
    return examined ? runAddress(examined.run) : here({ point: point.candidate });
  };

  function draw() {
    const { x, y } = axes();
    fill(picture, frontPicture({ points, x, y, reach, examined: found, chosen: state.point }));
    fill(list, frontTable({ points, objectives: [...new Set([...wanted, x, y])], base: run.edits, action }));
  }

  /** @param {FrontPoint} point */
  const action = (point) => {
    if (point.origin) return "";
    if (found(point))
      return h("a", { href: reach(point), "aria-label": `What-if of ${pointName(point)}` }, "See it");
    return h("a", { href: reach(point), "aria-label": `Examine ${pointName(point)}`, onclick: (event) => choose(event, point) }, "Examine");
  };

  /** Show a point that no what-if has examined yet, with the means to start one.
   * @param {MouseEvent} event @param {FrontPoint} point */
  function choose(event, point) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", here({ point: point.candidate }));
    state.point = String(point.candidate);
    draw();
    drawChosen();
    chosen.querySelector("h3")?.focus();
    chosen.scrollIntoView({ block: "nearest" });
  }

  function drawChosen() {
    const point = points.find(({ candidate }) => String(candidate) === state.point);
    if (!point) return void fill(chosen);
    fill(chosen, h("h3", { tabindex: -1 }, pointName(point)), h("p", {}, pointWords(point)),
      h("p", {}, h("a", { href: address("/rules", { set: [...run.edits, ...point.edits] }) }, "Open these rules as sliders")),
      point.edits.length > 0 && whatif.element);
    whatif.show(question(point));
  }

  picture.addEventListener("click", (event) => {
    const point = points.find(({ candidate }) => String(candidate) === pointAt(/** @type {Element} */ (event.target)));
    if (point && !found(point)) choose(event, point);
  });
  onJobs(async (job) => {
    if (job?.kind !== "whatif" || job.state !== "finished") return;
    ({ runs: examined } = await whatifRuns({ status: "finished" }, signal).catch(() => ({ runs: examined })));
    draw();
  }, signal);

  /** @param {"x" | "y"} name @param {string} label */
  const select = (name, label) => {
    const field = h("select", { onchange: () => {
      state[name] = field.value;
      keep({ ...Object.fromEntries(nowQuery()), [name]: field.value });
      draw();
    } }, measured.map((one) => h("option", { value: one.name, title: one.about }, one.name)));
    field.value = axes()[name].name;
    return h("label", {}, label, " ", field);
  };

  draw();
  drawChosen();
  return highlightTogether(h("div", { class: "front" },
    h("div", { class: "actions" }, select("x", "Across"), select("y", "Up")),
    picture, pictureKey(), chosen, list));
}

/** How the share of the objectives' box that the front dominates grew.
 * @param {RunTable} table */
function volumeLine({ columns, rows }) {
  const at = Object.fromEntries(columns.map(({ name }, place) => [name, place]));
  const points = rows.map((row) => ({ x: row[at.generation], y: row[at.hypervolume] })).filter(({ y }) => y !== null)
    .sort((a, b) => a.x - b.x);
  if (points.length < 2) return null;
  return h("div", { class: "volume" }, h("h3", {}, "Hypervolume over generations"),
    h("p", { class: "small soft" }, "The share of the box of objectives that the front dominates, by the games of the search."),
    lines({ label: "Hypervolume over generations", series: [{ name: "hypervolume", points }], height: 220,
      xTitle: "generation", xForm: (value) => (Number.isInteger(value) ? String(value) : ""),
      yForm: (value) => String(Number(value.toPrecision(3))) }));
}
