// Changes of the rules as texts (champion.cost=225), as a map by rule, and the runs that examined them.

import { read } from "./ask.js";

/** ["champion.cost=225"] as a map from rule to value; the last value of a rule counts.
 * @param {string[] | null | undefined} texts @returns {Map<string, string>} */
export function readEdits(texts) {
  const edits = new Map();
  for (const text of texts ?? []) {
    const [name, ...value] = text.split("=");
    edits.set(name.trim().toLowerCase(), value.join("=").trim());
  }
  return edits;
}

/** @param {Map<string, string>} edits */
export const editTexts = (edits) => [...edits].map(([name, value]) => `${name}=${value}`);

/** Whether two lists of edits make the same rules, in whatever order.
 * @param {string[]} some @param {string[]} others */
export function sameEdits(some, others) {
  const one = readEdits(some), other = readEdits(others);
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}

/** A question for a what-if: the rules before, as edits of the standard ones, and what changes.
 * @param {Question} one @param {Question} other */
export const sameQuestion = (one, other) =>
  sameEdits(one.base, other.base) && sameEdits(one.edits, other.edits);

/** What-if runs, the latest first, each with the questions that it answers (a sweep has several).
 * @param {Record<string, unknown>} params @param {AbortSignal} signal */
export async function whatifRuns(params, signal) {
  /** @type {Answer<RunPage>} */
  const answer = await read("/runs", { params: { kind: "whatif", limit: 200, ...params }, signal });
  /** @type {WhatifRun[]} */
  const runs = answer.data.runs.map((run) => ({
    ...run,
    questions: (run.arguments.variants ?? []).map((/** @type {string[]} */ edits) => ({ base: run.arguments.rules ?? [], edits })),
  }));
  return { ...answer, runs };
}

/** @param {WhatifRun[]} runs @param {Question} question */
export const answering = (runs, question) =>
  runs.filter(({ questions }) => questions.some((one) => sameQuestion(one, question)));

/** The question of a what-if job, as it was asked for.
 * @param {JobAsked} job */
export const questionOf = ({ settings }) => ({ base: settings.base ?? [], edits: settings.set ?? [] });
