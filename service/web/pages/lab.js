// The lab: build a setup by clicks and drags, see at once what the rules say, ask what is known,
// and let runs test, beat, improve, place and explain it. The address has all of it; each step can
// be taken back with the browser's button.

import { ask } from "../lib/ask.js";
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
import * as building from "../lab/setup.js";
import { equals, summary } from "../lab/summary.js";
import { textIn, textsOut } from "../lab/texts.js";

export default async function lab({ query, signal, title }) {
  const edits = query.getAll("set");
  const check = (setup) => ask("/setups/check", { params: { setup, set: edits }, signal });
  let choice = { action: query.get("do") ?? undefined, against: query.get("against") ?? undefined, size: query.get("size") ?? undefined };
  let name = query.get("setup") ?? "";
  let setup, facts, wrong = null;

  /** Read a name, text or JSON; raises what is wrong with it. */
  async function open(text) {
    const waits = building.readWaiting(text);
    const answer = await check(waits ? waits.asked : text);
    facts = answer;
    setup = building.setupOf(answer);
    if (waits) setup.squares = building.squaresOf(waits.formation, answer.placing);
  }

  try {
    await open(name);
  } catch (error) {
    if (signal.aborted || !error.status) throw error;
    wrong = error;
    await open("");
  }

  const rules = await rulesLine(edits, labAddress(name), signal);

  // ---- steps: one after the other, each checked by the server before it is shown

  let turn = Promise.resolve();
  const change = (edit) => (turn = turn.then(() => tried(async () => {
    const next = edit();
    if (!next) return;
    facts = await check(building.askedOf(next, facts.placing));
    setup = { ...next, troops: facts.troops, commands: facts.commands };
    name = building.wordOf(setup, facts.placing);
    shown();
  })));

  function shown() {
    keep(address(), { step: true });
    fill(fault);
    draw();
  }

  /** Another setup, once the steps before it are done; raises what is wrong with it. */
  function take(text) {
    const done = turn.then(async () => {
      await open(text);
      name = text;
      shown();
    });
    turn = done.catch(() => {});
    return done;
  }

  /** The same setup, looked at again: its names may have changed. */
  const refresh = () => tried(async () => {
    facts = await check(building.askedOf(setup, facts.placing));
    draw();
  });

  const taken = (text) => tried(async () => {
    await take(text);
    toast("Taken over. The browser's back button undoes it.");
    board.element.scrollIntoView({ block: "nearest" });
  });

  const address = () => ({ setup: name, set: edits, do: choice.action, against: choice.against, size: choice.size });
  const fitsStill = (component) => facts.components.some((one) => one.component === component && one.more > 0);
  const more = (component, kind) => change(() => fitsStill(component) && (kind === "troop"
    ? building.withTroop(setup, component, facts.placing) : building.withCommand(setup, component)));
  const less = (component, kind) => change(() =>
    kind === "troop" ? building.withoutTroop(setup, component) : building.withoutCommand(setup, component));
  /** The setup with a formation of its own, which begins as the rules place it. */
  const drawn = () => (setup.squares ? setup : { ...setup, squares: building.squaresOf(facts.formation, facts.placing) });

  // ---- parts

  const parts = componentList({ onmore: more, onless: less });
  const state = summary({ onmore: more, onclear: () => tried(() => take("")) });
  const board = formationBoard({ signal,
    onmove: (from, to) => change(() => building.moved(drawn(), from, to)),
    onplace: (letter, to) => change(() => building.placed(setup, letter, to)),
    onoff: (from) => change(() => building.takenOff(drawn(), from)) });
  const tool = (text, about, onclick) => h("button", { type: "button", title: about, onclick }, text);
  const mirror = tool("Mirror", "Left and right exchanged", () => change(() =>
    ({ ...setup, squares: building.squaresOf(facts.mirrored, facts.placing) })));
  const asRules = tool("As the rules place it", "The sturdy in front, the ranged behind", () => change(() => ({ ...setup, squares: null })));
  const clear = tool("Clear", "Take all troops off the board", () => change(() => building.cleared(setup, facts.placing)));
  const rest = tool("Place the rest", "Put those that wait on free squares", () => change(() => building.allPlaced(setup, facts.placing.columns)));
  const standing = h("p", { class: "soft small", role: "status" });
  const placing = h("p", { class: "soft small" });
  const same = h("div", {});
  const known = knownPart({ signal, edits });
  const out = textsOut();

  /** The setup as a job takes it: by its name in the catalogue, if it stands as there. */
  function subject() {
    if (building.waiting(setup)) return { wrong: "Some troops wait beside the board: place them first." };
    if (!facts.setup) return { wrong: "There is no setup yet: add troops and commands." };
    const alike = facts.same_as.find(({ own, formation }) => !own && formation === "same");
    return { word: alike?.name ?? building.wordOf(setup, facts.placing) };
  }

  const words = () => [building.wordOf(setup, facts.placing),
    ...facts.same_as.filter(({ formation }) => formation === "same").map((one) => one.name)].filter(Boolean);
  const form = jobForm({ chosen: choice, edits, subject, signal,
    onchoose: (chosen) => { choice = chosen; keep(address()); },
    onstart: (job) => { noteStarted(job); jobs.show(); } });
  const jobs = labJobs({ words, edits, taken, onfound: known.again, signal });

  const fault = h("div", {}, wrong && trouble(wrong));

  function draw() {
    const waits = building.waiting(setup);
    const called = facts.name ?? facts.same_as.find(({ formation }) => formation === "same")?.name;
    title(called ? `${called} in the lab` : "Lab");
    fill(heading, called ? `Lab: ${called}` : "Lab");
    if (rules) rules.lastElementChild.href = labAddress(name);
    parts.show(facts);
    state.show(facts);
    board.show({ placing: facts.placing, waiting: waits,
      squares: setup.squares ?? building.squaresOf(facts.formation, facts.placing),
      names: Object.fromEntries(facts.components.map((one) => [one.component, one.name])) });
    for (const button of [mirror, clear]) button.disabled = !setup.troops;
    mirror.disabled ||= !!waits;
    asRules.disabled = !setup.squares;
    rest.hidden = !waits;
    fill(standing, formationWords(waits));
    fill(placing, facts.placing.text);
    fill(same, equals(facts, edits));
    known.show(facts.setup);
    out.show(facts.setup, building.wordOf(waits ? setup : drawn(), facts.placing));
    form.again();
    jobs.show();
  }

  function formationWords(waits) {
    if (!setup.troops) return "Add troops, and they stand here.";
    if (waits) return `${waits.length} of ${setup.troops.length} troops wait. The formation counts once all have a square.`;
    return setup.squares ? "A formation of your own." : "As the rules place it. Drag a troop, and the formation is your own.";
  }

  const heading = h("h1", { tabindex: -1 }, "Lab");
  const section = (text, ...children) => h("section", {}, h("h2", { class: "lab-heading" }, text), ...children);
  draw();
  return h("div", {},
    heading, fault, rules,
    h("div", { class: "lab-columns" },
      h("div", { class: "lab-left" }, state.element, parts.element, state.fits),
      h("div", { class: "lab-right" },
        section("Formation", board.element, h("div", { class: "actions" }, mirror, asRules, clear, rest), standing,
          h("details", {}, h("summary", {}, "How a formation is made"), placing)),
        section("Find out more", form.element, jobs.element),
        section("What is known", same, known.element),
        h("div", { class: "lab-more" },
          section("Own setups", ownSetups({ current: subject, onload: (own) => tried(() => take(own)), onchange: refresh, signal })),
          section("As text", out.element, textIn({ text: wrong ? name : "", onuse: take }))))));
}
