// Setups: the named ones, own ones, and every one to which nothing can be added. The address has all of
// it: list, q (the filter), sort, descending, offset, and set (changes of the rules).

import { ask } from "../lib/ask.js";
import { address, keep, runAddress } from "../lib/address.js";
import { fill, h, refill, settled } from "../lib/dom.js";
import { count, plural } from "../lib/format.js";
import { empty, reading, trouble } from "../parts/notice.js";
import { pager } from "../parts/table.js";
import { setupFilter } from "../parts/setups/filter.js";
import { setupCards, setupTable, sorted } from "../parts/setups/lists.js";
import { rulesLine } from "../parts/setups/rules_line.js";
import { things as readThings } from "../parts/setups/things.js";

/** @type {Record<string, string>} */
const LISTS = { named: "Named", own: "Own", all: "Every maximal" };
const ROWS = 50;
const TYPING = 150; // milliseconds without a key after which the list is asked for

/** @typedef {{ list: string, q: string, sort: string, descending: boolean, offset: number, set: string[] }} State
 * @typedef {Api.SetupPage & { setups: Api.ListedSetup[] }} MaximalPage
 * @typedef {{ value?: any, reason?: Error & { status?: number } }} Settled what was asked for, or why it is not there */

/** @param {PageGiven} page */
export default async function setupsPage({ query, signal, title }) {
  title("Setups");
  const list = query.get("list") ?? "";
  /** @type {State} */
  const state = {
    list: LISTS[list] ? list : "named", q: query.get("q") ?? "", sort: query.get("sort") ?? "",
    descending: query.get("descending") === "true", offset: Number(query.get("offset")) || 0, set: query.getAll("set"),
  };
  const [things, rules] = await Promise.all([
    readThings(state.set, signal), rulesLine(state.set, address("/setups", { list: state.list }), signal)]);
  const filter = setupFilter(state.q, things, (q) => {
    Object.assign(state, { q, offset: 0 });
    keep(shared(state));
    asked();
  });
  const drawing = drawingOf(state, things, { turn, again: () => load() });
  const asked = settled(TYPING, load);
  /** @type {AbortController | null} */
  let under = null;

  /** @param {Partial<State>} change */
  function turn(change) {
    Object.assign(state, change);
    keep(shared(state), { step: true });
    load();
  }

  /** The named ones say whether the filter is understood; the others are drawn as they arrive. */
  async function load() {
    under?.abort();
    const mine = new AbortController();
    under = mine;
    const both = AbortSignal.any([signal, mine.signal]);
    const { q, set, sort, descending, offset } = state;
    /** @param {string} path @param {Record<string, unknown>} params @returns {Promise<Settled>} */
    const asking = (path, params) => ask(path, { params: { q, set, ...params }, signal: both })
      .then((value) => ({ value }), (reason) => ({ reason }));
    const all = asking("/setups/maximal", { sort, descending, offset, limit: ROWS });
    const own = asking("/setups", { own: true, ratings: true });
    const named = await asking("/setups", { ratings: true });
    if (both.aborted) return;
    const fault = named.reason?.status === 422 ? named.reason.message : "";
    filter.say(fault);
    if (fault) return drawing.misunderstood();
    for (const [name, asked] of Object.entries({ named, own, all })) {
      const answer = await asked;
      if (both.aborted) return;
      drawing.take(name, answer);
    }
  }

  load();
  return h("div", {}, h("h1", {}, "Setups"), rules, drawing.tabs, filter.element,
    h("div", { class: "list-head" }, drawing.said, drawing.order), drawing.shown);
}

/** What of the state stands in the address.
 * @param {State} state @param {Partial<State>} change */
function shared(state, change = {}) {
  const { list, ...rest } = { ...state, ...change };
  return { list: list === "named" ? "" : list, ...rest, offset: rest.offset || "" };
}

/** The lists as they are known; `turn(change)` shows another state, `again()` asks once more.
 * @param {State} state @param {Thing[]} things
 * @param {{ turn(change: Partial<State>): void, again(): void }} on */
