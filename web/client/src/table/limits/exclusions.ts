/** What keeps a player from the games. */
import { flag, list, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";

export const exclusions = record({
  excluded: flag,
  lifted_at: nullable(text),
  items: list(
    record({
      kind: oneOf("time-out", "self-exclusion", "operator-exclusion", "national-exclusion"),
      started_at: text,
      ends_at: nullable(text),
      returnable_from: nullable(text),
      lifted_at: nullable(text),
    }),
  ),
});
export type Exclusions = Shape<typeof exclusions>;
export type Exclusion = Exclusions["items"][number];

/** A break that a player may choose: nothing but the log-out, or an exclusion of days, null for one without an end. */
export type Break =
  | { readonly kind: "log-out" }
  | { readonly kind: "time-out"; readonly days: number }
  | { readonly kind: "self-exclusion"; readonly days: number | null };

/** The breaks that are offered, by the values of their radio buttons. Other lengths are typed. */
export const OFFERED = {
  out: { kind: "log-out" },
  day: { kind: "time-out", days: 1 },
  week: { kind: "time-out", days: 7 },
  "six-weeks": { kind: "time-out", days: 42 },
  "half-year": { kind: "self-exclusion", days: 184 },
  year: { kind: "self-exclusion", days: 366 },
  forever: { kind: "self-exclusion", days: null },
} as const satisfies Record<string, Break>;

/** Return the break that was chosen; null where days are needed and what was typed is no whole number of them. */
export function chosenBreak(choice: string, typedDays: string): Break | null {
  if (Object.hasOwn(OFFERED, choice)) return OFFERED[choice as keyof typeof OFFERED];
  const plain = typedDays.normalize("NFKC").trim();
  if (!/^[1-9]\d{0,4}$/.test(plain)) return null;
  const days = Number(plain);
  return choice === "other-self" ? { kind: "self-exclusion", days } : { kind: "time-out", days };
}

/** Return the instant that lies some days after another, as far as a person is told before it begins. */
export function daysAfter(nowMs: number, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString();
}
