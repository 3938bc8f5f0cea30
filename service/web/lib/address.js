// The address says what is shown: a page's path, and its state in the query. Every state can be
// shared, and "back" leads to the one before.

/** @type {Set<() => void>} */
const listeners = new Set();

/** Be called whenever another page is to be shown.
 * @param {() => void} listener */
export const onAddress = (listener) => listeners.add(listener);

export const query = () => new URLSearchParams(location.search);

/** An address of ours with a query; empty values are left out, lists are repeated.
 * @param {string} path @param {Record<string, any>} params */
export function address(path, params = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== "" && one !== false) search.append(name, one);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** @param {string} setup @param {string[]} [set] */
export const setupAddress = (setup, set) => address("/setup", { setup, set });
/** @param {string} run */
export const runAddress = (run) => `/runs/${encodeURIComponent(run)}`;
/** A game that is played; `seed` if somebody typed it: then it stays when the game is played again.
 * @param {string} game @param {string | null} [seed] */
export const gameAddress = (game, seed) => address(`/play/${encodeURIComponent(game)}`, { seed });
/** A game that a run has stored.
 * @param {string} run @param {number} game */
export const storedAddress = (run, game) => `/review/${encodeURIComponent(run)}/${game}`;
/** @param {number} job */
export const jobAddress = (job) => `/jobs/${job}`;

/** Show another page.
 * @param {string} to */
export function go(to, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  for (const listener of listeners) listener();
}

/** Write a page's state into its address; the page is not shown anew. "Back" undoes a step.
 * @param {Record<string, any>} params */
export function keep(params, { step = false } = {}) {
  const to = address(location.pathname, params);
  if (step && to !== location.pathname + location.search) history.pushState(null, "", to);
  else history.replaceState(history.state, "", to);
}

/** Follow links within the program without loading it anew. */
export function followLinks() {
  addEventListener("popstate", () => { for (const listener of listeners) listener(); });
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href]");
    const otherwise = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (!link || otherwise || event.defaultPrevented) return;
    const href = link.getAttribute("href") ?? "";
    if (!href.startsWith("/") || /^\/(api|web)\//.test(href) || link.hasAttribute("target") || link.hasAttribute("download"))
      return;
    event.preventDefault();
    go(href);
  });
}
