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

/** @typedef {object} BoardGiven
 * @property {string} label
 * @property {(at: Square, how: Touched) => unknown} [pick]
 * @property {(at: Square | null) => unknown} [hover]
 * @property {(at: Square) => boolean} [draggable]
 * @property {(at: Square) => unknown} [lift]
 * @property {(from: Square, to: Square | null) => unknown} [drop]
 * @property {() => unknown} [back]
 * @property {(scene: Scene, at: Square) => string} [describe]
 * @property {Record<string, () => unknown>} [keys] */

/** @param {BoardGiven} given */
export function makeBoard({ label, pick = nothing, hover = nothing, draggable = () => false, lift = nothing,
  drop = nothing, back = nothing, describe = squareWords, keys: shortcuts = {} }) {
  const { element: drawing, draw } = makeDrawing();
  const said = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  const keys = h("p", { class: "hidden", id: unique("keys") }, KEYS);
  const surface = h("div", { class: "surface", tabindex: 0, role: "application", "aria-roledescription": "board",
    "aria-label": label, "aria-describedby": keys.id }, drawing);
  const element = h("div", { class: "board part" }, surface, keys, said);
  let scene = /** @type {Scene | null} */ (null), cursor = /** @type {Square | null} */ (null);

  /** @param {Scene} scene */
  const withCursor = (scene) => ({ ...scene, cursor: surface.matches(":focus-visible") ? cursor : null });

  /** @param {Scene} next */
  function show(next, { milliseconds = 0 } = {}) {
    scene = next;
    cursor ??= firstCursor(scene);
    surface.classList.toggle("grabbing", carries());
    return draw(withCursor(scene), milliseconds);
  }

  /** @param {Square} at */
  function moveCursor(at) {
    if (!scene) return;
    cursor = at;
    draw(withCursor(scene));
    said.textContent = describe(scene, at);
    hover(at);
  }

  const { squareFrom, carry, begun, dropped, carries } = carrying(drawing, () => scene);

  listen(surface, {
    squareFrom, hover, draggable, back, carry, shortcuts,
    scene: () => scene && { ...scene, cursor },
    pick: (at, how) => {
      if (!how.keyboard) cursor = at;
      pick(at, how);
    },
    lift: (at) => {
      begun(at);
      lift(at);
    },
    drop: (from, to) => {
      dropped();
      drop(from, to);
    },
    cursor: moveCursor,
  });
  // Only for keys: after a click elsewhere the focus comes back here, and no one looks for the cursor's square.
  surface.addEventListener("focus", () => { if (cursor && surface.matches(":focus-visible")) moveCursor(cursor); });
  surface.addEventListener("blur", () => { if (scene) draw(withCursor(scene)); });

  return {
    element, show,
    /** Go to a square with the keyboard's cursor.
     * @param {Square} [at] */
    focus: (at) => {
      if (at) cursor = at;
      surface.focus({ preventScroll: true });
    },
  };
}

/** A troop that is dragged over the board, and the square that a pointer is on.
 * @param {SVGSVGElement} drawing @param {() => Scene | null} shown */
function carrying(drawing, shown) {
  const aim = svg("g", { class: "aim" }); // the square onto which a troop would be dropped
  let carried = /** @type {SVGGElement | null} */ (null);

  /** Where a pointer is in the units of the drawing, and how many pixels one of them has.
   * @param {PointerEvent} event @param {Scene} scene */
  function placeOn(event, scene) {
    const box = drawing.getBoundingClientRect(), unit = box.width / (scene.board.width * SQUARE + EDGE);
    return { x: (event.clientX - box.left) / unit, y: (event.clientY - box.top) / unit, unit };
  }

  /** @param {PointerEvent} event */
  function squareFrom(event) {
    const scene = shown();
    if (!scene) return null;
    const { x, y } = placeOn(event, scene);
    return squareAtPlace(scene, Math.floor((x - EDGE) / SQUARE), Math.floor(y / SQUARE));
  }

  /** While it is dragged a troop follows the pointer, and the square below is framed. A finger hides
   *  both: there the troop is larger and above it, and a ring goes around the square.
   * @param {PointerEvent} event */
  function carry(event) {
    const scene = shown();
    if (!scene || !carried) return;
    const { x, y, unit } = placeOn(event, scene);
    const touch = event.pointerType === "touch", at = squareFrom(event);
    carried.setAttribute("transform", touch ? `translate(${x} ${y - FINGER / unit}) scale(1.6)` : `translate(${x} ${y})`);
    fill(aim, at && svg("g", { transform: `translate(${middle(scene, at).join(" ")})`, dataset: { aim: squareName(at) } },
      svg("rect", { x: -SQUARE / 2, y: -SQUARE / 2, width: SQUARE, height: SQUARE }),
      touch && svg("circle", { r: FINGER / unit })));
  }

  /** @param {Square} at */
  function begun(at) {
    const scene = shown();
    if (!scene) return;
    const [x, y] = middle(scene, at);
    const square = troopAt(scene, at)?.square;
    const troops = /** @type {NodeListOf<SVGGElement>} */ (drawing.querySelectorAll(".troop"));
    const copy = [...troops].find((one) => one.dataset.square === square);
    carried = svg("g", { class: "carried", transform: `translate(${x} ${y})` },
      copy && withoutPlace(/** @type {SVGGElement} */ (copy.cloneNode(true))));
    drawing.append(aim, carried);
  }

  function dropped() {
    carried?.remove();
    carried = null;
    fill(aim);
  }

  return { squareFrom, carry, begun, dropped, carries: () => carried !== null };
}

/** @param {SVGElement} copy */
function withoutPlace(copy) {
  copy.removeAttribute("transform");
  delete copy.dataset.square;
  return copy;
}

/** The cursor begins at a troop of the side to move.
 * @param {Scene} scene @returns {Square} */
function firstCursor({ troops, player, board }) {
  return (troops.find(({ side }) => side === player) ?? troops[0])?.at ?? [board.width >> 1, board.height >> 1];
}
