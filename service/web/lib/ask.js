// Asks the API. An answer that is a problem document becomes a Problem, whose message is a sentence
// for people.

import { jsonText, jsonValues } from "./json.js";
import { untilAnswered } from "./waits.js";

const PREFIX = "/api/v1";

export class Problem extends Error {
  /** @param {number} status @param {string} detail @param {Api.FieldFault[] | null} [errors] */
  constructor(status, detail, errors) {
    super(detail);
    this.status = status;
    this.errors = errors ?? [];
  }
}

/** The address of the API for a path and parameters; lists are repeated, empty values left out.
 * @param {string} path @param {Record<string, any>} params */
export function apiAddress(path, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== "") query.append(name, one);
  const text = query.toString();
  return `${PREFIX}${path}${text && `?${text}`}`;
}

/** The answer to a request, as it begins; one that is refused becomes a Problem. A request that only
 *  reads is repeated where the server says when to ask again; `reads` says that one with a body does.
 * @param {string} path @param {AskOptions} options */
export async function answerTo(path, { params, body, method, reads = false, signal } = {}) {
  /** @type {RequestInit} */
  const options = { method: method ?? (body === undefined ? "GET" : "POST"), signal };
  if (body !== undefined) {
    options.body = jsonText(body);
    options.headers = { "content-type": "application/json" };
  }
  const attempt = () => fetched(apiAddress(path, params), options);
  const answer = await (reads || options.method === "GET" ? untilAnswered(attempt, later, signal) : attempt());
  if (answer.ok) return answer;
  throw problemOf(answer, parsed(await answer.text()));
}

/** @param {string} url @param {RequestInit} options */
async function fetched(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Problem(0, "The server does not answer. Is it running?");
  }
}

/** When to ask again for what could not be answered now; null where that is of no use.
 * @param {Response} answer */
async function later(answer) {
  const seconds = answer.status === 503 ? Number(answer.headers.get("retry-after")) : 0;
  if (!(seconds > 0)) return null;
  return { seconds, sentence: problemOf(answer, parsed(await answer.clone().text())).message };
}

/** Ask for something. Whole numbers that JavaScript would round arrive as their digits.
 * @param {string} path @param {AskOptions} options @returns {Promise<any>} */
export async function ask(path, options = {}) {
  const answer = await answerTo(path, options);
  const text = await answer.text();
  return text ? parsed(text) : null;
}

/** What the database says: {data, as_of, stale}.
 * @param {string} path @param {AskOptions} [options] @returns {Promise<Answer<any>>} */
export const read = (path, options) => ask(path, options);

/** @param {string} path @param {unknown} body @param {AskOptions} options */
export const send = (path, body = {}, options = {}) => ask(path, { ...options, body });

/** @param {string} text */
const parsed = (text) => {
  try {
    return jsonValues(text);
  } catch {
    return null;
  }
};

/** @param {Response} answer @param {any} values */
function problemOf(answer, values) {
  const detail = values?.detail ?? `The server answered ${answer.status}.`;
  return new Problem(answer.status, detail.charAt(0).toUpperCase() + detail.slice(1), values?.errors);
}
