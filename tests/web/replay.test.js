// Replays: boards from their steps, and pages that are read as they are wanted.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { arrowsOf, boardsOf, readReplay } from "../../service/web/board/replay.js";
import { turnsOf } from "../../service/web/play/history.js";
import { troop, viewOf } from "./positions.js";

const PLAYERS = [
  { points: 0, income: 25, commands: [{ command: "charge", cooldown_left: 0 }] }, { points: 5, income: 25, commands: [] },
];
const START = { ...viewOf(), players: PLAYERS };
const stepTo = (n, more = {}) => ({
  event: { n, kind: "move" }, turn: 1, player: 0, phase: "movement", selected: 0, troops: [], gone: [],
  players: [{ points: n, cooldowns: {} }, { points: 5, cooldowns: {} }], ...more,
});

const { fetch } = globalThis;
afterEach(() => { globalThis.fetch = fetch; });

test("a step changes the troops that it names, takes those that are gone, and keeps the others", () => {
  const moved = troop(0, 0, [4, 9]);
  const boards = boardsOf({ offset: 0, start: START, steps: [
    stepTo(1, { troops: [moved] }),
    stepTo(2, { gone: [7], players: [{ points: 10, cooldowns: { charge: 5 } }, { points: 5, cooldowns: {} }] }),
  ] });
  assert.equal(boards(0), START);
  assert.deepEqual(boards(1).troops.map(({ at }) => at), [[4, 9], [9, 4], [5, 6]]);
  assert.deepEqual(boards(2).troops.map(({ id }) => id), [0, 1]);
  assert.equal(boards(2).players[0].points, 10);
  assert.deepEqual(boards(2).players[0].commands, [{ command: "charge", cooldown_left: 5 }]);
  assert.deepEqual(START.troops.map(({ id }) => id), [0, 1, 7], "the start stays as it was");
  assert.equal(boards(99), boards(2));
  assert.equal(boards(1), boards(1), "a board is made once");
});

test("arrows are of moves, attacks and commands, not of selections", () => {
  const events = [
    { kind: "select", from: [1, 1], to: [1, 1], player: 0 }, { kind: "move", from: [1, 1], to: [1, 3], player: 0 },
    { kind: "command", from: null, to: [4, 4], player: 1 }, { kind: "end", from: null, to: null, player: 1 },
  ];
  assert.deepEqual(arrowsOf(events, { faint: true }), [
    { kind: "move", from: [1, 1], to: [1, 3], side: 0, faint: true },
    { kind: "command", from: [4, 4], to: [4, 4], side: 1, faint: true },
  ]);
});

/** A server with a game of so many actions, ten to a turn; `asked` notes the pages. */
function serve(actions, { fails = () => false } = {}) {
  const asked = [];
  globalThis.fetch = (url) => {
    const offset = Number(new URL(url, "http://x").searchParams.get("offset"));
    asked.push(offset);
    if (fails(asked.length)) return Promise.reject(new TypeError("gone"));
    const steps = Array.from({ length: Math.min(500, actions - offset) }, (_, n) => stepTo(offset + n + 1));
    const turns = Array.from({ length: Math.ceil(actions / 10) }, (_, n) => ({ turn: n + 1, player: n % 2, first: 10 * n, actions: 10 }))
      .filter(({ first }) => first + 10 > offset && first < offset + 500);
    return Promise.resolve(Response.json({ names: ["A", "B"], sides: ["x", "y"], outcome: null, after: actions, offset, start: START, turns, steps }));
  };
  return asked;
}

test("a long game is read a page at a time, each once", async () => {
  const asked = serve(1200);
  const replay = await readReplay("/games/x", new AbortController().signal);
  assert.deepEqual(asked, [0]);
  assert.equal(replay.end, 1200);
  assert.equal(replay.has(499), true);
  assert.equal(replay.has(500), false, "the action after it is on the next page");
  await replay.need(1100);
  assert.deepEqual(asked, [0, 1000]);
  assert.equal(replay.event(1099).n, 1100);
  assert.equal(replay.board(1100).players[0].points, 1100);
  assert.deepEqual(replay.turnOf(1099), { turn: 110, player: 1, first: 1090, actions: 10 });
  await Promise.all([replay.need(600), replay.need(601)]);
  await replay.need(602);
  assert.deepEqual(asked, [0, 1000, 500]);
});

test("a page that could not be read is asked for again", async () => {
  const asked = serve(700, { fails: (number) => number === 2 });
  const replay = await readReplay("/games/x", new AbortController().signal);
  await assert.rejects(replay.need(600), /does not answer/);
  assert.equal(replay.has(600), false);
  await replay.need(600);
  assert.equal(replay.has(600), true);
  assert.deepEqual(asked, [0, 500, 500]);
});

test("the history is cut into turns, the last of them as far as it is", () => {
  assert.deepEqual(turnsOf({ history: ["end"], turn: 2, player: 1 }), [{ turn: 1, player: 0, first: 0, actions: ["end"] }]);
  const history = ["select a1", "end", "select b2", "move b3", "end", "select c1"];
  assert.deepEqual(turnsOf({ history, turn: 6, player: 0 }), [
    { turn: 4, player: 0, first: 0, actions: ["select a1", "end"] },
    { turn: 5, player: 1, first: 2, actions: ["select b2", "move b3", "end"] },
    { turn: 6, player: 0, first: 5, actions: ["select c1"] },
  ]);
});
