// What is wrong with how a document is laid out, seen at its present width.
//
//   () => [{ fault, element, text, box }]
//
// squeezed       text in more than four lines under 40 pixels, or words broken in a column that is too
//                narrow for them
// overlapping    texts or controls that lie over each other, though neither is within the other
// covered        a control whose middle is under something else
// sideways       the page scrolls sideways
// cut            text that does not fit where it is clipped, with nothing to say so
// out of its box text that sticks out of what is drawn around it
// tiny           text of less than 8 pixels; that within a picture (role img) is in its label or a table
//
// What lies over a page on purpose says so itself: it is fixed, or a dialog. What sticks to an edge
// while one scrolls is put where it belongs while texts are compared.
async () => {
  const NARROW = 40, LINES = 4, COLUMN = 120, TINY = 8, SLACK = 2;
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0'], [role='button'], [role='gridcell']";
  const faults = [];
  const report = (fault, element, text, box) => faults.push({
    fault, element: nameOf(element), text: text.trim().replace(/\s+/g, " ").slice(0, 60),
    box: [box.left, box.top + scrollY, box.width, box.height].map(Math.round),
  });

  function nameOf(element) {
    const own = (one) => one.localName + (one.id ? `#${one.id}` : "") + [...one.classList].map((name) => `.${name}`).join("");
    const path = [];
    for (let one = element; one && one !== document.body && path.length < 4; one = one.parentElement) path.unshift(own(one));
    return path.join(" > ");
  }

  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const up = function* (element) {
    for (let one = element; one; one = one.parentElement) yield one;
  };
  const some = (element, test) => {
    for (const one of up(element)) if (test(one)) return true;
    return false;
  };

  /** Only for screen readers: clipped away, or a control that its label stands for. */
  const unseen = (element) => some(element, (one) => {
    const { clipPath, opacity } = styleOf(one);
    return clipPath === "inset(50%)" || opacity === "0";
  });
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !unseen(element);
  const layer = (element) => [...up(element)].find((one) =>
    one.localName === "dialog" || one.matches("[popover], .skip") || styleOf(one).position === "fixed") ?? null;

  /** What is left of a box within an element and all outside it that clips; null if that is nothing. */
  function clipped(box, outside) {
    let { left, top, right, bottom } = box;
    for (const one of up(outside)) {
      const { overflowX, overflowY, position } = styleOf(one);
      const clip = (overflowX !== "visible" || overflowY !== "visible") && one !== document.body && one !== document.documentElement;
      if (clip) {
        const edge = one.getBoundingClientRect();
        if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (position === "fixed") break;
    }
    return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
  }

  // ---- what there is to look at

  const range = document.createRange();
  const rects = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width, height }) => width && height);
  };

  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest("script, style, noscript, option, title, textarea, desc") || !seen(element)) continue;
      const boxes = rects(node, 0, node.length);
      if (boxes.length) found.push({ node, element, text: node.data, boxes });
    }
    return found;
  }

  const controls = () => [...document.querySelectorAll(CONTROLS)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && seen(one) && styleOf(one).pointerEvents !== "none";
  });

  // ---- the faults

  const lines = (boxes) => {
    const found = [];
    for (const box of boxes) {
      const line = found.find((one) => Math.abs(one.top - box.top) < box.height / 2);
      if (line) [line.left, line.right] = [Math.min(line.left, box.left), Math.max(line.right, box.right)];
      else found.push({ top: box.top, left: box.left, right: box.right });
    }
    return found;
  };

  function squeezed({ node, element, text, boxes }) {
    const all = lines(boxes);
    if (all.length < 2) return;
    const widest = Math.max(...all.map(({ left, right }) => right - left));
    const width = [...up(element)].find((one) => styleOf(one).display !== "inline").clientWidth;
    const whole = element.getBoundingClientRect();
    if (widest < NARROW && all.length > LINES) return report("squeezed", element, text, whole);
    if (width >= COLUMN) return;
    for (const { index, 0: word } of text.matchAll(/\p{L}{3,}/gu))
      if (lines(rects(node, index, index + word.length)).length > 1) return report("squeezed", element, text, whole);
  }

  const FRAMED = (one) => {
    const { borderRightWidth, backgroundColor, display } = styleOf(one);
    return display !== "inline" && (parseFloat(borderRightWidth) > 0 || backgroundColor !== "rgba(0, 0, 0, 0)");
  };

  function outOfBox({ element, text, boxes }) {
    if (element.closest("svg")) return;
    const right = Math.max(...boxes.map((box) => box.right)), left = Math.min(...boxes.map((box) => box.left));
    for (const one of up(element)) {
      if (one === document.body || one.matches("thead, tbody, tr, table") || styleOf(one).position === "absolute") return;
      const scrolls = styleOf(one).overflowX !== "visible", edge = one.getBoundingClientRect();
      if (scrolls) return;
      if (FRAMED(one) && (right > edge.right + SLACK || left < edge.left - SLACK))
        return report("out of its box", element, text, new DOMRect(left, boxes[0].top, right - left, boxes[0].height));
    }
  }

  function cut({ element, text, boxes }) {
    const picture = element.closest("svg");
    const whole = element.getBoundingClientRect();
    if (picture) {
      const edge = picture.getBoundingClientRect();
      if (styleOf(picture).overflow !== "visible" &&
          (whole.left < edge.left - SLACK || whole.right > edge.right + SLACK || whole.top < edge.top - 4 || whole.bottom > edge.bottom + 4))
        report("cut", element, text, whole);
      return;
    }
    for (const one of up(element)) {
      if (one === document.body) return;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(one);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none" || one.title) return;
      if (["auto", "scroll"].includes(overflowX) || ["auto", "scroll"].includes(overflowY)) return;
      const edge = one.getBoundingClientRect();
      const beyond = boxes.some((box) =>
        (["hidden", "clip"].includes(overflowX) && (box.right > edge.right + SLACK || box.left < edge.left - SLACK)) ||
        (["hidden", "clip"].includes(overflowY) && (box.bottom > edge.bottom + 6 || box.top < edge.top - 6)));
      if (beyond) return report("cut", element, text, whole);
    }
  }

  function tiny({ element, text, boxes }) {
    if (element.closest("[role='img']")) return;
    const matrix = element.closest("svg") && element.getScreenCTM?.();
    const size = parseFloat(styleOf(element).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    if (size < TINY) report("tiny", element, text, boxes[0]);
  }

  function overlapping(items) {
    items.sort((one, other) => one.box.top - other.box.top);
    const told = new Set();
    items.forEach((one, place) => {
      for (let next = place + 1; next < items.length && items[next].box.top < one.box.bottom - SLACK; next++) {
        const other = items[next];
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across <= SLACK || down <= SLACK || related(one.element, other.element)) continue;
        const key = nameOf(one.element) + nameOf(other.element);
        if (!told.has(key)) report("overlapping", one.element, `${one.text.trim().slice(0, 28)} / ${other.text.trim().slice(0, 28)}`, one.box);
        told.add(key);
      }
    });
  }

  function related(one, other) {
    if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) return true;
    return one.closest("label") !== null && one.closest("label") === other.closest("label");
  }

  /** Boxes of texts without what is above and below their letters, and boxes of controls; as far as they can be seen. */
  function items(all) {
    const found = [];
    const add = (element, text, box, outside) => {
      const left = clipped(box, outside);
      if (left) found.push({ element, text, box: left });
    };
    for (const { element, text, boxes } of all)
      for (const box of boxes) add(element, text, new DOMRect(box.x, box.y + box.height * .2, box.width, box.height * .6), element);
    for (const one of controls())
      if (!one.closest("svg") && styleOf(one).display !== "inline") add(one, one.getAttribute("aria-label") ?? one.textContent ?? "", one.getBoundingClientRect(), one.parentElement);
    return found;
  }

  function covered(control) {
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = control.getClientRects()[0];
    if (!box) return;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const over = document.elementFromPoint(x, y);
    const label = control.labels?.[0] ?? control.closest("label");
    if (!over || over === control || control.contains(over) || label?.contains(over)) return;
    if (layer(over) !== layer(control) && layer(over)?.localName === "dialog") return;
    if (control.closest("svg") && over.closest("svg") === control.closest("svg")) return;
    if (over.contains(control) && control.closest("[aria-disabled='true'], :disabled, [inert]")) return;
    report("covered", control, `${control.getAttribute("aria-label") ?? control.textContent ?? ""} by ${nameOf(over)}`, box);
  }

  function sideways() {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return;
    const wide = [...document.body.querySelectorAll("*")].filter((one) =>
      one.getBoundingClientRect().right > root.clientWidth + 1 && !some(one.parentElement, (above) => above !== document.body && styleOf(above).overflowX !== "visible"));
    const deepest = wide.find((one) => !wide.some((other) => other !== one && one.contains(other))) ?? root;
    report("sideways", deepest, `${root.scrollWidth} pixels of page in ${root.clientWidth}`, deepest.getBoundingClientRect());
  }

  // ---- the look at all of it

  const [x, y] = [scrollX, scrollY];
  const scrolled = () => [...document.querySelectorAll("body *")].filter((one) => one.scrollTop || one.scrollLeft);
  const inner = new Map(scrolled().map((one) => [one, [one.scrollLeft, one.scrollTop]]));
  scrollTo({ left: 0, top: 0, behavior: "instant" });
  const sticky = [...document.querySelectorAll("body *")].filter((one) => getComputedStyle(one).position === "sticky");
  const before = sticky.map((one) => [one.style.position, one.style.inset]);
  for (const one of sticky) Object.assign(one.style, { position: "relative", inset: "auto" });
  sideways();
  const all = texts();
  for (const one of all) [squeezed, outOfBox, cut, tiny].forEach((check) => check(one));
  overlapping(items(all));
  sticky.forEach((one, number) => Object.assign(one.style, { position: before[number][0], inset: before[number][1] }));
  styles.clear();
  controls().forEach(covered);
  for (const one of new Set([...scrolled(), ...inner.keys()])) {
    const [left, top] = inner.get(one) ?? [0, 0];
    one.scrollTo({ left, top, behavior: "instant" });
  }
  scrollTo({ left: x, top: y, behavior: "instant" });
  return faults;
}
