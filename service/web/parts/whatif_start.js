// Starts a what-if from where one is, shows how far it is, and leads to its result and to those of
// earlier runs that asked the same.
//
//   const start = whatifStart({ signal })
//   start.show({ base: [], edits: ["champion.cost=225"] })

import { send } from "../lib/ask.js";
import { runAddress } from "../lib/address.js";
import { fill, h, settled, unique } from "../lib/dom.js";
import { ago, timeText } from "../lib/format.js";
import { answering, questionOf, sameQuestion, whatifRuns } from "../lib/edits.js";
import { allJobs, jobsKnown, noteJob, onJobs } from "../lib/live.js";
import { jobCards } from "./job_card.js";
import { tried } from "./notice.js";

/** How much is played: what it is called, how long it takes, and its settings; null for a time that is typed.
 * @type {Record<string, [called: string, time: string, settings: Settings | null]>} */
const SIZES = {
  quick: ["Quick", "about 1 minute", { quick: true }],
  usual: ["Usual", "about 5 minutes", {}],
  time: ["As much as fits", "", null],
};
const PLAN_WAIT = 400; // milliseconds: a plan names 31 setups by new rules, which takes the server a while

/** @param {{ signal: AbortSignal, heading?: string }} given */
export function whatifStart({ signal, heading = "What does this do?" }) {
  /** @type {Question} */
  let question = { base: [], edits: [] };
  let nothing = "";
  /** @type {WhatifRun[]} */
  let past = [];
  /** @type {AbortController | null} */
  let asked = null;
  const fields = sizeFields(() => drawPlan());
  const plan = h("p", { class: "small soft plan", role: "status" });
  const button = h("button", { class: "primary" }, "Start the what-if");
  const jobs = jobCards(), earlier = h("div");
  const id = unique("whatif");

  const settings = () => ({
    set: question.edits, ...(question.base.length ? { base: question.base } : {}), ...fields.settings(),
  });

  const drawPlan = settled(PLAN_WAIT, async () => {
    asked?.abort();
    asked = new AbortController();
    button.disabled = !question.edits.length;
    if (!question.edits.length) return void fill(plan, nothing);
    if (plan.textContent === nothing) fill(plan, "Counting its games…");
    try {
      const body = { kind: "whatif", settings: settings(), check_only: true };
      const answer = await send("/jobs", body, { signal: AbortSignal.any([signal, asked.signal]) });
      fill(plan, sentence(answer.plan));
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name === "AbortError") return;
      button.disabled = true;
      fill(plan, h("span", { class: "bad" }, message));
    }
  });

  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    return tried(async () => noteJob((await send("/jobs", { kind: "whatif", settings: settings() }, { signal })).job));
  };

  function drawJobs() {
    const its = allJobs().filter((job) => job.kind === "whatif" && sameQuestion(questionOf(job), question));
    jobs.show(its.slice(0, 1));
    fill(earlier, askedBefore(answering(past, question), its[0]?.run));
  }

  async function readPast() {
    ({ runs: past } = await whatifRuns({}, signal).catch(() => ({ runs: past })));
    drawJobs();
  }

  onJobs((job) => {
    if (job?.kind === "whatif" && job.state === "finished") readPast();
    else drawJobs();
  }, signal);
  jobsKnown().then(drawJobs, () => {});
  readPast();

  const element = h("section", { class: "whatif part", "aria-labelledby": id },
    h("h2", { id }, heading),
    h("form", { onsubmit: start },
      h("p", { class: "soft small" }, "A what-if plays the same setups by the rules before and after, and says what changes beyond noise. Times are those of two free cores."),
      fields.elements, plan,
      h("div", { class: "actions" }, button)),
    h("div", { class: "whatif-jobs" }, jobs.element), earlier);

  return {
    element,
    /** Ask about other edits from now on; where there are none it can say why.
     * @param {Question} other @param {string | null | false} [why] */
    show(other, why) {
      question = other;
      nothing = why || "Change a rule first.";
      button.disabled = !other.edits.length;
      drawJobs();
      drawPlan();
    },
  };
}

/** How much is played, by which setups and agent.
 * @param {() => void} changed */
function sizeFields(changed) {
  const budget = h("input", { type: "text", value: "2m", size: 6, "aria-label": "Time, such as 2m or 1h",
    oninput: () => { radios.time.checked = true; changed(); } });
  const group = unique("size");
  const radios = Object.fromEntries(Object.keys(SIZES).map((name) =>
    [name, h("input", { type: "radio", name: group, value: name, checked: name === "quick", onchange: changed })]));
  const setups = h("input", { type: "text", placeholder: "all 31 named ones", oninput: changed });
  const agent = h("input", { type: "text", placeholder: "quick, medium and strong together", oninput: changed });

  return {
    elements: [
      h("fieldset", {}, h("legend", {}, "How much is played"),
        Object.entries(SIZES).map(([name, [called, time]]) =>
          h("div", { class: "choice" }, h("label", {}, radios[name], called, name === "time" ? "" : h("span", { class: "soft small" }, time)),
            name === "time" && budget))),
      h("details", {}, h("summary", { class: "small" }, "Setups and agent"),
        h("label", { class: "field" }, "Setups that play", setups),
        h("label", { class: "field" }, "One agent for all games", agent))],
    settings() {
      const size = Object.keys(radios).find((name) => radios[name].checked) ?? "quick";
      return {
        ...(SIZES[size][2] ?? { budget: budget.value.trim() }),
        ...(setups.value.trim() ? { setups: [setups.value.trim()] } : {}),
        ...(agent.value.trim() ? { agent: agent.value.trim() } : {}),
      };
    },
  };
}

/** Earlier runs that answer the question, but for the one that is shown as a job.
 * @param {WhatifRun[]} runs @param {string | null | undefined} except */
function askedBefore(runs, except) {
  const found = runs.filter(({ run, status }) => run !== except && status === "finished");
  return found.length > 0 && [h("h3", {}, "Asked before"), h("ul", {}, found.slice(0, 5).map((run) =>
    h("li", {}, h("a", { href: runAddress(run.run), title: timeText(run.ended) }, `What-if of ${ago(run.ended)}`), ` (${run.played})`)))];
}

/** @param {string} plan */
const sentence = (plan) => `${plan.replace(/\s+/g, " ").replace(/^games:/, "Games:").replace(/^as/, "As")}.`;
