import type { Problem } from "../api/problem.ts";
import { isObject } from "../api/shape.ts";

const lastOf = (path: string): string | undefined => path.split(".").at(-1);

/** Return what a refusal says of one field of a form, in the platform's words; null if it says nothing. */
export function faultyField(problem: Problem, name: string): string | null {
  const { errors, field } = problem.members;
  if (problem.code === "malformed-identity" && typeof field === "string" && lastOf(field) === name)
    return problem.detail;
  if (!Array.isArray(errors)) return null;
  for (const error of errors) {
    if (!isObject(error) || typeof error["field"] !== "string" || typeof error["detail"] !== "string") continue;
    if (lastOf(error["field"]) === name) return error["detail"];
  }
  return null;
}
