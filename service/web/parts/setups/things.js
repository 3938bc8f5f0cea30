// Troops and commands with their prices, as the rules list them.

import { ask } from "../../lib/ask.js";
import { title } from "../../lib/format.js";
import { TROOPS } from "../setup_picture.js";

/** [{ slug, name, letter or null, price }], troops first.
 * @param {string[]} set @param {AbortSignal} signal @returns {Promise<Thing[]>} */
export async function things(set, signal) {
  /** @type {Rules} */
  const { rules } = await ask("/rules", { params: { part: "*.cost", set }, signal });
  const letters = Object.keys(TROOPS);
  return rules.map(({ part, value }, number) =>
    ({ slug: part, name: title(part), letter: letters[number] ?? null, price: Number(value) }));
}

/** How many of it a setup has.
 * @param {Pick<Thing, "slug" | "letter">} thing @param {{ troops: string, commands: string[] }} setup */
export const amount = ({ slug, letter }, { troops, commands }) =>
  letter ? [...troops].filter((one) => one === letter).length : Number(commands.includes(slug));
