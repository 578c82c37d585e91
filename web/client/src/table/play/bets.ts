/** The bets before a deal: two boxes, of which one takes the chips. */
import type { Stakes } from "./answers.ts";

/** The chips, in minor units. */
export const CHIPS: readonly number[] = [100, 500, 2_500, 10_000];

export type Box = "stake" | "side";

/** Amounts in minor units of the account's currency. */
export interface Bets {
  readonly stake: number;
  readonly side: number;
  /** The box that takes the chips. */
  readonly on: Box;
}

export const NO_BETS: Bets = { stake: 0, side: 0, on: "stake" };

/** The most that each box takes, in minor units: 0 where there is no side bet. */
export interface Room {
  readonly currency: string;
  readonly stakeMin: number;
  readonly stakeMax: number;
  readonly sideMin: number;
  readonly sideMax: number;
}

/** Return the room of a game in a currency, null where it is not played in it. */
export function roomOf(stakes: readonly Stakes[], currency: string): Room | null {
  const found = stakes.find((each) => each.stake_min.currency === currency);
  if (found === undefined) return null;
  return {
    currency,
    stakeMin: found.stake_min.amount,
    stakeMax: found.stake_max.amount,
    sideMin: found.side_bet_min?.amount ?? 0,
    sideMax: found.side_bet_max?.amount ?? 0,
  };
}

/** Return the bets with so much more, or less, in the box that takes the chips; never below nothing or above the room. */
export function changed(bets: Bets, minor: number, room: Room): Bets {
  const most = bets.on === "stake" ? room.stakeMax : room.sideMax;
  return { ...bets, [bets.on]: Math.min(most, Math.max(0, bets[bets.on] + minor)) };
}

/** Return the bets with another box under the chips; a game without a side bet has one box. */
export function turnedTo(bets: Bets, box: Box, room: Room): Bets {
  return { ...bets, on: room.sideMax > 0 ? box : "stake" };
}

/** Return the bets with the amounts of the last round, as far as the room takes them. */
export function repeated(bets: Bets, last: Pick<Bets, "stake" | "side">, room: Room): Bets {
  return { ...bets, stake: Math.min(last.stake, room.stakeMax), side: Math.min(last.side, room.sideMax) };
}

/** Return the bets with nothing in the boxes. */
export function removed(bets: Bets): Bets {
  return { ...bets, stake: 0, side: 0 };
}

export function total(bets: Bets): number {
  return bets.stake + bets.side;
}
