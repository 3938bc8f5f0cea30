// The forms beside a board that is set up: what a click places, one troop, the turn, both sides.

import { h, svg, unique } from "../lib/dom.js";
import { bodyShape, typeShape } from "../board/shapes.js";
import { commandName, SIDES, TYPES } from "../board/words.js";
import { PHASES, statsOf } from "./drawn.js";

const OTHER_TOOLS = { choose: "Choose and move", erase: "Remove", obstacle: "Obstacle" };
/** @param {Tool} a @param {Tool} b */
const sameTool = (a, b) =>
  (typeof a === "string" || typeof b === "string" ? a === b : a.type === b.type && a.side === b.side);

/** Radio buttons: by keyboard as by click.
 * @param {Tool} tool @param {(tool: Tool) => void} choose */
export function toolPanel(tool, choose) {
  const name = "tool";
  /** @param {Tool} value @param {string} label @param {string} key @param {SVGElement} [picture] */
  const one = (value, label, key, picture) => {
    const id = unique("tool");
    return h("div", { class: "tool" },
      h("input", { type: "radio", id, name, checked: sameTool(tool, value), onchange: () => choose(value),
        dataset: { focus: key } }),
      h("label", { for: id, title: label }, picture ? [picture, h("span", { class: "hidden" }, label)] : label));
  };
  return h("fieldset", { class: "tool-panel" }, h("legend", {}, "A click on the board"),
    h("div", { class: "tools" }, Object.entries(OTHER_TOOLS).map(([value, label]) => one(/** @type {Tool} */ (value), label, value))),
    [0, 1].map((side) => h("div", { class: `tools side${side}` },
      Object.entries(TYPES).map(([type, label]) =>
        one({ type, side }, `${SIDES[side]}'s ${label}`, `${type}${side}`, picture(type, side))))));
}

/** @param {string} type @param {number} side */
const picture = (type, side) =>
  svg("svg", { class: "tool-picture part", viewBox: "-20 -20 40 40", width: 32, height: 32, "aria-hidden": "true" },
    svg("g", { class: `troop side${side}` }, bodyShape(side), typeShape(type)));

/** @param {string} label @param {number | undefined} value @param {(value: number) => void} set @param {{ low?: number, high?: number, key?: string }} limits */
function number(label, value, set, { low = 0, high, key } = {}) {
  const id = unique("number");
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("input", { type: "number", id, value, min: low, max: high, step: 1, dataset: key === undefined ? undefined : { focus: key },
      oninput: ({ target }) => { if (target.value !== "" && target.validity.valid) set(Number(target.value)); } }));
}

/** @param {string} label @param {boolean} checked @param {(on: boolean) => void} set @param {string} key */
function tick(label, checked, set, key) {
  const id = unique("tick");
  return h("div", { class: "inline" },
    h("input", { type: "checkbox", id, checked, onchange: ({ target }) => set(target.checked), dataset: { focus: key } }),
    h("label", { for: id }, label));
}

/** `selected` says whether it is the selected one; undefined where it cannot be: it is not its turn.
 * @param {SetTroop} troop @param {Stats} stats
 * @param {{ set(values: Partial<SetTroop>): void, remove(): void, selected: boolean | undefined, select(on: boolean): void }} given */
export function troopFields(troop, stats, { set, remove, selected, select }) {
  const { health } = statsOf(stats, troop.type);
  return h("fieldset", { class: `side${troop.side}` },
    h("legend", {}, `${SIDES[troop.side]}'s ${TYPES[troop.type]}`),
    h("div", { class: "numbers" },
      number(`Health, at most ${health}`, troop.health ?? health, (value) => set({ health: value }),
        { low: 1, high: health, key: "health" }),
      number("Extra health", troop.extra_health, (value) => set({ extra_health: value }), { key: "extra" }),
      selected && number("Squares moved in this turn", troop.moved, (value) => set({ moved: value }), { key: "moved" })),
    selected !== undefined && tick("Selected in this turn", selected, select, "selected"),
    effectFields(troop, stats, set),
    h("div", { class: "actions" },
      button("Other side", () => set({ side: 1 - troop.side })), button("Remove", remove)));
}

