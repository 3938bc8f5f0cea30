// A game that is replayed: its boards and events, read a page at a time as they are wanted, so that the
// longest games begin at once. A page steps to and fro without asking for what it has.

import { ask } from "../lib/ask.js";

/** What was read, with its boards.
 * @typedef {ReplayPage & { boards: Boards }} ReadPage */

const PAGE = 500; // actions

/** The API's replay of some actions -> (n) => the position after n actions of the game, of those that it
 *  has. Boards are made once, when first asked for.
 * @param {Pick<ReplayPage, "offset" | "start" | "steps">} replay @returns {Boards} */
export function boardsOf({ offset, start, steps }) {
  /** @type {Position[]} */
  const boards = [start];
  return (n) => {
    const wanted = Math.max(0, Math.min(n - offset, steps.length));
    for (let made = boards.length; made <= wanted; made++) boards.push(after(boards[made - 1], steps[made - 1]));
    return boards[wanted];
  };
}

/** The replay of a game, after its first page was read. `event`, `board` and `turnOf` are of what `need` has read:
 *  `need(n)` reads what is shown after n actions, with the turn and the next one.
 * @param {string} place @param {AbortSignal} signal */
export async function readReplay(place, signal) {
  /** @type {Map<number, ReadPage | Promise<ReadPage>>} */
  const pages = new Map(); // page number -> what was read, or the promise of it
  /** @param {number} n */
  const numberOf = (n) => Math.floor(n / PAGE);

  /** @param {number} number */
  function page(number) {
    if (!pages.has(number)) {
      const asked = ask(`${place}/replay`, { params: { offset: number * PAGE, limit: PAGE }, signal });
      pages.set(number, asked.then((read) => {
        const known = { ...read, boards: boardsOf(read) };
        pages.set(number, known);
        return known;
      }));
      asked.catch(() => { pages.delete(number); }); // the next who wants it asks again
    }
    return /** @type {ReadPage | Promise<ReadPage>} */ (pages.get(number));
  }

  const first = await page(0), end = first.after;
  const { names, sides, outcome } = first;

  /** The page of the n-th action, counted from 0, which `need` has read.
   * @param {number} n */
  const at = (n) => /** @type {ReadPage} */ (pages.get(numberOf(n)));
  /** @param {number} n */
  const event = (n) => at(n).steps[n % PAGE].event;
  /** The turn of the n-th action.
   * @param {number} n */
  const turnOf = (n) => /** @type {ReplayTurn} */ (at(n).turns.findLast((turn) => turn.first <= n));
  /** @param {number} n */
  const board = (n) => (n === 0 ? first.start : at(n - 1).boards(n));

  /** Pages that hold the n-th action and its turn.
   * @param {number} n */
  async function turnRead(n) {
    await page(numberOf(n));
    await page(numberOf(turnOf(n).first));
  }

  /** @param {number} n */
  async function need(n) {
    if (n > 0) await turnRead(n - 1);
    if (n < end) await turnRead(n);
  }

  /** Whether that is here already.
   * @param {number} n */
  const has = (n) => [n - 1, n].every((one) => one < 0 || one >= end ||
    !!(at(one)?.steps && at(turnOf(one).first)?.steps));

  return { names, sides, outcome, end, event, turnOf, board, need, has };
}

/** @param {Position} before @param {ReplayStep} step @returns {Position} */
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

/** What happened, as arrows on the board: moves, attacks and commands; a select is none.
 * @param {Pick<GameEvent, "kind" | "from" | "to" | "player">[]} events @returns {Arrow[]} */
export function arrowsOf(events, { faint = false } = {}) {
  return events.flatMap(({ kind, from, to, player }) =>
    (to && (from || kind === "command") && kind !== "select" ? [{ kind, from: from ?? to, to, side: player, faint }] : []));
}
