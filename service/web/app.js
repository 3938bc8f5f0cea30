// The program around the pages: navigation, which page an address means, and what the server does.
//
//   lib/     DOM, API, addresses, live jobs, formats      (know nothing of pages)
//   parts/   tables, charts, forms, pictures of setups    (take values, return elements)
//   board/   the board: state, drawing and events         (takes positions, returns squares)
//   play/    a game on the board: choices, panels, agents
//   analyse/ a position that is thought about: tries, candidates, an editor
//   review/  a game that was played: replay, values, marked turns; lists of games
//   pages/   one module for each page
//
// A page is a function of what its address says. It returns an element, or a promise of one:
//
//   export default async function page({ params, query, signal, title }) -> element
//
// params are the parts of its path, query its URLSearchParams; signal is aborted when the page is
// left, and ends what it still asks for; title(text) names the page.

import { onAddress, followLinks } from "./lib/address.js";
import { h, fill } from "./lib/dom.js";
import { startLive } from "./lib/live.js";
import { applyTheme } from "./lib/settings.js";
import { reading, trouble } from "./parts/notice.js";
import { foot, markPlace, top } from "./parts/shell.js";

const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/runs$/, () => import("./pages/runs.js")],
  [/^\/runs\/([^/]+)$/, () => import("./pages/run.js")],
  [/^\/jobs\/(\d+)$/, () => import("./pages/job.js")],
  [/^\/start$/, () => import("./pages/kinds.js")],
  [/^\/start\/([a-z-]+)$/, () => import("./pages/start.js")],
  [/^\/compare$/, () => import("./pages/compare.js")],
  [/^\/setups$/, () => import("./pages/setups.js")],
  [/^\/setup$/, () => import("./pages/setup.js")],
  [/^\/lab$/, () => import("./pages/lab.js")],
  [/^\/rules$/, () => import("./pages/rules.js")],
  [/^\/balance$/, () => import("./pages/balance.js")],
  [/^\/play$/, () => import("./pages/play.js")],
  [/^\/play\/([^/]+)$/, () => import("./pages/game.js")],
  [/^\/analyse$/, () => import("./pages/analyse.js")],
  [/^\/games$/, () => import("./pages/games.js")],
  [/^\/review\/([^/]+)$/, () => import("./pages/review.js")],
  [/^\/review\/([^/]+)\/(\d+)$/, () => import("./pages/review.js")],
  [/^\/data$/, () => import("./pages/data.js")],
];

const SLOW = 250; // milliseconds after which a page says what it waits for

let left = new AbortController();
let shownPath = null;

async function show() {
  const path = decodeURI(location.pathname);
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const main = document.getElementById("main");
  markPlace(path);
  const other = path !== shownPath;
  shownPath = path;
  const waiting = setTimeout(() => fill(main, reading("Reading the page")), SLOW);
  try {
    const element = await pageOf(path, signal);
    if (!signal.aborted) fill(main, element);
  } catch (error) {
    if (signal.aborted) return;
    setTitle("Something is wrong");
    fill(main, h("h1", {}, "Something is wrong"), trouble(error, show));
  } finally {
    clearTimeout(waiting);
  }
  if (other && !signal.aborted) beginReading(main);
}

async function pageOf(path, signal) {
  for (const [pattern, load] of PAGES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { default: page } = await load();
    const params = match.slice(1).map(decodeURIComponent);
    return page({ params, query: new URLSearchParams(location.search), signal, title: setTitle });
  }
  setTitle("No such page");
  return h("div", {},
    h("h1", {}, "No such page"),
    h("p", {}, "There is nothing at ", h("code", {}, path), ". ", h("a", { href: "/" }, "Home")));
}

function setTitle(text) {
  document.title = text === "conquest-opt" ? text : `${text} · conquest-opt`;
}

let first = true;
function beginReading(main) {
  scrollTo(0, 0);
  // A screen reader goes on at the heading of the new page; at the first one it begins by itself.
  const heading = main.querySelector("h1") ?? main;
  heading.tabIndex = -1;
  if (!first) heading.focus({ preventScroll: true });
  first = false;
}

applyTheme();
top(document.getElementById("top"));
foot(document.getElementById("foot"));
followLinks();
onAddress(show);
startLive();
show();
