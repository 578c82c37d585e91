import { playProblems as playEn } from "../../base/words/table/play-problems.en.ts";
import { playProblems as playJa } from "../../base/words/table/play-problems.ja.ts";
import { problems as en } from "../../base/words/table/problems.en.ts";
import { problems as ja } from "../../base/words/table/problems.ja.ts";

/** What refusals say, by code, in each language. */
export const PROBLEMS = { en: { ...en, ...playEn }, ja: { ...ja, ...playJa } } as const;
