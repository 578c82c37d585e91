/**
 * Everything that is judged: one line for each part.
 *
 * Within a stage the parts judge in this order.
 */

import type { NewPart } from "./part.ts";
import { chains } from "./parts/chains.ts";
import { dates } from "./parts/dates.ts";
import { epochs } from "./parts/epochs.ts";
import { figures } from "./parts/figures.ts";
import { limitsRecord } from "./parts/limits-record.ts";
import { money } from "./parts/money.ts";
import { rounds } from "./parts/rounds.ts";
import { system } from "./parts/system.ts";

export const PARTS: readonly NewPart[] = [chains, system, money, limitsRecord, epochs, rounds, dates, figures];

/**
 * Types of the pages that no part reads yet; all but `filing` are of the second version. Their signatures, their chains and their balances are judged, and nothing
 * else; the checks that are about them are `not-checked`. Whoever adds a part takes its types out.
 */
export const UNREAD: Readonly<Record<string, "system" | "player" | "table">> = {
  filing: "system",
  events: "system",
  profile: "system",
  player_key: "player",
  player_key_end: "player",
  sit: "player",
  act: "player",
  leave: "player",
  deal: "player",
  settle: "player",
  void: "player",
  commit: "table",
  open: "table",
  table: "table",
  seats: "table",
  hand: "table",
  turn: "table",
  hand_end: "table",
  table_abort: "table",
};
