// JSON with whole numbers of any size. Seeds have 64 bits, and JavaScript's numbers hold 53.
//
// What is read has such a number as its digits, a text; wholeNumber() of that text is sent as digits.

const LARGE = /[[:,]\s*-?\d{16,}\s*[\],}]/;

/** The values of a JSON text. Browsers that cannot show a number's own text leave it rounded.
 * @param {string} text @returns {any} */
export const jsonValues = (text) => JSON.parse(text, LARGE.test(text) ? digits : undefined);

/** @param {string} _ @param {any} value @param {{ source?: string }} [context] */
const digits = (_, value, context) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? context?.source : value;

/** A whole number as it is written, if need be a BigInt; null where a text is none.
 * @param {string} text */
export function wholeNumber(text) {
  if (!/^[+-]?\d+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text.replace("+", ""));
}

/** Settings that were read, to be sent again: the digits of a large number are that number.
 * @param {Settings} settings @returns {Settings} */
export function sentAgain(settings) {
  /** @param {any} value */
  const again = (value) => (typeof value === "string" && value.length >= 16 ? wholeNumber(value) ?? value : value);
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, again(value)]));
}

/** Plain values as JSON; a BigInt stands as its digits.
 * @param {any} value @returns {string} */
export function jsonText(value) {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return `[${value.map((one) => jsonText(one) ?? "null").join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${jsonText(one)}`).join(",")}}`;
}