/** Commands in effect on a troop; the server says which of them cannot be.
 * @param {SetTroop} troop @param {Stats} stats @param {(values: Partial<SetTroop>) => void} set */
function effectFields(troop, stats, set) {
  const { effects } = troop;
  /** @param {string} command @returns {(on: boolean) => void} */
  const change = (command) => (on) =>
    set({ effects: on ? [...effects, command] : effects.filter((one) => one !== command) });
  return h("div", { role: "group", "aria-label": "In effect on this troop" },
    h("p", { class: "small soft" }, "In effect on this troop"),
    h("div", { class: "effects" }, stats.commands.filter((command) => command !== "winds-of-fate").map((command) =>
      tick(commandName(command), effects.includes(command), change(command), `effect-${command}`))));
}

/** @param {string} name @param {() => void} onclick */
const button = (name, onclick) => h("button", { type: "button", onclick, dataset: { focus: name } }, name);

/** @type {Record<string, string>} */
const PHASE_WORDS = {
  selection: "begins: a troop is to be selected", movement: "the selected troop may move or attack",
  combat: "the selected troop may attack", rally: "a command, or its end",
};

/** How far the turn is.
 * @param {SetBoard} drawn @param {(phase: string) => void} set */
export function phaseField({ phase }, set) {
  const id = unique("phase");
  return h("div", { class: "field" }, h("label", { for: id }, "The turn"),
    h("select", { id, onchange: ({ target }) => set(target.value), dataset: { focus: "phase" } },
      PHASES.map((value) => h("option", { value, selected: value === phase }, PHASE_WORDS[value]))));
}

/** @param {SetBoard} drawn @param {(values: Partial<SetBoard>) => void} set */
export function turnFields(drawn, set) {
  const name = unique("to-move");
  return h("fieldset", {}, h("legend", {}, "Side to move"),
    h("div", { class: "actions" }, [0, 1].map((side) => {
      const id = unique("side");
      return h("span", { class: "inline" },
        h("input", { type: "radio", id, name, checked: drawn.player === side, onchange: () => set({ player: side }) }),
        h("label", { for: id }, SIDES[side]));
    })),
    number("Turn", drawn.turn, (turn) => set({ turn }), { low: 1 }));
}

/** Command points and commands, with the turns until each is ready. The forms keep what they show.
 * @param {SetBoard} drawn @param {Stats} stats @param {(values: Partial<SetBoard>) => void} set */
export function sidesPanel(drawn, stats, set) {
  const points = [...drawn.points], commands = drawn.commands.map((one) => ({ ...one }));
  const noted = () => set({ points: [...points], commands: commands.map((one) => ({ ...one })) });
  return [0, 1].map((side) => h("fieldset", { class: `side${side}` },
    h("legend", {}, h("span", { class: "side-mark", "aria-hidden": "true" }), ` ${SIDES[side]}`),
    number("Command points", points[side], (value) => { points[side] = value; noted(); }),
    h("details", { open: Object.keys(commands[side]).length > 0 },
      h("summary", {}, "Commands, and turns until each is ready"),
      stats.commands.map((command) => commandField(commands[side], command, side, noted)))));
}

/** @param {Record<string, number>} commands @param {string} command @param {number} side @param {() => void} noted */
function commandField(commands, command, side, noted) {
  const id = unique("command"), has = command in commands;
  const rest = h("input", { type: "number", min: 0, step: 1, value: commands[command] ?? 0, disabled: !has,
    "aria-label": `${SIDES[side]}: turns until ${commandName(command)} is ready`,
    oninput: ({ target }) => { if (target.value !== "") { commands[command] = Number(target.value); noted(); } } });
  const tick = h("input", { type: "checkbox", id, checked: has, onchange: ({ target }) => {
    if (target.checked) commands[command] = Number(rest.value);
    else delete commands[command];
    rest.disabled = !target.checked;
    noted();
  } });
  return h("div", { class: "command-field" }, tick, h("label", { for: id }, commandName(command)), rest);
}
