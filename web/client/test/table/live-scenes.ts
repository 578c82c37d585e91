/** Tables as the interface shows them, for tests. */
import { liveTable, type LiveTable } from "../../src/table/live/answers.ts";

type Members = Readonly<Record<string, unknown>>;

const usd = (amount: number): Members => ({ amount, currency: "USD" });

export function seat(number: number, change: Members = {}): Members {
  return {
    seat: number,
    stake: usd(500),
    side_bet: null,
    contribution: `contribution ${number}`,
    revealed: false,
    decision: null,
    ...change,
  };
}

export const decided = (action: string, actor = "player", amount = 0): Members => ({
  action,
  amount: usd(amount),
  actor,
});

export function own(change: Members = {}): Members {
  return { seat: 0, raise_room: null, hand: null, legal_actions: [], default_action: null, ...change };
}

export const legal = (action: string, least: number, most = least, step = 1): Members => ({
  action,
  cost_min: usd(least),
  cost_max: usd(most),
  cost_step: usd(step),
});

export function told(change: Members = {}): Members {
  return {
    id: "0".repeat(32),
    game: "red-dog-table",
    family: "red-dog",
    test: false,
    admission: "public",
    seats_max: 4,
    seats_min: 1,
    stake_min: usd(100),
    stake_max: usd(30_000),
    betting_seconds: 4,
    revealing_seconds: 60,
    deciding_seconds: 20,
    game_seconds: null,
    stream_url: "http://localhost/",
    status: "open",
    available: true,
    seq: 7,
    epoch: 3,
    phase: "betting",
    due_at: null,
    seats_taken: 0,
    announcement: { commitment: "c", seq: 6 },
    stakes_covered: null,
    seats: [],
    hand: null,
    pot_game: null,
    own: null,
    ...change,
  };
}

export const table = (change: Members = {}): LiveTable => liveTable(told(change), "table");

export const player = (number: number, stack: number, change: Members = {}): Members => ({
  seat: number,
  stack: usd(stack),
  away: false,
  voted: false,
  ...change,
});

export function potTable(change: Members = {}, game: Members = {}): LiveTable {
  return table({
    game: "pot-red-dog",
    family: "pot",
    phase: "playing",
    seats: [seat(0), seat(1), seat(2)],
    pot_game: {
      pot: usd(3_000),
      order: [0, 1, 2],
      seats: [player(0, 4_000), player(1, 4_000, { away: true }), player(2, 0)],
      turn: { seat: 0, seq: 9, cards: ["5s", "9h"], times_out_at: "2026-11-21T12:00:20.000Z" },
      ends_at: "2026-11-21T12:05:00.000Z",
      ...game,
    },
    ...change,
  });
}
