// Start a run: every kind there is, by what it is about.

import { h } from "../lib/dom.js";
import { allKinds } from "../lib/kinds.js";
import { formAddress } from "../parts/form/values.js";

/** @param {PageGiven} page */
export default async function page({ title }) {
  title("Start a run");
  const kinds = await allKinds();
  return h("div", {}, h("h1", {}, "Start a run"),
    h("p", {}, "A run plays games and stores what it finds. It begins as a job: it can be followed, stopped and resumed."),
    [...new Set(kinds.map(({ group }) => group))].map((name) => group(kinds.filter(({ group }) => group === name))));
}

/** @param {Api.KindForm[]} kinds */
const group = (kinds) => [
  h("h2", {}, kinds[0].group), h("p", { class: "soft" }, kinds[0].group_about),
  h("ul", { class: "cards" }, kinds.map(card))];

/** @param {Api.KindForm} one */
const card = (one) => h("li", {}, h("article", { class: "card" },
  h("h3", {}, h("a", { href: `/start/${one.kind}` }, one.title)),
  h("p", { class: "soft" }, one.about),
  h("p", { class: "small" }, h("a", { href: formAddress(one.kind, one.example), "aria-label": `A small run to begin with: ${one.title}` }, "A small run to begin with"))));
