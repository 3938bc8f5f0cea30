"use strict";
const points = (row) =>
  row.dataset.point ? document.querySelectorAll(`svg [id$="-point-${row.dataset.point}"]`) : [];
for (const table of document.querySelectorAll("table.sortable")) {
  table.classList.add("ready");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.key ?? cell.textContent;
    const number = text === "" ? NaN : Number(text);
    return Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => {
    if (typeof a === typeof b) return typeof a === "number" ? a - b : a.localeCompare(b);
    return typeof a === "number" ? -1 : 1;
  };
  const sort = (column) => {
    const down = heads[column].getAttribute("aria-sort") === "ascending";
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].sort((a, b) => compare(key(a, column), key(b, column)));
    body.append(...(down ? rows.reverse() : rows));
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.addEventListener("click", () => sort(column));
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort(column);
      }
    });
  });
  const search = table.closest("details, .searched")?.querySelector("input[type=search]");
  search?.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of body.rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      for (const point of points(row)) point.classList.toggle("faded", row.hidden);
    }
  });
}
for (const row of document.querySelectorAll("tr[data-point]")) {
  const parts = [row, ...points(row)];
  const mark = (on) => parts.forEach((part) => part.classList.toggle("linked", on));
  const pin = () => parts.forEach((part) => part.classList.toggle("pinned"));
  for (const part of parts) {
    part.addEventListener("mouseenter", () => mark(true));
    part.addEventListener("mouseleave", () => mark(false));
    part.addEventListener("click", pin);
  }
  row.tabIndex = 0;
  row.addEventListener("focus", () => mark(true));
  row.addEventListener("blur", () => mark(false));
}
const reached = () => { // a picture wider than its place is scrolled by keys too
  for (const box of document.querySelectorAll("figure > .scroll"))
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
};
reached();
addEventListener("resize", reached);
if (parent !== self) {
  const root = document.documentElement;
  const say = (words) => parent.postMessage(words, "*");
  root.classList.add("framed");
  const measure = () => say({ height: root.offsetHeight });
  measure(); // at once: a frame that is not seen yet is not observed
  new ResizeObserver(measure).observe(root);
  for (const link of document.querySelectorAll('a[href^="#"]'))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const target = document.getElementById(link.hash.slice(1));
      if (target) say({ place: target.getBoundingClientRect().top });
    });
}
