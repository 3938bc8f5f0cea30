// What pages say about themselves: reading, nothing there, something wrong, not the newest.

import { h } from "../lib/dom.js";
import { ago, timeText } from "../lib/format.js";

/** A reason to wait.
 * @param {string} what */
export const reading = (what) => h("p", { class: "reading", role: "status" }, `${what} …`);

/** @param {Child[]} children */
export const empty = (...children) => h("p", { class: "empty" }, ...children);

/** An error, and a way to try again.
 * @param {unknown} error @param {() => void} [again] */
export function trouble(error, again) {
  return h("div", { class: "trouble", role: "alert" },
    h("p", {}, error instanceof Error ? error.message : String(error)),
    again && h("button", { type: "button", onclick: again }, "Try again"));
}

/** Says of an answer of the database that it is not the newest, and from when it is.
 * @param {{ stale: boolean, as_of: string }} answer */
export function staleness({ stale, as_of }) {
  if (!stale) return null;
  return h("p", { class: "stale", role: "status", title: timeText(as_of) },
    `A job is writing to the database. This is what was known ${ago(as_of)}.`);
}

/** Say something for a few seconds, at the edge of the page.
 * @param {string} text */
export function toast(text, kind = "") {
  const shown = h("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts")?.append(shown);
  setTimeout(() => shown.remove(), 6000);
}

/** Do something that asks the server; an error is said at the edge of the page.
 * @template Value
 * @param {() => Value | Promise<Value>} action @returns {Promise<Value | undefined>} */
export async function tried(action) {
  try {
    return await action();
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    if (name !== "AbortError") toast(message, "bad");
    return undefined;
  }
}
