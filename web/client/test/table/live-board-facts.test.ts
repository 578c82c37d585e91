import { expect, test } from "vitest";
import {
  asked,
  costOf,
  deadlineOf,
  modeOf,
  montanaCards,
  offeredSeat,
  onTable,
  plainAction,
  seatsOf,
  secondsTo,
  secondsToSay,
  within,
} from "../../src/table/live/board-facts.ts";
import { netOf } from "../../src/table/live/results.ts";
import type { EndedHand } from "../../src/table/live/told.ts";
import { decided, legal, own, player, potTable, seat, table } from "./live-scenes.ts";

const DUE = "2026-11-21T12:00:20.000Z";

const ended: EndedHand = {
  epoch: 2,
  why: "decided",
  cards: [],
  hands: [],
  results: [{ seat: 1, outcome: "win", staked: 500, returned: 1_000, bonus: null }],
  defaults: [],
  missing: [],
};

test("against the house all undecided seats have their turn side by side", () => {
  const playing = table({
    phase: "playing",
    due_at: DUE,
    hand: { seq: 8, cards: ["8h", "4c"] },
    seats: [
      seat(0),
      seat(1, { decision: decided("raise", "player", 500) }),
      seat(2),
      seat(3, { decision: decided("stand", "timeout") }),
    ],
    own: own({ legal_actions: [legal("raise", 500), legal("stand", 0)], default_action: "stand" }),
  });
  const seats = seatsOf(playing, null);
  expect(seats.map((each) => each.turn)).toEqual([true, false, true, false]);
  expect(seats.map((each) => each.word)).toEqual([
    "you-decide",
    { action: "raise", byClock: false },
    "decides",
    { action: "stand", byClock: true },
  ]);
  expect(seats.map((each) => each.amount)).toEqual([500, 1_000, 500, 500]);
  expect(onTable(playing)).toBe(2_500);
  expect(deadlineOf(playing)).toEqual({ for: "own-decision", at: DUE, seconds: 20, seat: null });
  expect(plainAction(playing)).toBe("stand");
});

test("around a pot one seat has its turn, and its clock is its own", () => {
  const other = potTable({ own: own({ seat: 2 }) });
  expect(seatsOf(other, null).map((each) => each.word)).toEqual(["decides", "away", "out", "free"]);
  expect(deadlineOf(other)).toMatchObject({ for: "decision", seat: 0, at: DUE });
  const mine = potTable({ own: own({ legal_actions: [legal("down", 500)], default_action: "down" }) });
  expect(seatsOf(mine, null)[0]).toMatchObject({ turn: true, mine: true, word: "you-decide", amount: 4_000 });
  expect(deadlineOf(mine)?.for).toBe("own-decision");
  expect(plainAction(mine)).toBe("down");
  const voted = potTable({}, { seats: [player(0, 1), player(1, 1), player(2, 1, { voted: true })] });
  expect(seatsOf(voted, null)[2]?.word).toBe("voted");
});

test("a free seat shows how its last hand ended until somebody sits there", () => {
  expect(seatsOf(table(), ended)[1]).toMatchObject({ taken: false, word: "free", last: { returned: 1_000 } });
  expect(seatsOf(table({ seats: [seat(1)] }), ended)[1]).toMatchObject({ taken: true, word: "in", last: null });
});

test("while values come, each seat says whether its own is here", () => {
  const revealing = table({ phase: "revealing", due_at: DUE, seats: [seat(0, { revealed: true }), seat(1)] });
  expect(seatsOf(revealing, null).map((each) => each.word)).toEqual(["value", "value-missing", "free", "free"]);
  expect(deadlineOf(revealing)?.for).toBe("values");
});

test("a table that waits for players has no deadline", () => {
  expect(deadlineOf(table())).toBeNull();
  expect(deadlineOf(table({ due_at: DUE }))).toMatchObject({ for: "betting", seconds: 4 });
});

test("the clock is said at 20, 10 and 5 seconds, once each", () => {
  const spoken: number[] = [];
  let before: number | null = null;
  for (let left = 23; left >= 0; left -= 1) {
    const seconds = secondsToSay(before, left);
    if (seconds !== null) spoken.push(seconds);
    before = left;
  }
  expect(spoken).toEqual([20, 10, 5]);
  expect(secondsToSay(null, 9), "whoever has just come is told by the question").toBeNull();
  expect(secondsToSay(21, 4), "a page that slept says the newest alone").toBe(5);
  expect(secondsTo(DUE, Date.parse(DUE) - 1_001)).toBe(2);
  expect(secondsTo(DUE, Date.parse(DUE) + 5_000)).toBe(0);
});

test("what can be done follows from the phase and the own seat", () => {
  const mine = own({ legal_actions: [legal("stand", 0)] });
  const playing = table({ phase: "playing", hand: { seq: 8, cards: [] }, seats: [seat(0)], own: mine });
  expect(modeOf(table(), null)).toBe("bet");
  expect(modeOf(table({ status: "paused" }), null)).toBe("watch");
  expect(modeOf(table({ available: false }), null)).toBe("watch");
  expect(modeOf(table({ phase: "unannounced", announcement: null }), null)).toBe("watch");
  expect(modeOf(table({ seats: [seat(0)], own: own() }), null)).toBe("seated");
  expect(modeOf(playing, null)).toBe("decide");
  expect(modeOf(playing, 8), "the answer is on its way").toBe("playing");
  expect(modeOf(table({ phase: "playing", seats: [seat(1)] }), null)).toBe("watch");
  expect(asked(playing)).toBe(true);
});

test("the chosen seat is offered while it is free, or else the lowest", () => {
  const some = table({ seats: [seat(0), seat(2)] });
  expect(offeredSeat(some, 3)).toBe(3);
  expect(offeredSeat(some, 2)).toBe(1);
  expect(offeredSeat(some, null)).toBe(1);
  expect(offeredSeat(table({ seats: [0, 1, 2, 3].map((each) => seat(each)) }), 1)).toBeNull();
});

const raising = (room: number | null): ReturnType<typeof potTable> =>
  potTable({
    own: own({
      legal_actions: [legal("raise", 1_000, 4_000, 500)],
      raise_room: room === null ? null : { amount: room, currency: "USD" },
    }),
  });

test("a raise stays within the rules, its steps and the room of the limits", () => {
  expect(costOf(raising(null), "raise")).toEqual({ least: 1_000, most: 4_000, step: 500 });
  const cost = costOf(raising(2_700), "raise");
  expect(cost).toEqual({ least: 1_000, most: 2_500, step: 500 });
  expect(costOf(raising(null), "stand")).toBeNull();
  if (cost === null) return;
  expect([within(cost, 0), within(cost, 1_600), within(cost, 9_999)]).toEqual([1_000, 1_500, 2_500]);
});

test("a seat's net counts what its side bet returned once", () => {
  const bonus = { category: "three-of-a-kind", returned: 500 };
  expect(netOf({ seat: 0, outcome: "lose", staked: 1_100, returned: 500, bonus })).toBe(-600);
});

test("the cards of Montana lie in the order of the deal", () => {
  const cards = Array.from({ length: 17 }, (_, index) => `${index}`);
  const results = [1, 3].map((each) => ({ seat: each, outcome: "win", staked: 1, returned: 2, bonus: null }));
  const dealt = montanaCards({ ...ended, cards, results });
  expect(dealt.hands.get(1)).toEqual(["0", "1", "2", "3", "4"]);
  expect(dealt.hands.get(3)).toEqual(["5", "6", "7", "8", "9"]);
  expect([dealt.dealer.length, dealt.burnt, dealt.hit]).toEqual([5, "15", "16"]);
});
