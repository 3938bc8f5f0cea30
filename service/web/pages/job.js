import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("job");
  return h("h1", {}, "job");
}
