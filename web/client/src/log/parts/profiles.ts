/** Terms of protection: docs/formats/protection.md, "Profiles". */

import { must } from "../failure.ts";
import { numberOf, numbersIn, objectIn, textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { CanonicalObject } from "../canonical.ts";
import { ZONE } from "./limits-record.ts";
import { event } from "./system.ts";

const NOTICE_MS = 7 * 86_400_000;
const WAITS = ["loosen_ms", "stake_loosen_ms", "exclude_days_min", "cool_ms", "cool_open_ms", "key_wait_ms"];
const DAYS = form.integer(0);

/** The first wait that is shorter by later terms than by earlier ones. */
function shortened(earlier: CanonicalObject, later: CanonicalObject): string | undefined {
  const wait = WAITS.find((name) => numberOf(later, name) < numberOf(earlier, name));
  if (wait !== undefined) return wait;
  const [before = 0, after = 0] = [numbersIn(earlier, "timeout_days")[0], numbersIn(later, "timeout_days")[0]];
  if (after < before) return "timeout_days";
  const gone = earlier["loosen_after_period"] === true && later["loosen_after_period"] === false;
  return gone ? "loosen_after_period" : undefined;
}

export function profiles(log: Log): Part {
  function mayHold({ time, fields }: Reading): void {
    const from = numberOf(fields, "from");
    must(from >= time, "E_PROFILE", "The profile holds from before its record.", from, time);
    if (from >= time + NOTICE_MS) return;
    const now = log.profiles.inForce(time);
    const between = log.profiles.announced.filter((other) => other.from > time && other.from <= from);
    for (const replaced of [...(now === undefined ? [] : [now]), ...between]) {
      const wait = shortened(replaced.fields, fields);
      must(wait === undefined, "E_PROFILE", `The profile shortens ${wait ?? ""} without seven days' notice.`, from);
    }
  }

  function isThere(read: Reading): void {
    if (read.version === "rdf/1") return;
    if (read.type === "limits" && textOf(objectIn(read.fields, "act"), "do") === "profile") return;
    must(log.profiles.inForce(read.time) !== undefined, "E_PROFILE", "There is no profile yet.");
  }

  return {
    checks: [],
    forms: [
      {
        type: "profile",
        place: "system",
        since: "rdf/2",
        fields: (version) => ({
          name: form.kebab,
          ver: form.positive,
          from: form.instant,
          windows: form.oneOf("calendar", "rolling"),
          zone: ZONE,
          loosen_ms: form.money,
          loosen_after_period: form.bool,
          stake_loosen_ms: form.money,
          confirm_ms: form.money,
          timeout_days: form.pair(DAYS, DAYS),
          exclude_days_min: DAYS,
          exclude_terms: form.listOf(DAYS),
          cool_ms: form.money,
          cool_open_ms: form.money,
          key_wait_ms: form.money,
          payout_floor: form.fraction,
          bonus_free_month: form.optional(form.money),
          play_money: form.optional(form.bool),
          ...event(version),
        }),
      },
    ],
    steps: [
      { stage: "rules", types: ["profile"], judge: mayHold },
      { stage: "rules", types: ["deal", "sit", "limits"], judge: isThere },
    ],
    follow: { profile: (read) => log.profiles.announce(read) },
  };
}
