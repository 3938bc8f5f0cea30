// One setup: what it is, what is known about it, and the runs that can be started for it.

import { address, setupAddress } from "../lib/address.js";
import { ask, Problem, read } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { commandChips, formationPicture, troopWords } from "../parts/setup_picture.js";
import { reading, trouble } from "../parts/notice.js";
import { priceTable, texts, verdict } from "../parts/setups/contents.js";
import { knownParts } from "../parts/setups/known.js";
import { rulesLine } from "../parts/setups/rules_line.js";
import { things as readThings } from "../parts/setups/things.js";

/** @param {PageGiven} page */
export default async function setupPage({ query, signal, title }) {
  const asked = query.get("setup") ?? "", set = query.getAll("set");
  title("Setup");
  if (!asked) return h("div", {}, h("h1", {}, "Setup"), h("p", {}, "Which one? ", h("a", { href: "/setups" }, "All setups")));
  try {
    const [setup, things, rules] = await Promise.all([
      ask("/setups/check", { params: { setup: asked, set }, signal }), readThings(set, signal),
      rulesLine(set, setupAddress(asked), signal)]);
    title(setup.name ?? setup.setup);
    return drawn({ asked, set, setup, things, rules, signal });
  } catch (error) {
    if (!(error instanceof Problem && error.status === 422)) throw error;
    return h("div", {}, h("h1", {}, "No such setup"), trouble(error), suggestion(error.message, set),
      h("p", {}, h("a", { href: address("/setups", { set }) }, "All setups")));
  }
}

/** The server's "did you mean Rush?" as a link.
 * @param {string} sentence @param {string[]} set */
function suggestion(sentence, set) {
  const found = /did you mean (\S+?)\?/.exec(sentence);
  return found && h("p", {}, "Open ", h("a", { href: setupAddress(found[1], set) }, found[1]), ".");
}

/** @param {{ asked: string, set: string[], setup: SetupFacts, things: Thing[], rules: Child, signal: AbortSignal }} shown */
function drawn({ asked, set, setup, things, rules, signal }) {
  const start = startAddresses(setup.name ?? asked, set);
  const known = h("section", { "aria-label": "What is known about it" });
  showKnown(known, { asked, set, start, signal });
  return h("div", {},
    h("h1", {}, setup.name ?? setup.setup), rules,
    setup.note && h("p", { class: "soft" }, setup.note),
    h("div", { class: "columns" },
      h("div", {},
        h("figure", { class: "big-picture" }, formationPicture(setup.formation, { square: 28 }),
          h("figcaption", { class: "small soft" }, "Its formation, the front row on top.")),
        h("p", {}, troopWords(setup.troops) || "No troops"),
        h("p", {}, commandChips(setup.commands)),
        h("p", {}, `${setup.points} points. `), verdict(setup, things, set)),
      h("div", {}, priceTable(setup, things), texts(setup))),
    h("h2", {}, "Start a run for it"),
    h("div", { class: "actions" },
      h("a", { class: "button primary", href: start.match }, "Test it against another"),
      h("a", { class: "button", href: start.counter }, "Find counters"),
      h("a", { class: "button", href: start.improve }, "Improve it"),
      h("a", { class: "button", href: start.formation }, "Find its best formation"),
      h("a", { class: "button", href: start.explain }, "Explain it against another")),
    known);
}

/** @param {string} setup @param {string[]} set */
const startAddresses = (setup, set) => Object.fromEntries(
  Object.entries({ match: { a: setup }, counter: { target: setup }, improve: { setup }, formation: { setup },
    explain: { a: setup }, rank: {} })
    .map(([kind, values]) => [kind, address(`/start/${kind}`, { ...values, set })]));

/** @param {HTMLElement} element @param {{ asked: string, set: string[], start: Record<string, string>, signal: AbortSignal }} given */
async function showKnown(element, { asked, set, start, signal }) {
  fill(element, reading("Looking up what is known about it"));
  try {
    const answer = await read("/setups/known", { params: { setup: asked, set }, signal });
    fill(element, knownParts(answer, start, set));
  } catch (error) {
    if (!signal.aborted) fill(element, trouble(error, () => showKnown(element, { asked, set, start, signal })));
  }
}
