// Which page an address means. The addresses stand in addresses.json: the server reads the same list.

const PATTERNS = { str: "([^/]+)", int: "(\\d+)" };

/** @typedef {{ address: string, area: string, page: string }} Route */

/** The path of an address as a pattern: /runs/{run:str}.
 * @param {string} address */
const patternOf = (address) =>
  new RegExp(`^${address.replace(/\{\w+:(str|int)\}/g, (_, kind) => PATTERNS[/** @type {"str" | "int"} */ (kind)])}$`);

/** The page of a path, with the parts that it names; null where there is none.
 * @param {Route[]} routes @param {string} path */
export function routeOf(routes, path) {
  for (const route of routes) {
    const found = patternOf(route.address).exec(path);
    if (found) return { ...route, params: found.slice(1).map(decodeURIComponent) };
  }
  return null;
}
