import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commitmentOf, contributionOf, drawValue, mixOf, sealOf } from "../../src/table/live/values.ts";

interface Vector {
  readonly vector: string;
  readonly chain: string;
  readonly epoch: number;
  readonly seed: string;
  readonly commit: string;
  readonly reveals: readonly (readonly [number, string])[];
  readonly contribs: readonly (readonly [number, string])[];
  readonly client: string;
  readonly keys?: readonly string[];
  readonly cards: readonly (readonly string[])[];
  readonly sealed: readonly string[];
}

/** The golden vectors of the format, which every implementation reads. */
const VECTORS: readonly Vector[] = readFileSync("../../tests/vectors/tables.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

test.each(VECTORS.filter((each) => "contribs" in each))("$vector: values, mix and commitment", (vector) => {
  const of = { table: vector.chain, epoch: vector.epoch };
  expect(commitmentOf(of, vector.seed)).toBe(vector.commit);
  for (const [seat, value] of vector.reveals) {
    expect([seat, contributionOf(of, seat, value)]).toEqual(vector.contribs.find(([each]) => each === seat));
  }
  expect(mixOf(of, new Map(vector.reveals.toReversed()), null)).toBe(vector.client);
});

test.each(VECTORS.filter((each) => "sealed" in each))("$vector: seals", (vector) => {
  for (const [index, key] of (vector.keys ?? []).entries()) {
    expect(sealOf(key, vector.cards[index] ?? [])).toBe(vector.sealed[index]);
  }
});

test("a value is 32 bytes, and another one each time", () => {
  const drawn = new Set(Array.from({ length: 20 }, drawValue));
  expect(drawn.size).toBe(20);
  for (const value of drawn) expect(value).toMatch(/^[0-9a-f]{64}$/);
});
