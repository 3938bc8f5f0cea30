// The form of a kind of run, made from its settings alone.
//
//   runForm(kind, { query, suggestions, changed }) -> { element, texts(), settings(), fault(problem) }
//
// What a run of the kind usually has stands first, the rest is folded; headings are the settings'.

import { fill, h, unique } from "../../lib/dom.js";
import { control } from "./controls.js";
/** @import { Problem } from "../../lib/ask.js" */
import { settingValue, textsIn } from "./values.js";

const ALWAYS_FIRST = ["quick", "budget", "seed"];
const WHOLE_LABEL = ["setups", "agents", "edits", "list", "span"]; // of several controls, a group

/** @typedef {{ suggestions: Record<string, string>, changed(event: Event): void }} FormGiven
 * @typedef {ReturnType<typeof field>} Field */

/** @param {Api.KindForm} kind @param {FormGiven & { query: URLSearchParams }} given */
export function runForm(kind, { query, suggestions, changed }) {
  /** @param {Api.SettingForm} setting */
  const isFirst = ({ name, required }) => required || name in kind.example || ALWAYS_FIRST.includes(name);
  const fields = kind.settings.map((setting) => field(setting, { suggestions, changed }));
  const named = new Map(fields.map((one) => [one.setting.name, one]));
  for (const { setting, control } of fields) control.fill(textsIn(query, setting));
  const rest = fields.filter(({ setting }) => !isFirst(setting));
  const more = h("details", { class: "more", open: rest.some(({ control }) => control.texts()) },
    h("summary", {}, `More settings (${rest.length})`), grouped(rest));

  return {
    element: h("div", {}, grouped(fields.filter(({ setting }) => isFirst(setting))), rest.length > 0 && more),
    texts: () => Object.fromEntries(fields.map(({ setting, control }) => [setting.name, control.texts()])),
    settings: () => Object.fromEntries(fields
      .map(({ setting, control }) => [setting.name, settingValue(setting, control.texts())])
      .filter(([, value]) => value !== undefined)),
    missing: () => fields.filter(({ setting, control }) => setting.required && !control.texts()).map(({ setting }) => setting.title),
    /** Show what the server says is wrong with a field beside it; returns the field, if it is one.
     * @param {Problem | null | undefined} problem */
    fault(problem) {
      for (const one of fields) one.say(one.control.fault());
      const about = problem?.errors?.find(({ field }) => named.has(field));
      const found = about && named.get(about.field);
      if (!found) return null;
      found.say(about.text);
      if (rest.includes(found)) more.open = true;
      return found;
    },
  };
}

/** @param {Field[]} fields */
function grouped(fields) {
  const groups = [...new Set(fields.map(({ setting }) => setting.group))];
  return groups.map((group) => h("fieldset", {}, h("legend", {}, group),
    fields.filter(({ setting }) => setting.group === group).map(({ element }) => element)));
}

/** @param {Api.SettingForm} setting @param {FormGiven} form */
function field(setting, { suggestions, changed }) {
  const id = unique(setting.name), about = unique("about"), fault = h("p", { class: "fault", id: unique("fault") });
  const made = control(setting, { id, describedby: `${about} ${fault.id}`, changed, suggestions: suggestions[setting.input] });
  const label = WHOLE_LABEL.includes(setting.input)
    ? h("span", { class: "label" }, setting.title) : h("label", { for: id }, setting.title);
  const check = setting.input === "yes-no";
  return {
    setting, control: made,
    element: h("div", { class: check ? "field line" : "field" },
      check ? [made.element, label] : [label, made.element],
      h("p", { class: "about", id: about }, setting.about, limits(setting)), fault),
    /** @param {string} sentence */
    say(sentence) {
      fill(fault, sentence);
      made.mark(Boolean(sentence));
    },
  };
}

/** @param {Api.SettingForm} setting */
function limits({ least, most, input }) {
  if (input !== "whole" && input !== "number") return "";
  const large = most === null || most > 1e6;
  if (least === null) return "";
  return large ? ` At least ${least}.` : ` ${least} to ${most}.`;
}
