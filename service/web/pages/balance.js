import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("balance");
  return h("h1", {}, "balance");
}
