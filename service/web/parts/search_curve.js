// How a search comes along: the best and the mean of each generation, as far as they are stored.

import { read } from "../lib/ask.js";
import { fill, h } from "../lib/dom.js";
import { percent } from "../lib/format.js";
import { lines } from "./chart.js";

const MOST = 500; // generations that are read

/** { element, update(job) }: drawn anew whenever the job has said something new. It is an addition:
 *  where it cannot be read, what the job says is there without it. */
export function searchCurve(signal) {
  const element = h("div");
  let seen = "", gone = false;
  return { element, update(job) {
    const now = [job.run, job.state, job.progress.said.at(-1)].join();
    if (!job.run || now === seen || gone) return;
    seen = now;
    draw(element, job.run, signal).catch((error) => (gone = error.status === 404));
  } };
}

async function draw(element, run, signal) {
  const { data } = await read(`/runs/${encodeURIComponent(run)}/tables/generations`, { params: { limit: MOST }, signal });
  const place = (name) => data.columns.findIndex((column) => column.name === name);
  const points = (name) => data.rows
    .map((row) => ({ x: row[place("generation")] + 1, y: row[place(name)] })).filter(({ y }) => y !== null);
  const series = [["best", "fitness_best"], ["mean", "fitness_mean"]]
    .map(([name, column]) => ({ name, points: points(column) })).filter(({ points: all }) => all.length > 1);
  if (!series.length) return;
  const shares = series.every(({ points: all }) => all.every(({ y }) => y >= 0 && y <= 1));
  fill(element, h("h3", {}, "Generation by generation"),
    lines({ label: "The best and the mean of each generation", series, height: 220, xTitle: "generation", xForm: (at) => (Number.isInteger(at) ? String(at) : ""),
      ...(shares && { yForm: (share) => percent(share, 0) }) }));
}
