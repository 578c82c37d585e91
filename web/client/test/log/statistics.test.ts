import { expect, test } from "vitest";
import { CHANCES } from "../../src/log/chances.ts";
import { Evidence, WIDE } from "../../src/log/evidence.ts";

test("the known answer of the page", () => {
  const evidence = new Evidence();
  for (const above of [24, 8, 4]) evidence.add([above, 50], 4, true);
  evidence.add([40, 50], 4, false);
  expect(evidence.log10(WIDE, true)).toBeCloseTo(0.464953, 6);
});

test.each([
  ["red-dog", { decks: 1 }, 71 / 255],
  ["montana", { hand: 5 }, 8689 / 19740],
  ["montana", { hand: 3 }, 6327 / 20825],
] as const)("the chance of %s with nothing given", (family, sheet, due) => {
  const [above, below] = CHANCES.get(family)!.unseen(sheet);
  expect(above / below).toBeCloseTo(due, 14);
});

test("the best decision stakes no more than it is worth", () => {
  const redDog = CHANCES.get("red-dog")!;
  const sheet = { decks: 1, pay: { spread: [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], trips: 11 } };
  const raise = { a: "raise", amt: 500 };
  const stand = { a: "stand", amt: 0 };
  expect(redDog.isBest(["2c", "9d"], sheet, 500, stand)).toBe(true);
  expect(redDog.isBest(["2c", "Td"], sheet, 500, raise)).toBe(true);
  expect(redDog.isBest(["2c", "Td"], sheet, 500, { a: "raise", amt: 100 })).toBe(false);
  expect(redDog.seen(["2c", "4d"], sheet)).toEqual([4, 50]);
});

const SHEET = { decks: 1, pay: { spread: [5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1], trips: 11 } };

test.each([
  ["red-dog", SHEET, 5 / 22],
  ["montana", { hand: 5 }, 79 / 238],
  ["montana", { hand: 3 }, 28 / 425],
] as const)("the chance of %s that the visible cards favour the player", (family, sheet, due) => {
  const [above, below] = CHANCES.get(family)!.favour(sheet);
  expect(above / below).toBeCloseTo(due, 14);
});

test("only a hand that asks for a decision favours the player or does not", () => {
  const redDog = CHANCES.get("red-dog")!;
  expect(
    [
      ["2c", "9d"],
      ["2c", "Td"],
      ["2c", "2d"],
      ["2c", "3d"],
    ].map((cards) => redDog.favours(cards, SHEET)),
  ).toEqual([false, true, undefined, undefined]);
});
