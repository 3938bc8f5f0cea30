// Dragging by mouse, pen or finger. A press that does not move stays a click.

import { h } from "../lib/dom.js";

const MOVED = 4; // pixels from which a press is a drag

/** @template What
 * @typedef {object} Drag
 * @property {(target: Element) => What | null} begin what would be dragged, if anything
 * @property {(what: What) => Child} ghost what follows the pointer
 * @property {(what: What) => void} lift
 * @property {(target: Element | null) => void} over
 * @property {(target: Element | null) => void} drop
 * @property {() => void} cancel
 * @property {AbortSignal} signal */

/** @template What
 * @param {HTMLElement} element @param {Drag<What>} drag */
export function dragged(element, { begin, ghost, lift, over, drop, cancel, signal }) {
  /** @type {{ what: What, x: number, y: number, id: number, carried: HTMLElement | null } | null} */
  let press = null;

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const what = begin(/** @type {Element} */ (event.target));
    if (what) press = { what, x: event.clientX, y: event.clientY, id: event.pointerId, carried: null };
  });

  /** @param {PointerEvent} event */
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

  element.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    if (!press.carried) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < MOVED) return;
      press.carried = h("div", { class: "lab-ghost" }, ghost(press.what));
      document.body.append(press.carried);
      element.setPointerCapture(press.id); // before what was pressed is drawn anew
      lift(press.what);
    }
    press.carried.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px)`);
    over(under(event));
  });

  /** @param {number} id @param {() => void} then */
  function end(id, then) {
    if (!press || id !== press.id) return;
    const { carried } = press;
    press = null;
    if (!carried) return;
    carried.remove();
    over(null);
    then();
    // The click that follows belongs to the drag.
    element.addEventListener("click", stopped, { capture: true, once: true });
    setTimeout(() => element.removeEventListener("click", stopped, { capture: true }));
  }

  /** @param {Event} event */
  const stopped = (event) => event.stopPropagation();

  element.addEventListener("pointerup", (event) => end(event.pointerId, () => drop(under(event))));
  element.addEventListener("pointercancel", (event) => end(event.pointerId, cancel));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && press?.carried) end(press.id, cancel);
  }, { signal });
}
