// A question before something that cannot be undone.

import { h, unique } from "../lib/dom.js";

/** Ask; the promise says whether it was agreed to. Escape and "Cancel" mean no.
 * @param {{ title: string, text: string, yes: string }} given @returns {Promise<boolean>} */
export function confirmed({ title, text, yes }) {
  const id = unique("question");
  const dialog = h("dialog", { class: "question part", "aria-labelledby": id },
    h("form", { method: "dialog" },
      h("h2", { id }, title), h("p", {}, text),
      h("div", { class: "actions" },
        h("button", { value: "no", autofocus: true }, "Cancel"),
        h("button", { value: "yes", class: "danger" }, yes))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue === "yes");
  }));
}
