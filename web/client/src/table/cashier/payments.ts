/** Payments and the movements of money, as the platform answers them. */
import { balance } from "../api/answers.ts";
import { flag, integer, list, money, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import type { Money } from "../../base/money.ts";

export const payment = record({
  id: text,
  amount: money,
  method: text,
  status: oneOf("requested", "pending", "cancelling", "settled", "refused", "cancelled"),
  reason: nullable(text),
  requested_at: text,
  decided_at: nullable(text),
});
export type Payment = Shape<typeof payment>;

export const methods = record({ items: list(record({ method: text, real_money: flag })) });
export type Methods = Shape<typeof methods>;

export const statementLine = record({
  seq: integer,
  kind: text,
  recorded_at: text,
  reference: text,
  postings: list(record({ from_account: text, to_account: text, amount: money })),
  balance,
});
export type StatementLine = Shape<typeof statementLine>;

const OWN: ReadonlySet<string> = new Set(["cash", "in-play"]);

/** Return what a movement added to the player's money, in play and not; negative for what left it. */
export function changeOf(line: StatementLine): Money {
  const { currency } = line.balance.cash;
  let amount = 0;
  for (const posting of line.postings) {
    if (OWN.has(posting.to_account)) amount += posting.amount.amount;
    if (OWN.has(posting.from_account)) amount -= posting.amount.amount;
  }
  return { amount, currency };
}
