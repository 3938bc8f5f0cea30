// Sections of the page of balance: each reads its runs, and says what it would show without one.

import { read } from "../../lib/ask.js";
import { go, query as nowQuery, runAddress } from "../../lib/address.js";
import { fill, h, unique } from "../../lib/dom.js";
import { whatifRuns } from "../../lib/edits.js";
import { ago, timeText } from "../../lib/format.js";
import { empty, reading, staleness, trouble } from "../notice.js";
import { worthPicture, worthTable } from "./worths.js";

const SHOWN = 12;

/** A section that is read by itself: what it waits for, and what went wrong, stand in its place.
 * @param {{ heading: string, waits: string, signal: AbortSignal, load(again: () => void): Promise<Child> }} given */
export function readSection({ heading, waits, signal, load }) {
  const id = unique("section"), body = h("div", {}, reading(waits));
  const draw = async () => {
    try {
      fill(body, await load(draw));
    } catch (error) {
      if (!signal.aborted) fill(body, trouble(error, draw));
    }
  };
  draw();
  return h("section", { "aria-labelledby": id }, h("h2", { id }, heading), body);
}

/** Finished runs of a kind, and the one that the address names: otherwise the latest.
 * @param {string} kind @param {string} name @param {URLSearchParams} query @param {AbortSignal} signal */
export async function chosenRun(kind, name, query, signal) {
  /** @type {Answer<RunPage>} */
  const listed = await read("/runs", { params: { kind, status: "finished", limit: 100 }, signal });
  const wanted = query.get(name) ?? listed.data.runs[0]?.run;
  if (!wanted) return null;
  /** @type {Answer<Run>} */
  const answer = await read(`/runs/${encodeURIComponent(wanted)}`, { signal });
  return { ...answer, run: answer.data, runs: listed.data.runs };
}

/** A select of the runs; another one is another address.
 * @param {{ label: string, name: string, run: Run, runs: Run[] }} given */
export function runSelect({ label, name, run, runs }) {
  const known = runs.some((one) => one.run === run.run) ? runs : [run, ...runs];
  const select = h("select", { onchange: () => {
    const params = nowQuery();
    params.delete("point");
    params.set(name, select.value);
    go(`/balance?${params}`);
  } }, known.map((one) => h("option", { value: one.run }, `${one.title}, ${ago(one.ended ?? one.started)}`)));
  select.value = run.run;
  return h("div", { class: "actions" },
    h("label", { class: "run-choice" }, label, " ", select), h("a", { href: runAddress(run.run) }, "Its whole report"));
}

/** @param {Run} run */
export const notFinished = (run) =>
  empty(run.status === "finished" ? "An earlier version stored this run, in another form: its figures are not shown here. "
    : `This run is ${run.status}. What it found is shown once it has finished. `, h("a", { href: runAddress(run.run) }, "See the run"), ".");

/** What was found first, then how.
 * @param {string[]} said */
export const saidText = ([how, found, ...more]) =>
  [h("p", { class: "headline" }, found), h("p", { class: "small soft how" }, [how, ...more].join(" "))];

// ---- worth beside price

/** @param {{ query: URLSearchParams, signal: AbortSignal }} given */
export const worthSection = ({ query, signal }) => readSection({
  heading: "Worth beside price", waits: "Reading worths", signal,
  load: async () => {
    const answer = await chosenRun("costs", "costs", query, signal);
    if (!answer)
      return empty("No run has estimated worths yet. One shows what each troop and command is worth in points, with its interval, beside its price. It takes about 4 minutes on two free cores. ",
        h("a", { href: "/start/costs" }, "Start one"), ".");
    const { run, runs } = answer, choice = runSelect({ label: "Run", name: "costs", run, runs });
    if (!run.result) return [choice, notFinished(run)];
    return [staleness(answer), choice, saidText(run.said),
      h("p", { class: "small" }, "The dot is the worth with its 95 % interval, the tick is the price. Hollow dots: no difference was shown."),
      h("div", { class: "columns worths" }, worthPicture(run.result.things, run.edits), worthTable(run.result.things, run.edits))];
  },
});

// ---- what-if runs

/** @param {{ signal: AbortSignal }} given */
export const whatifSection = ({ signal }) => readSection({
  heading: "What-if runs", waits: "Reading what-if runs", signal,
  load: async () => {
    const answer = await whatifRuns({ status: "finished", said: true, limit: SHOWN }, signal);
    if (!answer.runs.length)
      return empty("There is none yet. One plays the same setups by the rules before and after a change, and says what changed beyond noise. It takes about 5 minutes on two free cores, a quick one 1 minute. ",
        h("a", { href: "/rules" }, "Change a rule and start one"), ".");
    return [staleness(answer), h("ul", { class: "cards" }, answer.runs.map(whatifCard)),
      answer.data.matching > SHOWN && h("p", {}, h("a", { href: "/runs?kind=whatif" }, `All ${answer.data.matching}`))];
  },
});

/** @param {Run} run */
const whatifCard = (run) =>
  h("li", {}, h("a", { class: "card", href: runAddress(run.run) },
    h("h3", {}, run.title),
    h("p", {}, run.arguments.sweep ? run.said[1] : run.said[0]), // a sweep says first what is swept
    h("p", { class: "small soft", title: timeText(run.ended) }, `${run.played}, finished ${ago(run.ended)}`)));
