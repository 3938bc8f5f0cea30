// The kinds of run with their settings, asked for once.

import { ask } from "./ask.js";

/** @type {Promise<Api.KindForm[]> | null} */
let known = null;

/** All kinds: [{ kind, command, title, about, example, settings }].
 * @returns {Promise<Api.KindForm[]>} */
export function allKinds() {
  known ??= ask("/kinds").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** What a kind is called; its own name as long as that is not known.
 * @param {Api.KindForm[]} kinds @param {string} name */
export const kindTitle = (kinds, name) => kinds.find(({ kind }) => kind === name)?.title ?? name;
