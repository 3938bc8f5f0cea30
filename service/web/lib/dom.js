// Elements made from names, properties and children. Text is always text: nothing is read as HTML.
//
//   h("a", { href: "/runs", class: "quiet" }, "Runs")
//   h("button", { onclick: stop, disabled: !running }, "Stop")

const SVG = "http://www.w3.org/2000/svg";

export const h = (name, properties, ...children) =>
  made(document.createElement(name), properties, children);

export const svg = (name, properties, ...children) =>
  made(document.createElementNS(SVG, name), properties, children);

function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) set(element, name, value);
  element.append(...flat(children));
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "value" || name === "checked") element[name] = value;
  else if (name.startsWith("--")) element.style.setProperty(name, value);
  else element.setAttribute(name, value === true ? "" : value);
}

const flat = (children) =>
  children
    .flat(Infinity)
    .filter((child) => child !== undefined && child !== null && child !== false && child !== "");

/** Put children in the place of all that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** Fill an element anew; the part that had the keyboard's focus has it again, known by its data-focus. */
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  fill(element, ...children);
  if (focused) [...element.querySelectorAll("[data-focus]")].find((one) => one.dataset.focus === focused)?.focus({ preventScroll: true });
  return element;
}

let last = 0;
/** A name for an element that no other has. */
export const unique = (stem) => `${stem}-${++last}`;

/** Call a function once it has not been asked for again for some milliseconds. */
export function settled(milliseconds, call) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/** Draw an element anew; the focus stays on what has the same text or label as before. */
export function redrawn(element, draw) {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const named = (one) => one.getAttribute("aria-label") ?? one.textContent;
  const before = active && { name: active.localName, text: named(active) };
  draw();
  if (before) [...element.querySelectorAll(before.name)].find((one) => named(one) === before.text)?.focus({ preventScroll: true });
}
