// The game in which moves are tried: a game of its own on the server, begun from a position or as a
// branch of another game, and forgotten when the page is left. The address says what was tried.
//
//   const bench = makeBench({ source, signal });
//   await bench.goTo(["select k3", "move k7"])    these actions after the beginning, however it stands now
//
// bench.view is the position, bench.reach where troops can go in it, bench.path what was tried.

import { apiAddress, ask, Problem, send } from "../lib/ask.js";

/** @param {{ source: unknown, signal: AbortSignal }} given */
export function makeBench({ source, signal }) {
  const bench = {
    view: /** @type {View} */ (/** @type {any} */ (null)), // both are there once the game was begun
    begun: /** @type {View} */ (/** @type {any} */ (null)),
    reach: /** @type {Reach | null} */ (null),
    path: /** @type {string[]} */ ([]),
  };
  /** @type {Promise<unknown>} */
  let last = Promise.resolve(); // one change at a time, in the order in which they were asked for
  const place = () => `/games/${encodeURIComponent(bench.view.game)}`;

  async function begin() {
    bench.view = await send("/games", source, { signal });
    bench.begun = bench.view;
    bench.path = [];
  }

  /** @param {string[]} path */
  async function move(path) {
    if (!bench.view) await begin();
    let same = 0;
    while (same < path.length && path[same] === bench.path[same]) same++;
    const back = bench.path.length - same, more = path.slice(same);
    if (back) await post("undo", { actions: back }, bench.path.slice(0, same));
    if (more.length) await post("actions", { actions: more }, path);
  }

  /** @param {string} verb @param {unknown} body @param {string[]} path */
  async function post(verb, body, path) {
    bench.view = await send(`${place()}/${verb}`, body, { signal });
    bench.path = path;
  }

  /** @param {string[]} path */
  async function moveOrBeginAnew(path) {
    try {
      await move(path);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404) || !bench.begun) throw error;
      await begin(); // the server keeps a number of games, and this one is gone
      await move(path);
    }
    bench.reach = null;
    return bench.view;
  }

  /** @param {string[]} path */
  function goTo(path) {
    const moved = last.then(() => moveOrBeginAnew(path));
    last = moved.catch(() => {});
    return moved;
  }

  async function readReach() {
    const { view } = bench;
    const reach = await ask(`${place()}/reach`, { signal });
    if (bench.view === view) bench.reach = reach;
    return bench.view === view;
  }

  function forget() {
    if (bench.view) fetch(apiAddress(place()), { method: "DELETE", keepalive: true }).catch(() => {});
    bench.view = /** @type {any} */ (null);
  }

  signal.addEventListener("abort", forget, { once: true });
  addEventListener("pagehide", ({ persisted }) => { if (!persisted) forget(); }, { signal });
  return Object.assign(bench, { goTo, readReach });
}
