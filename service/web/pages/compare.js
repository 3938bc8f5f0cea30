import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("compare");
  return h("h1", {}, "compare");
}
