import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("runs");
  return h("h1", {}, "runs");
}
