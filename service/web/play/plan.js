// An action that waits to be confirmed, and what it would do.

import { h } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { eventWords, sentence, SIDES } from "../board/words.js";
import { reading } from "../parts/notice.js";

const HEADS = { attack: "Attack?", move: "Move?", command: "Use this command?", select: "Select this troop?" };

/** `preview` is the API's, or null while it is asked for. */
export function planPanel(view, plan, preview, { confirm, cancel }) {
  return h("section", { class: "plan", role: "group", "aria-label": HEADS[plan.kind] },
    h("h2", {}, HEADS[plan.kind]),
    preview ? foretold(view, preview) : reading("Looking ahead"),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: confirm, dataset: { focus: "confirm" } },
        plan.kind === "attack" ? "Attack" : "Yes"),
      h("button", { type: "button", onclick: cancel, dataset: { focus: "cancel" } }, "Back")));
}

function foretold(view, { events, troops, points, outcome, chance }) {
  const named = (id) => view.troops.find((troop) => troop.id === id);
  const changed = troops.filter(({ before, after, dies }) => dies || health(before) !== health(after));
  const earned = points.after.map((now, side) => [side, now - points.before[side]]).filter(([, more]) => more);
  return h("div", {},
    h("p", { class: "foretold" }, sentence(eventWords(events.at(-1)))),
    changed.length > 0 && h("ul", { class: "exchange" }, changed.map(({ id, before, after, dies }) => h("li", {},
      h("span", {}, `${SIDES[named(id).side]}'s ${named(id).name} ${named(id).square}`), " ",
      h("span", { class: "nowrap" }, `${health(before)} → `,
        dies ? h("strong", { class: "bad" }, "dies") : h("strong", {}, health(after)))))),
    earned.length > 0 && h("p", { class: "small soft" },
      earned.map(([side, more]) => `${SIDES[side]}: ${more > 0 ? "+" : "−"}${plural(Math.abs(more), "point")}`).join(", ")),
    chance && h("p", { class: "small soft" }, "What it makes ready is drawn by chance."),
    outcome && h("p", {}, h("strong", {}, sentence(outcome.text))));
}

const health = (state) => (state ? state.health + state.extra_health : 0);
