/** Limits follow from who did what to them: docs/formats/protection.md. */

import type { CanonicalObject } from "../canonical.ts";
import { canonicalText } from "../canonical.ts";
import { must } from "../failure.ts";
import { objectIn, textOf } from "../fields.ts";
import { inForce } from "../limits.ts";
import type { Log } from "../log.ts";
import { Owners } from "../owners.ts";
import type { Part, Reading } from "../part.ts";

const COUNTED = ["windows", "zone"];

/** Limits without what says how they are counted. */
function bare(limits: CanonicalObject): string {
  const named = Object.entries(limits).filter(([name, value]) => !COUNTED.includes(name) && !isFree(name, value));
  return canonicalText(Object.fromEntries(named));
}
const isFree = (name: string, value: unknown): boolean => name === "excluded" && value === 0;

const counts = (limits: CanonicalObject): string => COUNTED.map((name) => String(limits[name] ?? "")).join(" ");

export function protection(log: Log): Part {
  /** Undefined where nobody's values are known any more. */
  const owners = new Map<string, Owners | undefined>();

  function ownersOf(chain: string): Owners | undefined {
    if (!owners.has(chain)) owners.set(chain, new Owners());
    return owners.get(chain);
  }

  function follows(read: Reading): void {
    const known = read.version === "rdf/1" ? undefined : ownersOf(read.chain);
    if (known === undefined) return;
    const { fields, time } = read;
    const act = objectIn(fields, "act");
    const terms = log.profiles.inForce(time)?.fields;
    known.take(act, time, terms ?? {});
    const rg = objectIn(fields, "rg");
    const now = inForce(rg, time);
    const until = known.excludedUntil(time);
    const least = known.least();
    const due = bare(until === undefined ? least : { ...least, excluded: 1 });
    must(bare(now) === due, "E_LIMITS", "The limits are not the least of their owners'.", bare(now), due);
    const next = rg["next"] === undefined || now !== objectIn(rg, "now") ? undefined : objectIn(rg, "next");
    const ends = until === undefined || until === Number.POSITIVE_INFINITY ? undefined : until;
    must(next?.["effective_at"] === ends, "E_LIMITS", "The exclusion's end is another.", undefined, ends);
    if (next !== undefined) {
      const { effective_at: _, ...later } = next;
      must(bare(later) === bare(least), "E_LIMITS", "Other limits follow the exclusion.", bare(later), bare(least));
    }
    for (const limits of [now, ...(next === undefined ? [] : [next])]) mayCount(read, act, limits, terms);
  }

  /** Windows and zone are the profile's, or those of the record before. */
  function mayCount(read: Reading, act: CanonicalObject, limits: CanonicalObject, terms?: CanonicalObject): void {
    if (limits["windows"] === undefined) return;
    const said = counts(limits);
    const before = log.limits.newestOf(read.chain);
    const known = [objectOrNone(before, "now"), objectOrNone(before, "next")].map((other) => counts(other));
    const kept = textOf(act, "do") !== "profile" && known.includes(said);
    const due = terms === undefined ? undefined : counts(terms);
    must(kept || said === due, "E_LIMITS", "The limits are counted otherwise than the profile says.", said, due);
  }

  return {
    checks: ["protection"],
    steps: [{ stage: "rules", types: ["limits"], judge: follows }],
    follow: {
      limits: (read, held) => {
        const rg = objectIn(read.fields, "rg");
        const unowned = read.version === "rdf/1" && (hasAny(rg, "now") || hasAny(rg, "next"));
        if (unowned || (!held && read.version === "rdf/2")) owners.set(read.chain, undefined);
        // The newest limits of the first version decide whether anybody's values are known.
        else if (read.version === "rdf/1") owners.set(read.chain, new Owners());
      },
    },
  };
}

const objectOrNone = (rg: CanonicalObject | undefined, name: string): CanonicalObject =>
  rg?.[name] === undefined ? {} : objectIn(rg, name);
const hasAny = (rg: CanonicalObject, name: string): boolean =>
  Object.keys(objectOrNone(rg, name)).some((limit) => limit !== "effective_at");
