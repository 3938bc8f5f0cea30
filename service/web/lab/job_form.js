// The five buttons, and the form that each of them opens: opponents, size, what would be played,
// and the start.

import { ask, send } from "../lib/ask.js";
import { fill, h, settled, unique } from "../lib/dom.js";
import { allJobs, noteJob } from "../lib/live.js";
import { tried } from "../parts/notice.js";
import { ACTIONS, withSeed } from "./actions.js";

/** @typedef {{ action?: string, against?: string, size?: string }} Chosen
 * @typedef {import("./actions.js").LabAction} LabAction
 * @typedef {{ word?: string, wrong?: string }} Subject */

/** What a form needs: `choice()` is what was chosen, `change(more)` notes what is chosen now.
 * @typedef {object} Given
 * @property {() => Chosen} choice
 * @property {(more: Chosen) => void} change
 * @property {string[]} edits
 * @property {() => Subject} subject the setup as a job takes it
 * @property {(job: Job) => void} onstart
 * @property {AbortSignal} signal */

/** chosen: { action, against, size } of the address; subject() is the setup as a job takes it.
 * @param {{ chosen: Chosen, onchoose(chosen: Chosen): void }
 *   & Pick<Given, "edits" | "subject" | "onstart" | "signal">} given */
export function jobForm({ chosen, edits, subject, onchoose, onstart, signal }) {
  const place = h("div", {});
  const buttons = Object.entries(ACTIONS).map(([name, { title, about }]) =>
    h("button", { type: "button", title: about, dataset: { action: name }, onclick: () => open(name) }, title));
  /** @type {Promise<Api.MixedSetup[]>} */
  const known = ask("/setups/metagame", { signal }).catch(() => []);
  const list = h("datalist", { id: unique("names") });
  let plan = () => {};
  let choice = { ...chosen };

  /** @param {string} name */
  function open(name) {
    choice = name === choice.action ? {} : { ...choice, action: name, size: undefined };
    onchoose(choice);
    draw();
  }

  /** @param {Chosen} more */
  function change(more) {
    choice = { ...choice, ...more };
    onchoose(choice);
    plan();
  }

  async function draw() {
    for (const button of buttons)
      button.setAttribute("aria-expanded", String(button.dataset.action === choice.action));
    const action = choice.action !== undefined && Object.hasOwn(ACTIONS, choice.action) && ACTIONS[choice.action];
    if (!action) return void fill(place);
    const field = await known;
    if (!signal.aborted) {
      const made = form(action, field, list.id, { choice: () => choice, change, edits, subject, onstart, signal });
      plan = made.plan;
      fill(place, made.element);
    }
    plan();
  }

  async function readNames() {
    const found = await Promise.all([{}, { own: true }].map((params) => ask("/setups", { params, signal })));
    fill(list, found.flat().map(({ name }) => h("option", { value: name })));
  }

  readNames().catch(() => {});
  draw();
  return {
    element: h("div", {}, h("div", { class: "actions", role: "group", "aria-label": "What to find out" }, buttons), place, list),
    again: () => plan(),
  };
}

/** The form of one action; plan() asks what would be played.
 * @param {LabAction} action @param {Api.MixedSetup[]} field @param {string} names @param {Given} given */
function form(action, field, names, given) {
  const { choice, change, edits, subject, onstart, signal } = given;
  const said = h("p", { class: "soft small lab-plan", role: "status" });
  const start = h("button", { type: "submit", class: "primary" }, "Start");
  const sizeId = unique("size");
  const size = h("select", { id: sizeId, onchange: () => { change({ size: size.value }); } },
    action.sizes.map(([value, text]) => h("option", { value }, text)));
  size.value = (action.sizes.find(([value]) => value === choice().size) ?? action.sizes[0])[0];
  const against = action.opponents ? opponents(action, field, names, given) : null;

  function wanted() {
    const [, , sizes] = action.sizes.find(([value]) => value === size.value) ?? action.sizes[0];
    const setup = subject();
    if (setup.wrong) throw new Error(setup.wrong);
    const job = action.job(setup.word ?? "", against ? against.value() : "", { field });
    return { kind: job.kind, settings: { ...job.settings, ...sizes, ...(edits.length && { set: edits }) } };
  }

  const checked = settled(150, async () => {
    try {
      const { plan: text } = await send("/jobs", { ...wanted(), check_only: true }, { signal });
      said.className = "soft small lab-plan";
      fill(said, text);
    } catch (error) {
      if (signal.aborted) return;
      said.className = "fault lab-plan";
      fill(said, /** @type {Error} */ (error).message);
    }
  });

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    start.disabled = true;
    await tried(async () => {
      const { job } = await send("/jobs", withSeed(wanted(), allJobs()));
      noteJob(job);
      onstart(job);
    });
    start.disabled = false;
  }

  const element = h("form", { class: "card lab-form", "aria-label": action.title, onsubmit: submit },
    h("p", {}, action.about), against?.element,
    h("div", { class: "field" }, h("label", { for: sizeId }, "How much"), size),
    said, h("div", { class: "actions" }, start));
  return { element, plan: () => { if (said.isConnected) checked(); } };
}

/** The metagame, or one setup by its name or text.
 * @param {LabAction} action @param {Api.MixedSetup[]} field @param {string} names @param {Given} given */
function opponents(action, field, names, { choice, change }) {
  const any = action.opponents === "any", group = unique("against"), textId = unique("opponent");
  const { against } = choice();
  const one = h("input", { id: textId, list: names, maxlength: 4000, value: against ?? "", placeholder: "Rush, or SSCCC:charge",
    oninput: () => { single.checked = true; change({ against: one.value.trim() }); } });
  const meta = h("input", { type: "radio", name: group, checked: !against, onchange: () => change({ against: "" }) });
  const single = h("input", { type: "radio", name: group, checked: !!against,
    onchange: () => { one.focus(); change({ against: one.value.trim() }); } });
  const mixture = field.map(({ setup, weight }) => `${setup} ${Math.round(100 * weight)} %`).join(" · ");
  return {
    value: () => (any && meta.checked ? "" : required(one.value.trim())),
    element: any
      ? h("fieldset", {}, h("legend", {}, "Opponents"),
        h("label", { class: "lab-choice" }, meta, h("span", {}, "the metagame ", h("span", { class: "soft small" }, mixture))),
        h("label", { class: "lab-choice" }, single, h("span", {}, "one setup")),
        h("label", { for: textId, class: "hidden" }, "Opponent: a name or a text"), one)
      : h("div", { class: "field" }, h("label", { for: textId }, "Against: a name or a text"), one),
  };
}

/** @param {string} text */
function required(text) {
  if (!text) throw new Error("Which setup? Give a name, such as Rush, or a text.");
  return text;
}
