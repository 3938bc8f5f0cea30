// What a board shows, as a plain value. Nothing here touches the page.
//
//   const scene = sceneOf(view, { marks, arrows, flipped })   -> board.show(scene)
//
// A square is [column, row] from 0, as in the API: k3 is [10, 2].
//
//   position  board, troops, player: a view of the API, the start or a later board of a replay
//   marks     [{ at, kind }]: what is drawn on squares (MARKS)
//   arrows    [{ from, to, kind, side, faint }]: kind is move, attack, command or hint
//   cursor    the square that the keyboard is at

/** Kinds of marks, with the words for a screen reader. Those of the first group can be clicked.
 * @type {Record<string, string>} */
export const MARKS = {
  select: "can be selected",
  move: "can move here",
  attack: "can be attacked",
  command: "can be the command's target",
  plan: "waits to be confirmed",
  chosen: "chosen",
  reach: "within reach",
  range: "within attack range",
  last: "part of the last turn",
};

/** @typedef {Pick<Scene, "board" | "flipped">} Turned how the board lies */

const OFFERED = ["select", "move", "attack", "command", "plan"];

const FILES = "abcdefghijklmnopqrstuvwxyz";

/** [10, 2] -> k3
 * @param {Square} square */
export const squareName = ([x, y]) => `${FILES[x]}${y + 1}`;

/** @param {Square | null | undefined} a @param {Square | null | undefined} b */
export const sameSquare = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** A scene: a position with whatever else is to be seen on it.
 * @param {Pick<Scene, "board" | "troops" | "player"> & { selected?: number | null }} position @param {Partial<Scene>} more @returns {Scene} */
export function sceneOf(position, more = {}) {
  const { board, troops, player } = position;
  return {
    board, troops, player,
    selected: position.selected ?? null,
    marks: [], arrows: [], flipped: false, cursor: null, event: null,
    ...more,
  };
}

/** @template {Pick<DrawnTroop, "at">} One
 * @param {{ troops: One[] }} scene @param {Square | null} at */
export const troopAt = (scene, at) => scene.troops.find((troop) => sameSquare(troop.at, at)) ?? null;

/** @param {Scene} scene @param {Square} at */
export const marksAt = (scene, at) => scene.marks.filter((mark) => sameSquare(mark.at, at)).map(({ kind }) => kind);

/** @param {Scene} scene @param {Square} at */
export const isObstacle = (scene, at) => scene.board.obstacles.some((place) => sameSquare(place, at));

/** Where a square stands on the screen, in squares from the top left corner.
 * @param {Turned} scene @param {Square} at @returns {Square} */
export function placeOf({ board, flipped }, [x, y]) {
  return flipped ? [board.width - 1 - x, y] : [x, board.height - 1 - y];
}

/** The square at a place of the screen; null beside the board.
 * @param {Turned} scene @param {number} left @param {number} top @returns {Square | null} */
export function squareAtPlace({ board, flipped }, left, top) {
  const [x, y] = flipped ? [board.width - 1 - left, top] : [left, board.height - 1 - top];
  return x >= 0 && y >= 0 && x < board.width && y < board.height ? [x, y] : null;
}

/** @type {Record<string, Square>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The square to which an arrow key leads from the cursor, as it is seen on the screen.
 * @param {Scene} scene @param {Square} cursor @param {string} key */
export function stepped(scene, cursor, key) {
  const [left, top] = placeOf(scene, cursor);
  return squareAtPlace(scene, left + STEPS[key][0], top + STEPS[key][1]) ?? cursor;
}

/** @param {string} key */
export const isStep = (key) => key in STEPS;

/** The next square with an offer after the cursor, in reading order; back for the one before.
 * @param {Scene} scene @param {Square} cursor */
export function nextOffered(scene, cursor, back = false) {
  /** @param {Square} at */
  const order = ([x, y]) => placeOf(scene, [x, y])[1] * scene.board.width + placeOf(scene, [x, y])[0];
  const places = scene.marks
    .filter(({ kind }) => OFFERED.includes(kind))
    .map(({ at }) => at)
    .sort((a, b) => order(a) - order(b));
  if (!places.length) return cursor;
  const here = order(cursor);
  return back
    ? places.findLast((at) => order(at) < here) ?? places[places.length - 1]
    : places.find((at) => order(at) > here) ?? places[0];
}
