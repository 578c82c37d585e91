import { expect, test } from "vitest";
import { amountOf, cardText, percentText, preferred, saidText, speech, timeText } from "../../src/desk/speech.ts";

test.each([
  [123456, 2, "1,234.56 USD"],
  [-990, 2, "−9.90 USD"],
  [5, 2, "0.05 USD"],
  [500, 0, "500 USD"],
  [1, 3, "0.001 USD"],
  [Number.MAX_SAFE_INTEGER, 2, "90,071,992,547,409.91 USD"],
])("writes %d minor units with %d decimals as %s", (minor, exp, text) => {
  expect(amountOf(minor, { cur: "USD", exp }, "en")).toBe(text);
});

test("says a card in words, and knows what is none", () => {
  expect(cardText("Td", speech("en"))).toEqual({ sign: "10♦", suit: "d", name: "10 of diamonds" });
  expect(cardText("Qh", speech("ja"))?.name).toBe("ハートのクイーン");
  expect(cardText("1x", speech("en"))).toBeUndefined();
  expect(cardText("", speech("en"))).toBeUndefined();
});

test("writes times in UTC and says so", () => {
  expect(timeText(1_790_000_022_000, "en")).toBe("Sep 21, 2026, 14:13:42 UTC");
  expect(timeText(Number.MAX_SAFE_INTEGER, "en")).toBe("9007199254740991");
});

test("takes the first language that it has", () => {
  expect(preferred(["fr-FR", "ja-JP", "en"])).toBe("ja");
  expect(preferred(["fr"])).toBe("en");
});

test("adds the amount to what is one, and to nothing else", () => {
  const dollars = { cur: "USD", exp: 2 };

  expect(saidText("2000", "E_PAYOUT", dollars, "en")).toBe("2000 (20.00 USD)");
  expect(saidText("-500", "E_BALANCE", dollars, "en")).toBe("-500 (−5.00 USD)");
  expect(saidText("lose", "E_PAYOUT", dollars, "en")).toBe("lose");
  expect(saidText("5", "E_CHAIN", dollars, "en")).toBe("5");
  expect(saidText("2000", "E_PAYOUT", undefined, "en")).toBe("2000");
});

test("writes a part in percent", () => {
  expect(percentText(75, 55, "en")).toBe("136.36%");
});
