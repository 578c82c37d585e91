import { expect, test } from "vitest";
import { sayer } from "../../src/base/words/phrase.ts";
import { NoConnection, Problem } from "../../src/table/api/problem.ts";
import { wordsOf, type Words } from "../../src/table/app/problem-words.ts";
import { faultyField, fieldWords } from "../../src/table/app/problem-fields.ts";
import { PROBLEMS } from "../../src/table/app/problem-catalogue.ts";

const { en, ja } = PROBLEMS;

const formats = {
  money: (money: { amount: number; currency: string }) => `${money.amount / 100} ${money.currency}`,
  instant: (instant: string) => `at ${instant}`,
  duration: (seconds: number) => `${seconds / 60} min`,
  list: (parts: readonly string[]) => parts.join(" or "),
};

function words(error: unknown, language: "en" | "ja" = "en"): Words {
  const texts: Readonly<Record<string, string>> = { en, ja }[language];
  return wordsOf(error, { texts, say: sayer(texts, language) }, formats);
}

function problem(code: string, members: Record<string, unknown> = {}): Problem {
  return new Problem({ code, title: "Its title", detail: "Its detail.", ...members }, 409, null);
}

const usd = (amount: number): { amount: number; currency: string } => ({ amount, currency: "USD" });

test("a refusal is said in the catalogue's words with its amounts", () => {
  expect(words(problem("insufficient-funds", { available: usd(300), required: usd(500) }))).toEqual({
    title: "Your balance is too low",
    text: "Nothing was taken. 3 USD is available, 5 USD is needed.",
    code: "insufficient-funds",
  });
});

test("a text whose members are missing gives way to the plainer one", () => {
  expect(words(problem("insufficient-funds")).text).toBe("Nothing was taken.");
});

test("a limit is named, with what is left of it", () => {
  const told = words(problem("limit-exceeded", { limit: "loss_day", maximum: usd(10_000), remaining: usd(200) }));
  expect(told.text).toBe("Nothing was staked. Your loss limit of the day is 100 USD, and 2 USD of it is left.");
});

test("what the catalogue does not know is told as it came", () => {
  expect(words(problem("never-heard-of"))).toEqual({ title: "Its title", text: "Its detail.", code: "never-heard-of" });
});

test("a code that is a name of every object is not taken for a message", () => {
  expect(words(problem("constructor")).title).toBe("Its title");
});

test("instants, durations and choices are formatted", () => {
  const early = words(problem("loosening-too-early", { confirmable_from: "2026-11-27T05:00:00.000Z" }));
  expect(early.text).toContain("at 2026-11-27T05:00:00.000Z");
  expect(words(problem("limit-out-of-range", { choices_seconds: [900, 1800] })).text).toContain("15 min or 30 min");
});

test("a lost answer says that it is not done twice, and a question that nothing was changed", () => {
  expect(words(new NoConnection(true)).text).toContain("not done twice");
  expect(words(new NoConnection(false)).text).toContain("Nothing was changed");
});

test("a field that is malformed is found by its last name", () => {
  const told = problem("malformed-identity", { field: "address.country" });
  expect(faultyField(told, "country")).toBe("Its detail.");
  expect(faultyField(told, "city")).toBeNull();
  const invalid = problem("invalid-request", { errors: [{ field: "amount.amount", detail: "Too small." }] });
  expect(faultyField(invalid, "amount")).toBe("Too small.");
});

test("a weak password is told why, by the rule that it breaks", () => {
  expect(words(problem("weak-password", { reason: "breached" }), "ja").text).toContain("流出");
  expect(words(problem("weak-password", { reason: "short" })).text).toBe(
    "Nothing was changed. It has 12 characters or more.",
  );
  expect(words(problem("weak-password")).text).toContain("not a common one");
});

test("a field is told what it should be in the page’s language, and in English as the platform said it", () => {
  const messages = { texts: ja as Readonly<Record<string, string>>, say: sayer<string>(ja, "ja") };
  const phone = problem("malformed-identity", { field: "phone" });
  const city = problem("invalid-request", { errors: [{ field: "address.city", detail: "Too long." }] });
  expect(fieldWords(phone, "phone", "ja", messages)).toContain("電話番号");
  expect(fieldWords(city, "city", "ja", messages)).toBe(ja["field.other"]);
  expect(fieldWords(city, "city", "en", messages)).toBe("Too long.");
  expect(fieldWords(city, "line", "ja", messages)).toBeNull();
});
