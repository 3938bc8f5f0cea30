// Own setups: save the present one under a name, load, delete. What exists is never lost unasked.

import { ask, Problem, send } from "../lib/ask.js";
import { fill, h, unique } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { confirmed } from "../parts/confirm.js";
import { toast, trouble, tried } from "../parts/notice.js";
import { troopLine } from "../parts/setup_picture.js";

/** @typedef {object} OwnGiven
 * @property {() => { word?: string, wrong?: string }} current
 * @property {(name: string) => void} onload
 * @property {() => void} onchange
 * @property {AbortSignal} signal */

/** @param {OwnGiven} given */
export function ownSetups({ current, onload, onchange, signal }) {
  const id = unique("own"), faultId = unique("fault");
  const name = h("input", { id, maxlength: 60, autocomplete: "off", "aria-describedby": faultId, placeholder: "Hammer" });
  const fault = h("div", { id: faultId });
  const list = h("div", {});

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    fill(fault);
    try {
      await write(false).catch(replaceOr);
    } catch (error) {
      fill(fault, h("p", { class: "fault", role: "alert" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {boolean} replace */
  async function write(replace) {
    const { word: setup, wrong: why } = current();
    if (why) throw new Error(why);
    const saved = await send("/setups/own", { name: name.value.trim(), setup, replace });
    toast(`Saved as ${saved.name}`);
    await changed();
  }

  /** There is one of that name: ask whether it may go.
   * @param {unknown} error */
  async function replaceOr(error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    if (await confirmed({ title: "Replace it?", text: error.message, yes: "Replace it" })) await write(true);
  }

  async function changed() {
    await read();
    onchange();
  }

  async function read() {
    try {
      /** @type {NamedSetup[]} */
      const all = await ask("/setups", { params: { own: true }, signal });
      fill(list, h("p", { class: "soft small", role: "status" }, all.length ? plural(all.length, "own setup") : "None is saved yet."),
        h("ul", { class: "lab-own" }, all.map(line)));
    } catch (error) {
      if (!signal.aborted) fill(list, trouble(error, read));
    }
  }

  /** @param {NamedSetup} one */
  const line = (one) => h("li", {},
    h("span", { class: "own-name" }, one.name, " ", troopLine(one.troops)),
    h("span", { class: "actions" },
      h("button", { type: "button", "aria-label": `Load ${one.name}`, onclick: () => onload(one.name) }, "Load"),
      h("button", { type: "button", class: "quiet danger", "aria-label": `Delete ${one.name}`, onclick: () => remove(one.name) }, "Delete")));

  /** @param {string} own */
  async function remove(own) {
    if (!await confirmed({ title: `Delete ${own}?`, text: "Stored runs keep what they played.", yes: "Delete it" })) return;
    await tried(() => ask(`/setups/own/${encodeURIComponent(own)}`, { method: "DELETE" }).then(changed));
  }

  read();
  return h("div", {},
    h("form", { class: "field", onsubmit: save },
      h("label", { for: id }, "Save under a name"),
      h("div", { class: "lab-line" }, name, h("button", { type: "submit" }, "Save")), fault),
    list);
}
