import { expect, test, vi } from "vitest";
import type { CanonicalObject } from "../../src/log/canonical.ts";
import type { KeptStake } from "../../src/table/live/kept-stakes.ts";
import { sealOf } from "../../src/table/live/values.ts";
import type { PlayerRecord } from "../../src/table/play/seeds/records.ts";
import { own, table } from "./live-scenes.ts";

vi.hoisted(() => {
  // The session and the log's keys are read when the modules are imported.
  const storage = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
});
const { requireQuestion } = await import("../../src/table/live/signed-seat.ts");

const KEY = "5e".repeat(32);
const EPOCH = 3;
const stake = { epoch: EPOCH, seat: 0, table: "0".repeat(32), leaf: "11".repeat(32), signed: true } as KeptStake;

const record = (seq: number, type: string, fields: CanonicalObject): PlayerRecord =>
  ({ seq, type, fields: { epoch: EPOCH, ...fields }, leaf: `leaf ${seq}`, receipt: { note: `note ${seq}` } }) as never;

const reason = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return (error as { reason?: unknown }).reason ?? error;
  }
  return null;
};

const shown = (cards: readonly string[], seq = 8) => table({ phase: "playing", hand: { seq, cards }, own: own() });

test("against the house the cards on the screen are those of the record that is signed", () => {
  const records = [record(7, "seats", {}), record(8, "hand", { cards: ["4c", "Ts"] })];
  expect(requireQuestion(shown(["4c", "Ts"]), stake, records).leaf).toBe("leaf 8");
  expect(reason(() => requireQuestion(shown(["4c", "Js"]), stake, records))).toBe("other-record");
  expect(
    reason(() => requireQuestion(shown(["4c", "Ts"], 7), stake, records)),
    "no question",
  ).toBe("other-record");
  expect(
    reason(() => requireQuestion(shown(["4c", "Ts"], 9), stake, records)),
    "not there",
  ).toBe("other-record");
  const before = [record(8, "hand", { epoch: EPOCH - 1, cards: ["4c", "Ts"] })];
  expect(
    reason(() => requireQuestion(shown(["4c", "Ts"]), stake, before)),
    "another hand",
  ).toBe("other-record");
});

test("the own hidden hand is the one that was sealed", () => {
  const cards = ["9s", "Th", "2c", "3d", "4h"];
  const seal = sealOf(KEY, cards);
  const hidden = (held: readonly string[]) =>
    table({ phase: "playing", hand: { seq: 8, cards: [] }, own: own({ hand: { key: KEY, cards: held, seal } }) });
  const records = [record(8, "hand", { cards: [], sealed: [{ seat: 0, h: seal }] })];
  expect(requireQuestion(hidden(cards), stake, records).seq).toBe(8);
  expect(reason(() => requireQuestion(hidden([...cards].toReversed()), stake, records))).toBe("other-record");
  const ofOther = [record(8, "hand", { cards: [], sealed: [{ seat: 1, h: seal }] })];
  expect(reason(() => requireQuestion(hidden(cards), stake, ofOther))).toBe("other-record");
});

const COURSE = { turns: [], stacks: [], pot: 0 };
const around = (cards: readonly string[], seq: number) =>
  table({
    family: "pot",
    phase: "playing",
    own: own(),
    pot_game: {
      pot: { amount: 0, currency: "USD" },
      order: [0, 1],
      seats: [],
      turn: { seat: 0, seq, cards, times_out_at: "2026-01-01T00:00:00Z" },
      ends_at: "2026-01-01T00:00:00Z",
    },
  });

test("around a pot the hand that is shown opens the seat's newest seal before it", () => {
  const [first, second] = [
    ["9s", "Th"],
    ["2c", "3d"],
  ] as const;
  const now = (cards: readonly string[]) => ({ seat: 0, cards: [...cards], key: KEY, until: 1 });
  const records = [
    record(8, "hand", { ...COURSE, sealed: [{ seat: 0, h: sealOf(KEY, first) }], now: now(first) }),
    record(9, "turn", { ...COURSE, a: "call", sealed: [{ seat: 0, h: sealOf(KEY, second) }] }),
    record(10, "turn", { a: "vote" }),
    record(11, "turn", { ...COURSE, a: "call", now: now(second) }),
  ];
  expect(requireQuestion(around(first, 8), stake, records).seq).toBe(8);
  expect(requireQuestion(around(second, 11), stake, records).seq).toBe(11);
  expect(
    reason(() => requireQuestion(around(first, 11), stake, records)),
    "other cards",
  ).toBe("other-record");
  expect(
    reason(() => requireQuestion(around(second, 10), stake, records)),
    "a mark asks nobody",
  ).toBe("other-record");
  const stale = [...records.slice(0, 3), record(11, "turn", { ...COURSE, a: "call", now: now(first) })];
  expect(
    reason(() => requireQuestion(around(first, 11), stake, stale)),
    "the seal before",
  ).toBe("other-record");
  const elsewhere = { ...stake, seat: 1 };
  expect(
    reason(() => requireQuestion(around(first, 8), elsewhere, records)),
    "another seat",
  ).toBe("other-record");
});
