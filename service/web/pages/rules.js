import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("rules");
  return h("h1", {}, "rules");
}
