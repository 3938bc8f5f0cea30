// The server's jobs as they change. One stream for all parts of a page, open only while it is
// looked at: a browser opens six connections to a server, for all of its tabs.

import { apiAddress, ask } from "./ask.js";
import { jsonValues } from "./json.js";

/** @type {Map<number, Job>} */
const jobs = new Map();
/** @type {Set<(job: Job | null) => void>} */
const listeners = new Set();
/** @type {EventSource | null} */
let stream = null;
let known = false;
export const connection = { lost: false };

export const allJobs = () => [...jobs.values()].sort((a, b) => b.job - a.job);

/** Be called with a job whenever it changes, and with null when the connection does.
 * @param {(job: Job | null) => void} listener @param {AbortSignal} [signal] */
export function onJobs(listener, signal) {
  listeners.add(listener);
  signal?.addEventListener("abort", () => listeners.delete(listener));
}

/** Read all jobs once, then follow them. */
export async function jobsKnown() {
  if (!known) await readAll();
  return allJobs();
}

async function readAll() {
  /** @type {Job[]} */
  const all = await ask("/jobs");
  jobs.clear();
  for (const job of all) jobs.set(job.job, job);
  known = true;
}

/** Take over a job that an answer has just shown.
 * @param {Job} job */
export function noteJob(job) {
  const before = jobs.get(job.job);
  if (before && before.changed > job.changed) return;
  jobs.set(job.job, job);
  tell(job);
}

/** @param {number} number */
export function forgetJob(number) {
  jobs.delete(number);
  tell(null);
}

/** @param {Job | null} job */
function tell(job) {
  for (const listener of listeners) listener(job);
}

function open() {
  if (stream || document.hidden) return;
  stream = new EventSource(apiAddress("/jobs/events"));
  stream.addEventListener("job", (event) => noteJob(jsonValues(event.data)));
  stream.addEventListener("open", async () => {
    connection.lost = false;
    await readAll().catch(() => {});
    tell(null);
  });
  stream.addEventListener("error", () => {
    if (!connection.lost && stream) {
      connection.lost = true;
      tell(null);
    }
    // A stream that is refused (too many of them) is not tried again by the browser.
    if (stream?.readyState === EventSource.CLOSED) {
      close();
      setTimeout(open, 3000);
    }
  });
}

function close() {
  stream?.close();
  stream = null;
}

export function startLive() {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
}