function drawingOf(state, things, { turn, again }) {
  const tabs = h("nav", { class: "tabs", "aria-label": "Lists of setups" });
  const said = h("p", { class: "matches", role: "status" });
  const order = h("div", { class: "actions" });
  const shown = h("div", {}, reading("Listing the setups"));
  /** @type {Record<string, Settled>} */
  const answers = {};

  /** @param {string} name @param {Settled} answer */
  function take(name, answer) {
    answers[name] = answer;
    draw();
  }

  function misunderstood() {
    const before = Boolean(answers[state.list]);
    fill(said, before ? "The filter is not understood. This is the list from before." : "The filter is not understood.");
    drawTabs();
    if (!before) fill(shown);
  }

  function drawTabs() {
    const tab = (/** @type {string} */ name) => h("a", { href: address("/setups", shared(state, { list: name, offset: 0 })),
      "aria-current": name === state.list && "page" }, LISTS[name], " ", h("span", { class: "soft small" }, matches(answers[name])));
    refill(tabs, Object.keys(LISTS).map(tab));
  }

  function draw() {
    const answer = answers[state.list];
    /** @type {MaximalPage | undefined} */
    const every = answers.all?.value;
    drawTabs();
    refill(order, sorter(state, things, every?.ranking ?? null, turn));
    if (!answer) return fill(shown, reading("Listing the setups"));
    fill(said, answer.value ? `${plural(found(answer.value), "setup matches", "setups match")}.` : "");
    return refill(shown, every && rankingLine(every.ranking, state.set),
      answer.reason ? trouble(answer.reason, again)
        : state.list === "all" ? longList(answer.value, state, turn) : namedList(answer.value, state, things));
  }

  return { tabs, said, order, shown, take, misunderstood };
}

/** @param {NamedSetup[]} all @param {State} state @param {Thing[]} things */
function namedList(all, state, things) {
  if (all.length) return setupCards(sorted(all, state.sort, state.descending, things), state.set);
  if (state.q || state.list === "named") return empty("No setup of this list matches.");
  return empty("You have no setups of your own yet. ", h("code", {}, "conquest-opt setup SETUP --save NAME"), " keeps one.");
}

/** @param {MaximalPage} page @param {State} state @param {(change: Partial<State>) => void} turn */
function longList({ matching, offset, ranking, setups: rows }, state, turn) {
  if (!rows.length) return empty(offset ? "The list ends before this page." : "No setup matches.");
  return [pager({ offset, limit: ROWS, matching, go: (to) => turn({ offset: to }) }),
    setupTable(rows, { ranked: Boolean(ranking), set: state.set,
      sort: { name: state.sort, descending: state.descending },
      onsort: ({ name, descending }) => turn({ sort: name ?? "", descending, offset: 0 }) })];
}

/** @param {State} state @param {Thing[]} things @param {Api.RankingUsed | null} ranking
 * @param {(change: Partial<State>) => void} turn */
function sorter({ sort, descending }, things, ranking, turn) {
  const options = [["", "as listed"], ...(ranking || sort === "rating" ? [["rating", "rating"]] : []), ["points", "points"], ["troops", "troops"],
    ["commands", "commands"], ...things.map(({ slug, letter, name }) => [letter ?? slug, name])];
  return [h("label", { for: "sort" }, "Sort by"),
    h("select", { id: "sort", "aria-label": "Sort by",
        onchange: ({ target }) => turn({ sort: target.value, descending: Boolean(target.value), offset: 0 }) },
      options.map(([value, text]) => h("option", { value, selected: value === sort }, text))),
    sort && h("button", { type: "button", "aria-label": "Change the order", onclick: () => turn({ descending: !descending, offset: 0 }) },
      descending ? "highest first ▾" : "lowest first ▴")];
}

/** @param {Api.RankingUsed | null} ranking @param {string[]} set */
function rankingLine(ranking, set) {
  if (!ranking)
    return h("p", { class: "small soft" }, "No ranking by these rules yet, so there are no ratings. ",
      h("a", { href: address("/start/rank", { set }) }, "Start a ranking"), ".");
  return h("p", { class: "small soft" }, "Ratings are the expected score against the field, with their 95 % interval: ",
    `judged by ${ranking.judge}, ${plural(ranking.setups, "setup")} rated, `, h("a", { href: runAddress(ranking.run) }, "the run"), ".");
}

/** @param {NamedSetup[] | MaximalPage} value */
const found = (value) => (Array.isArray(value) ? value.length : value.matching);

/** @param {Settled | undefined} answer */
const matches = (answer) => (answer?.value ? count(found(answer.value)) : "");
