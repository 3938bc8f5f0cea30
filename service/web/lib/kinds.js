// The kinds of run with their settings, asked for once.

import { ask } from "./ask.js";

let known = null;

/** All kinds: [{ kind, command, title, about, example, settings }]. */
export function allKinds() {
  known ??= ask("/kinds").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** What a kind is called; its own name as long as that is not known. */
export const kindTitle = (kinds, name) => kinds.find(({ kind }) => kind === name)?.title ?? name;
