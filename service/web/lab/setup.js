// The setup that is being built: its troops, its commands, and where the troops stand. A value that
// never changes: each step makes another one. No rule is known here: what fits, the server says.
//
//   { troops: "SSC", commands: ["charge"], squares: null }
//
// squares are the letters on the squares of a formation, row by row, " " where none stands; null
// leaves the placing to the rules. Troops that stand on no square wait beside the board.

const EMPTY = " ";
/** @template One
 * @param {One[]} list @param {One} one */
const without = (list, one) => list.toSpliced(list.indexOf(one), 1);

/** The setup of an answer of the server.
 * @param {SetupFacts} facts @returns {Built} */
export const setupOf = ({ troops, commands, formation, formation_given: given, placing }) =>
  ({ troops, commands, squares: given ? squaresOf(formation, placing) : null });

/** The squares of a formation; what lies beyond the board is left out.
 * @param {string[]} formation @param {{ rows: number, columns: number }} placing */
export const squaresOf = (formation, { rows, columns }) =>
  Array.from({ length: rows * columns }, (_, n) =>
    formation[Math.floor(n / columns)]?.[n % columns] ?? EMPTY);

/** The rows of a formation as always written: nothing stands after the last troop of each.
 * @param {string[]} squares @param {{ columns: number }} placing */
export function rowsOf(squares, { columns }) {
  const rows = Array.from({ length: squares.length / columns }, (_, row) =>
    squares.slice(row * columns, (row + 1) * columns).join("").trimEnd());
  return rows.slice(0, rows.findLastIndex((row) => row) + 1);
}

/** @param {string | undefined} letter @returns {letter is string} */
export const stands = (letter) => letter !== EMPTY && letter !== undefined;

/** The troops that stand on no square, as letters.
 * @param {Built} setup */
export function waiting({ troops, squares }) {
  if (!squares) return "";
  return squares.filter(stands).reduce((left, letter) => left.replace(letter, ""), troops);
}

/** Its troops and commands as text.
 * @param {Pick<Built, "troops" | "commands">} setup */
export const textOf = ({ troops, commands }) =>
  commands.length ? `${troops}:${commands.join(",")}` : troops;

/** All of it: text where the rules place the troops, otherwise JSON.
 * @param {Built} setup @param {{ columns: number }} placing */
export function wordOf(setup, placing) {
  if (!setup.squares || !setup.troops) return textOf(setup);
  const { troops, commands, squares } = setup;
  return JSON.stringify({ troops, commands, formation: rowsOf(squares, placing) });
}

/** What the server can read of it: no formation as long as some troops wait.
 * @param {Built} setup @param {{ columns: number }} placing */
export const askedOf = (setup, placing) => (waiting(setup) ? textOf(setup) : wordOf(setup, placing));

/** One with a formation of its own.
 * @typedef {Built & { squares: string[] }} Formed */

// ---- steps ------------------------------------------------------------------------------------

/** @param {Built} setup @param {string} letter @param {{ columns: number }} placing @returns {Built} */
export function withTroop(setup, letter, { columns }) {
  const next = { ...setup, troops: setup.troops + letter };
  return setup.squares && !waiting(setup) ? allPlaced({ ...next, squares: setup.squares }, columns) : next;
}

/** @param {Built} setup @param {string} letter @returns {Built} */
export function withoutTroop(setup, letter) {
  const troops = setup.troops.replace(letter, "");
  const { squares } = setup;
  if (!squares || waiting(setup).includes(letter)) return { ...setup, troops };
  return { ...setup, troops, squares: squares.with(squares.lastIndexOf(letter), EMPTY) };
}

/** @param {Built} setup @param {string} name @returns {Built} */
export const withCommand = (setup, name) => ({ ...setup, commands: [...setup.commands, name] });
/** @param {Built} setup @param {string} name @returns {Built} */
export const withoutCommand = (setup, name) => ({ ...setup, commands: without(setup.commands, name) });

/** A troop goes to another square; one that stands there takes its place.
 * @param {Formed} setup @param {number} from @param {number} to @returns {Formed} */
export const moved = (setup, from, to) =>
  ({ ...setup, squares: setup.squares.with(from, setup.squares[to]).with(to, setup.squares[from]) });

/** A troop that waits goes to a square; one that stands there waits then.
 * @param {Formed} setup @param {string} letter @param {number} to @returns {Formed} */
export const placed = (setup, letter, to) => ({ ...setup, squares: setup.squares.with(to, letter) });

/** @param {Formed} setup @param {number} from @returns {Formed} */
export const takenOff = (setup, from) => ({ ...setup, squares: setup.squares.with(from, EMPTY) });

/** @param {Built} setup @param {{ rows: number, columns: number }} placing @returns {Built} */
export const cleared = (setup, { rows, columns }) =>
  ({ ...setup, squares: Array(rows * columns).fill(EMPTY) });

/** All that wait go to free squares: the nearest to the middle of the front.
 * @param {Formed} setup @param {number} columns @returns {Formed} */
export function allPlaced(setup, columns) {
  const far = (/** @type {number} */ n) => Math.abs((n % columns) - (columns - 1) / 2) + 2 * Math.floor(n / columns);
  const free = [...setup.squares.keys()].filter((n) => !stands(setup.squares[n])).sort((a, b) => far(a) - far(b));
  return [...waiting(setup)].reduce((made, letter, n) => placed(made, letter, free[n]), setup);
}

/** A setup of an address in which some troops wait: what of it the server can read, and its rows.
 * @param {string} text */
export function readWaiting(text) {
  try {
    const { troops, commands, formation } = JSON.parse(text);
    const rows = formation.map((/** @type {string} */ row) => row.toUpperCase());
    let left = troops.toUpperCase();
    for (const letter of rows.join("").replaceAll(EMPTY, "")) {
      if (!left.includes(letter)) return null;
      left = left.replace(letter, "");
    }
    return left ? { asked: JSON.stringify({ troops, commands }), formation: rows } : null;
  } catch {
    return null; // text, a name, or JSON that the server explains
  }
}
