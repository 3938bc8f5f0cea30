// The lab: build a setup by clicks and drags, see at once what the rules say, ask what is known,
// and let runs test, beat, improve, place and explain it. The address has all of it; each step can
// be taken back with the browser's button.

import { keep } from "../lib/address.js";
import { fill, h } from "../lib/dom.js";
import { toast, tried, trouble } from "../parts/notice.js";
import { rulesLine } from "../parts/setups/rules_line.js";
import { componentList } from "../lab/components.js";
import { formationBoard } from "../lab/formation.js";
import { jobForm } from "../lab/job_form.js";
import { labJobs, noteStarted } from "../lab/jobs.js";
import { knownPart } from "../lab/known.js";
import { labAddress } from "../lab/links.js";
import { ownSetups } from "../lab/own.js";
import { waiting, wordOf } from "../lab/setup.js";
import { makeSteps } from "../lab/steps.js";
import { equals, summary } from "../lab/summary.js";
import { textIn, textsOut } from "../lab/texts.js";

/** @typedef {ReturnType<typeof makeSteps>} Steps */

/** @param {PageGiven} page */
export default async function labPage({ query, signal, title }) {
  const edits = query.getAll("set");
  const fault = h("div", {}), heading = h("h1", { tabindex: -1 }, "Lab");
  let choice = { action: query.get("do") ?? undefined, against: query.get("against") ?? undefined, size: query.get("size") ?? undefined };
  const lab = makeSteps({ edits, signal, drawn: () => draw(), shown: () => {
    keep(address(), { step: true });
    fill(fault);
    draw();
  } });
  lab.name = query.get("setup") ?? "";
  const wrong = await openFirst(lab, signal);
  fill(fault, wrong && trouble(wrong));
  const rules = await rulesLine(edits, labAddress(lab.name), signal);

  const address = () => ({ setup: lab.name, set: edits, do: choice.action, against: choice.against, size: choice.size });

  const taken = (/** @type {string} */ text) => tried(async () => {
    await lab.take(text);
    toast("Taken over. The browser's back button undoes it.");
    formation.board.scrollIntoView({ block: "nearest" });
  });

  const parts = componentList({ onmore: lab.more, onless: lab.less });
  const state = summary({ onmore: lab.more, onclear: () => tried(() => lab.take("")) });
  const formation = formationSection(lab, signal);
  const same = h("div", {}), known = knownPart({ signal, edits }), out = textsOut();
  const form = jobForm({ chosen: choice, edits, subject: lab.subject, signal,
    onchoose: (chosen) => { choice = { action: chosen.action, against: chosen.against, size: chosen.size }; keep(address()); },
    onstart: (job) => { noteStarted(job); jobs.show(); } });
  const jobs = labJobs({ words: lab.words, edits, taken, onfound: known.again, signal });

  function draw() {
    const { facts, setup } = lab, called = lab.called();
    title(called ? `${called} in the lab` : "Lab");
    fill(heading, called ? `Lab: ${called}` : "Lab");
    rules?.lastElementChild?.setAttribute("href", labAddress(lab.name));
    parts.show(facts);
    state.show(facts);
    formation.show();
    fill(same, equals(facts, edits));
    known.show(facts.setup);
    out.show(facts.setup, wordOf(waiting(setup) ? setup : lab.own(), facts.placing));
    form.again();
    jobs.show();
  }

  draw();
  return h("div", {},
    heading, fault, rules,
    h("div", { class: "lab-columns" },
      h("div", { class: "lab-left" }, state.element, parts.element, state.fits),
      h("div", { class: "lab-right" },
        formation.element,
        section("Find out more", form.element, jobs.element),
        section("What is known", same, known.element),
        h("div", { class: "lab-more" },
          section("Own setups", ownSetups({ current: lab.subject, onload: (own) => tried(() => lab.take(own)), onchange: lab.refresh, signal })),
          section("As text", out.element, textIn({ text: wrong ? lab.name : "", onuse: lab.take }))))));
}

/** Open the setup of the address; where there is none, say why and begin with nothing.
 * @param {Steps} lab @param {AbortSignal} signal */
async function openFirst(lab, signal) {
  try {
    await lab.open(lab.name);
    return null;
  } catch (error) {
    const problem = /** @type {Error & { status?: number }} */ (error);
    if (signal.aborted || !problem.status) throw error;
    await lab.open("");
    return problem;
  }
}

/** @param {string} text @param {Child[]} children */
const section = (text, ...children) => h("section", {}, h("h2", { class: "lab-heading" }, text), ...children);

/** The board with the troops, and what is done to all of them.
 * @param {Steps} lab @param {AbortSignal} signal */
function formationSection(lab, signal) {
  const board = formationBoard({ signal, onmove: lab.move, onplace: lab.place, onoff: lab.takeOff });
  const mirror = tool("Mirror", "Left and right exchanged", lab.mirror);
  const asRules = tool("As the rules place it", "The sturdy in front, the ranged behind", lab.asRules);
  const clear = tool("Clear", "Take all troops off the board", lab.clear);
  const rest = tool("Place the rest", "Put those that wait on free squares", lab.placeRest);
  const standing = h("p", { class: "soft small", role: "status" });
  const placing = h("p", { class: "soft small" });

  function show() {
    const { facts, setup } = lab, waits = waiting(setup);
    board.show({ placing: facts.placing, waiting: waits, squares: lab.placedSquares(),
      names: Object.fromEntries(facts.components.map((one) => [one.component, one.name])) });
    mirror.disabled = !setup.troops || !!waits;
    clear.disabled = !setup.troops;
    asRules.disabled = !setup.squares;
    rest.hidden = !waits;
    fill(standing, formationWords(setup, waits));
    fill(placing, facts.placing.text);
  }

  const element = section("Formation", board.element, h("div", { class: "actions" }, mirror, asRules, clear, rest), standing,
    h("details", {}, h("summary", {}, "How a formation is made"), placing));
  return { element, board: board.element, show };
}

/** @param {string} text @param {string} about @param {() => unknown} onclick */
const tool = (text, about, onclick) => h("button", { type: "button", title: about, onclick }, text);

/** @param {Built} setup @param {string} waits the troops that wait */
function formationWords({ troops, squares }, waits) {
  if (!troops) return "Add troops, and they stand here.";
  if (waits) return `${waits.length} of ${troops.length} troops wait. The formation counts once all have a square.`;
  return squares ? "A formation of your own." : "As the rules place it. Drag a troop, and the formation is your own.";
}
