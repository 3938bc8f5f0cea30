// Play: a new game, and those that were begun.

import { go } from "../lib/address.js";
import { ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { ago, plural, timeText } from "../lib/format.js";
import { empty, reading, tried, trouble } from "../parts/notice.js";
import { pager, table } from "../parts/table.js";
import { newGame } from "../play/new_game.js";
import { playerName } from "../play/sides.js";

const LIMIT = 20;
const placeOf = (game) => `/play/${encodeURIComponent(game)}`;

export default function play({ query, signal, title }) {
  title("Play");
  const list = h("section", { "aria-labelledby": "begun" });
  showGames(list, signal, 0);
  return h("div", {},
    h("h1", { tabindex: -1 }, "Play"),
    h("p", {}, "Play against an agent or another person at this screen, or let two agents play. A game is kept after every action."),
    h("h2", {}, "A new game"),
    newGame({ query, signal, begun: (view) => go(placeOf(view.game)) }),
    list);
}

async function showGames(section, signal, offset) {
  const heading = h("h2", { id: "begun" }, "Games on this server");
  fill(section, heading, reading("Reading the games"));
  try {
    const answer = await ask("/games", { params: { offset, limit: LIMIT }, signal });
    const again = (to = offset) => showGames(section, signal, to);
    fill(section, heading, gamesTable(answer.games, again, signal),
      answer.total > LIMIT && pager({ offset, limit: LIMIT, matching: answer.total, go: again }));
  } catch (error) {
    if (!signal.aborted) fill(section, heading, trouble(error, () => showGames(section, signal, offset)));
  }
}

function gamesTable(games, again, signal) {
  if (!games.length) return empty("None yet.");
  const forget = ({ game }) => tried(async () => {
    await ask(`/games/${encodeURIComponent(game)}`, { method: "DELETE", signal });
    again();
  });
  return table({
    caption: "Games on this server", rows: games,
    columns: [
      { name: "game", title: "Game", cell: ({ game, names }) => h("a", { href: placeOf(game) }, `${names[0]} against ${names[1]}`) },
      { name: "who", title: "Played by", cell: ({ sides }) => sides.map(playerName).join(" and ") },
      { name: "state", title: "State", cell: ({ outcome, turn }) => outcome ? outcome.text : `turn ${turn}` },
      { name: "after", title: "Actions", number: true, cell: ({ after }) => after },
      { name: "updated", title: "Last action", cell: ({ updated }) => h("span", { title: timeText(updated) }, ago(updated)) },
      { name: "forget", title: "", cell: (row) => h("button", { type: "button", class: "quiet small",
        "aria-label": `Forget ${row.names[0]} against ${row.names[1]}, ${plural(row.after, "action")}`, onclick: () => forget(row) }, "Forget") },
    ],
  });
}
