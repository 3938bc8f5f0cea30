// Numbers, spans of time and names as people read them.

const grouped = new Intl.NumberFormat("en-GB");

/** @param {number | bigint | null | undefined} number */
export const count = (number) => (number === null || number === undefined ? "–" : grouped.format(number));

/** @param {number} number @param {string} one */
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** @param {number | null | undefined} share */
export const percent = (share, digits = 1) =>
  share === null || share === undefined ? "–" : `${(100 * share).toFixed(digits)}\u00a0%`;

/** A share with its interval: 52.1 % [48.0, 56.2].
 * @param {number | null | undefined} value @param {number | null} [low] @param {number | null} [high] */
export function estimate(value, low, high, digits = 1) {
  if (value === null || value === undefined) return "–";
  if (low === null || low === undefined || high === null || high === undefined) return percent(value, digits);
  return `${percent(value, digits)} [${(100 * low).toFixed(digits)}, ${(100 * high).toFixed(digits)}]`;
}

/** @param {number | null | undefined} seconds */
export function span(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${(seconds / 3600).toFixed(1)} h`;
  return `${Math.round(seconds / 86400)} days`;
}

/** A time of the API: seconds since 1970, or a text in UTC.
 * @param {number | string | null | undefined} given */
export function moment(given) {
  if (given === null || given === undefined) return null;
  if (typeof given === "number") return new Date(given * 1000);
  return new Date(/[zZ]|[+-]\d\d:\d\d$/.test(given) ? given : `${given}Z`);
}

/** @param {number | string | null | undefined} given */
export function ago(given, now = Date.now()) {
  const then = moment(given);
  if (!then) return "–";
  const seconds = Math.max(0, (now - then.getTime()) / 1000);
  return seconds < 5 ? "just now" : `${span(Math.round(seconds))} ago`;
}

/** @param {number | string | null | undefined} given */
export function timeText(given) {
  const then = moment(given);
  return then
    ? then.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })
    : "–";
}

/** @param {number | null | undefined} number */
export function bytes(number) {
  if (number === null || number === undefined) return "–";
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = number < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(number) / 3));
  const value = number / 1000 ** power;
  return `${power && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** race_games -> Race games.
 * @param {string} name */
export function title(name) {
  const words = name.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a troop or command: winds-of-fate -> Winds of Fate.
 * @param {string} part */
export const properName = (part) =>
  part.split("-").map((word) => (word === "of" ? word : title(word))).join(" ");
