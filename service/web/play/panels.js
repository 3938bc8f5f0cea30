// The panel of what is at hand in a game: a turn that is played back, an action that waits to be confirmed,
// a troop that is looked at, a hint, the end of the game, or how to go on.

import { h } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { commandName, effectWords, eventWords, healthWords, sentence, SIDES } from "../board/words.js";
import { reading } from "../parts/notice.js";
import { hintPanel } from "./hint.js";
import { ADVICE } from "./saying.js";
import { outcomePanel } from "./tools.js";

/** @param {View} view @param {Session} session
 * @param {{ anew: Parameters<typeof outcomePanel>[2]["anew"], typed: string | null }} given
 * @returns {Child} */
export function panelOf(view, session, { anew, typed }) {
  const { choice, hint, preview, act, back } = session;
  if (session.playing) return h("div", { class: "actions" }, h("button", { type: "button", onclick: session.skip }, "Skip"));
  if (view.outcome) return outcomePanel(view, view.outcome, { anew, typed });
  const { plan } = choice;
  if (plan) return planPanel(view, plan, preview, { confirm: () => act(plan.actions), cancel: back });
  const looked = view.troops.find((troop) => troop.id === choice.troop);
  if (looked) return troopPanel(looked, selecting(session, looked));
  if (choice.command) return h("p", { class: "advice" }, `${commandName(choice.command)}: choose its target. Escape takes it back.`);
  if (hint) return hintPanel(view, hint, { play: () => act(hint.turn.map(({ text }) => text)), close: back });
  return session.can().act && h("p", { class: "advice small soft" }, ADVICE[view.phase]);
}

/** What selects a troop, if it can be selected now.
 * @param {Session} session @param {Troop} troop */
function selecting(session, troop) {
  const action = session.open().actions.find((one) => one.kind === "select" && one.troop === troop.id);
  return action && (() => session.act([action.text]));
}

// ---- a troop

/** @param {Troop} troop @param {(() => void) | undefined} select */
function troopPanel(troop, select) {
  const effects = effectWords(troop);
  return h("section", { class: `plan troop-panel side${troop.side}`, "aria-label": "The troop that is looked at" },
    h("h2", {}, h("span", { class: "side-mark", "aria-hidden": "true" }),
      ` ${SIDES[troop.side]}'s ${troop.name} ${troop.square}`),
    h("p", { class: "small" }, `Health ${healthWords(troop)}, damage ${troop.damage}, range ${troop.range}, ` +
      `movement ${troop.movement_left}${effects ? `. ${effects}` : ""}.`),
    select && h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: select, dataset: { focus: "select" } }, "Select it"),
      h("span", { class: "small soft" }, "or choose where it goes")));
}

// ---- an action that waits to be confirmed, and what it would do

/** @type {Record<string, string>} */
const HEADS = { attack: "Attack?", move: "Move?", command: "Use this command?", select: "Select this troop?" };

/** `preview` is the API's, or null while it is asked for.
 * @param {View} view @param {Plan} plan @param {Preview | null} preview
 * @param {{ confirm(): void, cancel(): void }} on */
function planPanel(view, plan, preview, { confirm, cancel }) {
  return h("section", { class: "plan", role: "group", "aria-label": HEADS[plan.kind] },
    h("h2", {}, HEADS[plan.kind]),
    preview ? foretold(view, preview) : reading("Looking ahead"),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: confirm, dataset: { focus: "confirm" } },
        plan.kind === "attack" ? "Attack" : "Yes"),
      h("button", { type: "button", onclick: cancel, dataset: { focus: "cancel" } }, "Back")));
}

/** @param {View} view @param {Preview} preview */
function foretold(view, { events, troops, points, outcome, chance }) {
  const changed = troops.filter(({ before, after, dies }) => dies || health(before) !== health(after));
  const earned = points.after.map((now, side) => [side, now - points.before[side]]).filter(([, more]) => more);
  return h("div", {},
    h("p", { class: "foretold" }, sentence(eventWords(events[events.length - 1]))),
    changed.length > 0 && h("ul", { class: "exchange" }, changed.map(({ id, before, after, dies }) => h("li", {},
      h("span", {}, nameOf(view, id)), " ",
      h("span", { class: "nowrap" }, `${health(before)} → `,
        dies ? h("strong", { class: "bad" }, "dies") : h("strong", {}, health(after)))))),
    earned.length > 0 && h("p", { class: "small soft" },
      earned.map(([side, more]) => `${SIDES[side]}: ${more > 0 ? "+" : "−"}${plural(Math.abs(more), "point")}`).join(", ")),
    chance && h("p", { class: "small soft" }, "What it makes ready is drawn by chance."),
    outcome && h("p", {}, h("strong", {}, sentence(outcome.text))));
}

/** @param {View} view @param {number} id */
function nameOf({ troops }, id) {
  const troop = troops.find((one) => one.id === id);
  return troop && `${SIDES[troop.side]}'s ${troop.name} ${troop.square}`;
}

/** @param {Standing | null} state */
const health = (state) => (state ? state.health + state.extra_health : 0);
