/** The form of limits, and which are the newest: docs/formats/record.md, "Limits in force". */

import { isObject } from "../canonical.ts";
import type { Canonical } from "../canonical.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part } from "../part.ts";
import { PSIG } from "./epochs.ts";
import { event } from "./system.ts";

const NAME = /^[a-z0-9_+]+$/;
const NINE = ["wager", "loss", "deposit"].flatMap((what) => ["day", "week", "month"].map((span) => `${what}_${span}`));
const ZONE = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/;
const KNOWN: ReadonlyMap<string, form.Form> = new Map([
  ["stake_max", form.money],
  ["excluded", form.oneOf(0, 1)],
  ...NINE.map((name) => [name, form.money] as const),
  ["windows", form.oneOf("calendar", "rolling")],
  ["zone", form.matching(ZONE)],
  ...["session_ms", "day_ms", "check_ms"].map((name) => [name, form.positive] as const),
]);
const SCALAR: form.Form = (value) => ["number", "boolean", "string"].includes(typeof value);

/** Limits as `now` and `next` have them. */
const limitSet = (value: Canonical): boolean => {
  if (!isObject(value)) return false;
  const formed = Object.entries(value).every(
    ([name, limit]) => NAME.test(name) && SCALAR(limit) && (KNOWN.get(name) ?? SCALAR)(limit),
  );
  const windowed = NINE.some((name) => value[name] !== undefined);
  return formed && ["windows", "zone"].every((name) => (value[name] !== undefined) === windowed);
};
const next = (value: Canonical): boolean => {
  if (!isObject(value)) return false;
  const { effective_at: at, ...limits } = value;
  return at !== undefined && form.instant(at) && limitSet(limits);
};
const RG = form.objectOf({ now: limitSet, next: form.optional(next) });

export function limitsRecord(log: Log): Part {
  return {
    checks: [],
    forms: [
      {
        type: "limits",
        place: "player",
        fields: (version) => ({
          rg: RG,
          ...(version === "rdf/1" ? {} : { act: isObject, psig: form.optional(PSIG), ...event(version) }),
        }),
      },
    ],
    follow: {
      limits: (read) => {
        const { player } = log.chainOf(read);
        if (player !== undefined) player.limits = read.leaf;
      },
    },
  };
}
