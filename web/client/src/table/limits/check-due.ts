import type { SessionSummary } from "../api/answers.ts";

/** Return whether the platform is to be asked: it has not said that the check is due, and by its clock it is. */
export function checkDue(time: SessionSummary, nowMs: number): boolean {
  return !time.reality_check.due && Date.parse(time.reality_check.due_at) <= nowMs;
}
