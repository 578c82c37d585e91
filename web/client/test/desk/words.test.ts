import { expect, test } from "vitest";
import { catalogues, type Key } from "../../src/base/words/desk/catalogues.ts";
import { sayer } from "../../src/base/words/phrase.ts";
import { CHECKS } from "../../src/log/codes.ts";

const keys = Object.keys(catalogues.en) as Key[];
/** The names of a message's arguments, without what its plurals say. */
function placeholders(message: string): string[] {
  const outside = message.replaceAll(/(?:one|other) \{[^{}]*\}/g, "");
  return [...new Set(outside.match(/(?<=\{)\w+/g) ?? [])].toSorted();
}

test("both languages have words for every check and every code of a verdict", () => {
  const checks = Object.keys(CHECKS).map((name) => `check.${name}`);
  const codes = Object.values(CHECKS)
    .flat()
    .map((code) => `code.${code}`);

  expect([...checks, ...codes].filter((key) => !(key in catalogues.en))).toEqual([]);
  expect(Object.keys(catalogues.ja).toSorted()).toEqual(Object.keys(catalogues.en).toSorted());
});

test("a message names the same things in both languages", () => {
  const different = keys.filter((key) => {
    const [english, japanese] = [catalogues.en[key], catalogues.ja[key]].map(placeholders);
    return JSON.stringify(english) !== JSON.stringify(japanese);
  });

  expect(different).toEqual([]);
});

test.each(["en", "ja"] as const)("every message of %s can be said, without exclamation", (language) => {
  const say = sayer(catalogues[language], language);
  for (const key of keys) {
    const values = Object.fromEntries(placeholders(catalogues[language][key]).map((name) => [name, 2]));
    expect(say(key, values)).not.toMatch(/[!！]/);
  }
});
