// A setup as text and as JSON: out to copy, in to use.

import { fill, h, unique } from "../lib/dom.js";
import { toast } from "../parts/notice.js";

/** Two fields to copy from; show(text, json) fills them. */
export function textsOut() {
  const text = outField("Text, without formation"), json = outField("JSON, with formation");
  return { element: h("div", {}, text.element, json.element), 
    /** @param {string} a @param {string} b */
    show(a, b) { text.show(a); json.show(b); } };
}

/** @param {string} title */
function outField(title) {
  const id = unique("out");
  const field = h("input", { id, class: "mono", readonly: true, onfocus: () => { field.select(); } });
  const copy = h("button", { type: "button", "aria-label": `Copy: ${title}`, onclick: () => copied(field) }, "Copy");
  return {
    element: h("div", { class: "field" }, h("label", { for: id }, title), h("div", { class: "lab-line" }, field, copy)),
    /** @param {string} value */
    show: (value) => { field.value = value; },
  };
}

/** @param {HTMLInputElement} field */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast("Copied");
  } catch { // browsers give the clipboard to safe addresses alone
    field.focus();
    field.select();
    toast(document.execCommand("copy") ? "Copied" : "Marked: copy it with Ctrl-C");
  }
}

/** A field to paste into; onuse(text) may throw what is wrong with it.
 * @param {{ text?: string, onuse(text: string): Promise<unknown> }} given */
export function textIn({ text = "", onuse }) {
  const id = unique("in"), faultId = unique("fault");
  const fault = h("p", { id: faultId, class: "fault", role: "alert" });
  const field = h("textarea", { id, class: "mono", rows: 3, spellcheck: "false", "aria-describedby": faultId, maxlength: 4000,
    placeholder: "Rush, or SSCCC:charge, or {\"troops\": \"SSC\", ...}", value: text });
  /** @param {Event} event */
  async function use(event) {
    event.preventDefault();
    fill(fault);
    field.removeAttribute("aria-invalid");
    try {
      await onuse(field.value.trim());
    } catch (error) {
      field.setAttribute("aria-invalid", "true");
      fill(fault, /** @type {Error} */ (error).message);
    }
  }
  return h("form", { class: "field", onsubmit: use },
    h("label", { for: id }, "Name, text or JSON"), field, fault,
    h("div", { class: "actions" }, h("button", { type: "submit" }, "Use it")));
}
