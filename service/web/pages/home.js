// Home: what this is, what runs now, what was found last, four things to do first.

import { ask, read } from "../lib/ask.js";
import { runAddress } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { ago, count, timeText } from "../lib/format.js";
import { allJobs, jobsKnown, onJobs } from "../lib/live.js";
import { isOpen, jobCards } from "../parts/job_card.js";
import { empty, reading, staleness, trouble } from "../parts/notice.js";

const FIRST = [
  ["/play", "Play a game", "Against an agent of any strength, with hints, undo, and a review of your worst turns."],
  ["/lab", "Build a setup", "Buy troops and commands by clicks, place them, and test the setup against others."],
  ["/start/counter", "Find what beats a setup", "Choose a target. A search proposes setups, games of a strong agent decide."],
  ["/rules", "Change a rule", "Move a slider, see how many setups that allows, and start a what-if run from there."],
];
const SHOWN = 6;

/** @param {PageGiven} page */
export default async function home({ signal, title }) {
  title("conquest-opt");
  const now = h("section", { "aria-labelledby": "now" });
  const found = h("section", { "aria-labelledby": "found" });
  await jobsKnown().catch(() => {});
  const cards = jobCards();
  const nothing = empty("Nothing. ", h("a", { href: "/start" }, "Start a run"), ".");
  fill(now, h("h2", { id: "now" }, "What runs now"), nothing, cards.element);
  const drawNow = () => {
    const jobs = allJobs().filter(isOpen).reverse();
    nothing.hidden = jobs.length > 0;
    cards.show(jobs.slice(0, SHOWN));
  };
  drawNow();
  let open = openJobs();
  onJobs(() => {
    drawNow();
    const still = openJobs();
    if (still < open) showFound(found, signal); // one has ended: what it found is new
    open = still;
  }, signal);
  showFound(found, signal);
  return h("div", {},
    h("h1", {}, "Setups and balance for Conquest"),
    h("p", {}, await theGame(signal),
      " This program finds good setups, what beats them, and rules that make the game richer. Games between agents judge."),
    h("h2", {}, "Four things to do first"),
    h("ul", { class: "cards four" }, FIRST.map(([href, name, about]) =>
      h("li", {}, h("a", { class: "card", href }, h("h3", {}, name), h("p", { class: "soft" }, about))))),
    now, found);
}

/** The game in two sentences, with the numbers of its rules where they are known.
 * @param {AbortSignal} signal */
async function theGame(signal) {
  const rules = await ask("/rules", { signal }).then((/** @type {Rules} */ { rules }) => new Map(rules.map(({ name, value }) => [name, value])), () => null);
  if (!rules) return "Conquest is a wargame for two. Each side buys troops and commands.";
  return `Conquest is a wargame for two on ${rules.get("board.width")} x ${rules.get("board.height")} squares. ` +
    `Each side buys troops and commands for ${count(Number(rules.get("limits.points")))} points.`;
}

const openJobs = () => allJobs().filter(isOpen).length;

/** @param {HTMLElement} section @param {AbortSignal} signal */
async function showFound(section, signal) {
  const heading = h("h2", { id: "found" }, "What was found last");
  if (!section.childElementCount) fill(section, heading, reading("Reading the runs"));
  try {
    const answer = await read("/runs", { params: { status: "finished", limit: SHOWN, said: true }, signal });
    fill(section, heading, staleness(answer), foundList(answer.data.runs));
  } catch (error) {
    if (!signal.aborted) fill(section, heading, trouble(error, () => showFound(section, signal)));
  }
}

/** @param {Run[]} runs */
function foundList(runs) {
  if (!runs.length)
    return empty("The database has no finished run yet. ", h("a", { href: "/start" }, "Start one"), ".");
  return h("ul", { class: "cards" }, runs.map((run) => h("li", {},
    h("a", { class: "card", href: runAddress(run.run) },
      h("h3", {}, run.title ?? run.kind),
      h("p", { class: "soft clipped" }, run.said.slice(0, 2).join("\n") || run.played),
      h("p", { class: "small soft", title: timeText(run.ended) }, `finished ${ago(run.ended)}`)))));
}
