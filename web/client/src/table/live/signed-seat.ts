/**
 * The signatures under what a player orders at a table: docs/formats/player-keys.md, "At tables".
 *
 * Nothing is signed that this browser has not seen for itself: the table and its announcement in the log before a stake, the
 * cards in the table's records before a decision. A browser without the account's key asks for none of it.
 */
import { isObject } from "../../log/canonical.ts";
import type { Receipt } from "../play/answers.ts";
import type { Keeper } from "../play/seeds/keeper.ts";
import { hold } from "../play/seeds/not-holding.ts";
import { PublishedLog } from "../play/seeds/published-log.ts";
import { readRecord, requireSaid, type PlayerRecord } from "../play/seeds/records.ts";
import { keeperOf } from "../play/services.ts";
import { ownKey, signatureOf, type Following, type Sign } from "../signing/signature.ts";
import {
  actAtTable,
  markAtTable,
  stakeAtTable,
  turnAtTable,
  type State,
  type TableStake,
} from "../signing/statements.ts";
import type { LiveTable } from "./answers.ts";
import { askedSeq } from "./board-facts.ts";
import { feedOf } from "./feed.ts";
import type { KeptStake } from "./kept-stakes.ts";
import { sealOf } from "./values.ts";

/** What a signed stake says of its table, which the log was seen to have. */
export interface ProvedTable {
  /** The leaf of the table's first record. */
  readonly leaf: string;
  /** The leaf of the rules. */
  readonly rules: string;
}

/** An order that is signed, and what its answer must have. */
export interface SignedOrder {
  readonly sign: Sign;
  /** Require that what was written is what was asked for, under this signature; keep it. */
  accept(receipts: readonly Receipt[]): Promise<void>;
}

const log = new PublishedLog(localStorage);

/** Return whether this browser has a key of an account. */
export const hasKey = (player: string): boolean => ownKey(player) !== null;

/**
 * Require that the log has the table's first record, and the one that announced the hand; `rules` are those on the screen.
 *
 * Only after that a value is drawn.
 */
export async function provedTable(player: string, table: LiveTable, rules: string): Promise<ProvedTable> {
  return keeperOf(player).watched(async () => {
    const feed = feedOf(table.id);
    const [first] = await feed.recordsAfter(-1, 1);
    const [announcing] = await feed.recordsAfter((table.announcement?.seq ?? 0) - 1, 1);
    hold(first !== undefined && announcing !== undefined, "other-record", "the table has no records");
    const defined = readRecord(first);
    requireSaid(defined, { type: "table", chain: table.id, rules });
    const record = readRecord(announcing);
    requireSaid(record, { chain: table.id, seq: table.announcement?.seq });
    const announced = announcedBy(record);
    const same = announced.epoch === table.epoch && announced.commitment === table.announcement?.commitment;
    hold(same, "other-record", `hand ${table.epoch} was announced otherwise`, record.receipt.note);
    await log.prove(defined.leaf);
    await log.prove(record.leaf);
    return { leaf: defined.leaf, rules };
  });
}

/** Return the signature under a stake, null where this browser has no key of the account. */
export function signedStake(player: string, stake: TableStake): SignedOrder | null {
  const keeper = keeperOf(player);
  const { kind, epoch, seat, contrib, amount, sideBet } = stake;
  const late = stake.late === null ? undefined : { ...stake.late };
  const amounts = kind === "sit" ? { buy_in: amount } : { ante: amount, bonus: sideBet > 0 ? sideBet : undefined };
  const said = { table: stake.table, rules: stake.rules, epoch, seat, contrib, late, ...amounts };
  return ordered(keeper, stakeAtTable(stake), keeper, kind, said);
}

/** Return the signature under a decision that costs `amt` (minor units); null where it needs none, or cannot have one here. */
export async function signedDecision(
  table: LiveTable,
  stake: KeptStake | null,
  a: string,
  amt: number,
): Promise<SignedOrder | null> {
  if (!signs(table, stake)) return null;
  const keeper = keeperOf(stake.player);
  const question = await keeper.watched(async () => requireQuestion(table, stake, await recordsOf(stake)));
  if (table.family !== "pot") {
    const said = { deal: stake.leaf, hand: question.leaf, a, amt };
    return ordered(keeper, actAtTable(stake.leaf, question.leaf, a, amt), keeper, "act", said);
  }
  return orderedTurn(keeper, turnAtTable(stake.leaf, question.leaf, a, amt), keeper, stake, { a, amt });
}

/** Return the signature under a mark, null where it needs none, or cannot have one here. */
export function signedMark(table: LiveTable, stake: KeptStake | null, a: string): SignedOrder | null {
  if (!signs(table, stake)) return null;
  const keeper = keeperOf(stake.player);
  const following: Following = {
    origin: () => keeper.origin(),
    // A mark answers the table's newest record, whatever another seat did meanwhile.
    seen: async () => {
      const seen = await keeper.seen(null);
      const records = await keeper.watched(() => recordsOf(stake));
      return { ...seen, prev: records.at(-1)?.leaf ?? "", between: [] };
    },
  };
  return orderedTurn(keeper, markAtTable(stake.leaf, a), following, stake, { a });
}

