/** What a game returns by its rules, exactly: docs/formats/returns.md. */

import type { CanonicalObject } from "./canonical.ts";
import { CATEGORIES } from "./families/poker.ts";
import { numberOf, numbersIn, objectIn, textOf } from "./fields.ts";

/** A fraction, whose lower part is above 0. */
export type Fraction = readonly [bigint, bigint];

/** The returns of a sheet by their names in `rtp`. */
export type Returns = Readonly<Record<string, Fraction>>;

export const isEqual = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d === c * b;
export const isBelow = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b;

/** 1 and a net result. */
const back = (net: bigint, of: bigint): Fraction => [of + net, of];

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - k + i)) / BigInt(i);
  return k < 0 || k > n ? 0n : ways;
}

function redDog(sheet: CanonicalObject): Returns {
  const decks = BigInt(numberOf(sheet, "decks"));
  const [all, rank] = [52n * decks, 4n * decks];
  const third = all - 2n;
  const pay = objectIn(sheet, "pay");
  const odds = numbersIn(pay, "spread").map(BigInt);
  const trips = BigInt(numberOf(pay, "trips"));
  let [net, wagered] = [0n, 0n];
  for (let apart = 0; apart <= 12; apart++) {
    const ways = apart === 0 ? 13n * rank * (rank - 1n) : 2n * BigInt(13 - apart) * rank * rank;
    const between = rank * BigInt(apart - 1);
    const won =
      apart === 0 ? (rank - 2n) * trips : apart === 1 ? 0n : between * (odds[apart - 2] ?? 0n) - (third - between);
    const units = apart > 1 && won > 0n ? 2n : 1n;
    net += ways * units * won;
    wagered += ways * units * third;
  }
  return { first_bet: back(net, all * (all - 1n) * third), total_wagered: back(net, wagered) };
}

/** Cards held and cards beaten, in one number; numbers add up as both do. */
const key = (held: number, beaten: number): number => held * 64 + beaten;

/** Choices of the hand's cards by how many unseen cards lose to it. */
function handsByWins(cards: number): Map<number, bigint> {
  const suit = new Map<number, bigint>([[key(0, 0), 1n]]);
  for (let high = 0; high < 13; high++) {
    for (let held = 1; held <= Math.min(cards, high + 1); held++) {
      const at = key(held, high - (held - 1));
      suit.set(at, (suit.get(at) ?? 0n) + choose(high, held - 1));
    }
  }
  let hands = new Map<number, bigint>([[key(0, 0), 1n]]);
  for (let suits = 0; suits < 4; suits++) {
    const more = new Map<number, bigint>();
    for (const [one, ways] of hands) {
      for (const [other, choices] of suit) more.set(one + other, (more.get(one + other) ?? 0n) + ways * choices);
    }
    hands = more;
  }
  return new Map([...hands].filter(([at]) => at >> 6 === cards).map(([at, ways]) => [at & 63, ways]));
}

function montana(sheet: CanonicalObject): Returns {
  const cards = numberOf(sheet, "hand");
  const unseen = BigInt(52 - cards);
  // In half stakes.
  let [net, wagered] = [0n, 0n];
  for (const [wins, hands] of handsByWins(cards)) {
    const play = 2n * BigInt(wins) - unseen;
    const raises = play > 0n && 4n * play > -unseen;
    net += hands * (raises ? 4n * play : 2n * play > -unseen ? 2n * play : -unseen);
    wagered += hands * (raises ? 2n : 1n) * 2n * unseen;
  }
  const main = { first_bet: back(net, 2n * choose(52, cards) * unseen), total_wagered: back(net, wagered) };
  const bonus = objectIn(sheet, "bonus");
  return bonus["pay"] === undefined ? main : { ...main, bonus: sideBet(numbersIn(bonus, "pay")) };
}

/** The highest rank with which five of these follow one another: 12 is the ace, 3 the five above an ace. */
function straightOf(ranks: readonly number[]): number | undefined {
  for (let high = 12; high >= 3; high--) {
    if ([0, 1, 2, 3, 4].every((down) => ranks.includes(high === 3 && down === 4 ? 12 : high - down))) return high;
  }
  return undefined;
}

function subsets(size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= 13 - size; first++) {
    for (const rest of subsets(size - 1, first + 1)) found.push([first, ...rest]);
  }
  return found;
}

/** All hands of six cards, by category. */
function sixCards(): Map<string, bigint> {
  const counts = new Map<string, bigint>();
  const add = (name: (typeof CATEGORIES)[number], hands: bigint): void => {
    counts.set(name, (counts.get(name) ?? 0n) + hands);
  };
  const kinds = [
    { size: 5, flush: 4n * 39n, other: 7620n, plain: "pair" },
    { size: 6, flush: 4n, other: 4020n, plain: "high_card" },
  ] as const;
  for (const { size, flush, other, plain } of kinds) {
    for (const ranks of subsets(size)) {
      const high = straightOf(ranks);
      add(high === undefined ? "flush" : high === 12 ? "royal_flush" : "straight_flush", flush);
      add(high === undefined ? plain : "straight", other);
    }
  }
  add("four_of_a_kind", 13n * 12n * 6n + 13n * choose(12, 2) * 16n);
  add("full_house", choose(13, 2) * 16n + 13n * 12n * 11n * 4n * 6n * 4n);
  add("three_of_a_kind", 13n * choose(12, 3) * 4n * 64n);
  add("two_pair", choose(13, 3) * 216n + choose(13, 2) * choose(11, 2) * 36n * 16n);
  return counts;
}

function sideBet(pay: readonly number[]): Fraction {
  const least = CATEGORIES.indexOf("two_pair");
  let net = 0n;
  for (const [name, hands] of sixCards()) {
    const place = CATEGORIES.findIndex((category) => category === name) - least;
    net += hands * (place < 0 ? -1n : BigInt(pay[place] ?? 0));
  }
  return back(net, choose(52, 6));
}

function pot(sheet: CanonicalObject): Returns {
  const kept: Fraction = [10_000n - BigInt(numberOf(sheet, "rake_basis_points")), 10_000n];
  return { first_bet: kept, total_wagered: kept };
}

const FAMILIES: ReadonlyMap<string, (sheet: CanonicalObject) => Returns> = new Map([
  ["red-dog", redDog],
  ["montana", montana],
  ["pot", pot],
]);

/** The returns of a sheet; undefined of a family that cannot be computed. */
export const returnsOf = (sheet: CanonicalObject): Returns | undefined =>
  FAMILIES.get(textOf(sheet, "family"))?.(sheet);
