// A job: what it is, how far it is, how long it still takes, and what can be done with it.

import { ask, send } from "../lib/ask.js";
import { jobAddress, runAddress } from "../lib/address.js";
import { h } from "../lib/dom.js";
import { ago, count, percent, span } from "../lib/format.js";
import { forgetJob, noteJob } from "../lib/live.js";
import { tried } from "./notice.js";

export const STATES = {
  queued: "waiting", running: "running", finished: "finished", stopped: "stopped", failed: "failed",
};

export function jobCard(job) {
  return h("article", { class: "card job", "aria-label": `Job ${job.job}: ${job.title}` },
    h("h3", {}, h("a", { href: jobAddress(job.job) }, job.title)),
    jobState(job), jobProgress(job), jobActions(job));
}

export function jobState(job) {
  const badge = h("span", { class: `badge ${job.state}` }, job.stopping ? "stopping" : STATES[job.state]);
  return h("p", { class: "small" }, badge, " ", job.message && h("span", { class: "soft" }, job.message));
}

/** A bar with games, speed and time left; nothing for a job that has not begun. */
export function jobProgress(job) {
  const { progress, state } = job;
  if (state === "queued" || !progress.of_games) return state === "running" && h("p", { class: "small soft" }, beginning(job));
  const share = progress.share ?? progress.games / progress.of_games;
  const left = progress.whole_seconds_left ?? progress.seconds_left;
  return h("div", {},
    h("progress", { value: state === "finished" ? 1 : share, max: 1, "aria-label": `Progress of job ${job.job}` }),
    h("div", { class: "progress-line" },
      h("span", {}, percent(state === "finished" ? 1 : share, 0)),
      h("span", {}, `${count(progress.games)} games`),
      state === "running" && progress.stage && h("span", {}, progress.stage),
      state === "running" && progress.games_per_second > 0 && h("span", {}, `${progress.games_per_second.toFixed(0)} games/s`),
      state === "running" && left !== null && left !== undefined && h("span", {}, `about ${span(left)} left`)));
}

const beginning = (job) => `Preparing, since ${ago(job.started)}.`;

/** Stop, resume, forget: what makes sense in its state. */
export function jobActions(job) {
  const act = (verb) => () => tried(async () => noteJob(await send(`/jobs/${job.job}/${verb}`)));
  const forget = () => tried(async () => {
    await ask(`/jobs/${job.job}`, { method: "DELETE" });
    forgetJob(job.job);
  });
  const open = job.state === "running" || job.state === "queued";
  return h("div", { class: "actions" },
    open && h("button", { type: "button", disabled: job.stopping, onclick: act("stop") }, "Stop"),
    (job.state === "stopped" || job.state === "failed") &&
      h("button", { type: "button", class: "primary", onclick: act("resume") }, "Resume"),
    job.run && h("a", { class: "button", href: runAddress(job.run) }, job.state === "finished" ? "See the result" : "See the run"),
    !open && h("button", { type: "button", class: "quiet", onclick: forget }, "Forget"));
}
