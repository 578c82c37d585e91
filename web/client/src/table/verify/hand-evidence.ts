/** What a hand at a live table is judged by: the table's records, the own ones, and what the log proves of both. */
import { numberOf, numbersIn, objectIn, objectsIn, textOf } from "../../log/fields.ts";
import { list, record, text } from "../api/shape.ts";
import { stakes, tableEvent, tableEvents, type Stake } from "../live/answers.ts";
import { hold } from "../play/seeds/not-holding.ts";
import { readRecord, type PlayerRecord } from "../play/seeds/records.ts";
import { keptKey, type DeviceKey } from "../signing/device-keys.ts";
import type { Sources } from "./evidence.ts";
import { committed, logged, provedPlaces } from "./hand-log.ts";
import type { HandStep } from "./hand-step.ts";
import { stepsOfHand } from "./hand-steps.ts";
import { announcedKeys } from "./signed-by.ts";

const PAGE = 200;
const STAKES = 100;
/** How far back the own stakes are read. */
const STAKE_PAGES = 20;

const announcements = record({ items: list(record({ leaf: text, note: text })) });
const handRecords = record({ records: list(tableEvent) });

/** Where things are asked for. */
export type HandSources = Pick<Sources, "client" | "log" | "player">;

export interface ProvedHand {
  readonly steps: readonly HandStep[];
  readonly currency: string;
}

/** Prove a hand of a table, step by step. */
export async function proveHand(sources: HandSources, table: string, epoch: number): Promise<ProvedHand> {
  const { client } = sources;
  const [hand, beginning, stake, rules, keys] = await Promise.all([
    client.call({ path: `/tables/${table}/hands/${epoch}`, read: handRecords }),
    client.call({ path: `/tables/${table}/events?after=-1&limit=1`, read: tableEvents }),
    ownStake(sources, table, epoch),
    announced(sources, "rules"),
    announced(sources, "key"),
  ]);
  const records = hand.records.map(readRecord);
  const [first] = beginning.items.map(readRecord);
  const [seats, end] = [records[0], records.at(-1)];
  hold(first?.type === "table" && first.chain === table, "other-record", `table ${table} has no beginning`);
  const begins = seats?.type === "seats" && seats.fields["epoch"] === epoch && end !== undefined && end !== seats;
  hold(begins, "other-record", `hand ${epoch} has no beginning and end`);
  const before = await readBefore(sources, table, epoch, seats);
  const own = (stake?.receipts ?? []).map(readRecord);
  const proved = await provedPlaces(sources, { first, course: [...before.course.slice(0, 1), ...records], seats, own });
  const { root, origin } = await sources.log.trust();
  const steps = await stepsOfHand({
    chain: table,
    epoch,
    first,
    course: [...before.course, ...records],
    began: before.began,
    rules: rules.find(({ leaf }) => leaf === first.fields["rules"])?.note,
    own,
    places: new Map([...proved.found].map(([leaf, { index }]) => [leaf, index])),
    keys: await announcedKeys(
      keys.map(({ note }) => note),
      root,
      origin,
    ),
    origin,
    ownKey: await signingKey(sources.player, own[0]),
    returned: stake?.returned?.amount ?? null,
  });
  return {
    steps: [committed(before.course[0], seats, proved), ...steps, logged(proved)],
    currency: textOf(first.fields, "cur"),
  };
}

/** This browser's key that signed the stake; null where none of its keys did. */
async function signingKey(player: string, stake: PlayerRecord | undefined): Promise<DeviceKey | null> {
  if (stake?.fields["psig"] === undefined) return null;
  return keptKey(player, textOf(objectIn(stake.fields, "psig"), "kid"));
}

async function announced({ client }: HandSources, type: string): Promise<readonly { leaf: string; note: string }[]> {
  return (await client.call({ path: `/log/announcements/${type}`, read: announcements })).items;
}

/** The player's stake in a hand; undefined where the player had none, or took it back. */
async function ownStake({ client }: HandSources, table: string, epoch: number): Promise<Stake | undefined> {
  let cursor: string | null = "";
  for (let page = 0; page < STAKE_PAGES && cursor !== null; page++) {
    const behind: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const told = await client.call({ path: `/me/stakes?limit=${STAKES}${behind}`, read: stakes });
    const found = told.items.find(
      (each) => each.table_id === table && each.epoch === epoch && each.outcome !== "withdrawn",
    );
    if (found !== undefined) return found;
    cursor = told.next;
  }
  return undefined;
}

/** What stood before `seats`: from the record that announced the epoch's seed on, and who began the game before. */
async function readBefore(
  { client }: HandSources,
  table: string,
  epoch: number,
  seats: PlayerRecord,
): Promise<{ course: readonly PlayerRecord[]; began: number | undefined }> {
  const aroundPot = objectsIn(seats.fields, "seats").some((each) => each["buy_in"] !== undefined);
  const all: PlayerRecord[] = [];
  for (let to = seats.seq; to > 0; to -= PAGE) {
    const from = Math.max(0, to - PAGE);
    const path = `/tables/${table}/events?after=${from - 1}&limit=${to - from}`;
    all.unshift(...(await client.call({ path, read: tableEvents })).items.map(readRecord));
    const at = all.findLastIndex((each) => announces(each, epoch));
    const begun = all.findLast(({ type }) => type === "hand");
    if (at < 0 || (aroundPot && begun === undefined && from > 0)) continue;
    const order = aroundPot && begun !== undefined ? numbersIn(begun.fields, "order") : [];
    return { course: all.slice(at), began: order[0] };
  }
  hold(false, "other-record", `no record of the table announces epoch ${epoch}`);
}

function announces({ type, fields }: PlayerRecord, epoch: number): boolean {
  if (type === "commit") return fields["epoch"] === epoch;
  return type === "seats" && numberOf(fields, "epoch") + 1 === epoch;
}
