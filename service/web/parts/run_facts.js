// A run in a few words: how it stands, and how it was made.

import { runAddress } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { h } from "../lib/dom.js";
import { ago, count, span, timeText } from "../lib/format.js";
import { noteJob } from "../lib/live.js";
import { tried } from "./notice.js";
import { withSetups } from "./setup_text.js";

/** @param {string} status */
export const runBadge = (status) => h("span", { class: `badge ${status}` }, status);

/** @param {string[]} edits */
export const rulesText = (edits) => (edits.length ? edits.join(", ") : "standard");

/** A run can be resumed that has begun and not finished, by the service or the command line.
 * @param {Run} run */
export const canResume = ({ status }) => status === "interrupted" || status === "failed";

/** Let a run wait to be resumed; returns its job.
 * @param {string} run */
export const resumeRun = (run) => tried(async () => {
  const job = await send(`/runs/${encodeURIComponent(run)}/resume`);
  noteJob(job);
  return job;
});

/** What a run found, in a sentence or two.
 * @param {Run} run */
export const runFound = ({ said }) => said.slice(0, 2).map((line, place) => h("p", { class: place ? "" : "headline" }, withSetups(line)));

/** Facts as a list; those without a value are left out.
 * @param {[name: string, value: Child][]} facts */
export const factList = (facts) =>
  h("dl", { class: "facts" }, facts.filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));

/** @param {Run} run */
export function runFacts(run, { link = false } = {}) {
  return factList([
    ["Run", link ? h("a", { href: runAddress(run.run) }, run.run) : h("code", {}, run.run)],
    ["Status", [runBadge(run.status), run.message && ` ${run.message}`]],
    ["Played", run.played],
    ["Games", count(run.games)],
    ["Agents", run.agents.length > 0 && run.agents.map((agent) => h("div", {}, h("code", {}, agent)))],
    ["Rules", rulesText(run.edits)],
    ["Seed", run.seed],
    ["Begun", h("span", { title: ago(run.started) }, timeText(run.started))],
    ["Time", span(run.seconds)],
    ["Software", `conquest-opt ${run.software}`],
  ]);
}
