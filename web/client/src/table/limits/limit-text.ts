import type { LimitName, LimitValue } from "../api/answers.ts";
import { durationText, moneyText } from "../app/language.ts";
import { say } from "./words.ts";

/** Return a limit's value as a person reads it. */
export function valueText(name: LimitName, value: LimitValue | null): string {
  if (value === null) return say(name === "reality_check" ? "by-law" : "none");
  if (!("seconds" in value)) return moneyText(value);
  const duration = durationText(value.seconds);
  return name === "reality_check" ? say("every", { duration }) : duration;
}
