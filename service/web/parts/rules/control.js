// One rule: a slider with a number beside it, or a select; its standard value marked, a way back to it.
//
//   const control = ruleControl(rule, { range, change, described })
//   control.show(value)     the value it has now, as in an edit
//   control.fault(text)     what is wrong with it; nothing takes it away

import { h, unique } from "../../lib/dom.js";
import { count, properName, title } from "../../lib/format.js";

const LEAST_STEPS = 10; // of a slider: a rule whose standard value is 0 can be moved too

export const partOf = (rule) => (rule.name.includes(".") ? properName(rule.part) : "");
export const fieldOf = (rule) => rule.name.split(".").at(-1).replaceAll("_", " ");

/** The whole name for people: Champion cost. */
export const ruleTitle = (rule) => title([partOf(rule), fieldOf(rule)].filter(Boolean).join(" "));

/** Where a slider begins and ends: twice the largest standard value of its like, within the limits. */
export function sliderRange(rule, alike) {
  const { low, high, step } = rule.free;
  const wanted = Math.max(...alike.map(({ standard }) => 2 * standard), low + LEAST_STEPS * step);
  return { low, high: Math.min(high, Math.ceil(wanted / step) * step), step };
}

export const ruleControl = (rule, options) => (rule.free ? numberControl(rule, options) : choiceControl(rule, options));

function numberControl(rule, { range, change, described }) {
  const field = unique("rule"), frame = ruleFrame(rule, field, { change, described });
  const common = { "aria-describedby": frame.describedBy };
  const number = h("input", { ...common, type: "number", id: field, step: rule.limits.endsWith("even") ? 2 : 1,
    min: rule.low, max: rule.high, inputmode: "numeric",
    oninput: () => number.value !== "" && change(rule, number.value),
    onchange: () => number.value === "" && control.show(current) });
  const slider = h("input", { ...common, type: "range", min: range.low, max: range.high, step: range.step,
    "aria-label": `${ruleTitle(rule)}, slider`, oninput: () => change(rule, slider.value) });
  const mark = h("span", { class: "standard-mark", title: `Standard: ${count(rule.standard)}` });
  let current = String(rule.standard);

  const control = {
    ...frame,
    show(value) {
      current = String(value);
      if (number.value !== current) number.value = current;
      slider.max = Math.max(range.high, Math.min(rule.high, Number(value) || 0));
      slider.value = value;
      slider.setAttribute("aria-valuetext", `${value}, standard ${rule.standard}`);
      mark.style.setProperty("--at", (rule.standard - range.low) / (slider.max - range.low));
      frame.mark(current);
    },
    fault(text) {
      frame.fault(text);
      invalid(number, text);
    },
  };
  frame.put(number, h("span", { class: "track" }, slider, mark));
  control.show(rule.standard);
  return control;
}

function choiceControl(rule, { change, described }) {
  const field = unique("rule"), frame = ruleFrame(rule, field, { change, described });
  const choices = rule.choices ?? { true: "", false: "" };
  const select = h("select", { id: field, "aria-describedby": frame.describedBy,
    onchange: () => change(rule, select.value) },
    Object.keys(choices).map((value) => h("option", { value }, CALLED[value] ?? value)));
  const means = h("p", { class: "about" });
  const control = {
    ...frame,
    show(value) {
      select.value = String(value);
      means.textContent = choices[select.value] ? `${CALLED[value] ?? value}: ${choices[select.value]}.` : "";
      frame.mark(String(value));
    },
    fault(text) {
      frame.fault(text);
      invalid(select, text);
    },
  };
  frame.put(select);
  if (rule.choices) frame.element.append(means);
  control.show(rule.standard);
  return control;
}

const CALLED = { true: "yes", false: "no" };

const invalid = (field, text) =>
  text ? field.setAttribute("aria-invalid", "true") : field.removeAttribute("aria-invalid");

/** What all controls have: name, text, reset, fault. A text that stands elsewhere is `described`. */
function ruleFrame(rule, id, { change, described }) {
  const about = described ?? unique("about"), wrong = unique("fault");
  const standard = CALLED[rule.standard] ?? (typeof rule.standard === "number" ? count(rule.standard) : rule.standard);
  const reset = h("button", { type: "button", class: "reset quiet", title: `Reset to ${standard}`,
    "aria-label": `Reset ${ruleTitle(rule)} to ${standard}`, onclick: () => {
      change(rule, String(rule.standard));
      document.getElementById(id)?.focus();
    } }, "↺");
  const fault = h("p", { class: "fault", id: wrong, role: "alert" });
  const line = h("div", { class: "rule-line" });
  const element = h("div", { class: "rule", dataset: { rule: rule.name } },
    h("label", { for: id }, partOf(rule) && h("span", { class: "hidden" }, `${partOf(rule)} `),
      h("span", { class: "of-field" }, fieldOf(rule))),
    line, !described && h("p", { class: "about", id: about }, rule.about), fault);
  return {
    rule, element, describedBy: `${about} ${wrong}`,
    put: (field, ...others) => line.append(field, reset, ...others),
    fault: (text) => (fault.textContent = text ?? ""),
    mark(value) {
      const changed = value !== String(rule.standard);
      element.classList.toggle("changed", changed);
      reset.hidden = !changed;
    },
  };
}
