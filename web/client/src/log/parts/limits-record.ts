/** The form of limits, and which are the newest: docs/formats/record.md, "Limits in force". */

import { isObject } from "../canonical.ts";
import type { Canonical } from "../canonical.ts";
import { objectIn } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part } from "../part.ts";
import { PSIG } from "./epochs.ts";
import { event } from "./system.ts";

const NAME = /^[a-z0-9_+]+$/;
const NINE = ["wager", "loss", "deposit"].flatMap((what) => ["day", "week", "month"].map((span) => `${what}_${span}`));
export const ZONE = form.matching(/^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/);
const KNOWN: ReadonlyMap<string, form.Form> = new Map([
  ["stake_max", form.money],
  ["excluded", form.oneOf(0, 1)],
  ...NINE.map((name) => [name, form.money] as const),
  ["windows", form.oneOf("calendar", "rolling")],
  ["zone", ZONE],
  ...["session_ms", "day_ms", "week_ms", "month_ms", "check_ms"].map((name) => [name, form.positive] as const),
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

const UNNAMED = new Set(["excluded", "windows", "zone", "effective_at"]);
const LIMIT: form.Fields = {
  name: (value) => typeof value === "string" && NAME.test(value) && !UNNAMED.has(value),
};
const EXCLUSION: form.Fields = { kind: form.text, until: form.optional(form.instant) };
const VALUE: form.Fields = { ...LIMIT, value: form.optional(form.money) };
const OWNER = form.oneOf("player", "operator", "list", "platform");
/** The members of an act beside `do` and `who`. */
const ACTS: ReadonlyMap<string, form.Fields> = new Map([
  ["set", VALUE],
  ["ask", VALUE],
  ["confirm", LIMIT],
  ["cancel", LIMIT],
  ["exclude", EXCLUSION],
  ["return", {}],
  ["lift", {}],
  ["profile", {}],
]);

/** Whether the table allows the act is judged with the limits. */
const act = (value: Canonical): boolean => {
  if (!isObject(value)) return false;
  const members = ACTS.get(String(value["do"]));
  if (members === undefined || !form.objectOf({ do: form.text, who: OWNER, ...members })(value)) return false;
  const { name, value: limit } = value;
  return limit === undefined || (KNOWN.get(String(name)) ?? SCALAR)(limit);
};

export function limitsRecord(log: Log): Part {
  return {
    checks: [],
    forms: [
      {
        type: "limits",
        place: "player",
        fields: (version) => ({
          rg: RG,
          ...(version === "rdf/1" ? {} : { act, psig: form.optional(PSIG), ...event(version) }),
        }),
      },
    ],
    follow: {
      limits: (read) => {
        const { player } = log.chainOf(read);
        if (player !== undefined) player.limits = read.leaf;
        log.limits.put(read.chain, objectIn(read.fields, "rg"));
      },
    },
  };
}
