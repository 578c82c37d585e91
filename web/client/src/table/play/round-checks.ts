/** What the records of a step must say, so that they are what was asked for and what was shown. */
import { isList, isObject } from "../../log/canonical.ts";
import type { Round } from "./answers.ts";
import type { Bets } from "./bets.ts";
import { hold } from "./seeds/not-holding.ts";
import { requireSaid, type PlayerRecord } from "./seeds/records.ts";

/** Require that a deal is of these bets, and of the cards on the screen while a decision is due. */
export function requireDeal(record: PlayerRecord, round: Round, bets: Pick<Bets, "stake" | "side">): void {
  requireSaid(record, {
    epoch: round.epoch,
    nonce: round.nonce,
    rules: round.rules,
    ante: bets.stake,
    bonus: bets.side === 0 ? undefined : bets.side,
    ...(round.status === "open" ? { cards: round.cards } : {}),
  });
}

/** Require that a settlement is of the decisions that were made, and of the cards and the money on the screen. */
export function requireSettlement(record: PlayerRecord, round: Round): void {
  const returned = round.returned?.amount;
  requireSaid(record, { cards: round.cards, pay: { returned, staked: round.staked.amount } });
  const { acts } = record.fields;
  const said = isList(acts) ? acts.map((act) => (isObject(act) ? [act["a"], act["amt"]] : null)) : null;
  const shown = round.acts.map((act) => [act.action, act.amount.amount]);
  const same = JSON.stringify(said) === JSON.stringify(shown);
  hold(same, "other-record", `record ${record.seq} has other decisions`, record.receipt.note);
}
