// What runs found, in place: scores with their intervals, and what can be taken over from them.

import { h } from "../lib/dom.js";
import { count, estimate, plural } from "../lib/format.js";
import { intervalMark } from "../parts/chart.js";
import { formationPicture } from "../parts/setup_picture.js";
import { table } from "../parts/table.js";
import { hiddenTitle, labLink } from "./links.js";

/** @typedef {{ edits: string[], taken(setup: string): void, subject: string }} Given
 * @typedef {[low: number, high: number]} Interval
 * @typedef {{ score: number, ci95: Interval, games: number }} Score
 * @typedef {{ name?: string | null, setup: string }} Named
 * @typedef {Named & { formation: string[] }} Formed
 * @typedef {Formed & { change: string, better: boolean, gain: number, ci95: Interval, score: Score }} Change
 * @typedef {{ title: Child, lines: Child, text?: string, label: string, take(): void }} Card */

/** @typedef {object} FormationResult
 * @property {string} setup
 * @property {string} field
 * @property {{ role: string, formation: string[], score: Score }[]} formations
 * @property {{ formation: string, reference: string, gain: number, ci95: Interval, verdict: string }[]} gains */

/** @type {Record<string, (result: any, given: Given) => Child>} */
const SHOWN = { match: matchResult, tournament: fieldResult, counter: countersFound, improve: changesFound, formation: formationsFound, explain: explanation };

/** The result of a run, drawn; taken(setup) puts a setup into the lab.
 * @param {Run} run @param {Given} given */
export const resultOf = ({ kind, result }, given) => (result && SHOWN[kind] ? SHOWN[kind](result, given) : null);

/** @param {number} share */
const points = (share) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
/** @param {{ gain: number, ci95: Interval }} gained */
const gainText = ({ gain, ci95: [low, high] }) => `${points(gain)} points [${points(low)}, ${points(high)}]`;
/** @param {Score} score */
const scoreText = ({ score, ci95: [low, high] }) => estimate(score, low, high);
/** @param {Score} score */
const scoreMark = ({ score, ci95: [low, high] }) => intervalMark({ value: score, low, high });

/** Words follow the interval: only one that excludes chance says more than that nothing is shown.
 * @template Said
 * @param {Interval} interval @param {Said} better @param {Said} worse @param {Said} neither */
function verdict([low, high], better, worse, neither) {
  if (low > 0.5) return better;
  return high < 0.5 ? worse : neither;
}

/** @param {Named} named */
const callOf = ({ name, setup }) => name ?? setup;

/** @param {Score & { b: Named, games: number }} result @param {Given} given */
function matchResult(result, { edits }) {
  const other = callOf(result.b);
  return h("div", {},
    h("p", { class: "headline" },
      verdict(result.ci95, `It beats ${other}.`, `It loses to ${other}.`, `Neither is shown to be better, it or ${other}.`)),
    h("p", {}, "It scores ", h("strong", {}, scoreText(result)), " ", scoreMark(result),
      ` in ${plural(result.games, "game")} against `, labLink(result.b.setup, result.b.name, edits), "."));
}

/** @param {{ matchups: (Score & { b: string })[], standings: (Named & { entrant: string })[] }} result @param {Given} given */
function fieldResult({ matchups, standings }, { edits }) {
  const known = new Map(standings.map((one) => [one.entrant, one]));
  const rows = [...matchups].sort((a, b) => a.score - b.score);
  const won = rows.filter(({ ci95 }) => ci95[0] > 0.5).length, lost = rows.filter(({ ci95 }) => ci95[1] < 0.5).length;
  return h("div", {},
    h("p", { class: "headline" }, `Of ${plural(rows.length, "setup")} of the metagame it beats ${won} and loses to ${lost}` +
      `${won + lost < rows.length ? `; of ${rows.length - won - lost} that is not shown` : ""}.`),
    table({ caption: "Its score against each opponent", rows, columns: [
      { name: "b", title: "Against", cell: ({ b }) => labLink(known.get(b)?.setup ?? b, known.get(b)?.name, edits) },
      ...scoreColumns("Its score", (row) => row)] }));
}

/** @template Row
 * @param {string} title @param {(row: Row) => Score} of @returns {Column<Row>[]} */
const scoreColumns = (title, of) => [
  { name: "score", title, number: true, key: (row) => of(row).score, cell: (row) => scoreText(of(row)) },
  { name: "mark", title: hiddenTitle("Interval"), cell: (row) => scoreMark(of(row)) },
  { name: "games", title: "Games", number: true, cell: (row) => count(of(row).games) },
];

