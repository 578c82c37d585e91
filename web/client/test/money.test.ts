import { expect, test } from "vitest";
import { amountText, decimalsOf, tellDecimals } from "../src/base/money.ts";
import { chipWords } from "../src/table/play/words.ts";
import { sayer } from "../src/base/words/phrase.ts";

test("an amount has two decimals, groups, and a minus that is as wide as a digit", () => {
  expect(amountText({ amount: -123_456, currency: "USD" }, "en")).toBe("\u22121,234.56");
  expect(amountText({ amount: 5, currency: "EUR" }, "ja")).toBe("0.05");
  expect(amountText({ amount: Number.MAX_SAFE_INTEGER, currency: "USD" }, "en")).toBe("90,071,992,547,409.91");
});

test("an amount has the decimals that the platform tells of its currency", () => {
  tellDecimals('{"JPY":0,"BHD":3}');
  expect(amountText({ amount: 10_000, currency: "JPY" }, "ja")).toBe("10,000");
  expect(amountText({ amount: -7, currency: "BHD" }, "en")).toBe("\u22120.007");
  expect(decimalsOf("GBP")).toBe(2);
});

test("a chip says what it is worth, in thousands where it would be too long", () => {
  tellDecimals('{"JPY":0,"BHD":3}');
  expect(chipWords(10_000, "USD")).toEqual({ said: 100, figure: "100" });
  expect([100, 2_500, 10_000].map((minor) => chipWords(minor, "JPY").figure)).toEqual(["100", "2500", "10K"]);
  expect(chipWords(100, "BHD").figure).toBe("0.1");
});

test("a message counts as its language does", () => {
  const say = sayer({ left: "{count, plural, one {# card} other {# cards}} left" }, "en");
  expect(say("left", { count: 1 })).toBe("1 card left");
  expect(say("left", { count: 12 })).toBe("12 cards left");
});
