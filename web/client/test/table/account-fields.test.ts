import { expect, test } from "vitest";
import { tellDecimals } from "../../src/base/money.ts";
import { Mistyped, filled, minorUnits, moneyIn } from "../../src/table/app/fields.ts";
import { blocks, spans } from "../../src/table/account/prose.ts";
import { viewOf, type View } from "../../src/table/app/routes.ts";
import { durationText, easternText, weekdayText } from "../../src/base/instants.ts";

test.each([
  ["50", 5_000],
  ["50.00", 5_000],
  ["50,00", 5_000],
  [" $1,250.5 ", 125_050],
  ["1,000", 100_000],
  ["0.01", 1],
  ["５０．００", 5_000],
])("%s is %i minor units", (typed, minor) => {
  expect(minorUnits(typed, "USD")).toBe(minor);
});

test.each([
  ["50", "JPY", 50],
  ["1,250", "JPY", 1_250],
  ["1.234", "BHD", 1_234],
  ["50.5", "JPY", null],
  ["50,00", "JPY", null],
  ["1.2345", "BHD", null],
])("%s %s is %s minor units", (typed, currency, minor) => {
  tellDecimals('{"JPY":0,"BHD":3}');
  expect(minorUnits(typed, currency)).toBe(minor);
});

test.each(["", "-5", "5.001", "1,00,000", "abc", "1e3", "5.", "99999999999999999"])("%s is no amount", (typed) => {
  expect(minorUnits(typed, "USD")).toBeNull();
});

test("an amount that is none is told at its field", () => {
  expect(() => moneyIn({ amount: "many" }, "amount", "USD", "Write an amount")).toThrow(Mistyped);
});

test("what was left empty is not sent", () => {
  expect(filled({ phone: " ", email: " ada@example.org " }, "phone", "email")).toEqual({ email: "ada@example.org" });
});

test("a document has a heading, paragraphs and clauses", () => {
  const found = blocks("# Terms\n\nVersion 1.\n\n1. **Who** plays,\n   and who not.\n2. Changes.\n");
  expect(found).toEqual([
    { kind: "heading", text: "Terms" },
    { kind: "text", text: "Version 1." },
    { kind: "clauses", items: ["**Who** plays, and who not.", "Changes."] },
  ]);
  expect(spans("**Who** plays")).toEqual([
    { text: "Who", strong: true },
    { text: " plays", strong: false },
  ]);
});

const view = (path: string): View => ({ path, title: () => path, render: () => null });

test("an address leads to the view with the longest path that begins it", () => {
  const known = new Map(["", "account", "account/sessions", "play"].map((path) => [path, view(path)]));
  const found = (address: string): unknown => {
    const due = viewOf(address, known);
    return due === null ? null : [due.view.path, due.rest];
  };
  expect(found("account/sessions")).toEqual(["account/sessions", ""]);
  expect(found("play/red-dog-atlantic-city")).toEqual(["play", "red-dog-atlantic-city"]);
  expect(found("")).toEqual(["", ""]);
  expect(found("nowhere")).toBeNull();
});

test("the gaming week begins on Friday on New York's clocks, whatever the reader's", () => {
  expect(easternText("2026-11-27T05:00:00.000Z", "en").replace("\u202f", " ")).toBe("Friday, November 27, 12:00 AM");
  expect(easternText("2026-11-27T05:00:00.000Z", "ja")).toBe("11月27日金曜日 0:00");
  expect(weekdayText("2026-11-27T05:00:00.000Z", "en", "Asia/Tokyo")).toContain("2:00");
});

test("durations are said to the minute, and to the second under one", () => {
  expect(durationText(3_900, "en")).toBe("1 hr 5 min");
  expect(durationText(59, "en")).toBe("59 sec");
  expect(durationText(-1, "en")).toBe("0 sec");
  expect(durationText(3_900, "ja")).toBe("1時間5分");
});
