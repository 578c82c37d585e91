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
  /** Whether the visible cards favour the player, so that it is best to raise; undefined where nobody is asked. */
  readonly favours: (visible: readonly string[], sheet: CanonicalObject) => boolean | undefined;
  /** How likely they do, of the hands that ask. */
  readonly favour: (sheet: CanonicalObject) => Chance;
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

/** Whether a raise on a spread is expected to win. */
function redDogRaises(spread: number, sheet: CanonicalObject): boolean {
  const decks = numberOf(sheet, "decks");
  const [won, all] = [4 * decks * spread, 52 * decks - 2];
  const odds = numbersIn(objectIn(sheet, "pay"), "spread")[spread - 1] ?? 0;
  return won * odds > all - won;
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
    return act.amt === (redDogRaises(spreadOf(visible), sheet) ? ante : 0);
  },
  favours(visible, sheet) {
    const spread = spreadOf(visible);
    return spread > 0 ? redDogRaises(spread, sheet) : undefined;
  },
  favour(sheet) {
    let won = 0;
    // Of the 66 pairs of ranks that ask, 12 - s have the spread s.
    for (let spread = 1; spread <= 11; spread++) if (redDogRaises(spread, sheet)) won += 12 - spread;
    return [won, 66];
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

/** Hands of k cards by the hit cards that they beat: one suit after the other, as [cards held, hits, hands]. */
function montanaHands(k: number): readonly (readonly [number, number, number])[] {
  let ways = new Map<string, readonly [number, number, number]>([["0 0", [0, 0, 1]]]);
  for (let suit = 0; suit < 4; suit++) {
    const more = new Map(ways);
    for (const [held, hits, before] of ways.values()) {
      // The highest of the suit's cards in the hand beats those below it that are not in the hand.
      for (let highest = 0; highest <= 12; highest++) {
        for (let below = 0; below <= Math.min(highest, k - held - 1); below++) {
          const [cards, beaten] = [held + 1 + below, hits + highest - below];
          const known = more.get(`${cards} ${beaten}`)?.[2] ?? 0;
          more.set(`${cards} ${beaten}`, [cards, beaten, known + before * choose(highest, below)]);
        }
      }
    }
    ways = more;
  }
  return [...ways.values()].filter(([held]) => held === k);
}

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
  favours(visible) {
    const [won, all] = montanaSeen(visible);
    return 2 * won > all;
  },
  favour(sheet) {
    const k = numberOf(sheet, "hand");
    const won = montanaHands(k).reduce((sum, [, hits, hands]) => sum + (2 * hits > 52 - k ? hands : 0), 0);
    return [won, choose(52, k)];
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
