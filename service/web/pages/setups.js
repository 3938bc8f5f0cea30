// Setups: the named ones, own ones, and every one to which nothing can be added. The address has all of
// it: list, q (the filter), sort, descending, offset, and set (changes of the rules).

import { ask } from "../lib/ask.js";
import { address, keep, runAddress } from "../lib/address.js";
import { fill, h, redrawn, settled } from "../lib/dom.js";
import { count, plural } from "../lib/format.js";
import { empty, reading, trouble } from "../parts/notice.js";
import { pager } from "../parts/table.js";
import { setupFilter } from "../parts/setups/filter.js";
import { setupCards, setupTable, sorted } from "../parts/setups/lists.js";
import { rulesLine } from "../parts/setups/rules_line.js";
import { things as readThings } from "../parts/setups/things.js";

const LISTS = { named: "Named", own: "Own", all: "Every maximal" };
const ROWS = 50;
const TYPING = 150; // milliseconds without a key after which the list is asked for

export default async function setups({ query, signal, title }) {
  title("Setups");
  const state = {
    list: LISTS[query.get("list")] ? query.get("list") : "named", q: query.get("q") ?? "", sort: query.get("sort") ?? "",
    descending: query.get("descending") === "true", offset: Number(query.get("offset")) || 0, set: query.getAll("set"),
  };
  const [things, rules] = await Promise.all([
    readThings(state.set, signal), rulesLine(state.set, address("/setups", { list: state.list }), signal)]);
  const filter = setupFilter(state.q, things, (q) => {
    Object.assign(state, { q, offset: 0 });
    keep(shared());
    asked();
  });
  const tabs = h("nav", { class: "tabs", "aria-label": "Lists of setups" });
  const said = h("p", { class: "matches", role: "status" });
  const order = h("div", { class: "actions" });
  const shown = h("div");
  const asked = settled(TYPING, load);
  const answers = {};
  let under = null;

  /** What of the state stands in the address. */
  const shared = (change = {}) => {
    const { list, ...rest } = { ...state, ...change };
    return { list: list === "named" ? "" : list, ...rest, offset: rest.offset || "" };
  };

  function turn(change) {
    Object.assign(state, change);
    keep(shared(), { step: true });
    load();
  }

  /** The named ones say whether the filter is understood; the others are drawn as they arrive. */
  async function load() {
    under?.abort();
    const mine = (under = new AbortController());
    const both = AbortSignal.any([signal, mine.signal]);
    const { q, set, sort, descending, offset } = state;
    const asking = (path, params) => ask(path, { params: { q, set, ...params }, signal: both })
      .then((value) => ({ value }), (reason) => ({ reason }));
    const all = asking("/setups/maximal", { sort, descending, offset, limit: ROWS });
    const own = asking("/setups", { own: true, ratings: true });
    const named = await asking("/setups", { ratings: true });
    if (both.aborted) return;
    const fault = named.reason?.status === 422 ? named.reason.message : "";
    filter.say(fault);
    if (fault) return misunderstood();
    for (const [name, asked] of Object.entries({ named, own, all })) {
      const answer = await asked;
      if (both.aborted) return;
      answers[name] = answer;
      draw();
    }
  }

  function misunderstood() {
    const before = Boolean(answers[state.list]);
    fill(said, before ? "The filter is not understood. This is the list from before." : "The filter is not understood.");
    drawTabs();
    if (!before) fill(shown);
  }

  function drawTabs() {
    const tab = (name) => h("a", { href: address("/setups", shared({ list: name, offset: 0 })),
      "aria-current": name === state.list && "page" }, LISTS[name], " ", h("span", { class: "soft small" }, matches(answers[name])));
    redrawn(tabs, () => fill(tabs, Object.keys(LISTS).map(tab)));
  }

  function draw() {
    const answer = answers[state.list], every = answers.all?.value;
    drawTabs();
    redrawn(order, () => fill(order, sorter(every?.ranking)));
    if (!answer) return fill(shown, reading("Listing the setups"));
    fill(said, answer.value ? `${plural(found(answer.value), "setup matches", "setups match")}.` : "");
    redrawn(shown, () => fill(shown, every && rankingLine(every.ranking),
      answer.reason ? trouble(answer.reason, load) : state.list === "all" ? longList(answer.value) : namedList(answer.value)));
  }

  function namedList(all) {
    if (all.length) return setupCards(sorted(all, state.sort, state.descending, things), state.set);
    if (state.q || state.list === "named") return empty("No setup of this list matches.");
    return empty("You have no setups of your own yet. ", h("code", {}, "conquest-opt setup SETUP --save NAME"), " keeps one.");
  }

  function longList({ matching, offset, ranking, setups: rows }) {
    if (!rows.length) return empty(offset ? "The list ends before this page." : "No setup matches.");
    const pages = () => pager({ offset, limit: ROWS, matching, go: (to) => turn({ offset: to }) });
    return [pages(), setupTable(rows, { ranked: Boolean(ranking), set: state.set,
      sort: { name: state.sort, descending: state.descending },
      onsort: ({ name, descending }) => turn({ sort: name, descending, offset: 0 }) })];
  }

  function sorter(ranking) {
    const options = [["", "as listed"], ...(ranking || state.sort === "rating" ? [["rating", "rating"]] : []), ["points", "points"], ["troops", "troops"],
      ["commands", "commands"], ...things.map(({ slug, letter, name }) => [letter ?? slug, name])];
    return [h("label", { for: "sort" }, "Sort by"),
      h("select", { id: "sort", "aria-label": "Sort by",
          onchange: (event) => turn({ sort: event.target.value, descending: Boolean(event.target.value), offset: 0 }) },
        options.map(([value, text]) => h("option", { value, selected: value === state.sort }, text))),
      state.sort && h("button", { type: "button", "aria-label": "Change the order", onclick: () => turn({ descending: !state.descending, offset: 0 }) },
        state.descending ? "highest first ▾" : "lowest first ▴")];
  }

  function rankingLine(ranking) {
    if (!ranking)
      return h("p", { class: "small soft" }, "No ranking by these rules yet, so there are no ratings. ",
        h("a", { href: address("/start/rank", { set: state.set }) }, "Start a ranking"), ".");
    return h("p", { class: "small soft" }, "Ratings are the expected score against the field, with their 95 % interval: ",
      `judged by ${ranking.judge}, ${plural(ranking.setups, "setup")} rated, `, h("a", { href: runAddress(ranking.run) }, "the run"), ".");
  }

  fill(shown, reading("Listing the setups"));
  load();
  return h("div", {}, h("h1", {}, "Setups"), rules, tabs, filter.element,
    h("div", { class: "list-head" }, said, order), shown);
}

const found = (value) => (Array.isArray(value) ? value.length : value.matching);

const matches = (answer) => (answer?.value ? count(found(answer.value)) : "");
