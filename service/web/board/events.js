// What people do with a board: clicks, drags, taps and keys, said as squares. It draws nothing.

import { isStep, nextOffered, sameSquare, stepped } from "./state.js";

/** @typedef {object} Listener
 * @property {(event: PointerEvent) => Square | null} squareFrom
 * @property {() => Scene | null} scene
 * @property {(at: Square) => boolean} draggable
 * @property {(at: Square, how: Touched) => unknown} pick
 * @property {(at: Square) => unknown} lift
 * @property {(event: PointerEvent) => void} carry
 * @property {(from: Square, to: Square | null) => unknown} drop
 * @property {(at: Square | null) => unknown} hover
 * @property {(at: Square) => void} cursor
 * @property {() => unknown} back
 * @property {Record<string, () => unknown>} shortcuts */

const SLIP = 6; // pixels that a pointer may move in a click

/** @param {HTMLElement} element @param {Listener} on */
export function listen(element, on) {
  /** @type {{ at: Square, x: number, y: number, touch: boolean, holds: boolean, dragging: boolean } | null} */
  let pressed = null; // `holds` says that a troop can be dragged from there
  /** @type {Square | null} */
  let hovered = null;

  /** @param {PointerEvent} event */
  const begin = (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const at = on.squareFrom(event);
    if (at) pressed = { at, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch",
      holds: on.draggable(at), dragging: false };
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const at = on.squareFrom(event);
    if (pressed?.holds && !pressed.dragging && far(event, pressed)) {
      pressed.dragging = true;
      element.setPointerCapture(event.pointerId);
      on.lift(pressed.at);
    }
    if (pressed?.dragging) on.carry(event);
    if (event.pointerType !== "touch" && !same(at, hovered)) {
      hovered = at;
      on.hover(at);
    }
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    if (!pressed) return;
    const { at, dragging, touch } = pressed;
    const there = on.squareFrom(event);
    const slipped = far(event, pressed);
    pressed = null;
    if (dragging) on.drop(at, there);
    else if (there && !slipped) on.pick(there, { touch });
  };

  const cancel = () => {
    if (pressed?.dragging) on.drop(pressed.at, null);
    pressed = null;
  };

  const leave = () => {
    hovered = null;
    on.hover(null);
  };

  element.addEventListener("pointerdown", begin);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  // A finger that drags a troop does not scroll the page; on every other square it does.
  element.addEventListener("touchmove", (event) => { if (pressed?.holds) event.preventDefault(); }, { passive: false });
  element.addEventListener("keydown", (event) => key(event, on));
}

/** @param {PointerEvent} event @param {{ x: number, y: number }} pressed */
const far = (event, { x, y }) => Math.hypot(event.clientX - x, event.clientY - y) > SLIP;

/** @param {Square | null} a @param {Square | null} b */
const same = (a, b) => (a === null && b === null) || sameSquare(a, b);

/** @param {KeyboardEvent} event @param {Listener} on */
function key(event, on) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const scene = on.scene(), at = scene?.cursor;
  if (event.key === "Escape") on.back();
  else if (!scene || !at) return;
  else if (isStep(event.key)) on.cursor(stepped(scene, at, event.key));
  else if (event.key === "n" || event.key === "p") on.cursor(nextOffered(scene, at, event.key === "p"));
  else if (event.key === "Enter" || event.key === " ") on.pick(at, { touch: false, keyboard: true });
  else if (event.key in on.shortcuts) on.shortcuts[event.key]();
  else return;
  event.preventDefault();
}
