/** The spread and the result, spoken by the browser, if the player asked for it. */
import { language } from "../app/language.ts";
import { options } from "./options.ts";

/** Return whether this browser can speak. */
export function canSpeak(): boolean {
  return "speechSynthesis" in globalThis;
}

/** Speak a sentence, in place of one that is still being spoken. */
export function speak(words: string): void {
  if (!options.state.voice || !canSpeak()) return;
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language.state.current;
  speechSynthesis.speak(spoken);
}
