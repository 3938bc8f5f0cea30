// The formation: squares on which troops are put, by dragging, by tapping troop and square, or by
// keyboard. It draws what it is given and says what is wanted; it decides nothing.
//
//   const board = formationBoard({ onmove: (from, to) => ..., onplace: (letter, to) => ..., onoff: (from) => ... });
//   board.show({ squares, waiting, placing, names });
//
// One troop may be held: { from, letter } from a square, { n, letter } of those that wait. Taken up
// by a tap, by Enter or by dragging, it is put down in the same way; the keyboard's is `carried` along.

import { fill, h, unique } from "../lib/dom.js";
import { dragged } from "./drag.js";
import { stands } from "./setup.js";

const KEYS = "Arrows go from square to square. Enter takes a troop up and puts it down, " +
  "Escape puts it back, Delete takes it off the board.";

export function formationBoard({ onmove, onplace, onoff, signal }) {
  const help = unique("board-help");
  const grid = h("div", { class: "lab-board", role: "grid", "aria-label": "Formation", "aria-describedby": help,
    onkeydown: pressed, onclick: tapped });
  const beside = h("div", { class: "lab-waiting", onclick: tapped });
  const said = h("p", { class: "hidden", role: "status" });
  let shown = null, cells = [], at = 0, held = null;

  // ---- drawing

  function show(given) {
    const other = !shown || shown.placing.rows !== given.placing.rows || shown.placing.columns !== given.placing.columns;
    shown = given;
    held = null;
    if (other) makeCells();
    draw();
  }

  function makeCells() {
    const { rows, columns, front } = shown.placing;
    cells = Array.from({ length: rows * columns }, (_, n) =>
      h("div", { role: "gridcell", class: (n + Math.floor(n / columns)) % 2 ? "dark" : "", dataset: { square: n } }));
    at = front * columns + Math.floor(columns / 2);
    grid.style.setProperty("--columns", columns);
    fill(grid, Array.from({ length: rows }, (_, row) =>
      h("div", { role: "row", class: row === front ? "front" : "" }, cells.slice(row * columns, (row + 1) * columns))));
  }

  function draw() {
    cells.forEach((cell, n) => {
      const letter = shown.squares[n];
      const lifted = held?.from === n, carried = held?.carried && n === at && !lifted;
      fill(cell, carried ? stone(held.letter) : stands(letter) && stone(letter, lifted));
      cell.classList.toggle("target", !!held?.carried && n === at);
      cell.tabIndex = n === at ? 0 : -1;
      cell.setAttribute("aria-label", `${place(n)}: ${stands(letter) ? nameOf(letter) : "empty"}${lifted ? ", taken up" : ""}`);
    });
    fill(beside, [...shown.waiting].map((letter, n) =>
      h("button", { type: "button", class: "stone-button", dataset: { waiting: letter },
        "aria-pressed": String(held?.n === n), "aria-label": `${nameOf(letter)}, waits` },
      stone(letter, held?.n === n))));
    beside.hidden = !shown.waiting;
  }

  const nameOf = (letter) => shown.names[letter] ?? letter;

  function place(n) {
    const { columns, front, rows } = shown.placing;
    const row = Math.floor(n / columns), away = Math.abs(row - front);
    const name = away === 0 ? "front row" : away === rows - 1 ? "back row" : `row ${away + 1} from the front`;
    return `${name}, column ${(n % columns) + 1}`;
  }

  const say = (text) => (said.textContent = text);

  // ---- holding

  function take(what) {
    held = what;
    draw();
    say(`${nameOf(what.letter)} taken up.`);
  }

  function putBack() {
    if (!held) return;
    say(`${nameOf(held.letter)} put back.`);
    held = null;
    draw();
  }

  function putOn(n) {
    const { from, letter } = held;
    held = null;
    at = n;
    if (from === n) return draw();
    say(`${nameOf(letter)} on ${place(n)}.`);
    if (from === undefined) onplace(letter, n);
    else onmove(from, n);
  }

  function takeFrom(n, more) {
    if (!stands(shown.squares[n])) return draw();
    return take({ from: n, letter: shown.squares[n], ...more });
  }

  // ---- by keyboard

  function pressed(event) {
    const { columns } = shown.placing;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
    const column = at % columns;
    if (event.key in steps) {
      const next = at + steps[event.key];
      const over = (event.key === "ArrowLeft" && column === 0) || (event.key === "ArrowRight" && column === columns - 1);
      if (!over && cells[next]) focus(next);
    } else if (event.key === "Home") focus(at - column);
    else if (event.key === "End") focus(at - column + columns - 1);
    else if (event.key === "Enter" || event.key === " ") held ? putOn(at) : takeFrom(at, { carried: true });
    else if (event.key === "Escape" && held) putBack();
    else if ((event.key === "Delete" || event.key === "Backspace") && !held && stands(shown.squares[at])) onoff(at);
    else return;
    event.preventDefault();
  }

  function focus(n) {
    at = n;
    if (held) held = { ...held, carried: true };
    draw();
    cells[n].focus();
  }

  // ---- by taps

  function tapped(event) {
    const square = event.target.closest("[data-square]"), waits = event.target.closest("[data-waiting]");
    if (square) {
      const n = Number(square.dataset.square);
      at = n;
      if (held) putOn(n);
      else takeFrom(n);
      cells[n].focus({ preventScroll: true });
    } else if (waits) {
      const n = [...beside.children].indexOf(waits);
      if (held?.n === n) putBack();
      else take({ letter: waits.dataset.waiting, n });
      beside.children[n]?.focus({ preventScroll: true });
    } else if (held?.from !== undefined) onoff(held.from);
  }

  // ---- by dragging

  const area = h("div", { class: "lab-formation" });
  dragged(area, {
    begin(target) {
      const square = target.closest("[data-square]"), waits = target.closest("[data-waiting]");
      if (square) {
        const from = Number(square.dataset.square);
        return stands(shown.squares[from]) && { from, letter: shown.squares[from] };
      }
      return waits && { letter: waits.dataset.waiting, n: [...beside.children].indexOf(waits) };
    },
    ghost: (what) => stone(what.letter),
    lift(what) {
      held = what;
      draw();
    },
    over(target) {
      const square = target?.closest("[data-square]");
      cells.forEach((cell) => cell.classList.toggle("target", cell === square));
    },
    drop(target) {
      const square = target?.closest("[data-square]");
      if (square) putOn(Number(square.dataset.square));
      else if (held.from !== undefined && beside.contains(target)) onoff(held.from);
      else putBack();
    },
    cancel: putBack,
    signal,
  });

  area.append(
    h("p", { class: "lab-front soft small", "aria-hidden": "true" }, "▲ front, towards the enemy ▲"),
    grid, beside, said,
    h("p", { id: help, class: "soft small" }, KEYS));
  return { element: area, show };
}

const stone = (letter, lifted) =>
  h("span", { class: `stone t${letter}${lifted ? " lifted" : ""}`, "aria-hidden": "true" }, letter);
