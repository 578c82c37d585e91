import { expect, test } from "vitest";
import type { Round } from "../src/table/play/answers.ts";
import { NO_BETS, roomOf, type Room } from "../src/table/play/bets.ts";
import {
  answered,
  atRisk,
  begun,
  betting,
  DEAF_MS,
  hears,
  phaseOf,
  plainAction,
  raised,
  refused,
  stepped,
  waiting,
} from "../src/table/play/table.ts";

const ROOM: Room = { currency: "USD", stakeMin: 500, stakeMax: 30_000, sideMin: 0, sideMax: 0 };
const BONUS: Room = { ...ROOM, stakeMin: 100, sideMin: 100, sideMax: 30_000 };
const usd = (amount: number) => ({ amount, currency: "USD" });

function round(change: Partial<Round> = {}): Round {
  return {
    id: "67699a32f5c44b53db8b4d0f0033eb88-0-1",
    game: "red-dog-atlantic-city",
    rules: "e7",
    status: "open",
    stake: usd(500),
    side_bet: null,
    staked: usd(500),
    returned: null,
    outcome: null,
    cards: ["6c", "Jc"],
    spread: 4,
    legal_actions: [
      { action: "raise", label: "RAISE", cost_min: usd(500), cost_max: usd(500) },
      { action: "stand", label: "STAND", cost_min: usd(0), cost_max: usd(0) },
    ],
    default_action: "stand",
    times_out_at: "2026-11-25T00:00:00.000Z",
    acts: [],
    epoch: 0,
    nonce: 1,
    dealt_at: "2026-11-24T00:00:00.000Z",
    balance: { cash: usd(99_500), in_play: usd(500) },
    receipts: [],
    ...change,
  };
}

const settled = round({ status: "settled", outcome: "lose", returned: usd(0), legal_actions: [] });

test("chips fill the box that takes them, between nothing and the maximum", () => {
  let table = stepped(begun(ROOM), { does: "change", minor: 2_500 });
  expect(table.bets.stake).toBe(2_500);
  table = stepped(table, { does: "change", minor: -10_000 });
  expect(table.bets.stake).toBe(0);
  table = stepped(table, { does: "change", minor: 99_000 });
  expect(table.bets.stake).toBe(30_000);
});

test("the bonus box takes the chips when it is pressed, and there is none without a bonus bet", () => {
  const table = stepped(stepped(begun(BONUS), { does: "turn", to: "side" }), { does: "change", minor: 100 });
  expect(table.bets).toEqual({ stake: 0, side: 100, on: "side" });
  expect(stepped(begun(ROOM), { does: "turn", to: "side" }).bets.on).toBe("stake");
});

test("the last bet is repeated after the boxes were emptied", () => {
  const over = answered(begun(ROOM), settled, 0);
  const empty = stepped(over, { does: "remove" });
  expect(empty.bets).toEqual(NO_BETS);
  expect(empty.round).toBeNull();
  expect(stepped(empty, { does: "repeat" }).bets.stake).toBe(500);
  expect(stepped(begun(ROOM), { does: "repeat" }).bets.stake).toBe(0);
});

test("a decision is not heard before a person can have seen the cards, and not twice", () => {
  const dealt = answered(waiting(begun(ROOM), "deal"), round(), 1_000);
  expect(phaseOf(dealt)).toBe("deciding");
  expect(hears(dealt, 1_000 + DEAF_MS - 1)).toBe(false);
  expect(hears(dealt, 1_000 + DEAF_MS)).toBe(true);
  expect(hears(waiting(dealt, "stand"), 9_000)).toBe(false);
});

test("bets stand still while a round is open, and while a request is under way", () => {
  const dealt = answered(begun(ROOM), round(), 0);
  expect(stepped(dealt, { does: "change", minor: 100 })).toBe(dealt);
  const asked = waiting(begun(ROOM), "deal");
  expect(betting(asked)).toBe(false);
  expect(stepped(asked, { does: "remove" })).toBe(asked);
  expect(betting(refused(asked))).toBe(true);
});

test("the action that costs nothing takes the place of the deal", () => {
  expect(plainAction(answered(begun(ROOM), round(), 0))).toBe("stand");
  expect(plainAction(answered(begun(ROOM), settled, 0))).toBeNull();
});

test("what is at risk is the bet before the deal, and all that was staked after it", () => {
  const act = { action: "raise", amount: usd(500), actor: "player" } as const;
  const over = answered(begun(ROOM), { ...settled, staked: usd(1_000), acts: [act] }, 0);
  expect([atRisk(over), raised(over)]).toEqual([1_000, 500]);
  const bet = stepped(over, { does: "change", minor: 100 });
  expect([atRisk(bet), raised(bet)]).toEqual([600, null]);
});

test("a game has room in the currencies it is played in", () => {
  const stakes = { stake_min: usd(100), stake_max: usd(500), side_bet_min: null, side_bet_max: null };
  expect(roomOf([stakes], "USD")).toEqual({ currency: "USD", stakeMin: 100, stakeMax: 500, sideMin: 0, sideMax: 0 });
  expect(roomOf([stakes], "EUR")).toBeNull();
});
