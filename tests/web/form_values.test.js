// Values of forms: as the address has them, and as the API takes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address } from "../../service/web/lib/address.js";
import { apiAddress } from "../../service/web/lib/ask.js";
import { formAddress, settingValue, textsIn } from "../../service/web/parts/form/values.js";

const setting = (name, input = "text", more = {}) => ({ name, input, default: null, ...more });

test("a form's address has what was given, as texts", () => {
  assert.equal(formAddress("match", { a: "Rush", games: 100, agents: ["quick", "strong"], seed: null ?? "" }),
    "/start/match?a=Rush&games=100&agents=quick&agents=strong");
  assert.equal(formAddress("rank", { weights: { Rush: 2 } }), "/start/rank?weights=Rush%3D2");
  assert.equal(formAddress("match", { a: { troops: "SSC" } }), `/start/match?a=${encodeURIComponent('{"troops":"SSC"}')}`);
});

test("addresses leave out what is empty, and repeat lists", () => {
  assert.equal(address("/runs", { kind: "", q: null, offset: 0, chosen: ["a", "b"], only: false }), "/runs?offset=0&chosen=a&chosen=b");
  assert.equal(apiAddress("/rules", { own: false, set: [] }), "/api/v1/rules?own=false");
  assert.equal(apiAddress("/rules"), "/api/v1/rules");
});

test("an address that says nothing leaves a setting as it is", () => {
  const query = new URLSearchParams("games=&agent=quick&agent=strong");
  assert.equal(textsIn(query, setting("games")), null);
  assert.deepEqual(textsIn(query, setting("agent")), ["quick", "strong"]);
  assert.equal(settingValue(setting("games", "whole"), null), undefined);
  assert.equal(settingValue(setting("games", "whole"), []), undefined);
});

test("each way of giving a setting has its values", () => {
  assert.equal(settingValue(setting("games", "whole"), [" 100 "]), 100);
  assert.equal(settingValue(setting("seed", "whole"), ["18446744073709551615"]), 18446744073709551615n);
  assert.equal(settingValue(setting("share", "number"), ["1e-3"]), 0.001);
  assert.equal(settingValue(setting("games", "whole"), ["many"]), "many", "the server says what is right");
  assert.deepEqual(settingValue(setting("turns", "span"), ["1", "x"]), [1, "x"]);
  assert.deepEqual(settingValue(setting("set", "edits"), ["champion.cost=225"]), ["champion.cost=225"]);
  assert.equal(settingValue(setting("a", "setup"), ["Rush"]), "Rush");
});

test("a box that is as usual is not sent", () => {
  const on = setting("quick", "yes-no", { default: true }), off = setting("quick", "yes-no", { default: false });
  assert.equal(settingValue(on, ["true"]), undefined);
  assert.equal(settingValue(on, ["false"]), false);
  assert.equal(settingValue(off, ["false"]), undefined);
  assert.equal(settingValue(off, ["true"]), true);
});

