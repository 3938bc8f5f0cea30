// The jobs about the setup in the lab: progress while they run, what they found once they have
// ended. After a reload they are found again by their settings.

import { read } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { allJobs, jobsKnown, onJobs } from "../lib/live.js";
import { plural } from "../lib/format.js";
import { jobCard } from "../parts/job_card.js";
import { empty, reading, trouble } from "../parts/notice.js";
import { isAbout, subjectOf, titleOf } from "./actions.js";
import { labAddress } from "./links.js";
import { resultOf } from "./results.js";

/** @typedef {object} LabGiven
 * @property {string[]} edits
 * @property {(setup: string) => void} taken
 * @property {() => void} onfound
 * @property {AbortSignal} signal */

const LATEST = 4; // jobs that are shown at once
/** @type {Set<number>} */
const started = new Set(); // jobs of this visit: they stay in sight while the setup is changed

/** @param {Job} job */
export const noteStarted = (job) => started.add(job.job);

/** words() are those for the present setup; taken(setup) puts another one into the lab.
 * @param {LabGiven & { words(): string[] }} given */
export function labJobs({ words, edits, taken, onfound, signal }) {
  const element = h("ul", { class: "lab-jobs" });
  const nothing = empty("Nothing was started for this setup yet.");
  const earlier = h("button", { type: "button", onclick: () => { most = Infinity; draw(); } });
  /** @type {Map<number, ReturnType<typeof jobLine>>} */
  const lines = new Map();
  let most = LATEST;

  function draw() {
    const present = words();
    const all = allJobs().filter((job) => subjectOf(job) && (isAbout(job, present, edits) || started.has(job.job)));
    const shown = all.slice(0, most);
    for (const number of lines.keys()) if (!shown.some(({ job }) => job === number)) lines.delete(number);
    for (const job of shown) {
      const line = lines.get(job.job) ?? jobLine(job, { edits, taken, onfound, signal });
      lines.set(job.job, line);
      line.show(job, isAbout(job, present, edits));
    }
    const wanted = shown.flatMap(({ job }) => lines.get(job)?.element ?? []);
    if (wanted.length !== element.children.length || wanted.some((one, n) => element.children[n] !== one)) fill(element, wanted);
    nothing.hidden = all.length > 0;
    earlier.hidden = all.length <= most;
    earlier.textContent = `Show ${plural(all.length - most, "earlier one")}`;
  }

  jobsKnown().then(draw, () => {});
  onJobs(draw, signal);
  return { element: h("div", {}, nothing, element, earlier), show: draw };
}

/** @param {Job} first @param {LabGiven} given */
function jobLine(first, { edits, taken, onfound, signal }) {
  const card = jobCard({ ...first, title: titleOf(first) }), other = h("p", { class: "small soft" }), found = h("div", { "aria-live": "polite" });
  const waited = first.state !== "finished";
  /** @type {string | null} */
  let asked = null;

  /** @param {string} run */
  async function showFound(run) {
    asked = run;
    fill(found, reading("Reading what was found"));
    try {
      /** @type {Answer<Run>} */
      const answer = await read(`/runs/${encodeURIComponent(run)}`, { signal });
      fill(found, resultOf(answer.data, { edits, taken, subject: subjectOf(first) ?? "" }));
      if (waited) onfound(); // what is known has become more
    } catch (error) {
      if (!signal.aborted) fill(found, trouble(error, () => showFound(run)));
    }
  }

  return {
    element: h("li", {}, card.element, other, found),
    /** @param {Job} job @param {boolean} about */
    show(job, about) {
      card.update(job);
      fill(other, !about && ["About another setup. ", h("a", { href: labAddress(subjectOf(job), job.settings.set) }, "Go back to it")]);
      if (job.state === "finished" && job.run && asked !== job.run) showFound(job.run);
    },
  };
}
