/** Which round of its beacon a table's hand takes: docs/formats/tables.md, "Beacons". */

import type { CanonicalObject } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, textOf } from "../fields.ts";
import type { TableEpoch } from "../tables.ts";
import type { Reading } from "../part.ts";

const beaconIn = (fields: CanonicalObject): CanonicalObject | undefined =>
  fields["beacon"] === undefined ? undefined : objectIn(fields, "beacon");

/** When a source publishes a round, counted from 1, in milliseconds. */
const roundTime = (source: CanonicalObject, round: number): number =>
  numberOf(source, "genesis") + (round - 1) * numberOf(source, "period");

/** The first round that a source publishes later than an instant. */
function firstRoundAfter(source: CanonicalObject, time: number): number {
  const since = time - numberOf(source, "genesis");
  return Math.max(0, Math.floor(since / numberOf(source, "period")) + 1) + 1;
}

/** What a hand's public value is judged by. */
export interface OpenedBeacon {
  /** The `beacon` of the `table` record, whose form was checked; undefined if it has none. */
  readonly source: CanonicalObject | undefined;
  /** That of the opening. */
  readonly beacon: CanonicalObject | undefined;
  /** The `time` of `seats`, in milliseconds. */
  readonly seatsTime: number;
  /** The `time` of the opening. */
  readonly openTime: number;
}

/** An opening has the table's beacon, where there is one, at the round that the log fixes. */
export function requireBeacon({ source, beacon, seatsTime, openTime }: OpenedBeacon): void {
  const same = (beacon === undefined) === (source === undefined);
  must(same, "E_CONTRIB", "A beacon is mixed in exactly where the table's record has one.");
  if (source === undefined || beacon === undefined) return;
  const [from, its] = [textOf(beacon, "src"), textOf(source, "src")];
  must(from === its, "E_CONTRIB", "The beacon is of another source than the table's.", from, its);
  const [round, due] = [numberOf(beacon, "round"), firstRoundAfter(source, seatsTime)];
  must(round === due, "E_CONTRIB", "The round of the beacon is not the first after the seats.", round, due);
  const published = roundTime(source, due);
  must(
    published <= openTime,
    "E_CONTRIB",
    "The round of the beacon is published after the opening.",
    openTime,
    published,
  );
}

/** Judge the beacon of an opening by its epoch. */
export function judgeBeacon({ fields, time }: Reading, { seats, table }: TableEpoch): void {
  requireBeacon({
    source: beaconIn(table.read.fields),
    beacon: beaconIn(fields),
    seatsTime: seats.time,
    openTime: time,
  });
}
