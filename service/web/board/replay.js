// A game that is replayed: its boards and events, read a page at a time as they are wanted, so that the
// longest games begin at once. A page steps to and fro without asking for what it has.

import { ask } from "../lib/ask.js";

const PAGE = 500; // actions

/** The API's replay of some actions -> (n) => the position after n actions of the game, of those that it
 *  has. Boards are made once, when first asked for. */
export function boardsOf({ offset, start, steps }) {
  const boards = [start];
  return (n) => {
    const wanted = Math.max(0, Math.min(n - offset, steps.length));
    for (let made = boards.length; made <= wanted; made++) boards.push(after(boards[made - 1], steps[made - 1]));
    return boards[wanted];
  };
}

/** The replay of a game, after its first page was read. `event`, `board` and `turnOf` are of what `need` has read:
 *  `need(n)` reads what is shown after n actions, with the turn and the next one. */
export async function readReplay(place, signal) {
  const pages = new Map(); // page number -> what was read, or the promise of it
  const numberOf = (n) => Math.floor(n / PAGE);

  function page(number) {
    if (!pages.has(number)) {
      const asked = ask(`${place}/replay`, { params: { offset: number * PAGE, limit: PAGE }, signal });
      pages.set(number, asked.then((read) => {
        const known = { ...read, boards: boardsOf(read) };
        pages.set(number, known);
        return known;
      }));
      asked.catch(() => pages.delete(number)); // the next who wants it asks again
    }
    return pages.get(number);
  }

  const first = await page(0), end = first.after;
  const { names, sides, outcome } = first;

  /** The n-th action, counted from 0. */
  const at = (n) => pages.get(numberOf(n));
  const event = (n) => at(n).steps[n % PAGE].event;
  /** The turn of the n-th action. */
  const turnOf = (n) => at(n).turns.findLast((turn) => turn.first <= n);
  const board = (n) => (n === 0 ? first.start : at(n - 1).boards(n));

  /** Pages that hold the n-th action and its turn. */
  async function turnRead(n) {
    await page(numberOf(n));
    await page(numberOf(turnOf(n).first));
  }

  async function need(n) {
    if (n > 0) await turnRead(n - 1);
    if (n < end) await turnRead(n);
  }

  /** Whether that is here already. */
  const has = (n) => [n - 1, n].every((one) => one < 0 || one >= end ||
    (at(one)?.steps && at(turnOf(one).first)?.steps));

  return { names, sides, outcome, end, event, turnOf, board, need, has };
}

function after(before, { turn, player, phase, selected, troops, gone, players }) {
  const changed = new Map(troops.map((troop) => [troop.id, troop]));
  return {
    ...before, turn, player, phase, selected,
    troops: before.troops.filter(({ id }) => !gone.includes(id)).map((troop) => changed.get(troop.id) ?? troop),
    players: before.players.map((known, side) => ({
      ...known,
      points: players[side].points,
      commands: known.commands.map((command) =>
        ({ ...command, cooldown_left: players[side].cooldowns[command.command] ?? command.cooldown_left })),
    })),
  };
}

/** What happened, as arrows on the board: moves, attacks and commands; a select is none. */
export function arrowsOf(events, { faint = false } = {}) {
  return events
    .filter(({ from, to, kind }) => to && (from || kind === "command") && kind !== "select")
    .map(({ kind, from, to, player }) => ({ kind, from: from ?? to, to, side: player, faint }));
}
