/** The answers that the frame reads: the account, the money, the time and the limits. */
import {
  flag,
  integer,
  isObject,
  list,
  money,
  nullable,
  oneOf,
  record,
  text,
  WrongShape,
  type Reader,
  type Shape,
} from "./shape.ts";
import type { Money } from "../../base/money.ts";

export const verification = record({
  status: oneOf("unverified", "pending", "verified", "refused"),
  method: nullable(text),
  decided_at: nullable(text),
  mandatory: flag,
});
export type Verification = Shape<typeof verification>;

export const me = record({
  id: text,
  username: text,
  status: oneOf("active", "suspended", "dormant", "closed", "excluded"),
  verification,
  consents_current: flag,
  has_pin: flag,
  pin_locked: flag,
  created_at: text,
});
export type Me = Shape<typeof me>;

export const balance = record({ cash: money, in_play: money });
export type Balance = Shape<typeof balance>;

export const sessionSummary = record({
  read_at: text,
  started_at: text,
  elapsed_seconds: integer,
  playing_from: nullable(text),
  pause_seconds: integer,
  played_today_seconds: integer,
  staked: money,
  returned: money,
  net: money,
  ends_at: nullable(text),
  warning: nullable(oneOf("five-minutes", "one-minute", "over")),
  reality_check: record({ due: flag, due_at: text }),
});
export type SessionSummary = Shape<typeof sessionSummary>;

/** A limit's value: an amount or a time. Null, where it may be, is no limit. */
export type LimitValue = Money | { readonly seconds: number };

export const limitValue: Reader<LimitValue> = (value, at) => {
  if (!isObject(value)) throw new WrongShape(at, "limit");
  return "seconds" in value ? record({ seconds: integer })(value, at) : money(value, at);
};

export const LIMIT_NAMES = [
  "stake_max",
  "loss_day",
  "loss_week",
  "loss_month",
  "wager_day",
  "wager_week",
  "wager_month",
  "deposit_day",
  "deposit_week",
  "deposit_month",
  "session_time",
  "daily_time",
  "weekly_time",
  "monthly_time",
  "reality_check",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export const limit = record({
  name: oneOf(...LIMIT_NAMES),
  player_value: nullable(limitValue),
  operator_value: nullable(limitValue),
  binding_value: nullable(limitValue),
  window: nullable(record({ used: money, remaining: nullable(money), started_at: text, ends_at: nullable(text) })),
  loosening: nullable(record({ value: nullable(limitValue), confirmable_from: text, expires_at: text })),
});
export type Limit = Shape<typeof limit>;

export const limits = record({ items: list(limit) });

export const betLimit = record({
  maximum: nullable(money),
  loosening: nullable(record({ maximum: nullable(money), confirmable_from: text, expires_at: text })),
  modifiable_from: text,
  week_started_at: text,
  week_ends_at: text,
});
export type BetLimit = Shape<typeof betLimit>;

export const openedSession = record({
  player_id: text,
  token: text,
  expires_at: text,
  device: text,
  last_login: nullable(record({ began_at: text, ip_address: text, device_label: text })),
  locks: list(record({ origin: text, locked_at: text })),
});
export type OpenedSession = Shape<typeof openedSession>;
