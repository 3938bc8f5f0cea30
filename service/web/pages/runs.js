// Runs: jobs that run or wait, and all runs of the database, filtered, compared, resumed, deleted.

import { address, go, jobAddress, keep, runAddress } from "../lib/address.js";
import { ask, read } from "../lib/ask.js";
import { fill, h, settled } from "../lib/dom.js";
import { ago, count, plural, span, timeText } from "../lib/format.js";
import { allKinds, kindTitle } from "../lib/kinds.js";
import { allJobs, jobsKnown, onJobs } from "../lib/live.js";
import { confirmed } from "../parts/confirm.js";
import { isOpen, jobCards } from "../parts/job_card.js";
import { empty, reading, staleness, toast, tried, trouble } from "../parts/notice.js";
import { canResume, resumeRun, rulesText, runBadge } from "../parts/run_facts.js";
import { pager, table } from "../parts/table.js";

/** @typedef {{ kind: string, status: string, q: string, offset: number, chosen: string[] }} State */

/** @typedef {object} TableGiven
 * @property {Api.KindForm[]} kinds
 * @property {State} state
 * @property {(run: string, on: boolean) => void} choose
 * @property {(run: Run) => void} remove */

const ROWS = 25;
const STATUSES = ["finished", "running", "interrupted", "failed"];

/** @param {PageGiven} page */
export default async function page({ query, signal, title }) {
  title("Runs");
  const kinds = await allKinds();
  const state = {
    kind: query.get("kind") ?? "", status: query.get("status") ?? "", q: query.get("q") ?? "",
    offset: Number(query.get("offset")) || 0, chosen: query.getAll("chosen").slice(0, 2),
  };
  const list = h("div", {}, reading("Reading the runs"));
  const found = h("p", { class: "soft", role: "status" });
  const bar = h("div", { class: "actions chosen", role: "status" });
  let asking = new AbortController();

  async function load() {
    asking.abort();
    asking = new AbortController();
    const now = AbortSignal.any([asking.signal, signal]);
    const { kind, status, q, offset } = state;
    try {
      /** @type {Answer<RunPage>} */
      const answer = await read("/runs", { params: { kind, status, text: q, offset, limit: ROWS }, signal: now });
      fill(found, `${plural(answer.data.matching, "run")}${kind || status || q ? " match" : ""}.`);
      fill(list, staleness(answer), ...listed(answer.data));
    } catch (error) {
      if (!now.aborted) fill(list, trouble(error, load));
    }
  }

  /** @param {RunPage} page */
  function listed({ runs, matching, offset }) {
    if (!runs.length)
      return [matching === 0 && !state.kind && !state.status && !state.q
        ? empty("The database has no run yet. ", h("a", { href: "/start" }, "Start one"), ".")
        : empty("No run matches. ", h("a", { href: "/runs" }, "Show all"), ".")];
    return [
      runTable(runs, { kinds, state, choose, remove }),
      matching > runs.length && pager({ offset, limit: ROWS, matching, go: (next) => go(address("/runs", { ...state, offset: next || "" })) }),
    ];
  }

  /** @param {Partial<State>} change */
  function filtered(change) {
    Object.assign(state, change, { offset: 0 });
    keepState();
    load();
  }

  const keepState = () => keep({ ...state, offset: state.offset || "" });

  /** @param {string} run @param {boolean} on */
  function choose(run, on) {
    state.chosen = on ? [...state.chosen, run].slice(-2) : state.chosen.filter((one) => one !== run);
    keepState();
    drawChosen();
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll("input[type=checkbox]"))) {
      box.checked = state.chosen.includes(box.value);
      box.disabled = !canChoose(box.dataset.kind, box.dataset.status, state);
    }
  }

  function drawChosen() {
    const [one, other] = state.chosen;
    fill(bar, one && [
      h("span", {}, other ? "Two runs are chosen." : "One run is chosen. Choose another one of its kind to compare them."),
      other && h("a", { class: "button primary", href: address("/compare", { one, other }) }, "Compare"),
      h("button", { type: "button", class: "quiet", onclick: () => { for (const run of state.chosen) choose(run, false); } }, "Choose none")]);
  }

  /** @param {Run} run */
  async function remove(run) {
    const yes = await confirmed({ title: "Delete this run?", yes: "Delete",
      text: `${run.title}. All its rows go, ${plural(run.games, "game")} among them. This cannot be undone.` });
    if (!yes) return;
    const done = await tried(() => ask(`/runs/${encodeURIComponent(run.run)}`, { method: "DELETE" }));
    if (!done) return;
    toast(`Deleted: ${plural(done.rows, "row")}.`);
    if (state.chosen.includes(run.run)) choose(run.run, false);
    load();
  }

  await jobsKnown().catch(() => {});
  load();
  drawChosen();
  return h("div", {},
    h("div", { class: "heading" }, h("h1", {}, "Runs"), h("a", { class: "button primary", href: "/start" }, "Start a run")),
    jobSections(signal, load),
    h("h2", {}, "In the database"),
    filters(kinds, state, filtered), found, bar, list);
}

