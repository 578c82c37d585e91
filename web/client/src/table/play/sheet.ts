/** What a rule sheet says that the board shows: docs/formats/rule-sheet.md. */
import { integer, isObject, list, oneOf, record, type Shape } from "../api/shape.ts";

const redDog = record({
  family: oneOf("red-dog"),
  decks: integer,
  pay: record({ spread: list(integer), trips: integer }),
});

const montana = record({ family: oneOf("montana"), decks: integer, hand: integer });
const scale = record({ pay: list(integer) });

export type RedDogTerms = Shape<typeof redDog>;

export interface MontanaTerms extends Shape<typeof montana> {
  /** The odds to one of the bonus bet, from two pair up; empty where there is none. */
  readonly bonus: readonly number[];
}

export type Terms = RedDogTerms | MontanaTerms;

/** The categories that a bonus bet pays, in the order of the sheet's odds. */
export const PAID_CATEGORIES = [
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "royal-flush",
] as const;

/** Return the terms of a sheet, null for a family that this board does not play. */
export function termsOf(sheet: unknown): Terms | null {
  if (!isObject(sheet)) return null;
  if (sheet["family"] === "red-dog") return redDog(sheet, "sheet");
  if (sheet["family"] !== "montana") return null;
  const { bonus } = sheet;
  const offered = isObject(bonus) && Object.keys(bonus).length > 0;
  return { ...montana(sheet, "sheet"), bonus: offered ? scale(bonus, "sheet.bonus").pay : [] };
}

/** A run of spreads that pay the same odds to one. */
export interface OddsRun {
  readonly odds: number;
  readonly first: number;
  readonly last: number;
}

/** Return the spreads from 1 on, those of the same odds together. */
export function oddsRuns(bySpread: readonly number[]): readonly OddsRun[] {
  const runs: OddsRun[] = [];
  for (const [index, odds] of bySpread.entries()) {
    const before = runs.at(-1);
    if (before?.odds === odds) runs[runs.length - 1] = { ...before, last: index + 1 };
    else runs.push({ odds, first: index + 1, last: index + 1 });
  }
  return runs;
}
