/** The best five of six cards: docs/formats/record.md, `bonus.category`. */

import { rankOf, suitOf } from "./family.ts";

/** The worst category first. */
export const CATEGORIES = [
  "high_card",
  "pair",
  "two_pair",
  "three_of_a_kind",
  "straight",
  "flush",
  "full_house",
  "four_of_a_kind",
  "straight_flush",
  "royal_flush",
] as const;

/** The highest rank of five in a row, 3 for A 2 3 4 5; undefined where there are none. */
function straight(ranks: readonly number[]): number | undefined {
  const there = new Set(ranks);
  if (there.has(12)) there.add(-1); // the ace below the 2
  for (let high = 12; high >= 3; high--) {
    if ([0, 1, 2, 3, 4].every((down) => there.has(high - down))) return high;
  }
  return undefined;
}

export function category(cards: readonly string[]): (typeof CATEGORIES)[number] {
  const flush = ["c", "d", "h", "s"]
    .map((suit) => cards.filter((card) => suitOf(card) === suit))
    .find((suited) => suited.length >= 5);
  const flushHigh = flush && straight(flush.map(rankOf));
  if (flushHigh !== undefined) return flushHigh === 12 ? "royal_flush" : "straight_flush";
  const counts = Array.from({ length: 13 }, () => 0);
  for (const card of cards) counts[rankOf(card)] = (counts[rankOf(card)] ?? 0) + 1;
  const [most = 0, next = 0] = counts.toSorted((one, other) => other - one);
  if (most === 4) return "four_of_a_kind";
  if (most === 3 && next >= 2) return "full_house";
  if (flush) return "flush";
  if (straight(cards.map(rankOf)) !== undefined) return "straight";
  if (most === 3) return "three_of_a_kind";
  if (most === 2) return next === 2 ? "two_pair" : "pair";
  return "high_card";
}
