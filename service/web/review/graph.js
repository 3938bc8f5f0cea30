// The graph of values: the first side's chance to win after every turn, with the marked turns. A click
// leads to the turn that is nearest, and each marked turn is a button.

import { h, svg } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { chart, plane } from "../parts/chart.js";
import { SIDES } from "../board/words.js";

const HEIGHT = 210;
/** @type {Record<string, string>} */
const SHAPES = { blunder: "M0 -7 L7 6 H-7 Z", mistake: "M0 -7 L7 0 L0 7 L-7 0 Z", inaccuracy: "M-5 -5 H5 V5 H-5 Z" };

/** `review` is the API's; `goTo(turn)` is called with one of its turns. `show(turn)` moves the line.
 * @param {Review} review @param {(turn: ReviewTurn) => void} goTo */
export function valueGraph(review, goTo) {
  const { turns } = review;
  const points = [
    { x: turns[0].turn - 1, y: review.start.first_chance },
    ...turns.map(({ turn, first_chance }) => ({ x: turn, y: first_chance })),
  ];
  /** @type {[number, number]} */
  const xs = [points[0].x, Math.max(points[points.length - 1].x, points[0].x + 1)];
  let at = /** @type {ReturnType<typeof plane> | null} */ (null), here = /** @type {number | null} */ (null);
  let line = /** @type {SVGLineElement | null} */ (null);

  function place() {
    if (line && at && here !== null) for (const end of ["x1", "x2"]) line.setAttribute(end, String(at.x(here)));
  }

  /** @param {number} width @param {number} height */
  function draw(width, height) {
    const ground = plane(width, height,
      { xs, ys: [0, 1], xTitle: "turn", yTitle: "", xForm: String, yForm: (share) => percent(share, 0) });
    at = ground;
    const path = points.map(({ x, y }) => `${ground.x(x)},${ground.y(y)}`).join(" ");
    line = svg("line", { class: "here", x1: ground.left, x2: ground.left, y1: ground.top, y2: ground.bottom });
    const field = svg("rect", { class: "field", x: ground.left, y: ground.top,
      width: ground.right - ground.left, height: ground.bottom - ground.top, onclick: pick });
    place();
    return [ground.parts,
      svg("polygon", { class: "area first-side",
        points: `${ground.x(xs[0])},${ground.y(0.5)} ${path} ${ground.x(points[points.length - 1].x)},${ground.y(0.5)}` }),
      svg("line", { class: "reference", x1: ground.left, x2: ground.right, y1: ground.y(0.5), y2: ground.y(0.5) }),
      svg("polyline", { class: "line first-side", points: path }), line, field,
      review.marked.toSorted((a, b) => a.turn - b.turn).map((turn) => mark(turn, ground))];
  }

  /** The turn that is nearest to a click.
   * @param {Handled<MouseEvent, SVGElement>} event */
  function pick({ clientX, target }) {
    if (!at) return;
    const { x } = at, left = clientX - (target.ownerSVGElement?.getBoundingClientRect().left ?? 0);
    /** @param {ReviewTurn} turn */
    const away = ({ turn }) => Math.abs(x(turn) - left);
    goTo(turns.reduce((best, one) => (away(one) < away(best) ? one : best)));
  }

  /** @param {MarkedTurn} turn @param {ReturnType<typeof plane>} ground */
  function mark(turn, ground) {
    const side = SIDES[turn.player].toLowerCase();
    const words = `Turn ${turn.turn}, ${side}: ${turn.mark}, cost ${percent(turn.chance_loss, 0)}`;
    /** @param {Event} event */
    const press = (event) => {
      if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      goTo(turn);
    };
    return svg("g", { class: `value-mark ${turn.mark}`, role: "button", tabindex: 0, "aria-label": words,
        transform: `translate(${ground.x(turn.turn)} ${ground.y(turn.first_chance)})`,
        onclick: press, onkeydown: press, dataset: { turn: turn.turn } },
      svg("title", {}, words), svg("circle", { class: "around", r: 11 }), svg("path", { d: SHAPES[turn.mark] }));
  }

  const element = h("div", { class: "value-graph" },
    chart({ label: "First side's chance to win after every turn. Marked turns are buttons.", height: HEIGHT, draw }));

  return {
    element,
    /** @param {number} turn */
    show: (turn) => { here = Math.min(Math.max(turn, xs[0]), xs[1]); place(); },
  };
}
