// A control for each way in which a setting is given (`input` of the API's kinds).

import { h } from "../../lib/dom.js";

/** @typedef {Api.SettingForm & { title: string }} TitledSetting
 * @typedef {{ id: string, describedby: string, changed(event: Event): void, suggestions?: string }} ControlGiven */

/** @typedef {object} Control
 * @property {HTMLElement} element
 * @property {() => string[] | null} texts what stands in it, as the address has it: null where it keeps its default
 * @property {(texts: string[] | null) => void} fill
 * @property {() => void} focus
 * @property {() => string} fault what the browser finds wrong
 * @property {(bad: boolean) => void} mark */

/** @param {TitledSetting} setting @param {ControlGiven} given @returns {Control} */
export function control(setting, given) {
  return (MAKERS[setting.input] ?? textControl)(setting, given);
}

/** @type {Record<string, (setting: TitledSetting, given: ControlGiven) => Control>} */
const MAKERS = {
  "yes-no": checkControl, whole: numberControl, number: numberControl, choice: choiceControl, span: spanControl,
  setups: severalControl, agents: severalControl, edits: severalControl,
  list: (setting, given) => (setting.choices.length ? checksControl : severalControl)(setting, given),
};

/** What stands where nothing is filled in.
 * @param {TitledSetting} setting */
const usual = ({ default: value }) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length) ? undefined : String(value);

/** @param {TitledSetting} setting @param {ControlGiven} given */
const common = (setting, { id, describedby, changed }) => ({
  id, "aria-describedby": describedby, oninput: changed, required: setting.required, autocomplete: "off", spellcheck: "false",
});

/** @param {HTMLInputElement | HTMLSelectElement} element @returns {Control} */
const single = (element) => ({
  element,
  texts: () => (element.value.trim() === "" ? null : [element.value.trim()]),
  fill: (texts) => { element.value = texts?.[0] ?? ""; },
  focus: () => element.focus(),
  fault: () => (element.validity.valid || element.validity.valueMissing ? "" : element.validationMessage),
  mark: (bad) => {
    if (bad) element.setAttribute("aria-invalid", "true");
    else element.removeAttribute("aria-invalid");
  },
});

const LONGEST = 4000; // letters of a text

/** @param {TitledSetting} setting @param {ControlGiven} given */
function textControl(setting, given) {
  return single(h("input", { ...common(setting, given), type: "text", maxlength: LONGEST, list: given.suggestions,
    placeholder: usual(setting) ?? HINTS[setting.input] }));
}

/** @type {Record<string, string>} */
const HINTS = { setup: "Rush", agent: "as usual" };

/** @param {TitledSetting} setting @param {ControlGiven} given */
function numberControl(setting, given) {
  // A limit that JavaScript rounds is the server's to check.
  /** @param {number | null} value */
  const bound = (value) => (value !== null && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined);
  return single(h("input", { ...common(setting, given), type: "number", min: bound(setting.least), max: bound(setting.most),
    step: setting.input === "whole" ? 1 : "any", placeholder: usual(setting) ?? "as usual" }));
}

/** @param {TitledSetting} setting @param {ControlGiven} given */
function choiceControl(setting, given) {
  return single(h("select", { ...common(setting, given), autocomplete: undefined, spellcheck: undefined },
    h("option", { value: "" }, usual(setting) ? `as usual (${usual(setting)})` : "as usual"),
    setting.choices.map((choice) => h("option", { value: choice }, choice))));
}

/** @param {TitledSetting} setting @param {ControlGiven} given @returns {Control} */
function checkControl(setting, { id, describedby, changed }) {
  const element = h("input", { id, type: "checkbox", "aria-describedby": describedby, oninput: changed });
  const usually = Boolean(setting.default);
  return { ...single(element),
    texts: () => (element.checked === usually ? null : [String(element.checked)]),
    fill: (texts) => { element.checked = texts ? texts[0] === "true" : usually; } };
}

/** @param {TitledSetting} setting @param {ControlGiven} given @returns {Control} */
function spanControl(setting, given) {
  /** @param {string} label @param {string | undefined} id */
  const end = (label, id) => h("input", { ...common(setting, given), id, type: "number", step: 1,
    min: setting.least ?? undefined, max: setting.most ?? undefined, "aria-label": `${setting.title}, ${label}`, placeholder: label });
  const ends = [end("from", given.id), end("to", undefined)];
  return {
    element: h("div", { class: "span" }, ends[0], " to ", ends[1]),
    texts: () => (ends.every(({ value }) => value === "") ? null : ends.map(({ value }) => value)),
    fill: (texts) => ends.forEach((input, place) => { input.value = texts?.[place] ?? ""; }),
    focus: () => ends[0].focus(),
    fault: () => ends.map((input) => (input.validity.valid ? "" : input.validationMessage)).find(Boolean) ?? "",
    mark: (bad) => ends.forEach((input) => { single(input).mark(bad); }),
  };
}

/** One line for each; a free one stands at the end.
 * @param {TitledSetting} setting @param {ControlGiven} given @returns {Control} */
function severalControl(setting, given) {
  const element = h("div", { class: "several", role: "group", "aria-label": setting.title });
  const inputs = () => /** @type {HTMLInputElement[]} */ ([...element.children]);
  /** @returns {HTMLInputElement} */
  const line = (value = "") => h("input", { ...common(setting, given), id: inputs().length ? undefined : given.id, required: false,
    type: "text", maxlength: LONGEST, list: given.suggestions, value, "aria-label": `${setting.title}, ${inputs().length + 1}`,
    placeholder: EXAMPLES[setting.input], oninput: typed });
  function grow() {
    if (inputs().at(-1)?.value !== "") element.append(line());
  }

  /** @param {Event} event */
  function typed(event) {
    grow();
    given.changed(event);
  }

  grow();
  return {
    element,
    texts: () => {
      const filled = inputs().map(({ value }) => value.trim()).filter(Boolean);
      return filled.length ? filled : null;
    },
    fill: (texts) => {
      element.replaceChildren();
      for (const text of texts ?? []) element.append(line(text));
      grow();
    },
    focus: () => inputs()[0].focus(),
    fault: () => "",
    mark: (bad) => inputs().forEach((input) => { single(input).mark(bad && input.value !== ""); }),
  };
}

/** @type {Record<string, string>} */
const EXAMPLES = { setups: "Rush", agents: "fpu:advances=500", edits: "champion.cost=225" };

/** A box to check for each choice.
 * @param {TitledSetting} setting @param {ControlGiven} given @returns {Control} */
function checksControl(setting, { id, changed }) {
  const boxes = setting.choices.map((choice, place) => h("input", { type: "checkbox", value: choice, oninput: changed, id: place ? undefined : id }));
  return {
    element: h("div", { class: "checks", role: "group", "aria-label": setting.title },
      boxes.map((box) => h("label", {}, box, " ", box.value))),
    texts: () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      return chosen.length ? chosen : null;
    },
    fill: (texts) => boxes.forEach((box) => { box.checked = texts?.includes(box.value) ?? false; }),
    focus: () => boxes[0].focus(),
    fault: () => "",
    mark: () => {},
  };
}