/** Things that were found, each with a button that takes it over.
 * @param {Card[]} found */
const cards = (found) => h("ul", { class: "cards lab-found" }, found.map(({ title, lines, text = "Take over", label, take }) =>
  h("li", { class: "card" }, h("h4", {}, title), lines,
    h("div", { class: "actions" }, h("button", { type: "button", "aria-label": `${text}: ${label}`, onclick: take }, text)))));

/** @param {string} what @param {Score} score */
const scoreLine = (what, score) =>
  h("p", { class: "small" }, `${what} `, h("strong", {}, scoreText(score)), " ", scoreMark(score), ` in ${plural(score.games, "game")}`);

/** @param {(Formed & Score)[]} found @param {Given} given */
function countersFound(found, { edits, taken }) {
  const sure = found.filter(({ ci95 }) => ci95[0] > 0.5).length;
  return h("div", {},
    h("p", { class: "headline" }, sure ? `${plural(sure, "setup")} found that ${sure === 1 ? "beats" : "beat"} it.` : "Nothing was shown to beat it."),
    cards(found.map((one) => ({
      title: labLink(one.setup, one.name, edits), text: "Open in the lab", label: callOf(one), take: () => taken(setupWith(one)),
      lines: [scoreLine("Scores", one), h("p", { class: "small" }, verdict(one.ci95, "It beats it.", "It loses to it.", "Not shown to be better or worse."))],
    }))));
}

/** A setup with its formation, as JSON.
 * @param {Formed} formed */
function setupWith({ setup, formation }) {
  const [troops, commands = ""] = setup.split(":");
  return JSON.stringify({ troops, commands: commands ? commands.split(",") : [], formation });
}

/** @param {{ name: string | null, field: string, original: Score, changes: Change[] }} result @param {Given} given */
function changesFound(result, { taken, subject }) {
  // Where the rules placed the troops of the original, they place those of the change.
  const placed = subject.startsWith("{") || result.name;
  /** @param {Change} one */
  const take = (one) => taken(placed ? setupWith(one) : one.setup);
  const better = result.changes.filter((one) => one.better).length;
  return h("div", {},
    h("p", { class: "headline" }, better ? `${plural(better, "change")} shown to make it better.` : "No change was shown to make it better."),
    h("p", {}, "As it is, it scores ", h("strong", {}, scoreText(result.original)), ` against ${result.field}.`),
    cards(result.changes.map((one) => ({
      title: one.change, label: one.change, take: () => take(one),
      lines: [
        h("p", { class: one.better ? "good" : "" }, one.better ? "Better: " : one.ci95[1] < 0 ? "Worse: " : "No difference shown: ", gainText(one)),
        scoreLine("Scores then", one.score)],
    }))));
}

/** @type {Record<string, string>} */
const ROLES = { found: "The formation that was found", given: "As it was given", published: "As in the catalogue", made: "As the rules place it" };

/** @param {FormationResult} result @param {Given} given */
function formationsFound({ setup, formations, gains, field }, { taken }) {
  /** @param {string} role */
  const against = (role) => gains.filter((gain) => gain.formation === role);
  return h("div", {},
    h("p", { class: "headline" }, against("found").some(({ verdict: said }) => said === "better")
      ? "A better formation was found." : "No better formation was shown."),
    h("p", {}, `Scores against ${field}.`),
    cards(formations.map(({ role, formation, score }) => ({
      title: ROLES[role] ?? role, label: ROLES[role] ?? role, take: () => taken(setupWith({ setup, formation })),
      lines: [formationPicture(formation), scoreLine("Scores", score), against(role).map((gain) =>
        h("p", { class: "small" }, `${gainText(gain)} to ${(ROLES[gain.reference] ?? gain.reference).toLowerCase()}: ${gain.verdict}.`))],
    }))));
}

/** @param {{ sentences: { text: string }[], a: Named }} result @param {Given} given */
function explanation({ sentences, a }, { subject }) {
  return h("div", {}, a.name !== subject && h("p", { class: "soft small" }, "A is this setup."), h("ul", { class: "lab-reasons" }, sentences.map(({ text }) => h("li", {}, text))),
    sentences.length < 2 && h("p", { class: "soft small" }, "More games may show why: choose a larger size."));
}
