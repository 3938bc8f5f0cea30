// What stands around every page: navigation, theme, and what the server is doing.

import { ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { percent, plural } from "../lib/format.js";
import { allJobs, connection, jobsKnown, onJobs } from "../lib/live.js";
import { applyTheme, remember, remembered } from "../lib/settings.js";
import { jobAddress } from "../lib/address.js";

const PLACES = [
  ["/", "Home", /^\/$/],
  ["/play", "Play", /^\/play/],
  ["/runs", "Runs", /^\/(runs|jobs|start|compare)/],
  ["/setups", "Setups", /^\/setups?\b/],
  ["/rules", "Rules", /^\/rules/],
  ["/balance", "Balance", /^\/balance/],
  ["/data", "Data", /^\/data/],
];

const THEMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

export function top(element) {
  const links = PLACES.map(([path, name]) => h("li", {}, h("a", { href: path }, name)));
  fill(element,
    h("a", { href: "/", class: "brand", "aria-label": "conquest-opt, home" },
      h("img", { src: "/web/icon.svg", alt: "", width: 24, height: 24 }), "conquest-opt"),
    h("nav", { "aria-label": "Pages" }, h("ul", {}, links)),
    h("div", { class: "top-state" }, serverState(), themeButton()));
}

/** Mark the place in the navigation where an address belongs. */
export function markPlace(path) {
  document.querySelectorAll(".top nav a").forEach((link, number) => {
    if (PLACES[number][2].test(path)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

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
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
    button.title = THEMES[theme];
    button.setAttribute("aria-label", THEMES[theme]);
  }
  draw();
  return button;
}

/** The job that runs, compiling kernels, a lost connection, a fault: each for what it is. */
function serverState() {
  const element = h("div", { class: "server-state", role: "status" });
  let state = null;

  function draw() {
    const running = allJobs().filter((job) => job.state === "running");
    const waiting = allJobs().filter((job) => job.state === "queued").length;
    const parts = [];
    if (!connection.open && state) parts.push(h("span", { class: "bad" }, "Not connected"));
    if (state?.kernels === "compiling")
      parts.push(h("span", { title: "The first games and jobs wait for this" }, "Compiling kernels …"));
    if (state?.kernels === "failed")
      parts.push(h("span", { class: "bad", title: state.kernels_message }, "Kernels could not be compiled"));
    if (state?.jobs_message)
      parts.push(h("span", { class: "bad", title: state.jobs_message }, "Jobs are halted"));
    for (const job of running.slice(0, 2))
      parts.push(h("a", { href: jobAddress(job.job) }, `Job ${job.job}`,
        job.progress?.share ? ` ${percent(job.progress.share, 0)}` : ""));
    if (waiting) parts.push(h("span", {}, `${plural(waiting, "job")} waiting`));
    fill(element, parts);
  }

  async function look() {
    if (!document.hidden) {
      try {
        state = await ask("/state");
        const version = document.getElementById("foot-version");
        if (version) version.textContent = `version ${state.version} · ${state.database}`;
      } catch {
        connection.open = false;
      }
      draw();
    }
    setTimeout(look, state?.kernels === "compiling" || state?.jobs_message ? 2000 : 15000);
  }

  onJobs(draw);
  jobsKnown().then(draw, () => {});
  look();
  return element;
}
