// A job: how far it is, what it has said, and its result as soon as there is one.

import { runAddress } from "../lib/address.js";
import { read, send } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { sentAgain } from "../lib/json.js";
import { allKinds, kindTitle } from "../lib/kinds.js";
import { allJobs, jobsKnown, onJobs } from "../lib/live.js";
import { jobActions, jobBest, jobProgress, jobSaid, jobState } from "../parts/job_card.js";
import { empty, reading, staleness, trouble } from "../parts/notice.js";
import { reportFrame } from "../parts/report_frame.js";
import { lines } from "../parts/chart.js";
import { factList, runFound } from "../parts/run_facts.js";
import { formAddress } from "../parts/form/values.js";

/** @param {PageGiven} page */
export default async function page({ params: [number], signal, title }) {
  title(`Job ${number}`);
  const [kinds] = await Promise.all([allKinds(), jobsKnown()]);
  const find = () => allJobs().find(({ job }) => job === Number(number));
  const first = find();
  if (!first) return gone(number);
  const [state, progress, best, said, result] = Array.from({ length: 5 }, () => h("div"));
  const actions = jobActions({ page: true }), curve = searchCurve(signal);
  let job = first, shown = "";

  function draw() {
    job = find() ?? job;
    title(`${job.state === "running" && job.progress.share ? `${Math.round(100 * job.progress.share)} % · ` : ""}Job ${number}`);
    fill(state, jobState(job));
    fill(progress, jobProgress(job));
    fill(best, jobBest(job));
    fill(said, jobSaid(job));
    actions.update(job);
    curve.update(job);
    if (job.state !== shown) drawResult();
    shown = job.state;
  }

  function drawResult() {
    fill(result, job.state === "finished" && job.run ? runResult(job.run, signal) : null);
  }

  draw();
  onJobs(draw, signal);
  return h("div", {},
    h("p", { class: "small crumbs" }, h("a", { href: "/runs" }, "Runs"), ` / Job ${number}`),
    h("h1", { tabindex: -1 }, job.title),
    h("div", { "aria-live": "polite" }, state), progress, actions.element,
    h("div", { "aria-live": "polite" }, result), best, curve.element, said,
    h("h2", {}, "What it was asked"),
    factList([
      ["Kind", h("a", { href: `/start/${job.kind}` }, kindTitle(kinds, job.kind))],
      ...Object.entries(job.settings).map(([name, value]) => /** @type {[string, string]} */ ([name, settingText(value)]))]),
    job.settings.resume
      ? h("p", {}, "It resumes the run ", h("a", { href: runAddress(job.settings.resume) }, job.settings.resume), ".")
      : [plan(job, signal), h("p", {}, h("a", { class: "button", href: formAddress(job.kind, job.settings) }, "Start another like it"))]);
}

/** @param {unknown} value */
const settingText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** @param {string} number */
function gone(number) {
  return h("div", {}, h("h1", {}, `There is no job ${number}`),
    h("p", {}, "It may have been forgotten; its run stays. ", h("a", { href: "/runs" }, "All runs"), "."));
}

/** What it plays, in a few lines, as it was said before it began.
 * @param {Job} job @param {AbortSignal} signal */
function plan({ kind, settings }, signal) {
  const element = h("pre", { class: "plan" }, "…");
  send("/jobs", { kind, settings: sentAgain(settings), check_only: true }, { signal })
    .then((answer) => fill(element, answer.plan), (error) => fill(element, error.message));
  return h("div", {}, h("h3", {}, "Its plan"), element);
}

/** The headline and the report of a run, in place.
 * @param {string} run @param {AbortSignal} signal */
function runResult(run, signal) {
  const element = h("section", { "aria-labelledby": "result" }, reading("Reading the result"));
  show();
  return element;

  async function show() {
    try {
      const answer = await read(`/runs/${encodeURIComponent(run)}`, { signal });
      fill(element, h("h2", { id: "result" }, "What it found"), staleness(answer),
        runFound(answer.data),
        answer.data.status === "finished"
          ? reportFrame({ path: `/runs/${encodeURIComponent(run)}/report`, title: `Report of run ${run}`, signal })
          : empty("Its last rows are just being written."));
      if (answer.data.status !== "finished" || answer.stale) setTimeout(() => signal.aborted || show(), 1500);
    } catch (error) {
      if (!signal.aborted) fill(element, trouble(error, show));
    }
  }
}

// ---- how a search comes along: the best and the mean of each generation, as far as they are stored

const MOST = 500; // generations that are read

/** { element, update(job) }: drawn anew whenever the job has said something new. It is an addition:
 *  where it cannot be read, what the job says is there without it.
 * @param {AbortSignal} signal @returns {{ element: HTMLElement, update(job: Job): void }} */
function searchCurve(signal) {
  const element = h("div");
  let seen = "", gone = false;
  return { element, update(job) {
    const now = [job.run, job.state, job.progress.said.at(-1)].join();
    if (!job.run || now === seen || gone) return;
    seen = now;
    drawCurve(element, job.run, signal).catch((error) => { gone = error.status === 404; });
  } };
}

/** @param {HTMLElement} element @param {string} run @param {AbortSignal} signal */
async function drawCurve(element, run, signal) {
  /** @type {Answer<RunTable>} */
  const { data } = await read(`/runs/${encodeURIComponent(run)}/tables/generations`, { params: { limit: MOST }, signal });
  /** @param {string} name */
  const place = (name) => data.columns.findIndex((column) => column.name === name);
  /** @param {string} name */
  const points = (name) => data.rows
    .map((row) => ({ x: row[place("generation")] + 1, y: row[place(name)] })).filter(({ y }) => y !== null);
  const series = [["best", "fitness_best"], ["mean", "fitness_mean"]]
    .map(([name, column]) => ({ name, points: points(column) })).filter(({ points: all }) => all.length > 1);
  if (!series.length) return;
  const shares = series.every(({ points: all }) => all.every(({ y }) => y >= 0 && y <= 1));
  fill(element, h("h3", {}, "Generation by generation"),
    lines({ label: "The best and the mean of each generation", series, height: 220, xTitle: "generation", xForm: (at) => (Number.isInteger(at) ? String(at) : ""),
      ...(shares && { yForm: (share) => percent(share, 0) }) }));
}