/** @param {Run} run */
async function resume(run) {
  const job = await resumeRun(run.run);
  if (job) go(jobAddress(job.job));
}

/** Jobs that are open, and those that have ended and are still listed.
 * @param {AbortSignal} signal @param {() => void} changed */
function jobSections(signal, changed) {
  const open = jobCards(), ended = jobCards();
  const nothing = empty("No job runs or waits.");
  const heading = h("summary", {}), fold = h("details", { class: "ended" }, heading, ended.element);
  let before = "";

  function draw() {
    const jobs = allJobs();
    const others = jobs.filter((job) => !isOpen(job));
    open.show(jobs.filter(isOpen).reverse());
    ended.show(others.slice(0, 30));
    nothing.hidden = jobs.some(isOpen);
    fold.hidden = !others.length;
    heading.textContent = `${plural(others.length, "job")} that ended`;
    // Runs begin and end with their jobs.
    const now = jobs.map(({ job, state, run }) => `${job} ${state} ${run}`).join();
    if (before && now !== before) changed();
    before = now;
  }

  draw();
  onJobs(draw, signal);
  return h("section", { "aria-labelledby": "jobs" }, h("h2", { id: "jobs" }, "Jobs"), nothing, open.element, fold);
}

/** @param {Api.KindForm[]} kinds @param {State} state @param {(change: Partial<State>) => void} filtered */
function filters(kinds, state, filtered) {
  const typed = settled(250, () => { filtered({ q: text.value.trim() }); });
  const text = h("input", { id: "runs-text", type: "search", value: state.q, placeholder: "Rush, greedy, champion.cost", autocomplete: "off", oninput: typed });
  /** @param {string} id @param {string} label @param {"kind" | "status"} name @param {string[][]} options */
  const choice = (id, label, name, options) => h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { id, onchange: (event) => filtered({ [name]: event.target.value }) },
      [["", "any"], ...options].map(([value, words]) => h("option", { value, selected: state[name] === value }, words))));
  return h("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    choice("runs-kind", "Kind", "kind", kinds.map(({ kind, title }) => [kind, title])),
    choice("runs-status", "Status", "status", STATUSES.map((status) => [status, status])),
    h("div", { class: "field" }, h("label", { for: "runs-text" }, "Words"), text));
}

/** Two finished runs of one kind can be compared.
 * @param {string | undefined} kind @param {string | undefined} status @param {State} state */
const canChoose = (kind, status, { chosen }) =>
  status === "finished" && (!chosen.length || chosen.every((run) => run.split("-")[2] === kind));

/** @param {Run[]} runs @param {TableGiven} given */
function runTable(runs, { kinds, state, choose, remove }) {
  return table({ caption: "Runs of the database", rows: runs, columns: [
    { name: "choose", title: h("span", { class: "hidden" }, "Choose"), cell: (run) => h("input", {
      type: "checkbox", value: run.run, checked: state.chosen.includes(run.run), dataset: { kind: run.kind, status: run.status },
      disabled: !canChoose(run.kind, run.status, state), "aria-label": `Choose ${run.run} to compare it`,
      onchange: (event) => choose(run.run, event.target.checked) }) },
    { name: "run", title: "Run", wide: true, cell: (run) => [
      h("a", { href: runAddress(run.run) }, run.title), h("div", { class: "small soft" }, `${kindTitle(kinds, run.kind)} · ${run.run}`)] },
    { name: "played", title: "Played", wide: true, cell: (run) => run.played },
    { name: "games", title: "Games", number: true, cell: (run) => count(run.games) },
    { name: "time", title: "Time", cell: (run) => [
      span(run.seconds), h("div", { class: "small soft", title: timeText(run.started) }, ago(run.started))] },
    { name: "rules", title: "Rules", wide: true, cell: (run) => rulesText(run.edits) },
    { name: "status", title: "Status", cell: (run) => runBadge(run.status) },
    { name: "actions", title: h("span", { class: "hidden" }, "Actions"), cell: (run) => h("div", { class: "row-actions" },
      canResume(run) && h("button", { type: "button", "aria-label": `Resume ${run.run}`, onclick: () => resume(run) }, "Resume"),
      run.status !== "running" && h("button", { type: "button", class: "quiet danger", "aria-label": `Delete ${run.run}`, onclick: () => remove(run) }, "Delete")) },
  ] });
}
