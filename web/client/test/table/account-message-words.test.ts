import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { messages as en } from "../../src/base/words/table/messages.en.ts";
import { messageWords } from "../../src/table/account/message-words.ts";
import { language } from "../../src/table/app/language.ts";

const page = readFileSync(new URL("../../../../docs/events.md", import.meta.url), "utf8");
/** The kinds that players are told of, as the page that is written from the platform's catalogue has them. */
const told = [...page.matchAll(/^\| `([a-z-]+)` \|.*\| inbox(?:, mail)? \|$/gm)].map(([, kind]) => kind ?? "");

afterEach(() => language.set({ current: "en" }));

test("each kind that a player is told of has a subject and a text, and no other has", () => {
  expect(told).toContain("dormancy-near");
  expect(Object.keys(en).toSorted()).toEqual(told.flatMap((kind) => [kind, `${kind}.text`]).toSorted());
});

test.each(told)("%s is told in Japanese, and says so to a screen reader", (kind) => {
  language.set({ current: "ja" });
  const words = messageWords({ kind, subject: "Its subject", text: "Its text." });
  expect(words.language).toBe("ja");
  expect(words.subject + words.text).not.toMatch(/[a-z]{2}/);
  expect(words.text).toMatch(/。$/);
});

test("a message of a kind that this page does not know stands as it was told", () => {
  language.set({ current: "ja" });
  const unknown = { kind: "never-heard-of", subject: "Its subject", text: "Its text." };
  expect(messageWords(unknown)).toEqual({ subject: "Its subject", text: "Its text.", language: "en" });
});
