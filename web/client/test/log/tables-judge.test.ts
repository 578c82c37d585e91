import { describe, expect, test } from "vitest";
import { textOf } from "../../src/log/fields.ts";
import { judged, starting, VECTORS } from "./table-vectors.ts";

type Records = Record<string, unknown>[];

const worked = VECTORS.filter((vector) => vector["records"] !== undefined);

test.each(worked.map((vector) => [textOf(vector, "vector"), vector] as const))("%s holds", async (_, vector) => {
  expect(await judged(vector)).toBe("OK");
});

type Inside = Record<string | number, unknown>;

/** Change what stands at a path of a record; `at` counts from the end below 0. */
const change =
  (at: number, path: readonly (string | number)[], to: (old: unknown) => unknown) =>
  (records: Records): void => {
    let inside = records.at(at) as Inside;
    for (const step of path.slice(0, -1)) inside = inside[step] as Inside;
    const last = path.at(-1) ?? "";
    inside[last] = to(inside[last]);
  };
const by =
  (step: number) =>
  (number: unknown): number =>
    Number(number) + step;
const more = by(500);
const drop = (list: unknown): unknown[] => (Array.isArray(list) ? list.slice(1) : []);
const turned = (list: unknown): unknown[] => (Array.isArray(list) ? list.toReversed() : []);
const leaf = (): string => "5e".repeat(32);

const ATTACKS: Readonly<Record<string, readonly (readonly [string, string, (records: Records) => void])[]>> = {
  "red dog: a raise": [
    ["another stake named", "E_SEATS", change(0, ["seats", 0, "ante"], more)],
    ["seats out of order", "E_SEATS", change(0, ["seats"], turned)],
    ["a contribution exchanged", "E_CONTRIB", change(0, ["seats", 1, "contrib"], leaf)],
    ["a later checkpoint", "E_COMMIT_LATE", change(1, ["size"], more)],
    ["a value left out", "E_CONTRIB", change(1, ["reveals"], drop)],
    ["no mix", "E_CONTRIB", change(1, ["client"], leaf)],
    ["a longer deadline", "E_CLOCK", change(2, ["until"], more)],
    ["another card", "E_CARDS", change(2, ["cards", 0], () => "5c")],
    ["nobody asked", "E_ACTION", change(2, ["until"], () => undefined)],
    ["a decision left out", "E_ACTION", change(-1, ["acts"], drop)],
    ["a decision changed", "E_ACTION", change(-1, ["acts", 0, "amt"], more)],
    ["an early default", "E_CLOCK", change(-1, ["acts", 2, "t"], by(-1))],
    [
      "a late default",
      "E_LATE",
      (records) => {
        change(-1, ["acts", 2, "t"], by(10_001))(records);
        change(-1, ["time"], by(10_001))(records);
      },
    ],
    ["another third card", "E_CARDS", change(-1, ["cards", 2], () => "9c")],
    ["a stake that grew", "E_PAYOUT", change(-1, ["results", 0, "staked"], more)],
    ["another seed", "E_SEED", change(-1, ["seed"], leaf)],
    ["the end of another hand", "E_CHAIN", change(-1, ["hand"], leaf)],
  ],
  "montana: a raise": [
    ["seals exchanged", "E_SEALED", change(2, ["sealed", 0, "h"], leaf)],
    ["a hidden card shown", "E_CARDS", change(2, ["cards"], () => ["4d"])],
    ["a side bet paid", "E_PAYOUT", change(-1, ["results", 0, "bonus", "returned"], more)],
    ["a side bet forgotten", "E_PAYOUT", change(-1, ["results", 0, "bonus"], () => undefined)],
  ],
  "pot: three seats": [
    ["another begins", "E_SEATS", change(2, ["order"], turned)],
    ["a shorter game", "E_CLOCK", change(2, ["until"], by(-1))],
    ["chips out of nothing", "E_CHIPS", change(2, ["pot"], more)],
    ["a hand against the house", "E_FORM", change(2, ["order"], () => undefined)],
    ["chips that move", "E_CHIPS", change(3, ["stacks"], turned)],
    ["the shown hand exchanged", "E_SEALED", change(3, ["now", "cards", 0], () => "2h")],
    ["a turn left out", "E_NONCE", (records) => records.splice(5, 1)],
    ["a turn of another seat", "E_ACTION", change(3, ["seat"], () => 4)],
    ["an early default", "E_CLOCK", change(4, ["by"], () => "timeout")],
    ["a seat told away", "E_CLOCK", change(4, ["by"], () => "away")],
    ["too high a raise", "E_ACTION", change(3, ["amt"], more)],
    ["a third card exchanged", "E_CARDS", change(3, ["turns", 0, "cards", 2], () => "3d")],
    ["another place in the pack", "E_CARDS", change(4, ["at", 1], by(1))],
    ["another refill", "E_CHIPS", change(3, ["turns", 0, "refill"], more)],
    ["not all had voted", "E_ACTION", (records) => records.splice(-2, 1)],
    ["another reason", "E_ACTION", change(-1, ["why"], () => "time")],
    ["a hand kept back", "E_CARDS", change(-1, ["hands"], drop)],
    ["another division", "E_PAYOUT", change(-1, ["results", 0, "returned"], more)],
  ],
};

describe.each(Object.entries(ATTACKS))("%s", (start, attacks) => {
  test.each(attacks)("%s: %s", async (_, code, spoil) => {
    const [vector] = starting(start);
    expect(vector === undefined ? undefined : await judged(vector, spoil)).toBe(code);
  });
});
