import type { BetLimit } from "../api/answers.ts";
import type { Money } from "../../base/money.ts";

/** Return whether the limit may be modified at an instant. The platform decides; this says what it will say. */
export function modifiable(limit: BetLimit, nowMs: number): boolean {
  return Date.parse(limit.modifiable_from) <= nowMs;
}

/** Return the highest maximum of the tables in a currency; null where no game is played in it. */
export function highestMaximum(stakes: readonly { readonly stake_max: Money }[], currency: string): Money | null {
  const amounts = stakes.filter((each) => each.stake_max.currency === currency).map((each) => each.stake_max.amount);
  return amounts.length === 0 ? null : { amount: Math.max(...amounts), currency };
}
