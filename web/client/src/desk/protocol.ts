/** What the page asks of the worker that holds the judged log, and what it is answered. */
import type { CanonicalObject } from "../log/canonical.ts";
import type { RoundSteps, RuleSheet } from "../log/judged.ts";
import type { ProvedAlone } from "../log/proved-alone.ts";
import type { Finding, Verdict } from "../log/verdict.ts";
import type { Window } from "../log/witnesses.ts";
import type { GivenFile } from "./files/given.ts";
import type { ReportFound } from "./worker/report.ts";

/** Everything that a judgement is about. */
export interface ToJudge {
  readonly log: readonly GivenFile[];
  readonly archive: Blob | undefined;
  /** The operator's keys, as they came another way. */
  readonly trust: string | undefined;
  readonly receipts: readonly Blob[];
  readonly report: GivenFile | undefined;
  readonly kept: readonly Blob[];
  readonly proofs: readonly Blob[];
  /** A policy of the auditor's own, as text. */
  readonly policy: Blob | undefined;
}

/** What the page knows of a judged log without asking again. */
export interface Judged {
  readonly verdict: Verdict;
  /** How many records there are, whether they hold or not. */
  readonly size: number;
  readonly chains: number;
  readonly sheets: readonly RuleSheet[];
  readonly report: ReportFound | undefined;
  /** The currency of the chain of the finding that decides. */
  readonly currency: Currency | undefined;
  readonly ms: number;
}

/** A part of a list that is as long as `total`. */
export interface Page<Row> {
  readonly from: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Whose records a chain has. */
export type ChainKind = "system" | "player" | "table" | "unknown";

export interface ChainRow {
  readonly chain: string;
  readonly kind: ChainKind;
  readonly records: number;
  /** How many of its records do not hold, as far as they are told. */
  readonly failing: number;
}

/** A record in a list. */
export interface RecordRow {
  readonly index: number;
  readonly seq: number | undefined;
  readonly type: string | undefined;
  /** What tells it from its neighbours: cards, a result, a name. */
  readonly cards: readonly string[];
  readonly note: string;
  readonly code: string | undefined;
}

/** A record as it is opened. */
export interface RecordDetail {
  readonly index: number;
  readonly leaf: string;
  /** The signed note, byte by byte as far as it is text. */
  readonly note: string;
  readonly record: CanonicalObject | undefined;
  readonly findings: readonly Finding[];
  /** Its chain, its place there, and the log indexes of its neighbours. */
  readonly chain: string | undefined;
  readonly position: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly round: RoundDetail | undefined;
  /** The currency of its chain and the decimals of that; undefined in a chain without money. */
  readonly currency: Currency | undefined;
  /** Between which instants it was written, by the witnesses' clocks; undefined where none bind it. */
  readonly witnessed: Window | undefined;
}

export interface Currency {
  readonly cur: string;
  readonly exp: number;
}

/** A round with the records that make it. */
export interface RoundDetail {
  readonly steps: RoundSteps;
  readonly opened: CanonicalObject;
  readonly dealt: CanonicalObject;
  readonly ended: CanonicalObject;
  readonly sheet: CanonicalObject;
  /** What does not hold in the records that open, deal and end the round. */
  readonly findings: readonly Finding[];
}

/** Limits of a chain as one of its records says them. */
export interface LimitsRow {
  readonly index: number;
  readonly time: number;
  readonly rg: CanonicalObject;
  readonly currency: Currency | undefined;
}

/** Everything that proofs without a log are judged by. */
export interface ToProve {
  readonly trust: string;
  readonly proofs: readonly Blob[];
  readonly kept: readonly Blob[];
  readonly receipts: readonly Blob[];
}

/** Every question with its answer. */
export interface Questions {
  prove: { readonly ask: ToProve; readonly answer: readonly ProvedAlone[] };
  judge: { readonly ask: ToJudge; readonly answer: Judged };
  chains: {
    readonly ask: { readonly from: number; readonly count: number; readonly like: string };
    readonly answer: Page<ChainRow>;
  };
  records: {
    readonly ask: { readonly chain: string; readonly from: number; readonly count: number };
    readonly answer: Page<RecordRow>;
  };
  limits: {
    readonly ask: { readonly chain: string; readonly from: number; readonly count: number };
    readonly answer: Page<LimitsRow>;
  };
  record: { readonly ask: { readonly index: number }; readonly answer: RecordDetail };
  /** The log index of what somebody typed: an index, a round's id, a leaf. */
  find: { readonly ask: { readonly text: string }; readonly answer: number | undefined };
}

export type Question = keyof Questions;

/** A message to the worker. */
export type Asked = {
  [Q in Question]: { readonly id: number; readonly question: Q; readonly ask: Questions[Q]["ask"] };
}[Question];

/** Why nothing could be judged; `defect` is a fault of the desk's own. */
export type Trouble = "no-export" | "no-trust" | "no-policy" | "not-readable" | "defect";

/** A message from the worker. */
export type Told =
  | { readonly id: number; readonly done: number; readonly total: number }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly trouble: Trouble; readonly detail: string };
