/** How the desk says things in the reader's language: messages, amounts, times, names of cards. */
import { digitsText } from "../base/money.ts";
import { catalogues, type Key } from "../base/words/desk/catalogues.ts";
import { type Arguments, type Language, sayer } from "../base/words/phrase.ts";
import type { Currency } from "./protocol.ts";

export interface Speech {
  readonly language: Language;
  readonly say: (key: Key, args?: Arguments) => string;
}

/** Return the speech of a language. */
export function speech(language: Language): Speech {
  return { language, say: sayer(catalogues[language], language) };
}

/** Return the best of our languages for what a browser prefers. */
export function preferred(languages: readonly string[]): Language {
  const known = languages.map((each) => each.slice(0, 2)).find((each) => each === "en" || each === "ja");
  return known ?? "en";
}

/** Return a message by a key that is made of data, or undefined where the catalogue has none of it. */
export function sayKnown(speak: Speech, key: string): string | undefined {
  return isKey(key) ? speak.say(key) : undefined;
}

const isKey = (key: string): key is Key => key in catalogues.en;

/** Return a count with the separators of the language. */
export function countText(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count);
}

/** Return an amount of minor units with its currency's code, exact at any size: `−9.90 USD`. */
export function amountOf(minorUnits: number, { cur, exp }: Currency, language: Language): string {
  return `${digitsText(minorUnits, exp, language)} ${cur}`;
}

/** Codes of which what was said and what was due are amounts in minor units, if they are numbers at all. */
const OF_MONEY = new Set(["E_PAYOUT", "E_BALANCE"]);

/** Return what the log says, or should say, with the amount or the instant that it is: `2000 (20.00 USD)`. */
export function saidText(said: string, code: string, currency: Currency | undefined, language: Language): string {
  if (code === "E_BACKDATED") return `${said} (${timeText(Number(said), language)})`;
  if (currency === undefined || !OF_MONEY.has(code) || !/^-?\d{1,15}$/.test(said)) return said;
  return `${said} (${amountOf(Number(said), currency, language)})`;
}

/** Return a part of a whole in percent with two decimals. */
export function percentText(part: number, whole: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 }).format(part / whole);
}

/** Return an instant to the millisecond in UTC, the time of the log. */
export function timeText(milliseconds: number, language: Language): string {
  const instant = new Date(milliseconds);
  if (Number.isNaN(instant.getTime())) return String(milliseconds);
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
    hourCycle: "h23",
  }).format(instant);
  return `${text} UTC`;
}

const SUITS: Readonly<Record<string, string>> = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** A card as it is drawn in text. */
export interface CardText {
  readonly sign: string;
  readonly suit: "s" | "h" | "d" | "c";
  readonly name: string;
}

/** Return a card of a record as a reader sees and hears it; undefined for what is no card. */
export function cardText(card: string, speak: Speech): CardText | undefined {
  const [rank = "", suit = ""] = card;
  const sign = SUITS[suit];
  const rankName = sayKnown(speak, `rank.${rank}`);
  const suitName = sayKnown(speak, `suit.${suit}`);
  if (card.length !== 2 || sign === undefined || rankName === undefined || suitName === undefined) return undefined;
  return {
    sign: `${rank === "T" ? "10" : rank}${sign}`,
    suit: suit as CardText["suit"],
    name: speak.say("card", { rank: rankName, suit: suitName }),
  };
}
