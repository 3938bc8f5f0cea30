// A form for any kind of run, made from its settings; what would be played stands beside it.

import { go, jobAddress, keep } from "../lib/address.js";
import { ask, send } from "../lib/ask.js";
/** @import { Problem } from "../lib/ask.js" */
import { fill, h, settled } from "../lib/dom.js";
import { allKinds } from "../lib/kinds.js";
import { noteJob } from "../lib/live.js";
import { formAddress } from "../parts/form/values.js";
import { howLong } from "../parts/form/how_long.js";
import { runForm } from "../parts/form/run_form.js";

const QUIET = 350; // milliseconds without a change after which the server is asked

/** @param {PageGiven} page */
export default async function page({ params: [name], query, signal, title }) {
  const [kinds, lists] = await Promise.all([allKinds(), suggestionLists(signal)]);
  const kind = kinds.find((one) => one.kind === name);
  if (!kind) return unknown(name);
  title(`Start: ${kind.title}`);
  const plan = h("pre", { class: "plan" }), trouble = h("p", { class: "bad" });
  const start = h("button", { class: "primary" }, "Start");
  let asking = new AbortController(), touched = query.size > 0;

  const ids = Object.fromEntries(Object.keys(lists).map((input) => [input, `suggested-${input}`]));
  const suggestions = { ...ids, setups: ids.setup, agents: ids.agent };
  const form = runForm(kind, { query, suggestions, changed: () => { touched = true; changed(); } });
  const asked = () => ({ kind: kind.kind, settings: form.settings() });
  const time = howLong({ asked, failed: (error) => { say("", /** @type {Problem} */ (error)); }, signal });
  const look = settled(QUIET, check);

  function changed() {
    keep(form.texts());
    time.forget();
    look();
  }

  /** Ask what would be played; a late answer is dropped. */
  async function check() {
    asking.abort();
    asking = new AbortController();
    const now = AbortSignal.any([asking.signal, signal]);
    const missing = form.missing();
    if (missing.length) return say(`Still to fill in: ${missing.join(", ")}.`);
    try {
      const answer = await send("/jobs", { ...asked(), check_only: true }, { signal: now });
      say(answer.plan);
    } catch (error) {
      if (!now.aborted) say("", /** @type {Problem} */ (error));
    }
  }

  /** Show a plan, or a sentence about what is wrong, at its field where it is about one.
   *  A form that has not been touched has no faults: then the sentence says what to fill in.
   * @param {string} text @param {Problem | null} [wrong] */
  function say(text, wrong) {
    const found = form.fault(touched ? wrong : null);
    plan.hidden = trouble.hidden = true;
    const shown = wrong && touched ? trouble : plan;
    shown.hidden = false;
    fill(shown, wrong?.message ?? text);
    return found;
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    touched = true;
    start.disabled = true;
    try {
      const { job } = await send("/jobs", asked(), { signal });
      noteJob(job);
      go(jobAddress(job.job));
    } catch (error) {
      if (signal.aborted) return;
      say("", /** @type {Problem} */ (error))?.control.focus();
    } finally {
      start.disabled = false;
    }
  }

  check();
  return h("div", {},
    h("p", { class: "small crumbs" }, h("a", { href: "/runs" }, "Runs"), " / ", h("a", { href: "/start" }, "Start"), ` / ${kind.title}`),
    h("h1", {}, kind.title), h("p", {}, kind.about),
    Object.entries(lists).map(([input, texts]) => h("datalist", { id: ids[input] }, texts.map((text) => h("option", { value: text })))),
    h("form", { class: "run-form", onsubmit: submit, novalidate: true },
      h("div", {}, h("p", { class: "small" }, h("a", { href: formAddress(kind.kind, kind.example) }, "Fill in a small run"), " · ",
        h("a", { href: `/start/${kind.kind}` }, "Empty the form")), form.element),
      h("aside", { class: "card", "aria-labelledby": "plan" },
        h("h2", { id: "plan" }, "What would be played"),
        h("div", { "aria-live": "polite" }, plan, trouble),
        time.element,
        h("div", { class: "actions" }, start, time.button))));
}

/** @param {string} name */
function unknown(name) {
  return h("div", {}, h("h1", {}, "No such kind of run"),
    h("p", {}, h("code", {}, name), " is no kind of run. ", h("a", { href: "/start" }, "All kinds"), "."));
}

/** Texts to choose from while typing: names of setups, agents, numbers of the rules.
 * @param {AbortSignal} signal @returns {Promise<Record<string, string[]>>} */
async function suggestionLists(signal) {
  /** @param {Promise<string[]>} made */
  const none = (made) => made.catch(() => []);
  const [setup, agent, edits] = await Promise.all([
    none(ask("/setups", { signal }).then((/** @type {NamedSetup[]} */ setups) => setups.map(({ name }) => name))),
    none(ask("/agents", { signal }).then((/** @type {Api.Agents} */ { agents, presets }) => [...Object.keys(presets), ...agents.map(({ name }) => name)])),
    none(ask("/rules", { signal }).then((/** @type {Rules} */ { rules }) => rules.map(({ name, standard }) => `${name}=${standard}`))),
  ]);
  return { setup, agent, edits };
}
