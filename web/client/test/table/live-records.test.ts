import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { KeptStake } from "../../src/table/live/kept-stakes.ts";
import {
  entries,
  readRecords,
  requireFairEnd,
  requireNamed,
  TableCheated,
  type TableRecord,
} from "../../src/table/live/records.ts";
import { commitmentOf, mixOf } from "../../src/table/live/values.ts";

type Fields = Record<string, unknown>;

/** A hand of Montana from the golden vectors: seat 0 raises, seat 3 is silent, seat 6 surrenders. */
const VECTOR = readFileSync("../../tests/vectors/tables.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { vector: string; chain: string; records: Fields[] })
  .find((each) => each.vector.startsWith("montana"));

const TABLE = VECTOR?.chain ?? "";
const EPOCH = 12;
const [SEATS = {}, OPEN = {}, HAND = {}, END = {}] = VECTOR?.records ?? [];
const SEED = String(END["seed"]);
const COMMITMENT = commitmentOf({ table: TABLE, epoch: EPOCH }, SEED);
const ANNOUNCEMENT: Fields = { type: "hand_end", epoch: EPOCH - 1, next: { n: 1, commit: COMMITMENT } };

const of = (fields: Fields, list: string, seat: number): Fields =>
  entries(fields[list]).find((each) => each["seat"] === seat) ?? {};

function stake(change: Partial<KeptStake> = {}): KeptStake {
  const named = of(SEATS, "seats", 0);
  return {
    player: "0".repeat(32),
    table: TABLE,
    epoch: EPOCH,
    seat: 0,
    amount: Number(named["ante"]),
    contribution: String(named["contrib"]),
    commitment: COMMITMENT,
    announcedSeq: 40,
    value: String(of(OPEN, "reveals", 0)["r"]),
    drawnAtMs: 0,
    leaf: String(named["stake"]),
    signed: false,
    seal: String(of(HAND, "sealed", 0)["h"]),
    revealed: true,
    owed: false,
    ...change,
  };
}

/** Return the records as notes of one chain, each continuing the one before. */
function chained(...all: readonly Fields[]): readonly TableRecord[] {
  let records: readonly TableRecord[] = [];
  const notes: string[] = [];
  for (const fields of all) {
    notes.push(`${JSON.stringify({ chain: TABLE, prev: records.at(-1)?.leaf ?? "", ...fields })}\n\n— test AAAA\n`);
    records = readRecords(notes, TABLE);
  }
  return records;
}

const whole = (...changed: readonly Fields[]): readonly TableRecord[] =>
  chained(ANNOUNCEMENT, ...[SEATS, OPEN, HAND, END].map((each, index) => changed[index] ?? each));

/** A table without a beacon. */
const PLAIN = definedAs({});

function definedAs(members: Fields): TableRecord {
  const [table] = chained({ type: "table", ...members });
  if (table === undefined) throw new Error("there is no record");
  return table;
}

const paid = Number(of(END, "results", 0)["returned"]);

function deviation(work: () => unknown): string | null {
  try {
    work();
  } catch (error) {
    if (error instanceof TableCheated) return error.deviation;
    throw error;
  }
  return null;
}

test("an honest hand names the stake and ends fairly", () => {
  expect(requireNamed(stake(), whole()).fields["type"]).toBe("seats");
  expect(requireFairEnd(stake(), PLAIN, whole(), paid)).toBe("played");
});

test("what a side bet returned is a part of what its seat's record says", () => {
  const [mine, ...others] = entries(END["results"]);
  const won = {
    ...END,
    results: [{ ...mine, returned: paid + 300, bonus: { category: "pair", returned: 300 } }, ...others],
  };
  expect(requireFairEnd(stake(), PLAIN, whole(SEATS, OPEN, HAND, won), paid + 300)).toBe("played");
  expect(deviation(() => requireFairEnd(stake(), PLAIN, whole(SEATS, OPEN, HAND, won), paid + 600))).toBe(
    "other-payment",
  );
});

const otherHex = "ab".repeat(32);
const renamed = (member: string, value: unknown): Fields => ({
  ...SEATS,
  seats: entries(SEATS["seats"]).map((each) =>
    each["seat"] === 0 ? Object.assign({}, each, { [member]: value }) : each,
  ),
});

test.each([
  ["not-named", renamed("contrib", otherHex)],
  ["not-named", renamed("stake", otherHex)],
  ["other-amount", renamed("ante", 999)],
])("no value is sent where `seats` is another one: %s", (expected, seats) => {
  expect(deviation(() => requireNamed(stake(), whole(seats)))).toBe(expected);
});

test("no value is sent where another seed was announced, or a newer one since", () => {
  expect(deviation(() => requireNamed(stake({ commitment: otherHex }), whole()))).toBe("other-announcement");
  const again = chained(ANNOUNCEMENT, { type: "commit", epoch: EPOCH, commit: COMMITMENT }, SEATS);
  expect(deviation(() => requireNamed(stake(), again))).toBe("other-announcement");
});

const note = (fields: Fields): string => `${JSON.stringify(fields)}\n\n— test AAAA\n`;

test("a record that was left out, or of another table, is a gap", () => {
  const apart = [note({ chain: TABLE, prev: "" }), note({ chain: TABLE, prev: otherHex })];
  expect(deviation(() => readRecords(apart, TABLE))).toBe("gap");
  expect(deviation(() => readRecords([note({ chain: otherHex })], TABLE))).toBe("gap");
});

test.each([
  ["other-seed", whole({ ...SEATS }, { ...OPEN }, { ...HAND }, { ...END, seed: otherHex }), paid],
  ["other-values", whole(SEATS, { ...OPEN, client: otherHex }), paid],
  ["other-values", whole(SEATS, { ...OPEN, reveals: entries(OPEN["reveals"]).slice(1) }), paid],
  ["other-seal", whole(SEATS, OPEN, { ...HAND, sealed: entries(HAND["sealed"]).slice(1) }), paid],
  ["other-payment", whole(), paid - 1],
  ["no-end", chained(ANNOUNCEMENT, SEATS, OPEN, HAND), paid],
])("an end that is not fair is found: %s", (expected, records, returned) => {
  expect(deviation(() => requireFairEnd(stake(), PLAIN, records, returned))).toBe(expected);
});

const burnt = (fields: Fields): readonly TableRecord[] => chained(ANNOUNCEMENT, SEATS, fields);

test("a burnt hand reveals the promised seed, and denies no value that was taken", () => {
  const abort = { type: "table_abort", epoch: EPOCH, reason: "no_reveal", missing: [3], reveals: [], seed: SEED };
  expect(requireFairEnd(stake(), PLAIN, burnt(abort), 0)).toBe("burnt");
  expect(deviation(() => requireFairEnd(stake(), PLAIN, burnt({ ...abort, missing: [0] }), 0))).toBe("denied-value");
  expect(deviation(() => requireFairEnd(stake(), PLAIN, burnt({ ...abort, seed: otherHex }), 0))).toBe("other-seed");
});

// Rounds are published at 1,000 ms, 4,000 ms and 7,000 ms: the third is the first after bets that end at 6,000 ms.
const SOURCE = { src: "https://beacon.example", genesis: 1000, period: 3000 };
const TAKEN = { src: SOURCE.src, round: 3, value: otherHex };
const VALUES = new Map(entries(OPEN["reveals"]).map((each) => [Number(each["seat"]), String(each["r"])]));

/** Return how a hand is judged whose deck follows from this public value, at a table with this source. */
function judged(source: unknown, beacon: Fields, openTime = 7000): string | null {
  const client = mixOf({ table: TABLE, epoch: EPOCH }, VALUES, String(beacon["value"]));
  const records = whole({ ...SEATS, time: 6000 }, { ...OPEN, time: openTime, client, beacon });
  return deviation(() => requireFairEnd(stake(), definedAs({ beacon: source }), records, paid));
}

test("a hand takes its table's beacon at the first round after the bets", () => {
  expect(judged(SOURCE, TAKEN)).toBeNull();
});

test.each([
  ["the round before", SOURCE, { ...TAKEN, round: 2 }, 7000],
  ["the round after", SOURCE, { ...TAKEN, round: 4 }, 10_000],
  ["a round that is not published yet", SOURCE, TAKEN, 6999],
  ["another source", { ...SOURCE, src: "https://other.example" }, TAKEN, 7000],
  ["a value of 31 bytes", SOURCE, { ...TAKEN, value: "ab".repeat(31) }, 7000],
  ["a round that is no number", SOURCE, { ...TAKEN, round: "3" }, 7000],
  ["a table without one", undefined, TAKEN, 7000],
])("a house that takes another beacon is found: %s", (_what, source, beacon, openTime) => {
  expect(judged(source, beacon, openTime)).toBe("other-beacon");
});

test("a house that leaves its table's beacon out is found", () => {
  const table = definedAs({ beacon: SOURCE });
  expect(deviation(() => requireFairEnd(stake(), table, whole({ ...SEATS, time: 6000 }), paid))).toBe("other-beacon");
});
