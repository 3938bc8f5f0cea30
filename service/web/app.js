// The program around the pages: navigation, which page an address means, and what the server does.
//
//   lib/     DOM, API, addresses, live jobs, formats      (know nothing of pages)
//   parts/   tables, charts, forms, pictures of setups    (take values, return elements)
//   board/   the board: state, drawing and events         (takes positions, returns squares)
//   play/    a game on the board: choices, panels, agents
//   analyse/ a position that is thought about: tries, candidates, an editor
//   review/  a game that was played: replay, values, marked turns; lists of games
//   pages/   one module for each page; addresses.json says which addresses it has
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

import addresses from "./addresses.json" with { type: "json" };
import { onAddress, followLinks } from "./lib/address.js";
import { h, fill } from "./lib/dom.js";
import { startLive } from "./lib/live.js";
import { routeOf } from "./lib/routes.js";
import { applyTheme } from "./lib/settings.js";
import { reading, trouble } from "./parts/notice.js";
import { foot, markPlace, top } from "./parts/shell.js";

const SLOW = 250; // milliseconds after which a page says what it waits for

let left = new AbortController();
/** @type {string | null} */
let shownPath = null;
let first = true;

async function show() {
  const path = decodeURI(location.pathname), route = routeOf(addresses, path);
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const main = place("main");
  markPlace(route?.area);
  const other = path !== shownPath;
  shownPath = path;
  const waiting = setTimeout(() => fill(main, reading("Reading the page")), SLOW);
  try {
    const element = route ? await pageOf(route, signal) : noPage(path);
    if (signal.aborted) return;
    main.className = `part ${route?.area ?? "no"}-page`;
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

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {{ page: string, params: string[] }} route @param {AbortSignal} signal @returns {Promise<HTMLElement>} */
async function pageOf({ page: name, params }, signal) {
  const { default: page } = await import(`./pages/${name}.js`);
  return page({ params, query: new URLSearchParams(location.search), signal, title: setTitle });
}

/** @param {string} path */
function noPage(path) {
  setTitle("No such page");
  return h("div", {},
    h("h1", {}, "No such page"),
    h("p", {}, "There is nothing at ", h("code", {}, path), ". ", h("a", { href: "/" }, "Home")));
}

/** @param {string} text */
function setTitle(text) {
  document.title = text === "conquest-opt" ? text : `${text} · conquest-opt`;
}

/** @param {HTMLElement} main */
function beginReading(main) {
  scrollTo(0, 0);
  // A screen reader goes on at the heading of the new page; at the first one it begins by itself.
  const heading = main.querySelector("h1") ?? main;
  heading.tabIndex = -1;
  if (!first) heading.focus({ preventScroll: true });
  first = false;
}

applyTheme();
top(place("top"));
foot(place("foot"));
followLinks();
onAddress(show);
startLive();
show();
