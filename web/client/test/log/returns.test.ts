import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isEqual, returnsOf } from "../../src/log/returns.ts";
import { VECTORS } from "./folder.ts";

const lines = readFileSync(join(VECTORS, "returns.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test.each(lines.map((line) => [`${line.sheet.game} ${line.sheet.decks}`, line] as const))(
  "the returns of %s are those that it declares",
  (_, { sheet, edge }) => {
    const returns = returnsOf(sheet)!;
    expect(Object.keys(returns).toSorted()).toEqual(Object.keys(sheet.rtp).toSorted());
    for (const [name, [above, below]] of Object.entries<[number, number]>(sheet.rtp)) {
      expect(isEqual(returns[name]!, [BigInt(above), BigInt(below)])).toBe(true);
    }
    for (const [name, fraction] of Object.entries<string>(edge)) {
      const [above = 0n, below = 1n] = fraction.split("/").map(BigInt);
      expect(isEqual(returns[name]!, [below - above, below])).toBe(true);
    }
  },
);
