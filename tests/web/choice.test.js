// What a click means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canDrag, commanded, dragged, marksOf, NOTHING, offersOf, picked, takenBack } from "../../service/web/play/choice.js";
import { action, END, REACH, viewOf } from "./positions.js";

const never = () => false, always = () => true;
const LOOKING = { ...NOTHING, troop: 0 };

test("the first click on a troop looks at it, the second selects it", () => {
  const view = viewOf();
  const first = picked(view, REACH, NOTHING, [4, 4], never);
  assert.deepEqual(first, { choice: LOOKING, play: null });
  assert.deepEqual(picked(view, REACH, first.choice, [4, 4], never), { choice: NOTHING, play: ["select e5"] });
});

test("a square that the troop reaches is played together with its selection", () => {
  assert.deepEqual(picked(viewOf(), REACH, LOOKING, [5, 5], never).play, ["select e5", "move f6"]);
  assert.deepEqual(picked(viewOf(), REACH, LOOKING, [5, 6], never).play, ["select e5", "attack f7"]);
});

test("a target that is only reached after a move is not attacked at once", () => {
  const offers = offersOf(viewOf(), REACH, { ...NOTHING, troop: 1 });
  assert.deepEqual(offers.filter(({ kind }) => kind === "attack"), []);
  assert.deepEqual(picked(viewOf(), REACH, { ...NOTHING, troop: 1 }, [5, 6], never), { choice: { ...NOTHING, troop: 7 }, play: null });
});

test("without the reach only what the view offers can be played", () => {
  assert.deepEqual(offersOf(viewOf(), null, LOOKING).map(({ kind }) => kind), ["select", "select"]);
  assert.deepEqual(picked(viewOf(), null, LOOKING, [5, 5], never), { choice: NOTHING, play: null });
});

test("an enemy, an empty square: looked at, and let go", () => {
  assert.deepEqual(picked(viewOf(), REACH, NOTHING, [5, 6], never).choice, { ...NOTHING, troop: 7 });
  assert.deepEqual(picked(viewOf(), REACH, LOOKING, [0, 0], never), { choice: NOTHING, play: null });
});

test("what has to be confirmed waits, and is played by a click on its square", () => {
  const planned = picked(viewOf(), REACH, LOOKING, [5, 6], always);
  assert.equal(planned.play, null);
  assert.deepEqual(planned.choice.plan, { kind: "attack", at: [5, 6], actions: ["select e5", "attack f7"] });
  assert.deepEqual(picked(viewOf(), REACH, planned.choice, [5, 6], always), { choice: NOTHING, play: ["select e5", "attack f7"] });
  assert.deepEqual(takenBack(planned.choice), LOOKING);
  assert.deepEqual(takenBack(LOOKING), NOTHING);
});

test("only the kinds that are asked about wait", () => {
  const asks = (kind) => kind === "attack";
  assert.deepEqual(picked(viewOf(), REACH, LOOKING, [5, 5], asks).play, ["select e5", "move f6"]);
});

test("dragging is choosing the troop and then the square", () => {
  assert.deepEqual(dragged(viewOf(), REACH, [4, 4], [5, 5], never).play, ["select e5", "move f6"]);
  assert.deepEqual(dragged(viewOf(), REACH, [4, 4], [9, 4], never), { choice: LOOKING, play: null });
  assert.equal(canDrag(viewOf(), [4, 4]), true);
  assert.equal(canDrag(viewOf(), [5, 6]), false);
  assert.equal(canDrag(viewOf(), [0, 0]), false);
});

test("a command waits for its target, and only targets are offered", () => {
  const charge = action("command charge e5", { kind: "command", command: "charge", to: [4, 4], target: 0 });
  const view = viewOf({ actions: [END, charge, action("move e6", { troop: 0, to: [4, 5] })] });
  const waits = commanded(view, NOTHING, "charge", never);
  assert.deepEqual(waits, { choice: { ...NOTHING, command: "charge" }, play: null });
  assert.deepEqual(offersOf(view, null, waits.choice), [{ at: [4, 4], kind: "command", troop: null, actions: ["command charge e5"] }]);
  assert.deepEqual(picked(view, null, waits.choice, [4, 4], never).play, ["command charge e5"]);
  assert.deepEqual(commanded(view, waits.choice, "charge", never).choice, NOTHING, "pressed again it is let go");
});

test("a command without a target is played, or planned, at once", () => {
  const view = viewOf({ actions: [action("command winds-of-fate", { kind: "command", command: "winds-of-fate" })] });
  assert.deepEqual(commanded(view, LOOKING, "winds-of-fate", never).play, ["command winds-of-fate"]);
  assert.deepEqual(commanded(view, LOOKING, "winds-of-fate", always).choice.plan,
    { kind: "command", at: null, actions: ["command winds-of-fate"] });
});

test("marks show offers once, the reach of what is looked at, and the last turn", () => {
  const kinds = (choice, more) => Map.groupBy(marksOf(viewOf(), REACH, choice, more), ({ kind }) => kind);
  const looking = kinds(LOOKING);
  assert.deepEqual(looking.get("move").map(({ at }) => at), [[4, 5], [5, 5]]);
  assert.equal(looking.has("reach"), false, "what can be played is no mere reach");
  assert.deepEqual(looking.get("chosen"), [{ at: [4, 4], kind: "chosen" }]);
  const hovered = kinds(NOTHING, { hovered: 7, last: [[1, 1]] });
  assert.deepEqual(hovered.get("reach"), [{ at: [5, 7], kind: "reach" }]);
  assert.deepEqual(hovered.get("last"), [{ at: [1, 1], kind: "last" }]);
});
