// Start a run: every kind there is, by what it is about.

import { h } from "../lib/dom.js";
import { allKinds } from "../lib/kinds.js";
import { formAddress } from "../parts/form/values.js";

/** @type {[name: string, about: string, kinds: string[]][]} */
const GROUPS = [
  ["Setups", "Find good ones, and what beats them.", ["counter", "improve", "formation", "rank", "meta", "styles"]],
  ["Games", "Let setups play, and see why one wins.", ["match", "tournament", "explain"]],
  ["Rules", "Change a number, and see what becomes of the game.", ["whatif", "balance", "costs", "actionspace"]],
  ["Agents", "Who plays better, and how to make one play better.", ["ladder", "tune", "agreement"]],
];

/** @param {PageGiven} page */
export default async function page({ title }) {
  title("Start a run");
  const kinds = await allKinds();
  const others = kinds.filter(({ kind }) => !GROUPS.some(([, , names]) => names.includes(kind)));
  /** @type {[name: string, about: string, kinds: Api.KindForm[]][]} */
  const groups = GROUPS.map(([name, about, names]) => [name, about, names.flatMap((one) => kinds.find(({ kind }) => kind === one) ?? [])]);
  if (others.length) groups.push(["Others", "", others]);
  return h("div", {}, h("h1", {}, "Start a run"),
    h("p", {}, "A run plays games and stores what it finds. It begins as a job: it can be followed, stopped and resumed."),
    groups.map(([name, about, members]) => [
      h("h2", {}, name), about && h("p", { class: "soft" }, about),
      h("ul", { class: "cards" }, members.map(card))]));
}

/** @param {Api.KindForm} one */
const card = (one) => h("li", {}, h("article", { class: "card" },
  h("h3", {}, h("a", { href: `/start/${one.kind}` }, one.title)),
  h("p", { class: "soft" }, one.about),
  h("p", { class: "small" }, h("a", { href: formAddress(one.kind, one.example), "aria-label": `A small run to begin with: ${one.title}` }, "A small run to begin with"))));
