/**
 * What a player's program holds a table's records against: its own stake, its value, and what it was shown.
 *
 * It reads signed notes alone. Whether the cards follow from the seed, the auditor's program judges.
 */
import { isObject } from "../api/shape.ts";
import { hex, utf8 } from "../../log/bytes.ts";
import type { CanonicalObject } from "../../log/canonical.ts";
import { Failure } from "../../log/failure.ts";
import { requireBeacon } from "../../log/parts/table-beacons.ts";
import { leafHash } from "../../log/tree.ts";
import type { KeptStake } from "./kept-stakes.ts";
import { commitmentOf, contributionOf, mixOf } from "./values.ts";

/** What was found wrong with a table's records; each has its words in the catalogue. */
export type Deviation =
  | "gap"
  | "other-announcement"
  | "not-named"
  | "other-amount"
  | "other-seal"
  | "other-seed"
  | "other-values"
  | "other-beacon"
  | "other-payment"
  | "no-end"
  | "denied-value";

/** The table's records are not what the player has seen and sent. */
export class TableCheated extends Error {
  readonly deviation: Deviation;

  constructor(deviation: Deviation) {
    super(deviation);
    this.name = "TableCheated";
    this.deviation = deviation;
  }
}

const BEACON_VALUE = /^[0-9a-f]{64}$/;

type Fields = Readonly<Record<string, unknown>>;

/** A record of a table's chain. */
export interface TableRecord {
  readonly leaf: string;
  readonly fields: Fields;
}

/** Return the records of consecutive notes of a table's chain, oldest first. */
export function readRecords(notes: readonly string[], table: string): readonly TableRecord[] {
  const records: TableRecord[] = [];
  for (const note of notes) {
    const fields: unknown = JSON.parse(note.slice(0, note.indexOf("\n\n")));
    const before = records.at(-1);
    if (!isObject(fields) || fields["chain"] !== table) throw new TableCheated("gap");
    if (before !== undefined && fields["prev"] !== before.leaf) throw new TableCheated("gap");
    records.push({ leaf: hex(leafHash(utf8(note))), fields });
  }
  return records;
}

/** Return `seats` of the stake's epoch, which names the stake as it was sent. The records begin with the announcement. */
export function requireNamed(stake: KeptStake, records: readonly TableRecord[]): TableRecord {
  const [announcing, ...since] = records;
  const announced = announcing === undefined ? null : announcedBy(announcing.fields);
  if (announced?.epoch !== stake.epoch || announced.commitment !== stake.commitment) {
    throw new TableCheated("other-announcement");
  }
  if (ofType(since, "commit", stake.epoch) !== null) throw new TableCheated("other-announcement");

  const seats = ofType(records, "seats", stake.epoch);
  const named = seats === null ? null : ofSeat(seats.fields["seats"], stake.seat);
  if (seats === null || named?.["stake"] !== stake.leaf || named["contrib"] !== stake.contribution) {
    throw new TableCheated("not-named");
  }
  if ((named["ante"] ?? named["buy_in"]) !== stake.amount) throw new TableCheated("other-amount");
  return seats;
}

/**
 * Require that the epoch's records end as the player's own values say, and paid what they say (minor units).
 *
 * `table` is the table's first record, which says whether its decks take a public value.
 */
export function requireFairEnd(
  stake: KeptStake,
  table: TableRecord,
  records: readonly TableRecord[],
  returned: number,
): "played" | "burnt" {
  const opened = ofType(records, "open", stake.epoch);
  const ended = ofType(records, "hand_end", stake.epoch);
  if (opened === null || ended === null) {
    requireAbort(stake, records);
    return "burnt";
  }
  requireTablesBeacon(table.fields, requireNamed(stake, records).fields, opened.fields);
  requireSeed(stake, ended.fields["seed"]);
  requireValues(stake, records, opened.fields);
  requireSealed(stake, records);
  const result = ofSeat(ended.fields["results"], stake.seat);
  // With what the side bet returned.
  if (result?.["returned"] !== returned) throw new TableCheated("other-payment");
  return "played";
}

