// Filters, edits of the rules, orders, and which page an address means.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { answering, editTexts, questionOf, readEdits, sameEdits } from "../../service/web/lib/edits.js";
import { routeOf } from "../../service/web/lib/routes.js";
import { extent, scale, ticks } from "../../service/web/parts/chart.js";
import { stateOf, turned } from "../../service/web/parts/setups/filter.js";
import { sorted } from "../../service/web/parts/setups/lists.js";
import { chosen } from "../../service/web/parts/sql/plot.js";
import { addressOf, kindOf, numberOf } from "../../service/web/parts/values.js";

const ROUTES = JSON.parse(readFileSync(new URL("../../service/web/addresses.json", import.meta.url), "utf8"));

test("a chip goes from either to with, to without, and back", () => {
  let text = "C>=2";
  const seen = [];
  for (let press = 0; press < 3; press++) {
    seen.push(stateOf(text, "charge"));
    text = turned(text, "charge");
  }
  assert.deepEqual(seen, ["either", "with", "without"]);
  assert.equal(text, "C>=2");
});

test("a name within another word or within a comparison is not the chip's", () => {
  assert.equal(stateOf("-mage C>=2", "mage"), "without");
  assert.equal(stateOf("!mage", "mage"), "without");
  assert.equal(stateOf("charge+M<=2", "charge"), "either");
  assert.equal(stateOf("charge>=1", "charge"), "either");
  assert.equal(stateOf("battle-cry", "cry"), "either");
  assert.equal(turned("charge -mage  C>=2", "mage"), "charge C>=2");
});

test("edits are the same in whatever order and letters; the last of a rule counts", () => {
  assert.deepEqual([...readEdits(["Champion.Cost = 225", "a=b=c"])], [["champion.cost", "225"], ["a", "b=c"]]);
  assert.equal(sameEdits(["a=1", "b=2"], ["B=2", "a=9", "a=1"]), true);
  assert.equal(sameEdits(["a=1"], ["a=2"]), false);
  assert.equal(sameEdits([], ["a=2"]), false);
  assert.deepEqual(editTexts(readEdits(["a=1", "b=2"])), ["a=1", "b=2"]);
});

test("a what-if answers a question by its rules before and after", () => {
  const runs = [
    { run: "one", questions: [{ base: [], edits: ["a=1"] }, { base: [], edits: ["a=2"] }] },
    { run: "two", questions: [{ base: ["b=1"], edits: ["a=1"] }] },
  ];
  const names = (question) => answering(runs, question).map(({ run }) => run);
  assert.deepEqual(names({ base: [], edits: ["a=2"] }), ["one"]);
  assert.deepEqual(names({ base: ["b=1"], edits: ["a=1"] }), ["two"]);
  assert.deepEqual(names(questionOf({ settings: { set: ["a=3"] } })), []);
});

test("setups without a value come last, whichever way they are sorted", () => {
  const one = (name, value, troops = "") => ({ name, rating: value === null ? null : { value }, points: 0, troops, commands: [] });
  const setups = [one("a", 0.2), one("b", null), one("c", 0.7)];
  const names = (...how) => sorted(setups, ...how, []).map(({ name }) => name).join("");
  assert.equal(names("rating", false), "acb");
  assert.equal(names("rating", true), "cab");
  assert.equal(names("", true), "cba");
  const things = [{ slug: "champion", letter: "C" }, { slug: "charge", letter: null }];
  const counted = [one("x", 1, "SC"), { ...one("y", 1, "CC"), commands: ["charge"] }];
  assert.deepEqual(sorted(counted, "C", true, things).map(({ name }) => name), ["y", "x"]);
  assert.deepEqual(sorted(counted, "charge", false, things).map(({ name }) => name), ["x", "y"]);
});

test("addresses lead to their pages, with what they name", () => {
  const page = (path) => routeOf(ROUTES, path)?.page;
  assert.equal(page("/"), "home");
  assert.equal(page("/jobs/12"), "job");
  assert.equal(page("/jobs/twelve"), undefined);
  assert.equal(page("/runs/a/b"), undefined);
  assert.equal(page("/nothing"), undefined);
  assert.deepEqual(routeOf(ROUTES, "/review/a%20b/7").params, ["a b", "7"]);
  assert.equal(routeOf(ROUTES, "/review/ab").area, "games");
});

test("values of the database: kinds, numbers, and what they name", () => {
  assert.deepEqual(["int64", "uint8", "double", "timestamp[us]", "bool", "string"].map((type) => kindOf({ type })),
    ["number", "number", "number", "time", "flag", "text"]);
  assert.equal(numberOf("12"), 12);
  assert.equal(numberOf("x"), null);
  assert.equal(numberOf("1970-01-01T00:00:01", "time"), 1000);
  const column = (name) => ({ name, type: "string" });
  assert.equal(addressOf(column("run"), "20260101-120000-match-ab12"), "/runs/20260101-120000-match-ab12");
  assert.equal(addressOf(column("setup"), "SSC:charge"), "/setup?setup=SSC%3Acharge");
  assert.equal(addressOf(column("name"), "Rush", new Set(["Rush"])), "/setup?setup=Rush");
  assert.equal(addressOf(column("name"), "Rsh", new Set(["Rush"])), undefined);
});

test("a chart chooses what says most: a number with its interval, along a text that differs", () => {
  const columns = [["kind", "string"], ["setup", "string"], ["games", "int64"], ["score", "double"], ["score_low", "double"], ["score_high", "double"]]
    .map(([name, type]) => ({ name, type }));
  const rows = [["match", "Rush", 10, 0.5, 0.4, 0.6], ["match", "Wall", 10, 0.6, 0.5, 0.7]];
  const found = chosen({ columns, rows }, {});
  assert.deepEqual([found.x.name, found.y.name, found.form], ["setup", "score", "bars"]);
  const asked = chosen({ columns, rows }, { x: "games", y: "score_low", chart: "line" });
  assert.deepEqual([asked.x.name, asked.y.name, asked.form], ["games", "score_low", "line"]);
  assert.equal(chosen({ columns: columns.slice(0, 2), rows }, {}), null);
});

test("scales and round numbers along them", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-10, 10, 4), [-10, -5, 0, 5, 10]);
  assert.deepEqual(extent([]), [0, 1]);
  assert.deepEqual(extent([2, null, 4], 0.5), [1, 5]);
  assert.equal(scale([0, 10], [100, 0])(5), 50);
});
