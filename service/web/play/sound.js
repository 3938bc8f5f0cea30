// Short tones for what happens; only where the user has turned them on.

import { boardSettings } from "../board/settings.js";

const TONES = { // [hertz, seconds after the beginning]
  select: [[520, 0]], move: [[392, 0]], attack: [[196, 0], [147, 0.09]], kill: [[196, 0], [110, 0.1], [82, 0.22]],
  command: [[523, 0], [659, 0.08], [784, 0.16]], end: [[330, 0]], over: [[392, 0], [494, 0.15], [587, 0.3], [784, 0.45]],
};
const LENGTH = 0.14, LOUDNESS = 0.08;
let context = null;

export function sound(kind) {
  if (!boardSettings().sound) return;
  context ??= new AudioContext();
  for (const [hertz, later] of TONES[kind] ?? []) tone(hertz, context.currentTime + later);
}

export const soundOf = (event) => sound(event.kills?.length ? "kill" : event.kind);

function tone(hertz, at) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(LOUDNESS, at);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH);
  source.connect(loudness).connect(context.destination);
  source.start(at);
  source.stop(at + LENGTH);
}
