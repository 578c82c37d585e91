/** The codes of docs/formats/verdicts.md, and which check each is about. */

import type { State } from "./verdict.ts";

const LATE = new Set(["E_LATE", "E_UNSETTLED", "E_EVENT_LATE", "E_LIST_LATE", "E_SEED_LOST"]);
const INCOMPLETE = new Set(["E_WITHHELD_ENTRY", "E_WITHHELD_EVENT", "E_RECEIPT_SIG"]);

/** How grave a code is. */
export function gravity(code: string): Exclude<State, "ok"> {
  if (code.startsWith("W_")) return "warning";
  if (LATE.has(code)) return "late";
  return INCOMPLETE.has(code) ? "incomplete" : "tampered";
}

/** From the gravest. */
export const GRAVITIES: readonly Exclude<State, "ok">[] = ["tampered", "incomplete", "warning", "late"];

/**
 * Every check of a log, with its codes.
 *
 * A check that no part answers for is `not-checked`: it is told to everybody, and never left out. Tables, player keys
 * and the events have codes of their own; where a log has none of their records, there is nothing to check.
 */
export const CHECKS: Readonly<Record<string, readonly string[]>> = {
  forms: ["E_FORM", "E_TYPE", "E_SYS", "E_CANON"],
  signatures: ["E_KEY", "E_SIG", "W_SUSPECT"],
  chains: ["E_CHAIN"],
  tags: ["E_TAG"],
  "player-keys": ["E_PKEY", "E_PSIG_MISSING", "E_PSIG", "W_KEY_FORCED"],
  times: ["E_TIME_ORDER"],
  dates: ["E_CLOCK"],
  rounds: ["E_TWO_OPEN", "E_NONCE"],
  commitments: ["E_COMMIT_LATE", "E_CLIENT_REUSE"],
  sessions: ["E_SESSION"],
  rules: ["E_RULES"],
  returns: ["E_RTP"],
  tables: ["E_TABLE", "E_SEATS", "E_CONTRIB", "W_BEACON", "E_ABORT", "E_SEALED", "E_CHIPS", "E_END"],
  adjustments: ["E_ACCOUNT", "E_CAUSE"],
  limits: ["E_RG"],
  protection: ["E_LIMITS", "E_PROFILE"],
  filings: ["E_FILING"],
  events: ["E_EVENT", "E_EVENT_MISSING", "E_EVENT_LATE", "E_WITHHELD_EVENT"],
  seeds: ["E_SEED"],
  "lost-seeds": ["E_SEED_LOST", "E_SEED_HELD"],
  cards: ["E_CARDS"],
  actions: ["E_ACTION"],
  payouts: ["E_PAYOUT"],
  moves: ["E_UNBALANCED", "E_MOVES"],
  balances: ["E_BALANCE"],
  deadlines: ["E_LATE", "E_UNSETTLED"],
  entries: ["E_WITHHELD_ENTRY"],
  trust: ["E_TRUST"],
  checkpoints: ["E_CHECKPOINT", "E_FORK", "E_ROOT", "W_FORK_STOLEN", "E_PROOF"],
  "checkpoint-list": ["E_CHECKPOINT_OMITTED", "E_LIST_LATE"],
  witnesses: ["E_QUORUM", "E_BACKDATED"],
  receipts: ["E_RECEIPT_MISSING", "E_SPLIT", "E_RECEIPT_SIG"],
  statistics: ["W_SELECTED", "W_ACTS", "W_DEALT", "W_CHAIN"],
};

export const CHECK_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(CHECKS).flatMap(([check, codes]) => codes.map((code) => [code, check] as const)),
);
