import type { BetLimit } from "../api/answers.ts";
import type { Money } from "../../base/money.ts";

/** Return whether the limit may still be modified in this gaming week: by what the platform said, not by a clock here. */
export function modifiable(limit: BetLimit): boolean {
  return Date.parse(limit.modifiable_from) < Date.parse(limit.week_ends_at);
}

/** Return the highest maximum of the tables in a currency; null where no game is played in it. */
export function highestMaximum(stakes: readonly { readonly stake_max: Money }[], currency: string): Money | null {
  const amounts = stakes.filter((each) => each.stake_max.currency === currency).map((each) => each.stake_max.amount);
  return amounts.length === 0 ? null : { amount: Math.max(...amounts), currency };
}
