// Follows server-sent events that end by themselves: an analysis, a review. Read with fetch, because
// an EventSource cannot say why it was refused, and asks again when a stream has ended.

import { answerTo, Problem } from "./ask.js";

/** Call `on[event](values)` for each event; the promise ends with the stream. Leaving is `signal`'s. */
export async function follow(path, { params, signal, on }) {
  const answer = await answerTo(path, { params, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) return;
    const parts = (text + value).split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) take(part, on);
  }
}

function take(part, on) {
  const field = (name) => part.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  const event = field("event"), data = field("data");
  if (!event || !data) return; // a comment that keeps the connection alive
  const values = JSON.parse(data);
  if (event === "failed") throw new Problem(values.status, values.detail);
  on[event]?.(values);
}
