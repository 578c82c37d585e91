import type { Canonical } from "./canonical.ts";
import type { Quorum, Verdict } from "./verdict.ts";

/** A record and where it stands. */
export interface LoggedRecord {
  readonly index: number;
  readonly leaf: string;
  /** The whole signed entry, and the record in it; undefined if its text cannot be read. */
  readonly entry: Uint8Array;
  readonly record: Canonical | undefined;
}

/** One round of one seat, by log indexes. */
export interface RoundPlace {
  /** `<chain>-<epoch>-<nonce>` */
  readonly id: string;
  readonly chain: string;
  readonly epoch: number;
  readonly nonce: number;
  /** Where its commitment, its client seed, its rules, its deal and its end stand. */
  readonly committed: number;
  readonly opened: number;
  readonly rules: number;
  readonly dealt: number;
  readonly ended: number | undefined;
}

/** How one card was drawn: place `at` of the deck is swapped with place `from`. */
export interface Draw {
  readonly at: number;
  readonly from: number;
  readonly card: string;
}

/** A round, explained from its seeds. */
export interface RoundSteps {
  readonly place: RoundPlace;
  readonly seed: string;
  readonly client: string;
  /** The seeds from the revealed one down to the epoch's commitment, as hex. */
  readonly hashedBack: readonly string[];
  readonly draws: readonly Draw[];
}

export interface RuleSheet {
  readonly index: number;
  readonly leaf: string;
  readonly sheet: Readonly<Record<string, Canonical>>;
  /** The stakes that were placed under it. */
  readonly rounds: number;
}

/** A log that was judged, and what somebody needs to look around in it. */
export interface JudgedLog {
  readonly verdict: Verdict;
  /** How many records can be asked for; indexes count from 0. */
  readonly size: number;
  record(index: number): LoggedRecord;
  /** Log indexes of each chain's records, in order. */
  readonly chains: ReadonlyMap<string, readonly number[]>;
  readonly rounds: ReadonlyMap<string, RoundPlace>;
  /** A round from its seeds; undefined where its seed was not revealed. */
  steps(round: RoundPlace): RoundSteps | undefined;
  readonly sheets: readonly RuleSheet[];
  /** The checkpoints that witnesses signed as the policy asks, by size. */
  readonly quorums: readonly Quorum[];
}
