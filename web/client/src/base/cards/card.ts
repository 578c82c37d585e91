/** Cards as the interface writes them: rank then suit, `7s`, `Td`. */

export const SUITS = ["c", "d", "h", "s"] as const;
export type Suit = (typeof SUITS)[number];

const RANKS = "23456789TJQKA";

/** A card of a pack of 52. Two packs have two of each. */
export interface Card {
  /** 2 to 14; the ace is 14. */
  readonly rank: number;
  readonly suit: Suit;
}

/** Return the card that two signs name. */
export function cardOf(name: string): Card {
  const rank = RANKS.indexOf(name.charAt(0)) + 2;
  const suit = SUITS.find((known) => known === name.charAt(1));
  if (name.length !== 2 || rank < 2 || suit === undefined) throw new Error(`${name} is no card`);
  return { rank, suit };
}

/** Return how a rank is written on a card: `10`, `Q`. */
export function rankSign(rank: number): string {
  return rank === 10 ? "10" : RANKS.charAt(rank - 2);
}
