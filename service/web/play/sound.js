// Short tones for what happens; only where the user has turned them on.

import { boardSettings } from "../board/settings.js";

/** @type {Record<string, [hertz: number, later: number][]>} */
const TONES = { // [hertz, seconds after the beginning]
  select: [[520, 0]], move: [[392, 0]], attack: [[196, 0], [147, 0.09]], kill: [[196, 0], [110, 0.1], [82, 0.22]],
  command: [[523, 0], [659, 0.08], [784, 0.16]], end: [[330, 0]], over: [[392, 0], [494, 0.15], [587, 0.3], [784, 0.45]],
};
const LENGTH = 0.14, LOUDNESS = 0.08;
/** @type {AudioContext | null} */
let context = null;

/** @param {string} kind */
export function sound(kind) {
  if (!boardSettings().sound) return;
  const playing = context ?? new AudioContext();
  context = playing;
  for (const [hertz, later] of TONES[kind] ?? []) tone(playing, hertz, playing.currentTime + later);
}

/** @param {GameEvent} event */
export const soundOf = (event) => sound(event.kills?.length ? "kill" : event.kind);

/** @param {AudioContext} context @param {number} hertz @param {number} at */
function tone(context, hertz, at) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(LOUDNESS, at);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
  source.connect(loudness).connect(context.destination);
  source.start(at);
  source.stop(at + LENGTH);
}
