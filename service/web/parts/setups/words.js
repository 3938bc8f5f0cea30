// Troops and commands as words of a filter: charge, -charge. A name within a comparison, such as
// charge+M<=2, is left alone.

const word = (slug) =>
  new RegExp(`(?<![<>=+*]\\s*)(?<=^|[\\s,;])([-!]?)${slug}(?=$|[\\s,;])(?!\\s*[<>=+*])`, "i");

/** with, without or either. */
export function stateOf(text, slug) {
  const found = word(slug).exec(text);
  return found ? (found[1] ? "without" : "with") : "either";
}

const NEXT = { either: "with", with: "without", without: "either" };

/** The filter with the next state for a troop or command. */
export function turned(text, slug) {
  const next = NEXT[stateOf(text, slug)];
  const rest = text.replace(word(slug), "").replace(/\s+/g, " ").trim();
  if (next === "either") return rest;
  return `${rest} ${next === "with" ? "" : "-"}${slug}`.trim();
}
