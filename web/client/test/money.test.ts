import { expect, test } from "vitest";
import { amountText } from "../src/base/money.ts";
import { sayer } from "../src/base/words/phrase.ts";

test("an amount has two decimals, groups, and a minus that is as wide as a digit", () => {
  expect(amountText(-123_456, "en")).toBe("\u22121,234.56");
  expect(amountText(5, "ja")).toBe("0.05");
});

test("a message counts as its language does", () => {
  const say = sayer({ left: "{count, plural, one {# card} other {# cards}} left" }, "en");
  expect(say("left", { count: 1 })).toBe("1 card left");
  expect(say("left", { count: 12 })).toBe("12 cards left");
});
