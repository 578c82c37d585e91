/** What a limit says of itself: decided here, worded by the page. */
import type { Limit, LimitName, LimitValue } from "../api/answers.ts";

/** The limits in the order of the page, by what they bound. */
export const GROUPS: readonly (readonly ["losses" | "stakes" | "deposits" | "bets" | "times", readonly LimitName[]])[] =
  [
    ["losses", ["loss_day", "loss_week", "loss_month"]],
    ["stakes", ["wager_day", "wager_week", "wager_month"]],
    ["deposits", ["deposit_day", "deposit_week", "deposit_month"]],
    ["bets", ["stake_max"]],
    ["times", ["session_time", "daily_time", "weekly_time", "monthly_time", "reality_check"]],
  ];

const TIMES: ReadonlySet<LimitName> = new Set([
  "session_time",
  "daily_time",
  "weekly_time",
  "monthly_time",
  "reality_check",
]);

/** Return whether a limit's values are times, not amounts. */
export function isTime(name: LimitName): boolean {
  return TIMES.has(name);
}

/** Return who set what binds. */
export function setBy(limit: Limit): "nobody" | "player" | "operator" | "both" {
  const player = limit.player_value !== null;
  const operator = limit.operator_value !== null;
  if (player && operator) return "both";
  return player ? "player" : operator ? "operator" : "nobody";
}

/** Return how much of a limit is used, 0 to 100; null where it bounds no total or nothing binds. A win uses nothing. */
export function percentUsed(limit: Limit): number | null {
  const maximum = limit.binding_value;
  if (limit.window === null || maximum === null || !("amount" in maximum)) return null;
  if (maximum.amount === 0) return 100;
  return Math.min(100, Math.max(0, Math.round((limit.window.used.amount / maximum.amount) * 100)));
}

/** Return what of an amount was used, for a person: a win counts as nothing lost. */
export function usedAmount(limit: Limit): { readonly amount: number; readonly currency: string } | null {
  if (limit.window === null) return null;
  const { amount, currency } = limit.window.used;
  return { amount: Math.max(0, amount), currency };
}

/** Return whether two values of a limit are the same. */
export function sameValue(one: LimitValue | null, other: LimitValue | null): boolean {
  if (one === null || other === null) return one === other;
  if ("seconds" in one) return "seconds" in other && one.seconds === other.seconds;
  return "amount" in other && one.amount === other.amount && one.currency === other.currency;
}

/** Return whether a looser value that waits may be confirmed at an instant. */
export function confirmable(loosening: { readonly confirmable_from: string }, nowMs: number): boolean {
  return Date.parse(loosening.confirmable_from) <= nowMs;
}
