// The formation: squares on which troops are put, by dragging, by tapping troop and square, or by
// keyboard. It draws what it is given and says what is wanted; it decides nothing.
//
//   const board = formationBoard({ onmove: (from, to) => ..., onplace: (letter, to) => ..., onoff: (from) => ... });
//   board.show({ squares, waiting, placing, names });
//
// One troop may be held: { from, letter } from a square, { n, letter } of those that wait. Taken up
// by a tap, by Enter or by dragging, it is put down in the same way; the keyboard's is `carried` along.

import { fill, focusOn, h, unique } from "../lib/dom.js";
import { dragged } from "./drag.js";
import { stands } from "./setup.js";

const KEYS = "Arrows go from square to square. Enter takes a troop up and puts it down, " +
  "Escape puts it back, Delete takes it off the board.";

/** @typedef {{ letter: string, from?: number, n?: number, carried?: boolean }} Held
 * @typedef {{ squares: string[], waiting: string, placing: Placing, names: Record<string, string> }} Shown
 * @typedef {object} Wishes
 * @property {(from: number, to: number) => void} onmove
 * @property {(letter: string, to: number) => void} onplace
 * @property {(from: number) => void} onoff
 * @typedef {ReturnType<typeof makeSquares>} Squares
 * @typedef {ReturnType<typeof makeHand>} Hand */

/** @param {Wishes & { signal: AbortSignal }} given */
export function formationBoard({ signal, ...wishes }) {
  const help = unique("board-help");
  const squares = makeSquares(help);
  const hand = makeHand(squares, wishes);
  const area = h("div", { class: "lab-formation" });
  squares.grid.addEventListener("keydown", (event) => byKey(event, squares, hand, wishes));
  for (const part of [squares.grid, squares.beside])
    part.addEventListener("click", (event) => byTap(/** @type {Element} */ (event.target), squares, hand, wishes));
  byDrag(area, squares, hand, wishes, signal);
  area.append(
    h("p", { class: "lab-front soft small", "aria-hidden": "true" }, "▲ front, towards the enemy ▲"),
    squares.grid, squares.beside, hand.said,
    h("p", { id: help, class: "soft small" }, KEYS));
  return { element: area, show: squares.show };
}

// ---- drawing

/** The squares and the troops that wait beside them; `held` is drawn as taken up.
 * @param {string} help */
function makeSquares(help) {
  const grid = h("div", { class: "lab-board", role: "grid", "aria-label": "Formation", "aria-describedby": help });
  const beside = h("div", { class: "lab-waiting" });
  const state = {
    grid, beside,
    shown: /** @type {Shown} */ (/** @type {any} */ (null)), // there is one before anything is asked
    cells: /** @type {HTMLElement[]} */ ([]),
    at: 0, // the square of the keyboard
    held: /** @type {Held | null} */ (null),
  };

  /** @param {Shown} given */
  function show(given) {
    const before = state.shown?.placing;
    const other = before?.rows !== given.placing.rows || before.columns !== given.placing.columns;
    Object.assign(state, { shown: given, held: null });
    if (other) makeCells();
    draw();
  }

  function makeCells() {
    const { rows, columns, front } = state.shown.placing;
    state.cells = Array.from({ length: rows * columns }, (_, n) =>
      h("div", { role: "gridcell", class: (n + Math.floor(n / columns)) % 2 ? "dark" : "", dataset: { square: n } }));
    state.at = front * columns + Math.floor(columns / 2);
    grid.style.setProperty("--columns", String(columns));
    fill(grid, Array.from({ length: rows }, (_, row) =>
      h("div", { role: "row", class: row === front ? "front" : "" }, state.cells.slice(row * columns, (row + 1) * columns))));
  }

  function draw() {
    const { shown, cells, at, held } = state;
    cells.forEach((cell, n) => {
      const letter = shown.squares[n];
      const lifted = held?.from === n, carried = held?.carried && n === at && !lifted;
      fill(cell, carried ? stone(held.letter) : stands(letter) && stone(letter, lifted));
      cell.classList.toggle("target", !!held?.carried && n === at);
      cell.tabIndex = n === at ? 0 : -1;
      cell.setAttribute("aria-label", `${placeName(n)}: ${stands(letter) ? nameOf(letter) : "empty"}${lifted ? ", taken up" : ""}`);
    });
    fill(beside, [...shown.waiting].map((letter, n) =>
      h("button", { type: "button", class: "stone-button", dataset: { waiting: letter },
        "aria-pressed": String(held?.n === n), "aria-label": `${nameOf(letter)}, waits` },
      stone(letter, held?.n === n))));
    beside.hidden = !shown.waiting;
  }

  /** @param {string} letter */
  const nameOf = (letter) => state.shown.names[letter] ?? letter;

  /** @param {number} n */
  function placeName(n) {
    const { columns, front, rows } = state.shown.placing;
    const row = Math.floor(n / columns), away = Math.abs(row - front);
    const name = away === 0 ? "front row" : away === rows - 1 ? "back row" : `row ${away + 1} from the front`;
    return `${name}, column ${(n % columns) + 1}`;
  }

  return Object.assign(state, { show, draw, nameOf, placeName });
}

