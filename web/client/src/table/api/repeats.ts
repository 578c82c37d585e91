import type { Problem } from "./problem.ts";

/** After these nothing was changed: the same request is sent again by itself. */
const WAITS: ReadonlySet<string> = new Set([
  "busy",
  "commitment-not-covered",
  "database-too-slow",
  "database-unavailable",
  "hashing-unavailable",
  "seats-not-covered",
  "signing-unavailable",
  "wrong-clock",
]);

/** After these it is open whether the request was carried out: only one that is done once is sent again. */
const OPEN: ReadonlySet<string> = new Set(["defect", "outcome-unknown", "payment-unfinished"]);

/** After these nothing was done, and nothing can be done with the same signature: a request is signed anew. */
const UNSIGNED: ReadonlySet<string> = new Set(["chain-moved", "outdated-signature", "signature-required"]);

export function signsAnew(problem: Problem): boolean {
  return UNSIGNED.has(problem.code);
}

const REPEATS_MAX = 8;
const WAIT_SECONDS_MAX = 20;

/**
 * Return after how many seconds a refused request is sent again by itself, null if it is not.
 *
 * `repeats` is how often it was already. A `defect` is repeated once: it may be one that stays.
 */
export function repeatAfter(problem: Problem, repeats: number, repeatable: boolean): number | null {
  const open = OPEN.has(problem.code) && repeatable;
  if (!open && !WAITS.has(problem.code)) return null;
  if (repeats >= (problem.code === "defect" ? 1 : REPEATS_MAX)) return null;
  const seconds = problem.retryAfterSeconds ?? 1;
  return seconds <= WAIT_SECONDS_MAX ? Math.max(seconds, 1) : null;
}

/** Return whether a refusal leaves open if the request was carried out, so that its key must be kept. */
export function leavesOpen(problem: Problem): boolean {
  return problem.status >= 500;
}
