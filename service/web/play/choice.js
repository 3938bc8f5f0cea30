// What a click means. Pure functions: a view of the API, a choice, a square -> another choice, or
// actions to play. No rule of the game is known here: whatever is offered stands among the view's
// actions, or in the API's reach of a troop that could be selected.
//
//   choice = { troop, command, plan }
//     troop     the number of a troop that is looked at; of one that can be selected, its moves and
//               attacks are offered too, and are played together with its selection
//     command   a command that waits for its target
//     plan      { actions, at, kind }: waits to be confirmed

import { sameSquare, squareName } from "../board/state.js";

/** @type {Choice} */
export const NOTHING = { troop: null, command: null, plan: null };

/** All that a click on a square can play now: [{ at, kind, troop, actions }].
 * @param {View} view @param {Reach | null} reach @param {Choice} choice @returns {Offer[]} */
export function offersOf(view, reach, choice) {
  if (choice.command)
    return view.actions
      .filter(({ command }) => command === choice.command)
      .flatMap((action) => offer(action, [action.text]));
  const direct = view.actions
    .filter(({ kind }) => kind === "select" || kind === "move" || kind === "attack")
    .flatMap((action) => offer(action, [action.text]));
  return [...direct, ...afterSelecting(view, reach, choice.troop)];
}

/** @param {Action} action @param {string[]} actions @returns {Offer[]} */
const offer = ({ kind, troop, to }, actions) => (to ? [{ at: to, kind, troop, actions }] : []);

/** What a troop could do if it were selected now: played as two actions, both or none.
 * @param {View} view @param {Reach | null} reach @param {number | null} troop @returns {Offer[]} */
function afterSelecting(view, reach, troop) {
  const select = view.actions.find(({ kind, troop: its }) => kind === "select" && its === troop);
  const its = select && reachOf(reach, troop);
  if (!select || !its) return [];
  /** @param {string} kind @param {Square} to */
  const both = (kind, to) => ({ at: to, kind, troop, actions: [select.text, `${kind} ${squareName(to)}`] });
  const near = its.targets.filter(({ from }) => from.some((at) => sameSquare(at, select.to)));
  /** @param {number} id */
  const at = (id) => /** @type {Troop} */ (view.troops.find((one) => one.id === id)).at;
  return [...its.moves.map((to) => both("move", to)), ...near.map(({ troop: id }) => both("attack", at(id)))];
}

/** @param {Reach | null} reach @param {number | null | undefined} troop */
export const reachOf = (reach, troop) => reach?.troops.find(({ id }) => id === troop) ?? null;

/** A square was chosen: { choice, play } with the actions to play, or null. `asks(kind, how)` says
 *  whether an action of a kind has to be confirmed.
 * @param {View} view @param {Reach | null} reach @param {Choice} choice @param {Square} at @param {Asks} asks @returns {Chosen} */
export function picked(view, reach, choice, at, asks) {
  if (choice.plan && sameSquare(choice.plan.at, at)) return { choice: NOTHING, play: choice.plan.actions };
  const found = offersOf(view, reach, choice).find((one) => sameSquare(one.at, at));
  if (found?.kind === "select" && choice.troop !== found.troop) return looking(found.troop);
  if (found) return planned(choice, found, asks);
  const troop = view.troops.find((one) => sameSquare(one.at, at));
  return troop && choice.troop !== troop.id ? looking(troop.id) : { choice: NOTHING, play: null };
}

/** A troop was dragged to a square: what a click on it and then on the square would do.
 * @param {View} view @param {Reach | null} reach @param {Square} from @param {Square} to @param {Asks} asks @returns {Chosen} */
export function dragged(view, reach, from, to, asks) {
  const troop = view.troops.find((one) => sameSquare(one.at, from));
  const choice = { ...NOTHING, troop: troop?.id ?? null };
  const found = offersOf(view, reach, choice).find((one) => one.troop === choice.troop && sameSquare(one.at, to));
  if (!found || found.kind === "select") return { choice, play: null };
  return planned(choice, found, asks);
}

/** Whether the troop on a square has somewhere to go.
 * @param {View} view @param {Square} at */
export function canDrag(view, at) {
  const troop = view.troops.find((one) => sameSquare(one.at, at));
  /** @param {Action} action */
  const goes = ({ kind }) => kind === "select" || kind === "move" || kind === "attack";
  return !!troop && view.actions.some((action) => action.troop === troop.id && goes(action));
}

/** @param {number | null} troop @returns {Chosen} */
const looking = (troop) => ({ choice: { ...NOTHING, troop }, play: null });

/** @param {Choice} choice @param {Plan} plan @param {Asks} asks @returns {Chosen} */
function planned(choice, { kind, at, actions }, asks) {
  if (!asks(kind)) return { choice: NOTHING, play: actions };
  return { choice: { ...choice, plan: { kind, at, actions } }, play: null };
}

/** A command's button was pressed: it waits for its target, or is planned if it has none.
 * @param {View} view @param {Choice} choice @param {string} command @param {Asks} asks @returns {Chosen} */
export function commanded(view, choice, command, asks) {
  if (choice.command === command) return { choice: NOTHING, play: null };
  const untargeted = view.actions.find((action) => action.command === command && !action.to);
  if (untargeted) return planned(NOTHING, { kind: "command", at: null, actions: [untargeted.text] }, asks);
  return { choice: { ...NOTHING, command }, play: null };
}

/** One step back: the plan first, then what was chosen.
 * @param {Choice} choice @returns {Choice} */
export const takenBack = (choice) => (choice.plan ? { ...choice, plan: null } : NOTHING);

/** What is drawn for a choice: its offers, the reach of the troop that is looked at, the last turn.
 * @param {View} view @param {Reach | null} reach @param {Choice} choice
 * @param {{ hovered?: number | null, last?: Square[] }} more */
export function marksOf(view, reach, choice, { hovered = null, last = [] } = {}) {
  const offers = offersOf(view, reach, choice);
  /** @type {Mark[]} */
  const marks = last.map((at) => ({ at, kind: "last" }));
  const looked = choice.troop ?? (choice.command ? null : hovered ?? view.selected);
  const its = reachOf(reach, looked);
  /** @param {Square} at */
  const offered = (at) => offers.some((one) => sameSquare(one.at, at));
  if (its) {
    marks.push(...its.attacks.map((at) => ({ at, kind: "range" })));
    marks.push(...its.moves.filter((at) => !offered(at)).map((at) => ({ at, kind: "reach" })));
  }
  marks.push(...offers.map(({ at, kind }) => ({ at, kind })));
  const chosen = view.troops.find(({ id }) => id === choice.troop);
  if (chosen) marks.push({ at: chosen.at, kind: "chosen" });
  if (choice.plan?.at) marks.push({ at: choice.plan.at, kind: "plan" });
  return marks;
}
