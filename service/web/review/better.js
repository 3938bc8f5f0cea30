// A better turn than the one that was played: what it is worth, and how it is seen on the board.

import { address } from "../lib/address.js";
import { ask, send } from "../lib/ask.js";
import { boardsOf } from "../board/replay.js";

/** The chance of the turn's own side to win after what it played, and after what would have been better.
 * @param {ReviewTurn} turn */
export const playedChance = (turn) => (turn.player ? 1 - turn.first_chance : turn.first_chance);
/** @param {ReviewTurn} turn */
export const betterChance = (turn) => Math.min(1, playedChance(turn) + turn.chance_loss);

/** Where it is looked at more closely.
 * @param {string} game @param {ReviewTurn} turn */
export const analyseBetter = (game, turn) =>
  address("/analyse", { game, after: turn.actions_before, try: turn.best.join(",") });

/** The events and boards of other actions after so many of a game, by a branch that is forgotten again.
 * @param {string} game @param {number} after @param {string[]} actions @param {AbortSignal} signal */
export async function branchPlayed(game, after, actions, signal) {
  /** @type {View} */
  const branch = await send("/games", { branch: { game, after } }, { signal });
  const place = `/games/${encodeURIComponent(branch.game)}`;
  try {
    await send(`${place}/actions`, { actions }, { signal });
    /** @type {ReplayPage} */
    const replay = await ask(`${place}/replay`, { params: { offset: after }, signal });
    return { events: replay.steps.map(({ event }) => event), boards: boardsOf(replay) };
  } finally {
    ask(place, { method: "DELETE" }).catch(() => {});
  }
}
