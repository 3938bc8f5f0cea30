// A better turn on the board: a branch of the game on the server, played and forgotten again.

import { ask, send } from "../lib/ask.js";
import { boardsOf } from "../board/replay.js";

/** The events and boards of other actions after so many of a game: { events, boards }. */
export async function branchPlayed(game, after, actions, signal) {
  const branch = await send("/games", { branch: { game, after } }, { signal });
  const place = `/games/${encodeURIComponent(branch.game)}`;
  try {
    await send(`${place}/actions`, { actions }, { signal });
    const replay = await ask(`${place}/replay`, { signal });
    return { events: replay.steps.slice(after).map(({ event }) => event), boards: boardsOf(replay) };
  } finally {
    ask(place, { method: "DELETE" }).catch(() => {});
  }
}
