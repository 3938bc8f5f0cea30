// The shapes of troops and effects, in a box of 40 x 40 with its middle at 0, 0.

import { svg } from "../lib/dom.js";

/** @type {Record<string, string>} */
const TYPE_PATHS = {
  // a quick arrow head
  S: "M-9 -6 L0 -10 L9 -6 L0 9 Z M-4 -3 L0 4 L4 -3 L0 -5 Z",
  // a shield
  F: "M-8 -9 H8 V1 Q8 7 0 11 Q-8 7 -8 1 Z M-1.5 -6 V7 H1.5 V-6 Z",
  // an axe on a pole
  H: "M-1.5 -11 H1.5 V12 H-1.5 Z M1.5 -9 Q10 -9 10 -1 Q6 -3 1.5 -2 Z M-1.5 -8 L-8 -5 L-1.5 -2 Z",
  // a bow and its arrow
  A: "M-5 -11 Q11 -8 11 0 Q11 8 -5 11 L-5 8.5 Q7 6 7 0 Q7 -6 -5 -8.5 Z M-10 -1.2 H2 V-4 L8 0 L2 4 V1.2 H-10 Z",
  // a star
  M: "M0 -12 L3 -4 L11 -4 L4.6 1 L7 10 L0 4.8 L-7 10 L-4.6 1 L-11 -4 L-3 -4 Z",
  // a sword
  K: "M0 -13 L2.6 -9 V3 H8 V6 H2 V12 H-2 V6 H-8 V3 H-2.6 V-9 Z",
  // a crown
  C: "M-11 8 V-6 L-5.5 0 L0 -10 L5.5 0 L11 -6 V8 Z M-11 10 H11 V12 H-11 Z",
};

/** @type {Record<string, string>} */
const EFFECT_PATHS = {
  "battle-cry": "M-1 -4 H1 V1.5 H-1 Z M-1 2.6 H1 V4.4 H-1 Z",
  stoicism: "M-1.1 -4 H1.1 V-1.1 H4 V1.1 H1.1 V4 H-1.1 V1.1 H-4 V-1.1 H-1.1 Z",
  regenerate: "M0 4 Q-8 -2 -2.4 -3.6 Q-.6 -3.6 0 -2 Q.6 -3.6 2.4 -3.6 Q8 -2 0 4 Z",
  charge: "M-4 -3.4 L0 0 L-4 3.4 Z M0 -3.4 L4 0 L0 3.4 Z",
  vigilance: "M-4.4 0 Q0 -5 4.4 0 Q0 5 -4.4 0 Z M0 -1.5 A1.5 1.5 0 1 0 0 1.5 A1.5 1.5 0 1 0 0 -1.5 Z",
  "shield-wall": "M-3.6 -4 H3.6 V0 Q3.6 3 0 4.6 Q-3.6 3 -3.6 0 Z",
  bombard: "M0 -4.6 L1 -1 L4.6 0 L1 1 L0 4.6 L-1 1 L-4.6 0 L-1 -1 Z",
};

/** A troop's type: its symbol, or its letter where the board is small.
 * @param {string} letter */
export const typeShape = (letter) => [
  svg("path", { class: "symbol", d: TYPE_PATHS[letter], transform: "translate(0 -2.5) scale(.92)", "fill-rule": "evenodd" }),
  svg("text", { class: "letter-small", x: 11.5, y: -8.5 }, letter),
  svg("text", { class: "letter-big", y: 5 }, letter),
];

/** What a troop stands on: a disc; of the second side in the colour-blind scheme a striped square.
 * @param {number} side */
export const bodyShape = (side) => [
  svg("circle", { class: "body disc", r: 17 }),
  svg("rect", { class: "body block", x: -16, y: -16, width: 32, height: 32, rx: 4 }),
  side === 1 && svg("path", { class: "stripes", d: "M-16 -4 L-4 -16 M-16 8 L8 -16 M-12 16 L16 -12 M0 16 L16 0" }),
];

/** @param {string} effect @param {number} number */
export const effectShape = (effect, number) =>
  svg("g", { class: `effect ${effect}`, transform: `translate(-14.5 ${-13.5 + number * 10.5})` },
    svg("circle", { r: 5.6 }),
    svg("path", { d: EFFECT_PATHS[effect] ?? EFFECT_PATHS.stoicism, "fill-rule": "evenodd", transform: "scale(.9)" }));

/** A troop that cannot be selected: a barred ring. */
export const chastisedShape = () =>
  svg("g", { class: "chastised" },
    svg("circle", { r: 17 }), svg("path", { d: "M-12 12 L12 -12" }));

/** What stands on a square that is marked; each kind has a shape of its own, not only a colour.
 * @param {string} kind */
export function markShape(kind) {
  switch (kind) {
    case "select": return svg("path", { d: "M-19 -11 V-19 H-11 M11 -19 H19 V-11 M19 11 V19 H11 M-11 19 H-19 V11" });
    case "move": return svg("circle", { r: 6 });
    case "attack": return svg("g", {},
      svg("circle", { r: 18 }), svg("path", { d: "M0 -20 V-13 M0 20 V13 M-20 0 H-13 M20 0 H13" }));
    case "command": return svg("path", { d: "M0 -19.5 L19.5 0 L0 19.5 L-19.5 0 Z" });
    case "reach": return svg("circle", { r: 3.4 });
    case "plan": case "chosen": return svg("rect", { x: -18.5, y: -18.5, width: 37, height: 37, rx: 4 });
    default: return svg("rect", { x: -20, y: -20, width: 40, height: 40 });
  }
}
