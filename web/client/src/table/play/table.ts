/** The states of a table of one, and what leads from one to the next. Pure: time comes as an argument. */
import { changed, NO_BETS, removed, repeated, turnedTo, type Bets, type Box, type Room } from "./bets.ts";
import type { LegalAction, Round } from "./answers.ts";

/** A double click or a held key is no decision: it is taken from so many milliseconds after the deal on. */
export const DEAF_MS = 350;

export interface Table {
  readonly room: Room;
  readonly bets: Bets;
  /** What the last round was dealt for; null before the first. */
  readonly last: Pick<Bets, "stake" | "side"> | null;
  /** The round on the cloth, open or ended; null while bets are made. */
  readonly round: Round | null;
  /** The request that is under way. */
  readonly pending: "deal" | string | null;
  /** From when on a decision is taken. */
  readonly decidesFromMs: number;
}

export type Phase = "betting" | "deciding" | "over";

export function begun(room: Room): Table {
  return { room, bets: NO_BETS, last: null, round: null, pending: null, decidesFromMs: 0 };
}

export function phaseOf(table: Table): Phase {
  if (table.round === null) return "betting";
  return table.round.status === "open" ? "deciding" : "over";
}

/** Return whether bets can be changed: no round is open, and nothing is under way. */
export function betting(table: Table): boolean {
  return table.pending === null && phaseOf(table) !== "deciding";
}

/** What a hand on the chips or a key does to the bets. */
export type BetStep =
  | { readonly does: "change"; readonly minor: number }
  | { readonly does: "repeat" }
  | { readonly does: "remove" }
  | { readonly does: "turn"; readonly to: Box };

/** Return the table after a step on the bets, which clears the cloth of the last round. Unchanged where none may be made. */
export function stepped(table: Table, step: BetStep): Table {
  if (!betting(table)) return table;
  const { bets, room, last } = table;
  if (step.does === "turn") return { ...table, bets: turnedTo(bets, step.to, room) };
  const next = {
    change: () => changed(bets, step.does === "change" ? step.minor : 0, room),
    repeat: () => (last === null ? bets : repeated(bets, last, room)),
    remove: () => removed(bets),
  }[step.does]();
  return { ...table, bets: next, round: null };
}

/** Return the table that waits for the answer of a deal or a decision. */
export function waiting(table: Table, request: "deal" | string): Table {
  return { ...table, pending: request, round: request === "deal" ? null : table.round };
}

/** Return the table after a refusal: as it was before. The cards of a round that was over are gone. */
export function refused(table: Table): Table {
  return { ...table, pending: null };
}

/** Return the table with a round as the platform answered it, dealt or decided. */
export function answered(table: Table, round: Round, nowMs: number): Table {
  const last = { stake: round.stake.amount, side: round.side_bet?.staked.amount ?? 0 };
  const decidesFromMs = round.status === "open" ? nowMs + DEAF_MS : 0;
  return { ...table, round, last, bets: { ...table.bets, ...last }, pending: null, decidesFromMs };
}

/** Return whether a decision is heard now. */
export function hears(table: Table, nowMs: number): boolean {
  return table.pending === null && phaseOf(table) === "deciding" && nowMs >= table.decidesFromMs;
}

/** Return the legal action of this name, null where it is not legal now. */
export function legal(table: Table, action: string): LegalAction | null {
  return table.round?.legal_actions.find((each) => each.action === action) ?? null;
}

/** Return the action that costs nothing and gives nothing up: to stand, to play. It takes the place of the deal. */
export function plainAction(table: Table): string | null {
  return ["stand", "play"].find((action) => legal(table, action) !== null) ?? null;
}

/** Return all that is at risk for the coming round, or that was in the one on the cloth. */
export function atRisk(table: Table): number {
  return table.round?.staked.amount ?? table.bets.stake + table.bets.side;
}

/** Return what was raised in the round on the cloth, null where it was not. */
export function raised(table: Table): number | null {
  const act = table.round?.acts.find((each) => each.action === "raise");
  return act?.amount.amount ?? null;
}
