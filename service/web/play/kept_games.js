// The games that the server keeps: played, opened or imported here.

import { ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { ago, plural, timeText } from "../lib/format.js";
import { confirmed } from "../parts/confirm.js";
import { empty, reading, tried, trouble } from "../parts/notice.js";
import { pager, table } from "../parts/table.js";
import { playerName } from "./sides.js";

const LIMIT = 20;

/** A section with the games, the latest first; `placeOf(game)` is where each leads.
 * @param {{ title: string, placeOf(game: string): string, signal: AbortSignal }} given */
export function keptGames({ title, placeOf, signal }) {
  const heading = h("h2", {}, title), section = h("section");

  /** @param {number} offset */
  async function show(offset) {
    fill(section, heading, reading("Reading the games"));
    try {
      /** @type {Api.GamePage & { games: ListedGame[] }} */
      const answer = await ask("/games", { params: { offset, limit: LIMIT }, signal });
      fill(section, heading, gamesTable(answer.games, title, placeOf, (game) => forget(game, offset)),
        answer.total > LIMIT && pager({ offset, limit: LIMIT, matching: answer.total, go: show }));
    } catch (error) {
      if (!signal.aborted) fill(section, heading, trouble(error, () => show(offset)));
    }
  }

  /** @param {ListedGame} listed @param {number} offset */
  const forget = ({ game, names, after }, offset) => tried(async () => {
    const yes = await confirmed({ title: "Forget this game?", yes: "Forget",
      text: `${names[0]} against ${names[1]}, ${plural(after, "action")}. This cannot be undone.` });
    if (!yes) return;
    await ask(`/games/${encodeURIComponent(game)}`, { method: "DELETE", signal });
    show(offset);
  });

  show(0);
  return section;
}

/** @param {ListedGame[]} games @param {string} caption @param {(game: string) => string} placeOf @param {(game: ListedGame) => void} forget */
function gamesTable(games, caption, placeOf, forget) {
  if (!games.length) return empty("None yet.");
  return table({
    caption, rows: games,
    columns: [
      { name: "game", title: "Game",
        cell: ({ game, names }) => h("a", { href: placeOf(game) }, `${names[0]} against ${names[1]}`) },
      { name: "who", title: "Played by", cell: ({ sides }) => sides.map(playerName).join(" and ") },
      { name: "state", title: "State", wide: true, cell: ({ outcome, turn }) => outcome ? outcome.text : `turn ${turn}` },
      { name: "after", title: "Actions", number: true, cell: ({ after }) => after },
      { name: "updated", title: "Last action",
        cell: ({ updated }) => h("span", { title: timeText(updated) }, ago(updated)) },
      { name: "forget", title: h("span", { class: "hidden" }, "Forget"),
        cell: (row) => h("button", { type: "button", class: "quiet small",
          "aria-label": `Forget ${row.names[0]} against ${row.names[1]}, ${plural(row.after, "action")}`,
          onclick: () => forget(row) }, "Forget") },
    ],
  });
}
