import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("kinds");
  return h("h1", {}, "kinds");
}
