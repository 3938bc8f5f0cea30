// Follows server-sent events that end by themselves: an analysis, a review. Read with fetch, because
// an EventSource cannot say why it was refused, and asks again when a stream has ended.

import { answerTo, Problem } from "./ask.js";

/** Call `on[event](values)` for each event, up to the one that is the `last`. Leaving is `signal`'s.
 * @param {string} path
 * @param {{ params: Record<string, unknown>, signal: AbortSignal, last: string,
 *   on: Record<string, (values: any) => void> }} given */
export async function follow(path, { params, signal, on, last }) {
  const answer = await answerTo(path, { params, signal });
  if (!answer.body) lost();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch(lost);
    if (signal.aborted) return;
    if (done) lost();
    const parts = (text + value).split(/\r?\n\r?\n/);
    text = parts.pop() ?? "";
    for (const part of parts) if (taken(part, on) === last) return;
  }
}

/** The stream broke, or the server was ended before it had said all.
 * @param {unknown} [error] @returns {never} */
function lost(error) {
  if (error instanceof Error && error.name === "AbortError") throw error;
  throw new Problem(0, "The connection to the server was lost.");
}

/** Give an event on; return its name.
 * @param {string} part @param {Record<string, (values: any) => void>} on */
function taken(part, on) {
  /** @param {string} name */
  const field = (name) => part.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  const event = field("event"), data = field("data");
  if (!event || !data) return null; // a comment that keeps the connection alive
  const values = JSON.parse(data);
  if (event === "failed") throw new Problem(values.status, values.detail);
  on[event]?.(values);
  return event;
}
