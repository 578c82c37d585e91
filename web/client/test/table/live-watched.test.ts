import { expect, test } from "vitest";
import { UNSEEN, withHint, withMissed, withRecord, withSnapshot } from "../../src/table/live/watched.ts";
import { seat, told } from "./live-scenes.ts";

const event = (seq: number, type: string, record: Readonly<Record<string, unknown>>): unknown => ({
  seq,
  type,
  leaf: "",
  note: "",
  record: { epoch: 3, ...record },
});

const turn = (result: string): unknown => ({
  seat: 1,
  cards: ["5s", "9h"],
  result,
  staked: 500,
  returned: 0,
  refill: 0,
});

test("a snapshot stands until a hint replaces some of its members", () => {
  const first = withSnapshot(UNSEEN, told());
  expect(first).toMatchObject({ connection: "live", seq: 7 });

  const hinted = withHint(first, { seq: 8, changed: { seats: [seat(1)], seats_taken: 1 } });
  expect(hinted.table).toMatchObject({ seq: 8, seats_taken: 1, phase: "betting" });
  expect(hinted.seq, "a hint is no record").toBe(7);
  expect(withHint(UNSEEN, { seq: 8, changed: {} })).toBe(UNSEEN);
});

test("after a lost connection each record counts once, and the snapshot is the newer one", () => {
  const first = withRecord(withSnapshot(UNSEEN, told()), event(8, "hand", { turns: [turn("down")] }));
  const again = withSnapshot({ ...first, connection: "lost" }, told({ seq: 10, phase: "playing" }));
  expect(again).toMatchObject({ connection: "live", seq: 8 });
  expect(withRecord(again, event(8, "hand", { turns: [] }))).toBe(again);

  const missed = withRecord(again, event(9, "turn", { turns: [turn("consecutive_draw")] }));
  expect(missed.turns.map((each) => each.result)).toEqual(["down", "consecutive-draw"]);
  expect(missed.seq).toBe(9);
});

test("a hand's end says results, defaults and side bets in the words of the interface", () => {
  const end = event(8, "hand_end", {
    acts: [
      { seat: 0, a: "raise", by: "player" },
      { seat: 1, a: "play", by: "timeout" },
    ],
    cards: ["5s"],
    results: [
      { seat: 0, result: "pair_push", staked: 600, returned: 500, bonus: { category: "two_pair", returned: 300 } },
      { seat: 1, result: "lose", staked: 500, returned: 0 },
    ],
  });
  expect(withRecord(withSnapshot(UNSEEN, told()), end).ended).toEqual({
    epoch: 3,
    why: "decided",
    cards: ["5s"],
    hands: [],
    missing: [],
    defaults: [{ seat: 1, action: "play" }],
    results: [
      { seat: 0, outcome: "pair-push", staked: 600, returned: 500, bonus: { category: "two-pair", returned: 300 } },
      { seat: 1, outcome: "lose", staked: 500, returned: 0, bonus: null },
    ],
  });
});

test("a burnt hand names the seats that were silent", () => {
  const abort = event(8, "table_abort", { reason: "no_reveal", missing: [2] });
  expect(withRecord(withSnapshot(UNSEEN, told()), abort).ended).toMatchObject({ why: "no-reveal", missing: [2] });
});

test("turns of a game that ran already are added where none was seen", () => {
  const events = [event(8, "hand", { turns: [] }), event(9, "turn", { turns: [turn("win")] }), event(10, "turn", {})];
  const first = withSnapshot(UNSEEN, told());
  const read = withMissed(first, events as never);
  expect(read.turns.map((each) => each.result)).toEqual(["win"]);
  expect(withMissed(read, events as never).turns).toHaveLength(1);
});
