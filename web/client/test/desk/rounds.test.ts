import { beforeAll, describe, expect, test } from "vitest";
import { folder } from "../../src/desk/files/folder.ts";
import { sorted } from "../../src/desk/files/given.ts";
import { drawsOf, spreadOf, stepsOf } from "../../src/desk/rounds.ts";
import { Explorer } from "../../src/desk/worker/explorer.ts";
import { findFiling } from "../../src/desk/worker/report.ts";
import { judgeLog } from "../../src/log/judge.ts";
import type { JudgedLog } from "../../src/log/judged.ts";
import { exported } from "./logs.ts";

const CHAIN = "000102030405060708090a0b0c0d0e0f";
const judged = async (name: string): Promise<JudgedLog> => judgeLog(folder(sorted(exported(name)).log), {});

let honest: JudgedLog;
let forged: JudgedLog;

beforeAll(async () => {
  [honest, forged] = [await judged("log-rdf2"), await judged("log-forged")];
});

const results = (log: JudgedLog, told = true): string[] => {
  const detail = new Explorer(log).detail(32);
  if (detail.round === undefined) throw new Error("the record ends no round");
  return stepsOf(detail.round, told).map(({ name, result }) => `${name} ${result}`);
};

const filings = (log: JudgedLog): number[] => new Explorer(log).systemRecords("filing");

describe("the steps of a round", () => {
  test("hold in an honest log", () => {
    expect(results(honest)).toEqual([
      "committed holds",
      "client given",
      "seed holds",
      "cards holds",
      "acts holds",
      "payout holds",
      "money holds",
    ]);
  });

  test("hold up to the one that fails, and those after it were not checked", () => {
    expect(results(forged)).toEqual([
      "committed holds",
      "client given",
      "seed holds",
      "cards holds",
      "acts holds",
      "payout fails",
      "money not-checked",
    ]);
  });

  test("say nothing of a round that may be one of the faults that are not listed", () => {
    expect(results(honest, false).filter((step) => step.endsWith("holds"))).toEqual([]);
  });

  test("show a draw for each card that was dealt", () => {
    const { round } = new Explorer(honest).detail(32);
    expect(round && drawsOf(round).map((draw) => draw.card)).toEqual(["6d", "Td", "8s"]);
  });
});

test.each([
  [["6d", "Td", "8s"], 3],
  [["6d", "6c"], -1],
  [["Ks", "Ad"], 0],
  [["2c"], undefined],
])("the spread of %j is %s", (cards, spread) => {
  expect(spreadOf(cards)).toBe(spread);
});

describe("the explorer", () => {
  test("lists the system's chain first, and says whose the others are and what fails in them", () => {
    const { rows, total } = new Explorer(forged).chainPage({ from: 0, count: 20, like: "" });

    expect(total).toBe(2);
    expect(rows.map(({ kind, records, failing }) => [kind, records, failing])).toEqual([
      ["system", 15, 0],
      ["player", 30, 1],
    ]);
  });

  test("lists a page of a chain's records and marks the one that fails", () => {
    const { rows, total } = new Explorer(forged).recordPage({ chain: CHAIN, from: 25, count: 3 });

    expect(total).toBe(30);
    expect(rows.map(({ index, type, note, code }) => [index, type, note, code])).toEqual([
      [31, "deal", "", undefined],
      [32, "settle", "win", "E_PAYOUT"],
      [37, "deal", "", undefined],
    ]);
  });

  test("lists a chain's limits from the newest on", () => {
    const { rows, total } = new Explorer(honest).limitsPage({ chain: CHAIN, from: 0, count: 2 });

    expect(total).toBe(9);
    expect(rows.map(({ index }) => index)).toEqual([17, 16]);
    expect(rows[0]?.currency).toEqual({ cur: "USD", exp: 2 });
  });

  test("finds a record by its index, its leaf and its round", () => {
    const explorer = new Explorer(honest);
    const { leaf, before, after, position } = explorer.detail(32);

    expect([position, before, after]).toEqual([26, 31, 37]);
    expect(explorer.find("32")).toBe(32);
    expect(explorer.find(leaf)).toBe(32);
    expect(explorer.find(`${CHAIN}-0-7`)).toBe(32);
    expect(explorer.find("45")).toBeUndefined();
    expect(explorer.find("f".repeat(64))).toBeUndefined();
  });
});

describe("a report's file", () => {
  test("is found by the digest that its filing names", () => {
    const sha256 = "845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917";
    const { filed, report, revision, superseded } = findFiling("r.json", sha256, honest, filings(honest));

    expect([filed, report, revision, superseded]).toEqual([44, "taxable-revenue", 1, undefined]);
  });

  test("was not filed if no filing names it", () => {
    expect(findFiling("r.json", "0".repeat(64), honest, filings(honest)).filed).toBeUndefined();
  });
});
