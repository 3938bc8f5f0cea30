// A side of a game: who plays it, its points, its troops, its commands with cost and cooldown.

import { h } from "../lib/dom.js";
import { plural } from "../lib/format.js";
import { SIDES } from "../board/words.js";
import { troopLine } from "../parts/setup_picture.js";

/** @param {string} side */
export const playerName = (side) => (side === "human" ? "you" : side);

/** @typedef {Pick<View, "player" | "players" | "troops" | "names" | "sides" | "outcome"> & { phase: string, action_space?: string }} Sided
 * what of a position the sides are drawn from */

/** A side; `press(slug)` if its commands can be used now, `chosen` the one that waits for its target.
 *  A person's commands are buttons at all times, so that nothing moves when the turn changes. `player` says who plays, where that matters.
 * @param {Sided} view @param {number} side @param {{ press?: ((slug: string) => void) | false, chosen?: string | null, player?: string }} given */
export function sidePanel(view, side, { press, chosen, player = playerName(view.sides[side]) }) {
  const { points, income, commands } = view.players[side];
  const troops = view.troops.filter((troop) => troop.side === side);
  const toMove = view.player === side && !view.outcome;
  return h("section", { class: `side-panel side${side}${toMove ? " to-move" : ""}`, "aria-label": `${SIDES[side]} side` },
    h("h2", {},
      h("span", { class: "side-mark", "aria-hidden": "true" }), [SIDES[side], view.names[side]].filter(Boolean).join(": "),
      player && h("span", { class: "soft" }, ` (${player})`),
      toMove && h("span", { class: "badge running" }, "to move")),
    h("p", { class: "small" },
      h("strong", {}, plural(points, "point")), h("span", { class: "soft" }, `, ${income} more each turn`), " · ",
      troops.length ? [troopLine(troops.map(({ type }) => type).join("")), ` ${troops.length}`] : "no troop left"),
    commands.length > 0 && h("ul", { class: "commands", "aria-label": `Commands of the ${SIDES[side].toLowerCase()} side` },
      commands.map((command) => h("li", {},
        view.sides[side] === "human" ? button(command, points, press, chosen, waitsForTroop(view)) : row(command)))));
}

/** Whether commands are for the selected troop's turn, and none is selected yet.
 * @param {Sided} view */
const waitsForTroop = ({ phase, action_space: space }) => phase === "selection" && space === "thesis";

/** @param {Command} command @param {number} points @param {((slug: string) => void) | false | undefined} press
 * @param {string | null | undefined} chosen @param {boolean} waits */
function button(command, points, press, chosen, waits) {
  return h("button", { type: "button", class: "command", disabled: !press || !command.usable, title: command.text,
      "aria-pressed": String(chosen === command.command), onclick: press ? () => press(command.command) : null,
      dataset: { command: command.command, focus: `command-${command.command}` } },
    h("span", { class: "command-name" }, command.name, h("span", { class: "soft" }, ` ${command.cost}`)),
    h("span", { class: "small soft" }, command.effect),
    h("span", { class: "small" }, stateWords(command, points, waits)));
}

/** @param {Command} command */
const row = (command) =>
  h("span", { class: "command row small", title: `${command.effect}. ${command.text}` },
    h("span", {}, command.name, h("span", { class: "soft" }, ` ${command.cost}`)),
    h("span", { class: "soft" }, command.cooldown_left ? `in ${plural(command.cooldown_left, "turn")}` : "ready"));

/** Whether a command can be used, and if not, why.
 * @param {Command} command @param {number} points @param {boolean} waits */
function stateWords({ usable, cooldown, cooldown_left, cost, affordable }, points, waits) {
  if (cooldown_left) return `ready in ${plural(cooldown_left, "turn")}`;
  if (!affordable) return `${plural(cost - points, "point")} missing`;
  if (usable) return `ready, then rests ${plural(cooldown, "turn")}`;
  return waits ? "ready once a troop is selected" : "ready, but nothing to use it on now";
}
