import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("run");
  return h("h1", {}, "run");
}