// ---- holding

/** @param {Squares} squares @param {Wishes} wishes */
function makeHand(squares, { onmove, onplace }) {
  const said = h("p", { class: "hidden", role: "status" });
  const say = (/** @type {string} */ text) => { said.textContent = text; };

  /** @param {Held} what */
  function take(what) {
    squares.held = what;
    squares.draw();
    say(`${squares.nameOf(what.letter)} taken up.`);
  }

  function putBack() {
    if (!squares.held) return;
    say(`${squares.nameOf(squares.held.letter)} put back.`);
    squares.held = null;
    squares.draw();
  }

  /** @param {number} n */
  function putOn(n) {
    if (!squares.held) return;
    const { from, letter } = squares.held;
    Object.assign(squares, { held: null, at: n });
    if (from === n) return squares.draw();
    say(`${squares.nameOf(letter)} on ${squares.placeName(n)}.`);
    if (from === undefined) onplace(letter, n);
    else onmove(from, n);
  }

  /** @param {number} n @param {Partial<Held>} [more] */
  function takeFrom(n, more) {
    const letter = squares.shown.squares[n];
    if (!stands(letter)) return squares.draw();
    return take({ from: n, letter, ...more });
  }

  return { said, take, putBack, putOn, takeFrom };
}

// ---- by keyboard

/** @param {KeyboardEvent} event @param {Squares} squares @param {Hand} hand @param {Wishes} wishes */
function byKey(event, squares, hand, { onoff }) {
  const { at, held, shown, cells } = squares, { columns } = shown.placing;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const column = at % columns;
  if (event.key in steps) {
    const next = at + steps[event.key];
    const over = (event.key === "ArrowLeft" && column === 0) || (event.key === "ArrowRight" && column === columns - 1);
    if (!over && cells[next]) focus(squares, next);
  } else if (event.key === "Home") focus(squares, at - column);
  else if (event.key === "End") focus(squares, at - column + columns - 1);
  else if (event.key === "Enter" || event.key === " ") {
    if (held) hand.putOn(at);
    else hand.takeFrom(at, { carried: true });
  } else if (event.key === "Escape" && held) hand.putBack();
  else if ((event.key === "Delete" || event.key === "Backspace") && !held && stands(shown.squares[at])) onoff(at);
  else return;
  event.preventDefault();
}

/** @param {Squares} squares @param {number} n */
function focus(squares, n) {
  squares.at = n;
  if (squares.held) squares.held = { ...squares.held, carried: true };
  squares.draw();
  squares.cells[n].focus();
}

// ---- by taps and by dragging

/** The square or the waiting troop of an element, if it belongs to one.
 * @param {Squares} squares @param {Element | null} element */
function placeOf(squares, element) {
  const square = /** @type {HTMLElement | null} */ (element?.closest("[data-square]") ?? null);
  const waits = /** @type {HTMLElement | null} */ (element?.closest("[data-waiting]") ?? null);
  return {
    cell: square, square: square && Number(square.dataset.square),
    waits: waits && { letter: waits.dataset.waiting ?? "", n: [...squares.beside.children].indexOf(waits) },
  };
}

/** @param {Element} element @param {Squares} squares @param {Hand} hand @param {Wishes} wishes */
function byTap(element, squares, hand, { onoff }) {
  const { square, waits } = placeOf(squares, element), { held } = squares;
  if (square !== null) {
    squares.at = square;
    if (held) hand.putOn(square);
    else hand.takeFrom(square);
    focusOn(squares.cells[square]);
  } else if (waits) {
    if (held?.n === waits.n) hand.putBack();
    else hand.take(waits);
    focusOn(squares.beside.children[waits.n]);
  } else if (held?.from !== undefined) onoff(held.from);
}

/** @param {HTMLElement} area @param {Squares} squares @param {Hand} hand @param {Wishes} wishes @param {AbortSignal} signal */
function byDrag(area, squares, hand, { onoff }, signal) {
  dragged(area, {
    /** @returns {Held | null} */
    begin(target) {
      const { square, waits } = placeOf(squares, target);
      if (square === null) return waits;
      const letter = squares.shown.squares[square];
      return stands(letter) ? { from: square, letter } : null;
    },
    ghost: (what) => stone(what.letter),
    lift(what) {
      squares.held = what;
      squares.draw();
    },
    over(target) {
      const { cell } = placeOf(squares, target);
      for (const one of squares.cells) one.classList.toggle("target", one === cell);
    },
    drop(target) {
      const { square } = placeOf(squares, target), { held } = squares;
      if (square !== null) hand.putOn(square);
      else if (held?.from !== undefined && squares.beside.contains(target)) onoff(held.from);
      else hand.putBack();
    },
    cancel: hand.putBack,
    signal,
  });
}

/** @param {string} letter */
const stone = (letter, lifted = false) =>
  h("span", { class: `stone t${letter}${lifted ? " lifted" : ""}`, "aria-hidden": "true" }, letter);
