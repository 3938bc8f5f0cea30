// A position and what happens in it, in words: for screen readers, lists and tooltips.

import { isObstacle, marksAt, MARKS, squareName, troopAt } from "./state.js";

export const SIDES = ["First", "Second"];

/** @type {Record<string, string>} */
export const TYPES = {
  S: "Scout", F: "Foot soldier", H: "Halberdier", A: "Archer", M: "Mage", K: "Knight", C: "Champion",
};

/** @param {string} slug */
const title = (slug) => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");

export const commandName = title;

/** 300 of 500, and 200 extra
 * @param {Pick<Troop, "health" | "max_health" | "extra_health">} troop */
export const healthWords = ({ health, max_health, extra_health }) =>
  `${health} of ${max_health}${extra_health ? ` and ${extra_health} extra` : ""}`;

/** @param {Pick<Troop, "effects" | "chastised">} troop */
export const effectWords = (troop) =>
  [...troop.effects.filter((effect) => effect !== "chastise").map(title), troop.chastised && "Chastised"]
    .filter(Boolean).join(", ");

/** A troop on its square: First's Champion k3, health 300 of 500.
 * @param {DrawnTroop} troop */
export function troopWords(troop) {
  const effects = effectWords(troop);
  return `${SIDES[troop.side]}'s ${troop.name}, health ${healthWords(troop)}, damage ${troop.damage}` +
    (effects && `, ${effects}`);
}

/** All there is to say of a square.
 * @param {Scene} scene @param {Square} at */
export function squareWords(scene, at) {
  const troop = troopAt(scene, at);
  const what = troop ? troopWords(troop) : isObstacle(scene, at) ? "obstacle" : "empty";
  const marks = [...new Set(marksAt(scene, at))].map((kind) => MARKS[kind]);
  return [squareName(at), what, ...marks].join(", ");
}

/** What an action is, before it is played: Champion k3 to k7.
 * @param {Action} action @param {Pick<Troop, "id" | "name">[]} troops */
export function actionWords(action, troops = []) {
  /** @param {number | null} id */
  const named = (id) => troops.find((troop) => troop.id === id)?.name ?? "troop";
  const to = action.to && squareName(action.to);
  switch (action.kind) {
    case "select": return `select ${named(action.troop)} ${to}`;
    case "move": return `${named(action.troop)} to ${to}`;
    case "attack": return `${named(action.troop)} attacks ${named(action.target)} ${to}`;
    case "command": return title(action.command ?? "") + (action.target === null ? "" : ` on ${named(action.target)} ${to}`);
    default: return "end of the turn";
  }
}

/** What an event did: Scout k4 attacks Champion k3: 100 damage, 400 back. The Scout dies.
 * @param {GameEvent} event */
export function eventWords(event) {
  const mover = TYPES[event.type ?? ""], target = TYPES[event.target_type ?? ""];
  const from = event.from && squareName(event.from), to = event.to && squareName(event.to);
  switch (event.kind) {
    case "select": return `${mover} ${to} is selected`;
    case "move": return `${mover} moves from ${from} to ${to}`;
    case "attack": return `${mover} ${from} attacks ${target} ${to}: ${exchange(event, mover, target)}`;
    case "command": return commandWords(event, target, to);
    default: return "the turn ends";
  }
}

/** @param {GameEvent} event @param {string} mover @param {string} target */
function exchange(event, mover, target) {
  const parts = [`${event.damage} damage`];
  if (event.counter) parts.push(`${event.counter} back`);
  const alike = mover === target;
  if (event.target !== null && event.kills.includes(event.target)) parts.push(`the ${alike ? "attacked " : ""}${target} dies`);
  if (event.troop !== null && event.kills.includes(event.troop)) parts.push(`the ${alike ? "attacking " : ""}${mover} dies`);
  return parts.join(", ");
}

/** @param {GameEvent} event @param {string} target @param {string | null} to */
function commandWords(event, target, to) {
  const name = title(event.command ?? "");
  if (event.target === null) return event.readied ? `${name}: ${title(event.readied)} is ready again` : name;
  const hit = event.damage ? `, ${event.damage} damage` : "";
  return `${name} on ${target} ${to}${hit}${event.kills.length ? `, the ${target} dies` : ""}`;
}

/** A sentence begins with a capital letter.
 * @param {string} text */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What a whole turn did, as one sentence.
 * @param {GameEvent[]} events */
export function turnWords(events) {
  if (!events.length) return "";
  const shown = events.filter(({ kind }) => kind !== "select" && kind !== "end");
  const said = shown.length ? shown.map(eventWords).join("; ") : `${TYPES[events[0].type ?? ""] ?? "Nothing"} stays`;
  return `${SIDES[events[0].player]}, turn ${events[0].turn}: ${said}.`;
}
