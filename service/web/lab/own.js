// Own setups: save the present one under a name, load, delete. What exists is never lost unasked.

import { ask, send } from "../lib/ask.js";
import { fill, h, unique } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { toast, trouble, tried } from "../parts/notice.js";
import { troopLine } from "../parts/setup_picture.js";

export function ownSetups({ current, onload, onchange, signal }) {
  const id = unique("own"), faultId = unique("fault");
  const name = h("input", { id, maxlength: 60, autocomplete: "off", "aria-describedby": faultId, placeholder: "Hammer" });
  const fault = h("div", { id: faultId });
  const list = h("div", {});

  async function save(event) {
    event.preventDefault();
    fill(fault);
    await write(false).catch((error) => fill(fault, error.status === 409 ? question(error) : wrong(error)));
  }

  async function write(replace) {
    const { word: setup, wrong: why } = current();
    if (why) throw new Error(why);
    const saved = await send("/setups/own", { name: name.value.trim(), setup, replace });
    toast(`Saved as ${saved.name}`);
    await changed();
  }

  const wrong = (error) => h("p", { class: "fault", role: "alert" }, error.message);

  const question = (error) => asked(error.message, "Replace it", "Keep it", (yes) => {
    fill(fault);
    name.focus();
    if (yes) tried(() => write(true));
  });

  async function changed() {
    await read();
    onchange();
  }

  async function read() {
    try {
      const all = await ask("/setups", { params: { own: true }, signal });
      fill(list, h("p", { class: "soft small", role: "status" }, all.length ? plural(all.length, "own setup") : "None is saved yet."),
        h("ul", { class: "lab-own" }, all.map(line)));
    } catch (error) {
      if (!signal.aborted) fill(list, trouble(error, read));
    }
  }

  function line(one) {
    const place = h("span", { class: "actions" });
    const buttons = () => fill(place,
      h("button", { type: "button", "aria-label": `Load ${one.name}`, onclick: () => onload(one.name) }, "Load"),
      h("button", { type: "button", class: "quiet danger", "aria-label": `Delete ${one.name}`, onclick: sure }, "Delete"));
    const sure = () => fill(place, asked(`Delete ${one.name}?`, "Delete it", "Keep it", async (yes) => {
      if (yes) await tried(() => ask(`/setups/own/${encodeURIComponent(one.name)}`, { method: "DELETE" }).then(changed));
      else buttons();
    }));
    buttons();
    return h("li", {}, h("span", { class: "own-name" }, one.name, " ", troopLine(one.troops)), place);
  }

  read();
  return h("div", {},
    h("form", { class: "field", onsubmit: save },
      h("label", { for: id }, "Save under a name"),
      h("div", { class: "lab-line" }, name, h("button", { type: "submit" }, "Save")), fault),
    list);
}

/** A question with two buttons; the first one has the focus once it is there. */
function asked(text, yes, no, answer) {
  const first = h("button", { type: "button", class: "danger", onclick: () => answer(true) }, yes);
  setTimeout(() => first.focus());
  return h("div", { class: "lab-question", role: "alertdialog", "aria-label": text },
    h("span", {}, text), first, h("button", { type: "button", onclick: () => answer(false) }, no));
}
