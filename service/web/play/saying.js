// What just happened, and what a troop can do, as sentences.

import { plural } from "../lib/format.js";
import { squareName } from "../board/state.js";
import { SIDES, healthWords } from "../board/words.js";
import { playerName } from "./sides.js";
import { reachOf } from "./choice.js";

/** What one's own actions changed: compared by the positions before and after them.
 * @param {View} before @param {View} view */
export function changeWords(before, view) {
  const now = new Map(view.troops.map((troop) => [troop.id, troop]));
  const said = before.troops.flatMap((troop) => {
    const its = now.get(troop.id), name = `${SIDES[troop.side]}'s ${troop.name} ${troop.square}`;
    if (!its) return [`${name} dies`];
    if (its.square !== troop.square) return [`${name} moves to ${its.square}`];
    const lost = troop.health + troop.extra_health - its.health - its.extra_health;
    if (lost > 0) return [`${name} loses ${lost}, has ${healthWords(its)}`];
    return its.selected && !troop.selected ? [`${name} is selected`] : [];
  });
  if (said.length) return `${said.join("; ")}.`;
  return before.player !== view.player ? "The turn ends." : "";
}

/** Whose turn it is, and what is waited for.
 * @param {View} view @param {{ busy: string, paused: boolean, playing: unknown }} session */
export function turnLine(view, { busy, paused, playing }) {
  if (view.outcome) return "The game is over.";
  const who = `Turn ${view.turn}, ${SIDES[view.player].toLowerCase()} (${playerName(view.sides[view.player])})`;
  if (playing) return `${who}. The last turn is played back.`;
  if (busy === "agent") return `${who} thinks …`;
  if (view.sides[view.player] !== "human") return paused ? `${who}. Paused.` : `${who}.`;
  return `${who}: ${TASKS[view.phase] ?? view.phase}`;
}

/** @type {Record<string, string>} */
const TASKS = {
  selection: "choose a troop.",
  movement: "move it, attack, or end the turn.",
  combat: "attack, or end the turn.",
  rally: "use a command, or end the turn.",
};

/** How to go on, for those who play for the first time.
 * @type {Record<string, string>} */
export const ADVICE = {
  selection: "Click a troop of either side to see where it can go and attack. Drag your own, or click where it goes. " +
    "Click it again to select it without a move.",
  movement: "Dots are squares to move to, rings are targets. Commands stand below.",
  combat: "Rings are targets. Commands stand below.",
  rally: "Use a command, or end the turn.",
};

/** What a troop can do, by the API's reach: for the table of the position.
 * @param {View} view @param {Reach | null} reach @returns {(troop: Troop) => string} */
export function canWords(view, reach) {
  return (troop) => {
    const its = reachOf(reach, troop.id);
    if (!its) return "";
    if (!its.can_act) return "cannot be selected";
    const square = (/** @type {number} */ id) => /** @type {Troop} */ (view.troops.find((one) => one.id === id));
    const targets = its.targets.map(({ troop: id, from }) =>
      `${square(id).name} ${square(id).square}${from.some((at) => squareName(at) === troop.square) ? "" : " after a move"}`);
    const moves = `move to ${plural(its.moves.length, "square")}`;
    return `${moves}${targets.length ? `; attack ${targets.join(", ")}` : ""}`;
  };
}
