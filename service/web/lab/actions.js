// What can be asked about a setup: to test it, to find its counters, a better one, a better
// formation, an explanation. Each is a kind of run, with opponents to choose and a few sizes.

/** @type {Size[]} */
const GAMES = [
  ["quick", "Quick: the quick agent plays", { quick: true }],
  ["default", "Default: the strong agent plays", {}],
];
/** @type {Size[]} */
const SEARCH = [
  ["quick", "A first look: 15 seconds, the quick agent judges", { agent: "quick", budget: "15s" }],
  ["2m", "2 minutes, the strong agent judges", { budget: "2m" }],
  ["10m", "10 minutes, the strong agent judges", { budget: "10m" }],
  ["default", "Default size, the strong agent judges", {}],
];

/** @typedef {[name: string, words: string, settings: Settings]} Size
 * @typedef {object} LabAction
 * @property {string} title
 * @property {string} about
 * @property {"any" | "one" | null} opponents "any" is the metagame or one setup, "one" a setup, null none
 * @property {Size[]} sizes
 * @property {(setup: string, against: string, more: { field: Api.MixedSetup[] }) => JobAsked} job */

/** @type {Record<string, LabAction>} */
export const ACTIONS = {
  test: {
    title: "Test against", about: "Plays games and says what it scores.", opponents: "any", sizes: GAMES,
    job: (setup, against, { field }) => against
      ? { kind: "match", settings: { a: setup, b: against } }
      : { kind: "tournament", settings: { setups: field.map((one) => one.setup), against: setup } },
  },
  counters: {
    title: "Counters", about: "Searches for setups that beat it.", opponents: null, sizes: SEARCH,
    job: (setup) => ({ kind: "counter", settings: { target: setup } }),
  },
  improve: {
    title: "Improve", about: "Searches for small changes that make it better.", opponents: "any", sizes: SEARCH,
    job: (setup, against) => ({ kind: "improve", settings: { setup, ...(against && { against: [against] }) } }),
  },
  formation: {
    title: "Formation", about: "Searches for a better place for each troop.", opponents: "any", sizes: SEARCH,
    job: (setup, against) => ({ kind: "formation", settings: { setup, ...(against && { against: [against] }) } }),
  },
  explain: {
    title: "Explain", about: "Says why it beats another setup, or loses.", opponents: "one", sizes: SEARCH,
    job: (setup, against) => ({ kind: "explain", settings: { a: setup, b: against } }),
  },
};

/** The setting of each kind of run that says whose run it is.
 * @type {Record<string, string>} */
const SUBJECTS = { match: "a", tournament: "against", counter: "target", improve: "setup", formation: "setup", explain: "a" };

/** The setup that a job is about, as it was given; null for jobs of other kinds.
 * @param {JobAsked} job @returns {string | null} */
export const subjectOf = ({ kind, settings }) => settings[SUBJECTS[kind]] ?? null;

/** @param {string[]} a @param {string[]} b */
const same = (a = [], b = []) => a.length === b.length && a.every((one, n) => one === b[n]);

/** Whether a job is about one of some words for a setup, by these rules.
 * @param {JobAsked} job @param {string[]} words @param {string[]} edits */
export const isAbout = (job, words, edits) => words.includes(subjectOf(job) ?? "") && same(job.settings.set, edits);

/** The same job asked again plays other games: it gets the next seed.
 * @param {JobAsked} job @param {JobAsked[]} jobs */
export function withSeed(job, jobs) {
  const text = (/** @type {JobAsked} */ one) => JSON.stringify(Object.entries(one.settings).filter(([name]) => name !== "seed").sort());
  const before = jobs.filter((one) => one.kind === job.kind && text(one) === text(job)).length;
  return before ? { ...job, settings: { ...job.settings, seed: before + 1 } } : job;
}

/** @type {Record<string, string>} */
const BY_KIND = { match: "test", tournament: "test", counter: "counters", improve: "improve", formation: "formation", explain: "explain" };
const NO_SIZE = ["a", "b", "setup", "setups", "target", "against", "set", "seed"];

/** What a job is, in the words of the lab: Improve against Rush, a first look.
 * @param {JobAsked} job */
export function titleOf({ kind, settings }) {
  const { title, opponents, sizes } = ACTIONS[BY_KIND[kind]];
  const against = settings.b ?? (Array.isArray(settings.against) ? settings.against.join(", ") : null) ?? "the metagame";
  const rest = Object.keys(settings).filter((name) => !NO_SIZE.includes(name));
  const size = sizes.find(([, , values]) => rest.length === Object.keys(values).length && rest.every((name) => settings[name] === values[name]));
  const opponent = opponents ? ` ${title.endsWith("against") ? "" : "against "}${against}` : "";
  return `${title}${opponent}: ${size ? size[1].toLowerCase() : "sizes of its own"}`;
}
