/** Which round of its beacon a table's hand takes: docs/formats/tables.md, "Beacons". */

import type { CanonicalObject } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import type { TableEpoch } from "../tables.ts";
import type { Reading } from "../part.ts";

/** When a source publishes a round, counted from 1, in milliseconds. */
const roundTime = (source: CanonicalObject, round: number): number =>
  numberOf(source, "genesis") + (round - 1) * numberOf(source, "period");

/** The first round that a source publishes later than an instant. */
function firstRoundAfter(source: CanonicalObject, time: number): number {
  const since = time - numberOf(source, "genesis");
  return Math.max(0, Math.floor(since / numberOf(source, "period")) + 1) + 1;
}

/** An opening has the table's beacon, where there is one, at the round that the log fixes. */
export function judgeBeacon({ fields, time }: Reading, { seats, table }: TableEpoch): void {
  const declared = table.read.fields["beacon"] !== undefined;
  const mixed = fields["beacon"] !== undefined;
  must(mixed === declared, "E_CONTRIB", "A beacon is mixed in exactly where the table's record has one.");
  if (!declared) return;
  const [source, beacon] = [objectIn(table.read.fields, "beacon"), objectIn(fields, "beacon")];
  const [from, its] = [textOf(beacon, "src"), textOf(source, "src")];
  must(from === its, "E_CONTRIB", "The beacon is of another source than the table's.", from, its);
  const [round, due] = [numberOf(beacon, "round"), firstRoundAfter(source, seats.time)];
  must(round === due, "E_CONTRIB", "The round of the beacon is not the first after the seats.", round, due);
  const published = roundTime(source, due);
  must(published <= time, "E_CONTRIB", "The round of the beacon is published after the opening.", time, published);
}
