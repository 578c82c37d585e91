/** The answers of live tables: docs/api.md, "At tables". */
import {
  flag,
  integer,
  isObject,
  list,
  money,
  nullable,
  oneOf,
  page,
  record,
  text,
  WrongShape,
  type Reader,
  type Shape,
} from "../api/shape.ts";

const summaryMembers = {
  id: text,
  game: text,
  family: oneOf("red-dog", "montana", "pot"),
  test: flag,
  admission: oneOf("public", "invited"),
  seats_max: integer,
  seats_min: integer,
  stake_min: money,
  stake_max: money,
  betting_seconds: integer,
  revealing_seconds: integer,
  deciding_seconds: integer,
  game_seconds: nullable(integer),
  stream_url: text,
  status: oneOf("open", "paused", "closed"),
  available: flag,
  seq: integer,
  epoch: integer,
  phase: oneOf("unannounced", "betting", "revealing", "playing"),
  due_at: nullable(text),
  seats_taken: integer,
};

export const tableSummary = record(summaryMembers);
export type TableSummary = Shape<typeof tableSummary>;
export const tables = page(tableSummary);

const decision = record({ action: text, amount: money, actor: oneOf("player", "timeout") });

const seat = record({
  seat: integer,
  stake: money,
  side_bet: nullable(money),
  contribution: text,
  revealed: flag,
  decision: nullable(decision),
});
export type Seat = Shape<typeof seat>;

const hand = record({ seq: integer, cards: list(text) });

const asked = record({ seat: integer, seq: integer, cards: list(text), times_out_at: text });

const potGame = record({
  pot: money,
  order: list(integer),
  seats: list(record({ seat: integer, stack: money, away: flag, voted: flag })),
  turn: nullable(asked),
  ends_at: text,
});
export type PotGame = Shape<typeof potGame>;

const seatAction = record({ action: text, cost_min: money, cost_max: money, cost_step: money });
export type SeatAction = Shape<typeof seatAction>;

const ownHand = record({ cards: list(text), key: text, seal: text });
export type OwnHand = Shape<typeof ownHand>;

const own = record({
  seat: integer,
  raise_room: nullable(money),
  hand: nullable(ownHand),
  legal_actions: list(seatAction),
  default_action: nullable(text),
});

/** A table as this player may see it. */
export const liveTable = record({
  ...summaryMembers,
  announcement: nullable(record({ commitment: text, seq: integer })),
  stakes_covered: nullable(flag),
  seats: list(seat),
  hand: nullable(hand),
  pot_game: nullable(potGame),
  own: nullable(own),
});
export type LiveTable = Shape<typeof liveTable>;

/** An object as it came, whose members other readers look at. */
export const document: Reader<Readonly<Record<string, unknown>>> = (value, at) => {
  if (!isObject(value)) throw new WrongShape(at, "object");
  return value;
};

/** A record of a table's chain: signed in `note`, read in `record`. */
export const tableEvent = record({ seq: integer, type: text, leaf: text, note: text, record: document });
export type TableEvent = Shape<typeof tableEvent>;
/** Records after a given one, oldest first: `next` is the `after` of the next page. */
export const tableEvents = page(tableEvent);

const receipt = record({ seq: integer, leaf: text, note: text });

export const stake = record({
  table_id: text,
  epoch: integer,
  seat: integer,
  game: text,
  status: oneOf("open", "settled", "voided"),
  stake: money,
  side_bet: nullable(money),
  contribution: text,
  staked: money,
  returned: nullable(money),
  outcome: nullable(text),
  end_leaf: nullable(text),
  receipts: list(receipt),
});
export type Stake = Shape<typeof stake>;
export const stakes = page(stake);

export const takenDecision = record({ action: text, amount: money });
export const departure = record({ departure: oneOf("withdrawn", "away", "finishes") });
export type Departure = Shape<typeof departure>["departure"];

const seatResult = record({
  seat: integer,
  outcome: text,
  staked: money,
  returned: money,
  side_bet: nullable(record({ category: text, returned: money })),
});
export type SeatResult = Shape<typeof seatResult>;

const handSummary = record({
  epoch: integer,
  ended_by: oneOf("all-out", "last-one", "agreed", "time", "decided", "no-reveal", "not-covered", "void"),
  cards: list(text),
  results: list(seatResult),
  missing: list(integer),
  ended_at: text,
});
export type HandSummary = Shape<typeof handSummary>;
export const hands = page(handSummary);

export const burntHands = page(
  record({
    epoch: integer,
    burnt_at: text,
    values: list(record({ seat: integer, status: oneOf("owed", "late", "lost") })),
    house_would_have_won: nullable(money),
  }),
);
export type BurntHand = Shape<typeof burntHands>["items"][number];
