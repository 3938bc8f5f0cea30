// The games that runs have stored, found by run, setup, agent, length and upset. The address has the
// filters.

import { keep, runAddress, storedAddress } from "../lib/address.js";
import { ask, read } from "../lib/ask.js";
import { fill, h, settled, unique } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { empty, reading, staleness, trouble } from "../parts/notice.js";
import { pager, table } from "../parts/table.js";
import { SIDES } from "../board/words.js";

/** @typedef {{ matching: number, offset: number, games: StoredGame[] }} StoredPage */

const LIMIT = 25;
const FILTERS = ["run", "setup", "agent", "least_turns", "most_turns", "upset"];

/** @param {{ query: URLSearchParams, signal: AbortSignal }} given */
export function storedGames({ query, signal }) {
  /** @type {Record<string, any>} */
  const asked = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]));
  asked.offset = Number(query.get("offset") ?? 0);
  const list = h("div", { "aria-live": "polite" });
  let number = 0;

  async function show() {
    const mine = ++number;
    keep({ ...asked, offset: asked.offset || null });
    try {
      /** @type {Answer<StoredPage>} */
      const answer = await ask("/stored-games", { params: { ...asked, limit: LIMIT }, signal });
      if (mine === number) fill(list, staleness(answer), found(answer.data));
    } catch (error) {
      if (mine === number && !signal.aborted) fill(list, trouble(error, show));
    }
  }

  /** @param {StoredPage} page */
  function found({ matching, offset, games }) {
    if (!matching && filtered()) return empty("No stored game matches.");
    if (!matching) return empty("No run has stored games yet. Runs with save_games keep theirs.");
    return [h("p", { class: "small soft" }, `${plural(matching, "game")} ${filtered() ? "match" : "are stored"}.`),
      gamesTable(games),
      matching > LIMIT && pager({ offset, limit: LIMIT, matching, go: (to) => { asked.offset = to; show(); } })];
  }

  const filtered = () => FILTERS.some((name) => asked[name]);

  /** @param {StoredGame[]} games */
  const gamesTable = (games) => table({
    caption: "Stored games", rows: games,
    columns: [
      { name: "game", title: "Game", wide: true, cell: ({ run, game, names }) =>
        h("a", { href: storedAddress(run, game) }, `${names[0]} against ${names[1]}`) },
      { name: "agents", title: "Played by", wide: true, cell: ({ agents: [a, b] }) => (a === b ? a : `${a} and ${b}`) },
      { name: "winner", title: "Won by", cell: winnerWords },
      { name: "turns", title: "Turns", number: true, cell: ({ turns }) => turns },
      { name: "scores", title: "Scores in the run", about: "What the two entrants scored in all games of the run",
        cell: ({ scores, upset }) => [scores.map((score) => percent(score, 0)).join(" : "), " ",
          upset && h("span", { class: "badge stopped" }, "upset")] },
      { name: "run", title: "Run", wide: true, cell: ({ run, game }) =>
        [h("a", { href: runAddress(run) }, run), h("div", { class: "small soft" }, `game ${game}`)] },
    ],
  });

  const later = settled(300, show);
  /** @param {string} name @param {string} value */
  const note = (name, value) => {
    Object.assign(asked, { [name]: value, offset: 0 });
    later();
  };
  fill(list, reading("Reading the stored games"));
  show();
  return h("section", {},
    h("h2", {}, "Games of runs"), filterForm(asked, note, signal), list);
}

/** @param {StoredGame} game */
const winnerWords = ({ winner, names }) => (winner === "draw" ? "draw" : `${SIDES[winner]}, ${names[winner]}`);

/** @param {Record<string, any>} asked @param {(name: string, value: string) => void} note @param {AbortSignal} signal */
function filterForm(asked, note, signal) {
  const runs = h("datalist", { id: unique("runs") });
  read("/runs", { params: { limit: 100 }, signal }).then(({ data }) =>
    fill(runs, data.runs.map((/** @type {Run} */ { run }) => h("option", { value: run }))), () => {});
  /** @param {string} name @param {string} label @param {Properties<HTMLInputElement>} [more] */
  const field = (name, label, more) => {
    const id = unique(name);
    return h("div", { class: "field" }, h("label", { for: id }, label),
      h("input", { id, value: asked[name], autocomplete: "off", spellcheck: "false",
        oninput: ({ target }) => note(name, target.value.trim()), ...more }));
  };
  const upset = unique("upset");
  return h("form", { class: "game-filters", role: "search", "aria-label": "Stored games",
      onsubmit: (event) => event.preventDefault() }, runs,
    field("run", "Run", { list: runs.id }),
    field("setup", "Setup, or a part of it"),
    field("agent", "Agent"),
    field("least_turns", "Turns, at least", { type: "number", min: 0 }),
    field("most_turns", "Turns, at most", { type: "number", min: 0 }),
    h("div", { class: "field" }, h("label", { for: upset }, "Upset"),
      h("select", { id: upset, onchange: ({ target }) => note("upset", target.value) },
        [["", "all games"], ["true", "the weaker entrant won"], ["false", "no upset"]].map(([value, text]) =>
          h("option", { value, selected: asked.upset === value }, text)))));
}
