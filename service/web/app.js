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
// The areas of the pages have sheets of their own in style/: `@scope (.runs-page)`; so have the parts that
// several pages share: `@scope (.board)`. What has a sheet is marked by the class `part`, where the sheets
// of others end; only base.css and parts.css are for all.
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
  [/^\/$/, "home", () => import("./pages/home.js")],
  [/^\/runs$/, "runs", () => import("./pages/runs.js")],
  [/^\/runs\/([^/]+)$/, "runs", () => import("./pages/run.js")],
  [/^\/jobs\/(\d+)$/, "runs", () => import("./pages/job.js")],
  [/^\/start$/, "runs", () => import("./pages/kinds.js")],
  [/^\/start\/([a-z-]+)$/, "runs", () => import("./pages/start.js")],
  [/^\/compare$/, "runs", () => import("./pages/compare.js")],
  [/^\/setups$/, "setups", () => import("./pages/setups.js")],
  [/^\/setup$/, "setups", () => import("./pages/setup.js")],
  [/^\/lab$/, "lab", () => import("./pages/lab.js")],
  [/^\/rules$/, "rules", () => import("./pages/rules.js")],
  [/^\/balance$/, "balance", () => import("./pages/balance.js")],
  [/^\/play$/, "play", () => import("./pages/play.js")],
  [/^\/play\/([^/]+)$/, "play", () => import("./pages/game.js")],
  [/^\/analyse$/, "games", () => import("./pages/analyse.js")],
  [/^\/games$/, "games", () => import("./pages/games.js")],
  [/^\/review\/([^/]+)$/, "games", () => import("./pages/review.js")],
  [/^\/review\/([^/]+)\/(\d+)$/, "games", () => import("./pages/review.js")],
  [/^\/data$/, "data", () => import("./pages/data.js")],
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
    const { area, element } = await pageOf(path, signal);
    if (signal.aborted) return;
    main.className = `part ${area}-page`;
    fill(main, element);
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
  for (const [pattern, area, load] of PAGES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { default: page } = await load();
    const params = match.slice(1).map(decodeURIComponent);
    return { area, element: await page({ params, query: new URLSearchParams(location.search), signal, title: setTitle }) };
  }
  setTitle("No such page");
  return { area: "no", element: h("div", {},
    h("h1", {}, "No such page"),
    h("p", {}, "There is nothing at ", h("code", {}, path), ". ", h("a", { href: "/" }, "Home"))) };
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
