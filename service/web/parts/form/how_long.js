// How long a run would take: a button, and what the server says after it has played a few of its games.
//
//   howLong({ asked, failed, signal }) -> { button, element, forget() }
//
// asked() is the kind and the settings; forget() ends what is under way, once they are others.

import { send } from "../../lib/ask.js";
import { fill, h } from "../../lib/dom.js";
import { reading } from "../notice.js";

export function howLong({ asked, failed, signal }) {
  const element = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "button", onclick: measure }, "How long?");
  let under = null;

  async function measure() {
    forget();
    const mine = (under = new AbortController());
    fill(element, reading("Playing a few games to see how long they take"));
    try {
      const { text } = await send("/jobs/estimate", asked(), { reads: true, signal: AbortSignal.any([signal, mine.signal]) });
      if (!mine.signal.aborted) fill(element, h("pre", { class: "plan time" }, text));
    } catch (error) {
      if (signal.aborted || mine.signal.aborted) return;
      fill(element);
      failed(error);
    }
  }

  function forget() {
    under?.abort();
    fill(element);
  }

  return { button, element, forget };
}
