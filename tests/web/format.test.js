// Numbers, spans of time, names and JSON as people and the API read them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, bytes, count, estimate, moment, percent, plural, properName, span, title } from "../../service/web/lib/format.js";
import { jsonText, jsonValues, sentAgain, wholeNumber } from "../../service/web/lib/json.js";

const SEED = "18446744073709551615"; // the largest of 64 bits

test("what is not known is a dash", () => {
  for (const form of [count, percent, estimate, span, bytes]) assert.equal(form(null), "–");
  for (const form of [count, percent, estimate, span, bytes]) assert.equal(form(undefined), "–");
  assert.equal(ago(null), "–");
});

test("counts and shares", () => {
  assert.equal(count(1234567), "1,234,567");
  assert.equal(plural(1, "game"), "1 game");
  assert.equal(plural(0, "game"), "0 games");
  assert.equal(plural(2, "inaccuracy", "inaccuracies"), "2 inaccuracies");
  assert.equal(percent(0.5208), "52.1\u00a0%");
  assert.equal(percent(0.5, 0), "50\u00a0%");
  assert.equal(estimate(0.521, 0.48, 0.562), "52.1\u00a0% [48.0, 56.2]");
  assert.equal(estimate(0.521, null, null), "52.1\u00a0%");
});

test("spans go from tenths of seconds to days", () => {
  const said = [[0, "0.0 s"], [9.94, "9.9 s"], [10, "10 s"], [89, "89 s"], [90, "2 min"], [5399, "90 min"], [5400, "1.5 h"],
    [172799, "48.0 h"], [172800, "2 days"]];
  for (const [seconds, text] of said) assert.equal(span(seconds), text);
});

test("a time of the API is UTC, with and without its mark", () => {
  assert.equal(moment("2026-01-02T03:04:05").getTime(), Date.UTC(2026, 0, 2, 3, 4, 5));
  assert.equal(moment("2026-01-02T03:04:05Z").getTime(), Date.UTC(2026, 0, 2, 3, 4, 5));
  assert.equal(moment("2026-01-02T03:04:05+01:00").getTime(), Date.UTC(2026, 0, 2, 2, 4, 5));
  assert.equal(moment(60).getTime(), 60_000);
  assert.equal(ago(100, 104_000), "just now");
  assert.equal(ago(100, 220_000), "2 min ago");
  assert.equal(ago(100, 50_000), "just now", "a clock that goes ahead is no time to come");
});

test("bytes and names", () => {
  assert.equal(bytes(999), "999 bytes");
  assert.equal(bytes(1500), "1.5 kB");
  assert.equal(bytes(250e6), "250 MB");
  assert.equal(title("race_games"), "Race games");
  assert.equal(properName("winds-of-fate"), "Winds of Fate");
});

test("seeds of 64 bits arrive as their digits and are sent as numbers", () => {
  const read = jsonValues(`{"seed": ${SEED}, "games": 12, "share": 0.1234567890123456}`);
  assert.deepEqual(read, { seed: SEED, games: 12, share: 0.1234567890123456 });
  assert.equal(jsonText(sentAgain({ seed: read.seed, name: "12" })), `{"seed":${SEED},"name":"12"}`);
  assert.equal(wholeNumber(SEED), BigInt(SEED));
  assert.equal(wholeNumber("+17"), 17);
  assert.equal(wholeNumber("1e3"), null);
});

test("JSON is what JSON.stringify makes of plain values", () => {
  const values = { a: [1, null, undefined, "x\n"], b: { c: true, d: undefined }, e: 0.5 };
  assert.equal(jsonText(values), JSON.stringify(values));
});
