/** The desk's words in each language. A key that one language lacks is a type error. */
import type { Language } from "../phrase.ts";
import { en } from "./en.ts";
import { enCodes } from "./en-codes.ts";
import { enRecords } from "./en-records.ts";
import { ja } from "./ja.ts";
import { jaCodes } from "./ja-codes.ts";
import { jaRecords } from "./ja-records.ts";

const english = { ...en, ...enCodes, ...enRecords };

/** What can be said. */
export type Key = keyof typeof english;

export const catalogues: Readonly<Record<Language, Readonly<Record<Key, string>>>> = {
  en: english,
  ja: { ...ja, ...jaCodes, ...jaRecords },
};