function requireSealed(stake: KeptStake, records: readonly TableRecord[]): void {
  if (stake.seal === null) return;
  const sealed = ofSeat(ofType(records, "hand", stake.epoch)?.fields["sealed"], stake.seat);
  if (sealed?.["h"] !== stake.seal) throw new TableCheated("other-seal");
}

function requireAbort(stake: KeptStake, records: readonly TableRecord[]): void {
  const aborted = ofType(records, "table_abort", stake.epoch);
  if (aborted === null) throw new TableCheated("no-end");
  const { missing, seed } = aborted.fields;
  if (stake.revealed && Array.isArray(missing) && missing.includes(stake.seat)) throw new TableCheated("denied-value");
  if (seed !== undefined) requireSeed(stake, seed);
}

function requireSeed(stake: KeptStake, seed: unknown): void {
  const held = typeof seed === "string" && commitmentOf(stake, seed) === stake.commitment;
  if (!held) throw new TableCheated("other-seed");
}

/** Require the table's own source, at the round that the records fix. Whether the value is the source's, only a copy shows. */
function requireTablesBeacon(table: Fields, seats: Fields, opened: Fields): void {
  const [source, beacon] = [beaconIn(table, "genesis", "period"), beaconIn(opened, "round")];
  const whole = beacon === undefined || BEACON_VALUE.test(String(beacon["value"]));
  if (!whole) throw new TableCheated("other-beacon");
  try {
    requireBeacon({ source, beacon, seatsTime: Number(seats["time"]), openTime: Number(opened["time"]) });
  } catch (error) {
    if (error instanceof Failure) throw new TableCheated("other-beacon");
    throw error;
  }
}

/** Return the beacon of a record, undefined if it has none; `numbers` are the members that count or date something. */
function beaconIn({ beacon }: Fields, ...numbers: readonly string[]): CanonicalObject | undefined {
  if (beacon === undefined) return undefined;
  const [src, value] = isObject(beacon) ? [beacon["src"], beacon["value"] ?? ""] : [];
  if (!isObject(beacon) || typeof src !== "string" || typeof value !== "string") throw new TableCheated("other-beacon");
  const counts = numbers.map((name): readonly [string, number] => [name, Number(beacon[name])]);
  const whole = counts.every(([name, count]) => count === beacon[name] && Number.isSafeInteger(count));
  if (!whole) throw new TableCheated("other-beacon");
  return { src, value, ...Object.fromEntries(counts) };
}

/** Require that each value opens its contribution, and that the deck follows from all of them. */
function requireValues(stake: KeptStake, records: readonly TableRecord[], opened: Fields): void {
  const seats = ofType(records, "seats", stake.epoch);
  const values = new Map<number, string>();
  for (const each of entries(opened["reveals"])) values.set(Number(each["seat"]), String(each["r"]));
  const named = entries(seats?.fields["seats"]);
  if (named.length !== values.size) throw new TableCheated("other-values");
  for (const each of named) {
    const seat = Number(each["seat"]);
    const opens = contributionOf(stake, seat, values.get(seat) ?? "");
    if (opens !== each["contrib"]) throw new TableCheated("other-values");
  }
  const { beacon } = opened;
  const drawn = isObject(beacon) ? String(beacon["value"]) : null;
  if (mixOf(stake, values, drawn) !== opened["client"]) throw new TableCheated("other-values");
}

/** Return the epoch and the commitment that a record announces. */
function announcedBy(fields: Fields): { readonly epoch: number; readonly commitment: unknown } {
  if (fields["type"] === "commit") return { epoch: Number(fields["epoch"]), commitment: fields["commit"] };
  const { next } = fields;
  return { epoch: Number(fields["epoch"]) + 1, commitment: isObject(next) ? next["commit"] : null };
}

function ofType(records: readonly TableRecord[], type: string, epoch: number): TableRecord | null {
  return records.find(({ fields }) => fields["type"] === type && fields["epoch"] === epoch) ?? null;
}

function ofSeat(list: unknown, seat: number): Fields | null {
  return entries(list).find((each) => each["seat"] === seat) ?? null;
}

/** Return the objects of a list; nothing where there is none. */
export function entries(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
