// An agent that thinks about a position while somebody looks: at one position at a time.
//
//   const mind = makeThinking({ signal, changed });
//   mind.look(path, { agent, after })    begins, and ends what was under way
//   mind.seen, mind.state                what is known, and "thinking", "finished", "paused" or "failed"

import { follow } from "../lib/stream.js";

const REST = 200; // milliseconds for which a position must be looked at; stepping through asks nothing

/** @param {{ signal: AbortSignal, changed(): void }} given */
export function makeThinking({ signal, changed }) {
  /** @type {Mind} */
  const mind = { state: "paused", seen: null, problem: null };
  /** @type {AbortController | null} */
  let under = null;

  /** @param {Partial<Mind>} values */
  function set(values) {
    Object.assign(mind, values);
    changed();
  }

  /** Stop; what was seen stays. */
  function stop() {
    under?.abort();
    under = null;
    set({ state: "paused" });
  }

  /** Think about nothing: another position is shown, and it is not to be thought about. */
  function rest() {
    mind.seen = null;
    stop();
  }

  /** @param {string} path @param {Record<string, unknown>} params */
  function look(path, params) {
    under?.abort();
    const mine = new AbortController();
    under = mine;
    set({ state: "thinking", seen: null, problem: null });
    setTimeout(() => { if (!mine.signal.aborted) think(path, params, mine); }, REST);
  }

  /** @param {string} path @param {Record<string, unknown>} params @param {AbortController} mine */
  async function think(path, params, mine) {
    try {
      await follow(path, { params, signal: mine.signal, last: "done", on: {
        analysis: (seen) => mine.signal.aborted || set({ seen }),
        done: () => mine.signal.aborted || set({ state: "finished" }),
      } });
    } catch (problem) {
      if (!mine.signal.aborted) set({ state: "failed", problem: /** @type {Error} */ (problem) });
    }
  }

  signal.addEventListener("abort", () => under?.abort(), { once: true });
  return Object.assign(mind, { look, stop, rest });
}
