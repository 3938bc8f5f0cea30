// One rule: a slider with a number beside it, or a select; its standard value marked, a way back to it.
//
//   const control = ruleControl(rule, { range, change, described })
//   control.show(value)     the value it has now, as in an edit
//   control.fault(text)     what is wrong with it; nothing takes it away

import { h, unique } from "../../lib/dom.js";
import { count, properName, title } from "../../lib/format.js";

/** @typedef {{ change(rule: Rule, value: string): void, described?: string }} RuleGiven
 * @typedef {{ rule: Rule, element: HTMLElement, show(value: number | string | boolean): void, fault(text: string | null): void }} RuleControl */

const LEAST_STEPS = 10; // of a slider: a rule whose standard value is 0 can be moved too

/** @param {Rule} rule */
const partOf = (rule) => (rule.name.includes(".") ? properName(rule.part) : "");
/** @param {Rule} rule */
export const fieldOf = (rule) => rule.name.slice(rule.name.lastIndexOf(".") + 1).replaceAll("_", " ");

/** The whole name for people: Champion cost.
 * @param {Rule} rule */
export const ruleTitle = (rule) => title([partOf(rule), fieldOf(rule)].filter(Boolean).join(" "));

/** Where a slider begins and ends: twice the largest standard value of its like, within the limits.
 * @param {Rule & { free: SliderRange }} rule @param {Rule[]} alike @returns {SliderRange} */
export function sliderRange(rule, alike) {
  const { low, high, step } = rule.free;
  const wanted = Math.max(...alike.map(({ standard }) => 2 * Number(standard)), low + LEAST_STEPS * step);
  return { low, high: Math.min(high, Math.ceil(wanted / step) * step), step };
}

/** @param {Rule} rule @param {RuleGiven & { range: SliderRange | null }} given @returns {RuleControl} */
export const ruleControl = (rule, { range, ...given }) =>
  (range ? numberControl(rule, { range, ...given }) : choiceControl(rule, given));

/** @param {Rule} rule @param {RuleGiven & { range: SliderRange }} given @returns {RuleControl} */
function numberControl(rule, { range, change, described }) {
  const field = unique("rule"), frame = ruleFrame(rule, field, { change, described });
  const common = { "aria-describedby": frame.describedBy };
  const number = h("input", { ...common, type: "number", id: field, step: rule.limits.endsWith("even") ? 2 : 1,
    min: rule.low, max: rule.high, inputmode: "numeric",
    oninput: () => { if (number.value !== "") change(rule, number.value); },
    onchange: () => { if (number.value === "") control.show(current); } });
  const slider = h("input", { ...common, type: "range", min: range.low, max: range.high, step: range.step,
    "aria-label": `${ruleTitle(rule)}, slider`, oninput: () => { change(rule, slider.value); } });
  const mark = h("span", { class: "standard-mark", title: `Standard: ${count(Number(rule.standard))}` });
  let current = String(rule.standard);

  const control = {
    ...frame,
    /** @param {number | string | boolean} value */
    show(value) {
      current = String(value);
      if (number.value !== current) number.value = current;
      const most = Math.max(range.high, Math.min(rule.high, Number(value) || 0));
      slider.max = String(most);
      slider.value = current;
      slider.setAttribute("aria-valuetext", `${value}, standard ${rule.standard}`);
      mark.style.setProperty("--at", String((Number(rule.standard) - range.low) / (most - range.low)));
      frame.mark(current);
    },
    /** @param {string | null} text */
    fault(text) {
      frame.fault(text);
      invalid(number, text);
    },
  };
  frame.put([number, h("span", { class: "track" }, slider, mark)]);
  control.show(rule.standard);
  return control;
}

/** @param {Rule} rule @param {RuleGiven} given @returns {RuleControl} */
function choiceControl(rule, { change, described }) {
  const field = unique("rule"), frame = ruleFrame(rule, field, { change, described });
  /** @type {Record<string, string>} */
  const choices = rule.choices ?? { true: "", false: "" };
  const select = h("select", { id: field, "aria-describedby": frame.describedBy,
    onchange: () => { change(rule, select.value); } },
    Object.keys(choices).map((value) => h("option", { value }, CALLED[value] ?? value)));
  const means = h("p", { class: "about" });
  const control = {
    ...frame,
    /** @param {number | string | boolean} value */
    show(value) {
      select.value = String(value);
      means.textContent = choices[select.value] ? `${CALLED[String(value)] ?? value}: ${choices[select.value]}.` : "";
      frame.mark(String(value));
    },
    /** @param {string | null} text */
    fault(text) {
      frame.fault(text);
      invalid(select, text);
    },
  };
  frame.put([select]);
  if (rule.choices) frame.element.append(means);
  control.show(rule.standard);
  return control;
}

/** @type {Record<string, string>} */
const CALLED = { true: "yes", false: "no" };

/** @param {Element} field @param {string | null} text */
function invalid(field, text) {
  if (text) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/** What all controls have: name, text, reset, fault. A text that stands elsewhere is `described`.
 * @param {Rule} rule @param {string} id @param {RuleGiven} given */
function ruleFrame(rule, id, { change, described }) {
  const about = described ?? unique("about"), wrong = unique("fault");
  const standard = CALLED[String(rule.standard)] ?? (typeof rule.standard === "number" ? count(rule.standard) : rule.standard);
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
    /** @param {Node[]} fields */
    put: ([field, ...others]) => line.append(field, reset, ...others),
    /** @param {string | null} text */
    fault: (text) => { fault.textContent = text ?? ""; },
    /** @param {string} value */
    mark(value) {
      const changed = value !== String(rule.standard);
      element.classList.toggle("changed", changed);
      reset.hidden = !changed;
    },
  };
}
