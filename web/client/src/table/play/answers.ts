/** The answers that a table of one reads: games, rounds, epochs, receipts. */
import { anything, flag, integer, list, money, nullable, oneOf, page, record, text, type Shape } from "../api/shape.ts";
import { balance } from "../api/answers.ts";

const rtp = record({
  fraction: text,
  percent: text,
  basis: oneOf("stake", "total-staked", "side-bet"),
});
export type Rtp = Shape<typeof rtp>;

const stakes = record({
  stake_min: money,
  stake_max: money,
  side_bet_min: nullable(money),
  side_bet_max: nullable(money),
});
export type Stakes = Shape<typeof stakes>;

export const game = record({
  game: text,
  titles: record({ en: text, ja: text }),
  version: integer,
  rules: text,
  played: oneOf("alone", "at-tables"),
  available: flag,
  stakes: list(stakes),
  rtp: list(rtp),
  sheet: anything,
});
export type Game = Shape<typeof game>;

export const games = record({
  items: list(game),
  currencies: list(record({ currency: text, decimals: integer })),
});

const receipt = record({ seq: integer, leaf: text, note: text });
export type Receipt = Shape<typeof receipt>;

const legalAction = record({ action: text, label: text, cost_min: money, cost_max: money });
export type LegalAction = Shape<typeof legalAction>;

const status = oneOf("open", "settled", "voided");

export const round = record({
  id: text,
  game: text,
  rules: text,
  status,
  stake: money,
  side_bet: nullable(record({ staked: money, category: nullable(text), returned: nullable(money) })),
  staked: money,
  returned: nullable(money),
  outcome: nullable(text),
  cards: list(text),
  spread: nullable(integer),
  legal_actions: list(legalAction),
  default_action: nullable(text),
  times_out_at: nullable(text),
  acts: list(record({ action: text, amount: money, actor: oneOf("player", "timeout") })),
  epoch: integer,
  nonce: integer,
  dealt_at: text,
  balance,
  receipts: list(receipt),
});
export type Round = Shape<typeof round>;

const summary = record({
  id: text,
  game: text,
  status,
  dealt_at: text,
  stake: money,
  side_bet: nullable(money),
  staked: nullable(money),
  returned: nullable(money),
  outcome: nullable(text),
});
export type RoundSummary = Shape<typeof summary>;
export const history = page(summary);

const announced = { epoch: integer, rounds: integer, commitment: text };

export const epochs = record({
  current: nullable(record({ ...announced, client_seed: text, rounds_left: integer, opened_at: text })),
  next: record(announced),
});
export type Epochs = Shape<typeof epochs>;
export type Announcement = Epochs["next"];

export const openedEpoch = record({ ...announced, client_seed: text, opened_at: text, receipt });

/** Receipts after a given one, oldest first: `next` is the `after` of the next page. */
export const records = page(receipt);

export const myChain = record({ id: text, seq: integer, leaf: text });

export const signingPlace = record({
  origin: text,
  seq: integer,
  leaf: text,
  next_round: nullable(record({ epoch: integer, nonce: integer })),
});

export const trust = record({ origin: text, log: text });

const table = record({ columns: list(text), rows: list(list(text)) });
export const rulesPage = record({
  game: text,
  version: integer,
  title: text,
  sections: list(record({ id: text, heading: text, paragraphs: list(text), tables: list(table) })),
});
export type RulesPage = Shape<typeof rulesPage>;
