/** What the status strip shows, from what the platform said and the time since. */
import type { Limit, SessionSummary } from "../api/answers.ts";
import type { Money } from "../../base/money.ts";

const pad = (count: number): string => String(count).padStart(2, "0");

export type LossPeriod = "day" | "week" | "month";

const LOSSES: readonly (readonly [string, LossPeriod])[] = [
  ["loss_day", "day"],
  ["loss_week", "week"],
  ["loss_month", "month"],
];

/** Return the least that may still be lost, and in which period; null where no limit binds. */
export function lossLeft(limits: readonly Limit[]): { readonly left: Money; readonly period: LossPeriod } | null {
  let least: { left: Money; period: LossPeriod } | null = null;
  for (const [name, period] of LOSSES) {
    const left = limits.find((limit) => limit.name === name)?.window?.remaining ?? null;
    if (left !== null && (least === null || left.amount < least.left.amount)) least = { left, period };
  }
  return least;
}

/** Return the most that may be put down at once by the limits in force, the player's and the operator's; null for none. */
export function betMaximum(limits: readonly Limit[]): Money | null {
  const value = limits.find((limit) => limit.name === "stake_max")?.binding_value ?? null;
  return value !== null && "amount" in value ? value : null;
}

/** Return the time of the session at an instant, as `0:14:07`. */
export function clockText(time: SessionSummary, nowMs: number): string {
  const seconds = Math.max(0, Math.floor(time.elapsed_seconds + (nowMs - Date.parse(time.read_at)) / 1000));
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** Return the seconds to the reality check, 0 once it is due. */
export function checkSeconds(time: SessionSummary, nowMs: number): number {
  if (time.reality_check.due) return 0;
  return Math.max(0, Math.ceil((Date.parse(time.reality_check.due_at) - nowMs) / 1000));
}
