import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("data");
  return h("h1", {}, "data");
}
