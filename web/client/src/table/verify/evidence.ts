/** What a round is judged by: its records, what the log proves of them, and what this browser kept. */
import { numberOf } from "../../log/fields.ts";
import type { Client } from "../api/client.ts";
import { list, record, text } from "../api/shape.ts";
import { records as recordsPage, round as roundAnswer, type Receipt, type Round } from "../play/answers.ts";
import { announcedIn, type Announced } from "../play/seeds/chain.ts";
import { hold, NotHolding } from "../play/seeds/not-holding.ts";
import type { Drawn } from "../play/seeds/own-epochs.ts";
import type { PublishedLog } from "../play/seeds/published-log.ts";
import { keptLeaf } from "../play/seeds/receipt-store.ts";
import { readRecord, type PlayerRecord } from "../play/seeds/records.ts";
import { drawnCards, ownSeed, paid, revealedSeed, type RoundRecords } from "./round-steps.ts";
import { announcedKeys, signatures } from "./signed-by.ts";
import type { Step } from "./step.ts";

const PAGE = 200;

const announcements = record({ items: list(record({ leaf: text, note: text })) });

/** The round is not over: its seed is not out, and nothing can be proved yet. */
export class StillOpen extends Error {}

/** Where things are asked for: the interface, the published log, and what this browser kept. */
export interface Sources {
  readonly client: Client;
  readonly log: PublishedLog;
  readonly player: string;
  /** What this browser knows of the seed of an epoch. */
  readonly drawn: (epoch: number) => Drawn;
}

/** Judge a round, step by step, in the order in which it came about. */
export async function proveRound(sources: Sources, id: string): Promise<{ round: Round; steps: readonly Step[] }> {
  const { client } = sources;
  const round = await client.call({ path: `/rounds/${id}`, read: roundAnswer });
  if (round.status === "open") throw new StillOpen();
  const own = round.receipts.map(readRecord);
  const [deal, end] = [own[0], own.at(-1)];
  hold(deal?.type === "deal" && end !== undefined && end !== deal, "other-record", `round ${id} has no deal and end`);
  const begun = await beginning(client, deal);
  const [rules, keys] = await Promise.all([announced(client, "rules"), announced(client, "key")]);
  const records: RoundRecords = {
    ...begun,
    deal,
    end,
    rules: rules.find(({ leaf }) => leaf === deal.fields["rules"])?.note,
    drawn: sources.drawn(numberOf(deal.fields, "epoch")),
    cards: round.cards,
  };
  const steps = [
    await committedFirst(sources, records),
    ownSeed(records),
    revealedSeed(records),
    drawnCards(records),
    paid(records),
    await signatures([begun.opened, deal, end], await signers(sources, keys)),
    await logged(sources, [begun.opened, deal, end]),
  ];
  return { round, steps };
}

async function announced(client: Client, type: string): Promise<readonly { leaf: string; note: string }[]> {
  return (await client.call({ path: `/log/announcements/${type}`, read: announcements })).items;
}

async function signers({ log }: Sources, keys: readonly { note: string }[]) {
  const { root, origin } = await log.trust();
  return announcedKeys(
    keys.map(({ note }) => note),
    root,
    origin,
  );
}

/** Read the chain backwards from a deal until the records stand there that announced and opened its epoch. */
async function beginning(client: Client, deal: PlayerRecord): Promise<{ announced: Announced; opened: PlayerRecord }> {
  const epoch = numberOf(deal.fields, "epoch");
  let opened: PlayerRecord | undefined;
  for (let to = deal.seq; to > 0; to -= PAGE) {
    const from = Math.max(0, to - PAGE);
    const told = await client.call({ path: `/records?after=${from - 1}&limit=${to - from}`, read: recordsPage });
    const page = told.items.map((receipt: Receipt) => readRecord(receipt));
    opened ??= page.findLast(({ type, fields }) => type === "open" && fields["epoch"] === epoch);
    const before = page.findLast((each) => announcedIn(each)?.epoch === epoch);
    const found = before === undefined ? null : announcedIn(before);
    if (opened !== undefined && found !== null) return { announced: found, opened };
  }
  hold(false, "other-record", `no record of the chain opens epoch ${epoch}`);
}

/** The commitment stood in the log, under the checkpoint that the opening names, before the player's seed was known. */
async function committedFirst({ log }: Sources, { announced: said, opened }: RoundRecords): Promise<Step> {
  const facts = [{ name: "commitment", value: said.commitment }];
  const size = numberOf(opened.fields, "size");
  try {
    const [place, later] = [await log.prove(said.leaf), await log.prove(opened.leaf)];
    const holds = place.index < size && size <= later.index;
    const args = { place: place.index, size, opened: later.index };
    return { name: "committed", result: holds ? "holds" : "fails", said: holds ? "before" : "after", args, facts };
  } catch (error) {
    if (!(error instanceof NotHolding)) throw error;
    return { name: "committed", result: "fails", said: "unproved", args: { detail: error.message }, facts };
  }
}

/** All records of the round are in the published log, which goes on from what this browser saw; kept receipts agree. */
async function logged({ log, player }: Sources, records: readonly PlayerRecord[]): Promise<Step> {
  try {
    const places: number[] = [];
    let size = 0;
    let root = "";
    for (const { leaf, seq } of records) {
      const kept = await keptLeaf(player, seq);
      hold(kept === null || kept === leaf, "broken-chain", `the receipt that was kept of record ${seq} is another one`);
      const included = await log.prove(leaf);
      places.push(included.index);
      ({ size, root } = included.checkpoint);
    }
    const args = { places: places.join(", "), size };
    return { name: "logged", result: "holds", said: "included", args, facts: [{ name: "root", value: root }] };
  } catch (error) {
    if (!(error instanceof NotHolding)) throw error;
    return { name: "logged", result: "fails", said: "unproved", args: { detail: error.message }, facts: [] };
  }
}
