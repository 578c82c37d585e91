import { expect, test } from "vitest";
import type { BetLimit, Limit, SessionSummary } from "../../src/table/api/answers.ts";
import { betMaximum, checkSeconds, clockText, lossLeft } from "../../src/table/app/strip-figures.ts";
import { changeOf } from "../../src/table/cashier/payments.ts";
import { highestMaximum, modifiable } from "../../src/table/limits/bet-limit-rules.ts";
import { checkDue } from "../../src/table/limits/check-due.ts";
import { chosenBreak } from "../../src/table/limits/exclusions.ts";
import { confirmable, percentUsed, sameValue, setBy, usedAmount } from "../../src/table/limits/limit-figures.ts";

const usd = (amount: number): { amount: number; currency: string } => ({ amount, currency: "USD" });

function limit(name: Limit["name"], change: Partial<Limit> = {}): Limit {
  return {
    name,
    player_value: null,
    operator_value: null,
    binding_value: null,
    window: null,
    loosening: null,
    ...change,
  };
}

function counted(used: number, remaining: number | null): NonNullable<Limit["window"]> {
  const left = remaining === null ? null : usd(remaining);
  return { used: usd(used), remaining: left, started_at: "2026-11-23T05:00:00.000Z", ends_at: null };
}

const NOON = Date.parse("2026-11-23T12:00:00.000Z");
const time: SessionSummary = {
  read_at: "2026-11-23T12:00:00.000Z",
  started_at: "2026-11-23T11:45:00.000Z",
  elapsed_seconds: 900,
  playing_from: null,
  pause_seconds: 1800,
  played_today_seconds: 900,
  staked: usd(0),
  returned: usd(0),
  net: usd(0),
  ends_at: null,
  warning: null,
  reality_check: { due: false, due_at: "2026-11-23T12:45:00.000Z" },
};

test("the strip shows the least that may still be lost, and in which period", () => {
  const limits = [
    limit("loss_day", { window: counted(0, 5_000) }),
    limit("loss_week", { window: counted(9_000, 1_000) }),
    limit("loss_month", { window: counted(9_000, null) }),
  ];
  expect(lossLeft(limits)).toEqual({ left: usd(1_000), period: "week" });
  expect(lossLeft([limit("loss_day", { window: counted(0, null) })])).toBeNull();
});

test("the bet limit of the strip is the one that binds", () => {
  expect(betMaximum([limit("stake_max", { binding_value: usd(2_500) })])).toEqual(usd(2_500));
  expect(betMaximum([limit("stake_max")])).toBeNull();
});

test("the clock goes on from what the platform said", () => {
  expect(clockText(time, NOON + 61_000)).toBe("0:16:01");
  expect(checkSeconds(time, NOON)).toBe(45 * 60);
  expect(checkSeconds({ ...time, reality_check: { ...time.reality_check, due: true } }, NOON)).toBe(0);
});

test("the platform is asked for the reality check from its instant on, not once it has said that it is due", () => {
  expect(checkDue(time, NOON)).toBe(false);
  expect(checkDue(time, NOON + 45 * 60_000)).toBe(true);
  expect(checkDue({ ...time, reality_check: { ...time.reality_check, due: true } }, NOON + 50 * 60_000)).toBe(false);
});

test("who set what binds is told", () => {
  expect(setBy(limit("loss_day"))).toBe("nobody");
  expect(setBy(limit("loss_day", { player_value: usd(1), operator_value: usd(2) }))).toBe("both");
});

test("a win uses nothing of a limit on losses, and a limit of nothing is all used", () => {
  const won = limit("loss_day", { binding_value: usd(1_000), window: counted(-500, 1_500) });
  expect([percentUsed(won), usedAmount(won)?.amount]).toEqual([0, 0]);
  expect(percentUsed(limit("loss_day", { binding_value: usd(0), window: counted(0, 0) }))).toBe(100);
  expect(percentUsed(limit("loss_day", { window: counted(500, null) }))).toBeNull();
});

test("a looser value may be confirmed from its instant on", () => {
  const waits = { confirmable_from: "2026-11-23T12:00:00.000Z" };
  expect([confirmable(waits, NOON - 1), confirmable(waits, NOON)]).toEqual([false, true]);
});

test("values of limits are the same by their amount and by their time", () => {
  expect(sameValue(usd(5), usd(5))).toBe(true);
  expect(sameValue(usd(5), null)).toBe(false);
  expect(sameValue({ seconds: 60 }, { seconds: 60 })).toBe(true);
  expect(sameValue({ seconds: 60 }, usd(60))).toBe(false);
});

test("the bet limit may be modified in a week that has not used it, and is lower than the highest maximum", () => {
  const own: BetLimit = {
    maximum: null,
    loosening: null,
    modifiable_from: "2026-11-27T05:00:00.000Z",
    week_started_at: "2026-11-20T05:00:00.000Z",
    week_ends_at: "2026-11-27T05:00:00.000Z",
  };
  expect([modifiable(own), modifiable({ ...own, modifiable_from: "2026-11-23T12:00:00.000Z" })]).toEqual([false, true]);
  expect(highestMaximum([{ stake_max: usd(10_000) }, { stake_max: usd(50_000) }], "USD")).toEqual(usd(50_000));
  expect(highestMaximum([], "USD")).toBeNull();
});

test.each([
  ["week", "", { kind: "time-out", days: 7 }],
  ["forever", "", { kind: "self-exclusion", days: null }],
  ["other", "３", { kind: "time-out", days: 3 }],
  ["other-self", "400", { kind: "self-exclusion", days: 400 }],
  ["other", "", null],
  ["other", "0", null],
  ["other", "1.5", null],
])("the choice %s with %s days is a break", (choice, days, wanted) => {
  expect(chosenBreak(choice, days)).toEqual(wanted);
});

const line = (from: string, to: string): Parameters<typeof changeOf>[0] => ({
  seq: 1,
  kind: "deal",
  recorded_at: "",
  reference: "",
  postings: [{ from_account: from, to_account: to, amount: usd(500) }],
  balance: { cash: usd(0), in_play: usd(0) },
});

test("a movement of the statement changes what is the player's, in play or not", () => {
  expect(changeOf(line("deposit", "cash")).amount).toBe(500);
  expect(changeOf(line("cash", "in-play")).amount).toBe(0);
  expect(changeOf(line("in-play", "house")).amount).toBe(-500);
});
