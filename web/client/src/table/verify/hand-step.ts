/** The steps by which a hand at a live table is proved, in the order in which it came about. */
import type { Step, StepResult } from "./step.ts";

export type HandStepName =
  | "committed"
  | "values"
  | "seed"
  | "cards"
  | "decisions"
  | "payout"
  | "burnt"
  | "own"
  | "chained"
  | "signed"
  | "logged";

/** As a step of a round. It has draws where all cards come from one deck. */
export interface HandStep extends Omit<Step, "name"> {
  readonly name: HandStepName;
  /** What came out for each seat. */
  readonly results?: readonly SeatResult[];
  /** The decisions, in their order. */
  readonly turns?: readonly TurnStep[];
}

/** What a seat staked and got back, in minor units, with a result in the word of its record. */
export interface SeatResult {
  readonly seat: number;
  readonly result: string;
  readonly staked: number;
  readonly returned: number;
}

/** A decision at a table, or a mark around a pot, with the number of its record. Amounts are in minor units. */
export interface TurnStep {
  readonly number: number;
  readonly seat: number;
  /** What the seat did, and who decided that. */
  readonly act: string;
  readonly amount: number;
  readonly by: string;
  /** The turns that it finished. */
  readonly finished: readonly (SeatResult & { readonly cards: readonly string[] })[];
  readonly result: StepResult;
}
