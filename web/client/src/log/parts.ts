/**
 * Everything that is judged: one line for each part.
 *
 * Within a stage the parts judge in this order.
 */

import type { NewPart } from "./part.ts";
import { adjustments } from "./parts/adjustments.ts";
import { chains } from "./parts/chains.ts";
import { dates } from "./parts/dates.ts";
import { epochs } from "./parts/epochs.ts";
import { events } from "./parts/events.ts";
import { figures } from "./parts/figures.ts";
import { filings } from "./parts/filings.ts";
import { limits } from "./parts/limits.ts";
import { limitsRecord } from "./parts/limits-record.ts";
import { lostSeeds } from "./parts/lost-seeds.ts";
import { money } from "./parts/money.ts";
import { playerKeys } from "./parts/player-keys.ts";
import { profiles } from "./parts/profiles.ts";
import { protection } from "./parts/protection.ts";
import { returns } from "./parts/returns.ts";
import { rounds } from "./parts/rounds.ts";
import { sessions } from "./parts/sessions.ts";
import { statistics } from "./parts/statistics.ts";
import { system } from "./parts/system.ts";

export const PARTS: readonly NewPart[] = [
  chains,
  system,
  money,
  lostSeeds,
  epochs,
  rounds,
  playerKeys,
  sessions,
  adjustments,
  limits,
  profiles,
  protection,
  limitsRecord,
  filings,
  events,
  dates,
  figures,
  returns,
  statistics,
];

/**
 * Types of the pages that no part reads yet, all of the second version. Their signatures, their chains and their balances are judged, and nothing
 * else; the checks that are about them are `not-checked`. Whoever adds a part takes its types out.
 */
export const UNREAD: Readonly<Record<string, "system" | "player" | "table">> = {
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
