// A game on the server: asks for it, plays in it, and notes when it has gone on elsewhere.
//
//   const game = gameAt(id, { signal, changed, conflict, lost, back })
//   await game.load();  await game.act(["select k3", "move k7"])
//
// Every answer that is a view becomes game.view, and `changed(view, before)` is called.
// `conflict(error, wentOn)` is called when the server refused, mostly because another tab has
// played; `lost` and `back` when the server is gone and here again.

import { ask, Problem, send } from "../lib/ask.js";

/** @typedef {object} Listeners
 * @property {AbortSignal} signal
 * @property {(view: View, before: View | null) => Promise<void>} changed
 * @property {(error: Error, wentOn: boolean) => void} conflict
 * @property {() => void} lost
 * @property {() => void} back */

const AGAIN = 1500; // milliseconds between looks whether the server is back

/** Signals for requests of which only the latest counts; each ends with the next, all with `signal`.
 * @param {AbortSignal} signal */
function latestOf(signal) {
  let own = new AbortController();
  const end = () => own.abort();
  const next = () => {
    end();
    own = new AbortController();
    return AbortSignal.any([signal, own.signal]);
  };
  return { end, next };
}

/** @param {string} id @param {Listeners} listeners */
export function gameAt(id, { signal, changed, conflict, lost, back }) {
  const path = `/games/${encodeURIComponent(id)}`;
  const game = {
    id,
    view: /** @type {View} */ (/** @type {any} */ (null)), // there is one once it was loaded
    reach: /** @type {Reach | null} */ (null),
  };
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let waiting;

  /** @param {Promise<View> | View} promise @returns {Promise<View | null>} */
  async function take(promise) {
    try {
      const view = await promise;
      /** @type {View | null} */
      const before = game.view;
      game.view = view;
      if (before?.position !== view.position || before?.after !== view.after) game.reach = null;
      await changed(view, before);
      return view;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof Problem && error.status === 409) return reload(error);
      if (error instanceof Problem && error.status === 0) waitForServer();
      throw error;
    }
  }

  /** @param {Error} error */
  async function reload(error) {
    const { after, outcome } = game.view;
    const view = await take(ask(path, { signal }));
    if (view) conflict(error, view.after !== after || !!view.outcome !== !!outcome);
    return view;
  }

  /** The server was ended: look for it until it is back, then read the game as it was kept. */
  function waitForServer() {
    if (waiting || signal.aborted) return;
    lost();
    waiting = setInterval(async () => {
      try {
        const view = await ask(path, { signal });
        clearInterval(waiting);
        waiting = undefined;
        await take(view);
        back();
      } catch { /* not yet */ }
    }, AGAIN);
  }
  signal.addEventListener("abort", () => clearInterval(waiting));

  const ahead = latestOf(signal); // what would happen is of no use once something does
  /** @param {string} verb @param {Record<string, unknown>} body */
  function post(verb, body) {
    ahead.end();
    return take(send(`${path}/${verb}`, { ...body, after: game.view.after }, { signal }));
  }

  return Object.assign(game, {
    load: () => take(ask(path, { signal })),
    /** Look whether it has gone on elsewhere; what is chosen here stays if not. */
    async refresh() {
      /** @type {View | null} */
      const view = await ask(path, { signal }).catch(() => null);
      if (view && view.updated !== game.view.updated) await take(view);
    },
    /** @param {string[]} actions */
    act: (actions) => post("actions", { actions }),
    /** @param {"action" | "turn"} what */
    undo: (what) => post("undo", { what }),
    agent: () => post("agent", { whole_turn: true }),
    /** @param {number} player */
    resign: (player) => post("resign", { player }),
    /** @param {string[]} sides */
    sides: (sides) => take(send(`${path}/sides`, { sides }, { signal })),
    /** @param {string} agent @returns {Promise<Omit<Hint, "by">>} */
    hint: (agent) => send(`${path}/hint`, { agent }, { signal }),
    /** @param {string[]} actions @returns {Promise<Preview>} */
    preview: (actions) => ask(`${path}/preview`, { params: { action: actions }, signal: ahead.next() }),
    /** What happened after so many actions.
     * @param {number} offset @returns {Promise<ReplayPage>} */
    replay: (offset) => ask(`${path}/replay`, { params: { offset }, signal }),
    /** Where troops can go, for the position that is shown; null if it changed meanwhile.
     * @returns {Promise<Reach | null>} */
    async readReach() {
      const { after } = game.view;
      /** @type {Reach} */
      const reach = await ask(`${path}/reach`, { signal });
      if (reach.after !== after || game.view.after !== after) return null;
      game.reach = reach;
      return reach;
    },
  });
}
