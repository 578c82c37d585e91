/** What a refusal says to a person. */
import { NoConnection, Problem } from "../api/problem.ts";
import { isObject } from "../api/shape.ts";
import type { Arguments } from "../../base/words/phrase.ts";

/** A message for a person, and the code below it, for support. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly code: string;
}

/** How the page's language writes amounts and times. */
export interface Formats {
  money(minor: { readonly amount: number; readonly currency: string }): string;
  instant(instant: string): string;
  duration(seconds: number): string;
  list(parts: readonly string[]): string;
}

/** The messages by code, and how one is said. */
export interface Messages {
  readonly texts: Readonly<Record<string, string>>;
  readonly say: (key: string, args: Arguments) => string;
}

/** The messages of one code, the fullest first: the first is said of which all members are there. */
const VARIANTS = ["more", "amounts", "times", "from", "text"] as const;

/** Return what a person is told of an error: the catalogue's text of its code, or else the platform's own words. */
export function wordsOf(error: unknown, messages: Messages, formats: Formats): Words {
  if (error instanceof NoConnection) {
    const key = error.perhapsDone ? "no-connection.perhaps" : "no-connection";
    return { title: messages.say(key, {}), text: messages.say(`${key}.text`, {}), code: "no-connection" };
  }
  if (!(error instanceof Problem)) {
    const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { title: messages.say("page-fault", {}), text: messages.say("page-fault.text", {}), code: told };
  }

  const known = argumentsOf(error, formats);
  const key = VARIANTS.map((variant) => `${error.code}.${variant}`).find((name) =>
    sayable(messages.texts[name], known),
  );
  if (!Object.hasOwn(messages.texts, error.code) || key === undefined) {
    return { title: error.title, text: error.detail, code: error.code };
  }
  return { title: messages.say(error.code, known), text: messages.say(key, known), code: error.code };
}

/** Return a problem's members as a message takes them: amounts, instants and durations formatted. */
export function argumentsOf(problem: Problem, formats: Formats): Arguments {
  const known: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(problem.members)) {
    const said = argument(name, value, formats);
    if (said !== null) known[name] = said;
  }
  if (problem.retryAfterSeconds !== null) known["retry_after"] = formats.duration(problem.retryAfterSeconds);
  return known;
}

function argument(name: string, value: unknown, formats: Formats): string | number | null {
  if (typeof value === "string") {
    const instant = /_(at|from)$|^(since|until)$/.test(name) && !Number.isNaN(Date.parse(value));
    return instant ? formats.instant(value) : value;
  }
  if (typeof value === "number") return name.endsWith("_seconds") ? formats.duration(value) : value;
  if (Array.isArray(value)) {
    const parts = value.map((item: unknown) => argument(name, item, formats)).filter((part) => part !== null);
    return parts.length === 0 ? null : formats.list(parts.map(String));
  }
  if (!isObject(value)) return null;
  const { amount, currency, seconds } = value;
  if (typeof amount === "number" && typeof currency === "string") return formats.money({ amount, currency });
  return typeof seconds === "number" ? formats.duration(seconds) : null;
}

/** Return whether a message exists and all that it names is known: `{name}` or `{name, select, …}`, not a choice's own words. */
function sayable(message: string | undefined, known: Arguments): boolean {
  if (message === undefined) return false;
  return [...message.matchAll(/\{(\w+)(?=\}|,)/g)].every(([, name]) => name !== undefined && name in known);
}
