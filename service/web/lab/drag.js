// Dragging by mouse, pen or finger. A press that does not move stays a click.
//
//   dragged(element, { begin: (target) => what or nothing, ghost: (what) => element,
//                      lift(what), over(target), drop(target), cancel(), signal })

import { h } from "../lib/dom.js";

const MOVED = 4; // pixels from which a press is a drag

export function dragged(element, { begin, ghost, lift, over, drop, cancel, signal }) {
  let press = null; // { what, x, y, id, carried }

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const what = begin(event.target);
    if (what) press = { what, x: event.clientX, y: event.clientY, id: event.pointerId, carried: null };
  });

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

  element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== press?.id) return;
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

  function end(event, then) {
    if (event.pointerId !== press?.id) return;
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

  const stopped = (event) => event.stopPropagation();

  element.addEventListener("pointerup", (event) => end(event, () => drop(under(event))));
  element.addEventListener("pointercancel", (event) => end(event, cancel));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && press?.carried) end({ pointerId: press.id }, cancel);
  }, { signal });
}
