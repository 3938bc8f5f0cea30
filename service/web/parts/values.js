// Values of the database: which columns are numbers, times or texts, and how each value is shown.

import { runAddress, setupAddress } from "../lib/address.js";
import { h } from "../lib/dom.js";

const LONG = 90; // letters of a text that is shown whole
const RUN = /^\d{8}-\d{6}-[a-z]+-[0-9a-f]{4,}$/;
const SETUP = /^[SFHAMKC]{1,20}:[a-z]+(-[a-z]+)*(,[a-z]+(-[a-z]+)*)*$/;
const OF_RUNS = /^(run|whatif)$/;
const OF_SETUPS = /(^|_)setup(_|$)/;
const OF_NAMES = /^(entrant|opponent|name|(first|second)_name|name_[ab])$/;

/** number, time, flag or text.
 * @param {TableColumn} column */
export function kindOf({ type }) {
  if (/^(u?int\d|float|double|half|decimal)/.test(type)) return "number";
  if (/^(timestamp|date)/.test(type)) return "time";
  return type === "bool" ? "flag" : "text";
}

/** @param {unknown} value */
export function textOf(value) {
  if (value === null) return "NULL";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A number for charts, or null.
 * @param {any} value @param {string} [kind] */
export function numberOf(value, kind) {
  if (value === null || value === "") return null;
  const number = kind === "time" ? Date.parse(`${value}Z`) : Number(value);
  return Number.isFinite(number) ? number : null;
}

/** @type {Set<string>} */
const NO_NAMES = new Set();

/** The address of what a value names: a run, or a setup; undefined for others.
 * @param {TableColumn} column @param {unknown} value */
export function addressOf(column, value, names = NO_NAMES) {
  if (typeof value !== "string" || !value) return undefined;
  if (RUN.test(value)) return OF_RUNS.test(column.name) || kindOf(column) === "text" ? runAddress(value) : undefined;
  if (SETUP.test(value)) return setupAddress(value);
  const named = OF_SETUPS.test(column.name) || OF_NAMES.test(column.name);
  return named && names.has(value) ? setupAddress(value) : undefined;
}

/** A value as a table shows it: runs and setups as links, long texts on demand.
 * @param {TableColumn} column @param {any} value @param {Set<string>} [names] */
export function cell(column, value, names) {
  if (value === null) return h("span", { class: "null" }, "NULL");
  const text = kindOf(column) === "number" ? numberText(value) : textOf(value);
  const href = addressOf(column, value, names);
  if (text.length <= LONG) return href ? h("a", { href }, text) : text;
  return h("details", { class: "long" }, h("summary", {}, `${text.slice(0, LONG)}…`),
    href ? h("a", { href }, text) : h("span", {}, text));
}

/** Whole numbers as they are; others with six digits, which is more than games can show.
 * @param {unknown} value */
const numberText = (value) =>
  typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(6))) : String(value);