/** Around a pot a game that began without a signature goes on without one. */
function signs(table: LiveTable, stake: KeptStake | null): stake is KeptStake {
  if (stake === null || stake.epoch !== table.epoch || stake.leaf === "") return false;
  return hasKey(stake.player) && (stake.signed || table.family !== "pot");
}

function ordered(
  keeper: Keeper,
  state: State,
  following: Following,
  type: string,
  said: Readonly<Record<string, unknown>>,
): SignedOrder | null {
  const signature = signatureOf(keeper.player, state, following);
  if (signature === null) return null;
  return {
    sign: signature.sign,
    accept: (receipts) =>
      keeper.acceptSaid(receipts, type, async (record) => {
        requireSaid(record, said);
        await signature.requireIn(record);
      }),
  };
}

function orderedTurn(
  keeper: Keeper,
  state: State,
  following: Following,
  stake: KeptStake,
  said: Readonly<Record<string, unknown>>,
): SignedOrder | null {
  const signature = signatureOf(keeper.player, state, following);
  if (signature === null) return null;
  const accept = async ([receipt]: readonly Receipt[]): Promise<void> =>
    keeper.watched(async () => {
      hold(receipt !== undefined, "other-record", "the answer has no receipt of the turn");
      const record = readRecord(receipt);
      const { table: chain, epoch, seat } = stake;
      requireSaid(record, { type: "turn", chain, epoch, seat, by: "player", ...said });
      const shown = (await recordsOf(stake)).some((each) => each.leaf === record.leaf);
      hold(shown, "broken-chain", "the answer is no record of the table", record.receipt.note);
      await signature.requireIn(record);
    });
  return { sign: signature.sign, accept };
}

/** Return the table's records from the announcement of a stake's hand on. Requires that each continues the one before. */
async function recordsOf(stake: KeptStake): Promise<readonly PlayerRecord[]> {
  const told = await feedOf(stake.table).recordsAfter(stake.announcedSeq - 1);
  const records = told.map(readRecord);
  for (const [at, record] of records.entries()) {
    const { note } = record.receipt;
    const before = records[at - 1];
    hold(record.chain === stake.table, "broken-chain", `record ${record.seq} is of another table`, note);
    const next = before === undefined || (before.leaf === record.prev && before.seq + 1 === record.seq);
    hold(next, "broken-chain", `record ${record.seq} does not continue the table's chain`, note);
  }
  return records;
}

/** Return the record that asks for the decision. Requires that the cards on the screen are its own, and the hidden ones sealed. */
export function requireQuestion(table: LiveTable, stake: KeptStake, records: readonly PlayerRecord[]): PlayerRecord {
  const dealt = records.filter(({ fields }) => fields["epoch"] === stake.epoch);
  const question = dealt.find(({ seq }) => seq === askedSeq(table));
  const asks = question?.type === "hand" || (question?.type === "turn" && question.fields["turns"] !== undefined);
  hold(question !== undefined && asks, "other-record", "a decision is asked for, and no record asks for it");
  const { fields, receipt } = question;
  const { now } = fields;
  if (table.pot_game === null) {
    requireSame(fields["cards"], table.hand?.cards, receipt.note);
    const hidden = table.own?.hand ?? null;
    if (hidden !== null) requireSealed(stake, dealt, hidden.key, hidden.cards);
    return question;
  }
  hold(isObject(now) && now["seat"] === stake.seat, "other-record", "another seat is asked", receipt.note);
  requireSame(now["cards"], table.pot_game.turn?.cards, receipt.note);
  requireSealed(stake, dealt.slice(0, dealt.indexOf(question) + 1), String(now["key"]), entriesOf(now["cards"]));
  return question;
}

function requireSame(said: unknown, shown: readonly string[] | undefined, note: string): void {
  hold(JSON.stringify(said) === JSON.stringify(shown), "other-record", "the table shows other cards", note);
}

/** The newest seal of the seat is the hand's. */
function requireSealed(
  stake: KeptStake,
  records: readonly PlayerRecord[],
  key: string,
  cards: readonly string[],
): void {
  const sealing = records.findLast((record) => sealIn(record, stake.seat) !== null);
  const seal = sealing === undefined ? null : sealIn(sealing, stake.seat);
  const holds = /^([0-9a-f]{2})+$/.test(key) && seal === sealOf(key, cards);
  hold(holds, "other-record", "a hand is shown that was not sealed", sealing?.receipt.note ?? "");
}

/** Return the last seal of a seat in a record, null if it has none. */
function sealIn({ fields: { sealed } }: PlayerRecord, seat: number): unknown {
  const all = Array.isArray(sealed) ? sealed.filter(isObject) : [];
  return all.findLast((each) => each["seat"] === seat)?.["h"] ?? null;
}

const entriesOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/** Return the epoch and the commitment that a record of a table announces. */
function announcedBy({ type, fields }: PlayerRecord): { readonly epoch: number; readonly commitment: unknown } {
  if (type === "commit") return { epoch: Number(fields["epoch"]), commitment: fields["commit"] };
  const { next } = fields;
  return { epoch: Number(fields["epoch"]) + 1, commitment: isObject(next) ? next["commit"] : null };
}
