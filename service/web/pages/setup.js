import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("setup");
  return h("h1", {}, "setup");
}
