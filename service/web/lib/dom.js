// Elements made from names, properties and children. Text is always text: nothing is read as HTML.
//
//   h("a", { href: "/runs", class: "quiet" }, "Runs")
//   h("button", { onclick: stop, disabled: !running }, "Stop")

const SVG = "http://www.w3.org/2000/svg";

/** @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Properties<HTMLElementTagNameMap[Name]>} [properties] @param {Child[]} children */
export const h = (name, properties, ...children) =>
  made(document.createElement(name), properties, children);

/** @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Properties<SVGElementTagNameMap[Name]>} [properties] @param {Child[]} children */
export const svg = (name, properties, ...children) =>
  made(document.createElementNS(SVG, name), properties, children);

/** @template {HTMLElement | SVGElement} Made
 * @param {Made} element @param {Record<string, any> | undefined} properties @param {Child[]} children */
function made(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) set(element, name, value);
  element.append(...flat(children));
  return element;
}

/** @param {HTMLElement | SVGElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
  else if (name.startsWith("--")) element.style.setProperty(name, value);
  else element.setAttribute(name, value === true ? "" : value);
}

/** @param {Child[]} children @returns {(Node | string)[]} */
const flat = (children) =>
  /** @type {any[]} */ (children)
    .flat(Number.POSITIVE_INFINITY)
    .filter((child) => child !== undefined && child !== null && child !== false && child !== "");

/** Put children in the place of all that an element has.
 * @template {Element} Filled
 * @param {Filled} element @param {Child[]} children */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** Fill an element anew. What had the keyboard's focus has it again: it is known by its data-focus,
 *  otherwise by its label or text.
 * @template {Element} Filled
 * @param {Filled} element @param {Child[]} children */
export function refill(element, ...children) {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const known = active && active !== element ? { name: active.localName, called: calledOf(active) } : null;
  fill(element, ...children);
  if (known?.called)
    focusOn([...element.querySelectorAll(known.name)].find((one) => calledOf(one) === known.called));
  return element;
}

/** @param {Element} element */
const calledOf = (element) =>
  /** @type {HTMLElement} */ (element).dataset.focus ?? element.getAttribute("aria-label") ?? element.textContent;

/** @param {Element | null | undefined} element */
export const focusOn = (element) => /** @type {HTMLElement | null | undefined} */ (element)?.focus({ preventScroll: true });

/** Draw what stands beside the board. What had the focus may be gone, such as a button that confirms: the
 *  board has it then.
 * @param {HTMLElement} root @param {{ focus(): void }} board @param {() => void} draw */
export function drawnBeside(root, board, draw) {
  const focused = root.contains(document.activeElement);
  draw();
  if (focused && !root.contains(document.activeElement)) board.focus();
}

let last = 0;
/** A name for an element that no other has.
 * @param {string} stem */
export const unique = (stem) => `${stem}-${++last}`;

/** Call a function once it has not been asked for again for some milliseconds.
 * @template {unknown[]} Given
 * @param {number} milliseconds @param {(...given: Given) => unknown} call */
export function settled(milliseconds, call) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (/** @type {Given} */ ...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}
