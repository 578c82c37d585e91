import { expect, test } from "vitest";
import { cardOf, rankSign } from "../src/base/cards/card.ts";
import { beatenChance, beats, betweenChance, spreadOf } from "../src/table/play/counts.ts";
import { oddsRuns, termsOf } from "../src/table/play/sheet.ts";

const cards = (...names: string[]) => names.map(cardOf);

const spread = (one: string, other: string) => spreadOf(cardOf(one), cardOf(other));

/** All cards of a pack but those of a hand. */
function others(hand: readonly string[]): string[] {
  const pack = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  return pack.filter((name) => !hand.includes(name));
}

test("the spread is the number of ranks strictly between two cards", () => {
  expect(spread("2c", "Ad")).toBe(11);
  expect(spread("Jc", "2d")).toBe(8);
  expect(spread("6c", "7d")).toBe(0);
  expect(spread("6c", "6d")).toBeNull();
});

test("what lies between is counted in all packs, without the two cards on the cloth", () => {
  expect(betweenChance(4, 1)).toEqual({ winning: 16, left: 50, percent: "32.0" });
  expect(betweenChance(7, 6)).toEqual({ winning: 168, left: 310, percent: "54.2" });
});

test.each([[["2c", "3c", "4c", "5c", "6c"]], [["Ac", "Kd", "9h", "2s", "5c"]], [["Ah", "Kh", "Qh", "Jh", "Th"]]])(
  "what %s beats is what it beats card by card",
  (hand) => {
    const winning = others(hand).filter((hit) => beats(cards(...hand), cardOf(hit))).length;
    const { winning: counted, left } = beatenChance(cards(...hand));
    expect([counted, left]).toEqual([winning, 47]);
  },
);

test("a hand of three has 49 cards before it", () => {
  expect(beatenChance(cards("2c", "3d", "Ah"))).toEqual({ winning: 13, left: 49, percent: "26.5" });
});

test("a name that is no card is refused", () => {
  expect(() => cardOf("1c")).toThrow("1c is no card");
  expect(() => cardOf("7x")).toThrow("7x is no card");
  expect([10, 11, 14].map(rankSign)).toEqual(["10", "J", "A"]);
});

test("spreads of the same odds stand together", () => {
  expect(oddsRuns([5, 4, 2, 1, 1, 1])).toEqual([
    { odds: 5, first: 1, last: 1 },
    { odds: 4, first: 2, last: 2 },
    { odds: 2, first: 3, last: 3 },
    { odds: 1, first: 4, last: 6 },
  ]);
});

test("a sheet of each family has its terms, and one of another family none", () => {
  const redDog = { family: "red-dog", decks: 1, pay: { spread: [5, 4], trips: 11 }, ace: "high" };
  expect(termsOf(redDog)).toEqual({ family: "red-dog", decks: 1, pay: { spread: [5, 4], trips: 11 } });
  const montana = { family: "montana", decks: 1, hand: 3, bonus: {} };
  expect(termsOf(montana)).toEqual({ family: "montana", decks: 1, hand: 3, bonus: [] });
  expect(termsOf({ ...montana, bonus: { pay: [2, 4], scale: "A" } })).toMatchObject({ bonus: [2, 4] });
  expect(termsOf({ family: "pot" })).toBeNull();
});
