// Draws a scene in SVG. It knows nothing of events and of what can be done.
//
//   ground   squares, names of files and ranks, obstacles     drawn anew when the board changes
//   under    tinted squares                                   drawn anew each time
//   troops   one group for each troop, kept while it lives, so that it can be seen to move
//   over     marks, arrows, the cursor                        drawn anew each time

import { fill, svg } from "../lib/dom.js";
import { bodyShape, chastisedShape, effectShape, markShape, typeShape } from "./shapes.js";
import { placeOf, squareName } from "./state.js";

export const SQUARE = 40, EDGE = 18; // the edge holds the names of files and ranks
/** @typedef {Pick<Scene, "board" | "flipped">} Turned */

const TINTS = ["range", "last"];

/** The middle of a square, in the units of the drawing.
 * @param {Turned} scene @param {Square} at @returns {Square} */
export function middle(scene, at) {
  const [left, top] = placeOf(scene, at);
  return [EDGE + (left + 0.5) * SQUARE, (top + 0.5) * SQUARE];
}

export function makeDrawing() {
  const layers = Object.fromEntries(
    ["ground", "under", "troops", "marks", "arrows", "flashes", "cursor"].map((name) => [name, svg("g", { class: name })]));
  const element = svg("svg", { class: "squares", "aria-hidden": "true", focusable: "false" }, Object.values(layers));
  /** @type {Map<number, { group: SVGGElement, x: number, y: number, drawn: string }>} */
  const known = new Map(); // troop's number -> { group, at, drawn }
  let ground = "";

  /** Show a scene; the promise ends when what moves has arrived.
   * @param {Scene} scene */
  function draw(scene, milliseconds = 0) {
    drawGround(scene);
    const [tints, marks] = halves(scene.marks, ({ kind }) => TINTS.includes(kind));
    fill(layers.under, tints.map((mark) => drawMark(scene, mark)));
    const moving = drawTroops(scene, milliseconds);
    fill(layers.marks, marks.map((mark) => drawMark(scene, mark)));
    fill(layers.arrows, scene.arrows.map((arrow) => drawArrow(scene, arrow)));
    fill(layers.cursor, scene.cursor && drawCursor(scene, scene.cursor));
    if (scene.event && milliseconds) moving.push(...flashes(scene, scene.event, layers.flashes, milliseconds));
    return Promise.allSettled(moving);
  }

  /** @param {Scene} scene */
  function drawGround(scene) {
    const now = JSON.stringify([scene.board, scene.flipped]);
    if (now === ground) return;
    ground = now;
    const { width, height, obstacles } = scene.board;
    element.setAttribute("viewBox", `0 0 ${width * SQUARE + EDGE} ${height * SQUARE + EDGE}`);
    fill(layers.ground, drawSquares(scene), drawNames(scene), obstacles.map((at) => drawObstacle(scene, at)));
  }

  /** @param {Scene} scene @param {number} milliseconds */
  function drawTroops(scene, milliseconds) {
    /** @type {(Promise<unknown> | null | undefined | void)[]} */
    const moving = [];
    const alive = new Set(scene.troops.map(({ id }) => id));
    for (const [id, { group }] of known)
      if (!alive.has(id)) {
        known.delete(id);
        moving.push(leave(group, milliseconds));
      }
    for (const troop of scene.troops) moving.push(place(scene, troop, milliseconds));
    return moving.filter(Boolean);
  }

  /** @param {Scene} scene @param {DrawnTroop} troop @param {number} milliseconds */
  function place(scene, troop, milliseconds) {
    const [x, y] = middle(scene, troop.at);
    const drawn = JSON.stringify([troop, scene.selected === troop.id]);
    let one = known.get(troop.id);
    if (!one) {
      one = { group: svg("g"), x, y, drawn: "" };
      known.set(troop.id, one);
      layers.troops.append(one.group);
    }
    if (one.drawn !== drawn) drawTroop(one.group, troop, scene.selected === troop.id);
    const { group, x: oldX, y: oldY } = one;
    Object.assign(one, { drawn, x, y });
    group.setAttribute("transform", `translate(${x} ${y})`);
    if (!milliseconds || (oldX === x && oldY === y)) return null;
    return group.animate(
      [{ transform: `translate(${oldX}px, ${oldY}px)` }, { transform: `translate(${x}px, ${y}px)` }],
      { duration: milliseconds, easing: "ease-in-out" }).finished;
  }

  return { element, draw };
}

/** @param {SVGElement} group @param {Node[]} children */
const append = (group, ...children) => {
  group.append(...children);
  return group;
};

/** @template One
 * @param {One[]} list @param {(one: One) => boolean} test */
const halves = (list, test) => [list.filter(test), list.filter((one) => !test(one))];

/** @param {SVGElement} group @param {number} milliseconds */
function leave(group, milliseconds) {
  if (!milliseconds) return void group.remove();
  return group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: milliseconds, fill: "forwards" })
    .finished.finally(() => group.remove());
}

// ---- the ground

