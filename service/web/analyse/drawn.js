// A board that is set up, as a plain value. Nothing here touches the page.
//
// Of a turn that was begun it has the phase, the selected troop (its number), what that one has moved and
// the commands in effect, as the position had them. They stay until the person changes them, another
// side is to move, or the selected troop is gone: then the turn begins anew.

import { sameSquare, squareName } from "../board/state.js";
import { TYPES } from "../board/words.js";

export const PHASES = ["selection", "movement", "combat", "rally"];
const END_WITH_THE_TURN = ["bombard", "regenerate"]; // marks of commands that no later turn has

/** @returns {SetBoard} */
export const emptyBoard = () => ({ turn: 1, player: 0, phase: "selection", selected: null, points: [0, 0],
  commands: [{}, {}], obstacles: [], troops: [] });

/** A view of the API as a board to edit.
 * @param {View} view @returns {SetBoard} */
export function drawnOf({ turn, player, phase, selected, players, board, troops, position }) {
  return {
    turn, player, phase, selected,
    stream: /\bstream=([0-9a-f]+)/.exec(position)?.[1] ?? null, // of winds that are drawn by chance
    points: players.map(({ points }) => points),
    commands: players.map(({ commands }) =>
      Object.fromEntries(commands.map(({ command, cooldown_left }) => [command, cooldown_left]))),
    obstacles: board.obstacles,
    troops: troops.map(({ id, type, side, at, health, extra_health, effects, movement, movement_left }) =>
      ({ id, type, side, at, health, extra_health, effects, moved: movement - movement_left })),
  };
}

/** What POST /positions/check takes.
 * @param {SetBoard} drawn */
export const boardOf = (drawn) =>
  ({ ...drawn, selected: drawn.troops.find(({ id }) => id === drawn.selected)?.at ?? null });

/** The turn from its beginning: nothing is selected, has moved, or was hit by a command of this turn.
 * @param {SetBoard} drawn @returns {SetBoard} */
export const turnAnew = (drawn) => ({
  ...drawn, phase: "selection", selected: null,
  troops: drawn.troops.map((troop) =>
    ({ ...troop, moved: 0, effects: troop.effects.filter((effect) => !END_WITH_THE_TURN.includes(effect)) })),
});

/** A changed board: without its selected troop the turn begins anew.
 * @param {SetBoard} drawn @returns {SetBoard} */
export function withTurn(drawn) {
  const its = drawn.troops.find(({ id }) => id === drawn.selected);
  return drawn.selected === null || its?.side === drawn.player ? drawn : turnAnew(drawn);
}

/** Another phase of the turn; its beginning takes back what was done in it.
 * @param {SetBoard} drawn @param {string} phase @returns {SetBoard} */
export const inPhase = (drawn, phase) => (phase === "selection" ? turnAnew(drawn) : { ...drawn, phase });

/** Another troop is the selected one, or none.
 * @param {SetBoard} drawn @param {number | null} id @returns {SetBoard} */
export function selecting(drawn, id) {
  if (id === null) return turnAnew(drawn);
  const troops = drawn.troops.map((troop) => ({ ...troop, moved: 0 }));
  return { ...drawn, troops, selected: id, phase: drawn.phase === "selection" ? "movement" : drawn.phase };
}

/** @param {SetBoard} drawn @param {Square} at */
export const troopOn = ({ troops }, at) => troops.find((troop) => sameSquare(troop.at, at)) ?? null;

/** @param {SetBoard} drawn @param {Square} at @returns {SetBoard} */
export const erased = (drawn, at) => ({
  ...drawn, troops: drawn.troops.filter((troop) => !sameSquare(troop.at, at)),
  obstacles: drawn.obstacles.filter((place) => !sameSquare(place, at)),
});

/** A new troop with full health, in the place of what was there.
 * @param {SetBoard} drawn @param {Square} at @param {{ type: string, side: number }} piece @returns {SetBoard} */
export function placed(drawn, at, { type, side }) {
  const id = 1 + Math.max(-1, ...drawn.troops.map((troop) => troop.id));
  const cleared = erased(drawn, at);
  const troop = { id, type, side, at, health: null, extra_health: 0, effects: [], moved: 0 };
  return { ...cleared, troops: [...cleared.troops, troop] };
}

/** @param {SetBoard} drawn @param {Square} from @param {Square} to @returns {SetBoard} */
export function moved(drawn, from, to) {
  const troop = troopOn(drawn, from);
  if (!troop || sameSquare(from, to)) return drawn;
  const cleared = erased(drawn, to);
  return { ...cleared, troops: cleared.troops.map((one) => (one.id === troop.id ? { ...one, at: to } : one)) };
}

/** @param {SetBoard} drawn @param {Square} at @returns {SetBoard} */
export function toggledObstacle(drawn, at) {
  const there = drawn.obstacles.some((place) => sameSquare(place, at));
  const cleared = erased(drawn, at);
  return there ? cleared : { ...cleared, obstacles: [...cleared.obstacles, at] };
}

/** @param {string} type */
const slug = (type) => TYPES[type].toLowerCase().replaceAll(" ", "-");

/** What the rules say of a type of troop.
 * @param {Stats} stats @param {string} type */
export const statsOf = (stats, type) => stats.troops[slug(type)] ?? {};

/** The troops as the board draws them.
 * @param {SetBoard} drawn @param {Stats} stats @returns {DrawnTroop[]} */
export function shownTroops({ troops }, stats) {
  return troops.map((troop) => {
    const { health, damage } = statsOf(stats, troop.type);
    return { ...troop, name: TYPES[troop.type], square: squareName(troop.at), health: troop.health ?? health,
      max_health: health, damage, chastised: troop.effects.includes("chastise") };
  });
}
