// The setup that is built in the lab, and a board that is set up: values that each step makes anew.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnOf, emptyBoard, erased, inPhase, moved as movedTo, placed as placedOn, selecting, toggledObstacle, troopOn, withTurn } from "../../service/web/analyse/drawn.js";
import { ACTIONS, isAbout, subjectOf, titleOf, withSeed } from "../../service/web/lab/actions.js";
import {
  allPlaced, askedOf, cleared, moved, placed, readWaiting, rowsOf, squaresOf, takenOff, textOf, waiting, withoutTroop, withTroop, wordOf,
} from "../../service/web/lab/setup.js";
import { viewOf } from "./positions.js";

const PLACING = { rows: 2, columns: 4, front: 0 };
const SETUP = { troops: "SSC", commands: ["charge"], squares: squaresOf([" S", "CS"], PLACING) };

test("a formation is squares and rows, and back", () => {
  assert.deepEqual(SETUP.squares, [" ", "S", " ", " ", "C", "S", " ", " "]);
  assert.deepEqual(rowsOf(SETUP.squares, PLACING), [" S", "CS"]);
  assert.deepEqual(rowsOf(squaresOf(["S"], PLACING), PLACING), ["S"], "empty rows at the end are not written");
});

test("troops without a square wait, and the server is asked without a formation then", () => {
  const off = takenOff(SETUP, 4);
  assert.equal(waiting(off), "C");
  assert.equal(waiting({ ...SETUP, squares: null }), "");
  assert.equal(askedOf(off, PLACING), "SSC:charge");
  assert.equal(askedOf(SETUP, PLACING), wordOf(SETUP, PLACING));
  assert.deepEqual(JSON.parse(wordOf(SETUP, PLACING)), { troops: "SSC", commands: ["charge"], formation: [" S", "CS"] });
  assert.equal(textOf({ troops: "SS", commands: [] }), "SS");
});

test("a new troop is placed with the others, nearest to the middle of the front", () => {
  const next = withTroop(SETUP, "M", PLACING);
  assert.equal(waiting(next), "");
  assert.equal(next.squares[2], "M");
  assert.equal(waiting(withTroop(takenOff(SETUP, 1), "M", PLACING)), "SM", "where some wait, it waits too");
  assert.equal(withTroop({ ...SETUP, squares: null }, "M", PLACING).squares, null);
});

test("a troop that is taken away leaves its last square; one that waits goes first", () => {
  assert.deepEqual(withoutTroop(SETUP, "S").squares, [" ", "S", " ", " ", "C", " ", " ", " "]);
  const off = takenOff(SETUP, 4);
  assert.deepEqual(withoutTroop(off, "C"), { ...off, troops: "SS" });
});

test("moving exchanges, placing sends the other to wait, clearing takes all", () => {
  assert.deepEqual(moved(SETUP, 1, 4).squares.slice(0, 6), [" ", "C", " ", " ", "S", "S"]);
  assert.equal(waiting(placed(takenOff(SETUP, 4), "C", 1)), "S");
  assert.equal(waiting(cleared(SETUP, PLACING)), "SSC");
  const all = allPlaced(cleared(SETUP, PLACING), 4);
  assert.deepEqual(rowsOf(all.squares, PLACING), ["CSS"], "the front row first");
  assert.deepEqual(SETUP.squares, [" ", "S", " ", " ", "C", "S", " ", " "], "each step makes another one");
});

test("an address in which some troops wait is read; one with too many stones is not", () => {
  assert.deepEqual(readWaiting('{"troops": "ssc", "commands": [], "formation": ["s"]}'),
    { asked: '{"troops":"ssc","commands":[]}', formation: ["S"] });
  assert.equal(readWaiting('{"troops": "S", "commands": [], "formation": ["SS"]}'), null);
  assert.equal(readWaiting('{"troops": "S", "commands": [], "formation": ["S"]}'), null, "nothing waits");
  assert.equal(readWaiting("Rush"), null);
});

test("jobs of the lab are known by their settings, and asked again by another seed", () => {
  const job = { kind: "improve", settings: { setup: "Rush", against: ["Wall"], agent: "quick", budget: "15s" } };
  assert.equal(subjectOf(job), "Rush");
  assert.equal(titleOf(job), "Improve against Wall: a first look: 15 seconds, the quick agent judges");
  assert.equal(titleOf({ kind: "counter", settings: { target: "Rush", games: 7 } }), "Counters: sizes of its own");
  assert.equal(isAbout(job, ["Rush"], []), true);
  assert.equal(isAbout(job, ["Rush"], ["champion.cost=225"]), false);
  assert.equal(withSeed(job, []), job);
  assert.equal(withSeed(job, [job, { ...job, settings: { ...job.settings, seed: 2 } }]).settings.seed, 3);
  assert.deepEqual(ACTIONS.test.job("A", "", { field: [{ setup: "x", weight: 1 }] }), { kind: "tournament", settings: { setups: ["x"], against: "A" } });
});

test("a board that is set up: placing, moving, erasing, obstacles", () => {
  const one = placedOn(emptyBoard(), [1, 1], { type: "S", side: 0 });
  const two = placedOn(one, [1, 1], { type: "C", side: 1 });
  assert.deepEqual(two.troops.map(({ type }) => type), ["C"], "what was there is gone");
  const three = movedTo(placedOn(two, [2, 2], { type: "S", side: 0 }), [2, 2], [1, 1]);
  assert.deepEqual(three.troops.map(({ type, at }) => [type, at]), [["S", [1, 1]]]);
  const blocked = toggledObstacle(three, [1, 1]);
  assert.deepEqual([blocked.troops, blocked.obstacles], [[], [[1, 1]]]);
  assert.deepEqual(toggledObstacle(blocked, [1, 1]).obstacles, []);
  assert.deepEqual(erased(blocked, [1, 1]).obstacles, []);
  assert.equal(troopOn(three, [2, 2]), null);
});

test("a turn that was begun stays until its troop is gone or its side is not to move", () => {
  const view = viewOf({ selected: 0, phase: "combat", position: "1 0 combat stream=0af3 rest", players: [{ points: 1, commands: [{ command: "charge", cooldown_left: 2 }] }, { points: 0, commands: [] }] });
  const drawn = drawnOf(view);
  assert.deepEqual([drawn.stream, drawn.points, drawn.commands], ["0af3", [1, 0], [{ charge: 2 }, {}]]);
  assert.equal(withTurn(drawn), drawn);
  assert.deepEqual([withTurn(erased(drawn, [4, 4])).selected, withTurn(erased(drawn, [4, 4])).phase], [null, "selection"]);
  assert.equal(withTurn({ ...drawn, player: 1 }).selected, null);
  assert.equal(inPhase(drawn, "selection").selected, null);
  assert.equal(selecting({ ...drawn, phase: "selection", selected: null }, 1).phase, "movement");
});
