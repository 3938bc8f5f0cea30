// What stands around every page: navigation, theme, what the server is doing, and what hinders it.

import { ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { bytes, percent, plural } from "../lib/format.js";
import { allJobs, connection, jobsKnown, onJobs } from "../lib/live.js";
import { applyTheme, remember, remembered } from "../lib/settings.js";
import { onWaits, waitingFor } from "../lib/waits.js";
import { jobAddress } from "../lib/address.js";

/** The areas of the pages, as addresses.json has them: where each begins, and its name. */
const PLACES = [
  ["home", "/", "Home"],
  ["play", "/play", "Play"],
  ["games", "/games", "Games"],
  ["runs", "/runs", "Runs"],
  ["setups", "/setups", "Setups"],
  ["lab", "/lab", "Lab"],
  ["rules", "/rules", "Rules"],
  ["balance", "/balance", "Balance"],
  ["data", "/data", "Data"],
];

/** @type {Record<string, string>} */
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };
/** @type {Record<string, string>} */
const THEMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

/** @param {HTMLElement} element */
export function top(element) {
  const links = PLACES.map(([, path, name]) => h("li", {}, h("a", { href: path }, name)));
  fill(element,
    h("a", { href: "/", class: "brand", "aria-label": "conquest-opt, home" },
      h("img", { src: "/web/icon.svg", alt: "", width: 24, height: 24 }), "conquest-opt"),
    h("nav", { "aria-label": "Pages" }, h("ul", {}, links)),
    h("div", { class: "top-state" }, serverState(), themeButton()));
  new ResizeObserver(() => tellHeight(element)).observe(element);
}

/** What sticks below the navigation begins where that ends. On a phone it scrolls away.
 * @param {HTMLElement} element */
function tellHeight(element) {
  const height = getComputedStyle(element).position === "sticky" ? element.offsetHeight : 0;
  document.documentElement.style.setProperty("--top", `${height}px`);
}

/** Mark the place in the navigation where a page belongs.
 * @param {string | undefined} area */
export function markPlace(area) {
  document.querySelectorAll(".top nav a").forEach((link, number) => {
    if (PLACES[number][0] === area) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

/** @param {HTMLElement} element */
export function foot(element) {
  fill(element,
    h("a", { href: "/api/v1/" }, "API"),
    h("span", { id: "foot-version" }));
}

function themeButton() {
  const button = h("button", { type: "button", class: "quiet theme", onclick: next });
  function next() {
    const names = Object.keys(THEMES);
    remember("theme", names[(names.indexOf(remembered("theme", "auto")) + 1) % names.length]);
    draw();
  }
  function draw() {
    const theme = remembered("theme", "auto");
    applyTheme(theme);
    button.textContent = SIGNS[theme];
    button.title = THEMES[theme];
    button.setAttribute("aria-label", THEMES[theme]);
  }
  draw();
  return button;
}

/** The job that runs, compiling kernels, a lost connection, a fault: each for what it is. */
function serverState() {
  const element = h("div", { class: "server-state" });
  /** @type {Api.ServerState | null} */
  let state = null;

  function draw() {
    const running = allJobs().filter((job) => job.state === "running");
    const waiting = allJobs().filter((job) => job.state === "queued").length;
    /** @type {Child[]} */
    const parts = [];
    if (state?.kernels === "compiling") parts.push(h("span", {}, "Compiling kernels …"));
    for (const job of running.slice(0, 2))
      parts.push(h("a", { href: jobAddress(job.job) }, `Job ${job.job}`,
        job.progress?.share ? ` ${percent(job.progress.share, 0)}` : ""));
    if (waiting) parts.push(h("span", {}, `${plural(waiting, "job")} waiting`));
    fill(element, parts);
    showBanner(hindrances(state));
  }

  async function look() {
    if (!document.hidden) {
      try {
        /** @type {Api.ServerState} */
        const now = await ask("/state");
        state = now;
        const version = document.getElementById("foot-version");
        if (version) version.textContent = `version ${now.version} · ${now.database}`;
      } catch {
        connection.lost = true;
      }
      draw();
    }
    setTimeout(look, state?.kernels === "compiling" || state?.jobs_message ? 2000 : 15000);
  }

  onJobs(draw);
  onWaits(draw);
  jobsKnown().then(draw, () => {});
  look();
  return element;
}

/** Show sentences above the page; a screen reader says them again only when they change.
 * @param {string[]} sentences */
function showBanner(sentences) {
  const banner = document.getElementById("banner");
  const text = sentences.join("\n");
  if (!banner || banner.dataset.shown === text) return;
  banner.dataset.shown = text;
  fill(banner, sentences.map((sentence) => h("p", {}, sentence)));
}

const LITTLE_ROOM = 200e6; // bytes of the disk, below which the page warns

/** What keeps the server from its work, each as a sentence with what would help.
 * @param {Api.ServerState | null} state */
function hindrances(state) {
  /** @type {string[]} */
  const found = [];
  if (connection.lost)
    found.push("The server does not answer. What is shown is what was known last; this page goes on by itself once it answers.");
  for (const sentence of waitingFor()) found.push(`${sentence.replace(/\.$/, "")}. This page asks again by itself.`);
  if (!state) return found;
  if (state.kernels === "failed") found.push(`The kernels could not be compiled, so no game can be played: ${state.kernels_message}`);
  if (state.jobs_message) found.push(`Jobs cannot go on now: ${state.jobs_message}`);
  if (state.database_bytes === null) found.push(`The database ${state.database} is not there any more. The next job makes a new one.`);
  if (state.disk_free_bytes < LITTLE_ROOM) found.push(`The disk has only ${bytes(state.disk_free_bytes)} left. Jobs stop when it is full.`);
  return found;
}
