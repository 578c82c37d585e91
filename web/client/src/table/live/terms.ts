/** What a rule sheet says that a table's board shows: docs/formats/rule-sheet.md. */
import { integer, isObject, list, oneOf, record, type Shape } from "../api/shape.ts";
import { termsOf, type MontanaTerms, type RedDogTerms } from "../play/sheet.ts";

const pot = record({
  family: oneOf("pot"),
  unit: integer,
  take: integer,
  down: integer,
  pay: record({ spread: list(integer) }),
});
export type PotTerms = Shape<typeof pot>;

export type TableTerms = RedDogTerms | MontanaTerms | PotTerms;

/** Return the terms of a game of tables. */
export function tableTerms(sheet: unknown): TableTerms | null {
  if (isObject(sheet) && sheet["family"] === "pot") return pot(sheet, "sheet");
  return termsOf(sheet);
}

/** Return a rank around a pot, where the ace is low: 1 to 13. */
const potRank = (rank: number): number => (rank === 14 ? 1 : rank);

/** Return the ranks strictly between two cards around a pot, null for a pair. */
export function potSpread(first: { readonly rank: number }, second: { readonly rank: number }): number | null {
  const apart = Math.abs(potRank(first.rank) - potRank(second.rank));
  return apart === 0 ? null : apart - 1;
}
