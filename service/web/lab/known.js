// What is known about a setup: its rating, its place in the metagame, counters, match-ups.

import { read } from "../lib/ask.js";
import { setupAddress } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { count, estimate, percent, plural } from "../lib/format.js";
import { intervalMark } from "../parts/chart.js";
import { empty, reading, staleness, trouble } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { hiddenTitle, labLink } from "./links.js";

const LISTED = 5;

/** show(setup) draws it for another setup; late answers are dropped.
 * @param {{ signal: AbortSignal, edits: string[] }} given */
export function knownPart({ signal, edits }) {
  const element = h("div", { class: "lab-known" });
  /** @type {string | null} */
  let wanted = null;

  /** @param {string | null} setup */
  async function show(setup) {
    if (setup === wanted) return;
    wanted = setup;
    if (!setup) return void fill(element, empty("Nothing: there is no setup yet."));
    fill(element, reading("Looking for what is known"));
    try {
      /** @type {Answer<Known>} */
      const answer = await read("/setups/known", { params: { setup, set: edits }, signal });
      if (wanted === setup) fill(element, staleness(answer), knownFacts(answer.data, edits), moreLink(setup, edits));
    } catch (error) {
      if (wanted !== setup || signal.aborted) return;
      wanted = null;
      fill(element, trouble(error, () => show(setup)));
    }
  }

  return { element, show, again: () => { const last = wanted; wanted = null; return show(last); } };
}

/** @param {string} setup @param {string[]} edits */
const moreLink = (setup, edits) =>
  h("p", { class: "small" }, h("a", { href: setupAddress(setup, edits) }, "All about this setup"));

/** @param {Known} known @param {string[]} edits */
function knownFacts({ rating, metagame, counters, matchups, runs }, edits) {
  const sure = counters.filter(({ low }) => low > 0.5);
  if (!rating && !metagame && !sure.length && !matchups.length)
    return empty(runs.length ? `It was in ${plural(runs.length, "run")}, but none of them says how good it is.`
      : "Nothing yet. Test it, and it will be here.");
  return [
    rating && h("p", {}, "Rating: ", h("strong", {}, estimate(rating.value, rating.low, rating.high)),
      ` against the field, judged by ${rating.judge}.`),
    metagame !== null && metagame > 0 && h("p", {}, `It is ${percent(metagame, 0)} of the metagame's mixture.`),
    sure.length > 0 && [h("h3", {}, "What beats it"), scores(sure.slice(0, LISTED), "Its counters", "Counter's score", edits)],
    matchups.length > 0 && [h("h3", {}, "How it did"), scores(matchups.slice(0, 2 * LISTED), "Its match-ups", "Its score", edits)],
  ];
}

/** @param {Scored[]} rows @param {string} caption @param {string} title @param {string[]} edits */
const scores = (rows, caption, title, edits) => table({ caption, rows, columns: [
  { name: "setup", title: "Setup", cell: (row) => labLink(row.setup, row.name, edits) },
  { name: "score", title, number: true, key: (row) => row.score, cell: (row) => estimate(row.score, row.low, row.high) },
  { name: "mark", title: hiddenTitle("Interval"), cell: (row) => intervalMark({ value: row.score, low: row.low, high: row.high }) },
  { name: "games", title: "Games", number: true, key: (row) => row.games, cell: (row) => count(row.games) },
  { name: "agent", title: "By", cell: (row) => row.agent },
] });
