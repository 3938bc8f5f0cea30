// Values of a form: as the address has them, and as the API takes them.
//
// A setting that is not filled in keeps its default, and stands in neither. Lists repeat their name;
// a span is two numbers.

import { address } from "../../lib/address.js";
import { wholeNumber } from "../../lib/json.js";

export const LISTS = ["setups", "agents", "edits", "list", "span"];

/** The address of a kind's form, filled in.
 * @param {string} kind @param {Settings} settings */
export function formAddress(kind, settings) {
  const texts = Object.entries(settings).map(([name, value]) => [name, textsOf(value)]);
  return address(`/start/${kind}`, Object.fromEntries(texts));
}

/** @param {any} value @returns {string[]} */
function textsOf(value) {
  if (Array.isArray(value)) return value.map(textOf);
  if (value && typeof value === "object" && !("troops" in value)) // weights: {"Rush": 2}
    return Object.entries(value).map(([name, weight]) => `${name}=${weight}`);
  return [textOf(value)];
}

/** @param {any} value */
const textOf = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** The texts that an address gives a setting; null where it says nothing.
 * @param {URLSearchParams} query @param {{ name: string }} setting */
export function textsIn(query, { name }) {
  const given = query.getAll(name).filter((text) => text !== "");
  return given.length ? given : null;
}

/** What the API is given for the texts of a setting; undefined where it keeps its default.
 * @param {Pick<Api.SettingForm, "input" | "default">} setting @param {string[] | null} texts @returns {unknown} */
export function settingValue(setting, texts) {
  if (!texts?.length) return undefined;
  const [text] = texts;
  switch (setting.input) {
    case "yes-no":
      return (text === "true") === Boolean(setting.default) ? undefined : text === "true";
    case "whole":
    case "number":
      return numberOf(text);
    case "span":
      return texts.map(numberOf);
    default:
      return LISTS.includes(setting.input) ? texts : text;
  }
}

/** A number; a text that is none is left for the server, which says what is right.
 * @param {string} text */
const numberOf = (text) =>
  wholeNumber(text.trim()) ?? (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
