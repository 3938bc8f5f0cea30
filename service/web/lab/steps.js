// The setup in the lab and the steps that change it: one after the other, each checked by the server
// before it is shown.

import { ask } from "../lib/ask.js";
import { tried } from "../parts/notice.js";
import { allPlaced, askedOf, cleared, moved, placed, readWaiting, setupOf, squaresOf, takenOff, waiting, withCommand,
  withoutCommand, withoutTroop, withTroop, wordOf } from "./setup.js";

/** `shown()` is called after every step, `drawn()` when only what is known about the setup may have changed.
 * @param {{ edits: string[], signal: AbortSignal, shown(): void, drawn(): void }} given */
export function makeSteps({ edits, signal, shown, drawn }) {
  const lab = {
    name: "", // as the address has it: a name, a text or JSON
    setup: /** @type {Built} */ (/** @type {any} */ (null)), // both are there once one was opened
    facts: /** @type {SetupFacts} */ (/** @type {any} */ (null)),
  };
  /** @type {Promise<unknown>} */
  let turn = Promise.resolve();

  /** @param {string} setup @returns {Promise<SetupFacts>} */
  const check = (setup) => ask("/setups/check", { params: { setup, set: edits }, signal });

  /** Read a name, text or JSON; raises what is wrong with it.
   * @param {string} text */
  async function open(text) {
    const waits = readWaiting(text);
    lab.facts = await check(waits ? waits.asked : text);
    lab.setup = setupOf(lab.facts);
    if (waits) lab.setup.squares = squaresOf(waits.formation, lab.facts.placing);
  }

  /** @param {() => Built | false} edit */
  const change = (edit) => (turn = turn.then(() => tried(async () => {
    const next = edit();
    if (!next) return;
    lab.facts = await check(askedOf(next, lab.facts.placing));
    lab.setup = { ...next, troops: lab.facts.troops, commands: lab.facts.commands };
    lab.name = wordOf(lab.setup, lab.facts.placing);
    shown();
  })));

  /** Another setup, once the steps before it are done; raises what is wrong with it.
   * @param {string} text */
  function take(text) {
    const done = turn.then(async () => {
      await open(text);
      lab.name = text;
      shown();
    });
    turn = done.catch(() => {});
    return done;
  }

  /** The same setup, looked at again: its names may have changed. */
  const refresh = () => tried(async () => {
    lab.facts = await check(askedOf(lab.setup, lab.facts.placing));
    drawn();
  });

  /** @param {string} component */
  const fitsStill = (component) => lab.facts.components.some((one) => one.component === component && one.more > 0);
  /** The setup with a formation of its own, which begins as the rules place it. */
  const placedSquares = () => lab.setup.squares ?? squaresOf(lab.facts.formation, lab.facts.placing);
  const own = () => ({ ...lab.setup, squares: placedSquares() });

  return Object.assign(lab, {
    open, take, refresh, placedSquares, own,
    /** @param {string} component @param {string} kind */
    more: (component, kind) => change(() => fitsStill(component) && (kind === "troop"
      ? withTroop(lab.setup, component, lab.facts.placing) : withCommand(lab.setup, component))),
    /** @param {string} component @param {string} kind */
    less: (component, kind) => change(() =>
      kind === "troop" ? withoutTroop(lab.setup, component) : withoutCommand(lab.setup, component)),
    /** @param {number} from @param {number} to */
    move: (from, to) => change(() => moved(own(), from, to)),
    /** @param {string} letter @param {number} to */
    place: (letter, to) => change(() => placed(own(), letter, to)),
    /** @param {number} from */
    takeOff: (from) => change(() => takenOff(own(), from)),
    mirror: () => change(() => ({ ...lab.setup, squares: squaresOf(lab.facts.mirrored, lab.facts.placing) })),
    asRules: () => change(() => ({ ...lab.setup, squares: null })),
    clear: () => change(() => cleared(lab.setup, lab.facts.placing)),
    placeRest: () => change(() => allPlaced(own(), lab.facts.placing.columns)),
    /** The setup as a job takes it: by its name in the catalogue, if it stands as there. */
    subject: () => subjectOf(lab.setup, lab.facts),
    /** Texts and names by which jobs may know it. */
    words: () => [wordOf(lab.setup, lab.facts.placing), ...alike(lab.facts).map((one) => one.name)].filter(Boolean),
    /** What it is called, if it has a name. */
    called: () => lab.facts.name ?? alike(lab.facts).at(0)?.name,
  });
}

/** The named setups that stand as this one.
 * @param {SetupFacts} facts */
const alike = ({ same_as: same }) => same.filter(({ formation }) => formation === "same");

/** @param {Built} setup @param {SetupFacts} facts @returns {{ word?: string, wrong?: string }} */
function subjectOf(setup, facts) {
  if (waiting(setup)) return { wrong: "Some troops wait beside the board: place them first." };
  if (!facts.setup) return { wrong: "There is no setup yet: add troops and commands." };
  return { word: alike(facts).find(({ own }) => !own)?.name ?? wordOf(setup, facts.placing) };
}
