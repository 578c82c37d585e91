/** Sounds, made here: nothing is fetched. Each is silent unless the player asked for sound. */
import { options } from "./options.ts";
import type { Worth } from "./result.ts";

let context: AudioContext | null = null;

/** Return the audio context, null without sound. Browsers let it begin after a key or a click, which all of these follow. */
function audio(): AudioContext | null {
  if (!options.state.sound) return null;
  context ??= new AudioContext();
  return context;
}

function tone(hertz: number, seconds: number, loudness: number, shape: OscillatorType, inSeconds = 0): void {
  const made = audio();
  if (made === null) return;
  const begins = made.currentTime + inSeconds;
  const source = new OscillatorNode(made, { type: shape, frequency: hertz });
  const volume = new GainNode(made, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begins);
  volume.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
  source.connect(volume).connect(made.destination);
  source.start(begins);
  source.stop(begins + seconds);
}

/** A chip on a chip. */
export function soundOfChip(): void {
  tone(1650, 0.05, 0.04, "triangle");
}

/** A card on the cloth: a short breath of noise that fades. */
export function soundOfCard(): void {
  const made = audio();
  if (made === null) return;
  const length = Math.round(made.sampleRate * 0.04);
  const buffer = new AudioBuffer({ length, sampleRate: made.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3 * 0.15;
  const source = new AudioBufferSourceNode(made, { buffer });
  source.connect(made.destination);
  source.start();
}

/** The end of a round. One that returned no more than it cost has the same low tone whatever its outcome. */
export function soundOfEnd(worth: Worth): void {
  if (worth === "won") {
    tone(660, 0.12, 0.05, "sine", 0.1);
    tone(880, 0.18, 0.05, "sine", 0.22);
  } else {
    tone(300, 0.08, 0.03, "sine", 0.1);
  }
}
