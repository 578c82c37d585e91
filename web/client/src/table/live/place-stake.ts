/** The order of a stake at a table: with the value that is owed, if one is, and signed if this browser has the account's key. */
import { client } from "../app/session.ts";
import { Problem } from "../api/problem.ts";
import { keepReceipts } from "../play/seeds/receipt-store.ts";
import { stake as stakeReader, stakes, type LiveTable, type Stake } from "./answers.ts";
import type { KeptStake, KeptStakes } from "./kept-stakes.ts";
import { signedStake, type ProvedTable, type SignedOrder } from "./signed-seat.ts";

const NEWEST = 20;

/** What is owed since a hand was burnt, as requests say it; without the value where it is lost. */
interface Late {
  readonly abort: string;
  readonly value?: string;
}

/** A stake that was taken. */
export interface PlacedStake {
  readonly stake: Stake;
  /** Keep its receipts, and require that its record is what was asked for. */
  keep(): Promise<void>;
}

/** Send a stake that is kept already; `proved` is what its signature says of the table, null where it has none. */
export async function placeStake(
  table: LiveTable,
  drawn: KeptStake,
  sideBet: number,
  proved: ProvedTable | null,
  kept: KeptStakes,
): Promise<PlacedStake> {
  const { currency } = table.stake_min;
  const wanted = {
    epoch: drawn.epoch,
    seat: drawn.seat,
    stake: { amount: drawn.amount, currency },
    contribution: drawn.contribution,
    ...(sideBet > 0 ? { side_bet: { amount: sideBet, currency } } : {}),
  };
  const send = async (late: Late | null): Promise<PlacedStake> => {
    const signed = proved && signatureOf(table, drawn, sideBet, proved, late);
    const call = { method: "POST", path: `/tables/${table.id}/stakes`, read: stakeReader, once: true } as const;
    const body = late === null ? wanted : { ...wanted, late };
    const stake = await client.call({ ...call, body, sign: signed?.sign });
    const { receipts } = stake;
    return {
      stake,
      keep: () => (signed ? signed.accept(receipts) : keepReceipts(drawn.player, receipts)),
    };
  };
  try {
    return await send(null);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "value-owed") throw error;
    return send(await lateValue(String(error.members["abort"]), kept));
  }
}

function signatureOf(
  { family }: LiveTable,
  { player, epoch, seat, contribution, amount }: KeptStake,
  sideBet: number,
  { leaf, rules }: ProvedTable,
  late: Late | null,
): SignedOrder | null {
  return signedStake(player, {
    kind: family === "pot" ? "sit" : "deal",
    table: leaf,
    epoch,
    seat,
    rules,
    contrib: contribution,
    amount,
    sideBet,
    late: late && { abort: late.abort, ...(late.value === undefined ? {} : { r: late.value }) },
  });
}

/** Return the value that is owed since a hand was burnt, or say that this browser does not have it. */
async function lateValue(abort: string, kept: KeptStakes): Promise<Late> {
  const burnt = (await newestStakes()).find((each) => each.end_leaf === abort);
  const stake = burnt === undefined ? null : kept.get(burnt.contribution);
  if (stake === null) return { abort };
  // It is public from now on, and is never asked for again.
  kept.keep({ ...stake, owed: false, revealed: true });
  return { abort, value: stake.value };
}

/** Return the newest stakes of who is logged in. */
export async function newestStakes(): Promise<readonly Stake[]> {
  return (await client.call({ path: `/me/stakes?limit=${NEWEST}`, read: stakes })).items;
}

/** Return whether a stake's record has the player's signature. */
export function isSigned({ receipts }: Stake): boolean {
  const [first] = receipts;
  return first !== undefined && "psig" in JSON.parse(first.note.slice(0, first.note.indexOf("\n\n")));
}
