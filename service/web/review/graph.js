// The graph of values: the first side's chance to win after every turn, with the marked turns. A click
// leads to the turn that is nearest, and each marked turn is a button.

import { h, svg } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { chart, plane } from "../parts/chart.js";
import { SIDES } from "../board/words.js";

const HEIGHT = 210;
const SHAPES = { blunder: "M0 -7 L7 6 H-7 Z", mistake: "M0 -7 L7 0 L0 7 L-7 0 Z", inaccuracy: "M-5 -5 H5 V5 H-5 Z" };

/** `review` is the API's; `goTo(turn)` is called with one of its turns. `show(turn)` moves the line. */
export function valueGraph(review, goTo) {
  const { turns } = review;
  const points = [
    { x: turns[0].turn - 1, y: review.start.first_chance },
    ...turns.map(({ turn, first_chance }) => ({ x: turn, y: first_chance })),
  ];
  const xs = [points[0].x, Math.max(points.at(-1).x, points[0].x + 1)];
  let at = null, here = null, line = null;

  function place() {
    if (line && here !== null) for (const end of ["x1", "x2"]) line.setAttribute(end, at.x(here));
  }

  function draw(width, height) {
    at = plane(width, height,
      { xs, ys: [0, 1], xTitle: "turn", yTitle: "", xForm: String, yForm: (share) => percent(share, 0) });
    const path = points.map(({ x, y }) => `${at.x(x)},${at.y(y)}`).join(" ");
    line = svg("line", { class: "here", x1: at.left, x2: at.left, y1: at.top, y2: at.bottom });
    const field = svg("rect", { class: "field", x: at.left, y: at.top,
      width: at.right - at.left, height: at.bottom - at.top, onclick: pick });
    place();
    return [at.parts,
      svg("polygon", { class: "area first-side",
        points: `${at.x(xs[0])},${at.y(0.5)} ${path} ${at.x(points.at(-1).x)},${at.y(0.5)}` }),
      svg("line", { class: "reference", x1: at.left, x2: at.right, y1: at.y(0.5), y2: at.y(0.5) }),
      svg("polyline", { class: "line first-side", points: path }), line, field,
      review.marked.toSorted((a, b) => a.turn - b.turn).map(mark)];
  }

  /** The turn that is nearest to a click. */
  function pick({ clientX, target }) {
    const left = clientX - target.ownerSVGElement.getBoundingClientRect().left;
    const away = ({ turn }) => Math.abs(at.x(turn) - left);
    goTo(turns.reduce((best, one) => (away(one) < away(best) ? one : best)));
  }

  function mark(turn) {
    const side = SIDES[turn.player].toLowerCase();
    const words = `Turn ${turn.turn}, ${side}: ${turn.mark}, cost ${percent(turn.chance_loss, 0)}`;
    const press = (event) => {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      goTo(turn);
    };
    return svg("g", { class: `value-mark ${turn.mark}`, role: "button", tabindex: 0, "aria-label": words,
        transform: `translate(${at.x(turn.turn)} ${at.y(turn.first_chance)})`,
        onclick: press, onkeydown: press, dataset: { turn: turn.turn } },
      svg("title", {}, words), svg("circle", { class: "around", r: 11 }), svg("path", { d: SHAPES[turn.mark] }));
  }

  const element = h("div", { class: "value-graph" },
    chart({ label: "First side's chance to win after every turn. Marked turns are buttons.", height: HEIGHT, draw }));

  return {
    element,
    show: (turn) => { here = Math.min(Math.max(turn, xs[0]), xs[1]); place(); },
  };
}
