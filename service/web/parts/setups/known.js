// What is known about a setup: its rating, what beats it, how it did against others, where it played.

import { runAddress, setupAddress } from "../../lib/address.js";
import { h } from "../../lib/dom.js";
import { ago, count, estimate, percent, plural, timeText, title } from "../../lib/format.js";
import { dotPlot, intervalMark } from "../chart.js";
import { empty, staleness } from "../notice.js";
import { setupLink } from "../setup_picture.js";
import { table } from "../table.js";

/** @param {Answer<Known>} answer @param {Record<string, string>} start @param {string[]} set */
export function knownParts(answer, start, set) {
  const { rating, counters, matchups, runs, metagame } = answer.data;
  return [staleness(answer),
    h("h2", {}, "Rating"), ratingPart(rating, start), !set.length && metagamePart(metagame),
    h("h2", {}, "Known counters"), countersPart(counters, start, set),
    h("h2", {}, "Best and worst match-ups"), matchupsPart(matchups, start, set),
    h("h2", {}, "Runs it took part in"), runsPart(runs)];
}

/** @param {Known["rating"]} rating @param {Record<string, string>} start */
function ratingPart(rating, start) {
  if (!rating)
    return empty("No ranking by these rules has rated it. ", h("a", { href: start.rank }, "Start a ranking"), ".");
  return [h("p", { class: "rating" }, intervalMark({ ...rating, width: 240 }), h("strong", {}, estimate(rating.value, rating.low, rating.high))),
    h("p", { class: "small soft" }, "Expected score against the field of the ranking, with its 95 % interval",
          rating.rank && `: place ${count(rating.rank)} of ${count(rating.of)}`, `. Judged by ${rating.judge}; `,
          rating.games ? `${plural(rating.games, "game")} of its own, ` : "no game of its own, by a model of all games, ",
          h("a", { href: runAddress(rating.run) }, "the run"), ".")];
}

/** The mixture that ships is by the standard rules.
 * @param {number | null} share */
const metagamePart = (share) =>
  h("p", {}, share !== null && share > 0 ? `It has ${percent(share)} of the mixture of the metagame.` : "It is not in the mixture of the metagame.");

/** @param {Scored} scored */
const named = ({ name, setup }) => name ?? setup;

/** @param {Scored[]} rows @param {string[]} set */
const plotted = (rows, set) => rows.map((row) =>
  ({ label: named(row), value: row.score, low: row.low, high: row.high, href: setupAddress(named(row), set) }));

/** @param {Scored[]} counters @param {Record<string, string>} start @param {string[]} set */
function countersPart(counters, start, set) {
  if (!counters.length)
    return empty("No search for counters to it has finished. ", h("a", { href: start.counter }, "Search for some"), ".");
  const sure = counters.filter(({ low }) => low > 0.5).length;
  return [
    h("p", {}, sure ? `${plural(sure, "setup beats", "setups beat")} it: the whole interval is above 50 %.`
      : "None is shown to beat it: every interval includes 50 %, or is below it."),
    dotPlot({ label: "Scores of counters against it", rows: plotted(counters, set), reference: 0.5, axis: "score against it" }),
    numbers("Counters", counters, set)];
}

/** @param {Scored[]} matchups @param {Record<string, string>} start @param {string[]} set */
function matchupsPart(matchups, start, set) {
  if (!matchups.length)
    return empty("It has met no other setup in a match or a tournament. ", h("a", { href: start.match }, "Play a match"), ".");
  const good = matchups.filter(({ low }) => low > 0.5).length, bad = matchups.filter(({ high }) => high < 0.5).length;
  return [
    h("p", {}, `It beats ${good} and loses to ${bad} of these ${matchups.length}; for the others the interval includes 50 %.`),
    dotPlot({ label: "Its scores against others", rows: plotted(matchups, set), lo: 0, hi: 1, reference: 0.5, axis: "its score" }),
    numbers("Match-ups", matchups, set)];
}

/** The same as a table: who judged, by how many games, in which run.
 * @param {string} caption @param {Scored[]} rows @param {string[]} set */
function numbers(caption, rows, set) {
  /** @type {Column<Scored>[]} */
  const columns = [
    { name: "setup", title: "Setup", key: named, cell: (row) => setupLink(row.setup, row.name, set) },
    { name: "score", title: "Score", number: true, key: ({ score }) => score, cell: (row) => estimate(row.score, row.low, row.high) },
    { name: "games", title: "Games", number: true, key: ({ games }) => games, cell: ({ games }) => count(games) },
    { name: "agent", title: "Played by", key: ({ agent }) => agent, cell: ({ agent }) => agent },
    { name: "run", title: "Run", key: ({ run }) => run, cell: ({ run }) => h("a", { href: runAddress(run) }, run) },
  ];
  return h("details", {}, h("summary", {}, "Numbers, agents and runs"), table({ columns, rows, caption }));
}

/** @param {Known["runs"]} runs */
function runsPart(runs) {
  if (!runs.length) return empty("None in this database.");
  return h("ul", {}, runs.map(({ run, kind, started }) => h("li", {},
    h("a", { href: runAddress(run) }, title(kind)), " ", h("span", { class: "small soft", title: timeText(started) }, `${ago(started)} · ${run}`))));
}
