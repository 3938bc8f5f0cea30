// What runs found, in place: scores with their intervals, and what can be taken over from them.

import { h } from "../lib/dom.js";
import { count, estimate, plural } from "../lib/format.js";
import { intervalMark } from "../parts/chart.js";
import { formationPicture } from "../parts/setup_picture.js";
import { table } from "../parts/table.js";
import { hiddenTitle, labLink } from "./links.js";

const SHOWN = { match: matchResult, tournament: fieldResult, counter: countersFound, improve: changesFound, formation: formationsFound, explain: explanation };

/** The result of a run, drawn; taken(setup) puts a setup into the lab. */
export const resultOf = ({ kind, result }, given) => (result && SHOWN[kind] ? SHOWN[kind](result, given) : null);

const points = (share) => `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
const gainText = ({ gain, ci95: [low, high] }) => `${points(gain)} points [${points(low)}, ${points(high)}]`;
const scoreText = ({ score, ci95: [low, high] }) => estimate(score, low, high);
const scoreMark = ({ score, ci95: [low, high] }) => intervalMark({ value: score, low, high });

/** Words follow the interval: only one that excludes chance says more than that nothing is shown. */
function verdict([low, high], better, worse, neither) {
  if (low > 0.5) return better;
  return high < 0.5 ? worse : neither;
}

const callOf = ({ name, setup }) => name ?? setup;

function matchResult(result, { edits }) {
  const other = callOf(result.b);
  return h("div", {},
    h("p", { class: "headline" },
      verdict(result.ci95, `It beats ${other}.`, `It loses to ${other}.`, `Neither is shown to be better, it or ${other}.`)),
    h("p", {}, "It scores ", h("strong", {}, scoreText(result)), " ", scoreMark(result),
      ` in ${plural(result.games, "game")} against `, labLink(result.b.setup, result.b.name, edits), "."));
}

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

const scoreColumns = (title, of) => [
  { name: "score", title, number: true, key: (row) => of(row).score, cell: (row) => scoreText(of(row)) },
  { name: "mark", title: hiddenTitle("Interval"), cell: (row) => scoreMark(of(row)) },
  { name: "games", title: "Games", number: true, cell: (row) => count(of(row).games) },
];

/** Things that were found, each with a button that takes it over. */
const cards = (found) => h("ul", { class: "cards lab-found" }, found.map(({ title, lines, text = "Take over", label, take }) =>
  h("li", { class: "card" }, h("h4", {}, title), lines,
    h("div", { class: "actions" }, h("button", { type: "button", "aria-label": `${text}: ${label}`, onclick: take }, text)))));

const scoreLine = (what, score) =>
  h("p", { class: "small" }, `${what} `, h("strong", {}, scoreText(score)), " ", scoreMark(score), ` in ${plural(score.games, "game")}`);

function countersFound(found, { edits, taken }) {
  const sure = found.filter(({ ci95 }) => ci95[0] > 0.5).length;
  return h("div", {},
    h("p", { class: "headline" }, sure ? `${plural(sure, "setup")} found that ${sure === 1 ? "beats" : "beat"} it.` : "Nothing was shown to beat it."),
    cards(found.map((one) => ({
      title: labLink(one.setup, one.name, edits), text: "Open in the lab", label: callOf(one), take: () => taken(setupWith(one)),
      lines: [scoreLine("Scores", one), h("p", { class: "small" }, verdict(one.ci95, "It beats it.", "It loses to it.", "Not shown to be better or worse."))],
    }))));
}

/** A setup with its formation, as JSON. */
function setupWith({ setup, formation }) {
  const [troops, commands = ""] = setup.split(":");
  return JSON.stringify({ troops, commands: commands ? commands.split(",") : [], formation });
}

function changesFound(result, { taken, subject }) {
  // Where the rules placed the troops of the original, they place those of the change.
  const placed = subject.startsWith("{") || result.name;
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

const ROLES = { found: "The formation that was found", given: "As it was given", published: "As in the catalogue", made: "As the rules place it" };

function formationsFound({ setup, formations, gains, field }, { taken }) {
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

function explanation({ sentences, a }, { subject }) {
  return h("div", {}, a.name !== subject && h("p", { class: "soft small" }, "A is this setup."), h("ul", { class: "lab-reasons" }, sentences.map(({ text }) => h("li", {}, text))),
    sentences.length < 2 && h("p", { class: "soft small" }, "More games may show why: choose a larger size."));
}
