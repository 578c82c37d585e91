import { cashier as en } from "../../base/words/table/cashier.en.ts";
import { cashier as ja } from "../../base/words/table/cashier.ja.ts";
import { catalogue } from "../app/language.ts";

/** Say a message of the catalogue of money. */
export const say = catalogue(en, ja);

/** Say a message whose key came from the platform; what the catalogue does not know stands as it came. */
export function sayKnown(prefix: "kind" | "method", word: string): string {
  const key = `${prefix}.${word}`;
  return Object.hasOwn(en, key) ? say(key as keyof typeof en) : word;
}
