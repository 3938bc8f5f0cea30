// The session of a game, against a server that only notes what it is asked: no board, no page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as later } from "node:timers/promises";
import { action, END, REACH, viewOf } from "./positions.js";

const page = { append() {}, remove() {}, addEventListener() {}, setAttribute() {}, dataset: {}, style: {} };
const said = []; // at the edge of the page
globalThis.document = {
  documentElement: { dataset: {} }, createElement: () => ({ ...page, append: (...parts) => said.push(...parts) }), getElementById: () => null,
};
const kept = new Map([["conquest.board", '{"animations": false}']]);
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
globalThis.matchMedia = () => ({ matches: false });

const { makeSession } = await import("../../service/web/play/session.js");
const { untilAnswered, waitingFor } = await import("../../service/web/lib/waits.js");

const MOUSE = { touch: false }, FINGER = { touch: true };
const MOVED = { updated: "2", position: "moved", after: 2, phase: "rally", actions: [END] };

/** A session of a game whose server answers by `answers`: "POST actions" -> view or [status, problem]. */
async function play(view, answers = {}, settings = {}) {
  kept.set("conquest.board", JSON.stringify({ animations: false, ...settings }));
  const asked = [], drawn = [];
  globalThis.fetch = (url, { method, body }) => {
    const verb = `${method} ${new URL(url, "http://x").pathname.split("/").at(-1)}`;
    if (method === "POST") asked.push({ verb, ...JSON.parse(body) });
    const answer = answers[verb] ?? (verb === "GET reach" ? { ...REACH, after: session.game.view.after } : view);
    const [status, values] = Array.isArray(answer) ? answer : [200, typeof answer === "function" ? answer() : answer];
    return Promise.resolve(Response.json(values, { status }));
  };
  const left = new AbortController();
  const session = makeSession("abc", {
    signal: left.signal, redraw: () => drawn.push("all"), drawBoard: () => drawn.push("board"),
    playOn: (events) => Promise.resolve(void drawn.push(events.map(({ text }) => text).join())),
  });
  await session.game.load();
  await later(1); // the reach is read after the view
  return { session, asked, drawn, leave: () => left.abort() };
}

test("a move is two clicks, and goes to the server with the place where it was chosen", async () => {
  const { session, asked } = await play(viewOf(), { "POST actions": viewOf(MOVED) });
  session.pick([4, 4], MOUSE);
  assert.equal(session.choice.troop, 0);
  session.pick([5, 5], MOUSE);
  assert.equal(session.busy, "act");
  await later(5);
  assert.deepEqual(asked, [{ verb: "POST actions", actions: ["select e5", "move f6"], after: 0 }]);
  assert.equal(session.busy, "");
  assert.equal(session.game.view.position, "moved");
  assert.equal(session.choice.troop, null);
});

test("an attack waits to be confirmed with what it would do; not where that is not wished", async () => {
  const foretold = { events: [], troops: [] };
  const { session, asked } = await play(viewOf(), { "GET preview": foretold });
  session.pick([4, 4], MOUSE);
  session.pick([5, 6], MOUSE);
  assert.equal(session.choice.plan.kind, "attack");
  await later(5);
  assert.deepEqual(session.preview, foretold);
  session.back();
  assert.deepEqual([session.choice.plan, session.choice.troop], [null, 0]);
  assert.deepEqual(asked, []);

  const bold = await play(viewOf(), { "POST actions": viewOf(MOVED) }, { confirm: false });
  bold.session.pick([4, 4], MOUSE);
  bold.session.pick([5, 6], MOUSE);
  assert.deepEqual(bold.asked.map(({ actions }) => actions), [["select e5", "attack f7"]]);
  await later(5);
});

test("by finger even a move waits to be confirmed: it may have slipped", async () => {
  const { session, asked } = await play(viewOf(), { "GET preview": { events: [] } }, { confirm: false });
  session.pick([4, 4], FINGER);
  session.pick([5, 5], FINGER);
  assert.equal(session.choice.plan.kind, "move");
  assert.deepEqual(asked, []);
  await later(5);
});

test("one thing at a time: what is pressed while the server is asked is not sent", async () => {
  const { session, asked } = await play(viewOf({ actions: [END] }), { "POST actions": viewOf(MOVED) });
  session.end();
  session.end();
  session.pick([4, 4], MOUSE);
  session.undo("action");
  await later(5);
  assert.deepEqual(asked.map(({ verb }) => verb), ["POST actions"]);
});

test("while an agent is to move nothing can be done, and it plays by itself", async () => {
  const events = [{ n: 1, text: "end", kind: "end", turn: 1, player: 1, type: "S" }];
  const last = { turn: 1, player: 1, first: 0, events };
  const { session, asked } = await play(viewOf({ player: 1 }),
    { "POST agent": viewOf({ after: 1, updated: "2", position: "p2", last, played: ["end"] }) });
  assert.deepEqual([session.can().act, session.open().actions, session.draggable([4, 4])], [false, [], false]);
  session.goOn();
  await later(10);
  assert.deepEqual(asked, [{ verb: "POST agent", whole_turn: true, after: 0 }]);
  assert.equal(session.happened, "Second, turn 1: Scout stays.");
  assert.equal(session.can().act, true);
});

