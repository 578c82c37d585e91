/** How a round ended, as the words, the sound and the colours of the board have it. */
import type { Round } from "./answers.ts";

/** A round that returned no more than it cost is no win, whatever its outcome is called. */
export type Worth = "won" | "even" | "lost";

export interface Result {
  readonly worth: Worth;
  /** What came back less what was staked, in minor units. */
  readonly net: number;
  readonly staked: number;
  readonly returned: number;
  readonly headline: Headline;
  readonly side: { readonly category: string; readonly returned: number } | null;
  /** The action that the time-out took, null where the player decided. */
  readonly timedOut: string | null;
}

export type Headline =
  | "result.win"
  | "result.trips"
  | "result.lose"
  | "result.pair-push"
  | "result.consecutive-push"
  | "result.surrender"
  | "result.voided"
  | "result.net";

const HEADLINES: Readonly<Record<string, Headline>> = {
  win: "result.win",
  trips: "result.trips",
  lose: "result.lose",
  "pair-push": "result.pair-push",
  "consecutive-push": "result.consecutive-push",
  surrender: "result.surrender",
};

/** Return the result of a round, null while it is open. */
export function resultOf(round: Round): Result | null {
  if (round.status === "open" || round.returned === null) return null;
  const staked = round.staked.amount;
  const returned = round.returned.amount;
  const net = returned - staked;
  const worth = net > 0 ? "won" : net === 0 ? "even" : "lost";
  const category = round.side_bet?.category ?? null;
  const sideReturned = round.side_bet?.returned?.amount ?? 0;
  return {
    worth,
    net,
    staked,
    returned,
    headline: headlineOf(round, net),
    side: category === null ? null : { category, returned: sideReturned },
    timedOut: round.acts.find((act) => act.actor === "timeout")?.action ?? null,
  };
}

/** With two bets, only the net says how the round went for the player. */
function headlineOf(round: Round, net: number): Headline {
  if (round.status === "voided") return "result.voided";
  if (round.side_bet !== null) return net < 0 ? "result.lose" : "result.net";
  return HEADLINES[round.outcome ?? ""] ?? (net < 0 ? "result.lose" : "result.net");
}
