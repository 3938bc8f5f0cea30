// The boards of a replay, one for each number of actions: a page steps to and fro without asking.

/** The API's replay -> (n) => the position after n actions. Boards are made once, when first asked for. */
export function boardsOf(replay) {
  const boards = [replay.start];
  return (n) => {
    const wanted = Math.max(0, Math.min(n, replay.steps.length));
    for (let made = boards.length; made <= wanted; made++) boards.push(after(boards[made - 1], replay.steps[made - 1]));
    return boards[wanted];
  };
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
