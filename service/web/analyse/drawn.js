// A board that is set up, as a plain value: what POST /positions/check takes. Nothing here touches
// the page.

import { sameSquare, squareName } from "../board/state.js";
import { TYPES } from "../board/words.js";

export const emptyBoard = () => ({ turn: 1, player: 0, points: [0, 0], commands: [{}, {}], obstacles: [], troops: [] });

/** A view of the API as a board to edit. A turn that was begun is begun anew. */
export function drawnOf({ turn, player, players, board, troops }) {
  return {
    turn, player,
    points: players.map(({ points }) => points),
    commands: players.map(({ commands }) =>
      Object.fromEntries(commands.map(({ command, cooldown_left }) => [command, cooldown_left]))),
    obstacles: board.obstacles,
    troops: troops.map(({ id, type, side, at, health, extra_health, effects }) =>
      ({ id, type, side, at, health, extra_health, effects })),
  };
}

export const troopOn = ({ troops }, at) => troops.find((troop) => sameSquare(troop.at, at)) ?? null;

const without = (list, at) => list.filter((one) => !sameSquare(one.at ?? one, at));

export const erased = (drawn, at) =>
  ({ ...drawn, troops: without(drawn.troops, at), obstacles: without(drawn.obstacles, at) });

/** A new troop with full health, in the place of what was there. */
export function placed(drawn, at, { type, side }) {
  const id = 1 + Math.max(-1, ...drawn.troops.map((troop) => troop.id));
  const cleared = erased(drawn, at);
  const troop = { id, type, side, at, health: null, extra_health: 0, effects: [] };
  return { ...cleared, troops: [...cleared.troops, troop] };
}

export function moved(drawn, from, to) {
  const troop = troopOn(drawn, from);
  if (!troop || sameSquare(from, to)) return drawn;
  const cleared = erased(drawn, to);
  return { ...cleared, troops: cleared.troops.map((one) => (one.id === troop.id ? { ...one, at: to } : one)) };
}

export function toggledObstacle(drawn, at) {
  const there = drawn.obstacles.some((place) => sameSquare(place, at));
  const cleared = erased(drawn, at);
  return there ? cleared : { ...cleared, obstacles: [...cleared.obstacles, at] };
}

const slug = (type) => TYPES[type].toLowerCase().replaceAll(" ", "-");

/** What the rules say of a type of troop. */
export const statsOf = (stats, type) => stats.troops[slug(type)] ?? {};

/** The troops as the board draws them. */
export function shownTroops({ troops }, stats) {
  return troops.map((troop) => {
    const { health, damage } = statsOf(stats, troop.type);
    return { ...troop, name: TYPES[troop.type], square: squareName(troop.at), health: troop.health ?? health,
      max_health: health, damage, chastised: troop.effects.includes("chastise") };
  });
}
