// A review that is made while somebody looks: its progress, and what it found.

import { follow } from "../lib/stream.js";

const TOP = 12; // marked turns, the worst first

/** @param {{ game: string, signal: AbortSignal, changed(): void }} given */
export function makeReviewing({ game, signal, changed }) {
  /** @type {{ state: string, review: Review | null, progress: ReviewProgress | null, problem: Error | null }} */
  const reviewing = { state: "none", review: null, progress: null, problem: null };
  /** @type {AbortController | null} */
  let under = null;

  /** @param {Partial<typeof reviewing>} values */
  function set(values) {
    Object.assign(reviewing, values);
    changed();
  }

  /** @param {string} agent */
  async function begin(agent) {
    under?.abort();
    const mine = new AbortController();
    under = mine;
    set({ state: "running", review: null, progress: null, problem: null });
    try {
      await follow(`/games/${encodeURIComponent(game)}/review/events`, {
        params: { agent, top: TOP }, signal: mine.signal, last: "review",
        on: {
          progress: (progress) => mine.signal.aborted || set({ progress }),
          review: (review) => mine.signal.aborted || set({ review, state: "made" }),
        },
      });
    } catch (problem) {
      if (!mine.signal.aborted) set({ state: "failed", problem: /** @type {Error} */ (problem) });
    }
  }

  function stop() {
    under?.abort();
    set({ state: "none" });
  }

  signal.addEventListener("abort", () => under?.abort(), { once: true });
  return Object.assign(reviewing, { begin, stop });
}
