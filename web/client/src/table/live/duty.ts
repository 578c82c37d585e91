/** What the page has to do next for a stake of its player. Pure. */
import type { LiveTable, Stake } from "./answers.ts";
import type { KeptStake } from "./kept-stakes.ts";

/** `reveal` the value; see what became of the stake (`ask`); or `wait`. */
export type Duty = "reveal" | "ask" | "wait";

/** Return whether a stake stands at a table. */
export function standsAt(stake: KeptStake, table: LiveTable): boolean {
  return table.seats.some((each) => each.seat === stake.seat && each.contribution === stake.contribution);
}

/** Return the duty for a stake at a table as it stands. `seen` is whether it stood there before: the table may not know it yet. */
export function dutyOf(stake: KeptStake, table: LiveTable, seen: boolean): Duty {
  // Before the house has answered the stake, only its own list of stakes tells whether it was taken.
  if (stake.leaf === "") return "wait";
  if (table.epoch !== stake.epoch) return "ask";
  const placed = table.seats.find((each) => each.seat === stake.seat && each.contribution === stake.contribution);
  if (placed === undefined) return table.phase === "betting" && !seen ? "wait" : "ask";
  return table.phase === "revealing" && table.stakes_covered === true && !placed.revealed ? "reveal" : "wait";
}

/** What is done with a kept stake once the house's own list was read; `underway` is asked for again soon. */
export type Fate = "follow" | "ended" | "owed" | "lost" | "underway" | "unknown";

/** A page that is left while it sends a stake does not take the stake back: the platform may still be taking it. */
const UNDERWAY_MS = 60 * 1000;
/** Values that no stake was taken for are dropped after a day. */
const KEPT_MS = 24 * 3600 * 1000;

/** Return what became of a kept stake, by the player's newest stakes. */
export function fateOf(stake: KeptStake, listed: readonly Stake[], nowMs: number): Fate {
  if (stake.owed) return "owed";
  const found = listed.find((each) => each.contribution === stake.contribution);
  if (found === undefined) return fateOfUnlisted(nowMs - stake.drawnAtMs);
  return found.status === "open" ? "follow" : "ended";
}

function fateOfUnlisted(ageMs: number): Fate {
  if (ageMs <= UNDERWAY_MS) return "underway";
  return ageMs > KEPT_MS ? "lost" : "unknown";
}

/** Return whether the value of a stake that ended may still be asked for: its hand was burnt while it was not revealed. */
export function mayBeOwed(stake: KeptStake, ended: Stake): boolean {
  return ended.status === "voided" && ended.end_leaf !== null && !stake.revealed;
}
