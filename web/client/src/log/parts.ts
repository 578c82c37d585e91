/**
 * Everything that is judged: one line for each part.
 *
 * Within a stage the parts judge in this order.
 */

import type { NewPart } from "./part.ts";
import { adjustments } from "./parts/adjustments.ts";
import { chains } from "./parts/chains.ts";
import { checkpointList } from "./parts/checkpoint-list.ts";
import { dates } from "./parts/dates.ts";
import { epochs } from "./parts/epochs.ts";
import { events } from "./parts/events.ts";
import { figures } from "./parts/figures.ts";
import { filings } from "./parts/filings.ts";
import { hands } from "./parts/hands.ts";
import { houseHands } from "./parts/house-hands.ts";
import { limitsRecord } from "./parts/limits-record.ts";
import { limits } from "./parts/limits.ts";
import { lostSeeds } from "./parts/lost-seeds.ts";
import { money } from "./parts/money.ts";
import { policies } from "./parts/policies.ts";
import { playerKeys } from "./parts/player-keys.ts";
import { potEnds } from "./parts/pot-ends.ts";
import { potTurns } from "./parts/pot-turns.ts";
import { profiles } from "./parts/profiles.ts";
import { protection } from "./parts/protection.ts";
import { returns } from "./parts/returns.ts";
import { room } from "./parts/room.ts";
import { rounds } from "./parts/rounds.ts";
import { seatSignatures } from "./parts/seat-signatures.ts";
import { sessions } from "./parts/sessions.ts";
import { stakeEnds } from "./parts/stake-ends.ts";
import { stakes } from "./parts/stakes.ts";
import { statistics } from "./parts/statistics.ts";
import { system } from "./parts/system.ts";
import { tableEnds } from "./parts/table-ends.ts";
import { tableMoney } from "./parts/table-money.ts";
import { tables } from "./parts/tables.ts";

/** Tables: where a hand stands comes before what it says, and the end of an epoch after what it is judged by. */
export const TABLES: readonly NewPart[] = [
  tables,
  stakes,
  hands,
  houseHands,
  potTurns,
  potEnds,
  stakeEnds,
  tableEnds,
  tableMoney,
];

export const PARTS: readonly NewPart[] = [
  chains,
  system,
  policies,
  money,
  lostSeeds,
  epochs,
  rounds,
  ...TABLES,
  playerKeys,
  seatSignatures,
  sessions,
  adjustments,
  limits,
  room,
  profiles,
  protection,
  limitsRecord,
  filings,
  events,
  checkpointList,
  dates,
  figures,
  returns,
  statistics,
];