test("what an agent has played is shown step by step, where moves are to be seen", async () => {
  const events = [{ n: 1, text: "end", kind: "end", turn: 1, player: 1, type: "S" }];
  const answers = {
    "POST agent": viewOf({ after: 1, updated: "2", position: "p2", last: { turn: 1, player: 1, first: 0, events }, played: ["end"] }),
    "GET replay": { offset: 0, start: viewOf(), steps: [] },
  };
  const { session, drawn } = await play(viewOf({ player: 1 }), answers, { animations: true });
  session.goOn();
  await later(20);
  assert.equal(drawn.filter((one) => one === "end").length, 1);
  assert.equal(session.playing, null);
});

test("while a turn is played back nothing can be done, and a click ends that", async () => {
  const { session, asked } = await play(viewOf({ actions: [END] }));
  session.playing = new AbortController();
  const { signal } = session.playing;
  session.end();
  assert.deepEqual([session.can().act, asked, signal.aborted], [false, [], false]);
  session.pick([4, 4], MOUSE);
  assert.deepEqual([signal.aborted, session.choice.troop], [true, null]);
});

test("a game of two agents that is paused goes no further", async () => {
  const { session, asked } = await play(viewOf({ sides: ["quick", "strong"] }), { "POST agent": viewOf(MOVED) }, { speed: 100 });
  session.pause();
  session.goOn();
  await later(10);
  assert.deepEqual(asked, []);
  session.pause();
  await later(15);
  assert.equal(asked[0].verb, "POST agent");
  session.pause();
});

test("a turn with nothing left to do ends by itself only where that is wished", async () => {
  const plain = await play(viewOf({ actions: [END] }));
  plain.session.goOn();
  await later(5);
  assert.deepEqual(plain.asked, []);
  const over = viewOf({ ...MOVED, outcome: { winner: 0, text: "first wins" } });
  const wished = await play(viewOf({ actions: [END] }), { "POST actions": over }, { ends: true });
  wished.session.goOn();
  await later(5);
  assert.deepEqual(wished.asked.map(({ actions }) => actions), [["end"]]);
  assert.match(wished.session.happened, /First wins\.$/);
});

test("what the server refuses is said, and the game is read as it stands now", async () => {
  const elsewhere = viewOf({ after: 4, updated: "9", position: "elsewhere" });
  let reads = 0;
  const { session } = await play(viewOf({ actions: [END] }), {
    "GET abc": () => (reads++ ? elsewhere : viewOf({ actions: [END] })),
    "POST actions": [409, { detail: "the game has gone on" }],
  });
  said.length = 0;
  session.end();
  await later(10);
  assert.equal(session.game.view.position, "elsewhere");
  assert.deepEqual(said, ["The game has gone on in another tab. It is shown as it stands now."]);
  assert.equal(session.trouble, null);
});

test("what goes wrong stays to be seen, and nothing goes on by itself", async () => {
  const { session } = await play(viewOf({ actions: [END] }), { "POST actions": [500, { detail: "no idea" }] });
  session.end();
  await later(5);
  assert.equal(session.trouble.message, "No idea");
  assert.equal(session.busy, "");
});

test("the reach is that of the position that is shown: a late one is dropped", async () => {
  const { session, drawn } = await play(viewOf(), { "GET reach": { ...REACH, after: 7 } });
  assert.equal(session.game.reach, null);
  assert.ok(drawn.includes("board"));
});

test("a hint is that of the agent that was chosen, and an action takes it away", async () => {
  const turn = [action("select e5", { troop: 0, to: [4, 4] })];
  const { session, asked } = await play(viewOf(), { "POST hint": { turn, first_chance: 0.5 } });
  session.put({ hinter: "quick" });
  session.askHint();
  await later(5);
  assert.deepEqual(asked, [{ verb: "POST hint", agent: "quick" }]);
  assert.deepEqual([session.hint.by, session.hint.turn[0].text], ["quick", "select e5"]);
  session.pick([4, 4], MOUSE);
  assert.equal(session.hint, null);
});

test("who leaves the page hears nothing more", async () => {
  const { session, drawn, leave } = await play(viewOf({ actions: [END] }), { "POST actions": viewOf(MOVED) });
  session.end();
  const before = drawn.length;
  leave();
  await later(5);
  assert.equal(drawn.length, before);
});

test("what cannot be answered yet is asked for again, and said as long as that lasts", async () => {
  let asked = 0;
  const answer = untilAnswered(() => Promise.resolve(++asked),
    (number) => Promise.resolve(number < 3 ? { seconds: 0.005, sentence: "the database is held" } : null), null);
  await later(3);
  assert.deepEqual(waitingFor(), ["the database is held"]);
  assert.equal(await answer, 3);
  assert.deepEqual(waitingFor(), []);
  const left = new AbortController();
  const never = untilAnswered(() => Promise.resolve(0), () => Promise.resolve({ seconds: 60, sentence: "never" }), left.signal);
  setTimeout(() => left.abort(new Error("left")), 3);
  await assert.rejects(never, /left/);
  assert.deepEqual(waitingFor(), []);
});
