// A report within a page: as tall as its content, light or dark as the page is.
//
// A report is a document that may run its own script and nothing else. It says how tall it is, and
// where a link within it leads; a frame of that height needs no scrolling of its own.

import { apiAddress, ask } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { reading, trouble } from "./notice.js";

const ABOVE = 64; // pixels that the navigation covers at the top of the window

/** The document at an address of the API; what the server says where there is none.
 * @param {{ path: string, params?: Record<string, unknown>, title: string, signal: AbortSignal }} given */
export function reportFrame({ path, params = {}, title, signal }) {
  const place = h("div", { class: "report-place" });
  show();
  return place;

  async function show() {
    fill(place, reading("Making the report"));
    try {
      await ask(path, { params, signal }); // an answer that is a problem must not stand in a frame
      fill(place, framed(path, params, title, signal));
    } catch (error) {
      if (!signal.aborted) fill(place, trouble(error, show));
    }
  }
}

/** @param {string} path @param {Record<string, unknown>} params @param {string} title @param {AbortSignal} signal */
function framed(path, params, title, signal) {
  const frame = h("iframe", { class: "report", title, sandbox: "allow-scripts" });
  const root = document.documentElement;
  const load = () => frame.setAttribute("src", apiAddress(path, { ...params, theme: root.dataset.theme }));
  const themes = new MutationObserver(load);
  themes.observe(root, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => themes.disconnect());
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow) return;
    const { height, place } = event.data ?? {};
    if (Number.isFinite(height)) frame.style.setProperty("height", `${Math.ceil(height)}px`);
    if (Number.isFinite(place)) scrollTo({ top: scrollY + frame.getBoundingClientRect().top + place - ABOVE });
  }, { signal });
  load();
  return frame;
}
