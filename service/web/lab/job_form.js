// The five buttons, and the form that each of them opens: opponents, size, what would be played,
// and the start.

import { ask, send } from "../lib/ask.js";
import { fill, h, settled, unique } from "../lib/dom.js";
import { allJobs, noteJob } from "../lib/live.js";
import { tried } from "../parts/notice.js";
import { ACTIONS, withSeed } from "./actions.js";

/** chosen: { action, against, size } of the address; subject() is the setup as a job takes it. */
export function jobForm({ chosen, edits, subject, onchoose, onstart, signal }) {
  const place = h("div", {});
  const buttons = Object.entries(ACTIONS).map(([name, { title, about }]) =>
    h("button", { type: "button", title: about, dataset: { action: name }, onclick: () => open(name) }, title));
  const known = ask("/setups/metagame", { signal }).catch(() => []);
  const names = unique("names");
  const list = h("datalist", { id: names });
  let plan = () => {};
  let choice = { ...chosen };

  function open(name) {
    choice = name === choice.action ? {} : { ...choice, action: name, size: undefined };
    onchoose(choice);
    draw();
  }

  function change(more) {
    choice = { ...choice, ...more };
    onchoose(choice);
    plan();
  }

  async function draw() {
    for (const button of buttons)
      button.setAttribute("aria-expanded", String(button.dataset.action === choice.action));
    if (!Object.hasOwn(ACTIONS, choice.action)) return void fill(place);
    const action = ACTIONS[choice.action];
    const field = await known;
    if (!signal.aborted) fill(place, form(action, field));
    plan();
  }

  function form(action, field) {
    const said = h("p", { class: "soft small lab-plan", role: "status" });
    const start = h("button", { type: "submit", class: "primary" }, "Start");
    const sizeId = unique("size");
    const size = h("select", { id: sizeId, onchange: () => change({ size: size.value }) },
      action.sizes.map(([value, text]) => h("option", { value }, text)));
    size.value = action.sizes.some(([value]) => value === choice.size) ? choice.size : action.sizes[0][0];
    const against = action.opponents && opponents(action, field);

    const wanted = () => {
      const [, , sizes] = action.sizes.find(([value]) => value === size.value);
      const setup = subject();
      if (setup.wrong) throw new Error(setup.wrong);
      const job = action.job(setup.word, against?.value() ?? "", { field });
      return { kind: job.kind, settings: { ...job.settings, ...sizes, ...(edits.length && { set: edits }) } };
    };

    const checked = settled(150, async () => {
      try {
        const { plan: text } = await send("/jobs", { ...wanted(), check_only: true }, { signal });
        said.className = "soft small lab-plan";
        fill(said, text);
      } catch (error) {
        if (signal.aborted) return;
        said.className = "fault lab-plan";
        fill(said, error.message);
      }
    });
    plan = () => said.isConnected && checked();

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

    return h("form", { class: "card lab-form", "aria-label": action.title, onsubmit: submit },
      h("p", {}, action.about), against?.element,
      h("div", { class: "field" }, h("label", { for: sizeId }, "How much"), size),
      said, h("div", { class: "actions" }, start));
  }

  /** The metagame, or one setup by its name or text. */
  function opponents(action, field) {
    const any = action.opponents === "any", group = unique("against"), textId = unique("opponent");
    const one = h("input", { id: textId, list: names, maxlength: 4000, value: choice.against ?? "", placeholder: "Rush, or SSCCC:charge",
      oninput: () => { if (single) single.checked = true; change({ against: one.value.trim() }); } });
    const meta = any && h("input", { type: "radio", name: group, checked: !choice.against, onchange: () => change({ against: "" }) });
    const single = any && h("input", { type: "radio", name: group, checked: !!choice.against,
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

  function required(text) {
    if (!text) throw new Error("Which setup? Give a name, such as Rush, or a text.");
    return text;
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
