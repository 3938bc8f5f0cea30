// What a board shows, as a plain value: squares, scenes, the keyboard's way over the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isObstacle, isStep, marksAt, nextOffered, placeOf, sameSquare, sceneOf, squareAtPlace, squareName, stepped, troopAt,
} from "../../service/web/board/state.js";

const GROUND = { width: 20, height: 12, home_rows: 3, obstacles: [[4, 5]] };
const sceneWith = (more = {}) => sceneOf({ board: GROUND, troops: [{ id: 3, at: [10, 2] }], player: 0 }, more);

test("every square has a name of its own", () => {
  assert.equal(squareName([10, 2]), "k3");
  assert.equal(squareName([0, 19]), "a20");
  const names = Array.from({ length: 400 }, (_, n) => squareName([n % 20, Math.floor(n / 20)]));
  assert.equal(new Set(names).size, 400);
});

test("nothing is the same square as nothing", () => {
  assert.equal(sameSquare([1, 2], [1, 2]), true);
  assert.equal(sameSquare([1, 2], [2, 1]), false);
  assert.equal(sameSquare(null, null), false);
});

test("the first side's home is below, or above on a board that is turned, where the columns run back", () => {
  const scene = sceneWith(), turned = sceneWith({ flipped: true });
  assert.deepEqual(placeOf(scene, [0, 0]), [0, 11]);
  assert.deepEqual(placeOf(turned, [0, 0]), [19, 0]);
});

test("a place on the screen is the square that stands there, and beside the board none", () => {
  for (const scene of [sceneWith(), sceneWith({ flipped: true })])
    for (const at of [[0, 0], [19, 11], [7, 4]]) assert.deepEqual(squareAtPlace(scene, ...placeOf(scene, at)), at);
  for (const [left, top] of [[-1, 0], [20, 0], [0, -1], [0, 12]]) assert.equal(squareAtPlace(sceneWith(), left, top), null);
});

test("arrow keys lead as the screen shows it, and stay on the board", () => {
  assert.deepEqual(stepped(sceneWith(), [5, 5], "ArrowUp"), [5, 6]);
  assert.deepEqual(stepped(sceneWith({ flipped: true }), [5, 5], "ArrowUp"), [5, 4]);
  assert.deepEqual(stepped(sceneWith({ flipped: true }), [5, 5], "ArrowLeft"), [6, 5]);
  assert.deepEqual(stepped(sceneWith(), [0, 11], "ArrowLeft"), [0, 11]);
  assert.equal(isStep("ArrowDown"), true);
  assert.equal(isStep("Enter"), false);
});

test("n and p go through what is offered in reading order, around the end, and past what is only shown", () => {
  const marks = [
    { at: [3, 1], kind: "move" }, { at: [8, 9], kind: "attack" }, { at: [2, 9], kind: "select" }, { at: [5, 5], kind: "reach" },
  ];
  const scene = sceneWith({ marks });
  assert.deepEqual(nextOffered(scene, [0, 11]), [2, 9]);
  assert.deepEqual(nextOffered(scene, [2, 9]), [8, 9]);
  assert.deepEqual(nextOffered(scene, [8, 9]), [3, 1]);
  assert.deepEqual(nextOffered(scene, [3, 1]), [2, 9]);
  assert.deepEqual(nextOffered(scene, [2, 9], true), [3, 1]);
  assert.deepEqual(nextOffered(sceneWith({ marks, flipped: true }), [8, 9]), [2, 9]);
  assert.deepEqual(nextOffered(sceneWith(), [6, 6]), [6, 6]);
});

test("a scene says what stands on a square and how it is marked", () => {
  const scene = sceneWith({ marks: [{ at: [10, 2], kind: "select" }, { at: [10, 2], kind: "chosen" }, { at: [1, 1], kind: "move" }] });
  assert.equal(troopAt(scene, [10, 2]).id, 3);
  assert.equal(troopAt(scene, [10, 3]), null);
  assert.deepEqual(marksAt(scene, [10, 2]), ["select", "chosen"]);
  assert.equal(isObstacle(scene, [4, 5]), true);
  assert.equal(isObstacle(scene, [5, 4]), false);
  assert.equal(scene.selected, null);
});
