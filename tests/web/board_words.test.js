// Positions and events in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sceneOf } from "../../service/web/board/state.js";
import { actionWords, effectWords, eventWords, sentence, squareWords, turnWords } from "../../service/web/board/words.js";

const EVENT = { kind: "move", turn: 3, player: 0, troop: 1, type: "S", from: [10, 2], to: [10, 6], target: null,
  target_type: null, damage: 0, counter: 0, kills: [], readied: null, command: null };
const TROOP = { id: 1, side: 1, name: "Mage", at: [0, 0], health: 300, max_health: 500, extra_health: 200, damage: 100,
  effects: ["shield-wall", "chastise"], chastised: true };

test("moves, attacks and deaths", () => {
  assert.equal(eventWords(EVENT), "Scout moves from k3 to k7");
  const attack = { ...EVENT, kind: "attack", to: [10, 3], target: 7, target_type: "C", damage: 100, counter: 400, kills: [1] };
  assert.equal(eventWords(attack), "Scout k3 attacks Champion k4: 100 damage, 400 back, the Scout dies");
  const alike = { ...attack, target_type: "S", counter: 0, kills: [7] };
  assert.equal(eventWords(alike), "Scout k3 attacks Scout k4: 100 damage, the attacked Scout dies");
});

test("commands with and without a target", () => {
  const command = { ...EVENT, kind: "command", command: "bombard", target: 7, target_type: "K", damage: 200, kills: [7] };
  assert.equal(eventWords(command), "Bombard on Knight k7, 200 damage, the Knight dies");
  const winds = { ...EVENT, kind: "command", command: "winds-of-fate", readied: "battle-cry" };
  assert.equal(eventWords(winds), "Winds of fate: Battle cry is ready again");
});

test("a turn leaves out what only prepares it", () => {
  const select = { ...EVENT, kind: "select" }, end = { ...EVENT, kind: "end" };
  assert.equal(turnWords([select, EVENT, end]), "First, turn 3: Scout moves from k3 to k7.");
  assert.equal(turnWords([select, end]), "First, turn 3: Scout stays.");
  assert.equal(turnWords([]), "");
});

test("an action that was not played yet names its troops", () => {
  const troops = [{ id: 1, name: "Scout" }, { id: 7, name: "Champion" }];
  assert.equal(actionWords({ kind: "attack", troop: 1, target: 7, to: [10, 3] }, troops), "Scout attacks Champion k4");
  assert.equal(actionWords({ kind: "command", command: "charge", target: 1, to: [1, 0] }, troops), "Charge on Scout b1");
  assert.equal(actionWords({ kind: "move", troop: 9, to: [0, 0] }, troops), "troop to a1");
  assert.equal(actionWords({ kind: "end" }), "end of the turn");
});

test("a square is said with all that stands on it", () => {
  const board = { width: 20, height: 20, obstacles: [[3, 3]] };
  const scene = sceneOf({ board, troops: [TROOP], player: 0 }, { marks: [{ at: [0, 0], kind: "attack" }, { at: [0, 0], kind: "attack" }] });
  assert.equal(squareWords(scene, [0, 0]),
    "a1, Second's Mage, health 300 of 500 and 200 extra, damage 100, Shield wall, Chastised, can be attacked");
  assert.equal(squareWords(scene, [3, 3]), "d4, obstacle");
  assert.equal(squareWords(scene, [4, 3]), "e4, empty");
  assert.equal(effectWords({ effects: [], chastised: false }), "");
  assert.equal(sentence("first wins"), "First wins.");
});
