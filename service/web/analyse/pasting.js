// A text to look at: the line of a position, or recorded games (pasted, or chosen as a file).

import { address, go } from "../lib/address.js";
import { send } from "../lib/ask.js";
import { fill, h, unique } from "../lib/dom.js";
import { reading, trouble } from "../parts/notice.js";
import { recordChoices } from "../parts/record_choices.js";

/** `opened(view)` is called for a recorded game; without it, its last position is analysed.
 * @param {{ signal: AbortSignal, opened?: (view: View) => unknown, text?: string | null }} given */
export function pasteForm({ signal, opened = analyseEnd, text: given = "" }) {
  const id = unique("text"), fault = h("div", { "aria-live": "polite" });
  const text = h("textarea", { id, rows: 3, value: given ?? "", spellcheck: "false", required: true });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", "aria-label": "A file with recorded games",
    onchange: async () => {
      if (!file.files?.[0]) return;
      text.value = await file.files[0].text();
      look();
    } });

  /** @param {Event} [event] */
  function look(event) {
    event?.preventDefault();
    const asked = text.value.trim();
    if (!asked) return;
    fill(fault, reading("Reading the text"));
    said(() => (asked.startsWith("{") ? record({ record: asked }) : position(asked)));
  }

  /** Do something; an error stands below the text.
   * @param {() => unknown} call */
  async function said(call) {
    try {
      await call();
    } catch (error) {
      if (!signal.aborted) fill(fault, trouble(error));
    }
  }

  /** @param {string} line */
  async function position(line) {
    /** @type {Api.CheckedPosition} */
    const { ok, faults, position: known } = await send("/positions/check", { position: line }, { signal });
    if (ok) return void go(address("/analyse", { position: known }));
    fill(fault, h("div", { class: "trouble", role: "alert" }, faults.map((one) => h("p", {}, capital(one)))));
  }

  /** @param {Record<string, unknown>} body */
  async function record(body) {
    /** @type {Opened} */
    const answer = await send("/games", body, { signal });
    if (!answer.choices) return void opened(answer);
    fill(fault, recordChoices(answer.choices, (pick) => said(() => record({ ...body, pick }))));
  }

  return h("form", { class: "paste", onsubmit: look },
    h("div", { class: "field" },
      h("label", { for: id }, "A position or recorded games"), text,
      h("p", { class: "about" }, "The line of a position, or the lines of a record, as this program writes them.")),
    h("div", { class: "actions" }, h("button", { class: "primary" }, "Open"), file),
    fault);
}

/** @param {View} view */
const analyseEnd = ({ game, after }) => go(address("/analyse", { game, after }));

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
