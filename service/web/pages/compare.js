// Two runs side by side: the facts of both, and what differs beyond noise.

import { address } from "../lib/address.js";
import { read } from "../lib/ask.js";
import { h } from "../lib/dom.js";
import { empty, staleness } from "../parts/notice.js";
import { reportFrame } from "../parts/report_frame.js";
import { runFacts, runFound } from "../parts/run_facts.js";

/** @param {PageGiven} page */
export default async function page({ query, signal, title }) {
  title("Two runs side by side");
  const one = query.get("one"), other = query.get("other");
  const head = h("h1", {}, "Two runs side by side");
  if (!one || !other)
    return h("div", {}, head, empty("Choose two runs of one kind in ", h("a", { href: "/runs?status=finished" }, "the list of runs"), "."));
  const answers = await Promise.all([one, other].map((run) => read(`/runs/${encodeURIComponent(run)}`, { signal })));
  return h("div", {}, head,
    h("div", { class: "columns" }, answers.map(column)),
    h("p", {}, h("a", { href: address("/compare", { one: other, other: one }) }, "Swap the two")),
    h("h2", {}, "What differs"),
    reportFrame({ path: "/compare/page", params: { one, other }, title: "Comparison of the two runs", signal }));
}

/** @param {Answer<Run>} answer @param {number} place */
const column = (answer, place) => h("section", {},
  h("h2", {}, `${["One", "The other"][place]}: ${answer.data.title}`),
  staleness(answer),
  runFound(answer.data),
  runFacts(answer.data, { link: true }));
