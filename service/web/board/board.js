// A board: state, drawing and events put together.
//
//   const board = makeBoard({ label: "The game", pick, hover, draggable, drop, back });
//   board.show(scene)                      at once
//   await board.show(scene, { milliseconds: 300 })   troops are seen to move
//
// All callbacks may be left out. What a click means is decided by the page that made the board: it gets
// squares, and shows another scene.
//
//   pick(at, { touch, keyboard })   a square was clicked, tapped, or Enter was pressed on it
//   hover(at)                       the pointer is over a square, or null
//   draggable(at) -> boolean        lift(at)      drop(from, to): to is null beside the board
//   back()                          Escape
//   describe(scene, at) -> text     what a screen reader says of the cursor's square
//   keys: { e: () => ... }          letters that do something while the board has the focus

import { fill, h, svg, unique } from "../lib/dom.js";
import { EDGE, makeDrawing, middle, SQUARE } from "./draw.js";
import { listen } from "./events.js";
import "./settings.js"; // the colours of the sides
import { squareAtPlace, squareName, troopAt } from "./state.js";
import { squareWords } from "./words.js";

const FINGER = 42; // pixels that a finger hides
const nothing = () => {};
const KEYS = "Arrow keys move over the squares, n and p go to the next and previous square that can be chosen, " +
  "Enter chooses, Escape takes a choice back.";

export function makeBoard({ label, pick = nothing, hover = nothing, draggable = () => false, lift = nothing,
  drop = nothing, back = nothing, describe = squareWords, keys: shortcuts = {} }) {
  const { element: drawing, draw } = makeDrawing();
  const said = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  const keys = h("p", { class: "hidden", id: unique("keys") }, KEYS);
  const surface = h("div", { class: "surface", tabindex: 0, role: "application", "aria-roledescription": "board",
    "aria-label": label, "aria-describedby": keys.id }, drawing);
  const element = h("div", { class: "board part" }, surface, keys, said);
  const aim = svg("g", { class: "aim" }); // the square onto which a troop would be dropped
  let scene = null, cursor = null, carried = null;

  const withCursor = () => ({ ...scene, cursor: surface.matches(":focus-visible") ? cursor : null });

  function show(next, { milliseconds = 0 } = {}) {
    scene = next;
    cursor ??= firstCursor(scene);
    surface.classList.toggle("grabbing", !!carried);
    return draw(withCursor(), milliseconds);
  }

  function moveCursor(at) {
    cursor = at;
    draw(withCursor());
    said.textContent = describe(scene, at);
    hover(at);
  }

  function squareFrom(event) {
    if (!scene) return null;
    const box = drawing.getBoundingClientRect();
    const unit = box.width / (scene.board.width * SQUARE + EDGE);
    const left = (event.clientX - box.left) / unit - EDGE, top = (event.clientY - box.top) / unit;
    return squareAtPlace(scene, Math.floor(left / SQUARE), Math.floor(top / SQUARE));
  }

  /** While it is dragged a troop follows the pointer, and the square below is framed. A finger hides
   *  both: there the troop is larger and above it, and a ring goes around the square. */
  function carry(event) {
    const box = drawing.getBoundingClientRect(), unit = box.width / (scene.board.width * SQUARE + EDGE);
    const x = (event.clientX - box.left) / unit, y = (event.clientY - box.top) / unit;
    const touch = event.pointerType === "touch", at = squareFrom(event);
    carried.setAttribute("transform", touch ? `translate(${x} ${y - FINGER / unit}) scale(1.6)` : `translate(${x} ${y})`);
    fill(aim, at && svg("g", { transform: `translate(${middle(scene, at).join(" ")})`, dataset: { aim: squareName(at) } },
      svg("rect", { x: -SQUARE / 2, y: -SQUARE / 2, width: SQUARE, height: SQUARE }),
      touch && svg("circle", { r: FINGER / unit })));
  }

  function begun(at) {
    const [x, y] = middle(scene, at);
    const copy = [...drawing.querySelectorAll(".troop")].find((one) => one.dataset.square === troopAt(scene, at)?.square);
    carried = svg("g", { class: "carried", transform: `translate(${x} ${y})` },
      copy && withoutPlace(copy.cloneNode(true)));
    drawing.append(aim, carried);
    lift(at);
  }

  function dropped(from, to) {
    carried?.remove();
    carried = null;
    fill(aim);
    drop(from, to);
  }

  listen(surface, {
    squareFrom, hover, draggable, back, carry, shortcuts,
    scene: () => ({ ...scene, cursor }),
    pick: (at, how) => {
      if (!how.keyboard) cursor = at;
      pick(at, how);
    },
    lift: begun, drop: dropped, cursor: moveCursor,
  });
  // Only for keys: after a click elsewhere the focus comes back here, and no one looks for the cursor's square.
  surface.addEventListener("focus", () => scene && surface.matches(":focus-visible") && moveCursor(cursor));
  surface.addEventListener("blur", () => scene && draw(withCursor()));

  return {
    element, show,
    /** Go to a square with the keyboard's cursor. */
    focus: (at) => {
      if (at) cursor = at;
      surface.focus({ preventScroll: true });
    },
    say: (text) => {
      said.textContent = text;
    },
  };
}

function withoutPlace(copy) {
  copy.removeAttribute("transform");
  delete copy.dataset.square;
  return copy;
}

/** The cursor begins at a troop of the side to move. */
function firstCursor({ troops, player, board }) {
  return (troops.find(({ side }) => side === player) ?? troops[0])?.at ?? [board.width >> 1, board.height >> 1];
}
