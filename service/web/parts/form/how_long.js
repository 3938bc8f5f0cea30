// How long a run would take: a button, and what the server says after it has played a few of its games.
//
//   howLong({ asked, failed, signal }) -> { button, element, forget() }
//
// asked() is the kind and the settings; forget() ends what is under way, once they are others.

import { send } from "../../lib/ask.js";
import { fill, h } from "../../lib/dom.js";
import { count, span } from "../../lib/format.js";
import { reading } from "../notice.js";
import { table } from "../table.js";

/** @param {{ asked(): JobAsked, failed(error: unknown): void, signal: AbortSignal }} given */
export function howLong({ asked, failed, signal }) {
  const element = h("div", { "aria-live": "polite" });
  const button = h("button", { type: "button", onclick: measure }, "How long?");
  /** @type {AbortController | null} */
  let under = null;

  async function measure() {
    forget();
    const mine = new AbortController();
    under = mine;
    fill(element, reading("Playing a few games to see how long they take"));
    try {
      const found = await send("/jobs/estimate", asked(), { reads: true, signal: AbortSignal.any([signal, mine.signal]) });
      if (!mine.signal.aborted) fill(element, timeOf(found));
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

/** The whole in the words of the command line, and its parts where there are several.
 * @param {Api.JobEstimate} estimate */
const timeOf = ({ text, parts }) => h("div", { class: "time" },
  h("p", {}, `${text.split("\n")[0]}.`),
  parts.length > 1 && table({ columns: COLUMNS, rows: parts, caption: "The time of each part" }));

/** @type {Column<Api.EstimatedPart>[]} */
const COLUMNS = [
  { name: "name", title: "Part", cell: ({ name }) => name },
  { name: "games", title: "Games", number: true, cell: ({ games }) => count(games) },
  { name: "agent", title: "Agent", cell: ({ agent }) => agent },
  { name: "seconds", title: "Time", number: true, cell: ({ seconds }) => `about ${span(seconds)}` },
];
