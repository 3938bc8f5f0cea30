// A control for each way in which a setting is given (`input` of the API's kinds).
//
//   control(setting, { id, describedby, changed, suggestions }) -> { element, texts(), fill(texts), focus(), fault() }
//
// texts() are what stands in it, as the address has it: null where it keeps its default.

import { h } from "../../lib/dom.js";

export function control(setting, given) {
  return (MAKERS[setting.input] ?? textControl)(setting, given);
}

const MAKERS = {
  "yes-no": checkControl, whole: numberControl, number: numberControl, choice: choiceControl, span: spanControl,
  setups: severalControl, agents: severalControl, edits: severalControl,
  list: (setting, given) => (setting.choices.length ? checksControl : severalControl)(setting, given),
};

/** What stands where nothing is filled in. */
const usual = ({ default: value }) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length) ? undefined : String(value);

const common = (setting, { id, describedby, changed }) => ({
  id, "aria-describedby": describedby, oninput: changed, required: setting.required, autocomplete: "off", spellcheck: "false",
});

const single = (element) => ({
  element,
  texts: () => (element.value.trim() === "" ? null : [element.value.trim()]),
  fill: (texts) => (element.value = texts?.[0] ?? ""),
  focus: () => element.focus(),
  fault: () => (element.validity.valid || element.validity.valueMissing ? "" : element.validationMessage),
  mark: (bad) => (bad ? element.setAttribute("aria-invalid", "true") : element.removeAttribute("aria-invalid")),
});

const LONGEST = 4000; // letters of a text

function textControl(setting, given) {
  return single(h("input", { ...common(setting, given), type: "text", maxlength: LONGEST, list: given.suggestions,
    placeholder: usual(setting) ?? HINTS[setting.input] }));
}

const HINTS = { setup: "Rush", agent: "as usual" };

function numberControl(setting, given) {
  // A limit that JavaScript rounds is the server's to check.
  const bound = (value) => (value !== null && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined);
  return single(h("input", { ...common(setting, given), type: "number", min: bound(setting.least), max: bound(setting.most),
    step: setting.input === "whole" ? 1 : "any", placeholder: usual(setting) ?? "as usual" }));
}

function choiceControl(setting, given) {
  return single(h("select", { ...common(setting, given), autocomplete: undefined, spellcheck: undefined },
    h("option", { value: "" }, usual(setting) ? `as usual (${usual(setting)})` : "as usual"),
    setting.choices.map((choice) => h("option", { value: choice }, choice))));
}

function checkControl(setting, { id, describedby, changed }) {
  const element = h("input", { id, type: "checkbox", "aria-describedby": describedby, oninput: changed });
  const usually = Boolean(setting.default);
  return { ...single(element),
    texts: () => (element.checked === usually ? null : [String(element.checked)]),
    fill: (texts) => (element.checked = texts ? texts[0] === "true" : usually) };
}

function spanControl(setting, given) {
  const end = (label, id) => h("input", { ...common(setting, given), id, type: "number", step: 1,
    min: setting.least ?? undefined, max: setting.most ?? undefined, "aria-label": `${setting.title}, ${label}`, placeholder: label });
  const ends = [end("from", given.id), end("to", undefined)];
  return {
    element: h("div", { class: "span" }, ends[0], " to ", ends[1]),
    texts: () => (ends.every(({ value }) => value === "") ? null : ends.map(({ value }) => value)),
    fill: (texts) => ends.forEach((input, place) => (input.value = texts?.[place] ?? "")),
    focus: () => ends[0].focus(),
    fault: () => ends.map((input) => (input.validity.valid ? "" : input.validationMessage)).find(Boolean) ?? "",
    mark: (bad) => ends.forEach((input) => single(input).mark(bad)),
  };
}

/** One line for each; a free one stands at the end. */
function severalControl(setting, given) {
  const element = h("div", { class: "several", role: "group", "aria-label": setting.title });
  const inputs = () => [...element.children];
  const line = (value = "") => h("input", { ...common(setting, given), id: inputs().length ? undefined : given.id, required: false,
    type: "text", maxlength: LONGEST, list: given.suggestions, value, "aria-label": `${setting.title}, ${inputs().length + 1}`,
    placeholder: EXAMPLES[setting.input], oninput: typed });
  const grow = () => inputs().at(-1)?.value !== "" && element.append(line());

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
    mark: (bad) => inputs().forEach((input) => single(input).mark(bad && input.value)),
  };
}

const EXAMPLES = { setups: "Rush", agents: "fpu:advances=500", edits: "champion.cost=225" };

/** A box to check for each choice. */
function checksControl(setting, { id, changed }) {
  const boxes = setting.choices.map((choice, place) => h("input", { type: "checkbox", value: choice, oninput: changed, id: place ? undefined : id }));
  return {
    element: h("div", { class: "checks", role: "group", "aria-label": setting.title },
      boxes.map((box) => h("label", {}, box, " ", box.value))),
    texts: () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
      return chosen.length ? chosen : null;
    },
    fill: (texts) => boxes.forEach((box) => (box.checked = texts?.includes(box.value) ?? false)),
    focus: () => boxes[0].focus(),
    fault: () => "",
    mark: () => {},
  };
}
