import { messages as en } from "../../base/words/table/messages.en.ts";
import { messages as ja } from "../../base/words/table/messages.ja.ts";
import type { Language } from "../../base/words/phrase.ts";
import { catalogue, language } from "../app/language.ts";

const say = catalogue<string>(en, ja);

/** A message as the platform tells it, in English. */
export interface Told {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
}

/** A message as a person reads it, and its language. */
export interface MessageWords {
  readonly subject: string;
  readonly text: string;
  readonly language: Language;
}

/** Return a message in the page's language, by its kind; one of a kind that the page does not know as it was told. */
export function messageWords(told: Told): MessageWords {
  if (!Object.hasOwn(en, told.kind)) return { subject: told.subject, text: told.text, language: "en" };
  return { subject: say(told.kind), text: say(`${told.kind}.text`), language: language.state.current };
}
