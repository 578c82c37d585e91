/** How likely cards win, and which decision is best: docs/formats/statistics.md, "Chances". */

import type { CanonicalObject } from "./canonical.ts";
import type { Act } from "./families/family.ts";
import { rankOf, suitOf } from "./families/family.ts";
import { CATEGORIES, category } from "./families/poker.ts";
import { numberOf, numbersIn, objectIn } from "./fields.ts";
import { cardName } from "./shuffle.ts";

/** A fraction. */
export type Chance = readonly [number, number];

export interface Chances {
  /** Whether the cards win, whatever the player decided. */
  readonly wins: (cards: readonly string[], sheet: CanonicalObject) => boolean;
  /** Given the visible cards. */
  readonly seen: (visible: readonly string[], sheet: CanonicalObject) => Chance;
  readonly unseen: (sheet: CanonicalObject) => Chance;
  readonly isBest: (visible: readonly string[], sheet: CanonicalObject, ante: number, act: Act) => boolean;
  /** Of the side bet. */
  readonly side?: {
    readonly wins: (cards: readonly string[], sheet: CanonicalObject) => boolean;
    readonly seen: (visible: readonly string[], sheet: CanonicalObject) => Chance;
  };
}

const PACK: readonly string[] = Array.from({ length: 52 }, (_, card) => cardName(card));

/** How many ranks lie between two cards; -1 of a pair. */
const spreadOf = ([one = "", other = ""]: readonly string[]): number => Math.abs(rankOf(one) - rankOf(other)) - 1;

function redDogSeen(visible: readonly string[], sheet: CanonicalObject): Chance {
  const decks = numberOf(sheet, "decks");
  const spread = spreadOf(visible);
  return [spread < 0 ? 4 * decks - 2 : 4 * decks * spread, 52 * decks - 2];
}

const redDog: Chances = {
  wins(cards) {
    const [one, other, third] = cards.map(rankOf);
    if (one === undefined || other === undefined || third === undefined) return false;
    if (one === other) return third === one;
    return third > Math.min(one, other) && third < Math.max(one, other);
  },
  seen: redDogSeen,
  unseen(sheet) {
    const decks = numberOf(sheet, "decks");
    const [rank, all] = [4 * decks, 52 * decks];
    let won = 13 * rank * (rank - 1) * (rank - 2);
    for (let apart = 1; apart <= 12; apart++) won += 2 * (13 - apart) * (apart - 1) * rank ** 3;
    return [won, all * (all - 1) * (all - 2)];
  },
  isBest(visible, sheet, ante, act) {
    const [won, all] = redDogSeen(visible, sheet);
    const odds = numbersIn(objectIn(sheet, "pay"), "spread")[spreadOf(visible) - 1] ?? 0;
    return act.amt === (won * odds > all - won ? ante : 0);
  },
};

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

const beats = (hand: readonly string[], hit: string): boolean =>
  hand.some((card) => suitOf(card) === suitOf(hit) && rankOf(card) > rankOf(hit));

/** Of the cards outside a hand, those for which something holds. */
function outside(hand: readonly string[], holds: (hit: string) => boolean): Chance {
  const hits = PACK.filter((card) => !hand.includes(card));
  return [hits.filter(holds).length, hits.length];
}

const montanaSeen = (hand: readonly string[]): Chance => outside(hand, (hit) => beats(hand, hit));
const pays = (six: readonly string[]): boolean => CATEGORIES.indexOf(category(six)) >= CATEGORIES.indexOf("two_pair");
const handOf = (cards: readonly string[], sheet: CanonicalObject): readonly string[] =>
  cards.slice(0, numberOf(sheet, "hand"));

/** Units that a decision stakes in all. */
const staked = (action: string): number => (action === "raise" ? 2 : 1);

const montana: Chances = {
  wins: (cards, sheet) => beats(handOf(cards, sheet), cards.at(-1) ?? ""),
  seen: montanaSeen,
  unseen(sheet) {
    const k = numberOf(sheet, "hand");
    const all = 13 * choose(51, k);
    let lost = 0;
    for (let higher = 0; higher <= 12; higher++) lost += choose(51 - higher, k);
    return [all - lost, all];
  },
  isBest(visible, _, __, act) {
    const [won, all] = montanaSeen(visible);
    // Twice what each is worth, times the unseen cards; the least stake first.
    const worth = { surrender: -all, play: 2 * (2 * won - all), raise: 4 * (2 * won - all) };
    const most = Math.max(...Object.values(worth));
    const best = Object.entries(worth).filter(([, value]) => value === most);
    const least = Math.min(...best.map(([name]) => staked(name)));
    return best.some(([name]) => name === act.a && staked(name) === least);
  },
  side: {
    wins: (cards, sheet) => pays([...handOf(cards, sheet), cards.at(-1) ?? ""]),
    seen: (hand) => outside(hand, (hit) => pays([...hand, hit])),
  },
};

/** Of every family whose rounds are tested: one line each. */
export const CHANCES: ReadonlyMap<string, Chances> = new Map([
  ["red-dog", redDog],
  ["montana", montana],
]);
