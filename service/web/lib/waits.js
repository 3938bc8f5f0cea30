// What the server cannot answer yet, and is asked for again: the database is held by another process
// and this was never read before, or all places for an analysis are taken.

/** @typedef {{ seconds: number, sentence: string }} Wait */

const LONGEST = 300; // seconds for which one thing is asked for again

/** @type {Set<Wait>} */
const waits = new Set();
/** @type {Set<() => void>} */
const listeners = new Set();

/** Be called whenever something begins or ends to be waited for.
 * @param {() => void} listener */
export const onWaits = (listener) => listeners.add(listener);

/** What the server said first about each of them. */
export const waitingFor = () => [...new Set([...waits].map(({ sentence }) => sentence))];

/** Call `attempt` until its answer is not one to ask for again. `later(answer)` is null for that, and
 *  otherwise { sentence, seconds }; the last answer is returned. Leaving is `signal`'s.
 * @template Given
 * @param {() => Promise<Given>} attempt @param {(answer: Given) => Promise<Wait | null>} later
 * @param {AbortSignal | null | undefined} signal */
export async function untilAnswered(attempt, later, signal) {
  const until = Date.now() + 1000 * LONGEST;
  /** @type {Wait | null} */
  let wait = null;
  try {
    for (;;) {
      const answer = await attempt();
      const again = Date.now() < until ? await later(answer) : null;
      if (!again) return answer;
      wait ??= begun(again);
      await pause(again.seconds, signal);
    }
  } finally {
    if (wait && waits.delete(wait)) tell();
  }
}

/** @param {Wait} wait */
function begun(wait) {
  waits.add(wait);
  tell();
  return wait;
}

function tell() {
  for (const listener of listeners) listener();
}

/** @param {number} seconds @param {AbortSignal | null | undefined} signal @returns {Promise<void>} */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const left = () => { clearTimeout(timer); reject(signal?.reason); };
    const timer = setTimeout(() => { signal?.removeEventListener("abort", left); resolve(); }, 1000 * seconds);
    if (signal?.aborted) left();
    else signal?.addEventListener("abort", left, { once: true });
  });
}
