/** The messages of live tables. */
import { live as en } from "../../base/words/live/live.en.ts";
import { live as ja } from "../../base/words/live/live.ja.ts";
import { catalogue } from "../app/language.ts";

export const say = catalogue(en, ja);

/** Return a message whose key is put together, such as an outcome; a word that there is no message for stays as it came. */
export function sayOr(key: string, word: string): string {
  return key in en ? say(key as keyof typeof en) : word;
}

/** Seats are numbered from 0, and people count from 1. */
export function seatNumber(seat: number): number {
  return seat + 1;
}

/** Return a table's id as people tell two apart. */
export function shortId(table: string): string {
  return table.slice(0, 6);
}
