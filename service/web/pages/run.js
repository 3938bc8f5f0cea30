// A run: what it is, what it found, its report, its tables and its files.

import { address, go, jobAddress, keep } from "../lib/address.js";
import { apiAddress, ask, read } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { allKinds } from "../lib/kinds.js";
import { allJobs, jobsKnown, onJobs } from "../lib/live.js";
import { confirmed } from "../parts/confirm.js";
import { isOpen, jobCards } from "../parts/job_card.js";
import { staleness, toast, tried } from "../parts/notice.js";
import { reportFrame } from "../parts/report_frame.js";
import { canResume, resumeRun, runFacts, runFound } from "../parts/run_facts.js";
import { runTables } from "../parts/run_tables.js";
import { formAddress } from "../parts/form/values.js";

/** @param {PageGiven} page */
export default async function page({ params: [wanted], query, signal, title }) {
  const kinds = await allKinds();
  await jobsKnown().catch(() => {});
  const element = h("div");
  /** @param {Run} run */
  const ofRun = (run) => allJobs().find((job) => job.run === run.run);
  let answer = await readRun();

  /** @returns {Promise<Answer<Run>>} */
  function readRun() {
    return read(`/runs/${encodeURIComponent(wanted)}`, { signal });
  }

  async function again() {
    const before = answer.data.status;
    answer = await readRun();
    if (answer.data.status !== before) draw();
  }

  function draw() {
    const run = answer.data;
    title(run.title);
    fill(element,
      h("p", { class: "small crumbs" }, h("a", { href: "/runs" }, "Runs"), " / ",
        h("a", { href: address("/runs", { kind: run.kind }) }, kinds.find(({ kind }) => kind === run.kind)?.title ?? run.kind)),
      h("h1", { tabindex: -1 }, run.title),
      staleness(answer),
      runFound(run),
      jobOf(run), actions(run, kinds, ofRun(run)),
      h("h2", {}, "How it was made"), runFacts(run), commands(run),
      run.status !== "running" && kinds.some(({ kind }) => kind === run.kind) && [
        h("h2", {}, "Report"),
        reportFrame({ path: `/runs/${encodeURIComponent(run.run)}/report`, title: `Report of run ${run.run}`, signal })],
      h("h2", {}, "Tables"),
      runTables({ run: run.run, counts: run.rows_by_table, shown: query.get("table"), offset: Number(query.get("offset")) || 0,
        chosen: ({ table, offset }) => keep({ table, offset: offset || "" }), signal }),
      raw(run));
  }

  /** The job that plays it now, live.
   * @param {Run} run */
  function jobOf(run) {
    const cards = jobCards();
    const show = () => cards.show(allJobs().filter((job) => job.run === run.run && (isOpen(job) || run.status !== "finished")));
    show();
    onJobs(show, signal);
    return cards.element;
  }

  draw();
  let stood = ofRun(answer.data)?.state;
  onJobs(() => {
    const now = ofRun(answer.data)?.state;
    if (now !== stood) again().catch(() => {});
    stood = now;
  }, signal);
  return element;
}

/** @param {Run} run @param {Api.KindForm[]} kinds @param {Job | undefined} job */
function actions(run, kinds, job) {
  const path = `/runs/${encodeURIComponent(run.run)}`;
  const resume = async () => {
    const resumed = await resumeRun(run.run);
    if (resumed) go(jobAddress(resumed.job));
  };
  const remove = async () => {
    const yes = await confirmed({ title: "Delete this run?", yes: "Delete",
      text: `All its rows go, ${plural(run.games, "game")} among them. This cannot be undone.` });
    if (!yes || !(await tried(() => ask(path, { method: "DELETE" })))) return;
    toast("The run was deleted.");
    go("/runs");
  };
  return h("div", { class: "actions" },
    canResume(run) && h("button", { type: "button", class: "primary", onclick: resume }, "Resume"),
    job && !job.settings.resume &&
      h("a", { class: "button", href: formAddress(run.kind, job.settings) }, "Start another like it"),
    run.status === "finished" && h("a", { class: "button", href: address("/runs", { kind: run.kind, chosen: run.run }) }, "Compare with another"),
    run.rows_by_table.game_records > 0 &&
      h("a", { class: "button", href: address("/games", { run: run.run }) }, "Replay its games"),
    kinds.some(({ kind }) => kind === run.kind) &&
      h("a", { class: "button", href: apiAddress(`${path}/report`), download: `${run.run}.html` }, "Download the report"),
    h("a", { class: "button", href: apiAddress(path), download: `${run.run}.json` }, "Download JSON"),
    run.status !== "running" && h("button", { type: "button", class: "quiet danger", onclick: remove }, "Delete"));
}

/** The same on the command line.
 * @param {Run} run */
const commands = (run) => h("details", {}, h("summary", {}, "On the command line: run it again, report"),
  h("pre", {}, [
    canResume(run) && `conquest-opt ${run.command} --resume ${run.run}`,
    `conquest-opt runs show ${run.run} --config > again.toml`,
    `conquest-opt ${run.command} --config again.toml`,
    `conquest-opt report ${run.run}`,
  ].filter(Boolean).join("\n")));

/** @param {Run} run */
const raw = (run) => h("details", {}, h("summary", {}, "What it found and what it was asked, as JSON"),
  h("pre", { class: "raw", tabindex: 0 }, JSON.stringify({ result: run.result, arguments: run.arguments }, null, 2)));
