/** What can still come, counted: facts for a decision, never advice. */
import { SUITS, type Card } from "../../base/cards/card.ts";

/** How many of the cards that nobody has seen win. */
export interface Chance {
  readonly winning: number;
  readonly left: number;
  /** To one decimal. */
  readonly percent: string;
}

const chance = (winning: number, left: number): Chance => ({
  winning,
  left,
  percent: ((100 * winning) / left).toFixed(1),
});

/** Return the ranks strictly between two cards: 0 where they are consecutive, null for a pair. */
export function spreadOf(first: Card, second: Card): number | null {
  const apart = Math.abs(first.rank - second.rank);
  return apart === 0 ? null : apart - 1;
}

/** Return how many third cards lie between the first two. None of those ranks is among the two. */
export function betweenChance(spread: number, decks: number): Chance {
  return chance(spread * 4 * decks, 52 * decks - 2);
}

/** Return whether a hand has a higher card of the hit card's suit. */
export function beats(hand: readonly Card[], hit: Card): boolean {
  return hand.some((card) => card.suit === hit.suit && card.rank > hit.rank);
}

/** Return how many of the cards outside a hand it would beat as the hit card, from one pack. */
export function beatenChance(hand: readonly Card[]): Chance {
  let winning = 0;
  for (const suit of SUITS) {
    const held = hand.filter((card) => card.suit === suit).map((card) => card.rank);
    const highest = Math.max(1, ...held);
    // All ranks below the highest, without those that the hand has itself.
    winning += Math.max(0, highest - 2) - held.filter((rank) => rank < highest).length;
  }
  return chance(winning, 52 - hand.length);
}
