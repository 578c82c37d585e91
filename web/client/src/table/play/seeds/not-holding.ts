/** What does not hold of what the platform shows: the reasons of docs/clients.md. */
export type Reason =
  | "broken-chain"
  | "forked-log"
  | "malformed-text"
  | "other-record"
  | "other-trust"
  | "unknown-player-key"
  | "unproved-record"
  | "unsigned-checkpoint"
  | "unsigned-record"
  | "wrong-seed";

/** The platform contradicts itself, or what was published. Nothing is drawn or bet after that. */
export class NotHolding extends Error {
  readonly reason: Reason;
  /** The documents that contradict one another, to the byte. */
  readonly evidence: readonly string[];

  constructor(reason: Reason, detail: string, ...evidence: readonly string[]) {
    super(detail);
    this.name = "NotHolding";
    this.reason = reason;
    this.evidence = evidence;
  }
}

/** Require that something holds. */
export function hold(holds: boolean, reason: Reason, detail: string, ...evidence: readonly string[]): asserts holds {
  if (!holds) throw new NotHolding(reason, detail, ...evidence);
}
