// A job: what it is, how far it is, how long it still takes, and what can be done with it.
//
// Parts of a job that runs change about once a second. They are changed in place: a button that is
// being clicked, or has the focus, stays.

import { ask, send } from "../lib/ask.js";
import { go, jobAddress, runAddress } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { ago, count, percent, span, timeText } from "../lib/format.js";
import { forgetJob, noteJob } from "../lib/live.js";
import { tried } from "./notice.js";
import { withSetups } from "./setup_text.js";

/** @typedef {{ element: HTMLElement, update(job: Job): void }} Card */

const STATES = {
  queued: "waiting", running: "running", finished: "finished", stopped: "stopped", failed: "failed",
};

/** @param {Job} job */
export const isOpen = ({ state }) => state === "running" || state === "queued";

/** Cards of jobs: { element, show(jobs) }. */
export function jobCards() {
  const element = h("ul", { class: "cards" });
  /** @type {Map<number, Card>} */
  const cards = new Map();

  /** @param {Job[]} jobs */
  function show(jobs) {
    const wanted = new Set(jobs.map(({ job }) => job));
    for (const [number, card] of cards)
      if (!wanted.has(number)) {
        card.element.remove();
        cards.delete(number);
      }
    jobs.forEach((job, place) => {
      const card = cards.get(job.job) ?? inLine(jobCard(job));
      cards.set(job.job, card);
      card.update(job);
      if (element.children[place] !== card.element) element.insertBefore(card.element, element.children[place] ?? null);
    });
  }

  return { element, show };
}

/** @param {Card} card @returns {Card} */
const inLine = ({ element, update }) => ({ element: h("li", {}, element), update });

/** A card of one job.
 * @param {Pick<Job, "job" | "title">} job @returns {Card} */
export function jobCard({ job: number, title }) {
  const [state, progress, found] = [h("div"), h("div"), h("div")];
  const actions = jobActions();
  const element = h("article", { class: "card job part", "aria-label": `Job ${number}: ${title}` },
    h("h3", {}, h("a", { href: jobAddress(number) }, title)), state, progress, found, actions.element);
  return { element, update(job) {
    fill(state, jobState(job));
    fill(progress, jobProgress(job));
    fill(found, isOpen(job) && job.progress.best && h("p", { class: "small so-far" }, job.progress.best));
    actions.update(job);
  } };
}

/** @param {Job} job */
export function jobState(job) {
  const badge = h("span", { class: `badge ${job.state}` }, job.stopping ? "stopping" : STATES[job.state]);
  return h("p", { class: "small job-state" }, badge, " ", when(job), " ",
    job.message && h("span", { class: job.state === "failed" ? "bad" : "soft" }, job.message));
}

/** @param {Job} job */
function when(job) {
  const [word, time] = job.state === "queued" ? ["since", job.created]
    : job.state === "running" ? ["since", job.started] : ["", job.ended];
  return time && h("span", { class: "soft", title: timeText(time) }, `${word} ${ago(time)}`.trim());
}

/** A bar with games, speed and time left; nothing for a job that has not begun.
 * @param {Job} job */
export function jobProgress(job) {
  const { progress, state } = job;
  const running = state === "running";
  if (!progress.of_games)
    return running && h("p", { class: "small soft" }, "Preparing. Games are counted once the first one has been played.");
  const share = state === "finished" ? 1 : progress.share;
  const left = progress.whole_seconds_left ?? null;
  return h("div", {},
    h("progress", { value: share, max: 1, "aria-label": `Progress of job ${job.job}` }),
    h("div", { class: "progress-line" },
      h("span", {}, percent(share, 0)),
      h("span", {}, `${count(progress.games)} games`),
      running && [
        progress.stage && h("span", {}, progress.stage),
        progress.games_per_second > 0 && h("span", {}, `${count(Math.round(progress.games_per_second))} games/s`),
        left !== null && h("span", {}, `about ${span(left)} left`)]));
}

/** The best so far, in large, as long as nothing was found for good.
 * @param {Job} job */
export const jobBest = ({ progress: { best }, state }) =>
  best && state !== "finished" && h("section", { "aria-labelledby": "best" },
    h("h2", { id: "best" }, "The best so far"), h("p", { class: "headline" }, withSetups(best)));

/** What a run has said, the last sentence first.
 * @param {Job} job */
export const jobSaid = ({ progress: { said } }) =>
  said.length > 0 && h("section", { "aria-labelledby": "said" },
    h("h2", { id: "said" }, "What it said"),
    h("ul", { class: "said" }, [...said].reverse().map((sentence) => h("li", {}, withSetups(sentence)))));

/** Stop, resume, forget: what makes sense in a job's state. { element, update(job) }
 * @returns {Card} */
export function jobActions({ page = false } = {}) {
  const element = h("div", { class: "actions" });
  let shown = "";
  return { element, update(job) {
    const now = [job.state, job.stopping, job.run].join(" ");
    if (now === shown) return;
    const focused = element.contains(document.activeElement);
    shown = now;
    fill(element, buttons(job, page));
    if (focused) /** @type {HTMLElement | null} */ (element.querySelector("button:not(:disabled), a") ?? document.getElementById("main"))?.focus();
  } };
}

/** @param {Job} job @param {boolean} page */
function buttons(job, page) {
  /** @param {"stop" | "resume"} verb */
  const act = (verb) => () => tried(async () => noteJob(await send(`/jobs/${job.job}/${verb}`)));
  const forget = () => tried(async () => {
    await ask(`/jobs/${job.job}`, { method: "DELETE" });
    forgetJob(job.job);
    if (page) go("/runs");
  });
  return [
    isOpen(job) && h("button", { type: "button", disabled: job.stopping, onclick: act("stop") }, job.stopping ? "Stopping …" : "Stop"),
    (job.state === "stopped" || job.state === "failed") &&
      h("button", { type: "button", class: "primary", onclick: act("resume") }, "Resume"),
    job.run && h("a", { class: "button", href: runAddress(job.run) }, job.state === "finished" && !page ? "See the result" : "See the run"),
    !isOpen(job) && h("button", { type: "button", class: "quiet", onclick: forget, title: "Take it from this list; its run stays in the database" }, "Forget"),
  ];
}
