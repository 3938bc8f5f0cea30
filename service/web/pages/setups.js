import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("setups");
  return h("h1", {}, "setups");
}
