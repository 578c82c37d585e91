import type { Language } from "../../base/words/phrase.ts";
import type { Problem } from "../api/problem.ts";
import { isObject } from "../api/shape.ts";
import type { Messages } from "./problem-words.ts";

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

/**
 * Return what a person is told of one field, null if nothing is wrong with it.
 *
 * The platform's own words are exact, and English; in another language the catalogue says what the field should be.
 */
export function fieldWords(problem: Problem, name: string, language: Language, messages: Messages): string | null {
  const told = faultyField(problem, name);
  if (told === null || (language === "en" && told !== "")) return told;
  const key = `field.${name}`;
  return messages.say(Object.hasOwn(messages.texts, key) ? key : "field.other", {});
}
