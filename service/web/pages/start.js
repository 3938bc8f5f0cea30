import { h } from "../lib/dom.js";

export default function page({ title }) {
  title("start");
  return h("h1", {}, "start");
}
