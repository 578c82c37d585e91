/** The verdict on a log, as docs/formats/verdicts.md defines it. All of it can be sent from a worker. */

export type State = "ok" | "tampered" | "incomplete" | "warning" | "late";

/** What does not hold, and where. */
export interface Finding {
  readonly code: string;
  readonly logIndex?: number;
  readonly chain?: string;
  readonly seq?: number;
  readonly type?: string;
  /** One English sentence. */
  readonly detail: string;
  /** What the log says, and what it should say, where both are short. */
  readonly said?: string;
  readonly due?: string;
}

/** One thing that a program can check about a log. */
export interface Check {
  readonly name: string;
  /** `given`: it is taken from outside, as the keys of `--trust`. `not-checked`: nobody looked. */
  readonly result: "holds" | "fails" | "given" | "not-checked";
  /** How many were looked at and held, of how many. */
  readonly count?: number;
  readonly total?: number;
}

/** Sums over the rounds that were played again from their seeds, raises and side bets included. */
export interface GameFigures {
  readonly game: string;
  readonly ver: number;
  readonly cur: string;
  readonly exp: number;
  /** Of test accounts, or of all others. */
  readonly test: boolean;
  readonly rounds: number;
  readonly staked: number;
  readonly returned: number;
}

/** A checkpoint that has its quorum, with the seconds between which those signed whom the quorum needs. */
export interface Quorum {
  readonly size: number;
  readonly least: number;
  readonly greatest: number;
}

/** What was found of the witnesses of a log whose policy asks for some. */
export interface Witnessed {
  /** That of the newest checkpoint. */
  readonly size: number;
  /** The witnesses that signed it, by the policy's names, of how many. */
  readonly signed: readonly string[];
  readonly of: number;
  /** How many checkpoints have their quorum. */
  readonly quorums: number;
  /** That of the newest one; undefined if it has none. */
  readonly newest: Quorum | undefined;
}

/** What was found of a proof. */
export interface ProofFound {
  /** Undefined where the file is no proof. */
  readonly kind: "inclusion" | "consistency" | undefined;
  /** The log index of the entry that it is of, or the size of the log that the larger one begins with. */
  readonly number: number | undefined;
  /** The size of the log that it is about; undefined where its checkpoint is none of this log. */
  readonly size: number | undefined;
  /** `not-checked`: the log that was given has no such entry, or no checkpoint of the smaller size. */
  readonly result: "holds" | "fails" | "not-checked";
}

export interface Verdict {
  readonly state: State;
  /** The code that decides, and the finding that has it. */
  readonly code: string | undefined;
  readonly first: Finding | undefined;
  /** The other findings, counted by code. */
  readonly others: Readonly<Record<string, number>>;
  /** All findings in order, the first hundred of each code. */
  readonly findings: readonly Finding[];
  readonly checks: readonly Check[];
  readonly figures: readonly GameFigures[];
  /** Undefined where no policy asks for witnesses. */
  readonly witnesses: Witnessed | undefined;
  /** Entries that were read, of those that the newest checkpoint promises. */
  /** What was found of the proofs that were given, in their order. */
  readonly proofs: readonly ProofFound[];
  readonly records: number;
  readonly promised: number;
  readonly chains: number;
  readonly checkpoints: number;
  /** Files that are no part of an export, and were not read. */
  readonly ignored: readonly string[];
}

/** The exit status of a program that gives this verdict. */
export const EXITS: Readonly<Record<State, number>> = { ok: 0, tampered: 1, incomplete: 1, late: 2, warning: 3 };