/** @param {Scene} scene */
function drawSquares({ board: { width, height } }) {
  let dark = "";
  for (let left = 0; left < width; left++)
    for (let top = 0; top < height; top++)
      if ((left + top) % 2) dark += `M${EDGE + left * SQUARE} ${top * SQUARE}h${SQUARE}v${SQUARE}h${-SQUARE}z`;
  return [
    svg("rect", { class: "light", x: EDGE, y: 0, width: width * SQUARE, height: height * SQUARE }),
    svg("path", { class: "dark", d: dark }),
    svg("rect", { class: "edge", x: EDGE, y: 0, width: width * SQUARE, height: height * SQUARE }),
  ];
}

/** @param {Scene} scene */
function drawNames(scene) {
  const { width, height } = scene.board;
  const files = Array.from({ length: width }, (_, x) =>
    svg("text", { class: "name", x: middle(scene, [x, 0])[0], y: height * SQUARE + 14 }, squareName([x, 0])[0]));
  const ranks = Array.from({ length: height }, (_, y) =>
    svg("text", { class: "name", x: EDGE / 2, y: middle(scene, [0, y])[1] + 4.5 }, y + 1));
  return [files, ranks];
}

/** @param {Scene} scene @param {Square} at */
function drawObstacle(scene, at) {
  const [x, y] = middle(scene, at);
  return svg("g", { class: "obstacle", transform: `translate(${x} ${y})` },
    svg("path", { d: "M-16 16 L-12 -6 L-3 -15 L8 -11 L16 4 L15 16 Z" }),
    svg("path", { class: "crack", d: "M-3 -15 L1 -2 L-5 8 M1 -2 L9 3" }));
}

// ---- troops

/** @param {SVGElement} group @param {DrawnTroop} troop @param {boolean} selected */
function drawTroop(group, troop, selected) {
  group.setAttribute("class", `troop side${troop.side} t${troop.type}${selected ? " selected" : ""}`);
  group.dataset.square = troop.square;
  fill(group, bodyShape(troop.side), typeShape(troop.type), drawHealth(troop),
    svg("text", { class: "damage", x: 19, y: 13 }, troop.damage),
    troop.effects.filter((effect) => effect !== "chastise").map(effectShape),
    troop.chastised && chastisedShape());
}

/** Health as a part of the full one; extra health goes on in another shade.
 * @param {DrawnTroop} troop */
function drawHealth({ health, max_health, extra_health }) {
  const whole = Math.max(max_health, health + extra_health), width = 36;
  /** @param {number} value */
  const part = (value) => (width * value) / whole;
  const share = health / max_health;
  return svg("g", { class: "health", transform: "translate(-18 14.5)" },
    svg("rect", { class: "empty-part", width, height: 5 }),
    svg("rect", { class: share > 0.5 ? "much" : share > 0.25 ? "some" : "little", width: part(health), height: 5 }),
    extra_health > 0 && svg("rect", { class: "extra", x: part(health), width: part(extra_health), height: 5 }));
}

// ---- marks, arrows, the cursor, what was hit

/** @param {Scene} scene @param {Mark} mark */
function drawMark(scene, { at, kind }) {
  const [x, y] = middle(scene, at);
  return svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})`,
    dataset: { mark: kind, square: squareName(at) } }, markShape(kind));
}

/** @param {Scene} scene @param {Arrow} arrow */
function drawArrow(scene, { from, to, kind, side, faint }) {
  const [x1, y1] = middle(scene, from), [x2, y2] = middle(scene, to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI, end = length - 10;
  const group = svg("g", { class: `arrow ${kind} side${side}${faint ? " faint" : ""}`,
    transform: `translate(${x1} ${y1}) rotate(${angle})`,
    dataset: { arrow: kind, from: squareName(from), to: squareName(to) } });
  // A command comes from nowhere: a ring stands around its target.
  if (!length) return append(group, svg("circle", { class: "shaft", r: 18 }));
  return append(group,
    svg("path", { class: "shaft", d: `M10 0 H${Math.max(11, end - 8)}` }),
    svg("path", { class: "head", d: `M${end} 0 l-12 -8 v16 z` }));
}

/** @param {Scene} scene @param {Square} cursor */
function drawCursor(scene, cursor) {
  const [x, y] = middle(scene, cursor);
  return svg("rect", { x: x - 19, y: y - 19, width: 38, height: 38, rx: 3, dataset: { cursor: squareName(cursor) } });
}

/** The health that an attack took, rising from the squares where it was lost.
 * @param {Scene} scene @param {GameEvent} event @param {SVGElement} layer @param {number} milliseconds */
function flashes(scene, event, layer, milliseconds) {
  const { kind, damage, counter, from, to } = event;
  const lost = [{ at: to, amount: kind === "move" ? 0 : damage }, { at: from, amount: kind === "attack" ? counter : 0 }];
  return lost.flatMap(({ at, amount }) => {
    if (!at || !amount) return [];
    const [x, y] = middle(scene, at);
    const text = svg("text", { class: "lost", x, y: y + 5 }, `−${amount}`);
    layer.append(text);
    return text.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateY(-26px)" }],
      { duration: 2 * milliseconds, easing: "ease-out" }).finished.finally(() => text.remove());
  });
}
