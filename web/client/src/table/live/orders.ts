/** What a player orders at a table. Each order names its epoch, or the record that it answers: one that comes late meets none other. */
import { client } from "../app/session.ts";
import { integer, record, text } from "../api/shape.ts";
import { departure, stake, type Departure, type LiveTable } from "./answers.ts";
import { askedSeq } from "./board-facts.ts";
import type { KeptStake } from "./kept-stakes.ts";
import { signedDecision, signedMark } from "./signed-seat.ts";

const written = record({ receipt: record({ seq: integer, leaf: text, note: text }) });

/** Decide what the table asks of the own stake, for so much new money (minor units). */
export async function decide(table: LiveTable, own: KeptStake | null, action: string, cost: number): Promise<void> {
  const { currency } = table.stake_min;
  const signed = await signedDecision(table, own, action, cost);
  const body = { asked_seq: askedSeq(table), action, amount: { amount: cost, currency } };
  const call = { method: "POST", path: `/tables/${table.id}/actions`, read: written, once: true } as const;
  const { receipt } = await client.call({ ...call, body, sign: signed?.sign });
  await signed?.accept([receipt]);
}

/** Take the stake back before the betting has ended. */
export async function withdraw(table: LiveTable): Promise<void> {
  const body = { epoch: table.epoch };
  await client.call({ method: "POST", path: `/tables/${table.id}/withdrawals`, body, read: stake, once: true });
}

/** Say something at any time of a game around a pot: vote for its end, be away, come back. */
export async function mark(table: LiveTable, own: KeptStake | null, wanted: "vote" | "away" | "back"): Promise<void> {
  const body = { epoch: table.epoch, mark: wanted };
  const signed = signedMark(table, own, wanted);
  const call = { method: "POST", path: `/tables/${table.id}/marks`, read: written, once: true } as const;
  const { receipt } = await client.call({ ...call, body, sign: signed?.sign });
  await signed?.accept([receipt]);
}

/** Get up, and return what becomes of the stake. */
export async function leave(table: LiveTable): Promise<Departure> {
  const body = { epoch: table.epoch };
  const call = { method: "POST", path: `/tables/${table.id}/departures`, body, read: departure, once: true } as const;
  return (await client.call(call)).departure;
}
