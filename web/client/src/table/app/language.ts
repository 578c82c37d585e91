import { amountText, decimalsOf, type Money } from "../../base/money.ts";
import * as instants from "../../base/instants.ts";
import { sayer, type Arguments, type Language } from "../../base/words/phrase.ts";
import { Store } from "./store.ts";

const KEPT = "reddog.language";

export const LANGUAGES: readonly Language[] = ["en", "ja"];

/** The language of the page: the one that was chosen here, or else the first of the browser's that there is a catalogue for. */
export const language = new Store<{ readonly current: Language }>({ current: chosen() });

function chosen(): Language {
  const wished = [globalThis.localStorage?.getItem(KEPT) ?? "", ...(globalThis.navigator?.languages ?? [])];
  for (const wish of wished) {
    const found = LANGUAGES.find((known) => wish === known || wish.startsWith(`${known}-`));
    if (found !== undefined) return found;
  }
  return "en";
}

/** Speak another language from now on, in this browser. */
export function choose(next: Language): void {
  localStorage.setItem(KEPT, next);
  document.documentElement.lang = next;
  language.set({ current: next });
}

/** Return a function that says a message of a catalogue in the page's language. A message that one lacks is a type error. */
export function catalogue<Key extends string>(
  en: Readonly<Record<Key, string>>,
  ja: Readonly<Record<NoInfer<Key>, string>>,
): (key: Key, args?: Arguments) => string {
  const sayers = { en: sayer<Key>(en, "en"), ja: sayer<Key>(ja, "ja") };
  return (key, args) => sayers[language.state.current](key, args);
}

/** Return sentences one after the other, without the empty ones. Japanese ones stand together without a space. */
export function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(language.state.current === "ja" ? "" : " ");
}

/** Return an amount with its currency: `990.00 USD`. */
export function moneyText(money: Money): string {
  return `${amountText(money, language.state.current)} ${money.currency}`;
}

/** Return fifty of a currency as one may type it: `50.00`, of yen `50`. */
export function exampleAmount(currency: string): string {
  return amountText({ amount: 50 * 10 ** decimalsOf(currency), currency }, language.state.current);
}

/** Return a gain or a loss with its sign: `+5.00 USD`. */
export function signedText(money: Money): string {
  return `${money.amount > 0 ? "+" : ""}${moneyText(money)}`;
}

export const instantText = (instant: string, zone?: string): string =>
  instants.instantText(instant, language.state.current, zone);
export const weekdayText = (instant: string, zone?: string): string =>
  instants.weekdayText(instant, language.state.current, zone);
export const dayText = (instant: string, zone?: string): string =>
  instants.dayText(instant, language.state.current, zone);
export const durationText = (seconds: number): string => instants.durationText(seconds, language.state.current);

/** Return parts of which one is chosen, as `15 min, 30 min, or 1 hr`. */
export function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(language.state.current, { type: "disjunction" }).format(parts);
}
